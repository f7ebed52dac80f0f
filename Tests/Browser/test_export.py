"""The library leaves as a file: everything, or a table for other programs."""

import csv
import io
import json

from playwright.sync_api import expect

from audit import expect_clean
from reader import add_classics, expect_saved, open_panel
from sizes import both_sizes


def saved(page, name):
    """The text of the file that a button gives."""
    with page.expect_download() as download:
        page.get_by_test_id(f"export.{name}").click()
    assert download.value.suggested_filename == f"dogear.{name}"
    return download.value.path().read_text()


@both_sizes
def test_a_library_is_taken_out_and_says_so_when_it_cannot_be(server, window, screenshot, size):
    page = window(size)
    add_classics(page)
    expect_saved(page)
    open_panel(page, "import")
    screenshot(page, "export")
    expect_clean(page, "export")
    table = list(csv.DictReader(io.StringIO(saved(page, "csv"))))
    everything = json.loads(saved(page, "json"))
    books = [entity for entity in everything["entities"] if entity["e"] == "book"]
    assert len(table) == len(books) > 500
    server.stop()
    page.get_by_test_id("export.json").click()
    expect(page.get_by_role("alert").filter(has_text="server")).to_be_visible()
