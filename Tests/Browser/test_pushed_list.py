"""A list that was opened from a book stands beside the root list in a wide window: what is done to the one
leaves the other alone."""

from urllib.parse import quote

import pytest
from playwright.sync_api import expect

from books import author_of_many
from place import nav_state, open_row
from sizes import WIDE
from test_navigation_deleting import follow_author

HEADER = ".detail-column [data-place='current']"


@pytest.fixture
def page(desk):
    """A wide window with a book's author followed, both lists in the order of titles."""
    page = desk.open(WIDE, f"/library/all?q={quote(author_of_many())}&sort=title")
    open_row(page, 0)
    follow_author(page)
    return page


def names(page, column):
    found = page.locator(f"{column} [data-testid^='row.']:visible")
    return found.evaluate_all(
        """(rows) => rows.sort((a, b) => a.ariaPosInSet - b.ariaPosInSet)
          .map(({ dataset }) => dataset.testid.slice("row.".length))"""
    )


def both(page):
    return names(page, ".layer-root"), names(page, ".detail-column")


def pushed_key(page):
    name = page.locator(".detail-column [data-testid^='list.author:']:visible").get_attribute("data-testid")
    return name.removeprefix("list.")


def lists(page):
    return nav_state(page)["lists"]


def spoken(page):
    return page.locator(".visually-hidden[aria-live='polite']")


def test_the_order_chosen_in_a_pushed_list_is_its_own(page):
    root = names(page, ".layer-root")
    button = page.locator(HEADER).get_by_test_id("toolbar.sort")
    button.click()
    surface = page.locator("[data-testid='popover.sort'] .dialog-surface")
    before = surface.bounding_box()
    page.get_by_test_id("popover.sort.by.title").click()
    theirs = names(page, ".detail-column")
    page.get_by_test_id("popover.sort.direction.descending").click()
    # It still stands at the button that opened it, and not at the other list's.
    expect(surface).to_be_visible()
    assert surface.bounding_box()["x"] == before["x"]
    page.get_by_test_id("popover.sort.done").click()
    expect(button).to_be_focused()
    assert "sort=title" in page.url
    assert lists(page)[pushed_key(page)]["sort"] == {"by": "title", "desc": True}
    assert both(page) == (root, theirs[::-1])
    # The root list's own button is about the root list.
    page.locator(".layer-root [data-testid='toolbar.sort']:visible").click()
    page.get_by_test_id("popover.sort.direction.descending").click()
    page.get_by_test_id("popover.sort.done").click()
    page.wait_for_url("**sort=-title**")
    assert both(page)[0] == root[::-1]


def test_a_filter_chosen_in_a_pushed_list_is_its_own(page):
    root = names(page, ".layer-root")
    page.locator(HEADER).get_by_test_id("toolbar.filter").click()
    page.locator("[data-testid^='popover.filters.status.']").first.click()
    page.get_by_test_id("popover.filters.done").click()
    assert "status" in lists(page)[pushed_key(page)]["filters"]
    assert "status=" not in page.url
    assert names(page, ".layer-root") == root


@pytest.mark.parametrize("column", ["root", "pushed"])
def test_a_popover_that_comes_back_with_a_reload_is_about_the_same_list(page, column):
    """It stands at the button of the list that it was opened for, and what is chosen in it is that list's."""
    place = {"root": ".layer-root", "pushed": HEADER}[column]
    button = page.locator(place).get_by_test_id("toolbar.filter").locator("visible=true")
    button.click()
    surface = page.locator("[data-testid='popover.filters'] .dialog-surface")
    expect(surface).to_be_visible()
    before = surface.bounding_box()
    key, url = pushed_key(page), page.url
    page.reload()
    expect(button).to_be_visible()
    expect(surface).to_be_visible()
    assert surface.bounding_box()["x"] == before["x"]
    page.locator("[data-testid^='popover.filters.status.']").first.click()
    page.get_by_test_id("popover.filters.done").click()
    if column == "root":
        page.wait_for_url("**status=**")
        assert "status" not in lists(page).get(key, {}).get("filters", {})
    else:
        assert "status" in lists(page)[key]["filters"]
        assert page.url == url


def test_the_palette_sorts_the_list_that_has_the_focus(page):
    page.locator(f"{HEADER} .row:visible").first.focus()
    page.keyboard.press("Control+k")
    page.get_by_test_id("palette.input").fill("sort")
    page.get_by_test_id("palette.sort").click()
    page.get_by_test_id("popover.sort.by.rating").click()
    page.get_by_test_id("popover.sort.done").click()
    assert lists(page)[pushed_key(page)]["sort"]["by"] == "rating"
    assert "sort=title" in page.url


def test_what_is_said_of_a_search_is_about_the_list_that_is_searched(page):
    count = len(names(page, ".layer-root"))
    assert count > 1
    page.locator(HEADER).get_by_test_id("toolbar.search").fill("qqzx vanished")
    expect(spoken(page)).to_have_text("0 books found")
    page.locator(HEADER).get_by_test_id("toolbar.search").fill("")
    page.locator(".layer-root [data-testid='toolbar.search']:visible").fill("qqzx vanished")
    expect(spoken(page)).to_have_text("0 books found")


def test_a_row_beside_a_pushed_list_is_opened_like_any_row_of_the_root_list(page):
    opened = nav_state(page)["tabs"]["library"]["path"][0]["id"]
    other = next(name for name in names(page, ".layer-root") if name != opened)
    theirs = next(name for name in names(page, ".detail-column") if name != other)
    page.locator(f".detail-column [data-testid='row.{theirs}']:visible").focus()
    page.keyboard.press("r")
    path = nav_state(page)["tabs"]["library"]["path"]
    assert [route["k"] for route in path] == ["book", "list", "book"]
    page.go_back()
    page.locator(f".layer-root [data-testid='row.{other}']").focus()
    page.keyboard.press("r")
    assert nav_state(page)["tabs"]["library"]["path"] == [{"k": "book", "id": other}]
