"""The README's first session, as a newcomer has it."""

import re

import pytest
from playwright.sync_api import expect

from books import bookwyrm_export, goodreads_export, storygraph_export
from conftest import NARROW, WIDE
from place import book_pane
from reader import (
    add_classics, edit_title, expect_saved, open_book, open_panel, rows, take_starter_library,
)


def test_the_printed_link_leads_to_a_library_to_look_at(server, window, screenshot):
    page = window(paired=False)
    page.goto(server.first_link)
    expect(page.get_by_test_id("empty.starter")).to_be_visible()
    screenshot(page, "empty")
    take_starter_library(page)
    expect(page.get_by_test_id("sidebar.all")).to_contain_text(re.compile(r"\d{3}"))
    screenshot(page, "classics-wide")


def test_a_link_works_once_and_says_so(server, window):
    first = window(paired=False)
    first.goto(server.first_link)
    expect(first.get_by_test_id("empty.starter")).to_be_visible()
    second = window(paired=False)
    second.goto(server.first_link)
    expect(second.get_by_test_id("pair.error")).to_be_visible()
    second.goto(server.origin + "/library")
    expect(second.locator("body")).to_contain_text(re.compile("pair", re.I))


def bring_in(page, export, **counts):
    """Imports a file of which so much is said before."""
    open_panel(page, "import")
    page.get_by_test_id("import.file").set_input_files(export)
    for name, count in counts.items():
        expect(page.get_by_test_id(f"import.count.{name}")).to_have_text(str(count))
    page.get_by_test_id("import.start").click()
    expect(page.get_by_test_id("import.start")).to_be_hidden()
    page.get_by_test_id("sheet.import.close").click()


@pytest.mark.parametrize("size", [WIDE, NARROW], ids=["wide", "narrow"])
def test_a_goodreads_export_comes_in_once(window, tmp_path, size, screenshot):
    page = window(size)
    export = goodreads_export(tmp_path / "goodreads.csv", 120)
    page.get_by_test_id("empty.import").click()
    page.get_by_test_id("import.file").set_input_files(export)
    expect(page.get_by_test_id("import.count.added")).to_contain_text("120")
    told = page.locator(".counts dt").all_inner_texts()
    assert told == ["New", "Updated", "Already there", "To look at", "Not readable"]
    page.get_by_test_id("import.start").click()
    expect(page.get_by_test_id("import.start")).to_be_hidden()
    screenshot(page, f"imported-{size['width']}")
    page.get_by_test_id("sheet.import.close").click()
    expect(rows(page).first).to_be_visible()

    # The same file once more: nothing to do, and the page says so.
    open_panel(page, "import")
    page.get_by_test_id("import.file").set_input_files(export)
    expect(page.get_by_test_id("import.count.unchanged")).to_contain_text("120")
    expect(page.get_by_test_id("import.start")).to_be_disabled()


def test_of_a_long_report_what_could_not_be_read_is_told_first_and_how_much_is_left(window, tmp_path):
    page = window(WIDE)
    table = tmp_path / "mine.csv"
    odd = [f"Book {number},Author {number},no number" for number in range(60)]
    table.write_text("\n".join(["Title,Author,ISBN", *odd, ",Nobody,", ""]))
    open_panel(page, "import")
    page.get_by_test_id("import.file").set_input_files(table)
    told = page.locator(".import-rows li")
    expect(told.first).to_contain_text("The row has no title.")
    expect(told.nth(1)).to_contain_text("Row 2 Book 0")
    expect(told).to_have_count(51)
    expect(told.last).to_have_text("11 more in the report")


def test_what_storygraph_knows_is_added_to_the_books_of_goodreads(window, tmp_path, screenshot):
    page = window(WIDE)
    bring_in(page, goodreads_export(tmp_path / "goodreads.csv", 3), added=3)
    title = "The Glass Orchard 00002"
    bring_in(page, storygraph_export(
        tmp_path / "storygraph.csv",
        {"Title": title, "Authors": "Mara C. Quill", "Read Status": "read", "Read Count": 2,
         "Dates Read": "2024/06/01, 2023/04/02-2023/05/14", "Star Rating": 4.25, "Tags": "beach"},
        {"Title": "Fen", "Authors": "Ada Fenn", "Read Status": "to-read"},
    ), added=1, updated=1)
    open_book(page, title)
    expect(page.locator(".reading:visible")).to_have_count(2)
    expect(book_pane(page)).to_contain_text("beach")
    expect(page.locator(".reading:visible").last).to_contain_text("April 2, 2023 – May 14, 2023")
    screenshot(page, "storygraph")


def test_a_book_that_may_be_one_of_them_comes_in_beside_it(window, tmp_path):
    page = window(WIDE)
    book = {"author_text": "Mara Quill", "shelf": "read", "shelf_name": "Read"}
    one = bookwyrm_export(tmp_path / "one.csv", {"title": "The Glass Orchard"} | book)
    bring_in(page, one, added=1)
    # Nothing of this one is new for certain.
    other = bookwyrm_export(tmp_path / "other.csv", {"title": "The Grass Orchard"} | book)
    bring_in(page, other, added=0, review=1)
    expect(rows(page)).to_have_count(2)


def test_an_edit_in_one_browser_shows_in_the_other(window, screenshot):
    laptop, phone = window(WIDE), window(NARROW)
    add_classics(laptop)
    expect(rows(phone).first).to_be_visible()
    for page in (laptop, phone):
        page.get_by_test_id("toolbar.search").locator("visible=true").fill("moby")
        open_book(page, "Moby")
    edit_title(laptop, "Moby-Dick, or the Whale of Nantucket")
    heading = phone.locator("[data-testid^='detail.book.']:visible h1")
    expect(heading).to_have_text("Moby-Dick, or the Whale of Nantucket")
    expect_saved(laptop)
    screenshot(laptop, "book-wide")
    screenshot(phone, "book-narrow")
