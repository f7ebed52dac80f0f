"""axe-core finds nothing on any screen, wide or narrow, light or dark."""

import pytest
from playwright.sync_api import expect

from audit import expect_clean
from conftest import NARROW, WIDE
from reader import add_classics, open_panel, rows


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("size", [WIDE, NARROW], ids=["wide", "narrow"])
def test_every_screen(window, screenshot, size, scheme):
    page = window(size, color_scheme=scheme)
    expect(page.get_by_test_id("empty.starter")).to_be_visible()
    expect_clean(page, "empty library")
    add_classics(page)
    expect_clean(page, "list")
    screenshot(page, f"list-{size['width']}-{scheme}")
    rows(page).nth(1).click()
    expect(page.get_by_test_id("detail.edit")).to_be_visible()
    expect_clean(page, "book")
    screenshot(page, f"book-{size['width']}-{scheme}")
    for name, button in [("progress", "detail.progress"), ("history", "detail.history")]:
        page.get_by_test_id(button).click()
        expect(page.get_by_test_id(f"sheet.{name}")).to_be_visible()
        if name == "history":
            expect(page.get_by_test_id("history.life")).to_be_visible()
        expect_clean(page, name)
        screenshot(page, f"{name}-{size['width']}-{scheme}")
        page.get_by_test_id(f"sheet.{name}.close").click()
    page.get_by_test_id("detail.edit").click()
    expect(page.get_by_test_id("sheet.editBook")).to_be_visible()
    expect_clean(page, "edit")
    screenshot(page, f"edit-{size['width']}-{scheme}")
    page.get_by_test_id("sheet.editBook.cancel").click()
    page.get_by_test_id("detail.delete").click()
    expect_clean(page, "delete")
    page.get_by_test_id("alert.deleteBook.cancel").click()
    for tab in ["search", "feed", "settings"]:
        page.get_by_test_id(f"tabBar.{tab}Tab").click()
        expect_clean(page, tab)
        screenshot(page, f"{tab}-{size['width']}-{scheme}")
    page.get_by_test_id("tabBar.libraryTab").click()
    if size == NARROW:
        page.get_by_test_id("detail.back").click()
        page.get_by_test_id("toolbar.back").click()
    page.get_by_role("button", name="More for Classics").click()
    expect_clean(page, "shelf menu")
    page.keyboard.press("Escape")
    for panel in ["conflicts", "trash", "import"]:
        open_panel(page, panel)
        expect(page.get_by_test_id(f"sheet.{panel}")).to_be_visible()
        expect_clean(page, panel)
        page.get_by_test_id(f"sheet.{panel}.close").click()
