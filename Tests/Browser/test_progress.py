"""How far a reader is, on each of their devices."""

from playwright.sync_api import expect

from reader import expect_saved, rows, two_with


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
    expect(rows(laptop).first).to_have_attribute("aria-label", "Middlemarch, George Eliot, 40%")
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
    expect(laptop.get_by_test_id("sheet.progress")).to_contain_text("Write a page")
    screenshot(laptop, "problem")
    laptop.get_by_test_id("progress.total").fill("900")
    laptop.get_by_test_id("progress.save").click()
    expect(words(laptop)).to_have_text("Page 500 of 900 (55%)")
