"""The rows of a list stand in the page as they stand on the screen: screen readers and Tab go through
them in that order."""

import pytest
from playwright.sync_api import expect

from reader import rows, scroll_list
from sizes import NARROW, WIDE

ROW = 72

sizes = pytest.mark.parametrize("size", [WIDE, NARROW], ids=["wide", "narrow"])


def places(page):
    """The places in the list that rows say they have, in the order of the page."""
    return page.evaluate(
        """() => [...document.querySelectorAll(".list [data-testid^='row.']")]
          .filter((row) => row.offsetParent)
          .map((row) => Number(row.getAttribute("aria-posinset")))"""
    )


def expect_order(page):
    standing = places(page)
    assert len(standing) > 8
    assert standing == sorted(set(standing))
    sizes_said = rows(page).evaluate_all("(all) => all.map((row) => row.getAttribute('aria-setsize'))")
    assert len(set(sizes_said)) == 1


def read_aloud(page):
    """The titles as a screen reader comes to them."""
    return [title for title in rows(page).locator(".row-title").all_inner_texts()]


@sizes
def test_rows_and_covers_stand_in_order_wherever_the_list_was_scrolled(desk, size):
    page = desk.open(size)
    expect(rows(page).first).to_be_visible()
    expect_order(page)
    top = read_aloud(page)
    # Down and up by some rows, by a page, and far away and back.
    for pixels in [3, 9, 20, 400, 395, 380, 4, 3, 500, 120, 0]:
        scroll_list(page, pixels * ROW + 11)
        expect_order(page)
    scroll_list(page, 0)
    expect_order(page)
    assert read_aloud(page)[: len(top)] == top
    page.get_by_test_id("toolbar.mode").locator("visible=true").click()
    for pixels in [0, 900, 2_400, 1_200, 9_000, 300]:
        scroll_list(page, pixels)
        expect_order(page)


@sizes
def test_a_row_with_the_focus_keeps_it_while_others_come_and_go_around_it(desk, size):
    page = desk.open(size)
    expect(rows(page).first).to_be_visible()
    page.get_by_test_id("toolbar.search").locator("visible=true").focus()
    held = rows(page).nth(6)
    name = held.get_attribute("data-testid")
    held.focus()
    page.evaluate(
        """() => {
          window.lost = 0;
          document.activeElement.addEventListener("blur", () => (window.lost += 1));
        }"""
    )
    # Far from it, too: it stays in the page as long as it has the focus.
    for pixels in [4, 2, 30, 300, 299, 10, 0]:
        scroll_list(page, pixels * ROW + 5)
        expect_order(page)
        expect(page.get_by_test_id(name)).to_be_focused()
    assert page.evaluate("() => window.lost") == 0


def test_a_list_in_another_order_stands_in_that_order(desk):
    page = desk.open(WIDE)
    expect(rows(page).first).to_be_visible()
    for choice in ["by.title", "direction.descending", "by.author"]:
        before = read_aloud(page)
        page.get_by_test_id("toolbar.sort").locator("visible=true").click()
        page.get_by_test_id(f"popover.sort.{choice}").click()
        page.get_by_test_id("popover.sort.done").click()
        expect(page.get_by_test_id("popover.sort")).to_have_count(0)
        expect_order(page)
        assert read_aloud(page) != before


def test_a_direction_is_called_by_what_it_is_of(desk):
    page = desk.open(WIDE)
    page.get_by_test_id("toolbar.sort").click()
    named = {"added": ["Oldest first", "Newest first"], "title": ["A to Z", "Z to A"],
             "rating": ["Lowest first", "Highest first"], "published": ["Oldest first", "Newest first"]}
    for key, names in named.items():
        page.get_by_test_id(f"popover.sort.by.{key}").click()
        expect(page.get_by_test_id("popover.sort.direction").get_by_role("radio")).to_have_text(names)


def test_tab_goes_from_the_row_that_keys_act_on_to_what_follows_the_list(desk):
    page = desk.open(WIDE)
    scroll_list(page, 40 * ROW)
    rows(page).nth(5).focus()
    focusable = page.evaluate(
        """() => [...document.querySelectorAll(".list [role='option']")]
          .filter((row) => row.tabIndex === 0 && !row.hidden).length"""
    )
    assert focusable == 1
    page.keyboard.press("Tab")
    assert page.evaluate("() => document.activeElement.closest('.list')") is None
