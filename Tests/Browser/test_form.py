"""The form of a book: what it does not show stays, and what it refuses it says where."""

import re

from playwright.sync_api import expect

from books import filed_export
from place import open_row
from reader import add_classics, edit_title, expect_saved, expect_state, open_book, rows
from sizes import WIDE
from test_saved_filters import SLOW_DISK
from wire import Cable, refuse_deletions

EDITOR = "sheet.editBook"


def save(page):
    page.get_by_test_id(f"{EDITOR}.save").click()
    expect(page.get_by_test_id(EDITOR)).to_have_count(0)


def test_a_name_typed_while_the_disk_takes_its_time_is_kept(window, server, tmp_path):
    server.command("import", filed_export(tmp_path / "books.csv", {"Amy Hunt": "Hunt, Amy"}))
    page = window(WIDE)
    open_row(page)
    page.get_by_test_id("detail.edit").click()
    page.get_by_test_id("field.title").fill("Another title")
    page.evaluate(SLOW_DISK)
    page.get_by_test_id(f"{EDITOR}.save").click()
    page.get_by_label("Name", exact=True).first.fill("Somebody Else")
    page.evaluate("() => release()")
    expect(rows(page).first).to_contain_text("Another title")
    save(page)
    expect(rows(page).first).to_contain_text("Somebody Else")


def test_who_is_filed_otherwise_stays_so_when_somebody_is_added(window, server, tmp_path):
    authors = {"Gabriel García Márquez": "García Márquez, Gabriel", "Amy Hunt": "Hunt, Amy"}
    server.command("import", filed_export(tmp_path / "books.csv", authors))
    page = window(WIDE)
    page.goto(f"{server.origin}/library/all?sort=author")
    expect(rows(page).first).to_contain_text("Gabriel")
    open_book(page, "Gabriel")
    page.get_by_test_id("detail.edit").click()
    page.get_by_role("button", name="Add person").click()
    page.keyboard.type("Gregory Rabassa")
    page.get_by_role("button", name="Add person").click()
    page.keyboard.type("Amy Hunt")
    for number in (1, 2):
        page.get_by_label("Role").nth(number).select_option("Translator")
    page.get_by_label("Name", exact=True).first.press("End")
    page.keyboard.type("!")
    page.keyboard.press("Backspace")
    save(page)
    # What both did is said once.
    expect(page.locator(".person-group:visible")).to_have_text(
        ["Gabriel García Márquez", re.compile("^Gregory Rabassa.*Amy Hunt.*\\(Translators\\)$")]
    )
    expect(rows(page).first).to_contain_text("Gabriel")


def test_a_tag_with_a_comma_is_taken_away_in_the_form_and_two_are_pasted_at_once(desk):
    page = desk.open(WIDE)
    open_row(page, 2)
    chips = page.locator(".chips[data-testid='detail.tags']:visible .chip")
    was = chips.all_inner_texts()
    tags = edit_tags(page)
    tags.fill(", ".join([*was, '"love, war"']))
    save(page)
    expect(chips).to_have_text([*was, "love, war"])
    tags = edit_tags(page)
    tags.fill(tags.input_value().replace('"love, war"', "winter"))
    save(page)
    expect(chips).to_have_text([*was, "winter"])
    add = page.get_by_test_id("detail.tags.add").locator("visible=true")
    add.fill("love, war")
    add.press("Enter")
    expect(chips).to_have_text([*was, "winter", "love", "war"])


def edit_tags(page):
    page.get_by_test_id("detail.edit").click()
    return page.get_by_role("textbox", name="Tags", exact=True)


def test_a_pasted_tag_is_one_line_and_one_too_long_stays_with_a_word_about_it(desk):
    page = desk.open(WIDE)
    open_row(page, 3)
    chips = page.locator(".chips[data-testid='detail.tags']:visible .chip")
    was = chips.all_inner_texts()
    add = page.get_by_test_id("detail.tags.add").locator("visible=true")
    add.fill("sea\tand\u2028\u0085sky\0")
    add.press("Enter")
    expect(chips).to_have_text([*was, "sea and sky"])
    expect_saved(page)
    words = "x" * 101
    add.fill(words)
    add.press("Enter")
    expect(add).to_have_accessible_description("That has more than 100 letters.")
    expect(add).to_have_attribute("aria-invalid", "true")
    expect(add).to_have_value(words)
    add.press("Escape")
    expect(add).to_have_attribute("aria-invalid", "false")
    expect(chips).to_have_count(len(was) + 1)


def test_a_key_held_down_empties_the_field_and_takes_no_tag(desk):
    page = desk.open(WIDE)
    open_row(page, 8)
    chips = page.locator(".chips[data-testid='detail.tags']:visible .chip")
    was = chips.all_inner_texts()
    add = page.get_by_test_id("detail.tags.add").locator("visible=true")
    add.fill("first, last")
    add.press("Enter")
    expect(chips).to_have_text([*was, "first", "last"])
    add.fill("no")
    for _ in range(6):
        page.keyboard.down("Backspace")
    page.keyboard.up("Backspace")
    expect(add).to_have_value("")
    page.keyboard.press("Backspace")
    expect(chips).to_have_text([*was, "first"])


def test_undo_and_redo_write_no_tag_that_was_taken(desk):
    page = desk.open(WIDE)
    open_row(page, 9)
    chips = page.locator(".chips[data-testid='detail.tags']:visible .chip")
    was = chips.all_inner_texts()
    add = page.get_by_test_id("detail.tags.add").locator("visible=true")
    add.focus()
    page.keyboard.type("taken")
    page.keyboard.press("Enter")
    expect(chips).to_have_text([*was, "taken"])
    for key in ("Control+z", "Control+Shift+z"):
        page.keyboard.press(key)
        expect(add).to_have_value("")
    # Escape empties the field, too.
    page.keyboard.type("no")
    for key in ("Escape", "Control+z", "Control+Shift+z"):
        page.keyboard.press(key)
        expect(add).to_have_value("")
    add.blur()
    expect(chips).to_have_text([*was, "taken"])


def test_an_edit_is_saved_beside_another_that_was_refused(window, server):
    page = window(WIDE, paired=False)
    cable = Cable(page)
    page.goto(server.fresh_link())
    add_classics(page)
    expect_saved(page)
    cable.spoil = refuse_deletions
    rows(page).first.press("Delete")
    page.get_by_test_id("alert.deleteBook.delete").click()
    page.get_by_test_id("alert.error.cancel").click()
    expect_state(page, "problem")
    open_row(page, 1)
    edit_title(page, "Saved all the same")
    expect(page.get_by_text("Saved", exact=True).locator("visible=true")).to_be_visible()
    # But not where nothing of it has been sent, of which the state of the sync says no more then.
    page.wait_for_function("() => navigator.serviceWorker.controller !== null")
    server.stop()
    expect(page.get_by_test_id("sync.state").first).to_have_text(re.compile("^Offline, "))
    edit_title(page, "Kept all the same")
    expect(page.get_by_text("Kept on this device").locator("visible=true")).to_be_visible()


def test_the_focus_stays_in_the_form_when_a_row_goes(desk):
    page = desk.open(WIDE)
    open_row(page, 5)
    page.get_by_test_id("detail.edit").click()
    for kind in ("person", "series"):
        add = page.get_by_role("button", name=f"Add {kind}")
        remove = page.get_by_role("button", name=f"Remove {kind}")
        while remove.count() < 3:
            add.click()
        for left in (2, 1, 1):
            remove.first.press("Enter")
            expect(remove).to_have_count(left)
            expect(remove.first).to_be_focused()
        # After the last of them there is none.
        add.press("Enter")
        remove.last.press("Enter")
        expect(add).to_be_focused()


def test_who_adds_no_read_through_after_all_is_back_where_it_began(desk):
    page = desk.open(WIDE)
    open_row(page, 6)
    again = page.get_by_test_id("detail.addReading").locator("visible=true")
    form = page.locator(".inline-form:visible")
    for role, key in (("textbox", "Escape"), ("button", "Enter")):
        again.press("Enter")
        form.get_by_role(role).first.press(key)
        expect(form).to_have_count(0)
        expect(again).to_be_focused()


def test_a_name_that_is_refused_is_shown_and_said_plainly(desk):
    page = desk.open(WIDE)
    open_row(page, 7)
    page.get_by_test_id("detail.edit").click()
    page.get_by_role("button", name="Add person").click()
    name = page.get_by_label("Name", exact=True)
    name.last.fill("x" * 1001)
    save = page.get_by_test_id(f"{EDITOR}.save")
    save.click()
    expect(name.last).to_be_focused()
    expect(name.last).to_have_attribute("aria-invalid", "true")
    expect(name.last).to_have_accessible_description("Name: too long, or with a tab in it.")
    expect(name.first).to_have_attribute("aria-invalid", "false")
    name.last.fill("Ann")
    expect(name.last).to_have_attribute("aria-invalid", "false")
    number = page.get_by_label("Number in the series").first
    page.get_by_role("textbox", name="Series", exact=True).first.fill("Tide")
    number.fill("1\t2")
    save.click()
    expect(number).to_be_focused()
    page.get_by_test_id(f"{EDITOR}.discard").click()
    page.get_by_test_id("dialog.discard.discard").click()


def test_two_edits_in_a_row_say_it_once(window):
    page = window(WIDE)
    add_classics(page)
    open_row(page, 1)
    edit_title(page, "The first title")
    expect(page.get_by_test_id("notice.saved")).to_have_text("Saved")
    edit_title(page, "The second title")
    expect(page.get_by_role("heading", name="The second title")).to_be_visible()
    expect(page.locator(".toast").filter(has_text="Saved")).to_have_count(1)
