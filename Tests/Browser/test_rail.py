"""The letters beside a long list: for a finger, a mouse, and keys."""

from playwright.sync_api import expect

from audit import expect_clean
from reader import first_row, rows
from sizes import WIDE, both_sizes


def sort_by(page, name):
    page.get_by_test_id("toolbar.sort").locator("visible=true").click()
    page.get_by_test_id(f"popover.sort.by.{name}").click()
    page.get_by_test_id("popover.sort.done").click()


def rail(page):
    return page.get_by_test_id("list.rail").locator("visible=true")


def letter(page):
    return rail(page).get_attribute("aria-valuetext")


def title_at_top(page):
    """The title that the first whole row in view is filed under."""
    row = page.get_by_test_id(first_row(page)["id"]).locator(".row-title").first
    return row.inner_text().removeprefix("The ").removeprefix("A ")


@both_sizes
def test_a_press_goes_to_where_a_letter_begins(desk, screenshot, size):
    page = desk.open(size)
    expect(rows(page).first).to_be_visible()
    expect(page.get_by_test_id("list.rail").locator("visible=true")).to_have_count(0)
    sort_by(page, "title")
    expect(rail(page)).to_be_visible()
    box = rail(page).bounding_box()
    page.mouse.move(box["x"] + 14, box["y"] + box["height"] * 0.3)
    page.mouse.down()
    first = page.locator(".rail-bubble:visible").inner_text()
    assert title_at_top(page).upper().startswith(first)
    page.mouse.move(box["x"] + 14, box["y"] + box["height"] * 0.75, steps=4)
    second = page.locator(".rail-bubble:visible").inner_text()
    screenshot(page, f"{size['width']}")
    assert second > first and title_at_top(page).upper().startswith(second)
    page.mouse.up()
    expect(page.locator(".rail-bubble:visible")).to_have_count(0)
    # It is a place like any other: the way back leads to it.
    top = first_row(page)
    rows(page).filter(has=page.locator(".row-title")).nth(6).click()
    if size != WIDE:
        page.get_by_test_id("detail.back").click()
    page.reload()
    expect(rail(page)).to_be_visible()
    page.wait_for_function("(id) => document.querySelector(`[data-testid='${id}']`)", arg=top["id"])
    assert first_row(page) == top
    expect_clean(page, "the letters")


def test_keys_go_from_letter_to_letter_and_into_the_list(desk):
    page = desk.open(WIDE)
    expect(rows(page).first).to_be_visible()
    sort_by(page, "title")
    rail(page).focus()
    rail(page).press("n")
    assert letter(page) == "N" and title_at_top(page).upper().startswith("N")
    rail(page).press("ArrowUp")
    before = letter(page)
    assert before < "N" and title_at_top(page).upper().startswith(before)
    rail(page).press("ArrowDown")
    assert letter(page) == "N"
    rail(page).press("Enter")
    focused = page.evaluate("() => document.activeElement.querySelector('.row-title').textContent")
    assert focused.removeprefix("The ").upper().startswith("N")
    # Neither covers, of which a row has several, nor the end of the list hold it up.
    page.get_by_test_id("toolbar.mode").locator("visible=true").click()
    rail(page).press("Home")
    letters = [letter(page)]
    while True:
        rail(page).press("ArrowDown")
        if letter(page) == letters[-1]:
            break
        letters.append(letter(page))
    assert letters == sorted(letters) and len(letters) == 1 + int(rail(page).get_attribute("aria-valuemax"))
    page.get_by_test_id("toolbar.mode").locator("visible=true").click()
