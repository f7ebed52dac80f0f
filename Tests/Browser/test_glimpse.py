"""What a window shows of the library before it has read it: what was seen of it last, and only as
long as that is true."""

import pytest
from playwright.sync_api import expect

from books import goodreads_export
from desk import serving_books
from place import book_pane, expect_remembered, filter_status, nav_state, open_row, search_field, title_of
from reader import (
    edit_title, expect_saved, expect_state, first_row, open_book, pause, rows, rows_in_view,
    scroll_list,
)
from sizes import NARROW, WIDE

COUNT = 2_000
FAR = 60 * 72 + 33

sizes = pytest.mark.parametrize("size", [WIDE, NARROW], ids=["wide", "narrow"])

# A page reads the library once it knows whether it leads: here, not before `letRead` is called.
HOLD = """(() => {
  if (window.letRead) return;
  const request = LockManager.prototype.request;
  const reading = new Promise((resolve) => (window.letRead = resolve));
  LockManager.prototype.request = function (name, ...rest) {
    if (!name.startsWith("dogear-leader")) return request.call(this, name, ...rest);
    return reading.then(() => request.call(this, name, ...rest));
  };
})();"""

# As if the window had gone before it came to remember anything else.
REMEMBER_NO_MORE = """() => {
  const { put } = IDBObjectStore.prototype;
  IDBObjectStore.prototype.put = function (...record) {
    return record[1] === "glimpse" ? this.get("glimpse") : put.apply(this, record);
  };
}"""


@pytest.fixture(scope="module")
def library(tmp_path_factory):
    with serving_books(tmp_path_factory.mktemp("two-thousand"), COUNT) as server:
        yield server


def reopened(page):
    """The page opens again, and does not come to read the library."""
    page.add_init_script(HOLD)
    page.reload()
    expect(page.locator(".shell")).to_be_visible()


def read(page, state="saved"):
    """Lets it read, and waits until everything is there."""
    page.evaluate("() => window.letRead()")
    expect_state(page, state)


def reopened_empty(page, path, state="saved"):
    """The same, where nothing is remembered of what it shows: it waits for the library."""
    page.add_init_script(HOLD)
    page.goto(page.evaluate("() => location.origin") + path)
    # What is remembered stands there with the first frames: so long after them nothing comes any more.
    pause(page, 500)
    expect(rows(page)).to_have_count(0)
    read(page, state)


def sidebar(page):
    return page.locator(".sidebar-scroll").evaluate("(node) => node.innerText")


@sizes
def test_what_was_seen_last_stands_there_before_the_library_is_read_and_stays(desk, size):
    page = desk.open()
    open_row(page)
    page.get_by_test_id("detail.delete").click()
    page.get_by_test_id("alert.deleteBook.delete").click()
    expect(page.get_by_test_id("sidebar.trash")).to_contain_text("1" if size == WIDE else "2")
    expect_saved(page)
    page.close()
    page = desk.open(size)
    expect(rows(page).first).to_be_visible()
    expect_remembered(page)
    before = rows_in_view(page)
    words = sidebar(page)
    count = page.locator(".list-header:visible .pane-count").inner_text()
    reopened(page)
    assert rows_in_view(page) == before
    assert sidebar(page) == words
    expect(page.locator(".list-header:visible .pane-count")).to_have_text(count)
    # The rows that stand there are the ones that stay: nothing is drawn twice.
    page.evaluate("() => (window.first = document.querySelector('.list [data-testid]'))")
    read(page)
    assert rows_in_view(page) == before
    assert page.evaluate("() => window.first.isConnected && window.first.dataset.testid !== ''")
    scroll_list(page, FAR)
    assert rows_in_view(page) != before


@sizes
def test_a_list_in_the_middle_is_where_it_was_to_the_pixel(desk, size):
    page = desk.open(size)
    expect(rows(page).first).to_be_visible()
    scroll_list(page, FAR)
    nav_state(page)
    expect_remembered(page)
    before = first_row(page)
    for look in (reopened, read):
        look(page)
        after = first_row(page)
        assert after["id"] == before["id"]
        assert abs(after["offset"] - before["offset"]) <= 1


def test_rows_that_are_not_remembered_are_empty_until_they_are_read(desk):
    page = desk.open()
    expect_remembered(page)
    reopened(page)
    scroll_list(page, 1_000 * 72)
    blank = page.locator(".list:visible .row:not([hidden])")
    expect(blank.first).to_be_visible()
    assert set(blank.locator(".row-title").all_inner_texts()) == {""}
    expect(rows(page)).to_have_count(0)
    box = page.locator(".list:visible").bounding_box()
    page.mouse.click(box["x"] + 100, box["y"] + 100)
    read(page)
    expect(rows(page).first).to_be_visible()
    assert page.locator(".list:visible").evaluate("(list) => list.scrollTop") == 1_000 * 72
    expect(page.get_by_test_id("detail.placeholder")).to_be_visible()


@sizes
def test_a_tap_opens_the_book_that_was_shown(desk, size):
    page = desk.open(size)
    expect_remembered(page)
    reopened(page)
    title = title_of(rows(page).nth(3))
    rows(page).nth(3).click()
    expect(book_pane(page)).to_have_count(0)
    read(page)
    expect(book_pane(page).locator("h1")).to_have_text(title)
    if size == NARROW:
        expect(book_pane(page).locator("h1")).to_be_focused()


def test_a_library_that_cannot_be_read_leaves_no_window_that_does_not_answer(desk):
    page = desk.open()
    expect_remembered(page)
    page.add_init_script("""window.BroadcastChannel = class {
      constructor() { throw new Error("No word from other tabs."); }
    };""")
    with page.expect_event("pageerror"):
        page.reload()
    expect(page.locator("body")).to_have_text("Dogear could not start: No word from other tabs.")
    assert desk.problems == ["exception: No word from other tabs."]
    desk.problems.clear()


def test_what_is_typed_meanwhile_searches_all_books(desk):
    page = desk.open()
    scroll_list(page, 1_500 * 72)
    title = title_of(rows(page).nth(6))
    scroll_list(page, 0)
    expect_remembered(page)
    reopened(page)
    search_field(page).fill(title)
    read(page)
    expect(rows(page).first.locator(".row-title")).to_have_text(title)
    expect(search_field(page)).to_have_value(title)


def test_keys_act_on_books_only_when_they_are_read(desk):
    page = desk.open()
    expect_remembered(page)
    reopened(page)
    rows(page).nth(2).focus()
    page.keyboard.press("End")
    page.keyboard.press("Delete")
    read(page)
    assert first_row(page)["offset"] >= 0
    assert page.locator(".list:visible").evaluate("(list) => list.scrollTop") == 0
    expect(page.get_by_test_id("alert.deleteBook")).to_have_count(0)


@sizes
def test_a_list_that_is_chosen_meanwhile_is_drawn_when_it_is_read(desk, size):
    page = desk.open(size)
    expect_remembered(page)
    before = rows_in_view(page)
    if size == NARROW:
        page.get_by_test_id("toolbar.back").click()
        nav_state(page)
    reopened(page)
    reading = page.get_by_test_id("sidebar.status:reading")
    count = int(reading.locator(".sidebar-count").inner_text())
    reading.click()
    page.set_viewport_size({**size, "width": size["width"] + 8})
    # As long as the list would take to be drawn for another width.
    pause(page, 300)
    if size == WIDE:
        assert rows_in_view(page) == before
    read(page)
    expect(page.get_by_test_id("list.status:reading")).to_be_visible()
    if size == NARROW:
        expect(page.locator(".list-header:visible .pane-title")).to_be_focused()
    expect(page.locator(".list-header:visible .pane-count")).to_contain_text(str(count))


def test_another_list_than_the_remembered_one_waits_for_the_library(desk):
    page = desk.open()
    expect_remembered(page)
    reopened_empty(page, "/library/status/read")
    expect(rows(page).first).to_be_visible()


def test_a_filtered_list_is_remembered_as_it_is_filtered(desk):
    page = desk.open()
    expect(rows(page).first).to_be_visible()
    count = page.locator(".list-header:visible .pane-count")
    every = count.inner_text()
    # Not those that are read: the first of all books are.
    filter_status(page, "toRead")
    expect(count).not_to_have_text(every)
    expect_remembered(page)
    before = rows_in_view(page)
    reopened(page)
    assert rows_in_view(page) == before
    read(page)
    assert rows_in_view(page) == before


def test_what_was_edited_a_moment_ago_is_never_shown_as_it_was(desk):
    page = desk.open()
    expect_remembered(page)
    page.evaluate(REMEMBER_NO_MORE)
    former = title_of(rows(page).first)
    open_book(page, former)
    edit_title(page, "Written a moment ago")
    page.goto(desk.server.origin + "/styles/tokens.css")
    page.add_init_script(HOLD)
    page.goto(desk.server.origin + "/library/all")
    pause(page, 500)  # as in `reopened_empty`
    expect(rows(page).filter(has_text=former)).to_have_count(0)
    read(page)
    expect(rows(page).filter(has_text="Written a moment ago")).to_have_count(1)


def test_it_is_there_without_the_server_as_well(window, server):
    page = window()
    server.command("import", goodreads_export(server.data.parent / "books.csv", 50))
    expect(rows(page).first).to_be_visible()
    page.wait_for_function("() => navigator.serviceWorker.controller !== null")
    expect_saved(page)
    expect_remembered(page)
    server.stop()
    reopened(page)
    expect(rows(page).first).to_be_visible()
    read(page, "offline")
    server.start()


def test_nothing_is_remembered_of_a_library_this_browser_was_taken_from(window, server):
    page = window()
    server.command("import", goodreads_export(server.data.parent / "books.csv", 50))
    expect(rows(page).first).to_be_visible()
    expect_remembered(page)
    device = server.command("device", "list").split()[0]
    server.command("device", "revoke", device)
    expect_state(page, "unpaired")
    scroll_list(page, 200)
    nav_state(page)
    reopened_empty(page, "/library/all", "unpaired")
    expect(rows(page).first).to_be_visible()
    reopened_empty(page, "/library/all", "unpaired")


def test_a_row_says_before_the_library_is_read_who_has_its_book(desk):
    page = desk.open()
    open_row(page)
    page.get_by_test_id("detail.loans.lent").click()
    page.get_by_test_id("loan.person").fill("Ann")
    page.get_by_test_id("loan.save").click()
    expect(rows(page).first.locator(".row-loan")).to_have_text("Lent to Ann")
    expect_saved(page)
    page.close()
    page = desk.open()
    expect(rows(page).first).to_be_visible()
    expect_remembered(page)
    reopened(page)
    expect(rows(page).first.locator(".row-loan")).to_have_text("Lent to Ann")
    expect(page.get_by_test_id("sidebar.loans")).to_contain_text("1")
    read(page)
