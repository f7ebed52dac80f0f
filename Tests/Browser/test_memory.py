"""What a person has left is let go: a window that is open for days keeps no node that nobody can see."""

from playwright.sync_api import expect

from place import open_row

REMEMBER = """(selector) => {
  window.left = [...document.querySelectorAll(selector)].map((node) => new WeakRef(node));
  return window.left.length;
}"""


def expect_let_go(page):
    """The browser takes away at once what nothing holds any more."""
    page.mouse.move(0, 0)
    tools = page.context.new_cdp_session(page)
    for _ in range(20):
        tools.send("HeapProfiler.collectGarbage")
        kept = page.evaluate("window.left.filter((node) => node.deref()).length")
        if kept == 0:
            break
        page.wait_for_timeout(50)
    assert kept == 0


def test_books_that_lay_below_another_list_are_let_go(desk):
    page = desk.open()
    open_row(page, 1)
    page.locator(".person:visible").first.click()
    expect(page.locator(".layer-detail")).to_have_count(2)
    assert page.evaluate(REMEMBER, ".layer-detail") == 2
    page.get_by_test_id("sidebar.all").click()
    expect(page.locator(".layer-detail")).to_have_count(0)
    open_row(page, 2)
    expect_let_go(page)


def test_read_throughs_of_a_book_are_let_go_with_it(desk):
    page = desk.open()
    open_row(page, 3)
    page.get_by_test_id("detail.addReading").locator("visible=true").click()
    form = page.locator(".book-readings form:visible")
    form.get_by_role("button", name="Save").click()
    expect(page.locator(".reading:visible").first).to_be_visible()
    assert page.evaluate(REMEMBER, ".reading") > 0
    open_row(page, 4)
    open_row(page, 5)
    expect_let_go(page)


def test_a_notice_is_let_go_though_its_deed_can_still_be_undone(desk):
    page = desk.open()
    open_row(page, 6)
    page.get_by_test_id("detail.status.reading").locator("visible=true").click()
    first = page.get_by_test_id("notice.status")
    expect(first).to_be_visible()
    assert page.evaluate(REMEMBER, "[data-testid='notice.status']") == 1
    page.get_by_test_id("detail.status.paused").locator("visible=true").click()
    expect(first).to_contain_text("Paused")
    expect_let_go(page)
