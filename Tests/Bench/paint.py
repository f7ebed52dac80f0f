"""How long an edit in one browser takes to be painted in another, over loopback."""

import statistics
import sys
import tempfile
from pathlib import Path

from figures import Figures
from playwright.sync_api import expect

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "Browser"))
from browser import real_chromium
from dogear_server import DogearServer
from reader import add_classics, expect_saved, open_book, rows

EDITS = 40

# The reader notes the moment of the frame that shows the new title; the writer the moment of its
# edit. Both are wall clocks of one machine.
WATCH = """() => {
  const heading = document.querySelector("[data-testid^='detail.book.'] h1");
  window.painted = {};
  new MutationObserver(() => {
    const text = heading.textContent;
    requestAnimationFrame(() => setTimeout(() => (window.painted[text] ??= Date.now()), 0));
  }).observe(heading, { childList: true, characterData: true, subtree: true });
}"""


def main():
    with tempfile.TemporaryDirectory() as folder, real_chromium() as browser:
        server = DogearServer(Path(folder) / "data").start()
        pages = [browser.new_context().new_page() for _ in range(2)]
        for page in pages:
            page.goto(server.fresh_link())
        writer, reader = pages
        add_classics(writer)
        for page in pages:
            expect(rows(page).first).to_be_visible()
            page.get_by_test_id("toolbar.search").locator("visible=true").fill("middlemarch")
            open_book(page, "Middlemarch")
        reader.evaluate(WATCH)
        milliseconds = sorted(edit_to_paint(writer, reader, f"Title {n}") for n in range(EDITS))
        expect_saved(writer)
        server.stop()
    figures = Figures("paint")
    figures.add(f"{EDITS} edits to paint in another browser", statistics.median(milliseconds), "ms")
    figures.add("  the slowest", milliseconds[-1], "ms")
    return figures.finish()


def edit_to_paint(writer, reader, title):
    writer.get_by_test_id("detail.edit").click()
    writer.get_by_test_id("field.title").fill(title)
    edited = writer.evaluate(
        """() => {
          const moment = Date.now();
          document.querySelector("[data-testid='sheet.editBook.save']").click();
          return moment;
        }"""
    )
    reader.wait_for_function("(title) => window.painted[title] !== undefined", arg=title)
    painted = reader.evaluate("(title) => window.painted[title]", title)
    expect(writer.get_by_test_id("sheet.editBook")).to_be_hidden()
    return painted - edited


sys.exit(main())
