"""What is written in place: it wipes out nobody else's words, and does not go with the page."""

import json
import re

from playwright.sync_api import expect

from audit import expect_clean
from place import book_pane, open_row
from reader import (
    edit_title, eventually, expect_no_drafts, expect_saved, open_book, pause, review, rows, two_with, write,
)
from sizes import WIDE, both_sizes

# Nobody rests; and a page that is gone before it could send what was written: killed, or out of power.
RESTLESS = """const later = window.setTimeout;
window.setTimeout = (act, after) => (after === 1500 ? 0 : later(act, after));"""
UNTOLD = f"""for (const type of ["visibilitychange", "pagehide"]) {{
  window.addEventListener(type, (event) => event.stopImmediatePropagation(), {{ capture: true }});
}}
{RESTLESS}"""

# A page that goes out of sight, as a phone's does whose screen goes dark.
OUT_OF_SIGHT = """() => {
  Object.defineProperty(document, "visibilityState", { value: "hidden" });
  document.dispatchEvent(new Event("visibilitychange", { bubbles: true }));
}"""

ALONE = """async () => {
  const isScene = ({ name }) => name.startsWith("scene:");
  while ((await navigator.locks.query()).held.filter(isScene).length > 1) {
    await new Promise((later) => setTimeout(later, 20));
  }
}"""

# The boxes that are shown have looked for words of windows that are gone: they do that one after the other.
LOOKED = "() => navigator.locks.request('dogear.drafts', () => {})"


def untold(page):
    page.add_init_script(UNTOLD)


def test_what_another_device_writes_meanwhile_goes_together_with_it(server, window):
    laptop, phone = two_with(window, "Middlemarch")
    write(laptop, "review", "A.")
    expect(review(phone)).to_have_value("A.")
    expect_saved(laptop)
    review(laptop).focus()
    laptop.keyboard.press("Home")
    laptop.keyboard.type("Mine first. ")
    write(phone, "review", "A. Phone's sentence.")
    edit_title(phone, "Middlemarch, read")
    heading = book_pane(laptop).locator("h1")
    for _ in range(100):
        if heading.inner_text() == "Middlemarch, read":
            break
        # Who goes on typing is not interrupted.
        laptop.keyboard.type("x")
        laptop.keyboard.press("Backspace")
        laptop.wait_for_timeout(100)
    expect(heading).to_have_text("Middlemarch, read")
    expect(review(laptop)).to_have_value("Mine first. A.")
    review(laptop).blur()
    for page in (laptop, phone):
        expect(review(page)).to_have_value("Mine first. A. Phone's sentence.")


# What a box and a save hold is looked at after the time that a pause in typing takes to be saved.
RESTED_MS = 2_000


class InputMethod:
    """Writes words by their reading, of which each key changes what stands there."""

    def __init__(self, page):
        self.session = page.context.new_cdp_session(page)

    def read(self, reading):
        at = len(reading)
        self.session.send(
            "Input.imeSetComposition", {"text": reading, "selectionStart": at, "selectionEnd": at}
        )

    def choose(self, word):
        self.session.send("Input.insertText", {"text": word})


def test_a_word_that_is_being_composed_is_neither_saved_nor_replaced(server, window):
    laptop, phone = two_with(window, "Middlemarch")
    write(laptop, "review", "Hello ")
    expect(review(phone)).to_have_value("Hello ")
    expect_saved(laptop)
    method = InputMethod(laptop)
    review(laptop).focus()
    laptop.keyboard.press("Control+End")
    laptop.keyboard.type("to ")
    method.read("に")
    pause(laptop, RESTED_MS)
    assert review(phone).input_value() == "Hello "
    write(phone, "review", "Phone: Hello ")
    edit_title(phone, "Middlemarch, read")
    expect(book_pane(laptop).locator("h1")).to_have_text("Middlemarch, read")
    method.read("にほん")
    expect(review(laptop)).to_have_value("Hello to にほん")
    method.choose("日本")
    expect(review(laptop)).to_have_value("Hello to 日本")
    for page in (laptop, phone):
        expect(review(page)).to_have_value("Phone: Hello to 日本")
    # A word that is given up leaves room for what came meanwhile.
    method.read("に")
    write(phone, "review", "Phone: Hello")
    edit_title(phone, "Middlemarch")
    expect(book_pane(laptop).locator("h1")).to_have_text("Middlemarch")
    expect(review(laptop)).to_have_value("Phone: Hello to 日本に")
    method.read("")
    expect(review(laptop)).to_have_value("Phone: Hello")


def test_a_word_that_is_being_composed_stays_with_the_book_that_is_left(desk):
    page, other = desk.open(WIDE), desk.open(WIDE)
    for tab in (page, other):
        book, _ = open_row(tab, 11)
    method = InputMethod(page)
    review(page).focus()
    method.read("に")
    press(page, "next")
    # The box has the focus still, and goes on with the other book.
    expect(review(page)).to_have_value("")
    expect(review(other)).to_have_value("に")
    page.keyboard.type("Other")
    press(page, "previous")
    expect(review(page)).to_have_value("に")
    page.keyboard.press("End")
    page.keyboard.type("!")
    expect(review(other)).to_have_value("に!")
    method.read("ほ")
    button(page, "next").click()
    expect(review(page)).to_have_value("Other")
    expect(review(other)).to_have_value("に!ほ")
    button(page, "previous").click()
    expect(review(page)).to_have_value("に!ほ")
    review(page).press("End")
    method.read("ん")
    # The address follows a moment after what is shown.
    expect(page).to_have_url(re.compile(f"/book/{book}"))
    page.reload()
    expect(review(page)).to_have_value("に!ほん")
    expect(review(other)).to_have_value("に!ほん")


def button(page, way):
    return page.get_by_test_id(f"detail.{way}").locator("visible=true")


def press(page, way):
    """Presses it as a key does: what has the focus keeps it."""
    button(page, way).evaluate("(node) => node.click()")


def test_every_text_of_a_page_that_goes_out_of_sight_is_saved(window):
    laptop, phone = two_with(window, "Middlemarch")
    phone.add_init_script(RESTLESS)
    for field in ("note", "review"):
        phone.reload()
        phone.get_by_test_id(f"detail.{field}").locator("visible=true").focus()
        phone.keyboard.type("Half a sen")
        phone.evaluate(OUT_OF_SIGHT)
        there = laptop.get_by_test_id(f"detail.{field}").locator("visible=true")
        expect(there).to_have_value("Half a sen")


def test_who_never_rests_is_saved_all_the_same(window):
    laptop, phone = two_with(window, "Middlemarch")
    laptop.add_init_script(RESTLESS)
    laptop.reload()
    review(laptop).focus()
    laptop.keyboard.type("Half a")
    laptop.evaluate("""() => {
      const now = performance.now();
      performance.now = () => now + 60_000;
    }""")
    laptop.keyboard.type(" sentence")
    expect(review(phone)).to_have_value(re.compile("^Half a "))
    expect(review(laptop)).to_have_value("Half a sentence")
    expect(review(laptop)).to_be_focused()


def test_what_another_tab_writes_meanwhile_goes_together_with_it(desk):
    first, second = desk.open(WIDE), desk.open(WIDE)
    open_row(first, 6)
    write(first, "review", "One two three.")
    open_row(second, 6)
    expect(review(second)).to_have_value("One two three.")
    review(second).focus()
    second.keyboard.press("End")
    second.keyboard.type(" END")
    review(first).focus()
    first.keyboard.press("Home")
    first.keyboard.type("START ")
    for page in (first, second):
        review(page).blur()
    for page in (first, second):
        expect(review(page)).to_have_value("START One two three. END")
        expect_saved(page)


def test_a_form_that_stood_open_in_another_tab_wipes_out_nothing(desk):
    first, second = desk.open(WIDE), desk.open(WIDE)
    for page in (first, second):
        open_row(page, 5)
    describe(first, "One two three.")
    second.get_by_test_id("detail.edit").click()
    form = second.get_by_label("Description")
    expect(form).to_have_value("One two three.")
    form.fill("One two three. END")
    describe(first, "START One two three.")
    second.get_by_test_id("sheet.editBook.save").click()
    expect(second.get_by_test_id("sheet.editBook")).to_be_hidden()
    for page in (first, second):
        page.get_by_test_id("detail.edit").click()
        expect(page.get_by_label("Description")).to_have_value("START One two three. END")
        page.keyboard.press("Escape")


def open_editor(page):
    page.get_by_test_id("detail.edit").click()
    expect(page.get_by_test_id("sheet.editBook")).to_be_visible()


def test_each_window_has_its_own_draft_of_a_form(desk):
    first, second = desk.open(WIDE), desk.open(WIDE)
    for page in (first, second):
        open_row(page, 4)
        open_editor(page)
    first.get_by_label("Description").fill("Half a description.")
    second.get_by_label("Description").fill("Another.")
    second.get_by_test_id("sheet.editBook.discard").click()
    second.get_by_test_id("dialog.discard.discard").click()
    expect(second.get_by_test_id("sheet.editBook")).to_be_hidden()
    # What is being written in a window that is open is not offered to another.
    open_editor(second)
    second.get_by_label("Publisher").fill("Blackwood")
    second.get_by_test_id("sheet.editBook.save").click()
    expect(second.get_by_test_id("sheet.editBook")).to_be_hidden()
    expect_saved(second)
    first.reload()
    expect(first.get_by_label("Description")).to_have_value("Half a description.")
    expect(first.get_by_test_id("sheet.editBook.resumed")).to_be_visible()
    first.get_by_test_id("sheet.editBook.save").click()
    expect(first.get_by_test_id("sheet.editBook")).to_be_hidden()
    for page in (first, second):
        open_editor(page)
        expect(page.get_by_label("Description")).to_have_value("Half a description.")
        expect(page.get_by_label("Publisher")).to_have_value("Blackwood")
        page.keyboard.press("Escape")
    assert first.evaluate("localStorage.getItem('dogear.drafts')") == "[]"


@both_sizes
def test_a_form_goes_on_with_what_a_window_that_is_closed_had_in_it(desk, size):
    page, keeper = desk.open(WIDE), desk.open(WIDE)
    row, _ = open_row(page, 3)
    open_editor(page)
    page.get_by_label("Description").fill("Half a description.")
    # What one window writes there another sees a little later.
    assert eventually(
        keeper, lambda: "Half a" in (keeper.evaluate("localStorage.getItem('dogear.drafts')") or "")
    )
    # As windows of before this one kept them: by the book alone.
    keeper.evaluate(
        """(old) => {
          const drafts = JSON.parse(localStorage.getItem("dogear.drafts"));
          const [[, draft]] = drafts;
          const was = [old, { ...draft, form: { ...draft.form, description: "Older." } }];
          localStorage.setItem("dogear.drafts", JSON.stringify([was, ...drafts]));
        }""",
        row,
    )
    page.close()
    keeper.evaluate(ALONE)
    other = desk.open(size, f"/library/all/book/{row}")
    for words in ("Half a description.", "Older."):
        open_editor(other)
        expect(other.get_by_label("Description")).to_have_value(words)
        expect(other.get_by_test_id("sheet.editBook.resumed")).to_be_visible()
        expect(other.get_by_test_id("sheet.editBook.discard")).to_be_visible()
        # It is this window's now: leaving it, or loading the page again, keeps it.
        other.keyboard.press("Escape")
        expect(other.get_by_test_id("notice.draftKept")).to_be_visible()
        other.get_by_test_id("notice.draftKept").get_by_role("button").first.click()
        expect(other.get_by_label("Description")).to_have_value(words)
        other.get_by_test_id("sheet.editBook.discard").click()
        other.get_by_test_id("dialog.discard.discard").click()
        expect(other.get_by_test_id("sheet.editBook")).to_be_hidden()
    open_editor(other)
    expect(other.get_by_label("Description")).to_have_value("")
    assert other.evaluate("localStorage.getItem('dogear.drafts')") == "[]"


def describe(page, words):
    page.get_by_test_id("detail.edit").click()
    page.get_by_label("Description").fill(words)
    page.get_by_test_id("sheet.editBook.save").click()
    expect(page.get_by_test_id("sheet.editBook")).to_be_hidden()


def test_half_a_sentence_outlives_its_page(desk):
    page = desk.open(WIDE, before=untold)
    open_row(page, 7)
    review(page).focus()
    page.keyboard.type("Half a sen")
    page.reload()
    expect(review(page)).to_have_value("Half a sen")
    expect_saved(page)
    other = desk.open(WIDE)
    open_row(other, 7)
    expect(review(other)).to_have_value("Half a sen")


def test_half_a_sentence_of_a_window_that_is_closed_goes_on_in_another(desk):
    page, other = desk.open(WIDE, before=untold), desk.open(WIDE)
    _, title = open_row(page, 8)
    _, another = open_row(other, 9)
    review(page).focus()
    page.keyboard.type("Half a sen")
    for one in (title, another):
        open_book(other, one)
        expect(review(other)).to_have_value("")
    open_book(other, title)
    other.evaluate(LOOKED)
    page.close()
    # Its lock goes a moment after it.
    other.evaluate(ALONE)
    expect(review(other)).to_have_value("")
    other.evaluate("dispatchEvent(new Event('focus'))")
    expect(review(other)).to_have_value("Half a sen")
    expect_saved(other)


def paste(box, words):
    """Puts words behind those of a box as they are: keys bring no characters that nobody sees."""
    box.evaluate(
        """(node, words) => {
          node.focus();
          node.setRangeText(JSON.parse(words), node.value.length, node.value.length, "end");
          node.dispatchEvent(new Event("input", { bubbles: true }));
        }""",
        json.dumps(words),
    )


@both_sizes
def test_what_nobody_sees_takes_no_words_along(desk, size, screenshot):
    page = desk.open(WIDE)
    open_row(page, 12)
    page.set_viewport_size(size)
    write(page, "review", "Old short review.")
    paste(review(page), " Pasted from a PDF.\f Page\0 two\ud83d.")
    page.keyboard.type(" More")
    expect(review(page)).to_have_value("Old short review. Pasted from a PDF. Page two. More")
    page.keyboard.type(" thoughts.")
    review(page).blur()
    expect_saved(page)
    page.reload()
    expect(review(page)).to_have_value("Old short review. Pasted from a PDF. Page two. More thoughts.")
    expect(page.get_by_test_id("sidebar.problems")).to_have_count(0)
    paste(review(page), "x" * 100_000)
    review(page).evaluate("(node) => (node.style.maxBlockSize = '200px')")
    book_pane(page).get_by_text("Shorten it:").scroll_into_view_if_needed()
    screenshot(page, f"refused-{size['width']}")


@both_sizes
def test_half_a_sentence_of_a_window_that_is_closed_goes_without_its_book(window, size):
    laptop, phone = two_with(window, "Middlemarch")
    link, listed = laptop.url, laptop.url.split("/book/")[0]
    for page in (laptop, phone):
        expect_saved(page)

    def half_a_sentence(words):
        page = laptop.context.new_page()
        untold(page)
        page.set_viewport_size(size)
        page.goto(link)
        so_far = review(phone).input_value()
        expect(review(page)).to_have_value(so_far)
        review(page).focus()
        page.keyboard.press("Control+End")
        page.keyboard.type(words)
        page.close()
        return so_far + words

    laptop.goto(listed)
    expect(rows(laptop).first).to_be_visible()
    # Another window of the browser is open, whatever it shows.
    expect(review(phone)).to_have_value(half_a_sentence("Half a sen"))
    laptop.goto("about:blank")
    whole = half_a_sentence("tence.")
    laptop.goto(listed)
    expect(review(phone)).to_have_value(whole)
    # And so it is with the page before in the same window.
    laptop.add_init_script(UNTOLD)
    laptop.goto(link)
    expect(review(laptop)).to_have_value(whole)
    review(laptop).focus()
    laptop.keyboard.press("Control+End")
    laptop.keyboard.type(" Another.")
    laptop.goto(listed)
    expect(review(phone)).to_have_value(f"{whole} Another.")
    expect_no_drafts(laptop)
    expect_saved(laptop)


def test_words_that_cannot_be_kept_stay_where_they_are(desk):
    page = desk.open(WIDE)
    open_row(page, 10)
    words = "long " * 60_000
    write(page, "review", words)
    refusal = "Review must have at most 100,000 characters, not 300,000."
    expect(page.get_by_test_id("notice.textNotKept")).to_contain_text(f"{refusal} What you wrote stays")
    said = f"{refusal} Shorten it: what you wrote stays here until it can be saved."
    for _ in range(2):
        expect(review(page)).to_have_value(words)
        expect(review(page)).to_have_accessible_description(said)
        expect(book_pane(page).get_by_text(said)).to_be_visible()
        expect_clean(page, "a text that is too long")
        page.reload()
    write(page, "review", "\U0001f4d6" * 80_000)
    expect(page.get_by_test_id("notice.textNotKept")).to_contain_text("shorten its text")
    write(page, "review", "Short.")
    expect(review(page)).to_have_attribute("aria-invalid", "false")
    expect_saved(page)
    page.reload()
    expect(review(page)).to_have_value("Short.")


def test_undo_in_a_box_knows_nothing_of_what_stood_there_before(desk):
    page = desk.open(WIDE)
    open_row(page, 1)
    review(page).focus()
    page.keyboard.type("Of the first.")
    page.get_by_test_id("detail.next").click()
    expect(review(page)).to_have_value("")
    review(page).focus()
    for key in ("Control+z", "Control+Shift+z"):
        page.keyboard.press(key)
        expect(review(page)).to_have_value("")
    # What is typed here is taken back and done again, no more than that.
    # In one piece: after letters that stay long enough to be saved, the browser begins another step.
    page.keyboard.insert_text("Mine")
    for key, text in [("Control+z", ""), ("Control+z", ""), ("Control+Shift+z", "Mine"),
                      ("Control+Shift+z", "Mine"), ("Control+z", "")]:
        page.keyboard.press(key)
        expect(review(page)).to_have_value(text)
    review(page).blur()
    page.get_by_test_id("detail.previous").click()
    expect(review(page)).to_have_value("Of the first.")
    write(page, "review", "")
    expect_saved(page)


def test_undo_in_a_box_leaves_what_another_wrote(server, window):
    mine, theirs = two_with(window, "Middlemarch")
    review(mine).focus()
    mine.keyboard.type("Hello")
    review(mine).blur()
    expect(review(theirs)).to_have_value("Hello")
    review(mine).focus()
    write(theirs, "review", "Hello, you")
    expect(review(mine)).to_have_value("Hello, you")
    for key in ("Control+z", "Control+Shift+z"):
        mine.keyboard.press(key)
        expect(review(mine)).to_have_value("Hello, you")
