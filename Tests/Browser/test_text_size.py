"""Readers who have set larger text in their browser: it is larger here too, and nothing is cut off."""

import pytest
from playwright.sync_api import expect

from place import open_row
from reader import rows
from sizes import NARROW, both_sizes, with_text

# The words of a row that reach over its edges: none of its lines may.
CUT = """(row) => {
  const box = row.getBoundingClientRect();
  return [...row.querySelectorAll(".row-text span")].filter((node) => {
    const { top, bottom, height } = node.getBoundingClientRect();
    return height > 0 && (top < box.top - 1 || bottom > box.bottom + 1);
  }).map((node) => node.className);
}"""


@both_sizes
@pytest.mark.parametrize("pixels", [16, 24, 32])
@pytest.mark.parametrize("mode", ["rows", "covers"])
def test_rows_grow_with_the_text(desk, size, pixels, mode):
    page = desk.open(size, before=with_text(pixels))
    if mode == "covers":
        page.get_by_test_id("toolbar.mode").locator("visible=true").click()
    title = rows(page).first.locator(".row-title")
    usual = 16 if mode == "rows" else 13
    expect(title).to_have_css("font-size", f"{usual * pixels / 16:g}px")
    if mode == "rows":
        assert rows(page).first.bounding_box()["height"] == 72 * pixels / 16
    for row in rows(page).all()[:6]:
        assert row.evaluate(CUT) == []


@pytest.mark.parametrize("pixels", [16, 24, 32])
def test_a_name_in_the_form_has_room(desk, pixels):
    page = desk.open(NARROW, before=with_text(pixels))
    open_row(page)
    page.get_by_test_id("detail.edit").click()
    page.get_by_role("button", name="Add person").click()
    name = page.get_by_label("Name", exact=True).last
    assert name.bounding_box()["width"] >= 7.5 * pixels
    assert name.locator("..").evaluate("(row) => row.scrollWidth <= row.clientWidth")
