"""Windows of every width: whatever can be pressed is in view, and no page scrolls sideways."""

from urllib.parse import quote

import pytest
from playwright.sync_api import expect

from books import author_of_many, named_export
from place import book_pane, expect_book, open_row
from reader import rows, two_frames
from sizes import NARROW, TABLET, WIDE, set_text

# How many buttons stand above a book, and which of them reach over an edge.
ABOVE = """() => {
  const bar = [...document.querySelectorAll(".detail-header")].find((node) => node.checkVisibility({
    visibilityProperty: true,
  }));
  const pane = bar.parentElement.getBoundingClientRect();
  const end = bar.getBoundingClientRect().bottom;
  const buttons = [...bar.querySelectorAll("button")].filter((node) => node.offsetParent);
  return [buttons.length, buttons.filter((node) => {
    const { left, right, bottom } = node.getBoundingClientRect();
    return left < pane.left || right > pane.right || bottom > end;
  }).map((node) => node.dataset.testid)];
}"""


def test_every_button_above_a_book_is_in_its_pane(desk):
    """Also with the way back to an author's list beside them."""
    page = desk.open(WIDE)
    identifier, title = open_row(page)
    author = quote(author_of_many())
    deep = f"/library/author/{author}/book/{identifier}/in/author/{author}/book/{identifier}"
    for path, most in ((f"/library/all/book/{identifier}", 7), (deep, 8)):
        page.goto(desk.server.origin + path)
        expect_book(page, title)
        for pixels in (16, 32):
            set_text(page, pixels)
            counts = set()
            for width in range(280, 1441, 20):
                page.set_viewport_size({"width": width, "height": 800})
                two_frames(page)
                count, lost = page.evaluate(ABOVE)
                assert lost == [], f"{path} at {width}, text of {pixels}"
                counts.add(count)
            assert max(counts) == most


def test_every_status_of_a_book_stands_in_one_line(desk):
    page = desk.open({"width": 360, "height": 844})
    open_row(page)
    names = ["To read", "Reading", "Paused", "Read", "Gave up"]
    for width in (360, 390, 834):
        page.set_viewport_size({"width": width, "height": 844})
        two_frames(page)
        boxes = [
            book_pane(page).get_by_role("radio", name=name, exact=True).bounding_box() for name in names
        ]
        assert len({box["y"] for box in boxes}) == 1, width
        assert min(box["width"] for box in boxes) >= 44, width


# The way back: whether its name is seen, how much of it, in ems, and whether its arrow is in the middle.
BACK = """() => {
  const button = [...document.querySelectorAll("[data-testid='detail.back']")].find((node) => node.offsetParent);
  const [icon, label] = button.children;
  const [box, sign, word] = [button, icon, label].map((node) => node.getBoundingClientRect());
  const em = parseFloat(getComputedStyle(label).fontSize);
  const isCut = label.scrollWidth > label.clientWidth;
  return {
    isSeen: word.top < box.bottom - 1, isCut, ems: word.width / em,
    isCentred: Math.abs(sign.top + sign.bottom - box.top - box.bottom) < 2,
  };
}"""


@pytest.mark.parametrize("name", ["All Books", "a long name"])
def test_the_way_back_is_an_arrow_alone_where_its_name_has_no_room(desk, name, screenshot):
    page = desk.open(NARROW)
    identifier, title = open_row(page)
    if name != "All Books":
        author = quote("Somebody of a Name as Long as a Window")
        page.goto(f"{desk.server.origin}/library/author/{author}/book/{identifier}")
        expect_book(page, title)
    for pixels in (16, 32):
        set_text(page, pixels)
        expect_name_where_it_has_room(page, name, pixels, screenshot)
    # Its name is read out all the same.
    label = page.get_by_test_id("detail.back").locator("visible=true").get_attribute("aria-label")
    assert label.startswith("Back to ")


def expect_name_where_it_has_room(page, name, pixels, screenshot):
    seen = {}
    for width in (320, 360, 390, 500, 690):
        page.set_viewport_size({"width": width, "height": 700})
        two_frames(page)
        back = page.evaluate(BACK)
        assert back["isCentred"], width
        assert not back["isSeen"] or not back["isCut"] or back["ems"] >= 5, f"{width}: {back}"
        seen[width] = back["isSeen"]
        screenshot(page, f"back-{name[:3]}-{pixels}-{width}")
    assert seen[690]
    assert pixels == 32 or not seen[320]


# What in the window is wider than the pane it stands in, and what takes a chip away beyond its edge.
TOO_WIDE = """() => [
  ...[...document.querySelectorAll(".layer, .layer *")].filter((node) => {
    const { overflowX } = getComputedStyle(node);
    return node.clientWidth > 1 && overflowX === "auto" && node.scrollWidth > node.clientWidth;
  }),
  ...[...document.querySelectorAll(".chip-remove")].filter((node) => {
    const { right } = node.getBoundingClientRect();
    return node.offsetParent && (right > innerWidth - 12 || node.offsetWidth < 32);
  }),
].map((node) => node.className)"""

NAMES = {
    "unbroken": "Abcdefghij" * 18,
    "of words": "Recommended by the podcast about nineteenth century novels and their readers",
}


@pytest.mark.parametrize("name", NAMES.values(), ids=NAMES)
def test_a_long_name_makes_no_pane_scroll_sideways(window, server, tmp_path, name):
    server.command("import", named_export(tmp_path / "books.csv", name))
    page = window(WIDE)
    open_row(page)
    for size in (NARROW, TABLET, {"width": 1440, "height": 900}):
        page.set_viewport_size(size)
        tag = page.get_by_test_id("detail.tags.add").locator("visible=true")
        tag.fill(name[:100])
        tag.press("Enter")
        expect(page.locator(".chip:visible")).to_have_count(2)
        two_frames(page)
        assert page.evaluate(TOO_WIDE) == [], size


def test_a_long_title_makes_no_sheet_scroll_sideways(window, server, tmp_path):
    server.command("import", named_export(tmp_path / "books.csv", NAMES["unbroken"]))
    page = window(NARROW)
    page.goto(f"{server.origin}/library/all")
    open_row(page)
    for name in ("history", "shelve"):
        page.get_by_test_id(f"detail.{name}").locator("visible=true").click()
        expect(page.locator("dialog[open] h2")).to_be_visible()
        two_frames(page)
        assert page.evaluate(SHEETS_TOO_WIDE) == [], name
        page.keyboard.press("Escape")
        expect(page.locator("dialog[open]")).to_have_count(0)
    page.keyboard.press("Control+k")
    note = page.locator(".palette-note")
    expect(note).to_contain_text("Abcdefghij")
    assert note.evaluate("(it) => it.scrollWidth <= it.clientWidth")


SHEETS_TOO_WIDE = """() => [...document.querySelectorAll("dialog[open], dialog[open] *")].filter((node) => {
  const { overflowX } = getComputedStyle(node);
  return overflowX === "auto" && node.clientWidth > 1 && node.scrollWidth > node.clientWidth;
}).map((node) => `${node.className} ${node.scrollWidth}`)"""


def test_a_date_beside_progress_and_stars_is_whole(desk):
    page = desk.open(TABLET)
    open_row(page)
    page.get_by_test_id("rating").locator("visible=true").press("4")
    page.get_by_test_id("detail.progress").click()
    page.get_by_test_id("progress.unit.percent").click()
    page.get_by_test_id("progress.value").fill("42")
    page.get_by_test_id("progress.save").click()
    row = rows(page).filter(has=page.locator(".row-progress:visible")).first
    expect(row.locator(".row-stars")).to_be_visible()
    aside = row.locator(".row-aside")
    assert aside.evaluate("(date) => date.scrollWidth <= date.clientWidth")


def test_a_phone_that_shows_everything_twice_as_large_cuts_nothing_off(desk):
    page = desk.open({"width": 195, "height": 422})
    # Room for a word, and for what leads there.
    assert page.locator(".search-field:visible").bounding_box()["width"] >= 144
    open_row(page)
    page.get_by_test_id("detail.edit").click()
    for button in ("cancel", "save"):
        box = page.get_by_test_id(f"sheet.editBook.{button}").bounding_box()
        assert 0 <= box["x"] and box["x"] + box["width"] <= 195, button


def test_a_phone_on_its_side_shows_what_the_book_is_called(desk):
    page = desk.open({"width": 844, "height": 390})
    open_row(page)
    assert book_pane(page).locator("h1").bounding_box()["y"] < 320


# A laptop's window that shows everything four times as large.
ENLARGED = {"width": 320, "height": 256}


def test_books_are_chosen_where_everything_is_shown_four_times_as_large(desk, screenshot):
    page = desk.open(ENLARGED)
    page.get_by_test_id("toolbar.select").locator("visible=true").click()
    bar = page.get_by_test_id("selection")
    expect(bar).to_be_visible()
    names = [rows(page).nth(at).get_attribute("data-testid") for at in range(2)]
    for count, name in enumerate(names, 1):
        row = page.get_by_test_id(name)
        row.scroll_into_view_if_needed()
        expect(row).to_be_in_viewport(ratio=0.99)
        # Neither the head of the list nor what is below it lies over it.
        assert page.locator(".list:visible").bounding_box()["height"] >= row.bounding_box()["height"]
        row.click()
        expect(bar).to_contain_text(f"{count} selected")
    screenshot(page, "enlarged-selection")
    for name in ("status", "delete"):
        act = page.get_by_test_id(f"selection.{name}")
        act.scroll_into_view_if_needed()
        expect(act).to_be_in_viewport(ratio=0.99)
    page.get_by_test_id("selection.done").click()
    expect(page.get_by_test_id("tabBar.feedTab")).to_be_in_viewport(ratio=0.99)


def test_a_form_has_room_beside_its_buttons_where_everything_is_shown_four_times_as_large(desk, screenshot):
    page = desk.open(ENLARGED)
    open_row(page)
    page.get_by_test_id("detail.edit").click()
    title = page.get_by_test_id("field.title")
    title.fill("Another title")
    for name in ("cancel", "save", "discard"):
        expect(page.get_by_test_id(f"sheet.editBook.{name}")).to_be_in_viewport(ratio=0.99)
    expect(title).to_be_in_viewport(ratio=0.99)
    screenshot(page, "enlarged-form")
    last = page.locator("dialog[open] .sheet-scroll").locator("input, textarea, button, select").locator("visible=true").last
    last.focus()
    expect(last).to_be_in_viewport(ratio=0.5)
    page.get_by_test_id("sheet.editBook.discard").click()
    page.get_by_test_id("dialog.discard.discard").click()
    expect(page.get_by_test_id("sheet.editBook")).to_have_count(0)
