"""What became of a book, and the ways back: history, undo, redo."""

from datetime import date

from playwright.sync_api import expect

from books import goodreads_export
from conftest import WIDE
from place import open_row
from reader import (
    add_classics, edit_title, expect_saved, expect_state, held_back, open_book, pause, review, rows,
    two_with, write,
)


def heading(page):
    return page.locator("[data-testid^='detail.book.']:visible h1")


def test_a_book_tells_its_history_and_gives_back_any_value(server, window, screenshot):
    laptop, phone = two_with(window, "Middlemarch")
    write(laptop, "review", "A quiet, patient book.")
    expect(review(phone)).to_have_value("A quiet, patient book.")
    write(phone, "review", "A quiet, very patient book. Read it in winter.")
    edit_title(phone, "Middlemarch, again")
    expect(heading(laptop)).to_have_text("Middlemarch, again")
    laptop.get_by_test_id("detail.history").click()
    sheet = laptop.get_by_test_id("sheet.history")
    title = sheet.get_by_test_id("history.title").first
    expect(title).to_contain_text("Linux phone")
    expect(title.locator("del")).to_contain_text("Middlemarch")
    expect(title.locator("ins")).to_contain_text("again")
    words = sheet.get_by_test_id("history.review").first
    expect(words.locator("ins").first).to_contain_text("very")
    expect(words.locator("ins .visually-hidden").first).to_have_text("added: ")
    screenshot(laptop, "sheet")

    # One field alone; and a former value comes back, everywhere, and can be undone.
    sheet.get_by_test_id("history.filter").select_option("title")
    expect(sheet.get_by_test_id("history.review")).to_have_count(0)
    restore = title.get_by_test_id("history.restore")
    moment = title.locator("time").get_attribute("title")
    assert moment in restore.get_attribute("aria-label")
    restore.click()
    expect(heading(phone)).to_have_text("Middlemarch")
    expect(sheet.get_by_test_id("history.title")).to_have_count(3)
    sheet.get_by_test_id("notice.deed").get_by_test_id("toast.action").click()
    expect(heading(phone)).to_have_text("Middlemarch, again")

    # Without the server there is a sentence, and a way to try again.
    laptop.get_by_test_id("sheet.history.close").click()
    server.stop()
    expect_state(laptop, "offline")
    laptop.get_by_test_id("detail.history").click()
    expect(sheet).to_contain_text("out of reach")
    # No count is said of what was not read.
    spoken = laptop.locator(".visually-hidden[aria-live='polite']")
    pause(laptop, 200)  # twice as long as a count takes to be said (spokenMilliseconds)
    expect(spoken).not_to_contain_text("0 changes")
    server.start()
    expect_state(laptop, "saved")
    sheet.get_by_test_id("history.retry").click()
    expect(title).to_be_visible()
    expect(spoken).to_contain_text("changes")


def test_what_was_read_of_a_long_history_stays_when_another_device_adds_to_it(window):
    laptop, phone = two_with(window, "Middlemarch")
    favourite = laptop.get_by_test_id("detail.favourite").locator("visible=true")
    for _ in range(55):
        favourite.click()
    expect_saved(laptop)
    laptop.get_by_test_id("detail.history").click()
    entries = laptop.locator(".history-entry")
    expect(entries).to_have_count(50)
    laptop.get_by_test_id("history.older").click()
    expect(laptop.get_by_test_id("history.older")).to_be_hidden()
    count = entries.count()
    assert count > 55
    write(phone, "review", "A quiet, patient book.")
    expect(entries).to_have_count(count + 1)
    expect(laptop.get_by_test_id("history.older")).to_be_hidden()


def test_a_history_that_was_overtaken_while_it_was_read_is_read_again(window):
    laptop, phone = two_with(window, "Middlemarch")
    held = []
    laptop.route("**/v1/history?**", lambda route: held.append((route, route.fetch())), times=1)
    laptop.get_by_test_id("detail.history").click()
    sheet = laptop.get_by_test_id("sheet.history")
    expect(sheet).to_contain_text("Reading the history")
    route, answer = held_back(laptop, held)
    write(phone, "review", "A quiet, patient book.")
    expect(review(laptop)).to_have_value("A quiet, patient book.")
    route.fulfill(response=answer)
    expect(sheet.get_by_test_id("history.review")).to_be_visible()


def test_undo_takes_back_ones_own_and_leaves_what_others_wrote(window):
    laptop, phone = two_with(window, "Middlemarch")
    write(laptop, "review", "It is long.")
    expect(review(phone)).to_have_value("It is long.")
    write(laptop, "review", "It is very long.")
    expect(review(phone)).to_have_value("It is very long.")
    write(phone, "review", "It is very long. I liked it.")
    expect(review(laptop)).to_have_value("It is very long. I liked it.")
    heading(laptop).focus()
    laptop.keyboard.press("z")
    expect(laptop.get_by_test_id("notice.undo")).to_contain_text("Review of “Middlemarch”")
    for page in (laptop, phone):
        expect(review(page)).to_have_value("It is long. I liked it.")
    laptop.keyboard.press("Shift+Z")
    for page in (laptop, phone):
        expect(review(page)).to_have_value("It is very long. I liked it.")

    # What somebody else has replaced since is theirs, and that is said.
    edit_title(laptop, "Mine")
    expect(heading(phone)).to_have_text("Mine")
    edit_title(phone, "Theirs")
    expect(heading(laptop)).to_have_text("Theirs")
    heading(laptop).focus()
    laptop.keyboard.press("Control+z")
    expect(laptop.get_by_test_id("notice.undo")).to_contain_text("More was written there since, and would be lost")
    expect(heading(laptop)).to_have_text("Theirs")


def test_whatever_is_taken_away_can_be_undone(window):
    page = window(WIDE)
    add_classics(page)
    name = rows(page).first.locator(".row-title").inner_text()
    open_book(page, name)
    page.get_by_test_id("detail.tags.add").fill("Winter")
    page.keyboard.press("Enter")
    tags = page.get_by_test_id("detail.tags")
    tags.get_by_role("button", name="Remove tag Winter").click()
    expect(tags).not_to_contain_text("Winter")
    page.get_by_test_id("notice.deed").get_by_test_id("toast.action").click()
    expect(tags).to_contain_text("Winter")
    page.get_by_test_id("detail.status.read").click()
    page.get_by_test_id("rating").locator("visible=true").focus()
    page.keyboard.press("4")
    expect(page.get_by_test_id("rating.clear")).to_be_visible()
    heading(page).focus()
    page.keyboard.press("z")
    expect(page.get_by_test_id("rating.clear")).to_be_hidden()
    page.keyboard.press("z")
    expect(page.get_by_test_id("detail.status.read")).to_have_attribute("aria-checked", "false")
    page.keyboard.press("Shift+Z")
    expect(page.get_by_test_id("detail.status.read")).to_have_attribute("aria-checked", "true")
    expect_saved(page)


# A device whose clock is five years ahead.
AHEAD = """(() => {
  const Real = Date;
  const ahead = 5 * 365 * 24 * 3600 * 1000;
  window.Date = class extends Real {
    constructor(...values) { if (values.length) super(...values); else super(Date.now()); }
    static now() { return Real.now() + ahead; }
  };
})()"""


def test_a_wrong_clock_is_told_and_not_counted_with(server, window):
    server.command("import", goodreads_export(server.data.parent / "books.csv", 5))
    server.command("backup", server.data.parent / "copy")
    page = window(WIDE, paired=False)
    page.add_init_script(AHEAD)
    page.goto(server.fresh_link())
    open_row(page)
    write(page, "review", "Just now.")
    expect_saved(page)
    page.get_by_test_id("detail.history").click()
    times = page.get_by_test_id("sheet.history").locator("time")
    expect(times.first).to_contain_text("minute")
    page.get_by_test_id("sheet.history.close").click()
    page.get_by_test_id("sync.state").first.click()
    expect(page.get_by_test_id("sheet.sync")).to_contain_text("This device's clock is 5 years off.")
    page.get_by_test_id("sheet.sync.close").click()
    # Today is the day it is, not the one that this device takes it to be.
    page.get_by_test_id("detail.addReading").locator("visible=true").click()
    page.get_by_label("Finished").fill(str(date.today().year + 2))
    page.keyboard.press("Enter")
    expect(page.locator(".inline-form .field-error:visible")).to_have_text("That day is still to come.")
    page.goto(f"{server.origin}/settings/privacy")
    backups = page.get_by_test_id("settings.backups")
    expect(backups).to_contain_text("minute")
    expect(backups).not_to_contain_text("year")
