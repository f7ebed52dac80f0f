"""What a reader does, in the words of the interface's identifiers."""

from playwright.sync_api import expect

from sizes import NARROW, WIDE


def rows(page):
    """The books on screen: a long list keeps only these in the page."""
    return page.locator(".list:visible [data-testid^='row.']")


def add_classics(page):
    """Takes the starter library that an empty library offers."""
    page.get_by_test_id("empty.starter").click()
    page.get_by_test_id("starter.add").click()
    # The books come before the sheet goes, and under it nothing can be used.
    expect(page.get_by_test_id("sheet.starter")).to_have_count(0)
    expect(rows(page).first).to_be_visible()


def open_panel(page, name):
    """Opens a panel from the sidebar, which stands beside the list or, narrow, before it."""
    item = page.get_by_test_id(f"sidebar.{name}")
    for step in ("detail.back", "toolbar.back"):
        back = page.get_by_test_id(step)
        if not item.is_visible() and back.is_visible():
            back.click()
    item.click()


def seen(locator):
    """The text of an element as eyes read it: without what is there for screen readers alone."""
    return locator.evaluate(
        """(element) => {
          const copy = element.cloneNode(true);
          for (const spoken of copy.querySelectorAll(".visually-hidden")) spoken.remove();
          return copy.textContent;
        }"""
    )


def open_book(page, title):
    rows(page).filter(has_text=title).first.click()
    expect(page.locator("[data-testid^='detail.book.']:visible h1")).to_contain_text(title)


def two_with(window, title):
    """A laptop and a phone that both have the same book of the classics open."""
    laptop, phone = window(WIDE), window(NARROW)
    add_classics(laptop)
    expect(rows(phone).first).to_be_visible()
    for page in (laptop, phone):
        expect_saved(page)
        page.get_by_test_id("toolbar.search").locator("visible=true").fill(title)
        open_book(page, title)
    return laptop, phone


def edit_title(page, title):
    """Opens the editor of the open book, writes the title and saves."""
    page.get_by_test_id("detail.edit").click()
    page.get_by_test_id("field.title").fill(title)
    page.get_by_test_id("sheet.editBook.save").click()
    expect(page.get_by_test_id("sheet.editBook")).to_be_hidden()


def write(page, field, words):
    """Writes the review or the note of the open book, and leaves it."""
    area = page.get_by_test_id(f"detail.{field}").locator("visible=true")
    area.fill(words)
    area.blur()


def review(page):
    return page.get_by_test_id("detail.review").locator("visible=true")


def apart(server, pages, act):
    """Lets people act on each page while the server is gone, and the pages meet again."""
    for page in pages:
        # The whole client is on the device, not only what the first list needs.
        page.wait_for_function("() => navigator.serviceWorker.controller !== null")
    server.stop()
    for page in pages:
        expect_state(page, "offline")
    act()
    server.start()
    for page in pages:
        expect_saved(page)


def expect_saved(page):
    expect(page.get_by_test_id("sync.state").first).to_have_attribute("data-state", "saved")


def expect_no_drafts(page):
    """What was written in place is the library's, which a box says a while after the last key."""
    page.wait_for_function("() => localStorage.getItem('dogear.texts') === '[]'")


def expect_state(page, state):
    expect(page.get_by_test_id("sync.state").first).to_have_attribute("data-state", state)


def rows_in_view(page):
    """The rows in view from the top, each with its identifier and its distance from the list's top."""
    return page.evaluate(
        """() => {
          const list = [...document.querySelectorAll(".list")].find((node) => node.offsetParent);
          const { top, bottom } = list.getBoundingClientRect();
          return [...list.querySelectorAll("[data-testid^='row.']")]
            .map((node) => ({ id: node.dataset.testid, box: node.getBoundingClientRect() }))
            .filter(({ box }) => box.bottom > top + 1 && box.bottom <= bottom)
            .sort((a, b) => a.box.top - b.box.top)
            .map(({ id, box }) => ({ id, offset: box.top - top }));
        }"""
    )


def first_row(page):
    return rows_in_view(page)[0]


def scroll_list(page, pixels):
    page.evaluate(
        """(pixels) => {
          const list = [...document.querySelectorAll(".list")].find((node) => node.offsetParent);
          list.scrollTop = pixels;
        }""",
        pixels,
    )
    # The list has painted the rows of the new place by then.
    two_frames(page)


def two_frames(page):
    page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
