"""Books that are lent and borrowed: who has them, when they are due, and that they are back."""

import json
import re
from datetime import date, timedelta

from playwright.sync_api import expect

from audit import expect_clean
from reader import (
    add_classics, apart, expect_no_drafts, expect_saved, open_book, open_panel, rows, two_frames,
    two_with, write,
)
from sizes import NARROW, TABLET, WIDE, both_sizes


def sheet(page):
    return page.get_by_test_id("sheet.loan")


def begin(page, way="lent"):
    page.get_by_test_id(f"detail.loans.{way}").locator("visible=true").click()


def fill(page, **fields):
    for name, value in fields.items():
        sheet(page).get_by_test_id(f"loan.{name}").fill(value)


def save(page):
    sheet(page).get_by_test_id("loan.save").click()
    expect(sheet(page)).to_have_count(0)
    expect_saved(page)


def note(page, way="lent", **fields):
    """Notes a loan of the open book."""
    begin(page, way)
    fill(page, **fields)
    save(page)


def loans(page):
    return page.locator("[data-testid='detail.loans']:visible .loan")


def line(page):
    return page.get_by_test_id("detail.loan").locator("visible=true")


def undo(page, name="notice.loan"):
    page.get_by_test_id(name).get_by_role("button", name="Undo").click()


def emma(page):
    return page.locator(".list:visible").get_by_test_id("row.starter-emma")


def day(distance):
    return (date.today() + timedelta(days=distance)).isoformat()


def search(page, title):
    page.get_by_test_id("toolbar.search").locator("visible=true").fill(title)
    open_book(page, title)


def test_a_book_is_lent_on_one_device_and_back_on_another(window):
    laptop, phone = two_with(window, "Middlemarch")
    expect(laptop.get_by_test_id("sidebar.loans")).to_have_count(0)
    begin(laptop)
    expect(sheet(laptop).get_by_test_id("loan.person")).to_be_focused()
    expect(sheet(laptop).get_by_test_id("loan.out")).to_have_value(day(0))
    fill(laptop, out=day(-9), due=day(-10))
    sheet(laptop).get_by_test_id("loan.save").click()
    # All that is wrong is told at once, each at its field.
    expect(sheet(laptop).get_by_test_id("loan.person")).to_be_focused()
    for field, words in (("person", "Write a name."), ("due", "It cannot be due before the day it went.")):
        expect(sheet(laptop).get_by_test_id(f"loan.{field}")).to_have_accessible_description(re.compile(words))
    fill(laptop, person="Ann")
    sheet(laptop).get_by_test_id("loan.save").click()
    expect(sheet(laptop).get_by_text("Write a name.")).to_be_hidden()
    expect(sheet(laptop).get_by_test_id("loan.due")).to_be_focused()
    fill(laptop, due=day(-1))
    save(laptop)
    for page in (laptop, phone):
        expect(line(page)).to_contain_text("Overdue: Lent to Ann")
        expect(loans(page)).to_have_text(re.compile("Lent to Ann, since .*, due .*, overdue"))
        expect(page.get_by_test_id("sidebar.loans")).to_contain_text("1")
    row = rows(laptop).filter(has_text="Middlemarch").first
    expect(row.locator(".row-loan")).to_have_text("Overdue: Lent to Ann")
    expect(row).to_have_accessible_name(re.compile("Middlemarch.*Overdue: Lent to Ann"))

    loans(phone).get_by_role("button", name="It is back: Lent to Ann").click()
    for page in (laptop, phone):
        expect(loans(page)).to_have_text(re.compile("Lent to Ann, .* – "))
        expect(page.get_by_test_id("detail.loan")).to_be_hidden()
    expect(row.locator(".row-loan")).to_be_hidden()
    expect(phone.get_by_test_id("notice.loan")).to_contain_text("“Middlemarch” is back")
    undo(phone)
    for page in (laptop, phone):
        expect(line(page)).to_contain_text("Overdue: Lent to Ann")
    # The one tap at its head; what has had the focus there has left it to the book's name.
    line(laptop).get_by_role("button", name="It is back").press("Enter")
    expect(laptop.get_by_test_id("detail.loan")).to_be_hidden()
    expect(laptop.locator("[data-testid^='detail.book.']:visible h1")).to_be_focused()


def test_a_loan_is_changed_by_two_and_removed(window):
    laptop, phone = two_with(window, "Middlemarch")
    note(laptop, "borrowed", person="Bo", due=day(30))
    expect(line(phone)).to_contain_text("Borrowed from Bo, due")
    change = loans(phone).get_by_role("button", name="Change: Borrowed from Bo")
    change.click()
    expect(sheet(phone).get_by_test_id("loan.direction.borrowed")).to_have_attribute("aria-checked", "true")
    expect(sheet(phone).get_by_label("Given back on")).to_be_visible()
    # What the other has changed meanwhile stays: only what was changed here is said.
    loans(laptop).get_by_role("button", name="Change: ").click()
    fill(laptop, due="")
    save(laptop)
    fill(phone, person="Boris")
    save(phone)
    for page in (laptop, phone):
        expect(line(page).locator("span")).to_have_text("Borrowed from Boris")
        expect(page.get_by_test_id("sidebar.conflicts")).not_to_have_attribute("data-alert", "")
    loans(laptop).get_by_role("button", name="Change: ").click()
    loans(phone).get_by_role("button", name="Remove: ").click()
    expect(loans(laptop)).to_have_count(0)
    undo(phone)
    expect(loans(laptop)).to_have_count(1)
    loans(phone).get_by_role("button", name="Remove: ").click()
    expect(loans(laptop)).to_have_count(0)
    fill(laptop, person="Boris B.")
    save(laptop)
    expect(laptop.get_by_test_id("notice.loan")).to_contain_text("It is there again")
    expect(line(phone)).to_contain_text("Borrowed from Boris B.")
    # Whoever is known is proposed.
    begin(phone)
    proposed = sheet(phone).locator("datalist option")
    expect(proposed).to_have_count(1)
    expect(proposed).to_have_attribute("value", "Boris B.")


def test_what_was_begun_is_gone_on_with_and_given_up_by_its_own_button(window):
    page = window(WIDE)
    add_classics(page)
    search(page, "Emma")
    begin(page)
    fill(page, person="An")
    page.keyboard.press("Escape")
    expect(sheet(page)).to_have_count(0)
    page.get_by_test_id("notice.draftKept").get_by_role("button").click()
    expect(sheet(page).get_by_test_id("loan.person")).to_have_value("An")
    page.get_by_test_id("sheet.loan.close").click()
    expect(page.get_by_test_id("notice.draftKept")).to_have_count(0)
    expect(loans(page)).to_have_count(0)


@both_sizes
def test_what_was_begun_outlives_its_page(window, size):
    page = window(size)
    add_classics(page)
    search(page, "Emma")
    begin(page)
    fill(page, person="An")
    sheet(page).get_by_test_id("loan.direction.borrowed").click()
    page.reload()
    begin(page, "borrowed")  # of which nothing was begun
    expect(sheet(page).get_by_test_id("loan.person")).to_have_value("")
    page.keyboard.press("Escape")
    begin(page)
    expect(sheet(page).get_by_test_id("loan.person")).to_have_value("An")
    expect(sheet(page).get_by_test_id("loan.direction.borrowed")).to_have_attribute("aria-checked", "true")
    page.keyboard.press("Escape")
    page.get_by_test_id("notice.draftKept").get_by_role("button").click()
    save(page)
    expect(line(page)).to_contain_text("Borrowed from An")
    expect_no_drafts(page)
    # A change is made on what it was begun with, and given up by the sheet's own button.
    for name in ("Anna", "Anne"):
        loans(page).get_by_role("button", name="Change: ").click()
        fill(page, person=name)
        page.reload()
        loans(page).get_by_role("button", name="Change: ").click()
        expect(sheet(page).get_by_test_id("loan.person")).to_have_value(name)
        if name == "Anna":
            save(page)
    page.get_by_test_id("sheet.loan.close").click()
    expect_no_drafts(page)


def test_a_book_that_is_joined_while_somebody_lends_it_is_the_one_that_it_is_now(window):
    laptop, phone = two_with(window, "Middlemarch")
    begin(phone)
    fill(phone, person="Ann")
    laptop.get_by_test_id("detail.same").click()
    laptop.get_by_test_id("same.search").fill("Emma")
    laptop.get_by_test_id("same.starter-emma").click()
    laptop.get_by_test_id("join.stays.starter-emma").check()
    laptop.get_by_test_id("join.act").click()
    expect_saved(laptop)
    expect(phone.get_by_test_id("detail.book.starter-emma")).to_be_attached()
    save(phone)
    expect(line(laptop)).to_contain_text("Lent to Ann")


def test_a_name_as_long_as_it_can_be_stays_on_its_page(window, screenshot):
    page = window(WIDE)
    add_classics(page)
    search(page, "Emma")
    note(page, person="A" * 200)
    for size in (WIDE, NARROW):
        page.set_viewport_size(size)
        two_frames(page)
        for node in (loans(page).locator(".loan-words"), page.locator(".detail-scroll:visible")):
            assert node.evaluate("(node) => node.scrollWidth <= node.clientWidth"), size
        screenshot(page, f"long-{size['width']}")


def library_of_loans(page):
    """One book overdue, one lent, one borrowed, one back again."""
    add_classics(page)
    for title, way, fields in [
        ("Emma", "lent", {"person": "Ann", "out": "2024-03", "due": "2024-05-03"}),
        ("Dracula", "lent", {"person": "Ann", "out": day(-3)}),
        ("Middlemarch", "borrowed", {"person": "Bartholomew Featherstonehaugh", "due": day(200)}),
        ("Ulysses", "lent", {"person": "Cy", "out": "2023"}),
    ]:
        search(page, title)
        note(page, way, **fields)
    line(page).get_by_role("button", name="It is back").click()
    expect_saved(page)
    page.get_by_test_id("toolbar.search").locator("visible=true").fill("")


def test_all_loans_stand_on_one_page(window, screenshot):
    """In every width, light and dark."""
    page = window(WIDE)
    library_of_loans(page)
    for size in ({"width": 1440, "height": 900}, TABLET, NARROW):
        page.set_viewport_size(size)
        two_frames(page)
        if size == TABLET:
            page.get_by_test_id("toolbar.sidebar").locator("visible=true").click()
        open_panel(page, "loans")
        expect_page_of_loans(page, size, screenshot)


def expect_page_of_loans(page, size, screenshot):
    def look(name, where):
        for scheme in ("light", "dark"):
            page.emulate_media(color_scheme=scheme)
            screenshot(page, f"{name}-{size['width']}-{scheme}")
            expect_clean(page, f"{where}, {size['width']}, {scheme}")

    page_of = page.get_by_test_id("sheet.loans")
    expect(page_of.get_by_test_id("loans.lead")).to_have_text("Ann has 2 of your books")
    for group, title in {"overdue": "Emma", "lent": "Dracula", "borrowed": "Middlemarch"}.items():
        items = page_of.get_by_test_id(f"loans.{group}").get_by_role("listitem")
        expect(items).to_contain_text(title)
        # A line parts two of them; below the last it would part it from nothing.
        expect(items.last).to_have_css("border-bottom-width", "0px")
    back = page_of.get_by_test_id("loans.back")
    expect(back.get_by_role("link", name="Ulysses", include_hidden=True)).to_be_hidden()
    look("page", "loans")
    back.locator("summary").click()
    expect(back.get_by_role("link", name="Ulysses", include_hidden=True)).to_be_visible()
    look("page-unfolded", "loans, unfolded")
    # Each leads to its book.
    page_of.get_by_role("link", name="Emma").click()
    title = page.locator("[data-testid^='detail.book.']:visible h1")
    expect(title).to_have_text("Emma")
    expect(title).to_be_focused()
    expect(page.get_by_test_id("notice.loan")).to_have_count(0)
    loans(page).scroll_into_view_if_needed()
    look("part", "a book that is lent")
    begin(page)
    look("form", "lending")
    page.get_by_test_id("sheet.loan.close").click()


@both_sizes
def test_a_row_says_it_in_every_look_of_the_list(window, screenshot, size):
    page = window(size)
    add_classics(page)
    search(page, "Emma")
    note(page, person="Ann", out="2024", due="2024-05")
    search_field = page.get_by_test_id("toolbar.search").locator("visible=true")
    if size == NARROW:
        page.get_by_test_id("detail.back").locator("visible=true").click()
    search_field.fill("em")
    loan = emma(page).locator(".row-loan")
    # A row has room for it, beside all that it says.
    emma(page).focus()
    page.keyboard.press("4")
    expect(emma(page).locator(".row-status")).to_have_text("Read")
    expect(loan).to_have_text("Overdue: Lent to Ann")
    screenshot(page, f"rows-{size['width']}")
    page.evaluate("() => document.documentElement.dataset.density = 'compact'")
    expect(loan).to_be_visible()
    screenshot(page, f"compact-{size['width']}")
    page.get_by_test_id("toolbar.mode").locator("visible=true").click()
    expect(loan).to_be_visible()
    cover, words = (emma(page).locator(part).bounding_box()
                    for part in (".row-cover", ".row-loan"))
    assert cover["y"] < words["y"] < words["y"] + words["height"] <= cover["y"] + cover["height"] + 1
    screenshot(page, f"covers-{size['width']}")
    expect_clean(page, "covers with a book that is lent")


def test_a_long_loan_is_cut_in_a_row_and_the_status_beside_it_is_not(window):
    page = window(NARROW)
    add_classics(page)
    search(page, "Emma")
    note(page, person="Maximiliana Featherstonehaugh of the library", out="2024", due="2024-05")
    page.get_by_test_id("detail.back").locator("visible=true").click()
    emma(page).focus()
    page.keyboard.press("4")
    expect(emma(page).locator(".row-status")).to_have_text("Read")
    cut = """(node) => {
      const words = document.createRange();
      words.selectNodeContents(node);
      return words.getBoundingClientRect().right - node.getBoundingClientRect().right > 0.05;
    }"""
    assert [emma(page).locator(part).evaluate(cut) for part in (".row-status", ".row-loan")] == [False, True]


def test_many_books_are_lent_at_once_and_by_name(window):
    laptop, phone = window(WIDE), window(NARROW)
    add_classics(laptop)
    search(laptop, "Emma")
    note(laptop, person="Ann")
    laptop.get_by_test_id("toolbar.search").locator("visible=true").fill("em")
    expect(emma(laptop)).to_be_visible()
    count = rows(laptop).count()
    assert count > 2
    rows(laptop).first.click()
    laptop.keyboard.press("x")
    laptop.keyboard.press("Control+a")
    laptop.get_by_test_id("selection.lend").click()
    expect(sheet(laptop)).to_contain_text(f"{count} books")
    fill(laptop, person="ann")
    save(laptop)
    # One of them she has already.
    expect(laptop.get_by_test_id("notice.loan")).to_contain_text(f"{count - 1} books: Lent to ann")
    expect(phone.get_by_test_id("sidebar.loans")).to_contain_text(str(count))
    undo(laptop)
    expect(phone.get_by_test_id("sidebar.loans")).to_have_text(re.compile("[^0-9]1$"))
    laptop.keyboard.press("Escape")

    # By the palette, about the book at hand.
    search(laptop, "Dracula")
    laptop.keyboard.press("Control+k")
    laptop.get_by_test_id("palette.input").fill("lend")
    laptop.get_by_test_id("palette.lend").click()
    fill(laptop, person="Cy")
    save(laptop)
    laptop.keyboard.press("Control+k")
    laptop.get_by_test_id("palette.input").fill("it is back")
    laptop.keyboard.press("Enter")
    expect(laptop.get_by_test_id("notice.loan")).to_contain_text("“Dracula” is back")
    laptop.keyboard.press("Control+k")
    laptop.get_by_test_id("palette.input").fill("lent and")
    laptop.get_by_test_id("palette.loans").click()
    expect(laptop.get_by_test_id("sheet.loans")).to_contain_text("Ann has 1 of your books")
    # What is done about one goes on with the next, and at last with the page's name.
    laptop.get_by_role("button", name="It is back: Emma").press("Enter")
    expect(laptop.get_by_test_id("loans.lent")).to_be_hidden()
    expect(laptop.get_by_test_id("sheet.loans").get_by_role("heading", level=2)).to_be_focused()


def test_who_has_a_book_is_found_by_a_search(window):
    page = window(WIDE)
    add_classics(page)
    search(page, "Emma")
    note(page, person="Annette Quimby")
    page.get_by_test_id("tabBar.searchTab").click()
    page.get_by_test_id("toolbar.search").locator("visible=true").fill("quimby")
    found = page.get_by_role("listbox", name="In your reviews, notes, quotes and loans").get_by_role("option")
    expect(found).to_have_count(1)
    expect(found).to_have_accessible_name(re.compile("Emma.*Lent or borrowed: Annette Quimby"))
    found.click()
    expect(line(page)).to_contain_text("Lent to Annette Quimby")


def test_history_tells_of_a_loan_and_gives_back_what_it_said(window, screenshot):
    laptop, phone = two_with(window, "Middlemarch")
    note(laptop, person="Ann", out="2024-03")
    write(laptop, "review", "Patient.")
    expect_saved(laptop)
    laptop.get_by_test_id("detail.history").click()
    history = laptop.get_by_test_id("sheet.history")
    entries = history.get_by_test_id("history.loan")
    expect(entries).to_have_count(1)
    expect(entries).to_contain_text("Lent to Ann, since March 2024")
    # What comes while it is read stands there at once.
    loans(phone).get_by_role("button", name="It is back").click()
    expect(entries).to_have_count(2)
    expect(entries.first).to_contain_text("Day it came back: Lent to Ann")
    expect(entries.first).to_contain_text("Linux phone")
    history.get_by_test_id("history.filter").select_option("Lent and borrowed")
    expect(history.get_by_test_id("history.review")).to_have_count(0)
    screenshot(laptop, "history")
    expect_clean(laptop, "history with loans")
    entries.first.get_by_test_id("history.restore").click()
    expect(line(phone)).to_contain_text("Lent to Ann")
    expect(entries).to_have_count(3)
    loans(phone).get_by_role("button", name="Remove: ").click()
    expect(entries.first).to_contain_text("Removed: Lent to Ann")
    expect(entries.get_by_test_id("history.restore")).to_have_count(0)


def test_two_versions_of_a_loan_are_told_in_words(server, window, screenshot):
    laptop, phone = two_with(window, "Middlemarch")
    note(laptop, person="Ann")
    expect(loans(phone)).to_have_count(1)

    def act():
        for page, due in ((laptop, "2030-05-03"), (phone, "2030-06")):
            loans(page).get_by_role("button", name="Change: ").click()
            fill(page, due=due)
            sheet(page).get_by_test_id("loan.save").click()
            expect(line(page)).to_contain_text("2030")

    apart(server, (laptop, phone), act)
    open_panel(laptop, "conflicts")
    card = laptop.locator("article.conflict")
    expect(card.get_by_role("heading")).to_have_text("Middlemarch")
    expect(card.locator(".conflict-field")).to_have_text("Due back: Lent to Ann")
    values = card.locator(".version-value")
    expect(values).to_have_count(2)
    assert sorted(values.all_text_contents()) == ["June 2030", "May 3, 2030"]
    screenshot(laptop, "conflict")
    kept = card.locator(".version").filter(has_text="June 2030")
    kept.get_by_role("button").click()
    for page in (laptop, phone):
        expect(line(page)).to_contain_text("due June 2030")


def test_offline_it_is_noted_and_goes_with_its_book(server, window):
    laptop, phone = two_with(window, "Middlemarch")

    def act():
        begin(laptop)
        fill(laptop, person="Ann")
        sheet(laptop).get_by_test_id("loan.save").click()
        expect(line(laptop)).to_contain_text("Lent to Ann")
        # It is drawn first, and said once the device has it.
        expect(laptop.get_by_test_id("notice.loan")).to_contain_text("Lent to Ann")
        laptop.reload()
        expect(line(laptop)).to_contain_text("Lent to Ann")

    apart(server, (laptop, phone), act)
    expect(line(phone)).to_contain_text("Lent to Ann")
    expect(phone.get_by_test_id("sidebar.loans")).to_have_count(1)
    # In Trash nobody has it; restored, it is as it was.
    laptop.get_by_test_id("detail.delete").click()
    laptop.get_by_test_id("alert.deleteBook.delete").click()
    for page in (laptop, phone):
        expect(page.get_by_test_id("sidebar.loans")).to_have_count(0)
    open_panel(laptop, "trash")
    laptop.locator("[data-testid^='trash.'][data-testid$='.restore']").click()
    laptop.get_by_test_id("sheet.trash.close").click()
    expect(phone.get_by_test_id("sidebar.loans")).to_have_count(1)
    expect(rows(laptop).filter(has_text="Middlemarch").locator(".row-loan")).to_have_text("Lent to Ann")
    # And it is in the file that the library leaves as.
    open_panel(laptop, "import")
    with laptop.expect_download() as download:
        laptop.get_by_test_id("export.json").click()
    everything = json.loads(download.value.path().read_text())
    [loan] = [entity for entity in everything["entities"] if entity["e"] == "loan"]
    assert loan["set"]["person"] == "Ann" and loan["set"]["out"] == day(0)


def test_on_paper_a_book_says_who_has_it(window, screenshot):
    page = window(WIDE)
    add_classics(page)
    search(page, "Emma")
    page.emulate_media(media="print", reduced_motion="reduce")
    expect(page.get_by_test_id("detail.loans")).to_be_hidden()
    page.emulate_media(media="screen", reduced_motion="reduce")
    note(page, person="Ann", out="2024-03")
    page.emulate_media(media="print", reduced_motion="reduce")
    expect(loans(page).locator("visible=true")).to_have_text(re.compile("Lent to Ann, since March 2024"))
    expect(page.locator("[data-testid='detail.loans'] button:visible, .book-loan button:visible")).to_have_count(0)
    screenshot(page, "paper")
