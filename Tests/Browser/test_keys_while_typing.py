"""Keys while somebody types: those of the whole window work from any field, and those of an input method
are the word's alone."""

import pytest
from playwright.sync_api import expect

from place import book_pane, nav_state, open_row, search_field
from reader import expect_no_drafts, expect_saved, review, rows
from sizes import NARROW, WIDE, both_sizes

# A key as an input method leaves it: while it composes, or, in Safari, as the one that has ended it.
PRESS = """(field, [key, isComposing]) => {
  const event = new KeyboardEvent("keydown", {
    key, isComposing, keyCode: isComposing ? 0 : 229, bubbles: true, cancelable: true,
  });
  field.dispatchEvent(event);
  return event.defaultPrevented;
}"""

FIELDS = ["detail.review", "detail.tags.add", "detail.shelves.add"]


def compose(field, key):
    """Presses a key that belongs to a word being composed, in both of the ways that it is told."""
    return [field.evaluate(PRESS, [key, is_composing]) for is_composing in (True, False)]


def seen(page, name):
    return page.get_by_test_id(name).locator("visible=true")


def in_detail(page):
    return page.evaluate("() => document.activeElement.closest('.detail-column') !== null")


@pytest.mark.parametrize("name", FIELDS)
def test_the_keys_of_the_window_work_from_a_field(desk, name):
    page = desk.open(WIDE)
    identifier, _ = open_row(page, 2)
    field = seen(page, name)
    field.focus()
    page.keyboard.press("F6")
    expect(field).not_to_be_focused()
    assert not in_detail(page)
    field.focus()
    page.keyboard.press("Control+k")
    expect(page.get_by_test_id("palette.input")).to_be_focused()
    page.keyboard.press("Escape")
    expect(field).to_be_focused()
    page.keyboard.press("Escape")
    expect(page.get_by_test_id(f"row.{identifier}")).to_be_focused()
    expect(book_pane(page)).to_be_visible()
    field.focus()
    page.keyboard.press("Control+[")
    expect(page.get_by_test_id("detail.placeholder")).to_be_visible()


def test_letters_typed_into_a_field_are_no_shortcuts(desk):
    page = desk.open(WIDE)
    open_row(page, 3)
    place = nav_state(page)
    # On some keyboards a bracket is written with AltGr, which is told as Control and Alt.
    bracket = """(field) => field.dispatchEvent(new KeyboardEvent("keydown", {
      key: "[", ctrlKey: true, altKey: true, bubbles: true, cancelable: true }))"""
    for name in FIELDS:
        field = seen(page, name)
        field.focus()
        for key in ["e", "1", "g", "f", "Delete", "ArrowLeft", "ArrowDown"]:
            page.keyboard.press(key)
            expect(field).to_be_focused()
        field.evaluate(bracket)
        field.fill("")
    assert nav_state(page) == place
    expect(page.locator("dialog[open]")).to_have_count(0)


@both_sizes
def test_escape_loses_no_word_of_a_text(desk, size):
    page = desk.open(size)
    identifier, _ = open_row(page, 4)
    words = f"Kept by Escape {size['width']}"
    review(page).fill(words)
    page.keyboard.press("Escape")
    expect(page.get_by_test_id(f"row.{identifier}")).to_be_focused()
    if size == NARROW:
        expect(book_pane(page)).to_have_count(0)
        open_row(page, 4)
    expect(review(page)).to_have_value(words)
    expect_no_drafts(page)
    expect_saved(page)


def test_a_read_through_is_left_by_its_own_escape_and_by_the_keys_of_the_window(desk):
    page = desk.open(WIDE)
    open_row(page, 5)
    seen(page, "detail.addReading").click()
    form = page.locator(".inline-form:visible")
    field = form.locator("input").first
    expect(field).to_be_focused()
    page.keyboard.press("F6")
    assert not in_detail(page)
    field.focus()
    compose(field, "Escape")
    expect(form).to_be_visible()
    page.keyboard.press("Escape")
    expect(form).to_have_count(0)
    expect(seen(page, "detail.addReading")).to_be_focused()


def test_a_word_being_composed_keeps_its_keys_from_a_search(desk):
    page = desk.open(WIDE)
    expect(rows(page).first).to_be_visible()
    field = search_field(page)
    field.fill("the")
    for key in ["Enter", "ArrowDown", "Escape"]:
        compose(field, key)
        expect(field).to_be_focused()
        expect(field).to_have_value("the")
    page.keyboard.press("Enter")
    expect(page.locator(".row:focus")).to_be_visible()


def test_a_word_being_composed_keeps_its_keys_from_the_palette(desk):
    page = desk.open(WIDE)
    page.keyboard.press("Control+k")
    field = page.get_by_test_id("palette.input")
    expect(field).to_be_focused()
    place = nav_state(page)
    field.fill("sett")
    compose(field, "Enter")
    expect(field).to_be_focused()
    # Else the browser closes the palette by it.
    assert compose(field, "Escape") == [True, True]
    assert nav_state(page) == place
    page.keyboard.press("Enter")
    expect(page.get_by_test_id("palette")).to_have_count(0)
    assert nav_state(page) != place


def test_a_word_being_composed_is_no_tag_yet(desk):
    page = desk.open(NARROW)
    open_row(page, 6)
    field = seen(page, "detail.tags.add")
    field.fill("日本")
    for key in ["Enter", ",", "Escape"]:
        compose(field, key)
        expect(field).to_have_value("日本")
    # It stays the word's where nothing is written yet: a page is not left by it.
    field.fill("")
    compose(field, "Escape")
    compose(review(page), "Escape")
    expect(book_pane(page)).to_be_visible()
    field.fill("日本")
    page.keyboard.press("Enter")
    expect(seen(page, "detail.tags")).to_contain_text("日本")


def expect_kept_while_composing(page, form):
    field = page.locator(f"{form} input").locator("visible=true")
    field.fill("日本")
    compose(field, "Escape")
    expect(field).to_have_value("日本")
    expect(field).to_be_focused()
    page.keyboard.press("Escape")
    expect(field).to_have_count(0)


def test_a_name_being_composed_is_not_given_up_by_its_escape(window, server):
    page, _ = window(WIDE), window(NARROW)
    page.get_by_test_id("sidebar.newShelf").click()
    expect_kept_while_composing(page, ".sidebar-form")
    page.goto(f"{server.origin}/settings/devices")
    page.get_by_test_id("device.rename").locator("visible=true").click()
    expect_kept_while_composing(page, ".device-form")
