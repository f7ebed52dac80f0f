"""Quotes of a book and notes about it: written in place, in the order of the pages, on every device."""

import re

from playwright.sync_api import expect

from audit import expect_clean
from place import book_pane, open_row
from reader import add_classics, apart, expect_no_drafts, expect_saved, review, rows, two_with
from sizes import NARROW, WIDE, both_sizes
from test_writing import untold

QUOTE = "It is a narrow mind which cannot look at a subject from various points of view."


def add(page, form, words, place=""):
    """Adds a quote or a note to the open book, and leaves it."""
    book_pane(page).get_by_test_id(f"detail.notes.add.{form}").click()
    # Whoever adds one may write at once.
    page.keyboard.type(words)
    page.keyboard.press("Tab")
    page.keyboard.type(place)
    page.keyboard.press("Enter")


def texts(page):
    return book_pane(page).locator(".note textarea")


def places(page):
    return book_pane(page).locator(".note-location")


def expect_notes(page, *expected):
    expect(texts(page)).to_have_count(len(expected))
    for at, words in enumerate(expected):
        expect(texts(page).nth(at)).to_have_value(words)


def test_quotes_and_notes_stand_in_the_order_of_the_pages_on_every_device(window, screenshot):
    laptop, phone = two_with(window, "Middlemarch")
    add(laptop, "quote", QUOTE, "p. 62")
    add(laptop, "note", "Dorothea is the one to watch.")
    add(laptop, "note", "The prelude is about a saint.", "p. 9")
    expected = ["The prelude is about a saint.", QUOTE, "Dorothea is the one to watch."]
    for page, size in ((laptop, WIDE), (phone, NARROW)):
        expect_notes(page, *expected)
        expect(places(page).first).to_have_value("p. 9")
        book_pane(page).locator(".book-notes").scroll_into_view_if_needed()
        screenshot(page, f"{size['width']}")
        expect_clean(page, "quotes and notes")
    places(phone).nth(2).fill("Book I")
    places(phone).nth(2).press("Enter")
    expect_saved(phone)
    expect_notes(laptop, "Dorothea is the one to watch.", *expected[:2])


def test_what_is_removed_is_offered_back(window):
    laptop, phone = two_with(window, "Middlemarch")
    add(laptop, "quote", QUOTE, "p. 62")
    expect_notes(phone, QUOTE)
    # Its page is an edit of its own, by which a quote that was removed before would come back.
    expect(places(phone).first).to_have_value("p. 62")
    remove = book_pane(phone).get_by_role("button", name="Remove: It is a narrow mind")
    remove.click()
    notice = phone.get_by_test_id("notice.deed")
    expect(notice).to_contain_text("Quote removed")
    for page in (laptop, phone):
        expect_notes(page)
    expect(phone.get_by_test_id("detail.notes.add.quote").locator("visible=true")).to_be_focused()
    notice.get_by_role("button", name="Undo").click()
    for page in (laptop, phone):
        expect_notes(page, QUOTE)
        expect(places(page).first).to_have_value("p. 62")


def test_one_that_is_left_without_a_word_goes_again(window):
    laptop, phone = two_with(window, "Middlemarch")
    book_pane(laptop).get_by_test_id("detail.notes.add.quote").click()
    expect(texts(laptop)).to_be_focused()
    expect_saved(laptop)
    expect(texts(phone)).to_have_count(0)
    laptop.keyboard.press("Tab")
    expect(places(laptop)).to_be_focused()
    laptop.get_by_test_id("detail.review").locator("visible=true").click()
    expect(texts(laptop)).to_have_count(0)
    add(laptop, "note", "Left again", "")
    expect_notes(phone, "Left again")


def test_one_is_begun_by_its_name_from_wherever_the_book_is(window):
    page = window(NARROW)
    add_classics(page)
    expect_saved(page)
    rows(page).first.focus()
    page.keyboard.press("Control+k")
    page.keyboard.type("add a quote")
    page.keyboard.press("Enter")
    expect(texts(page)).to_be_focused()
    page.keyboard.type(QUOTE)
    expect_notes(page, QUOTE)


def test_words_of_two_devices_that_were_apart_go_together(server, window):
    laptop, phone = two_with(window, "Middlemarch")
    add(laptop, "note", "On marriage.", "p. 40")
    expect_notes(phone, "On marriage.")
    expect_saved(laptop)

    def write():
        for page, words in ((laptop, "Early: On marriage."), (phone, "On marriage. And on money.")):
            texts(page).fill(words)
            texts(page).blur()
        add(phone, "quote", QUOTE, "p. 62")

    apart(server, (laptop, phone), write)
    for page in (laptop, phone):
        expect_notes(page, "Early: On marriage. And on money.", QUOTE)


def test_one_that_is_deleted_elsewhere_stays_with_whoever_is_writing_it(window):
    laptop, phone = two_with(window, "Middlemarch")
    add(laptop, "note", "On marriage.")
    expect_notes(phone, "On marriage.")
    expect_saved(laptop)
    texts(laptop).focus()
    laptop.keyboard.press("End")
    laptop.keyboard.type(" And")
    book_pane(phone).get_by_role("button", name="Remove: On marriage.").click()
    expect(texts(phone)).to_have_count(0)
    expect_saved(phone)
    for letter in " on money.":
        laptop.keyboard.type(letter)
    expect(texts(laptop)).to_be_focused()
    texts(laptop).blur()
    for page in (laptop, phone):
        expect_notes(page, "On marriage. And on money.")


@both_sizes
def test_words_that_had_no_time_to_be_saved_are_there_after_a_reload(window, size):
    page = window(size)
    add_classics(page)
    rows(page).first.click()
    untold(page)
    page.reload()
    add(page, "note", "On marriage.")
    expect_saved(page)
    texts(page).focus()
    page.keyboard.press("End")
    page.keyboard.type(" And on money.")
    page.reload()
    expect_notes(page, "On marriage. And on money.")


@both_sizes
def test_the_first_words_of_one_are_there_after_a_reload(window, size):
    page = window(size)
    add_classics(page)
    rows(page).first.click()
    expect_saved(page)
    untold(page)
    page.reload()
    book_pane(page).get_by_test_id("detail.notes.add.quote").click()
    expect(texts(page)).to_be_focused()
    page.keyboard.type(QUOTE)
    expect_saved(page)
    page.reload()
    expect_notes(page, QUOTE)
    expect_no_drafts(page)
    page.reload()
    expect_notes(page, QUOTE)


@both_sizes
def test_where_a_quote_stands_outlives_its_page_too(window, size):
    page = window(size)
    add_classics(page)
    rows(page).first.click()
    expect_saved(page)
    untold(page)
    page.reload()
    add(page, "quote", QUOTE)
    expect_saved(page)
    places(page).focus()
    page.keyboard.type("p. 62")
    page.reload()
    expect(places(page)).to_have_value("p. 62")
    expect_no_drafts(page)
    page.reload()
    expect(places(page)).to_have_value("p. 62")


def test_two_who_say_differently_where_a_quote_stands_are_both_heard(window):
    laptop, phone = two_with(window, "Middlemarch")
    add(laptop, "quote", QUOTE)
    expect_notes(phone, QUOTE)
    expect_saved(laptop)
    places(phone).focus()
    phone.keyboard.type("p. 62")
    places(laptop).fill("chapter 7")
    places(laptop).press("Enter")
    add(laptop, "note", "Dorothea is the one to watch.")
    expect(texts(phone)).to_have_count(2)
    expect(places(phone).first).to_be_focused()
    expect(places(phone).first).to_have_value("p. 62")
    phone.keyboard.press("Enter")
    expect(places(laptop).first).to_have_value("p. 62")
    expect(laptop.get_by_test_id("sidebar.conflicts")).to_contain_text("1")


# A browser that makes no box as high as its words by itself.
FIXED_BOXES = """const supports = CSS.supports;
CSS.supports = (...asked) => asked[0] !== "field-sizing" && supports.apply(CSS, asked);
addEventListener("DOMContentLoaded", () => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync("textarea { field-sizing: fixed !important }");
  document.adoptedStyleSheets = [sheet];
});"""


def expect_whole(area):
    """Waits until all of a box is seen."""
    area.page.wait_for_function(
        "(area) => area.scrollHeight === area.clientHeight", arg=area.element_handle()
    )
    return area.bounding_box()["height"]


def test_words_are_seen_whole_where_no_box_fits_itself_to_them(window):
    page = window(WIDE)
    page.add_init_script(FIXED_BOXES)
    page.reload()
    add_classics(page)
    open_row(page)
    area = review(page)
    lowest = expect_whole(area)
    area.fill("\n".join("abcdefgh"))
    assert expect_whole(area) > lowest * 3
    area.fill("Many words, which stand on more lines the narrower they are. " * 8)
    wide = expect_whole(area)
    area.blur()
    expect_no_drafts(page)
    page.set_viewport_size(NARROW)
    assert expect_whole(area) > wide
    page.reload()
    expect(review(page)).to_have_value(re.compile("^Many words"))
    assert expect_whole(review(page)) > wide
    # The same box is as low as the words of another book.
    page.locator("[data-testid='detail.next']:visible").click()
    expect(review(page)).to_have_value("")
    assert expect_whole(review(page)) == lowest
