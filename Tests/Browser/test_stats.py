"""What was read, by year: in bars for who sees them, in tables for who hears them."""

import datetime
import json
import re

from playwright.sync_api import expect

from audit import expect_clean
from books import read_export
from dogear_server import ROOT
from held import go_on, hold
from reader import apart, expect_no_drafts, expect_saved, open_panel, rows, two_frames, two_with
from sizes import NARROW, WIDE, both_sizes

MONTHS = {"2019/02": 1, "2022/07": 2, "2023/01": 3, "2023/05": 7, "2023/11": 4, "2024/03": 5, "2024/09": 1}

# How far what an element stands in is scrolled.
SCROLLED = """(node) => {
  while (node && node.scrollTop === 0) node = node.parentElement;
  return node ? node.scrollTop : 0;
}"""


COLOURS = "(nodes) => nodes.map((node) => getComputedStyle(node).backgroundColor)"
WIDTHS = "(nodes) => nodes.map((node) => node.getBoundingClientRect().width)"


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
    # Of nothing there is no bar, in a month as in a year; and one that is there does not fill the sheet.
    months = sheet.locator(".bars[aria-hidden] .bar-done").evaluate_all(COLOURS)
    assert [at + 1 for at, colour in enumerate(months) if colour != months[1]] == [1, 5, 11]
    assert months[1] == year(sheet, 2020).locator(".bar-done").evaluate_all(COLOURS)[0]
    assert year(sheet, 2023).locator(".bar-done").bounding_box()["width"] <= 64
    expect(sheet.get_by_test_id("stats.pages")).to_have_text("1,547")
    expect(sheet.get_by_test_id("stats.ratings").get_by_role("row").first).to_have_text("5 stars3")
    expect(sheet.get_by_test_id("stats.authors").get_by_role("row")).to_have_count(6)
    screenshot(page, f"{size['width']}")
    expect_clean(page, "stats")
    page.emulate_media(color_scheme="dark")
    screenshot(page, f"{size['width']}-dark")
    expect_clean(page, "stats, dark")
    # The colours of a chosen column and of its bar are made to be seen on each other, not on the page.
    page.emulate_media(forced_colors="active")
    chosen = year(sheet, 2023)
    assert chosen.locator(".bar-done").bounding_box()["width"] < chosen.bounding_box()["width"]


@both_sizes
def test_the_bars_are_of_books_or_of_pages_and_their_tables_are_of_both(server, window, tmp_path, screenshot, size):
    server.command("import", read_export(tmp_path / "read.csv", {"2023/05": 7, "2024/03": 5, "2024/09": 21}))
    page = window(size)
    expect(rows(page).first).to_be_visible()
    open_panel(page, "stats")
    sheet = page.get_by_test_id("sheet.stats")
    measure = sheet.get_by_role("radiogroup", name="What is counted")
    books, pages = measure.get_by_role("radio", name="Books"), measure.get_by_role("radio", name="Pages")
    drawn = sheet.get_by_test_id("stats.months").locator(".bars > *")
    expect(books).to_be_checked()
    expect(drawn.nth(2)).to_have_text("5M")
    books.press("ArrowRight")
    expect(pages).to_be_focused()
    expect(pages).to_be_checked()
    # What does not fit above a bar is rounded there; whoever hears it hears all of it.
    expect(drawn.nth(2)).to_have_text("550M")
    expect(drawn.nth(8)).to_have_text("2.6KS")
    expect(sheet.get_by_role("row", name="September 21 2,583", exact=True)).to_have_count(1)
    expect(year(sheet, 2023)).to_have_text("7282023")
    expect(year(sheet, 2023)).to_have_accessible_name("2023: 728 pages")
    screenshot(page, f"pages-{size['width']}")
    expect_clean(page, "stats, pages")
    # It is of whichever year is chosen then.
    year(sheet, 2023).press("Enter")
    expect(drawn.nth(4)).to_have_text("728M")
    for name, row in (("By year", "2023 7 728"), ("By month", "May 7 728")):
        table = sheet.get_by_role("table", name=name, exact=True)
        expect(table.get_by_role("columnheader")).to_have_text(["Books", "Pages"])
        expect(table.get_by_role("row", name=row, exact=True)).to_have_count(1)
    for name in ("By rating", "Authors"):
        expect(sheet.get_by_role("table", name=name, exact=True)).to_be_visible()
    expect(sheet.locator("table:not(:has(caption))")).to_have_count(0)
    pages.press("ArrowLeft")
    expect(drawn.nth(4)).to_have_text("7M")


def test_a_phone_has_room_for_the_numbers_and_for_a_thumb(server, window, tmp_path):
    server.command("import", read_export(tmp_path / "read.csv", {"2023/05": 1100}))
    page = window(NARROW)
    expect(rows(page).first).to_be_visible()
    open_panel(page, "stats")
    # A year in which nothing was read is pressed with a thumb, too.
    assert year(page, 2024).bounding_box()["height"] >= 44
    number = page.get_by_test_id("stats.months").get_by_text("1,100").first
    assert number.bounding_box()["height"] <= 18
    # The bar below it is as wide as all others are.
    widths = page.get_by_test_id("stats.months").locator(".bar-done").evaluate_all(WIDTHS)
    assert max(widths) - min(widths) < 1


def test_what_the_books_are_about_is_named_beside_their_tags(server, window):
    server.command("import", ROOT / "Tests/Fuzz/Corpora/imports/librarything.tsv")
    page = window(WIDE)
    expect(rows(page).first).to_be_visible()
    open_panel(page, "stats")
    about = page.get_by_role("table", name="Subjects", exact=True)
    expect(about.get_by_role("row")).to_have_text(["Gardens > Fiction1", "Glass1"])
    expect(page.get_by_role("table", name="Tags", exact=True).get_by_role("row")).to_have_count(2)


def test_the_sheet_stands_there_while_a_large_library_is_counted(server, window, tmp_path):
    server.command("import", read_export(tmp_path / "read.csv", {"2023/05": 300}))
    page = window(WIDE)
    expect(page.get_by_test_id("sidebar.all")).to_contain_text("300")
    expect_saved(page)
    hold(page)
    open_panel(page, "stats")
    sheet = page.get_by_test_id("sheet.stats")
    expect(sheet).to_contain_text("Counting…")
    expect(sheet.locator(".panel-empty")).to_be_hidden()
    go_on(page)
    expect(page.get_by_test_id("stats.headline")).to_have_text("300 books finished in 2023")
    assert "Counting…" not in sheet.inner_text()


def test_a_book_finished_on_another_device_is_counted_at_once(window):
    laptop, phone = two_with(window, "Middlemarch")
    open_panel(phone, "stats")
    sheet = phone.get_by_test_id("sheet.stats")
    expect(sheet.locator(".panel-empty")).to_be_visible()
    laptop.get_by_test_id("detail.addReading").click()
    laptop.get_by_label("Finished").fill("2021-03-04")
    laptop.locator(".inline-form button[type=submit]").click()
    expect_saved(laptop)
    expect(sheet.get_by_test_id("stats.headline")).to_have_text("1 book finished in 2021")
    expect(sheet.locator(".panel-empty")).to_be_hidden()


def set_goal(page, target, metric=None):
    page.get_by_test_id("goals.set").press("Enter")
    page.get_by_test_id("goals.target").fill(str(target))
    if metric:
        page.get_by_test_id("goals.metric").select_option(metric)
    page.get_by_test_id("goals.target").press("Enter")


@both_sizes
def test_a_goal_says_how_far_the_year_is(server, window, tmp_path, screenshot, size):
    server.command("import", read_export(tmp_path / "read.csv", MONTHS))
    page, other = window(size), window(WIDE)
    for each in (page, other):
        expect(rows(each).first).to_be_visible()
        open_panel(each, "stats")
    expect(page.get_by_test_id("goals.set")).to_have_text("Set a goal for 2024")
    for none in ("many", "0", "1.000", "10000000", ""):
        page.get_by_test_id("goals.set").press("Enter")
        target = page.get_by_test_id("goals.target")
        target.fill(none)
        target.press("Enter")
        expect(target).to_have_accessible_description("Write a whole number from 1 to 9,999,999.")
        expect(target).to_be_focused()
        page.keyboard.press("Escape")
    set_goal(page, "many")
    # It ends what is being composed, and nothing else.
    page.get_by_test_id("goals.target").dispatch_event("keydown", {"key": "Escape", "isComposing": True})
    expect(page.get_by_test_id("goals.target")).to_have_value("many")
    screenshot(page, f"goal-wrong-{size['width']}")
    # It is what is innermost: the sheet stays.
    page.keyboard.press("Escape")
    expect(page.get_by_test_id("goals.set")).to_be_focused()
    page.keyboard.press("Enter")
    page.get_by_test_id("goals.target").fill("12")
    page.get_by_test_id("goals.save").click()
    expect(page.get_by_test_id("goals.set")).to_be_focused()
    set_goal(page, " 1,000 ", "pages")
    for each in (page, other):
        expect(each.get_by_test_id("goal.books")).to_contain_text("6 of 12 books")
        expect(each.get_by_test_id("goal.books")).to_contain_text("6 to go")
        expect(each.get_by_test_id("goal.pages")).to_contain_text("of 1,000 pages")
    screenshot(page, f"goal-{size['width']}")
    expect_clean(page, "goals")
    other.get_by_test_id("goal.books.change").click()
    expect(other.get_by_test_id("goals.target")).to_have_value("12")
    other.get_by_test_id("goals.target").fill("5")
    other.get_by_test_id("goals.save").click()
    expect(other.get_by_test_id("goal.books.change")).to_be_focused()
    for each in (page, other):
        expect(each.get_by_test_id("goal.books")).to_contain_text("Reached")
    page.get_by_test_id("goal.books.change").click()
    page.get_by_test_id("goals.drop").click()
    expect(page.get_by_test_id("goal.pages.change")).to_be_focused()
    expect(other.get_by_test_id("goal.books")).to_have_count(0)
    page.get_by_test_id("notice.deed").get_by_role("button", name="Undo").click()
    expect(other.get_by_test_id("goal.books")).to_contain_text("6 of 5 books")
    # Another year has goals of its own.
    year(page, 2023).click()
    expect(page.get_by_test_id("goal.books")).to_have_count(0)
    expect(page.get_by_test_id("goals.set")).to_have_text("Set a goal for 2023")


@both_sizes
def test_a_goal_that_was_begun_outlives_its_page(server, window, tmp_path, size):
    server.command("import", read_export(tmp_path / "read.csv", MONTHS))
    page = window(size)
    expect(rows(page).first).to_be_visible()
    target, metric = page.get_by_test_id("goals.target"), page.get_by_test_id("goals.metric")
    open_panel(page, "stats")
    page.get_by_test_id("goals.set").press("Enter")
    target.fill("1200")
    metric.select_option("pages")
    page.go_back()
    notice = page.get_by_test_id("notice.draftKept")
    expect(notice).to_have_text(re.compile(r"^Your changes are kept\s*Resume"))
    notice.get_by_test_id("toast.action").click()
    expect(target).to_have_value("1200")
    page.reload()
    open_panel(page, "stats")
    expect(target).to_have_value("1200")
    expect(metric).to_have_value("pages")
    expect(page.get_by_test_id("goals.set")).to_be_hidden()
    # It is of its year.
    year(page, 2023).click()
    expect(target).to_be_hidden()
    year(page, 2024).click()
    expect(target).to_have_value("1200")
    page.get_by_test_id("goals.save").click()
    expect(page.get_by_test_id("goal.pages")).to_contain_text("of 1,200 pages")
    expect_no_drafts(page)
    # A change goes on as one, and is given up with the sheet.
    page.get_by_test_id("goal.pages.change").click()
    target.fill("1300")
    page.reload()
    open_panel(page, "stats")
    expect(target).to_have_value("1300")
    expect(page.get_by_test_id("goals.drop")).to_be_visible()
    page.get_by_test_id("sheet.stats.close").click()
    expect(page.get_by_test_id("sheet.stats")).to_have_count(0)
    expect(notice).to_have_count(0)
    expect_no_drafts(page)


def test_devices_that_set_a_goal_while_they_are_apart_set_one(server, window):
    laptop, phone = two_with(window, "Middlemarch")
    for page in (laptop, phone):
        open_panel(page, "stats")

    def aim():
        set_goal(laptop, 20)
        set_goal(phone, 30)

    apart(server, (laptop, phone), aim)
    goals = [page.get_by_test_id("goal.books") for page in (laptop, phone)]
    for page in (laptop, phone):
        expect(page.get_by_test_id("sidebar.conflicts")).to_contain_text("1")
    # A device knows the server's clock by half a round trip: either may be the later one.
    expect(goals[0]).to_contain_text(re.compile("0 of [23]0 books"))
    kept = 20 if "0 of 20 books" in goals[0].inner_text() else 30
    other = 50 - kept
    for goal in goals:
        expect(goal).to_have_count(1)
        expect(goal).to_contain_text(f"0 of {kept} books")
    laptop.keyboard.press("Escape")
    open_panel(laptop, "conflicts")
    card = laptop.get_by_test_id("sheet.conflicts").get_by_role("article")
    expect(card.get_by_role("heading")).to_contain_text("Goal for ")
    versions = card.locator(".version-value")
    expect(versions).to_have_text([str(kept), str(other)])
    card.get_by_role("button", name="Keep that").click()
    expect(goals[1]).to_contain_text(f"0 of {other} books")


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


def test_no_year_to_come_is_shown_before_somebody_asks_for_it(server, window, tmp_path):
    server.command("import", read_export(tmp_path / "read.csv", {"2024/05": 2, "2998/01": 1}))
    page = window(WIDE)
    expect(rows(page).first).to_be_visible()
    open_panel(page, "stats")
    expect(year(page, 2998)).to_be_attached()
    expect(page.get_by_test_id("stats.headline")).to_have_text("2 books finished in 2024")


def days_ago(count):
    return datetime.date.today() - datetime.timedelta(days=count)


def read_on(path, ago):
    """A library in which a phone noted a place on days so long ago, all of one book."""
    days = {str(days_ago(count)): None for count in ago}
    place = {"unit": "page", "value": 12, "total": 300, "fraction": 0.04, "at": 0}
    reading = {"book": "b1", "span": {"started": str(days_ago(3000))[:7], "outcome": "reading"}}
    entities = [
        {"e": "book", "id": "b1", "set": {"title": "Middlemarch", "status": "reading"}},
        {"e": "reading", "id": "r1", "set": reading},
        {"e": "progress", "id": "r1~phone", "set": place, "add": {"days": days}},
    ]
    path.write_text(json.dumps({"format": "dogear", "version": 1, "entities": entities}))
    return path


@both_sizes
def test_each_day_that_somebody_read_is_marked(server, window, tmp_path, screenshot, size):
    # Two years ago four days in a row, and of the last year a few; yesterday, and the day before.
    ago = [1, 2, 4, 30, 31, 32, 200, 730, 731, 732, 733]
    server.command("import", read_on(tmp_path / "library.json", ago))
    page = window(size)
    expect(rows(page).first).to_be_visible()
    open_panel(page, "stats")
    streak = page.get_by_test_id("streak")
    expect(page.get_by_test_id("streak.words")).to_have_text("2 days in a row; longest 4")
    days = streak.locator("[data-read] title")
    expect(days).to_have_count(7)
    expect(streak.locator("[data-today]:not([data-read])")).to_have_count(1)
    assert 52 * 7 + 1 <= streak.locator("rect").count() <= 53 * 7
    # Whoever hears it hears each of these days once.
    table = streak.get_by_role("table", name="Days you read", exact=True)
    counts = table.get_by_role("row").locator("td:nth-child(2)").all_inner_texts()
    assert sum(map(int, counts)) == 7
    yesterday = days_ago(1)
    last = table.get_by_role("row", name=f"{yesterday:%B %Y}")
    expect(last).to_contain_text(re.compile(rf"\b{yesterday.day}\b"))
    # The drawing ends with this week, begins with a whole one, and nothing is scrolled sideways for it.
    box, last = (streak.locator(each).last.bounding_box() for each in (".streak-weeks", "rect"))
    assert box["x"] + box["width"] - 16 <= last["x"] + last["width"] <= box["x"] + box["width"]
    pitch = 13 if size == NARROW else 10
    assert abs(box["width"] / pitch - round(box["width"] / pitch)) < 0.05
    assert box["width"] > 250 if size == NARROW else box["width"] == 53 * pitch
    assert page.evaluate("document.scrollingElement.scrollWidth <= innerWidth")
    sheet = page.get_by_test_id("sheet.stats").locator(".sheet-scroll")
    assert sheet.evaluate("(node) => node.scrollWidth <= node.clientWidth")
    screenshot(page, f"streak-{size['width']}")
    expect_clean(page, "streak")
    page.emulate_media(color_scheme="dark")
    screenshot(page, f"streak-{size['width']}-dark")
    expect_clean(page, "streak, dark")
    page.emulate_media(forced_colors="active")
    fill = "(node) => getComputedStyle(node).fill"
    assert streak.locator("[data-read]").first.evaluate(fill) == streak.locator("text").first.evaluate(fill)
    assert streak.locator("rect:not([data-read])").first.evaluate(fill) == "none"


def test_a_week_begins_on_its_first_day_where_the_reader_lives(server, window, tmp_path):
    server.command("import", read_on(tmp_path / "library.json", [1]))
    for locale, first, names in (("en-US", "Sunday", "MonWedFri"), ("de-DE", "Monday", "TueThuSat")):
        page = window(WIDE, locale=locale)
        expect(rows(page).first).to_be_visible()
        open_panel(page, "stats")
        expect(page.get_by_test_id("streak").locator(".streak-names")).to_have_text(names)
        day = page.get_by_test_id("streak").locator("rect title").first.evaluate("(node) => node.textContent")
        assert f"{datetime.datetime.strptime(day, '%B %d, %Y'):%A}" == first


def test_a_day_is_one_of_reading_as_soon_as_a_place_is_noted(window):
    laptop, phone = two_with(window, "Middlemarch")
    open_panel(phone, "stats")
    expect(phone.get_by_test_id("streak")).to_contain_text("each day on which you do shows here")

    def note(percent):
        laptop.get_by_test_id("detail.progress").click()
        laptop.get_by_test_id("progress.unit.percent").click()
        laptop.get_by_test_id("progress.value").fill(percent)
        # Nobody knows when it began.
        if laptop.get_by_test_id("progress.started").is_visible():
            laptop.get_by_test_id("progress.started").fill("")
        laptop.get_by_test_id("progress.save").click()
        expect_saved(laptop)

    note("10")
    expect(phone.get_by_test_id("streak.words")).to_have_text("1 day in a row; longest 1")
    note("20")
    expect(laptop.locator(".book-progress:visible")).to_contain_text("20%")
    for _ in range(2):
        laptop.keyboard.press("z")
        expect_saved(laptop)
    # Taken back with the place that it came with; and there again with another.
    expect(phone.get_by_test_id("streak.words")).to_have_count(0)
    note("30")
    expect(phone.get_by_test_id("streak.words")).to_have_text("1 day in a row; longest 1")
    expect(laptop.locator(".book-progress:visible")).to_contain_text("30%")
