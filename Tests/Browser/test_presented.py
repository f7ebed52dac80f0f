"""What is presented over the rest, and how a cover becomes its book (NAVIGATION §3.2, §3.10)."""

import re

import pytest
from playwright.sync_api import expect

from audit import expect_clean
from conftest import NARROW, WIDE
from place import book_pane, nav_state, open_row
from reader import expect_no_drafts, pause, rows

sizes = pytest.mark.parametrize("size", [WIDE, NARROW], ids=["wide", "narrow"])

FLIGHTS = """() => {
  window.flights = [];
  const start = document.startViewTransition.bind(document);
  document.startViewTransition = (update) => {
    const hidden = getComputedStyle(document.querySelector(".book-cover")).visibility;
    const flight = start(update);
    window.flights.push({ flight, drawn: document.querySelector(".book h1").textContent, hidden });
    return flight;
  };
}"""

# What flies in the middle of a transition, and what stays of it at the end.
IN_THE_AIR = """() => document.getAnimations()
  .map(({ effect }) => effect.pseudoElement)
  .filter((name) => name?.startsWith("::view-transition-group"))"""
LEFTOVERS = """() => [...document.querySelectorAll(".cover")]
  .filter(({ style }) => style.viewTransitionName || style.visibility).length"""


def press(page, name):
    page.get_by_test_id(name).locator("visible=true").first.click()


@sizes
def test_a_book_is_put_on_shelves_from_its_row_and_from_its_page(desk, screenshot, size):
    page = desk.open(size)
    number = 2 if size == WIDE else 5
    row = rows(page).nth(number)
    name = row.get_attribute("data-testid").removeprefix("row.")
    row.click(button="right")
    press(page, "popover.row.shelve")
    sheet = page.get_by_test_id("sheet.addToShelf")
    expect(sheet).to_be_visible()
    assert nav_state(page)["present"] == [{"style": "sheet", "dest": "addToShelf", "id": name}]
    shelf = f"Beside the bed {size['width']}"
    page.get_by_test_id("sheet.addToShelf.name").fill(shelf)
    page.keyboard.press("Enter")
    choice = sheet.get_by_role("button", name=shelf)
    expect(choice).to_have_attribute("aria-pressed", "true")
    expect(page.get_by_test_id("sheet.addToShelf.name")).to_have_value("")
    expect_clean(page, "shelves of a book")
    screenshot(page, f"shelves-{size['width']}")
    choice.click()
    expect(choice).to_have_attribute("aria-pressed", "false")
    choice.click()
    expect(choice).to_have_attribute("aria-pressed", "true")
    page.keyboard.press("Escape")
    expect(sheet).to_be_hidden()
    assert nav_state(page)["present"] == []
    # Narrow, the sheet closes onto the row; wide as well: nothing was opened.
    expect(page.get_by_test_id(f"detail.book.{name}")).to_have_count(0)
    open_row(page, number)
    expect(page.get_by_test_id("detail.shelves").locator("visible=true")).to_contain_text(shelf)
    press(page, "detail.shelve")
    expect(choice).to_have_attribute("aria-pressed", "true")
    page.go_back()
    expect(sheet).to_be_hidden()
    expect(book_pane(page)).to_be_visible()


@sizes
def test_the_welcome_says_what_dogear_is_and_where_to_begin(window, screenshot, size):
    page = window(size)
    press(page, "empty.welcome")
    cover = page.get_by_test_id("cover.onboarding")
    expect(cover).to_be_visible()
    expect(page.get_by_test_id("cover.onboarding.close")).to_be_focused()
    box = cover.bounding_box()
    assert (box["width"], box["height"]) == (size["width"], size["height"])
    expect_clean(page, "welcome")
    screenshot(page, f"welcome-{size['width']}")
    # A cover comes back with the page, and forward again; Escape leaves it.
    page.reload()
    expect(cover).to_be_visible()
    page.keyboard.press("Escape")
    expect(cover).to_be_hidden()
    expect(page.get_by_test_id("empty.welcome").locator("visible=true")).to_be_visible()
    press(page, "empty.welcome")
    press(page, "cover.onboarding.search")
    expect(cover).to_be_hidden()
    page.wait_for_url("**/search")
    press(page, "tabBar.settingsTab")
    press(page, "settings.about")
    press(page, "about.welcome")
    expect(cover).to_be_visible()
    press(page, "cover.onboarding.starter")
    expect(cover).to_be_hidden()
    expect(page.get_by_test_id("sheet.starter")).to_be_visible()


@sizes
def test_the_tapped_cover_grows_into_the_books(desk, size):
    page = desk.open(size, motion=True)
    open_row(page, 0)  # the views of books are read by then
    page.go_back()
    expect(book_pane(page)).to_have_count(0)
    page.evaluate(FLIGHTS)
    row = rows(page).nth(3)
    title = row.locator(".row-title").inner_text()
    # Before anything flies the book is drawn and, narrow, has the focus.
    seen = page.evaluate(
        """async (name) => {
          document.querySelector(`[data-testid="${name}"]`).click();
          await null; await null; await null;
          const heading = document.querySelector(".book h1");
          return { title: heading.textContent, isFocused: document.activeElement === heading };
        }""",
        row.get_attribute("data-testid"),
    )
    assert seen["title"] == title
    assert seen["isFocused"] == (size == NARROW)
    page.wait_for_function(f"() => ({IN_THE_AIR})().includes('::view-transition-group(book-cover)')")
    assert page.evaluate("() => window.flights[0].drawn") == title
    assert page.evaluate("() => window.flights[0].hidden") == "hidden"
    page.evaluate("() => window.flights[0].flight.finished")
    assert page.evaluate(LEFTOVERS) == 0
    expect(page.locator(".book-cover:visible")).to_be_visible()


def test_what_happens_meanwhile_ends_the_flight(desk):
    page = desk.open(WIDE, motion=True)
    open_row(page, 0)  # the views of books are read by then
    page.go_back()
    expect(book_pane(page)).to_have_count(0)
    page.evaluate(FLIGHTS)
    names = [rows(page).nth(at).get_attribute("data-testid") for at in (1, 2, 4)]
    for name in names:
        page.evaluate("""(name) => document.querySelector(`[data-testid="${name}"]`).click()""", name)
    expect(page.get_by_test_id(f"detail.book.{names[-1].removeprefix('row.')}")).to_be_visible()
    page.evaluate("() => Promise.allSettled(window.flights.map(({ flight }) => flight.finished))")
    assert page.evaluate("() => window.flights.length") == 3
    assert page.evaluate(LEFTOVERS) == 0
    # The arrow keys walk: nothing was tapped.
    rows(page).nth(4).focus()
    page.keyboard.press("ArrowDown")
    expect(page.get_by_test_id(f"detail.book.{names[-1].removeprefix('row.')}")).to_have_count(0)
    assert page.evaluate("() => window.flights.length") == 3


def test_nothing_flies_with_reduced_motion(desk):
    page = desk.open(NARROW)
    page.evaluate(FLIGHTS)
    open_row(page, 2)
    assert page.evaluate("() => window.flights.length") == 0
    expect(page.locator(".book-cover:visible")).to_be_visible()


def test_back_closes_a_panel_and_nothing_else(desk):
    page = desk.open(NARROW)
    open_row(page, 2)
    book = nav_state(page)
    sheet = page.get_by_test_id("sheet.history")
    for _ in range(2):
        press(page, "detail.history")
        expect(sheet).to_be_visible()
        page.go_back()
        expect(sheet).to_have_count(0)
        assert nav_state(page) == book
        expect(page.get_by_test_id("detail.history").locator("visible=true")).to_be_focused()
    # Closed by its own button, it leaves no entry behind.
    press(page, "detail.history")
    press(page, "sheet.history.close")
    expect(sheet).to_have_count(0)
    page.wait_for_function("() => history.state.n === 1")
    page.go_back()
    expect(rows(page).nth(2)).to_be_focused()
    # Neither does a reload.
    open_row(page, 2)
    press(page, "detail.history")
    page.reload()
    expect(book_pane(page)).to_be_visible()
    page.wait_for_function("() => history.state.n === 1")
    page.go_back()
    expect(rows(page).nth(2)).to_be_visible()
    expect(book_pane(page)).to_have_count(0)


@sizes
def test_what_was_begun_in_a_panel_is_gone_on_with(desk, size):
    page = desk.open(size)
    press(page, "tabBar.searchTab")
    press(page, "search.isbns")
    sheet, text = page.get_by_test_id("sheet.isbns"), page.get_by_test_id("isbns.text")
    text.fill("9780141439600")
    ways = {
        "back": page.go_back,
        "escape": lambda: page.keyboard.press("Escape"),
        "beside": lambda: page.mouse.click(size["width"] / 2, 3),
        "down": lambda: drag_down(page, "sheet.isbns.grabber"),
    }
    for way, leave in ways.items():
        if way == "down" and size == WIDE:
            continue
        leave()
        expect(sheet).to_have_count(0)
        notice = page.get_by_test_id("notice.draftKept")
        expect(notice, way).to_have_count(1)
        notice.get_by_test_id("toast.action").click()
        # Also where nothing more was typed into it.
        expect(text).to_have_value("9780141439600")
    press(page, "sheet.isbns.close")
    expect(sheet).to_have_count(0)
    expect(page.get_by_test_id("notice.draftKept")).to_have_count(0)


def drag_down(page, grabber):
    box = page.get_by_test_id(grabber).bounding_box()
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.mouse.down()
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + 700, steps=5)
    pause(page, 400)  # slower than a flick (detentMillisecondsMax)
    page.mouse.up()


def test_a_question_says_what_it_is_about_and_not_only_its_name(desk):
    page = desk.open(WIDE)

    def expect_said(name, words):
        dialog = page.get_by_test_id(name)
        expect(dialog).to_have_accessible_description(words)
        page.keyboard.press("Escape")
        expect(dialog).to_have_count(0)

    _, title = open_row(page)
    to_trash = "(goes|go) to Trash, where you can restore (it|them) for 90 days."
    press(page, "detail.delete")
    expect_said("alert.deleteBook", re.compile(f"The book {to_trash}"))
    rows(page).nth(0).click(modifiers=["Control"])
    rows(page).nth(2).click(modifiers=["Control"])
    page.keyboard.press("Delete")
    expect_said("alert.deleteBooks", re.compile(f"“.*”\\. They {to_trash}"))
    page.keyboard.press("Escape")
    press(page, "detail.edit")
    page.get_by_test_id("field.title").fill(f"{title}!")
    press(page, "sheet.editBook.discard")
    expect_said("dialog.discard", "What you typed will be gone.")
    press(page, "sheet.editBook.discard")
    press(page, "dialog.discard.discard")
    expect(page.get_by_test_id("sheet.editBook")).to_have_count(0)


def test_the_name_of_a_new_shelf_outlives_the_page_in_its_sheet(desk):
    page = desk.open(WIDE)
    open_row(page)
    page.get_by_role("button", name="Choose shelves").locator("visible=true").click()
    name = page.get_by_test_id("sheet.addToShelf.name")
    name.fill("Half a na")
    page.reload()
    expect(name).to_have_value("Half a na")
    name.fill("")
    expect_no_drafts(page)
