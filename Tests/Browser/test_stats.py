"""What was read, by year: in bars for who sees them, in tables for who hears them."""

from playwright.sync_api import expect

from audit import expect_clean
from books import read_export
from reader import expect_saved, open_panel, rows, two_frames, two_with
from sizes import NARROW, WIDE, both_sizes

MONTHS = {"2019/02": 1, "2022/07": 2, "2023/01": 3, "2023/05": 7, "2023/11": 4, "2024/03": 5, "2024/09": 1}

# How far what an element stands in is scrolled.
SCROLLED = """(node) => {
  while (node && node.scrollTop === 0) node = node.parentElement;
  return node ? node.scrollTop : 0;
}"""


def year(page, number):
    return page.get_by_role("button", name=f"{number}: ", exact=False)


@both_sizes
def test_each_year_says_what_was_read(server, window, tmp_path, screenshot, size):
    server.command("import", read_export(tmp_path / "read.csv", MONTHS))
    page = window(size)
    expect(rows(page).first).to_be_visible()
    open_panel(page, "stats")
    sheet = page.get_by_test_id("sheet.stats")
    expect(year(sheet, 2024)).to_have_attribute("aria-pressed", "true")
    expect(sheet.get_by_test_id("stats.headline")).to_have_text("6 books finished in 2024")
    expect(year(sheet, 2020)).to_have_accessible_name("2020: 0 books")
    expect(year(sheet, 2019)).to_have_accessible_name("2019: 1 book")
    year(sheet, 2023).press("Enter")
    expect(year(sheet, 2023)).to_be_focused()
    expect(sheet.get_by_test_id("stats.headline")).to_have_text("14 books finished in 2023")
    expect(sheet.get_by_role("row", name="May 7")).to_have_count(1)
    expect(sheet.get_by_test_id("stats.pages")).to_have_text("1,547")
    expect(sheet.get_by_test_id("stats.ratings").get_by_role("row").first).to_have_text("5 stars3")
    expect(sheet.get_by_test_id("stats.authors").get_by_role("row")).to_have_count(6)
    screenshot(page, f"{size['width']}")
    expect_clean(page, "stats")
    page.emulate_media(color_scheme="dark")
    screenshot(page, f"{size['width']}-dark")
    expect_clean(page, "stats, dark")


def test_a_book_finished_on_another_device_is_counted_at_once(window):
    laptop, phone = two_with(window, "Middlemarch")
    open_panel(phone, "stats")
    sheet = phone.get_by_test_id("sheet.stats")
    expect(sheet.locator(".panel-empty")).to_be_visible()
    laptop.get_by_test_id("detail.addReading").click()
    laptop.get_by_label("Finished").fill("2021-03-04")
    laptop.locator(".reading-form button[type=submit]").click()
    expect_saved(laptop)
    expect(sheet.get_by_test_id("stats.headline")).to_have_text("1 book finished in 2021")
    expect(sheet.locator(".panel-empty")).to_be_hidden()


def test_what_is_being_read_stays_in_its_place_whoever_edits(server, window, tmp_path):
    server.command("import", read_export(tmp_path / "read.csv", MONTHS))
    page, other = window(NARROW), window(WIDE)
    expect(rows(other).first).to_be_visible()
    expect(rows(page).first).to_be_visible()
    open_panel(page, "stats")
    authors = page.get_by_test_id("stats.authors")
    authors.evaluate("(node) => { node.scrollIntoView({ block: 'start' }); node.isKept = true; }")
    place = authors.evaluate(SCROLLED)
    assert place > 0

    def expect_unmoved():
        two_frames(page)
        assert authors.evaluate(SCROLLED) == place

    # Of a book that is no other in the statistics by that.
    rows(other).first.click(modifiers=["Control"])
    other.keyboard.press("3")
    expect(page.get_by_test_id("sidebar.status:paused")).to_contain_text("1")
    expect_unmoved()
    assert authors.evaluate("(node) => node.isKept")
    # And of those of the year.
    other.keyboard.press("Control+a")
    other.get_by_test_id("selection.tag").click()
    other.get_by_test_id("popover.tags.set.add").fill("sea")
    other.keyboard.press("Enter")
    expect(page.get_by_test_id("stats.tags")).to_contain_text("sea")
    expect_unmoved()
