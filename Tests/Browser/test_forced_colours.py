"""A window whose colours the reader's system forces: what is chosen is to be seen all the same."""

import pytest
from playwright.sync_api import expect

from reader import open_panel, rows
from sizes import WIDE

# What an element is painted on, seen through whatever lets it through.
GROUND = "(node, part) => getComputedStyle(node, part).backgroundColor"
INK = "(node) => getComputedStyle(node).color"

# The contrast of a box's edge against the page it stands on (WCAG 1.4.11).
EDGE = """(node) => {
  const light = (colour) => {
    const [r, g, b] = colour.match(/[\\d.]+/g).slice(0, 3).map((part) => {
      const share = part / 255;
      return share <= 0.03928 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const edge = light(getComputedStyle(node, "::before").borderTopColor);
  const page = light(getComputedStyle(node.closest(".dialog-surface")).backgroundColor);
  return (Math.max(edge, page) + 0.05) / (Math.min(edge, page) + 0.05);
}"""


def test_what_is_chosen_is_seen(desk):
    page = desk.open(WIDE, before=lambda page: page.emulate_media(forced_colors="active"))
    rows(page).nth(2).click()
    chosen = page.get_by_test_id("detail.status").locator("visible=true").get_by_role("radio")
    chosen.nth(0).click()

    def apart(one, other, part=None):
        assert one.evaluate(GROUND, part) != other.evaluate(GROUND, part)

    expect(rows(page).nth(2)).to_have_attribute("aria-selected", "true")
    apart(rows(page).nth(2), rows(page).nth(3))
    apart(page.get_by_test_id("sidebar.all"), page.get_by_test_id("sidebar.status:read"))
    apart(page.get_by_test_id("tabBar.libraryTab"), page.get_by_test_id("tabBar.searchTab"))
    apart(page.locator("[role=radio][aria-checked=true]:visible").first,
          page.locator("[role=radio][aria-checked=false]:visible").first)
    apart(page.locator(".row-status[data-status=read]:visible").first,
          page.locator(".row-status[data-status=toRead]:visible").first, "::before")
    page.get_by_test_id("toolbar.filter").locator("visible=true").click()
    options = page.locator(".facet-option")
    options.nth(0).click()
    expect(options.nth(0)).to_have_attribute("aria-pressed", "true")
    apart(options.nth(0), options.nth(1), "::before")


def test_the_column_of_the_chosen_year_is_seen(desk):
    page = desk.open(WIDE, before=lambda page: page.emulate_media(forced_colors="active"))
    open_panel(page, "stats")
    year = page.locator(".stats-years .bar[aria-pressed=true]")
    assert year.evaluate(GROUND) != year.locator(".bar-done").evaluate(GROUND)
    # What is no choice is painted as words are.
    month = page.get_by_test_id("stats.months").locator(".bar:not([data-empty]) .bar-done").first
    assert month.evaluate(GROUND) == page.get_by_test_id("stats.headline").evaluate(INK)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_box_that_is_not_ticked_is_seen(desk, scheme):
    page = desk.open(WIDE, before=lambda page: page.emulate_media(color_scheme=scheme))
    page.get_by_test_id("toolbar.filter").locator("visible=true").click()
    assert page.locator(".facet-option").first.evaluate(EDGE) >= 3


def test_what_lies_over_the_page_has_an_edge(desk):
    page = desk.open(WIDE, before=lambda page: page.emulate_media(forced_colors="active"))

    def expect_edge(over):
        expect(over).to_be_visible()
        expect(over).to_have_css("outline-style", "solid")

    rows(page).nth(2).click()
    page.keyboard.press("1")
    expect_edge(page.locator(".toast").first)
    for open_it in (
        lambda: page.get_by_test_id("toolbar.filter").locator("visible=true").click(),
        lambda: rows(page).nth(3).click(button="right"),
        lambda: page.keyboard.press("Control+k"),
        lambda: page.get_by_test_id("sync.state").first.click(),
    ):
        open_it()
        expect_edge(page.locator("dialog[open] .dialog-surface"))
        page.keyboard.press("Escape")
        expect(page.locator("dialog[open]")).to_have_count(0)
