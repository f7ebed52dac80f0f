"""An e-reader beside the browsers: it is paired from one, and where it is shows in all."""

import re

import pytest
from playwright.sync_api import expect

from audit import expect_clean
from koreader import KOReader
from reader import open_book
from sizes import NARROW, TABLET

DESK = {"width": 1440, "height": 900}
sizes = pytest.mark.parametrize("size", [DESK, TABLET, NARROW], ids=["desk", "tablet", "narrow"])


def devices_page(page):
    page.goto(page.url.split("/library")[0] + "/settings/devices")


def paired(page, server):
    """An e-reader whose owner reads the code off this page."""
    devices_page(page)
    page.get_by_test_id("devices.add").click()
    code = page.get_by_test_id("devices.code")
    expect(code).to_have_text(re.compile(r"\w"))
    reader = KOReader(server)
    assert reader.register(code.inner_text(), "a password") is None
    expect(page.get_by_test_id("devices.invitation")).to_be_hidden()
    return reader


@sizes
def test_the_page_of_devices_says_how_an_e_reader_is_paired(window, server, size, screenshot):
    page = window(size, color_scheme="dark" if size == NARROW else "light")
    devices_page(page)
    page.get_by_test_id("devices.add").click()
    help_ = page.get_by_test_id("devices.koreader")
    expect(help_).to_contain_text(f"http://127.0.0.1:{server.port}/koreader")
    help_.scroll_into_view_if_needed()
    screenshot(page, f"invitation-{size['width']}")
    expect_clean(page, f"the code and the e-reader, {size}")


@sizes
def test_where_an_e_reader_is_shows_on_the_books_page_at_once(window, server, size, screenshot):
    page = window(size, color_scheme="dark" if size == NARROW else "light")
    reader = paired(page, server)
    page.goto(page.url.split("/settings")[0] + "/library/all")
    assert reader.push(
        0.4213, "/body/p[7]", metadata={"title": "Middlemarch", "authors": "George Eliot"})
    open_book(page, "Middlemarch")
    words = page.locator(".book-progress:visible .progress-words")
    expect(words).to_have_text("42%")
    assert reader.push(0.55, "/body/p[9]")
    expect(words).to_have_text("55%")
    expect(page.locator(".book-facts:visible")).to_contain_text("1 file in KOReader")
    screenshot(page, f"book-{size['width']}")
    expect_clean(page, f"a book of an e-reader, {size}")

    devices_page(page)
    card = page.locator("[data-testid^='device.koreader-']").locator("visible=true")
    expect(card).to_contain_text("KOReader on Kobo_clara")
    expect(card.get_by_test_id("device.open")).to_be_hidden()
    screenshot(page, f"devices-{size['width']}")
    expect_clean(page, f"an e-reader among the devices, {size}")

    # Taken away as any other.
    card.get_by_test_id("device.remove").click()
    card.get_by_test_id("device.removeForm").get_by_role("button", name="Remove").click()
    expect(card).to_have_count(0)
    assert not reader.push(0.6, "/body/p[11]")
