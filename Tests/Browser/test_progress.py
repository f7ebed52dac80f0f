"""How far a reader is, on each of their devices."""

import re

from playwright.sync_api import expect

from reader import add_classics, eventually, expect_no_drafts, expect_saved, open_book, rows, two_with
from sizes import WIDE, both_sizes


def words(page):
    return page.locator(".book-progress:visible .progress-words")


def at(page, percent):
    """Says how far this device is, by keyboard alone."""
    page.locator("[data-testid^='detail.book.']:visible h1").focus()
    page.keyboard.press("p")
    page.get_by_test_id("progress.unit.percent").click()
    page.get_by_test_id("progress.value").fill(percent)
    page.keyboard.press("Enter")
    expect(page.get_by_test_id("sheet.progress")).to_be_hidden()


def test_each_device_keeps_its_place_and_both_are_offered(window, screenshot):
    laptop, phone = two_with(window, "Middlemarch")
    at(laptop, "62")
    expect(words(phone)).to_contain_text("62%")
    at(phone, "40")
    for page in (laptop, phone):
        expect(words(page)).to_have_text("You are at 40% on Linux phone, 62% on Linux computer.")
    added = rows(laptop).first.locator(".row-aside").inner_text()
    spoken = f"Middlemarch, George Eliot, Reading, 40%, {added}"
    expect(rows(laptop).first).to_have_attribute("aria-label", spoken)
    screenshot(laptop, "apart")
    screenshot(phone, "apart-narrow")

    # Going to the furthest is this device's own place: the other's stays.
    phone.get_by_test_id("progress.furthest").locator("visible=true").click()
    for page in (laptop, phone):
        expect(words(page)).to_have_text("62%")

    # To the end, read, and again: a new read-through begins at its own place.
    at(phone, "100")
    phone.get_by_test_id("notice.finished").get_by_test_id("toast.action").click()
    expect(phone.get_by_test_id("detail.status.read")).to_have_attribute("aria-checked", "true")
    expect(words(phone)).to_be_hidden()
    at(phone, "3")
    expect(words(phone)).to_have_text("3%")
    expect(phone.locator(".reading:visible")).to_have_count(2)
    expect_saved(phone)


def test_a_place_that_is_none_is_said_beside_the_field(window, screenshot):
    laptop, _ = two_with(window, "Middlemarch")
    laptop.get_by_test_id("detail.progress").click()
    laptop.get_by_test_id("progress.unit.page").click()
    laptop.get_by_test_id("progress.value").fill("500")
    laptop.get_by_test_id("progress.total").fill("400")
    laptop.get_by_test_id("progress.save").click()
    expect(laptop.get_by_test_id("sheet.progress")).to_contain_text("That is past the end")
    screenshot(laptop, "problem")
    laptop.get_by_test_id("progress.total").fill("900")
    laptop.get_by_test_id("progress.save").click()
    expect(words(laptop)).to_have_text("Page 500 of 900 (55%)")


def test_another_unit_begins_with_the_same_place(window):
    laptop, _ = two_with(window, "Middlemarch")
    value, total = laptop.get_by_test_id("progress.value"), laptop.get_by_test_id("progress.total")
    laptop.get_by_test_id("detail.progress").click()
    laptop.get_by_test_id("progress.unit.page").click()
    value.fill("121")
    total.fill("300")
    laptop.get_by_test_id("progress.unit.percent").click()
    expect(value).to_have_value("40")
    # What nobody has touched in between is no other place.
    laptop.get_by_test_id("progress.unit.page").click()
    expect(value).to_have_value("121")
    expect(total).to_have_value("300")
    laptop.get_by_test_id("progress.save").click()
    expect(words(laptop)).to_have_text("Page 121 of 300 (40%)")
    laptop.get_by_test_id("detail.progress").click()
    expect(value).to_have_value("121")
    laptop.get_by_test_id("progress.unit.percent").click()
    value.fill("50")
    laptop.get_by_test_id("progress.unit.page").click()
    expect(value).to_have_value("150")


def test_a_book_that_is_being_read_says_how_far_beside_its_status(window):
    _, phone = two_with(window, "Middlemarch")
    update = phone.get_by_test_id("detail.progress")
    rating = phone.get_by_test_id("rating").locator("visible=true")
    status(phone, "toRead").click()
    expect_status(phone, "toRead")
    expect_below_each_other(rating, update)
    status(phone, "reading").click()
    expect_status(phone, "reading")
    expect_below_each_other(status(phone, "abandoned"), update, rating)
    # It takes the focus along.
    update.focus()
    phone.keyboard.press("1")
    expect_status(phone, "toRead")
    expect(update).to_be_focused()
    expect_below_each_other(rating, update)


def expect_below_each_other(*parts):
    """The press of a status shows at once, and what it moves with the drawing after that."""

    def is_so():
        tops = [part.bounding_box()["y"] for part in parts]
        return tops == sorted(set(tops))

    assert eventually(parts[0].page, is_so)


def status(page, name):
    return page.get_by_test_id(f"detail.status.{name}").locator("visible=true")


def expect_status(page, name):
    expect(status(page, name)).to_have_attribute("aria-checked", "true")


def readings(page):
    return page.locator(".reading:visible .reading-text")


def classic(window, title, size=WIDE):
    page = window(size)
    add_classics(page)
    expect_saved(page)
    page.get_by_test_id("toolbar.search").locator("visible=true").fill(title)
    open_book(page, title)
    return page


def test_who_says_how_far_they_are_is_reading_and_one_undo_takes_back_both(window):
    page = classic(window, "Middlemarch")
    status(page, "toRead").click()
    at(page, "20")
    expect_status(page, "reading")
    expect(readings(page)).to_have_count(1)
    expect(page.get_by_test_id("sidebar.status:reading")).to_contain_text("1")
    expect(page.get_by_test_id("notice.status")).to_contain_text("Reading")
    page.locator("[data-testid^='detail.book.']:visible h1").focus()
    page.keyboard.press("z")
    expect_status(page, "toRead")
    expect(readings(page)).to_have_count(0)


def test_a_book_that_is_read_shows_no_place_in_it_and_to_read_on_is_to_read_again(window):
    page = classic(window, "Middlemarch")
    at(page, "36")
    expect(words(page)).to_have_text("36%")
    status(page, "read").click()
    expect(words(page)).to_be_hidden()
    row = rows(page).filter(has_text="Middlemarch")
    expect(row).not_to_have_attribute("aria-label", re.compile("36%"))
    at(page, "40")
    expect_status(page, "reading")
    expect(words(page)).to_have_text("40%")


def test_a_book_that_was_read_is_offered_its_last_day(window):
    page = classic(window, "Middlemarch")
    proposal = page.get_by_test_id("detail.proposal").locator("visible=true")
    page.keyboard.press("4")
    expect(proposal).to_have_text("Finished today")
    proposal.click()
    expect(readings(page)).to_have_count(1)
    expect(readings(page)).to_contain_text("read")
    expect(proposal).to_have_count(0)
    expect_status(page, "read")


def test_a_read_through_with_its_end_says_that_the_book_was_read(window):
    page = classic(window, "Middlemarch")
    page.get_by_test_id("detail.addReading").click()
    page.get_by_label("Finished").fill("2021-03-04")
    page.locator(".inline-form:visible button[type=submit]").click()
    expect_status(page, "read")
    expect(readings(page)).to_have_count(1)
    page.locator("[data-testid^='detail.book.']:visible h1").focus()
    page.keyboard.press("z")
    expect(page.locator("[data-testid='detail.status']:visible [aria-checked=true]")).to_have_count(0)
    expect(readings(page)).to_have_count(0)


def test_the_dates_of_a_read_through_can_be_put_right_and_none_is_still_to_come(window):
    page = classic(window, "Middlemarch")
    form = page.locator(".inline-form:visible")
    page.get_by_test_id("detail.addReading").click()
    form.get_by_label("Finished").fill("2998-03")
    form.get_by_role("button", name="Save").click()
    expect(form.get_by_label("Finished")).to_have_accessible_description("That day is still to come.")
    form.get_by_label("Finished").fill("2021-03-04")
    form.get_by_role("button", name="Save").click()
    change = page.get_by_role("button", name="Change read-through")
    change.click()
    expect(form.get_by_label("Finished")).to_have_value("2021-03-04")
    form.get_by_label("Started").fill("2020-12")
    form.get_by_label("Outcome").select_option("abandoned")
    page.keyboard.press("Enter")
    expect(form).to_have_count(0)
    expect(change).to_be_focused()
    expect(readings(page)).to_have_count(1)
    expect(readings(page)).to_contain_text("2020")
    expect(readings(page)).to_contain_text("gave up")


def test_a_place_in_a_book_that_another_device_deleted_is_not_called_kept(window):
    laptop, phone = two_with(window, "Middlemarch")
    # What a device is called that was paired later, another is told as it is greeted again.
    laptop.reload()
    expect_saved(laptop)
    laptop.get_by_test_id("detail.progress").click()
    phone.get_by_test_id("detail.delete").click()
    phone.get_by_test_id("alert.deleteBook.delete").click()
    gone = laptop.get_by_test_id("notice.gone")
    expect(gone).to_be_visible()
    laptop.get_by_test_id("progress.unit.percent").click()
    laptop.get_by_test_id("progress.value").fill("62")
    laptop.get_by_test_id("progress.save").click()
    expect(laptop.get_by_test_id("sheet.progress")).to_have_count(0)
    expect(gone).to_contain_text("Linux phone deleted “Middlemarch”")
    expect_saved(laptop)
    expect(laptop.get_by_test_id("notice.status")).to_have_count(0)


@both_sizes
def test_what_was_begun_outlives_its_page_and_is_given_up_by_its_own_button(window, size):
    page = classic(window, "Middlemarch", size)
    update = page.get_by_test_id("detail.progress").locator("visible=true")
    value, total = page.get_by_test_id("progress.value"), page.get_by_test_id("progress.total")
    started = page.get_by_test_id("progress.started")
    update.click()
    # A unit that was looked at is nothing begun.
    page.get_by_test_id("progress.unit.page").click()
    page.keyboard.press("Escape")
    expect(page.get_by_test_id("sheet.progress")).to_have_count(0)
    expect(page.get_by_test_id("notice.draftKept")).to_have_count(0)
    update.click()
    page.get_by_test_id("progress.unit.page").click()
    value.fill("121")
    total.fill("300")
    started.fill("2024-03-01")
    page.keyboard.press("Escape")
    kept = page.get_by_test_id("notice.draftKept")
    expect(kept).to_have_text(re.compile(r"^Your changes are kept\s*Resume"))
    kept.get_by_test_id("toast.action").click()
    expect(value).to_have_value("121")
    page.reload()
    update.click()
    expect(page.get_by_test_id("progress.unit.page")).to_have_attribute("aria-checked", "true")
    expect(value).to_have_value("121")
    expect(total).to_have_value("300")
    expect(started).to_have_value("2024-03-01")
    page.get_by_test_id("progress.save").click()
    expect(words(page)).to_have_text("Page 121 of 300 (40%)")
    expect_no_drafts(page)
    update.click()
    value.fill("130")
    page.get_by_test_id("sheet.progress.close").click()
    expect(page.get_by_test_id("sheet.progress")).to_have_count(0)
    expect(page.get_by_test_id("notice.draftKept")).to_have_count(0)
    update.click()
    expect(value).to_have_value("121")
    expect_no_drafts(page)
