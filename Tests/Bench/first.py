"""How long a window takes from its start to the first painted rows of 10,000 books, all from what is
on the device: the shell from the service worker, the books from the replica (bar: 300 ms)."""

import statistics
import sys
import tempfile
from pathlib import Path

from figures import Figures
from playwright.sync_api import expect

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "Browser"))
from books import goodreads_export
from browser import real_chromium
from desk import serve_library
from place import expect_remembered
from reader import expect_saved, rows

BOOKS = 10_000
STARTS = 9
# INTERFACE, budgets.
ROWS_MILLISECONDS_MAX = 300

# When the script of the first list was read: what comes before is the browser's, what comes after ours.
READ = """() => performance.getEntriesByType("resource")
  .find(({ name }) => new URL(name).pathname === "/app.js").responseEnd"""

WATCH = """
const look = () => {
  if (!document.querySelector(".list [data-testid^='row.'] .row-title")) {
    requestAnimationFrame(look);
    return;
  }
  setTimeout(() => (window.firstRows = performance.now()), 0); // that frame is painted by then
};
requestAnimationFrame(look);
"""


def main():
    with tempfile.TemporaryDirectory() as folder, real_chromium() as browser:
        export = goodreads_export(Path(folder) / "goodreads.csv", BOOKS)
        server = serve_library(Path(folder), export)
        page = browser.new_context(viewport={"width": 1280, "height": 800}).new_page()
        page.goto(server.fresh_link())
        expect(page.get_by_test_id("sidebar.all")).to_contain_text("10,000", timeout=60_000)
        expect_saved(page)
        page.wait_for_function("() => navigator.serviceWorker.controller !== null")
        expect_remembered(page)
        page.add_init_script(WATCH)
        starts = [started(page) for _ in range(STARTS)]
        server.stop()
    milliseconds = [rows for _, rows in starts]
    figures = Figures("first")
    name = f"start to first rows of {BOOKS:,} books"
    figures.add(name, statistics.median(milliseconds), "ms", at_most=ROWS_MILLISECONDS_MAX)
    figures.add("  the slowest", max(milliseconds), "ms")
    figures.add("  its script is read", statistics.median(read for read, _ in starts), "ms")
    return figures.finish()


def started(page):
    page.reload()
    page.wait_for_function("() => window.firstRows !== undefined")
    expect(rows(page).first).to_be_visible()
    expect_saved(page)
    return page.evaluate(READ), page.evaluate("() => window.firstRows")


sys.exit(main())
