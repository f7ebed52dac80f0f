"""From the list to the book and back (NAVIGATION §4: 1, 2, 9–11, 13)."""

from playwright.sync_api import expect

from catalog import NO_WORKER
from place import (
    book_pane, developed, expect_book, expect_columns, film, filter_status, open_row, title_of,
)
from reader import add_classics, eventually, first_row, rows, rows_in_view, scroll_list
from sizes import NARROW, WIDE

ROW = 72
DETAIL = ".detail-column .layer-detail"


def test_01_02_a_row_slides_in_and_back_finds_its_place(desk, strip):
    """Given narrow All Books, scrolled to row 50, filter To Read; when row 50 is tapped; then
    detail slides in from the right, back top-left naming the list, book title shown, delete
    top-right. When Back; then row 50 at the same offset (±1 px), filter on, nothing selected,
    focus on row 50."""
    page = desk.open(NARROW, motion=True)
    filter_status(page, "toRead")
    scroll_list(page, 49 * ROW + 21)
    row = page.get_by_test_id(rows_in_view(page)[1]["id"])
    before, title, name = rows_in_view(page), title_of(row), row.get_attribute("data-testid")
    assert row.get_attribute("aria-posinset") == "51"
    strip(page, "row-50-of-to-read")

    film(page, DETAIL)
    row.click()
    strip(page, "sliding-in")
    lefts = [frame["left"] for frame in developed(page) if frame["left"] is not None]
    strip(page, "book")
    assert lefts[0] > 200, "it begins at the right"
    assert lefts == sorted(lefts, reverse=True), "it only ever moves to the left"
    assert lefts[-1] == 0
    back = page.get_by_test_id("detail.back")
    expect(back).to_have_accessible_name("Back to All Books")
    assert back.bounding_box()["x"] < 24 and back.bounding_box()["y"] < 24
    expect_book(page, title)
    delete = page.get_by_test_id("detail.delete").bounding_box()
    assert delete["x"] + delete["width"] > NARROW["width"] - 24 and delete["y"] < 24

    back.click()
    expect(book_pane(page)).to_have_count(0)
    strip(page, "back-in-the-list")
    assert rows_in_view(page)[1]["id"] == name
    assert abs(rows_in_view(page)[1]["offset"] - before[1]["offset"]) <= 1
    assert "status=toRead" in page.url
    expect(page.locator("[role='option'][aria-selected='true']")).to_have_count(0)
    expect(page.get_by_test_id(name)).to_be_focused()


def test_09_10_a_click_fills_the_detail_and_another_shelf_empties_it(desk):
    """Given wide; when a row is clicked; then three columns remain, detail fills on the right, no
    back button, no slide. When another shelf is chosen; then list changes, detail shows "Select a
    book", columns unchanged."""
    page = desk.open(WIDE, motion=True)
    columns = ["sidebar", "list", "detail"]
    expect_columns(page, columns)
    film(page, DETAIL)
    open_row(page, 3)
    frames = developed(page)
    assert not any(frame["moves"] for frame in frames)
    lefts = {frame["left"] for frame in frames} - {None}
    assert len(lefts) == 1 and lefts.pop() > 600
    expect_columns(page, columns)
    expect(page.get_by_test_id("detail.back")).to_be_hidden()

    statuses = page.locator(".list:visible .row:visible .row-status")
    assert len(set(statuses.all_inner_texts())) > 1
    page.get_by_test_id("sidebar.status:read").click()
    expect(page.get_by_test_id("list.status:read")).to_be_visible()
    expect(page.get_by_test_id("detail.placeholder")).to_be_visible()
    expect(page.get_by_test_id("detail.placeholder")).to_have_text("Select a book")
    expect(book_pane(page)).to_have_count(0)
    assert set(statuses.all_inner_texts()) == {"Read"}
    expect_columns(page, columns)
    expect(page.get_by_test_id("sidebar.status:read")).to_have_attribute("aria-current", "page")


def test_11_the_keyboard_reads_along_and_one_back_undoes_it(desk):
    """Given wide, keyboard only; when ↓ five times, then F6; then detail followed, focus in detail,
    one browser Back undoes all five."""
    page = desk.open(WIDE)
    length = page.evaluate("() => history.length")
    titles = [title_of(rows(page).nth(number)) for number in range(6)]
    rows(page).first.focus()
    for number in range(1, 6):
        page.keyboard.press("ArrowDown")
        # Slow enough for each to be followed: five selections, one entry.
        expect_book(page, titles[number])
    page.keyboard.press("F6")
    expect(book_pane(page).locator("h1")).to_be_focused()
    assert page.evaluate("() => history.length") == length + 1
    page.go_back()
    expect(page.get_by_test_id("detail.placeholder")).to_be_visible()
    assert page.url.endswith("/library/all")


def test_11_a_quick_f6_still_finds_the_book(desk):
    """F6 right after ↓ does not outrun the detail."""
    page = desk.open(WIDE)
    title = title_of(rows(page).nth(2))
    rows(page).first.focus()
    for key in ["ArrowDown", "ArrowDown", "F6"]:
        page.keyboard.press(key)
    expect_book(page, title)
    expect(book_pane(page).locator("h1")).to_be_focused()


def test_13_nothing_selected_narrows_to_the_list(desk):
    """Given wide, nothing selected; when narrowed; then the list is on top, not the placeholder."""
    page = desk.open(WIDE)
    expect(page.get_by_test_id("detail.placeholder")).to_be_visible()
    scroll_list(page, 30 * ROW)
    before = first_row(page)
    page.set_viewport_size(NARROW)
    expect(page.get_by_test_id("detail.placeholder")).to_be_hidden()
    expect(rows(page).first).to_be_visible()
    assert first_row(page)["id"] == before["id"]
    expect_columns(page, ["list"])


def test_an_empty_list_says_how_books_come_into_it(desk):
    page = desk.open(path="/library/status/paused")
    expect(page.locator(".empty:visible")).to_contain_text("Mark a book “Paused” on its page")
    # Nobody is asked to select what is not there.
    words = page.get_by_test_id("detail.placeholder").locator("p")
    expect(words).to_be_hidden()
    page.get_by_test_id("sidebar.all").click()
    expect(words).to_have_text("Select a book")
    expect(words).to_be_visible()


def test_the_way_back_takes_along_what_was_typed_there(window):
    page = window(WIDE)
    add_classics(page)
    rows(page).nth(2).click()
    field = page.get_by_test_id("toolbar.search").locator("visible=true")
    field.press_sequentially("abc")
    assert eventually(page, lambda: "q=abc" in page.url)
    page.evaluate("() => history.back()")
    assert eventually(page, lambda: "q=" not in page.url)
    expect(rows(page).nth(2)).to_be_focused()
    expect(field).to_have_value("")


def test_what_was_typed_outlives_a_page_whose_server_takes_its_time(window):
    page = window(WIDE, **NO_WORKER)
    add_classics(page)
    held = []
    page.route(lambda url: "/library/all" in url, lambda route: held.append(route))
    field = page.get_by_test_id("toolbar.search").locator("visible=true")
    field.fill("Emma")
    page.evaluate("() => location.reload()")
    # Too late for the page that comes, which was asked for already.
    assert eventually(page, lambda: held and "?q=Emma" in page.url)
    held[0].continue_()
    page.wait_for_function("() => performance.getEntriesByType('navigation')[0].type === 'reload'")
    expect(field).to_have_value("Emma")
    expect(rows(page)).to_have_count(1)
