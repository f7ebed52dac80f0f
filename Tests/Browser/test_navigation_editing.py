"""Sheets own their actions, and no draft is lost (NAVIGATION §4: 16–18; §3.3)."""

import re

import pytest
from playwright.sync_api import expect

from place import book_pane, expect_book, nav_state, open_row
from reader import expect_saved, rows, write
from sizes import NARROW, WIDE, both_sizes

EDITOR = "sheet.editBook"
WORDS = "A title that nobody has saved – with “quotes” and ümläuts"


def edit(page, number, words=WORDS):
    """Opens the editor of a row's book and types a title."""
    _, title = open_row(page, number)
    page.get_by_test_id("detail.edit").click()
    expect(page.get_by_test_id("field.title")).to_be_focused()
    page.get_by_test_id("field.title").fill(words)
    return title


def expect_draft(page, words=WORDS):
    expect(page.get_by_test_id(EDITOR)).to_be_visible()
    expect(page.get_by_test_id("field.title")).to_have_value(words)


def discard(page):
    page.get_by_test_id(f"{EDITOR}.discard").click()
    page.get_by_test_id("dialog.discard.discard").click()
    expect(page.get_by_test_id(EDITOR)).to_have_count(0)


def hold_storage(page):
    """Lets no edit become durable until `release_storage`: the editor then is saving."""
    page.add_init_script(
        """const transaction = IDBDatabase.prototype.transaction;
        window.stopped = [];
        window.isHeld = false;
        IDBDatabase.prototype.transaction = function (...given) {
          const made = transaction.apply(this, given);
          if (!window.isHeld || made.mode !== "readwrite") return made;
          const listen = made.addEventListener.bind(made);
          const later = (act) => (...event) =>
            window.isHeld ? void window.stopped.push(() => act(...event)) : act(...event);
          made.addEventListener = (name, act, ...rest) => listen(name, later(act), ...rest);
          return new Proxy(made, {
            get: (target, key) => {
              const value = target[key];
              return typeof value === "function" ? value.bind(target) : value;
            },
            set: (target, key, value) => {
              target[key] = key === "oncomplete" ? later(value) : value;
              return true;
            },
          });
        };"""
    )


def release_storage(page):
    page.evaluate(
        """() => {
          window.isHeld = false;
          for (const act of window.stopped.splice(0)) act();
        }"""
    )


@both_sizes
def test_17_save_waits_for_a_title_and_for_itself(desk, size):
    """Given Edit; when the name is empty or saving; then Save is disabled ("Saving…"); on success
    the sheet closes itself; vector: destination set, then null, nothing else changed."""
    page = desk.open(size, before=hold_storage)
    title = edit(page, 1, "")
    open_state = nav_state(page)
    save = page.get_by_test_id(f"{EDITOR}.save")
    expect(save).to_be_disabled()
    expect(save).to_have_text("Save")
    page.get_by_test_id("field.title").fill("   ")
    expect(save).to_be_disabled()
    words = f"{title}, saved at {size['width']}"
    page.get_by_test_id("field.title").fill(words)
    expect(save).to_be_enabled()
    page.evaluate("() => { window.isHeld = true; }")
    save.click()
    expect(save).to_be_disabled()
    expect(save).to_have_text("Saving…")
    release_storage(page)
    expect(page.get_by_test_id(EDITOR)).to_have_count(0)
    expect_book(page, words)
    closed = nav_state(page)
    assert closed["present"] == []
    assert {**open_state, "present": []} == closed


@both_sizes
def test_18_two_escapes_keep_the_draft(desk, size):
    """Given unsaved edits; when Escape is pressed twice; then the draft is kept and Resume restores
    every character."""
    page = desk.open(size)
    title = edit(page, 2)
    page.keyboard.press("Escape")
    page.keyboard.press("Escape")
    expect(page.get_by_test_id(EDITOR)).to_have_count(0)
    expect(page.get_by_test_id("dialog.discard")).to_have_count(0)
    notice = page.get_by_test_id("notice.draftKept")
    notice.get_by_test_id("toast.action").click()
    expect_draft(page)
    expect(page.get_by_test_id(f"{EDITOR}.resumed")).to_be_visible()
    discard(page)
    expect(page.get_by_test_id("notice.draftKept")).to_have_count(0)
    if not book_pane(page).is_visible():
        open_row(page, 2)
    expect_book(page, title)
    page.get_by_test_id("detail.edit").click()
    expect(page.get_by_test_id("field.title")).to_have_value(title)


@pytest.mark.parametrize("leave", ["browser", "cancel", "backdrop"])
def test_18_however_an_editor_is_left_its_draft_stays(desk, leave):
    """Dismissing a dirty editor by Back, button or backdrop keeps the draft and offers Resume; only
    Discard asks."""
    page = desk.open(WIDE)
    title = edit(page, 3)
    if leave == "browser":
        page.go_back()
    elif leave == "cancel":
        page.get_by_test_id(f"{EDITOR}.cancel").click()
    else:
        page.mouse.click(20, 20)
    expect(page.get_by_test_id(EDITOR)).to_have_count(0)
    expect_book(page, title)
    page.get_by_test_id("notice.draftKept").get_by_test_id("toast.action").click()
    expect_draft(page)
    # The question may be left without an answer: nothing is lost then.
    page.get_by_test_id(f"{EDITOR}.discard").click()
    page.keyboard.press("Escape")
    expect_draft(page)
    discard(page)


def test_18_a_draft_survives_reload_resize_and_a_tab_that_goes(desk):
    """Unsaved edits survive a reload, a resize, and the tab that talks to the server going away."""
    leader = desk.open(WIDE)
    page = desk.open(WIDE)
    title = edit(page, 4)
    page.reload()
    expect_draft(page)
    assert nav_state(page)["present"][0]["dirty"] is True
    page.set_viewport_size(NARROW)
    expect(page.locator(".shell[data-layout='narrow']")).to_be_attached()
    expect_draft(page)
    leader.close()
    expect_saved(page)
    expect_draft(page)
    page.get_by_test_id(f"{EDITOR}.save").click()
    expect(page.get_by_test_id(EDITOR)).to_have_count(0)
    expect_book(page, WORDS)
    expect_saved(page)
    page.get_by_test_id("detail.edit").click()
    page.get_by_test_id("field.title").fill(title)
    page.get_by_test_id(f"{EDITOR}.save").click()
    expect_book(page, title)


def test_a_resumed_draft_undoes_nothing_that_others_changed(desk):
    """A draft is what was typed, not what the book was: another window's edits stay."""
    page, other = desk.open(WIDE), desk.open(WIDE)
    edit(page, 5, "Typed before")
    page.keyboard.press("Escape")
    page.reload()
    open_row(other, 5)
    write(other, "review", "Written meanwhile")
    open_row(page, 5)
    expect(page.get_by_test_id("detail.review").locator("visible=true")).to_have_value(
        "Written meanwhile"
    )
    page.get_by_test_id("detail.edit").click()
    expect_draft(page, "Typed before")
    page.get_by_test_id(f"{EDITOR}.save").click()
    expect_book(page, "Typed before")
    expect(page.get_by_test_id("detail.review").locator("visible=true")).to_have_value(
        "Written meanwhile"
    )


def test_windows_of_one_browser_keep_each_others_drafts(desk):
    """Each window adds its drafts to those of the others."""
    page, other = desk.open(WIDE), desk.open(WIDE)
    edit(page, 6, "One")
    page.keyboard.press("Escape")
    edit(other, 7, "Another")
    other.keyboard.press("Escape")
    page.reload()
    page.get_by_test_id("detail.edit").click()
    expect_draft(page, "One")
    page.close()
    other.reload()
    other.get_by_test_id("detail.edit").click()
    expect_draft(other, "Another")


def test_whoever_left_while_it_saved_is_not_called_back(desk):
    """In-flight work is view state: results arriving after the user moved never navigate."""
    page = desk.open(NARROW, before=hold_storage)
    page.get_by_test_id("toolbar.new").locator("visible=true").click()
    page.get_by_test_id("field.title").fill("Written in a hurry")
    page.evaluate("() => { window.isHeld = true; }")
    page.get_by_test_id("sheet.newBook.save").click()
    expect(page.get_by_test_id("sheet.newBook.save")).to_have_text("Saving…")
    page.keyboard.press("Escape")
    expect(page.get_by_test_id("sheet.newBook")).to_have_count(0)
    release_storage(page)
    expect(page.get_by_text("Book added")).to_be_visible()
    expect(rows(page).first).to_be_visible()
    assert page.url.endswith("/library/all")


def test_a_question_asked_before_an_added_book_is_kept_stays_until_it_is_answered(server, window):
    """A result that is added is its book's page at once, and what can be asked there is not taken away when
    the book has come to stay."""
    page = window(WIDE)
    expect_saved(page)
    hold_storage(page)
    page.goto(server.origin + "/search/result/villette")
    expect(page.get_by_test_id("detail.add")).to_be_visible()
    page.evaluate("() => void (window.isHeld = true)")
    page.get_by_test_id("detail.add").click()
    expect(page.get_by_test_id("detail.delete").locator("visible=true")).to_be_visible()
    page.keyboard.press("Delete")
    question = page.get_by_test_id("alert.deleteBook")
    expect(question).to_be_visible()
    release_storage(page)
    added = page.get_by_test_id("notice.added")
    expect(added).to_contain_text("Added “Villette”")
    expect(question).to_be_visible()
    page.get_by_test_id("alert.deleteBook.cancel").click()
    expect_book(page, "Villette")
    expect(page.get_by_test_id("tabBar.searchTab")).to_have_attribute("aria-current", "page")
    added.get_by_test_id("toast.action").click()
    expect(page).to_have_url(re.compile("/library/all/book/starter-villette$"))
