"""A browser that is paired with one library, and then with another one at the same address."""

import pytest
from playwright.sync_api import expect

from books import goodreads_export
from place import open_row
from reader import expect_saved, expect_state, review, rows, write
from sizes import WIDE


@pytest.fixture
def libraries(server, tmp_path):
    """Lets the server show the first library, or the second."""
    first, second = server.data, tmp_path / "second"

    def show(number):
        server.stop()
        server.data = (first, second)[number]
        server.start()

    return show


def pair(page, server):
    page.goto(server.fresh_link())
    page.wait_for_url("**/library/all")


@pytest.mark.parametrize("is_opened", [True, False], ids=["opened", "not opened"])
def test_what_waits_for_the_first_is_sent_when_that_is_back(server, window, tmp_path, libraries, is_opened):
    """Whether or not the second one was ever opened in between."""
    server.command("import", goodreads_export(tmp_path / "books.csv", 5))
    page = window(WIDE)
    expect(rows(page).first).to_be_visible()
    expect_saved(page)
    page.wait_for_function("() => navigator.serviceWorker.controller !== null")
    server.stop()
    expect_state(page, "offline")
    open_row(page)
    write(page, "review", "Written while away")
    expect(page.get_by_test_id("sync.state").first).to_contain_text("1 waiting")
    server.start()
    libraries(1)
    expect_state(page, "unpaired")
    reload = page.get_by_test_id("notice.foreign").get_by_test_id("toast.action")
    pair(page, server)
    expect(reload).to_be_visible()
    if is_opened:
        reload.click()
        expect(page.get_by_test_id("empty.import")).to_be_visible()
    libraries(0)
    pair(page, server)
    expect(reload).to_be_visible()
    reload.click()
    expect(rows(page).first).to_be_visible()
    expect_saved(page)
    phone = window(WIDE)
    open_row(phone)
    expect(review(phone)).to_have_value("Written while away")
    # And the second one is opened as it was.
    libraries(1)
    pair(page, server)
    expect(reload).to_be_visible()
    reload.click()
    expect(page.get_by_test_id("empty.import")).to_be_visible()
    expect_saved(page)
