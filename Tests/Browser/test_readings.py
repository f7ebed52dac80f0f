"""The dates of a read-through, which more than one device or tab may be changing."""

import re

from playwright.sync_api import expect

from audit import expect_clean
from reader import add_classics, expect_saved, open_book, rows, two_with
from sizes import NARROW, both_sizes


def form(page):
    return page.locator(".inline-form:visible")


def readings(page):
    return page.locator(".reading:visible")


def begin(page, **dates):
    """Opens the form of the only read-through, or of a new one, and types dates into it."""
    known = readings(page).get_by_role("button", name="Change")
    (known if known.count() else page.get_by_test_id("detail.addReading").locator("visible=true")).click()
    fill(page, **dates)


def fill(page, **dates):
    for label, date in dates.items():
        form(page).get_by_label(label).fill(date)


def save(page):
    form(page).get_by_role("button", name="Save").click()
    expect(form(page)).to_have_count(0)
    expect_saved(page)


def two_with_a_reading(window):
    laptop, phone = two_with(window, "Middlemarch")
    begin(laptop, Started="2024-01-01", Finished="2024-02-01")
    save(laptop)
    expect(readings(phone)).to_have_count(1)
    return laptop, phone


def expect_span(pages, started, finished):
    for page in pages:
        expect(readings(page)).to_have_text(re.compile(f"{started}.*{finished}"))


def test_dates_changed_on_two_devices_go_together_or_are_shown_as_two_versions(window):
    laptop, phone = two_with_a_reading(window)
    begin(phone)
    begin(laptop, Started="2023-12-24")
    save(laptop)
    expect_span([phone], "December 24, 2023", "February 1, 2024")
    fill(phone, Finished="2024-02-10")
    save(phone)
    expect_span([laptop, phone], "December 24, 2023", "February 10, 2024")
    expect(laptop.get_by_test_id("sidebar.conflicts")).not_to_have_attribute("data-alert", "")

    begin(phone)
    begin(laptop, Finished="2024-02-20")
    save(laptop)
    expect_span([phone], "December 24, 2023", "February 20, 2024")
    fill(phone, Finished="2024-02-15")
    save(phone)
    for page in (laptop, phone):
        expect(page.get_by_test_id("sidebar.conflicts")).to_contain_text("1")


def test_dates_changed_in_two_tabs_go_together(window):
    first, _ = two_with_a_reading(window)
    second = first.context.new_page()
    second.goto(first.url)
    expect(readings(second)).to_have_count(1)
    begin(second)
    begin(first, Started="2023-12-24")
    save(first)
    expect_span([second], "December 24, 2023", "February 1, 2024")
    fill(second, Finished="2024-02-10")
    save(second)
    expect_span([first, second], "December 24, 2023", "February 10, 2024")


def test_a_read_through_that_is_removed_while_it_is_changed_is_back_and_said_to_be(window):
    laptop, phone = two_with_a_reading(window)
    begin(phone, Finished="2024-03-03")
    readings(laptop).get_by_role("button", name="Remove").click()
    expect(readings(phone)).to_have_count(0)
    save(phone)
    expect(phone.get_by_test_id("notice.reading")).to_contain_text("It is back")
    expect_span([laptop, phone], "January 1, 2024", "March 3, 2024")


def test_dates_that_are_half_typed_outlive_the_page_and_another_book(window, screenshot):
    laptop, phone = two_with_a_reading(window)
    begin(phone, Started="2022-05-01", Finished="2022-06-0")
    screenshot(phone, "narrow")
    phone.reload()
    expect(form(phone).get_by_label("Finished")).to_have_value("2022-06-0")
    fill(phone, Finished="2022-06-01")
    save(phone)
    expect_span([laptop, phone], "May 1, 2022", "June 1, 2022")

    begin(laptop, Started="2021")
    screenshot(laptop, "wide")
    laptop.get_by_test_id("toolbar.search").locator("visible=true").fill("Dracula")
    open_book(laptop, "Dracula")
    expect(form(laptop)).to_have_count(0)
    laptop.get_by_test_id("toolbar.search").locator("visible=true").fill("Middlemarch")
    open_book(laptop, "Middlemarch")
    expect(form(laptop).get_by_label("Started")).to_have_value("2021")
    form(laptop).get_by_role("button", name="Cancel").click()
    # The address follows a moment after what is shown.
    expect(laptop).to_have_url(re.compile("starter-middlemarch.*Middlemarch"))
    laptop.reload()
    expect(readings(laptop)).to_have_count(1)
    expect(form(laptop)).to_have_count(0)


@both_sizes
def test_all_that_is_wrong_is_told_at_once_each_at_its_field(window, screenshot, size):
    page = window(size)
    add_classics(page)
    expect_saved(page)
    search(page, "Middlemarch")
    begin(page, Started="2024-13", Finished="2999")
    started, finished = (form(page).get_by_label(label) for label in ("Started", "Finished"))
    form(page).get_by_role("button", name="Save").click()
    expect(started).to_be_focused()
    expect(started).to_have_accessible_description("Write a date as 1998, 1998-05 or 1998-05-31.")
    expect(finished).to_have_accessible_description("That day is still to come.")
    for field in (started, finished):
        expect(field).to_have_attribute("aria-invalid", "true")
    screenshot(page, f"wrong-{size['width']}")
    expect_clean(page, "dates that are wrong")
    fill(page, Started="2024-02", Finished="2024-01")
    form(page).get_by_role("button", name="Save").click()
    expect(finished).to_be_focused()
    expect(finished).to_have_accessible_description("The end cannot come before the beginning.")
    expect(started).to_have_attribute("aria-invalid", "false")
    # Nothing is wrong with what is begun anew.
    form(page).get_by_role("button", name="Cancel").click()
    begin(page)
    expect(finished).to_have_attribute("aria-invalid", "false")
    fill(page, Started="2024-01", Finished="2024-02")
    save(page)
    expect_span([page], "January 2024", "February 2024")


def search(page, title):
    page.get_by_test_id("toolbar.search").locator("visible=true").fill(title)
    open_book(page, title)


def test_a_list_is_sorted_by_when_its_books_were_last_finished(window):
    """Given a list in that order; when another device finishes a book; then it stands on top, with its day."""
    laptop, phone = two_with(window, "Middlemarch")
    phone.get_by_test_id("detail.back").locator("visible=true").click()
    for page in (laptop, phone):
        page.get_by_test_id("toolbar.search").locator("visible=true").fill("")
    phone.get_by_test_id("toolbar.sort").locator("visible=true").click()
    phone.get_by_test_id("popover.sort.by.finished").click()
    phone.get_by_test_id("popover.sort.done").click()
    expect(phone).to_have_url(re.compile("sort=-finished$"))
    expect(rows(phone).first).not_to_contain_text("Middlemarch")
    begin(laptop, Finished="2024-02-01")
    save(laptop)
    expect(rows(phone).first).to_contain_text("Middlemarch")
    expect(rows(phone).first).to_contain_text("February 1, 2024")
    search(laptop, "Emma")
    begin(laptop, Finished="2024-03")
    save(laptop)
    expect(rows(phone).nth(0)).to_contain_text("Emma")
    expect(rows(phone).nth(1)).to_contain_text("Middlemarch")
    # A date that is mended moves its book.
    search(laptop, "Middlemarch")
    begin(laptop, Finished="2024-04-01")
    save(laptop)
    expect(rows(phone).nth(0)).to_contain_text("April 1, 2024")
    expect(rows(phone).nth(1)).to_contain_text("March 2024")


def test_the_form_of_a_read_through_is_seen_whole_where_it_opens(window):
    page = window(NARROW)
    add_classics(page)
    rows(page).first.click()
    # There is room for the first field below the button, and for nothing else.
    button = page.get_by_test_id("detail.addReading").locator("visible=true")
    button.evaluate(
        """(button) => {
          button.scrollIntoView({ block: "end" });
          button.closest(".detail-scroll").scrollTop += 110;
        }"""
    )
    button.click()
    expect(form(page).get_by_label("Started")).to_be_focused()
    expect(form(page).get_by_role("button", name="Save")).to_be_in_viewport(ratio=0.9)
    # Nor does what lies at the edge of the window cover it.
    edge = page.get_by_test_id("tabBar.libraryTab").bounding_box()["y"]
    below = form(page).bounding_box()
    assert below["y"] + below["height"] <= edge
