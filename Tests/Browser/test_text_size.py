"""Readers who have set larger text in their browser: it is larger here too, and nothing is cut off."""

import pytest
from playwright.sync_api import expect

from place import open_row
from reader import add_classics, eventually, expect_saved, open_panel, rows
from sizes import NARROW, WIDE, set_text, with_text
from test_loans import note

# The words of a row that reach over its edges: none of its lines may.
CUT = """(row) => {
  const box = row.getBoundingClientRect();
  return [...row.querySelectorAll(".row-text span")].filter((node) => {
    const { top, bottom, height } = node.getBoundingClientRect();
    return height > 0 && (top < box.top - 1 || bottom > box.bottom + 1);
  }).map((node) => node.className);
}"""


# What reaches over the window's sides, or can be scrolled to them: of the sheet on top, if one is open.
# Lines that end in an ellipsis are meant to, fields scroll by themselves, and the years are a strip.
SIDEWAYS = """() => {
  const top = [...document.querySelectorAll("dialog[open]")].at(-1) ?? document.body;
  const width = document.documentElement.clientWidth;
  return [...top.querySelectorAll("*")].filter((node) => {
    if (!node.checkVisibility({ visibilityProperty: true })) return false;
    if (node.closest(".panes > [inert], .visually-hidden, .cover, .stars, .stats-years, svg")) return false;
    const { left, right } = node.getBoundingClientRect();
    const { overflowX, textOverflow, webkitLineClamp } = getComputedStyle(node);
    const isCut = textOverflow === "ellipsis" || webkitLineClamp !== "none" || node.matches(".panes, input");
    const scrolls = overflowX !== "visible" && !isCut && node.scrollWidth > node.clientWidth + 1;
    return left < -1 || right > width + 1 || scrolls;
  }).map((node) => node.className);
}"""


def expect_upright(page):
    """Nothing is wider than the window."""
    assert page.evaluate(SIDEWAYS) == []


def expect_upright_at_every_size(page):
    """Nor is it with smaller text than the largest, which is left."""
    for pixels in (16, 24, 32):
        set_text(page, pixels)
        assert page.evaluate(SIDEWAYS) == [], pixels


def test_a_long_title_makes_nothing_wider_than_a_phone(window):
    page = window(NARROW)
    add_classics(page)
    for title in ("Donaudampfschifffahrt" * 15, "What the Lighthouse Keeper Saw in Winter " * 8):
        page.get_by_test_id("toolbar.new").locator("visible=true").click()
        page.get_by_test_id("field.title").fill(title)
        page.get_by_label("Name", exact=True).fill(title[:120])
        page.get_by_label("Series", exact=True).last.fill(title[:120])
        page.get_by_label("Number in the series").fill("12")
        expect_upright_at_every_size(page)
        page.get_by_test_id("sheet.newBook.save").click()
        expect(page.locator("[data-testid^='detail.book.']:visible h1")).to_have_text(title.strip())
        expect_saved(page)
        expect_upright_at_every_size(page)
        for button in ("edit", "history", "progress", "shelve", "sendTo", "delete"):
            page.get_by_test_id(f"detail.{button}").locator("visible=true").evaluate("(it) => it.click()")
            expect(page.locator("dialog[open]")).to_have_count(1)
            expect_upright_at_every_size(page)
            if button != "delete":
                page.keyboard.press("Escape")
                expect(page.locator("dialog[open]")).to_have_count(0)
        # A sentence names it by its beginning, and its answers are in reach.
        expect(page.locator("dialog[open] h2")).to_contain_text("…”?")
        page.get_by_test_id("alert.deleteBook.delete").click()
        expect(page.get_by_test_id("notice.deleted")).to_contain_text("…” is in Trash")
        expect_upright_at_every_size(page)
        page.get_by_test_id("notice.deleted").get_by_test_id("toast.action").click()
        expect(page.get_by_test_id("notice.undo")).to_be_visible()
        expect_upright_at_every_size(page)
    page.get_by_test_id("toolbar.back").locator("visible=true").click()
    for panel in ("stats", "trash", "import"):
        page.get_by_test_id(f"sidebar.{panel}").click()
        expect(page.locator("dialog[open]")).to_have_count(1)
        expect_upright_at_every_size(page)
        page.keyboard.press("Escape")


@pytest.mark.parametrize(
    "sizes, texts", [((WIDE, NARROW), (32, 24, 16)), ((NARROW, WIDE), (24, 32, 16))], ids=["wide", "narrow"]
)
def test_rows_grow_with_the_text(desk, sizes, texts):
    """As the page opens, in the first of each, and when its reader sets another."""
    page = desk.open(sizes[0], before=with_text(texts[0]))
    for pixels in texts:
        set_text(page, pixels)
        for size in sizes:
            page.set_viewport_size(size)
            expect_rows_of(page, pixels, 16)
            height = 72 * pixels / 16
            assert eventually(page, lambda: rows(page).first.bounding_box()["height"] == height), pixels
            mode = page.get_by_test_id("toolbar.mode").locator("visible=true")
            mode.click()
            expect_rows_of(page, pixels, 13)
            mode.click()


def expect_rows_of(page, pixels, usual):
    """Their titles, usually of so many pixels, are of the size that is set, and nothing in them is cut."""
    expect(rows(page).first.locator(".row-title")).to_have_css("font-size", f"{usual * pixels / 16:g}px")
    for row in rows(page).all()[:6]:
        assert row.evaluate(CUT) == [], f"{pixels} in {page.viewport_size['width']}"


# How far the stars that are seen reach out of what holds them.
HIDDEN_OF_STARS = """(rows) => rows.flatMap((row) => {
  const [holder, icon] = [".row-rating", ".row-stars .icon"].map((each) =>
    row.querySelector(each).getBoundingClientRect());
  const isSeen = icon.height > 0 && icon.top < holder.bottom && icon.bottom > holder.top;
  return isSeen ? [Math.max(0, icon.bottom - holder.bottom, holder.top - icon.top)] : [];
})"""


def test_stars_are_told_whole(desk):
    page = desk.open(NARROW | {"width": 700}, path="/library/all?sort=title", before=with_text(28))
    for pixels in (28, 16):
        set_text(page, pixels)
        hidden = rows(page).evaluate_all(HIDDEN_OF_STARS)
        assert len(hidden) > 0 and max(hidden) < 1, pixels


def test_signs_grow_with_the_words_beside_them(desk):
    page = desk.open(NARROW)
    for pixels in (16, 24, 32):
        set_text(page, pixels)
        for sign, usual in ((".tab .icon", 24), (".icon-button .icon", 22)):
            box = page.locator(sign).locator("visible=true").first.bounding_box()
            assert (box["width"], box["height"]) == (usual * pixels / 16, usual * pixels / 16), pixels


# The pairs of letters beside the list of which one lies over the other.
OVERLAPS = """(rail) => {
  const boxes = [...rail.querySelectorAll(".rail-letters > span")].filter((node) => node.textContent).map((node) => {
    const range = document.createRange();
    range.selectNodeContents(node);
    return { letter: node.textContent, box: range.getBoundingClientRect() };
  });
  return boxes.slice(1).filter(({ box }, at) => box.top < boxes[at].box.bottom).map(({ letter }) => letter);
}"""


def test_the_letters_beside_a_list_leave_each_other_room(desk):
    page = desk.open(NARROW, "/library/all?sort=title", before=with_text(32))
    rail = page.get_by_test_id("list.rail").locator("visible=true")
    for pixels in (32, 24, 16):
        set_text(page, pixels)
        expect(rail).to_contain_text("#")
        assert rail.evaluate(OVERLAPS) == [], pixels


# What a row says of its book: whether the date is told whole, and nothing lies on it or beyond its line.
FACTS = """(line) => {
  const [rating, stars, date] = [".row-rating", ".row-stars", ".row-aside"].map((part) => line.querySelector(part));
  const box = (part) => part.getBoundingClientRect();
  const isWhole = (node) => node.scrollWidth <= node.clientWidth;
  const isOut = box(stars).bottom <= box(rating).top + 1;
  return isWhole(date) && isWhole(line) && (isOut || box(stars).right <= box(date).left);
}"""


def test_a_date_is_whole_beside_whatever_stands_in_its_line(desk):
    page = desk.open(NARROW, before=with_text(32))
    open_row(page)
    page.get_by_test_id("detail.status.abandoned").click()
    page.get_by_test_id("rating").locator("visible=true").press("4")
    page.get_by_test_id("detail.back").click()
    row = rows(page).filter(has=page.locator(".row-status[data-status=abandoned]")).first
    expect(row).to_be_visible()
    for width in (390, 320):
        page.set_viewport_size(NARROW | {"width": width})
        assert row.locator(".row-facts").evaluate(FACTS), width


def test_a_name_in_the_form_has_room(desk):
    page = desk.open(NARROW)
    open_row(page)
    page.get_by_test_id("detail.edit").click()
    page.get_by_role("button", name="Add person").click()
    name = page.get_by_label("Name", exact=True).last
    for pixels in (16, 24, 32):
        set_text(page, pixels)
        # Of a phone's width most is a name's: its role stands below it.
        assert name.bounding_box()["width"] >= min(15 * pixels, 300), pixels
        assert name.locator("..").evaluate("(row) => row.scrollWidth <= row.clientWidth"), pixels


def test_stars_are_as_high_as_their_row_shows_them(desk):
    page = desk.open(NARROW, before=with_text(28))
    open_row(page)
    page.get_by_test_id("rating").locator("visible=true").press("4")
    page.get_by_test_id("detail.back").click()
    rating = rows(page).locator(".row-rating:visible", has=page.locator(".row-stars:not([hidden])")).first
    stars = rating.locator(".stars-row").first
    assert stars.bounding_box()["height"] <= rating.bounding_box()["height"] + 0.5


# What is written over the edges of what holds it, and numbers that are broken in two.
SPILT = """(node) => {
  const range = document.createRange();
  range.selectNodeContents(node);
  const { top, bottom, left, right } = node.getBoundingClientRect();
  const words = range.getBoundingClientRect();
  return words.top < top || words.bottom > bottom || words.left < left || words.right > right;
}"""


def test_buttons_hold_their_words(desk):
    """Those for a selection, and the answers to a list that has nothing."""
    page = desk.open({"width": 360, "height": 740}, before=with_text(28))
    page.get_by_test_id("toolbar.select").locator("visible=true").click()
    rows(page).nth(1).click()
    acts = page.locator(".selection-act:visible")
    expect(acts.first).to_be_enabled()
    for act in acts.all():
        assert not act.evaluate(SPILT), act.text_content()
    page.get_by_test_id("selection.done").click()
    page.get_by_test_id("toolbar.search").locator("visible=true").fill("zzqq")
    expect(page.get_by_test_id("empty.clear")).to_be_visible()
    for button in page.locator(".empty .button:visible").all():
        assert not button.evaluate(SPILT), button.text_content()
    # What they answer to is not out of reach above them.
    sign, answer = page.locator(".empty-icon:visible"), page.locator(".empty:visible")
    assert sign.bounding_box()["y"] >= answer.bounding_box()["y"]


def test_a_number_is_one_word(desk):
    page = desk.open({"width": 360, "height": 740}, before=with_text(28))
    page.get_by_test_id("toolbar.back").locator("visible=true").click()
    page.get_by_test_id("sidebar.stats").click()
    numbers = page.locator("dialog[open] .counts dd")
    expect(numbers.first).to_be_visible()
    # Of more books than the test has there is a longer number.
    numbers.first.evaluate("(node) => { node.textContent = '204,854'; }")
    assert numbers.first.evaluate("(node) => { const r = document.createRange(); r.selectNodeContents(node);"
                                  " return r.getClientRects().length; }") == 1


def test_a_sheet_is_closed_beside_its_name_and_leaves_what_is_lent_its_room(window):
    page = window(NARROW)
    add_classics(page)
    open_row(page)
    note(page, person="Ann", out="2024", due="2024-05")
    open_panel(page, "loans")
    sheet = page.get_by_test_id("sheet.loans")
    for pixels in (16, 32):
        set_text(page, pixels)
        name, close = (part.bounding_box() for part in (sheet.locator("h2"), page.get_by_test_id("sheet.loans.close")))
        assert name["x"] + name["width"] <= close["x"], pixels
        assert name["y"] < close["y"] + close["height"] and close["y"] < name["y"] + name["height"], pixels
        words = sheet.locator(".loan-words").bounding_box()
        assert words["width"] >= NARROW["width"] * 0.45, pixels
        expect_upright(page)


def test_a_form_is_saved_at_the_end_of_its_head_and_keys_leave_their_meaning_its_room(desk):
    page = desk.open(NARROW, before=with_text(32))
    page.keyboard.press("?")
    expect(page.get_by_test_id("sheet.help")).to_be_visible()
    meanings = page.get_by_test_id("sheet.help").locator("dd")
    assert all(meaning.bounding_box()["width"] >= NARROW["width"] * 0.35 for meaning in meanings.all())
    expect_upright(page)
    page.get_by_test_id("sheet.help.close").click()
    page.get_by_test_id("toolbar.new").locator("visible=true").click()
    save = page.get_by_test_id("sheet.newBook.save").bounding_box()
    assert save["x"] + save["width"] >= NARROW["width"] - 24
    expect_upright(page)


def test_books_can_still_be_chosen_where_a_window_is_low(window):
    page = window({"width": 844, "height": 390})
    add_classics(page)
    set_text(page, 32)
    page.get_by_test_id("toolbar.select").locator("visible=true").click()
    expect(page.get_by_test_id("selection")).to_be_visible()
    names = [rows(page).nth(at).get_attribute("data-testid") for at in range(2)]
    for count, name in enumerate(names, 1):
        page.get_by_test_id(name).click()
        expect(page.get_by_test_id("selection")).to_contain_text(f"{count} selected")
    # All that can be done with them is a scroll away.
    last = page.get_by_test_id("selection.delete")
    last.scroll_into_view_if_needed()
    expect(last).to_be_in_viewport(ratio=0.9)
    last.click()
    expect(page.get_by_test_id("alert.deleteBooks")).to_contain_text("Delete 2 books?")
