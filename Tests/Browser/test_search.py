"""Search, result, Add to Library: NAVIGATION §4, scenarios 3 to 6 and the look-ups of 8."""

import re

import pytest
from playwright.sync_api import expect

from audit import expect_clean
from books import series_export
from catalog import (
    NO_WORKER, CatalogTraffic, open_result, own_results, results, search_for,
)
from conftest import NARROW, WIDE
from reader import add_classics, eventually, expect_saved, expect_state, open_book, rows, write
from spoken import heard, listen

sizes = pytest.mark.parametrize("size", [WIDE, NARROW], ids=["wide", "narrow"])


def search_list(page):
    return page.get_by_test_id("list.search")


def offset(page):
    return search_list(page).evaluate("(list) => list.scrollTop")


def scroll_results(page, pixels):
    search_list(page).evaluate("(list, pixels) => { list.scrollTop = pixels; }", pixels)
    page.wait_for_function(
        "() => history.state !== null && new Promise((done) => setTimeout(() => done(true), 300))"
    )


def watch_slides(page):
    """Notes where each column stood when it began to slide, in pixels from its place."""
    page.evaluate(
        """() => {
          window.slides = {};
          document.addEventListener("transitionrun", ({ target, propertyName }) => {
            if (propertyName !== "transform" || !target.classList.contains("layer")) return;
            window.slides[target.className] ??= target.getBoundingClientRect().x;
          });
        }"""
    )


def field(page):
    return page.get_by_test_id("toolbar.search").locator("visible=true")


def test_03_a_result_slides_in_with_back_top_left_and_add_and_no_delete(window):
    page = window(NARROW, reduced_motion="no-preference")
    search_for(page, "the")
    expect(results(page)).to_have_count(20)
    scroll_results(page, 400)
    watch_slides(page)
    results(page).nth(7).click()
    detail = page.locator("[data-testid^='detail.result.']:visible")
    expect(detail).to_be_visible()
    page.wait_for_function(
        "() => document.querySelector('.layer-detail').getBoundingClientRect().x === 0"
    )
    assert page.evaluate("() => window.slides['layer layer-detail']") > 100, "it comes from the right"
    back = page.get_by_test_id("detail.back").locator("visible=true")
    expect(back).to_have_attribute("aria-label", "Back to Search")
    box = back.bounding_box()
    assert box["x"] < 24 and box["y"] < 24
    expect(page.get_by_test_id("detail.add")).to_be_in_viewport()
    expect(page.get_by_test_id("detail.add")).to_have_text("Add to Library")
    expect(page.get_by_test_id("detail.delete")).to_have_count(0)
    expect(page.get_by_test_id("detail.edit")).to_have_count(0)


@pytest.mark.parametrize(
    "back",
    [
        lambda page: page.get_by_test_id("detail.back").locator("visible=true").click(),
        lambda page: page.go_back(),
    ],
    ids=["arrow", "browser"],
)
def test_04_back_finds_results_text_and_offset_intact(window, back):
    page = window(NARROW)
    search_for(page, "the")
    expect(results(page)).to_have_count(20)
    scroll_results(page, 437)
    before, texts = offset(page), results(page).all_inner_texts()
    row = results(page).nth(8)
    name = row.get_attribute("data-testid")
    row.click()
    expect(page.get_by_test_id("detail.add")).to_be_visible()
    back(page)
    expect(page.get_by_test_id("detail.add")).to_be_hidden()
    assert abs(offset(page) - before) <= 1
    assert results(page).all_inner_texts() == texts
    expect(field(page)).to_have_value("the")
    expect(page.get_by_test_id(name)).to_be_focused()


def test_04_a_reload_on_the_second_page_of_results_finds_the_place(window):
    page = window(NARROW)
    search_for(page, "the")
    expect(results(page)).to_have_count(20)
    # Whoever comes near the end has asked for more, once.
    page.get_by_test_id("search.more").scroll_into_view_if_needed()
    expect(results(page)).to_have_count(40)
    scroll_results(page, 27 * 72)
    before = offset(page)
    page.reload()
    expect(results(page)).to_have_count(40)
    page.wait_for_function(
        "(before) => Math.abs(document.querySelector('[data-testid=\"list.search\"]').scrollTop - before) <= 1",
        arg=before,
    )
    expect(field(page)).to_have_value("the")


@sizes
def test_05_an_added_result_is_selected_in_all_books_and_search_keeps_its_text(window, size):
    page = window(size)
    search_for(page, "villette")
    open_result(page, "Villette")
    page.get_by_test_id("detail.add").click()
    book = page.get_by_test_id("detail.book.starter-villette").locator("visible=true")
    expect(book.locator("h1")).to_have_text("Villette")
    expect(page.get_by_test_id("tabBar.libraryTab")).to_have_attribute("aria-current", re.compile("page|true"))
    expect(page).to_have_url(re.compile(r"/library/all/book/starter-villette$"))
    expect(page.get_by_test_id("detail.edit")).to_be_visible()
    expect(page.get_by_test_id("detail.delete")).to_be_visible()
    if size == WIDE:
        row = page.get_by_test_id("list.all").get_by_test_id("row.starter-villette")
        expect(row).to_have_attribute("aria-selected", "true")
    page.get_by_test_id("tabBar.searchTab").click()
    expect(field(page)).to_have_value("villette")
    expect(page.locator("[data-testid^='detail.result.']:visible")).to_have_count(0)
    expect(own_results(page)).to_have_count(1)
    expect(page.get_by_test_id("row.villette")).to_contain_text("In your library")


@sizes
def test_06_nobody_who_switched_tabs_is_moved_by_an_add_that_succeeds_late(window, server, size):
    page = window(size, **NO_WORKER)
    traffic = CatalogTraffic(page)
    traffic.hold("/v1/catalog/emma")
    page.goto(server.origin + "/search/result/emma")
    page.get_by_test_id("detail.add").click()
    expect(page.get_by_test_id("detail.add")).to_have_text("Adding…")
    page.get_by_test_id("tabBar.settingsTab").click()
    expect(page).to_have_url(re.compile("/settings$"))
    traffic.let_go("/v1/catalog/emma")
    notice = page.get_by_test_id("notice.added")
    expect(notice).to_contain_text("Added “Emma”")
    expect(page).to_have_url(re.compile("/settings$"))
    expect(page.get_by_test_id("tabBar.settingsTab")).to_have_attribute("aria-current", re.compile("page|true"))
    # A sheet that was opened meanwhile does not stay over the book.
    page.keyboard.press("?")
    expect(page.get_by_test_id("sheet.help")).to_be_visible()
    notice.get_by_text("Show").click()
    expect(page.get_by_test_id("sheet.help")).to_have_count(0)
    expect(page.get_by_test_id("detail.book.starter-emma").locator("visible=true")).to_be_visible()
    assert traffic.lookups() == ["emma"]


def test_06_a_lookup_that_fails_late_moves_nobody(window, server):
    page = window(NARROW, **NO_WORKER)
    traffic = CatalogTraffic(page)
    traffic.hold("/v1/catalog/emma")
    page.goto(server.origin + "/search/result/emma")
    page.get_by_test_id("detail.add").click()
    page.get_by_test_id("tabBar.libraryTab").click()
    expect(page).to_have_url(re.compile("/library/all$"))
    traffic.refuse(page)
    notice = page.get_by_test_id("notice.notAdded")
    expect(notice).to_be_visible()
    expect(page.get_by_test_id("alert.error")).to_have_count(0)
    expect(page).to_have_url(re.compile("/library/all$"))
    traffic.let_go("/v1/catalog/emma")
    notice.get_by_text("Try again").click()
    expect(page.get_by_test_id("notice.added")).to_contain_text("Emma")
    expect(page).to_have_url(re.compile("/library/all$"))


def test_08_a_lookup_that_fails_offers_try_again_and_each_press_asks_once(window, server):
    page = window(NARROW, **NO_WORKER)
    traffic = CatalogTraffic(page)
    traffic.fail("/v1/catalog/emma")
    page.goto(server.origin + "/search/result/emma")
    alert = page.get_by_test_id("alert.error")
    expect(alert).to_be_visible()
    assert traffic.lookups() == ["emma"]
    alert.get_by_text("Try again").click()
    expect(alert).to_be_visible()
    assert traffic.lookups() == ["emma"] * 2
    # Cancel changes nothing, and asks nothing.
    page.get_by_test_id("alert.error.cancel").click()
    expect(alert).to_have_count(0)
    expect(page).to_have_url(re.compile("/search/result/emma$"))
    assert traffic.lookups() == ["emma"] * 2
    traffic.mend("/v1/catalog/emma")
    page.get_by_test_id("detail.again").click()
    expect(page.locator("[data-testid='detail.result.emma'] h1")).to_have_text("Emma")
    assert traffic.lookups() == ["emma"] * 3


def test_08_an_add_whose_lookup_fails_is_tried_again_by_one_press(window, server):
    page = window(WIDE, **NO_WORKER)
    traffic = CatalogTraffic(page)
    traffic.hold("/v1/catalog/emma")
    page.goto(server.origin + "/search/result/emma")
    page.get_by_test_id("detail.add").click()
    traffic.refuse(page)
    expect(page.get_by_test_id("alert.error")).to_be_visible()
    traffic.let_go("/v1/catalog/emma")
    page.get_by_test_id("alert.error.retry").click()
    expect(page.get_by_test_id("detail.book.starter-emma").locator("visible=true")).to_be_visible()
    assert traffic.lookups() == ["emma"] * 2


def test_the_first_load_asks_the_catalogue_nothing(window):
    page = window(**NO_WORKER)
    traffic = CatalogTraffic(page)
    page.reload()
    expect(page.get_by_test_id("empty.starter")).to_be_visible()
    page.get_by_test_id("tabBar.searchTab").click()
    expect(page.get_by_test_id("search.isbns")).to_be_visible()
    assert traffic.asked == []
    search_for(page, "e")
    search_for(page, "emma")
    expect(results(page).first).to_contain_text("Emma")
    assert [url for url in traffic.asked if "q=emma" in url] == traffic.asked[-1:]
    assert len(traffic.asked) <= 2


def test_a_book_noted_down_by_hand_is_known_in_the_catalogue(window):
    page = window()
    page.get_by_test_id("empty.new").click()
    page.get_by_test_id("field.title").fill("Wuthering heights")
    editor = page.get_by_test_id("sheet.newBook")
    editor.get_by_label("Name").first.fill("Bronte, E.")
    page.get_by_test_id("sheet.newBook.save").click()
    search_for(page, "wuthering")
    expect(own_results(page)).to_have_count(1)
    row = page.get_by_test_id("row.wuthering-heights")
    expect(row).to_contain_text("In your library")
    row.click()
    expect(page.get_by_test_id("detail.edit")).to_be_visible()
    expect(page).to_have_url(re.compile(r"/search/book/"))


def test_a_result_added_on_another_device_becomes_its_book_where_it_is_open(window):
    laptop, phone = window(WIDE), window(NARROW)
    for page in (laptop, phone):
        search_for(page, "villette")
        open_result(page, "Villette")
    laptop.get_by_test_id("detail.add").click()
    expect(phone.get_by_test_id("detail.book.starter-villette").locator("visible=true")).to_be_visible()
    expect(phone.get_by_test_id("tabBar.searchTab")).to_have_attribute("aria-current", re.compile("page|true"))
    expect(phone).to_have_url(re.compile("/search/book/starter-villette"))
    phone.get_by_test_id("detail.back").locator("visible=true").click()
    expect(phone.get_by_test_id("row.starter-villette")).to_be_focused()
    expect(phone.get_by_test_id("row.villette")).to_contain_text("In your library")


def test_a_book_in_trash_comes_back_by_being_added(window):
    page = window()
    search_for(page, "villette")
    open_result(page, "Villette")
    page.get_by_test_id("detail.add").click()
    # Going there closes what stands over the result.
    expect(page).to_have_url(re.compile("/library/all/book/starter-villette$"))
    page.get_by_test_id("detail.delete").click()
    page.get_by_test_id("alert.deleteBook.delete").click()
    page.get_by_test_id("tabBar.searchTab").click()
    expect(own_results(page)).to_have_count(0)
    open_result(page, "Villette")
    page.get_by_test_id("detail.add").click()
    expect(page.get_by_test_id("detail.book.starter-villette").locator("visible=true")).to_be_visible()
    expect_saved(page)


@sizes
def test_without_a_server_the_own_library_is_searched_and_the_rest_is_said(server, window, size):
    page = window(size)
    search_for(page, "villette")
    open_result(page, "Villette")
    page.get_by_test_id("detail.add").click()
    expect_saved(page)
    server.stop()
    expect_state(page, "offline")
    search_for(page, "brontë vill")
    expect(own_results(page)).to_have_count(1)
    expect(search_list(page)).to_contain_text("Your own library is searched all the same.")
    server.start()
    page.get_by_test_id("search.retry").click()
    expect(results(page)).to_have_count(1)


def test_a_pasted_list_of_isbns_is_looked_up_whole(window, screenshot):
    page = window()
    page.get_by_test_id("tabBar.searchTab").click()
    field(page).focus()
    numbers = "Books to find\n978-0-14-143958-7\n0192802631\n9780000000002\n9780141439580\n978014143958\n9780141439587"
    page.evaluate(
        """(text) => {
          const data = new DataTransfer();
          data.setData("text/plain", text);
          const paste = new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true });
          document.activeElement.dispatchEvent(paste);
        }""",
        numbers,
    )
    sheet = page.get_by_test_id("sheet.isbns")
    found = sheet.get_by_test_id("isbns.found")
    expect(found.locator("li")).to_have_count(2)
    expect(found).to_contain_text("Emma")
    expect(found).to_contain_text("Persuasion")
    missing = sheet.get_by_test_id("isbns.missing").locator("tbody tr")
    expect(missing).to_have_count(3)
    expect(missing.filter(has_text="9780000000002")).to_contain_text("The catalogue does not know it.")
    expect(missing.filter(has_text="9780141439580")).to_contain_text("check digit")
    expect(missing.filter(has_text=re.compile("^978014143958(?!\\d)"))).to_contain_text("10 or 13 digits")
    # Nothing that was pasted is lost from sight.
    expect(sheet.get_by_test_id("isbns.text")).to_have_value(numbers)
    expect(sheet.get_by_test_id("isbns.state")).to_have_text(
        "5 numbers looked up. 1 line has no ISBN in it: “Books to find”."
    )
    screenshot(page, "isbns")
    sheet.get_by_test_id("isbns.add").click()
    expect(sheet).to_have_count(0)
    # Found again by the number of the edition that was typed, and owned by it.
    search_for(page, "9780141439587")
    expect(own_results(page)).to_have_count(1)
    expect(own_results(page)).to_contain_text("Emma")
    page.get_by_test_id("tabBar.libraryTab").click()
    expect(page.get_by_test_id("sidebar.all")).to_contain_text("2")


def test_a_list_of_isbns_outlives_its_page_until_it_is_dealt_with(window):
    page = window()
    sheet = page.get_by_test_id("sheet.isbns")
    numbers = sheet.get_by_test_id("isbns.text")

    def open_list():
        page.get_by_test_id("tabBar.searchTab").click()
        page.get_by_test_id("search.isbns").click()

    open_list()
    numbers.fill("9780141439587\n9780000000002\n97801414")
    page.reload()
    open_list()
    expect(numbers).to_have_value("9780141439587\n9780000000002\n97801414")
    expect(sheet.get_by_test_id("isbns.found")).to_contain_text("Emma")
    sheet.get_by_test_id("isbns.add").click()
    expect(sheet).to_have_count(0)
    # What the catalogue did not know is still to be written in, and what is no number yet to be finished.
    page.reload()
    open_list()
    expect(numbers).to_have_value("9780000000002\n97801414")
    expect(sheet.get_by_test_id("isbns.missing")).to_contain_text("9780000000002")
    sheet.get_by_test_id("sheet.isbns.close").click()
    open_list()
    expect(numbers).to_have_value("")


def test_what_is_too_much_for_one_list_of_isbns_is_told_and_kept(window):
    page = window()
    page.route("**/v1/catalog/search?**", lambda route: route.fulfill(json={"items": [], "more": False}))
    page.get_by_test_id("tabBar.searchTab").click()
    page.get_by_test_id("search.isbns").click()
    numbers = "\n".join([str(9780000000000 + at) for at in range(203)] + ["Emma", "Dune", "Persuasion", "X", "Y"])
    page.get_by_test_id("isbns.text").fill(numbers)
    page.get_by_test_id("isbns.start").click()
    expect(page.get_by_test_id("isbns.state")).to_have_text(
        "200 numbers looked up. 3 more were left out: look them up as a list of their own. "
        "5 lines have no ISBN in them: “Emma”, “Dune”, “Persuasion”, and 2 more."
    )
    expect(page.get_by_test_id("isbns.text")).to_have_value(numbers)



def test_the_keyboard_walks_through_both_lists(window):
    page = window(WIDE)
    search_for(page, "villette")
    open_result(page, "Villette")
    page.get_by_test_id("detail.add").click()
    search_for(page, "bront")
    expect(results(page)).to_have_count(5)
    own_results(page).first.focus()
    page.keyboard.press("ArrowDown")
    expect(results(page).first).to_be_focused()
    expect(page.locator("[data-testid^='detail.result.']:visible")).to_be_visible()
    page.keyboard.press("End")
    expect(results(page).last).to_be_focused()
    page.keyboard.press("Home")
    expect(own_results(page).first).to_be_focused()


def test_the_keyboard_leads_from_the_search_into_what_it_found(window):
    page = window(WIDE)
    add_classics(page)
    for key in ("ArrowDown", "Enter"):
        page.keyboard.press("/")
        page.get_by_test_id("toolbar.search").locator("visible=true").fill("")
        page.keyboard.type("middle")
        expect(rows(page)).to_have_count(1)
        page.keyboard.press(key)
        expect(rows(page).first).to_be_focused()
    search_for(page, "middle")
    expect(own_results(page)).to_have_count(1)
    page.get_by_test_id("toolbar.search").locator("visible=true").focus()
    page.keyboard.press("ArrowDown")
    expect(own_results(page).first).to_be_focused()


def test_what_is_mistyped_finds_what_it_is_close_to(window, screenshot):
    page = window(WIDE)
    add_classics(page)
    page.get_by_test_id("toolbar.search").locator("visible=true").fill("midlemrach")
    expect(rows(page)).to_have_count(1)
    expect(rows(page).first).to_contain_text("Middlemarch")
    expect(page.locator(".pane-count").first).to_have_text("1 book is close to it")
    screenshot(page, "close")
    page.get_by_test_id("toolbar.search").locator("visible=true").fill("xyzzy plugh")
    expect(rows(page)).to_have_count(0)


def test_a_book_that_no_search_finds_is_added_under_what_was_typed(window):
    page = window(WIDE)
    add_classics(page)
    page.get_by_test_id("toolbar.search").locator("visible=true").fill("Tide tables of Skye")
    title = page.get_by_role("textbox", name="Title", exact=True)
    add = page.get_by_test_id("empty.add").locator("visible=true")
    add.click()
    expect(title).to_have_value("Tide tables of Skye")
    expect(page.locator(".editor-resumed:visible, .editor-unsaved:visible")).to_have_count(0)
    # Nobody has typed a word: there is nothing to come back to.
    page.get_by_test_id("sheet.newBook.cancel").click()
    page.get_by_test_id("toolbar.new").locator("visible=true").click()
    expect(title).to_have_value("")
    page.get_by_test_id("sheet.newBook.cancel").click()
    add.click()
    page.get_by_test_id("sheet.newBook.save").click()
    expect(page.locator("[data-testid^='detail.book.']:visible h1")).to_have_text("Tide tables of Skye")


def test_a_book_that_the_catalogue_lacks_is_added_under_its_isbn(window, screenshot):
    page = window(NARROW)
    search_for(page, "0306406152")
    add = page.get_by_test_id("search.new")
    expect(add).to_be_visible()
    screenshot(page, "none")
    add.click()
    expect(page.get_by_role("textbox", name="ISBN", exact=True)).to_have_value("9780306406157")
    expect(page.get_by_role("textbox", name="Title", exact=True)).to_have_value("")


def test_a_series_leads_to_its_books_in_their_order(window, server, tmp_path):
    titles = ["Lantern (Ender's Tides, #3)", "Anchor (Ender's Tides, #1)", "Alone", "Net (Ender's Tides, #2)"]
    server.command("import", series_export(tmp_path / "books.csv", *titles))
    page = window(NARROW)
    open_book(page, "Net")
    expect(page.locator(".book-series:visible")).to_have_text("Ender's Tides #2")
    page.get_by_role("link", name="Ender's Tides #2").click()
    expect(rows(page).locator(".row-title:visible")).to_have_text(["Anchor", "Net", "Lantern"])
    page.go_back()
    expect(page.locator("[data-testid^='detail.book.']:visible h1")).to_have_text("Net")
    # Beside its list, the book stays open.
    page.set_viewport_size(WIDE)
    expect(rows(page)).to_have_count(4)
    page.get_by_role("link", name="Ender's Tides #2").click()
    expect(rows(page)).to_have_count(3)
    expect(page.locator("[data-testid^='detail.book.']:visible h1")).to_have_text("Net")


def test_somebodys_own_words_lead_to_their_book(window, screenshot):
    laptop, phone = window(WIDE), window(NARROW)
    add_classics(laptop)
    expect(rows(phone).first).to_be_visible()
    search_for(phone, "lighthouse keeper")
    expect(phone.get_by_test_id("search.new")).to_be_visible()
    # What is written meanwhile is found where somebody looks for it already.
    field(laptop).fill("Middlemarch")
    open_book(laptop, "Middlemarch")
    write(laptop, "review", "Slow at first.\n\nThen the lighthouse-keeper's café, which I read twice in a winter.")
    found = phone.get_by_role("listbox", name="In your reviews, notes, quotes and loans").get_by_role("option")
    expect(found).to_have_count(1)
    expect(found.locator("mark")).to_have_text("lighthouse")
    expect(found).to_have_accessible_name(re.compile("Middlemarch.*Review: .*the lighthouse-keeper's café"))
    screenshot(phone, "words")
    found.click()
    expect(phone.locator("[data-testid^='detail.book.']:visible h1")).to_have_text("Middlemarch")
    phone.go_back()
    # By its name it is found once.
    field(phone).fill("middlemarch")
    expect(own_results(phone)).to_have_count(1)
    expect(found).to_have_count(0)


def test_a_list_that_has_nothing_leads_to_where_more_is_looked_through(window, screenshot):
    page = window(WIDE)
    add_classics(page)
    field(page).fill("Middlemarch")
    open_book(page, "Middlemarch")
    write(page, "note", "Borrowed from Ingrid")
    field(page).fill("ingrid")
    expect(rows(page)).to_have_count(0)
    screenshot(page, "nothing")
    page.get_by_test_id("empty.everywhere").locator("visible=true").click()
    expect(field(page)).to_have_value("ingrid")
    found = page.get_by_role("listbox", name="In your reviews, notes, quotes and loans").get_by_role("option")
    expect(found).to_have_accessible_name(re.compile("Middlemarch.*Note: Borrowed from Ingrid"))


def test_a_browser_that_is_not_paired_is_shown_how_to_pair_it_instead_of_trying_again(
    server, window, screenshot
):
    page = window(WIDE, paired=False)
    # The first answer says that it is not paired.
    page.goto(f"{server.origin}/library")
    expect_state(page, "unpaired")
    for path, name in (("/search?q=emma", "search.retry"), ("/feed", "feed.retry"),
                       ("/search/result/emma", "detail.again")):
        page.goto(server.origin + path)
        pair = page.get_by_test_id(f"{name}.pair")
        expect(pair).to_have_attribute("href", "/pair")
        for size in (WIDE, NARROW):
            page.set_viewport_size(size)
            expect(pair).to_be_visible()
            expect(page.get_by_test_id(name)).to_be_hidden()
            expect(page.get_by_role("alertdialog")).to_have_count(0)
            screenshot(page, f"unpaired-{name}-{size['width']}")
            expect_clean(page, f"{path} at {size['width']}")
    page.get_by_test_id("detail.again.pair").click()
    expect(page.get_by_test_id("pair.code")).to_be_visible()


def test_how_many_were_found_is_heard_with_where(window):
    page = window(WIDE)
    add_classics(page)
    listen(page)
    search_for(page, "pride")
    for where in ("In your library", "In the catalogue"):
        said = re.compile(rf"{where}\s*\d+ books?$")
        assert eventually(page, lambda: any(map(said.match, heard(page)))), where
    assert [words for words in heard(page) if re.match(r"\d+ books?$", words)] == []
