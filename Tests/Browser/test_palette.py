"""The command palette: everything that can be gone to or done, by its name (INTERFACE, *Always*)."""

from urllib.parse import quote

from playwright.sync_api import expect

from audit import COLOURS, expect_clean
from books import author_of_many
from conftest import NARROW, WIDE
from place import book_pane, expect_book, nav_state, open_row, search_field, title_of
from reader import add_classics, expect_saved, rows, seen
from sizes import TABLET, both_sizes, with_text
from test_navigation_deleting import follow_author
from test_shelves import make_shelf

KEY = "Control+k"
STATUSES = {"toRead", "reading", "paused", "read", "abandoned"}

# Milliseconds from the key until what it finds has been laid out, each time.
PACE = """async (words) => {
  const input = document.querySelector("[data-testid='palette.input']");
  const times = [];
  for (let end = 1; end <= words.length; end += 1) {
    await new Promise(requestAnimationFrame);
    const start = performance.now();
    input.value = words.slice(0, end);
    input.dispatchEvent(new Event("input", { bubbles: true }));
    document.body.getBoundingClientRect();
    times.push(performance.now() - start);
  }
  return times;
}"""


def palette(page):
    return page.get_by_test_id("palette")


def field(page):
    return page.get_by_test_id("palette.input")


def active(page):
    """The choice that Enter takes, by what the field says of it."""
    name = field(page).get_attribute("aria-activedescendant")
    expect(page.locator(f"#{name}")).to_have_attribute("aria-selected", "true")
    return page.locator(f"#{name}").get_attribute("data-testid").removeprefix("palette.")


def names(page):
    options = palette(page).get_by_role("option")
    return [each.get_attribute("data-testid").removeprefix("palette.") for each in options.all()]


def opened(page):
    page.keyboard.press(KEY)
    expect(field(page)).to_be_focused()


def run(page, words, name):
    """Types the words, of which this is the first that they find, and takes it."""
    opened(page)
    field(page).fill(words)
    assert active(page) == name
    page.keyboard.press("Enter")
    expect(palette(page)).to_have_count(0)


def test_a_tag_that_is_half_typed_is_of_the_book_that_it_was_typed_for(desk):
    page = desk.open(NARROW)
    open_row(page, 3)
    heading = book_pane(page).locator("h1")
    title = heading.inner_text()
    run(page, "Carrie", "book.goodreads-10592")
    expect(heading).to_have_text("Carrie")
    page.get_by_test_id("detail.tags.add").locator("visible=true").press_sequentially("winter")
    page.go_back()
    expect(heading).to_have_text(title)
    chips = page.locator(".chips[data-testid='detail.tags']:visible .chip")
    expect(chips).to_have_count(0)
    expect(page.get_by_test_id("detail.tags.add").locator("visible=true")).to_have_value("")
    page.go_forward()
    expect(heading).to_have_text("Carrie")
    expect(chips).to_have_text(["winter"])


def test_escape_gives_the_focus_back(desk):
    """From a row, from a field with what stands in it, and by the key itself."""
    page = desk.open(WIDE)
    for size in (WIDE, NARROW):
        page.set_viewport_size(size)
        rows(page).nth(2).focus()
        row = page.locator(".row:focus").get_attribute("data-testid")
        opened(page)
        page.keyboard.press("Escape")
        expect(palette(page)).to_have_count(0)
        expect(page.get_by_test_id(row)).to_be_focused()

        search_field(page).fill("the")
        for way in ["Escape", KEY]:
            opened(page)
            page.keyboard.press(way)
            expect(palette(page)).to_have_count(0)
            expect(search_field(page)).to_be_focused()
        expect(search_field(page)).to_have_value("the")


def test_choices_are_moved_through_by_keys(desk):
    page = desk.open(WIDE)
    opened(page)
    field(page).fill("a")
    all_names = names(page)
    for key, place in [("ArrowDown", 1), ("ArrowDown", 2), ("ArrowUp", 1), ("PageDown", 9),
                       ("PageUp", 1), ("End", -1), ("ArrowDown", -1), ("Home", 0), ("ArrowUp", 0)]:
        page.keyboard.press(key)
        assert active(page) == all_names[place]
        expect(field(page)).to_be_focused()
    expect(palette(page).locator("[aria-selected]")).to_have_count(1)


@both_sizes
def test_a_short_list_stands_there_first(desk, size):
    """What can be done with the book at hand, then what is near."""
    page = desk.open(size)
    opened(page)
    assert names(page)[0] == "list.all"
    assert "edit" not in names(page)
    page.keyboard.press("Escape")
    _, title = open_row(page, 1)
    opened(page)
    found = names(page)
    assert found[0] == "edit" and found.index("delete") < found.index("list.all")
    assert len(STATUSES.intersection(found)) == 4
    # Read out with each, and seen once.
    expect(page.get_by_test_id("palette.edit")).to_contain_text(title)
    assert title not in seen(page.get_by_test_id("palette.edit"))
    expect(palette(page).locator(".palette-note")).to_have_text(title)
    field(page).fill("edit")
    assert title in seen(page.get_by_test_id("palette.edit"))
    assert len(found) < 20


def test_what_is_done_with_the_book_at_hand(desk):
    """By the same words and keys as anywhere: its row in the list is enough."""
    page = desk.open(WIDE)
    identifier, title = open_row(page, 3)
    run(page, "mark gave", "abandoned")
    pressed = page.get_by_test_id("detail.status.abandoned").locator("visible=true")
    expect(pressed).to_have_attribute("aria-checked", "true")
    run(page, "undo", "undo")
    expect(pressed).to_have_attribute("aria-checked", "false")
    run(page, "rate", "rate")
    expect(page.get_by_test_id("rating").locator("visible=true")).to_be_focused()
    for words, name, dialog in [("edit", "edit", "sheet.editBook"),
                                ("prog", "progress", "sheet.progress"),
                                ("shelf add", "shelve", "sheet.addToShelf"),
                                ("hist", "history", "sheet.history"),
                                ("another open", "send", "sheet.sendTo"),
                                ("del", "delete", "alert.deleteBook")]:
        run(page, words, name)
        expect(page.get_by_test_id(dialog)).to_be_visible()
        page.keyboard.press("Escape")
        expect(page.get_by_test_id(dialog)).to_have_count(0)
    expect_book(page, title)
    assert identifier in page.url


def test_narrow_a_row_is_rated_by_opening_its_book(desk):
    page = desk.open(NARROW)
    row = rows(page).nth(1)
    title = title_of(row)
    row.focus()
    run(page, "rate", "rate")
    expect_book(page, title)
    expect(page.get_by_test_id("rating").locator("visible=true")).to_be_focused()


@both_sizes
def test_places_are_gone_to_and_back_again(desk, size):
    """Each is one step, from any tab; the list is as it was left."""
    page = desk.open(size, "/library/status/read")
    search_field(page).fill("a")
    run(page, "feed", "feed")
    expect(page).to_have_url(f"{desk.server.origin}/feed")
    run(page, "read", "list.status:read")
    expect(search_field(page)).to_have_value("a")
    expect(page.locator(".row:focus")).to_be_visible()
    page.go_back()
    expect(page).to_have_url(f"{desk.server.origin}/feed")
    run(page, "search", "search")
    expect(search_field(page)).to_be_focused()
    run(page, "dark", "page.devices")
    expect(page.get_by_test_id("detail.page.devices")).to_be_visible()
    run(page, "add a dev", "pair")
    expect(page.get_by_test_id("devices.add")).to_be_focused()
    for words, name in [("trash", "trash"), ("import", "import"), ("conf", "conflicts")]:
        run(page, words, name)
        expect(page.get_by_test_id(f"sheet.{name}")).to_be_visible()
        page.go_back()
        expect(page.get_by_test_id(f"sheet.{name}")).to_have_count(0)
    expect(page.get_by_test_id("detail.page.devices")).to_be_visible()


def test_shelves_and_tags_by_their_names(window):
    page = window(WIDE)
    add_classics(page)
    make_shelf(page, "Évening 📚")
    expect(page.get_by_test_id("sidebar.shelfName")).to_be_hidden()
    expect_saved(page)
    opened(page)
    field(page).fill("even")
    assert active(page).startswith("list.shelf:")
    field(page).fill("📚")
    assert active(page).startswith("list.shelf:")
    page.keyboard.press("Enter")
    expect(page.locator(".pane-title:visible")).to_have_text("Évening 📚")


def test_commands_change_the_window(desk):
    page = desk.open(WIDE)
    run(page, "covers", "mode")
    expect(page.locator(".list:visible")).to_have_attribute("data-mode", "covers")
    run(page, "rows", "mode")
    expect(page.locator(".list:visible")).to_have_attribute("data-mode", "rows")
    for words, columns in [("hide side", "doubleColumn"), ("show side", "all")]:
        run(page, words, "sidebar")
        expect(page.locator(".shell")).to_have_attribute("data-columns", columns)
    for words, name, dialog in [("filter", "filter", "popover.filters"),
                                ("sort", "sort", "popover.sort"),
                                ("new b", "new", "sheet.newBook"),
                                ("keyb", "help", "sheet.help")]:
        run(page, words, name)
        expect(page.get_by_test_id(dialog)).to_be_visible()
        page.keyboard.press("Escape")
        expect(page.get_by_test_id(dialog)).to_have_count(0)


def test_what_is_about_a_list_is_offered_where_one_is_in_view(desk):
    page = desk.open(NARROW, f"/library/all?q={quote(author_of_many())}")
    about = {"filter": "filter", "sort": "sort", "search this": "find"}

    def expect_offered(is_offered):
        opened(page)
        for words, name in about.items():
            field(page).fill(words)
            assert (name in names(page)) == is_offered, name
        page.keyboard.press("Escape")

    expect_offered(True)
    open_row(page)
    expect_offered(False)
    # The books of an author have a list of their own on top.
    follow_author(page)
    expect_offered(True)
    run(page, "search this", "find")
    expect(page.locator(".detail-column").get_by_test_id("toolbar.search")).to_be_focused()
    page.go_back()
    page.go_back()
    page.get_by_test_id("toolbar.back").locator("visible=true").click()
    expect(page.get_by_test_id("sidebar.all")).to_be_visible()
    expect_offered(False)
    # In a wide window it stands beside the book, unless the book has all of it.
    page.set_viewport_size(WIDE)
    open_row(page)
    expect_offered(True)
    page.get_by_test_id("detail.columns").locator("visible=true").click()
    expect_offered(False)


@both_sizes
def test_a_book_is_opened_by_its_title(desk, size):
    """In the list on screen, where that has it, and Back goes to where one was."""
    page = desk.open(size, "/library/status/read")
    _, first = open_row(page, 0)
    if size == NARROW:
        page.keyboard.press("Escape")
    other = title_of(rows(page).nth(4))
    opened(page)
    field(page).fill(other)
    page.locator("[data-testid^='palette.book.']").filter(has_text=other).first.click()
    expect_book(page, other)
    assert "/library/status/read/book/" in page.url
    expect(book_pane(page).locator("h1")).to_be_focused()
    page.go_back()
    if size == WIDE:
        expect_book(page, first)
    else:
        expect(book_pane(page)).to_have_count(0)


def test_back_closes_it_and_moves_nothing(desk):
    page = desk.open(WIDE)
    open_row(page, 2)
    before = nav_state(page)
    opened(page)
    page.go_back()
    expect(palette(page)).to_have_count(0)
    assert nav_state(page) == before


def test_nothing_found_offers_a_search(desk):
    page = desk.open(WIDE)
    opened(page)
    field(page).fill("qqzx vanished")
    assert names(page) == ["searchFor"]
    expect(palette(page)).to_contain_text("Nothing here is called that.")
    page.keyboard.press("Enter")
    expect(page).to_have_url(f"{desk.server.origin}/search?q=qqzx%20vanished")


def test_it_is_found_without_the_key_and_opens_over_no_dialog(desk):
    """In the sidebar, with its key."""
    page = desk.open(WIDE)
    item = page.get_by_test_id("sidebar.palette")
    expect(item).to_contain_text("Ctrl K")
    item.click()
    expect(field(page)).to_be_focused()
    page.keyboard.press("Escape")
    expect(item).to_be_focused()
    page.get_by_test_id("toolbar.new").click()
    page.keyboard.press(KEY)
    expect(page.get_by_test_id("sheet.newBook")).to_be_visible()
    expect(palette(page)).to_have_count(0)


def test_a_key_is_answered_at_once(desk):
    page = desk.open(WIDE)
    opened(page)
    times = page.evaluate(PACE, "the long winter of mark read")
    assert sorted(times)[len(times) // 2] < 50


def test_it_looks_right(desk, screenshot):
    page = desk.open(NARROW)
    open_row(page, 2)
    for size in (NARROW, TABLET, {"width": 1440, "height": 900}):
        page.set_viewport_size(size)
        for words in ["", "re", "the", "qqzx vanished"]:
            opened(page) if words == "" else field(page).fill(words)
            for scheme, rules in (("light", None), ("dark", COLOURS)):
                page.emulate_media(color_scheme=scheme)
                where = f"{size['width']}-{scheme}-{words[:4] or 'short'}"
                expect_clean(page, where, rules)
                screenshot(page, where)
        page.keyboard.press("Escape")
        expect(palette(page)).to_have_count(0)


def test_what_enter_takes_is_seen_in_forced_colours(desk):
    page = desk.open(WIDE, before=lambda page: page.emulate_media(forced_colors="active"))
    opened(page)
    ground = "(node) => getComputedStyle(node).backgroundColor"
    chosen = palette(page).locator("[aria-selected]")
    assert chosen.evaluate(ground) != palette(page).locator(".dialog-surface").evaluate(ground)


def test_large_text_is_not_cut_off(desk, screenshot):
    page = desk.open(WIDE, before=with_text(32))
    open_row(page, 0)
    for size in (WIDE, NARROW):
        page.set_viewport_size(size)
        opened(page)
        screenshot(page, f"{size['width']}-large")
        over = palette(page).evaluate(
            """(node) => [...node.querySelectorAll("*")].filter((each) => {
              const { left, right } = each.getBoundingClientRect();
              return right > innerWidth + 1 || left < -1;
            }).length"""
        )
        assert over == 0, size
        page.keyboard.press("Escape")
