"""Books that the catalogue lacks are found on Open Library, where the server's owner lets it be asked."""

import re

import pytest
from playwright.sync_api import expect

from audit import expect_clean
from barcodes import film
from books import storygraph_export
from browser import launch
from catalog import NO_WORKER, results, search_for
from dogear_server import DogearServer
from open_library import ISBN, UNKNOWN, open_library, server  # noqa: F401  (tests ask for the last two)
from sizes import NARROW

WIDE = {"width": 1440, "height": 900}
sizes = pytest.mark.parametrize("size", [WIDE, NARROW], ids=["wide", "narrow"])
EMMA = "9780141439587"


def far(page):
    """Open Library's rows on screen."""
    return page.get_by_role("listbox", name="On Open Library").locator("[data-testid^='row.']")


def section(page):
    return page.locator(".search-section").filter(has_text="On Open Library").first


@sizes
def test_the_catalogue_is_there_at_once_and_open_library_when_it_comes(
    window, open_library, screenshot, size
):
    page = window(size)
    open_library.how = "slow"
    search_for(page, "emma")
    expect(results(page)).to_have_count(2)
    expect(section(page)).to_contain_text("Looking on Open Library…")
    expect(section(page).locator(".search-bones")).to_be_visible()
    screenshot(page, f"looking-{size['width']}")
    open_library.how = "well"
    open_library.let_go.set()
    expect(far(page)).to_have_count(20)
    expect(section(page)).to_contain_text("45 books")
    expect(section(page).locator(".search-bones")).to_be_hidden()
    expect(far(page).first).to_have_attribute("aria-setsize", "45")
    expect_clean(page, "open library")
    screenshot(page, f"found-{size['width']}")
    assert set(open_library.searches()) == {"emma"}, "each key is no question"


@sizes
def test_a_found_book_is_looked_at_added_and_known_from_then_on(window, open_library, screenshot, size):
    page = window(size)
    search_for(page, "orchard")
    far(page).filter(has_text="The Glass Orchard").click()
    expect(page.locator("[data-testid='detail.result.OL1W']:visible h1")).to_have_text("The Glass Orchard")
    screenshot(page, f"result-{size['width']}")
    page.get_by_test_id("detail.add").click()
    book = page.get_by_test_id("detail.book.openlibrary-OL1W").locator("visible=true")
    expect(book.get_by_role("link", name="Open Library")).to_have_attribute(
        "href", "https://openlibrary.org/works/OL1W"
    )
    screenshot(page, f"added-{size['width']}")
    other = window(size)
    search_for(other, "orchard")
    expect(far(other).filter(has_text="The Glass Orchard")).to_have_attribute(
        "aria-label", re.compile("The Glass Orchard.*In your library$")
    )


@sizes
def test_more_comes_by_scrolling_and_the_row_is_found_again(window, size):
    page = window(size)
    search_for(page, "tidewater")
    expect(far(page)).to_have_count(20)
    far(page).nth(19).scroll_into_view_if_needed()
    expect(far(page)).to_have_count(40)
    row = page.get_by_test_id("row.OL34W")
    row.scroll_into_view_if_needed()
    row.click()
    expect(page.locator("[data-testid='detail.result.OL34W']:visible")).to_be_visible()
    page.reload()
    expect(page.locator("[data-testid='detail.result.OL34W']:visible h1")).to_have_text("Tidewater, part 34")
    if size == NARROW:
        page.get_by_test_id("detail.back").locator("visible=true").click()
    expect(page.get_by_test_id("row.OL34W")).to_be_in_viewport()


@sizes
def test_what_it_cannot_answer_is_told_and_tried_again(window, open_library, screenshot, size):
    page = window(size)
    open_library.how = "broken"
    search_for(page, "emma")
    expect(section(page)).to_contain_text("Open Library cannot be asked now.")
    expect(results(page)).to_have_count(2)
    screenshot(page, f"away-{size['width']}")
    open_library.how = "well"
    page.get_by_test_id("search.openLibrary.retry").click()
    expect(far(page)).to_have_count(20)
    search_for(page, "zzz")
    expect(section(page)).to_contain_text("Open Library has nothing for “zzz”.")
    expect(page.get_by_test_id("search.new")).to_be_visible()
    open_library.how = "busy"
    search_for(page, "dune")
    expect(section(page)).to_contain_text("Open Library asks to wait a while.")
    expect_clean(page, "busy")


@sizes
def test_numbers_are_looked_up_here_first_and_then_there(
    window, server, open_library, screenshot, size
):
    page = window(size)
    search_for(page, "")
    page.get_by_test_id("search.isbns").click()
    sheet = page.get_by_test_id("sheet.isbns")
    sheet.get_by_test_id("isbns.text").fill(f"{EMMA}\n{ISBN}\n{UNKNOWN}")
    sheet.get_by_test_id("isbns.start").click()
    found = sheet.get_by_test_id("isbns.found")
    expect(found).to_contain_text("Emma")
    expect(found).to_contain_text("The Glass Orchard")
    expect(sheet.get_by_test_id("isbns.missing").locator("tbody tr")).to_contain_text(UNKNOWN)
    assert not any(EMMA in path for path in open_library.asked), "what is here is asked nobody"
    expect_clean(page, "numbers")
    screenshot(page, f"numbers-{size['width']}")
    sheet.get_by_test_id("isbns.add").click()
    expect(sheet).to_have_count(0)
    page.goto(f"{server.origin}/library/all/book/openlibrary-OL1M")
    book = page.get_by_test_id("detail.book.openlibrary-OL1M").locator("visible=true")
    for words in ["978-9999900027", "312", "Fen Press", "May 2019", "English", "Glass grows here."]:
        expect(book).to_contain_text(words)
    screenshot(page, f"edition-{size['width']}")
    asked = len(open_library.asked)
    search_for(page, "")
    page.get_by_test_id("search.isbns").click()
    sheet.get_by_test_id("isbns.text").fill(ISBN)
    sheet.get_by_test_id("isbns.start").click()
    expect(sheet.get_by_test_id("isbns.found")).to_contain_text("In your library")
    page.keyboard.press("Escape")
    search_for(page, ISBN)
    expect(page.locator(".search-list")).to_contain_text("The catalogue has nothing for")
    expect(page.get_by_role("heading", name="On Open Library")).to_have_count(0)
    assert len(open_library.asked) == asked, "what the library has is asked nobody"


@pytest.mark.parametrize("title, isbn, hint", [
    ("The Glass Orchard (Tidewater, #1)", "9789999900010", []),
    ("The Glass Orchard", "", ["Perhaps in your library"]),
], ids=["volume", "name"])
def test_a_number_of_another_edition_can_be_added_beside_the_one_here(
    window, server, tmp_path, title, isbn, hint
):
    own = {"Title": title, "Authors": "Mara Quill", "ISBN/UID": isbn, "Read Status": "read"}
    server.command("import", storygraph_export(tmp_path / "own.csv", own))
    page = window(NARROW)
    search_for(page, "")
    page.get_by_test_id("search.isbns").click()
    sheet = page.get_by_test_id("sheet.isbns")
    sheet.get_by_test_id("isbns.text").fill(ISBN)
    sheet.get_by_test_id("isbns.start").click()
    found = sheet.get_by_test_id("isbns.found").locator("li")
    expect(found.locator(".isbn-words")).to_have_text("The Glass OrchardMara Quill")
    expect(found.locator("> .quiet")).to_have_text(hint)
    sheet.get_by_test_id("isbns.add").click()
    expect(sheet).to_have_count(0)
    page.get_by_test_id("tabBar.libraryTab").click()
    expect(page.get_by_test_id("sidebar.all")).to_contain_text("2")


def test_numbers_wait_where_open_library_is_away(window, open_library):
    page = window(NARROW, **NO_WORKER)
    open_library.how = "broken"
    search_for(page, "")
    page.get_by_test_id("search.isbns").click()
    sheet = page.get_by_test_id("sheet.isbns")
    sheet.get_by_test_id("isbns.text").fill(ISBN)
    sheet.get_by_test_id("isbns.start").click()
    expect(sheet.get_by_test_id("isbns.missing")).to_contain_text("Open Library cannot be asked now")
    open_library.how = "well"
    sheet.get_by_test_id("isbns.retry").click()
    expect(sheet.get_by_test_id("isbns.found")).to_contain_text("The Glass Orchard")


def test_a_scanned_book_is_found_there(chromium, server, tmp_path):
    shown = film(tmp_path / "camera.y4m", [ISBN, None])
    browser = launch(
        chromium.browser_type, "--use-fake-ui-for-media-stream",
        "--use-fake-device-for-media-stream", f"--use-file-for-fake-video-capture={shown}",
    )
    page = browser.new_context(viewport=NARROW, permissions=["camera"]).new_page()
    page.goto(server.fresh_link())
    page.get_by_test_id("tabBar.searchTab").click()
    page.get_by_test_id("search.scan").click()
    found = page.get_by_test_id("sheet.scan").get_by_test_id("isbns.found")
    expect(found).to_contain_text("The Glass Orchard")
    browser.close()


def test_who_runs_the_server_is_told_once_how_it_is_turned_on(chromium, tmp_path):
    server = DogearServer(tmp_path / "plain").start()
    page = chromium.new_context(viewport=WIDE).new_page()
    page.goto(server.fresh_link())
    search_for(page, "zzz")
    hint = page.get_by_text("by the setting openLibrary")
    expect(hint).to_be_visible()
    expect(page.get_by_role("heading", name="On Open Library")).to_have_count(0)
    search_for(page, "emma")
    expect(results(page)).to_have_count(2)
    expect(hint).to_be_hidden()
    page.context.close()
    server.stop()
