"""The list keeps its place among 10,000 books: by the row, never by the pixel or the page (BOOKS §6,
"Acceptance tests for Back")."""

import pytest
from playwright.sync_api import expect

from books import goodreads_export
from desk import serving_books
from place import book_pane, expect_book, title_of
from reader import first_row, rows, rows_in_view, scroll_list
from sizes import NARROW

LAPTOP = {"width": 1440, "height": 900}
COUNT = 10_000
ROW = 72
SIX_THOUSAND = 6_000 * ROW + 33

sizes = pytest.mark.parametrize("size", [LAPTOP, NARROW], ids=["1440", "390"])

WAYS_BACK = {
    "arrow": lambda page: page.get_by_test_id("detail.back").click(),
    "browser": lambda page: page.go_back(),
    "swipe": lambda page: page.evaluate("() => history.back()"),
    "escape": lambda page: page.keyboard.press("Escape"),
}


@pytest.fixture(scope="module")
def library(tmp_path_factory):
    with serving_books(tmp_path_factory.mktemp("ten-thousand"), COUNT) as server:
        yield server


@pytest.fixture
def at_six_thousand(desk):
    def open_window(size, path="/library/all", pixels=SIX_THOUSAND, **options):
        page = desk.open(size, path, **options)
        expect(rows(page).first).to_be_visible()
        scroll_list(page, pixels)
        return page

    return open_window


def expect_place(page, before):
    """The first row in view is the same, at the same offset: ±1 px."""
    expect(rows(page).first).to_be_visible()
    after = first_row(page)
    assert after["id"] == before["id"]
    assert abs(after["offset"] - before["offset"]) <= 1


def open_second(page):
    """Opens the second row in view: the first may be half under the header."""
    row = page.get_by_test_id(rows_in_view(page)[1]["id"])
    title = title_of(row)
    row.click()
    expect_book(page, title)
    return row


def expect_closed(page):
    expect(book_pane(page)).to_have_count(0)


def test_back_finds_row_6000_five_times_without_drift(at_six_thousand):
    """Narrow: five times there and back by each way that leads back."""
    page = at_six_thousand(NARROW)
    before = first_row(page)
    assert 6_000 <= int(page.get_by_test_id(before["id"]).get_attribute("aria-posinset")) <= 6_002
    for way, go_back in WAYS_BACK.items():
        for _ in range(5):
            row = open_second(page)
            go_back(page)
            expect_closed(page)
            expect_place(page, before)
            expect(row, way).to_be_focused()


def test_a_wide_list_stays_where_it_is(at_six_thousand, screenshot):
    """Wide: opening, leaving by the browser's Back and Escape move nothing in the list."""
    page = at_six_thousand(LAPTOP)
    screenshot(page, "ten-thousand")
    before = first_row(page)
    for _ in range(5):
        row = open_second(page)
        expect_place(page, before)
        page.keyboard.press("F6")
        page.keyboard.press("Escape")
        expect(row).to_be_focused()
        page.go_back()
        expect(page.get_by_test_id("detail.placeholder")).to_be_visible()
        expect_place(page, before)


def test_a_list_that_glides_while_another_is_chosen_is_found_where_it_was(at_six_thousand):
    page = at_six_thousand(LAPTOP)
    page.evaluate(
        """(pixels) => new Promise((done) => {
          const list = [...document.querySelectorAll(".list")].find((node) => node.offsetParent);
          list.addEventListener("scroll", () => {
            document.querySelector("[data-testid='sidebar.status:toRead']").click();
            done();
          }, { once: true });
          list.scrollTop = pixels;
        })""",
        3_000 * ROW + 33,
    )
    expect(page.get_by_test_id("list.status:toRead")).to_be_visible()
    page.get_by_test_id("sidebar.all").click()
    expect(page.get_by_test_id("list.all")).to_be_visible()
    expect(rows(page).first).to_be_visible()
    place = page.get_by_test_id(first_row(page)["id"]).get_attribute("aria-posinset")
    assert 3_000 <= int(place) <= 3_002


@sizes
def test_back_keeps_search_filter_and_sort(at_six_thousand, size):
    """The same with search, filter and sort active."""
    query = "q=the&status=toRead&sort=title"
    page = at_six_thousand(size, f"/library/all?{query}", pixels=500 * ROW + 21)
    before = first_row(page)
    assert int(page.get_by_test_id(before["id"]).get_attribute("aria-posinset")) > 400
    for _ in range(2):
        open_second(page)
        page.go_back()
        expect_closed(page)
        expect_place(page, before)
    expect(page.get_by_test_id("toolbar.search").locator("visible=true")).to_have_value("the")
    page.wait_for_url(f"**/library/all?{query}")


@sizes
def test_back_after_deleting_the_open_book(at_six_thousand, size):
    """The row is gone; the one that was below it stands in its place."""
    page = at_six_thousand(size)
    first, _, third, *_ = rows_in_view(page)
    row = open_second(page)
    name = row.get_attribute("data-testid")
    page.get_by_test_id("detail.delete").click()
    page.get_by_test_id("alert.deleteBook.delete").click()
    expect(page.get_by_test_id(name)).to_have_count(0)
    expect_closed(page)
    expect_place(page, first)
    assert rows_in_view(page)[1]["id"] == third["id"]
    page.get_by_test_id("toast.action").click()
    expect(page.get_by_test_id(name)).to_be_visible()
    expect_place(page, first)


@sizes
def test_back_after_editing_the_sort_field(at_six_thousand, size):
    """Filed elsewhere now, the book is found where it went: the row holds the view."""
    page = at_six_thousand(size, "/library/all?sort=title", pixels=6_000 * ROW)
    row = open_second(page)
    name, offset = row.get_attribute("data-testid"), rows_in_view(page)[1]["offset"]
    page.get_by_test_id("detail.edit").click()
    old = page.get_by_test_id("field.title").input_value()
    page.get_by_test_id("field.title").fill(f"Aa {old} {size['width']}")
    page.get_by_test_id("sheet.editBook.save").click()
    expect_book(page, f"Aa {old} {size['width']}")
    if size == NARROW:
        page.get_by_test_id("detail.back").click()
        expect_closed(page)
        expect(page.get_by_test_id(name)).to_be_focused()
    expect(page.get_by_test_id(name)).to_be_visible()
    assert int(page.get_by_test_id(name).get_attribute("aria-posinset")) < 1_500
    found = next(one for one in rows_in_view(page) if one["id"] == name)
    assert abs(found["offset"] - offset) <= ROW


@sizes
def test_back_after_a_reload(at_six_thousand, size):
    """A reload finds the row, and so does Back after a reload at the book."""
    page = at_six_thousand(size)
    before = first_row(page)
    page.reload()
    expect_place(page, before)
    open_second(page)
    page.reload()
    expect(book_pane(page)).to_be_visible()
    page.go_back()
    expect_closed(page)
    expect_place(page, before)


@sizes
def test_back_after_a_rotation(at_six_thousand, size):
    """Turned while the book is open, and turned back: the list is where it was."""
    page = at_six_thousand(size)
    before = first_row(page)
    open_second(page)
    for turned in [{"width": size["height"], "height": size["width"]}, size]:
        page.set_viewport_size(turned)
        expect(book_pane(page)).to_be_visible()
    page.go_back()
    expect_closed(page)
    expect_place(page, before)


def test_back_after_50_rows_came_in_above(at_six_thousand, desk, tmp_path):
    """Another client inserts 50 rows above while the book is open, at both widths."""
    pages = [at_six_thousand(size, "/library/all?sort=title") for size in (LAPTOP, NARROW)]
    before = [first_row(page) for page in pages]
    places = [
        int(page.get_by_test_id(row["id"]).get_attribute("aria-posinset"))
        for page, row in zip(pages, before)
    ]
    total = pages[0].get_by_test_id("sidebar.all").text_content()
    for page in pages:
        open_second(page)
    more = goodreads_export(tmp_path / "more.csv", 50, first=90_000, title="Aardvark")
    desk.server.command("import", more)
    for page, row, place in zip(pages, before, places):
        expect(page.get_by_test_id("sidebar.all")).not_to_have_text(total)
        page.go_back()
        expect_closed(page)
        expect_place(page, row)
        expect(page.get_by_test_id(row["id"])).to_have_attribute("aria-posinset", str(place + 50))


WAYS_TO_CLEAR = {
    "button": lambda page: page.get_by_role("button", name="Clear search").locator("visible=true").click(),
    "escape": lambda page: page.keyboard.press("Escape"),
    "typing": lambda page: [page.keyboard.press("Backspace") for _ in "the"],
}


@sizes
def test_a_search_that_is_cleared_gives_the_list_back_where_it_was(at_six_thousand, size):
    page = at_six_thousand(size)
    before = first_row(page)
    search = page.get_by_test_id("toolbar.search").locator("visible=true")
    for way, clear in WAYS_TO_CLEAR.items():
        search.click()
        page.keyboard.type("the", delay=20)
        expect(page.get_by_test_id(before["id"])).to_have_count(0)
        scroll_list(page, 500)
        search.focus()
        clear(page)
        expect(page.get_by_test_id(before["id"]), way).to_be_visible()
        expect_place(page, before)
        expect(search, way).to_be_focused()
