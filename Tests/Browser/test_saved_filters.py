"""Filters that are saved as shelves: they hold what meets them, on every device."""

from playwright.sync_api import expect

from audit import expect_clean
from books import goodreads_export
from reader import expect_saved, rows
from sizes import WIDE, both_sizes


def filters(page):
    page.get_by_test_id("toolbar.filter").locator("visible=true").click()
    expect(page.get_by_test_id("popover.filters")).to_be_visible()


def save_as(page, name):
    page.get_by_test_id("popover.filters.name").fill(name)
    page.get_by_test_id("popover.filters.new").click()
    expect(page.get_by_test_id("popover.filters")).to_have_count(0)


def shelf(page, name):
    return page.locator("a[data-testid^='sidebar.shelf:']", has_text=name)


def expect_title(page, name):
    expect(page.locator(".pane-title:visible")).to_have_text(name)


def expect_count(page, words):
    expect(page.locator(".pane-count:visible")).to_have_text(words)


@both_sizes
def test_a_saved_filter_is_a_shelf_that_fills_itself(server, window, tmp_path, screenshot, size):
    server.command("import", goodreads_export(tmp_path / "thirty.csv", 30))
    page, other = window(size), window(WIDE)
    for each in (page, other):
        expect(rows(each).first).to_be_visible()
    filters(page)
    expect(page.get_by_test_id("popover.filters.new")).to_be_hidden()
    page.get_by_test_id("popover.filters.status.read").click()
    page.get_by_test_id("popover.filters.new").scroll_into_view_if_needed()
    screenshot(page, f"{size['width']}")
    expect_clean(page, "saving a filter")
    save_as(page, "Done")
    expect_title(page, "Done")
    expect_count(page, "10 books")
    expect_saved(page)
    # It is a place of its own, on the other device too.
    expect(shelf(other, "Done")).to_contain_text("10")
    shelf(other, "Done").click()
    expect_count(other, "10 books")
    assert "/library/shelf/" in other.url
    # Whatever meets it no more leaves.
    rows(other).first.focus()
    other.keyboard.press("1")
    for each in (page, other):
        expect_count(each, "9 books")
    expect(shelf(other, "Done")).to_contain_text("9")
    other.reload()
    expect_title(other, "Done")
    expect_count(other, "9 books")


def test_nothing_is_put_on_it_by_hand(server, window, tmp_path):
    server.command("import", goodreads_export(tmp_path / "thirty.csv", 30))
    page = window(WIDE)
    expect(rows(page).first).to_be_visible()
    filters(page)
    page.get_by_test_id("popover.filters.status.read").click()
    save_as(page, "Done")
    expect_title(page, "Done")
    page.get_by_test_id("toolbar.sort").locator("visible=true").click()
    expect(page.get_by_test_id("popover.sort.by.title")).to_be_visible()
    expect(page.get_by_test_id("popover.sort.by.position")).to_have_count(0)
    page.keyboard.press("Escape")
    rows(page).first.click()
    page.get_by_role("button", name="Choose shelves").locator("visible=true").click()
    sheet = page.get_by_test_id("sheet.addToShelf")
    expect(sheet.get_by_role("group").get_by_role("button")).to_have_text(["cosy"])
    page.keyboard.press("Escape")
    # Whoever brings in a shelf of that name has one beside it.
    export = (tmp_path / "thirty.csv").read_text().replace("cosy", "Done")
    (tmp_path / "again.csv").write_text(export.replace("7100", "7200"))
    server.command("import", tmp_path / "again.csv")
    expect(shelf(page, "Done")).to_have_count(2)


def test_its_filter_is_changed_under_its_name(server, window, tmp_path):
    server.command("import", goodreads_export(tmp_path / "thirty.csv", 30))
    page = window(WIDE)
    expect(rows(page).first).to_be_visible()
    search = page.get_by_test_id("toolbar.search").locator("visible=true")
    search.fill("00007")
    filters(page)
    save_as(page, "Mine")
    expect_title(page, "Mine")
    expect_count(page, "1 book")
    shelf(page, "Mine").click(button="right")
    page.get_by_test_id("popover.shelf.filter").click()
    expect(page.get_by_test_id("popover.filters")).to_be_visible()
    expect_title(page, "All Books")
    page.get_by_test_id("popover.filters.done").click()
    expect(search).to_have_value("00007")
    search.fill("0001")
    filters(page)
    save_as(page, "mine")
    expect_title(page, "Mine")
    expect(shelf(page, "Mine")).to_have_count(1)
    expect_count(page, "10 books")


SLOW_DISK = """() => {
  const own = Object.getOwnPropertyDescriptor(IDBTransaction.prototype, "oncomplete");
  const held = new Promise((release) => (window.release = release));
  Object.defineProperty(IDBTransaction.prototype, "oncomplete", {
    configurable: true,
    set(told) {
      own.set.call(this, (event) => void held.then(() => told.call(this, event)));
    },
  });
}"""


def test_whoever_has_gone_on_while_the_disk_took_its_time_is_not_called_back(server, window, tmp_path):
    server.command("import", goodreads_export(tmp_path / "thirty.csv", 30))
    page = window(WIDE)
    expect(rows(page).first).to_be_visible()
    filters(page)
    page.get_by_test_id("popover.filters.status.read").click()
    page.evaluate(SLOW_DISK)
    page.get_by_test_id("popover.filters.name").fill("Done")
    page.get_by_test_id("popover.filters.new").click()
    expect(shelf(page, "Done")).to_be_visible()
    page.get_by_test_id("popover.filters.done").click()
    rows(page).first.click()
    page.get_by_test_id("detail.edit").click()
    page.get_by_test_id("field.title").fill("Another title")
    before = page.url
    page.evaluate("() => release()")
    expect_saved(page)
    expect(page.get_by_test_id("field.title")).to_have_value("Another title")
    assert page.url == before
