"""What a list is sorted by: each order says what it is by, and follows what changes."""

import re

from playwright.sync_api import expect

from audit import expect_clean
from books import dogear_export, series_export
from reader import edit_title, expect_saved, open_book, rows, two_frames, two_with
from sizes import NARROW, WIDE

BY = ["Title", "Author", "Series", "Published", "Pages", "Rating", "Progress", "Date started", "Date finished",
      "Date added", "Date changed", "Random"]


def sort_by(page, name):
    page.get_by_test_id("toolbar.sort").locator("visible=true").click()
    page.get_by_test_id(f"popover.sort.by.{name}").click()
    page.get_by_test_id("popover.sort.done").click()
    expect(page.get_by_test_id("popover.sort")).to_have_count(0)


def titles(page):
    """The titles in view, from the top."""
    return page.evaluate(
        """() => [...document.querySelectorAll(".list .row")]
          .filter((row) => row.offsetParent && row.ariaPosInSet)
          .sort((a, b) => a.ariaPosInSet - b.ariaPosInSet).slice(0, 8)
          .map((row) => row.querySelector(".row-title").textContent)"""
    )


def test_every_order_is_offered_and_called_by_what_it_is_of(desk, screenshot):
    page = desk.open(WIDE)
    page.get_by_test_id("toolbar.sort").locator("visible=true").click()
    by = page.get_by_test_id("popover.sort.by")
    for size in (WIDE, NARROW):
        page.set_viewport_size(size)
        two_frames(page)
        expect(by.get_by_role("radio")).to_have_text(BY)
        for radio in by.get_by_role("radio").all():
            radio.click()
            expect(radio).to_be_checked()
            expect(page.get_by_test_id("popover.sort")).not_to_contain_text("sort.")
        screenshot(page, f"popover-{size['width']}")
        expect_clean(page, "a random order")
        by.get_by_role("radio", name="Title").click()
        screenshot(page, f"popover-title-{size['width']}")
        expect_clean(page, "an order by titles")


def test_a_random_order_stands_until_it_is_shuffled_again_and_is_the_same_elsewhere(window):
    laptop, phone = two_with(window, "Middlemarch")
    phone.goto(re.sub(r"(https?://[^/]+).*", r"\1/library/all", phone.url))
    sort_by(phone, "random")
    expect(phone).to_have_url(re.compile(r"sort=random-\d+$"))
    first = titles(phone)
    assert len(first) == 8
    rows(phone).first.click()
    phone.go_back()
    assert titles(phone) == first
    phone.reload()
    expect(rows(phone).first).to_be_visible()
    assert titles(phone) == first
    laptop.goto(re.sub(r"(https?://[^/]+).*", r"\1", laptop.url) + phone.url.removeprefix(
        re.match(r"https?://[^/]+", phone.url)[0]))
    expect(rows(laptop).first).to_be_visible()
    assert titles(laptop) == first
    phone.get_by_test_id("toolbar.sort").locator("visible=true").click()
    expect(phone.get_by_test_id("popover.sort.direction")).to_be_hidden()
    before = phone.url
    phone.get_by_test_id("popover.sort.shuffle").click()
    phone.get_by_test_id("popover.sort.done").click()
    expect(phone).not_to_have_url(before)
    assert titles(phone) != first


def test_what_was_changed_last_comes_first(window):
    laptop, phone = two_with(window, "Middlemarch")
    phone.goto(re.sub(r"(https?://[^/]+).*", r"\1/library/all?sort=-modified", phone.url))
    expect(rows(phone).first).not_to_contain_text("Middlemarch")
    edit_title(laptop, "Middlemarch again")
    expect_saved(laptop)
    expect(rows(phone).first).to_contain_text("Middlemarch again")


def test_a_list_by_progress_follows_the_reader_and_says_how_far(window, screenshot):
    laptop, phone = two_with(window, "Middlemarch")
    phone.goto(re.sub(r"(https?://[^/]+).*", r"\1/library/all?sort=-progress", phone.url))
    expect(rows(phone).first).not_to_contain_text("Middlemarch")
    laptop.get_by_test_id("detail.status.reading").click()
    laptop.get_by_test_id("detail.progress").click()
    laptop.get_by_test_id("progress.unit.percent").click()
    laptop.get_by_test_id("progress.value").fill("62")
    laptop.get_by_test_id("progress.save").click()
    expect(rows(phone).first).to_contain_text("Middlemarch")
    expect(rows(phone).first.locator(".row-aside")).to_have_text("62%")
    screenshot(phone, "progress")
    # One that was read is no more on its way.
    laptop.get_by_test_id("detail.status.read").click()
    expect(rows(phone).first).not_to_contain_text("Middlemarch")


def test_a_row_says_what_it_is_sorted_by_and_that_the_book_is_a_favourite(window, server, tmp_path):
    loved = {"title": "Loved", "favourite": True, "rating": 400, "originalYear": 1958}
    plain = {"title": "Plain", "added": 1_700_000_000_000, "published": "1958-05"}
    server.command("import", dogear_export(tmp_path / "books.json", loved, plain))
    page = window(WIDE)
    row = {title: rows(page).filter(has_text=title) for title in ("Loved", "Plain")}
    expect(row["Loved"]).to_have_accessible_name(re.compile("^Loved, 4 stars, Favourite"))
    expect(row["Plain"].locator(".row-aside")).to_have_text(re.compile("2023$"))
    for by in ("added", "published"):
        sort_by(page, by)
        shown = row["Plain"].locator(".row-aside").inner_text()
        expect(row["Plain"]).to_have_accessible_name(f"Plain, {shown}")
    expect(row["Loved"]).to_have_accessible_name("Loved, 4 stars, Favourite, 1958")
    expect(row["Plain"]).to_have_accessible_name("Plain, May 1958")


def test_series_stand_together_each_in_its_order(window, server, tmp_path, screenshot):
    names = ["Lantern (Tides, #3)", "Anchor (Tides, #1)", "Alone", "Net (Tides, #2)", "Zinc (Anvils, #10)",
             "Ore (Anvils, #9)"]
    server.command("import", series_export(tmp_path / "books.csv", *names))
    page = window(NARROW)
    expect(rows(page)).to_have_count(6)
    sort_by(page, "series")
    expect(page).to_have_url(re.compile("sort=series$"))
    assert titles(page) == ["Ore", "Zinc", "Anchor", "Net", "Lantern", "Alone"]
    screenshot(page, "series")
    page.set_viewport_size(WIDE)
    open_book(page, "Anchor")
    edit_series = page.get_by_test_id("detail.edit")
    edit_series.click()
    page.get_by_label("Number in the series").first.fill("4")
    page.get_by_test_id("sheet.editBook.save").click()
    expect(rows(page).nth(4)).to_contain_text("Anchor")
    assert titles(page) == ["Ore", "Zinc", "Net", "Lantern", "Anchor", "Alone"]
