"""What a reader does, in the words of the interface's identifiers."""

import time
from pathlib import Path

from playwright.sync_api import expect

from sizes import NARROW, WIDE

# How long anything may take that is expected: a slow machine that has much to do answers late now and then.
# Nothing takes so long that goes well.
PATIENCE_SECONDS = 60

# As `dogear export` writes it of the starter library, of which this is a part.
CLASSICS = Path(__file__).parent / "classics.json"


def rows(page):
    """The books on screen: a long list keeps only these in the page."""
    return page.locator(".list:visible [data-testid^='row.']")


def take_starter_library(page):
    """Takes the starter library that an empty library offers."""
    page.get_by_test_id("empty.starter").click()
    page.get_by_test_id("starter.add").click()
    # The books come before the sheet goes, and under it nothing can be used.
    expect(page.get_by_test_id("sheet.starter")).to_have_count(0)
    expect(rows(page).first).to_be_visible()


def add_classics(page):
    """Brings a few books of the starter library into an empty one: all six hundred cost more than most
    tests do with one."""
    expect(page.get_by_test_id("empty.starter")).to_be_visible()
    status = page.evaluate(
        """async (body) => {
          const answer = await fetch("/v1/import?name=classics.json", { method: "POST", body });
          return answer.status;
        }""",
        CLASSICS.read_text(encoding="utf-8"),
    )
    assert status == 200
    expect(rows(page).first).to_be_visible()
    # With all of them, and of the client.
    expect_saved(page)


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
        # Else it asks for the server again after about as long as it was away.
        page.evaluate("dispatchEvent(new Event('online'))")
        expect_saved(page)


def expect_saved(page):
    expect_state(page, "saved")


def expect_no_drafts(page):
    """What was written in place is the library's, which a box says a while after the last key."""
    page.wait_for_function("() => localStorage.getItem('dogear.texts') === '[]'")


def expect_state(page, state):
    """Waits until the state of the sync is said to be that, of all that was done before."""
    # An edit is drawn with the next frame: until then the word is the one from before it.
    page.wait_for_function("() => new Promise((done) => requestAnimationFrame(() => done(true)))")
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


def pause(page, *milliseconds):
    """Lets time pass by the page's own clock, by one piece of it after the other.

    A page's timers go off in the order of their times: what waited there for less is done by then,
    however busy the machine is.
    """
    for piece in milliseconds:
        page.evaluate("(piece) => new Promise((done) => setTimeout(done, piece))", piece)


def eventually(page, holds):
    """Whether something comes true of which no element tells."""
    end = time.monotonic() + PATIENCE_SECONDS
    while not holds():
        if time.monotonic() > end:
            return False
        page.wait_for_timeout(20)
    return True


def held_back(page, held):
    """The request that a route holds back in `held`, which it does a moment after it is made."""
    assert eventually(page, lambda: held), "nothing was asked for"
    return held.pop(0)
