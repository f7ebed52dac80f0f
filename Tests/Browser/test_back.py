"""The list keeps its place: by the row, never by the pixel or the page."""

import pytest
from playwright.sync_api import expect

from books import goodreads_export, real_books_export
from conftest import NARROW, WIDE
from reader import expect_saved, first_row, import_file, rows, rows_in_view, scroll_list

sizes = pytest.mark.parametrize("size", [WIDE, NARROW], ids=["wide", "narrow"])


@pytest.fixture
def window_with_books(window, server, tmp_path):
    """Opens windows on a library of a thousand books, each with all of them."""
    server.command("import", goodreads_export(tmp_path / "goodreads.csv", 1_000))

    def open_window(size):
        page = window(size)
        expect(page.get_by_test_id("sidebar.all")).to_contain_text("1,000")
        expect_saved(page)
        return page

    return open_window


def leave_and_come_back(page, back):
    before, second, *_ = rows_in_view(page)
    # The first row may be half under the header: open the one below it.
    page.get_by_test_id(second["id"]).click()
    expect(page.locator("[data-testid^='detail.book.']:visible h1")).to_be_visible()
    back(page)
    expect(rows(page).first).to_be_visible()
    after = first_row(page)
    assert after["id"] == before["id"]
    assert abs(after["offset"] - before["offset"]) <= 1


@pytest.mark.parametrize(
    "back",
    [
        lambda page: page.get_by_test_id("detail.back").click(),
        lambda page: page.go_back(),
        lambda page: page.keyboard.press("Escape"),
    ],
    ids=["arrow", "browser", "escape"],
)
def test_back_finds_the_row_five_times_without_drift(window_with_books, back):
    page = window_with_books(NARROW)
    scroll_list(page, 40_033)
    for _ in range(5):
        leave_and_come_back(page, back)


def test_back_keeps_search_filter_and_sort(window_with_books):
    page = window_with_books(NARROW)
    page.get_by_test_id("toolbar.search").locator("visible=true").fill("orchard")
    page.get_by_test_id("toolbar.filter").locator("visible=true").click()
    page.get_by_test_id("popover.filters.status.toRead").click()
    page.get_by_test_id("popover.filters.done").click()
    scroll_list(page, 9_021)
    leave_and_come_back(page, lambda page: page.go_back())
    expect(page.get_by_test_id("toolbar.search").locator("visible=true")).to_have_value("orchard")
    assert "status=toRead" in page.url and "q=orchard" in page.url


@sizes
def test_a_reload_finds_the_row(window_with_books, size):
    page = window_with_books(size)
    scroll_list(page, 30_011)
    before = first_row(page)
    page.reload()
    expect(page.get_by_test_id(before["id"])).to_be_visible()
    after = first_row(page)
    assert after["id"] == before["id"]
    assert abs(after["offset"] - before["offset"]) <= 1


def test_rows_that_come_in_above_move_nothing(window_with_books, server, tmp_path):
    page = window_with_books(WIDE)
    scroll_list(page, 30_011)
    before = first_row(page)
    more = tmp_path / "more.csv"
    goodreads_export(more, 1_050)
    server.command("import", more)
    expect(page.get_by_test_id("sidebar.all")).to_contain_text("1,050")
    after = first_row(page)
    assert after["id"] == before["id"]
    assert abs(after["offset"] - before["offset"]) <= 1


def test_a_resize_and_back_keeps_the_book_and_the_place(window_with_books):
    page = window_with_books(WIDE)
    scroll_list(page, 20_000)
    rows(page).nth(3).click()
    title = page.locator("[data-testid^='detail.book.']:visible h1").inner_text()
    url = page.url
    page.set_viewport_size(NARROW)
    expect(page.locator("body [data-layout='narrow'], body[data-layout='narrow']").first).to_be_attached()
    expect(page.locator("[data-testid^='detail.book.']:visible h1")).to_have_text(title)
    page.set_viewport_size(WIDE)
    expect(page.locator("[data-testid^='detail.book.']:visible h1")).to_have_text(title)
    assert page.url == url


def test_between_phone_and_laptop_the_lists_step_aside(window_with_books):
    page = window_with_books(WIDE)
    expect(page.get_by_test_id("sidebar.all")).to_be_visible()
    page.set_viewport_size({"width": 834, "height": 1112})
    expect(page.get_by_test_id("sidebar.all")).to_be_hidden()
    expect(rows(page).first).to_be_visible()
    page.set_viewport_size(WIDE)
    expect(page.get_by_test_id("sidebar.all")).to_be_visible()


@sizes
def test_deleting_the_open_book_returns_to_the_list_and_can_be_undone(window_with_books, size):
    page = window_with_books(size)
    scroll_list(page, 10_000)
    row = rows(page).nth(2)
    identifier = row.get_attribute("data-testid")
    row.click()
    page.get_by_test_id("detail.delete").click()
    page.get_by_test_id("alert.deleteBook.delete").click()
    expect(page.get_by_test_id(identifier)).to_have_count(0)
    expect(rows(page).first).to_be_visible()
    page.get_by_test_id("toast.action").click()
    expect(page.get_by_test_id(identifier)).to_be_visible()


@sizes
def test_ten_thousand_real_books(window, server, tmp_path, size, screenshot):
    export = real_books_export(tmp_path / "goodreads.csv", 10_000)
    if export is None:
        pytest.skip("the goodbooks-10k data set is not beside the checkout")
    page = window(size)
    import_file(page, export) if size == WIDE else server.command("import", export)
    expect(page.get_by_test_id("sidebar.all")).to_contain_text("10,000", timeout=60_000)
    if size == NARROW:
        expect(rows(page).first).to_be_visible()
    scroll_list(page, 6_000 * 72)
    screenshot(page, f"ten-thousand-{size['width']}")
    if size == NARROW:
        leave_and_come_back(page, lambda page: page.go_back())
