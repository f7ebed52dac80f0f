"""How long another device's place takes to be here, over loopback: Continue from the tap to the book
on top (bar: 200 ms), and following from the leader's tap to the follower's paint (bar: 150 ms median)."""

import statistics
import sys
import tempfile
from pathlib import Path

from figures import Figures
from playwright.sync_api import expect

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "Browser"))
from browser import real_chromium
from conftest import NARROW, WIDE
from dogear_server import DogearServer
from reader import add_classics, expect_saved, rows

CONTINUES = 15
MOVES = 40

# Notes the moment of the frame after which a book's heading shows a title; both pages have the wall
# clock of one machine.
WATCH = """() => {
  window.painted = {};
  let seen = "";
  const look = () => {
    const shown = [...document.querySelectorAll("[data-testid^='detail.book.'] h1")]
      .find((node) => node.checkVisibility({ visibilityProperty: true }));
    const text = shown?.textContent;
    if (text && seen !== text) {
      seen = text;
      setTimeout(() => (window.painted[text] = Date.now()), 0); // the frame is painted by then
    }
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}"""

TAP = """(selector) => {
  const moment = Date.now();
  [...document.querySelectorAll(selector)].find((node) => node.checkVisibility()).click();
  return moment;
}"""


figures = Figures("away")


def main():
    with tempfile.TemporaryDirectory() as folder, real_chromium() as browser:
        server = DogearServer(Path(folder) / "data").start()
        source, here = [
            browser.new_context(viewport=size, reduced_motion="reduce").new_page()
            for size in (WIDE, NARROW)
        ]
        for page in (source, here):
            page.goto(server.fresh_link())
        add_classics(source)
        for page in (source, here):
            expect(rows(page).first).to_be_visible()
            expect_saved(page)
            page.evaluate(WATCH)
        add("Continue, tap to book on top", [continued(source, here, n) for n in range(CONTINUES)], 200)
        open_devices(here)
        here.get_by_test_id("scene.follow").click()
        expect(here.get_by_test_id("follow.banner")).to_be_visible()
        add("follow, tap to paint", [followed(source, here, n) for n in range(MOVES)], 150)
        server.stop()
    return figures.finish()


def add(what, milliseconds, limit):
    figures.add(f"{len(milliseconds)} times {what}", statistics.median(milliseconds), "ms", limit)
    figures.add("  the slowest", max(milliseconds), "ms")


def open_devices(page):
    """Opens the popover from the open book, or from the sidebar behind the list."""
    if not page.get_by_test_id("detail.devices").is_visible():
        if page.get_by_test_id("toolbar.back").is_visible():
            page.get_by_test_id("toolbar.back").click()
        page.get_by_test_id("sidebar.devices").click()
    else:
        page.get_by_test_id("detail.devices").click()


def tap_row(page, n):
    """Opens another book than the one before; its title and the moment of the tap."""
    row = rows(page).nth(n % 6)
    identifier = row.get_attribute("data-testid")
    moment = page.evaluate(TAP, f".list [data-testid='{identifier}']")
    detail = page.get_by_test_id(f"detail.book.{identifier.removeprefix('row.')}")
    return detail.locator("h1").inner_text(), moment


def waited(page, title, since):
    page.wait_for_function(
        "([title, since]) => window.painted[title] >= since", arg=[title, since]
    )
    return page.evaluate("(title) => window.painted[title]", title) - since


def continued(source, here, n):
    title, _ = tap_row(source, n)
    open_devices(here)
    expect(here.locator(".window-card:visible")).to_contain_text(title)
    return waited(here, title, here.evaluate(TAP, "[data-testid='scene.continue']"))


def followed(source, here, n):
    title, moment = tap_row(source, n + 1)
    milliseconds = waited(here, title, moment)
    # A person looks at a book for a moment; a second tap at once is joined with the first.
    source.wait_for_timeout(400)
    return milliseconds


sys.exit(main())
