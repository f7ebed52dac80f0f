"""What a browser reads before the first list stands there, and after it."""

import pytest
from playwright.sync_api import expect

from audit import expect_clean
from catalog import NO_WORKER
from place import book_pane
from reader import add_classics, held_back, open_panel, rows
from sizes import NARROW, WIDE

sizes = pytest.mark.parametrize("size", [WIDE, NARROW], ids=["wide", "narrow"])

# Bytes of the files, compressed as they are sent, that come before the rest of the client is asked
# for: the budget of the shell (INTERFACE.md), never raised.
FIRST_BYTES_MAX = 150_000
# One sheet, one script, an icon, and what a browser asks for of its own accord.
FIRST_FILES_MAX = 6

READ = """() => {
  const files = performance.getEntriesByType("resource")
    .filter(({ name }) => !new URL(name).pathname.startsWith("/v1/"))
    .map(({ name, startTime, encodedBodySize }) =>
      ({ path: new URL(name).pathname, at: startTime, bytes: encodedBodySize }));
  const rest = files.find(({ path }) => path === "/views/rest.js");
  return files.map((file) => ({ ...file, isFirst: file.at < rest.at }));
}"""

# Fails after every import that was under way before it.
FAILED_ONCE_MORE = """() => import("/views/rest.js").then(
  () => { throw new Error("The rest has come."); },
  () => {},
)"""


def no_cache(page):
    session = page.context.new_cdp_session(page)
    session.send("Network.enable")
    session.send("Network.setCacheDisabled", {"cacheDisabled": True})


def test_the_first_list_needs_a_part_of_the_client_only(window, server):
    page = window(WIDE, **NO_WORKER)
    no_cache(page)
    page.goto(server.origin + "/library/all")
    expect(page.get_by_test_id("empty.starter")).to_be_visible()
    page.wait_for_load_state("networkidle")
    files = page.evaluate(READ)
    first = sum(file["bytes"] for file in files if file["isFirst"])
    count = sum(file["isFirst"] for file in files)
    total = sum(file["bytes"] for file in files)
    print(f"{first:,} bytes in {count} files first, {total:,} bytes in {len(files)} files in all")
    assert 0 < first < FIRST_BYTES_MAX
    assert count < FIRST_FILES_MAX
    # What is in a pack is never asked for beside it: it would be there, and run, twice.
    scripts = {file["path"] for file in files if file["path"].endswith(".js")}
    assert scripts <= {"/app.js", "/views/rest.js", "/sw.js", "/shell-files.js"}


@sizes
def test_what_cannot_be_read_says_so_and_is_read_when_asked_again(window, server, screenshot, size):
    page = window(size, **NO_WORKER)
    add_classics(page)
    no_cache(page)
    page.route("**/views/rest.js*", lambda route: route.abort())
    page.goto(server.origin + "/library/all")
    rows(page).nth(2).click()
    failure = page.get_by_test_id("detail.pending").locator("visible=true")
    expect(failure).to_contain_text("could not be read")
    expect(page.get_by_test_id("notice.rest")).to_be_visible()
    expect_clean(page, "part of the client is missing")
    screenshot(page, f"failed-{size['width']}")
    # Asked again, but still away: an outline while it is asked for, then the sentence.
    held = []
    page.unroute("**/views/rest.js*")
    page.route("**/views/rest.js*", lambda route: held.append(route))
    page.get_by_test_id("rest.retry").locator("visible=true").click()
    expect(page.get_by_test_id("detail.skeleton").locator("visible=true")).to_be_visible()
    expect(page.get_by_test_id("detail.pending").locator("visible=true")).to_be_focused()
    expect(page.get_by_test_id("rest.retry").locator("visible=true")).to_have_count(0)
    with page.expect_event("requestfailed", lambda request: "/views/rest.js" in request.url):
        held_back(page, held).abort()
    page.unroute("**/views/rest.js*")
    page.route("**/views/rest.js*", lambda route: route.abort())
    page.evaluate(FAILED_ONCE_MORE)
    expect(failure).to_contain_text("could not be read")
    page.unroute("**/views/rest.js*")
    page.get_by_test_id("rest.retry").locator("visible=true").click()
    expect(book_pane(page)).to_be_visible()
    expect(failure).to_have_count(0)


@sizes
def test_what_is_wanted_before_it_is_read_comes_when_it_is(window, server, size):
    page = window(size, **NO_WORKER)
    add_classics(page)
    no_cache(page)
    held = []
    page.route("**/views/rest.js*", lambda route: held.append(route))
    page.goto(server.origin + "/library/all")
    title = rows(page).nth(1).locator(".row-title").inner_text()
    rows(page).nth(1).click()
    expect(page.get_by_test_id("detail.skeleton").locator("visible=true")).to_be_visible()
    held_back(page, held).continue_()
    expect(book_pane(page).locator("h1")).to_have_text(title)
    if size == NARROW:
        expect(book_pane(page).locator("h1")).to_be_focused()


def test_a_tab_that_is_wanted_before_it_is_read_comes_when_it_is(window, server):
    page = window(NARROW, **NO_WORKER)
    no_cache(page)
    held = []
    page.route("**/views/rest.js*", lambda route: held.append(route))
    page.goto(server.origin + "/library/all")
    for tab in ["feed", "search", "settings"]:
        page.get_by_test_id(f"tabBar.{tab}Tab").click()
        expect(page.get_by_test_id(f"list.{tab}.pending").locator("visible=true")).to_be_visible()
    held_back(page, held).continue_()
    for tab in ["settings", "feed", "search"]:
        page.get_by_test_id(f"tabBar.{tab}Tab").click()
        expect(page.get_by_test_id(f"list.{tab}").locator("visible=true")).to_be_visible()


def test_a_sheet_that_is_wanted_early_opens_when_it_is_read(window, server):
    page = window(WIDE, **NO_WORKER)
    add_classics(page)
    no_cache(page)
    held = []
    page.route("**/views/rest.js*", lambda route: held.append(route))
    page.goto(server.origin + "/library/all")
    page.get_by_test_id("toolbar.sort").locator("visible=true").click()
    expect(page.get_by_test_id("popover.sort")).to_have_count(0)
    held_back(page, held).continue_()
    expect(page.get_by_test_id("popover.sort")).to_be_visible()
    page.keyboard.press("Escape")
    open_panel(page, "trash")
    expect(page.get_by_test_id("sheet.trash")).to_be_visible()


# Whether a file that is dropped beside everything would be kept from taking the window's place.
REFUSES_FILES = """() => {
  const dataTransfer = new DataTransfer();
  dataTransfer.items.add(new File(["x"], "x.txt"));
  const over = new DragEvent("dragover", { bubbles: true, cancelable: true, dataTransfer });
  return !document.body.dispatchEvent(over);
}"""


def test_a_window_that_opens_with_a_sheet_says_that_it_cannot_be_read(window, server):
    page = window(WIDE, **NO_WORKER)
    add_classics(page)
    no_cache(page)
    page.get_by_test_id("toolbar.new").locator("visible=true").click()
    sheet = page.get_by_test_id("sheet.newBook")
    expect(sheet).to_be_visible()
    page.route("**/views/rest.js*", lambda route: route.abort())
    page.reload()
    failure = page.get_by_test_id("notice.rest")
    expect(failure).to_be_visible()
    expect(sheet).to_have_count(0)
    page.unroute("**/views/rest.js*")
    failure.get_by_role("button").first.click()
    expect(sheet).to_be_visible()
    # Nothing is left out because it came late.
    assert page.evaluate(REFUSES_FILES)


def test_a_sign_of_life_stands_there_until_something_else_does(window, server):
    page = window(NARROW, paired=False)
    page.route("**/app.js", lambda route: None)
    page.goto(server.fresh_link(), wait_until="commit")
    sign = page.locator(".beginning")
    expect(sign).to_have_css("position", "fixed")
    expect(sign).to_have_css("opacity", "1")
    page.unroute("**/app.js")  # which lets go of what was held
    expect(page.get_by_test_id("sidebar.all")).to_be_attached()
    expect(sign).to_be_hidden()
