"""axe-core finds nothing on any screen, wide or narrow, light or dark."""

import pytest
from axe_core_python.sync_playwright import Axe
from playwright.sync_api import expect

from conftest import NARROW, WIDE
from reader import add_classics, open_panel, rows


def expect_clean(page, where):
    violations = Axe().run(page)["violations"]
    found = [
        f"{v['id']}: {v['help']} ({', '.join(str(n['target']) for n in v['nodes'][:3])})"
        for v in violations
    ]
    assert found == [], f"{where}: " + "; ".join(found)


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
    for panel in ["conflicts", "trash", "import"]:
        open_panel(page, panel)
        expect(page.get_by_test_id(f"sheet.{panel}")).to_be_visible()
        expect_clean(page, panel)
        page.get_by_test_id(f"sheet.{panel}.close").click()
