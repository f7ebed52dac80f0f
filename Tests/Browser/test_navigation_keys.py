"""Keys, focus, roles and identifiers (NAVIGATION §3.10)."""

import re

import pytest
from playwright.sync_api import expect

from place import (
    book_pane, developed, expect_book, expect_columns, film, open_row, search_field, title_of,
)
from reader import expect_saved, pause, rows, rows_in_view, scroll_list
from sizes import NARROW, WIDE, both_sizes

# Each key goes where the one before has led.
TYPED_AT_ONCE = """(_row, text) => {
  for (const key of text) {
    document.activeElement.dispatchEvent(
      new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }),
    );
  }
}"""


def row_with_focus(page):
    return page.locator(".row:focus")


def test_the_list_is_read_by_keys(desk):
    """↑ ↓ Home End and type-ahead move the active option; wide selects by itself."""
    page = desk.open(WIDE)
    rows(page).first.focus()
    for key, place in [("ArrowDown", 2), ("ArrowDown", 3), ("ArrowUp", 2), ("j", 3), ("k", 2),
                       ("End", 600), ("Home", 1)]:
        page.keyboard.press(key)
        expect(row_with_focus(page)).to_have_attribute("aria-posinset", str(place))
    title = title_of(row_with_focus(page))
    expect_book(page, title)
    page.keyboard.type("Ha")
    expect(row_with_focus(page).locator(".row-title")).to_contain_text("Ha")


def test_an_arrow_with_a_modifier_is_the_browsers(desk):
    page = desk.open(WIDE)
    open_row(page)
    status = page.get_by_test_id("detail.status.abandoned")
    status.click()
    expect(status).to_be_focused()
    for key in ("Alt+ArrowLeft", "Control+ArrowLeft", "Meta+ArrowLeft"):
        page.keyboard.press(key)
    expect(status).to_be_focused()
    expect(status).to_have_attribute("aria-checked", "true")


def test_narrow_needs_enter(desk):
    """Narrow: moving opens nothing; Enter does, and Escape comes back to the row."""
    page = desk.open(NARROW)
    rows(page).first.focus()
    page.keyboard.press("ArrowDown")
    pause(page, 300)  # twice as long as a wide window takes to follow (followMilliseconds)
    expect(book_pane(page)).to_have_count(0)
    row = row_with_focus(page)
    name, title = row.get_attribute("data-testid"), title_of(row)
    page.keyboard.press("Enter")
    expect_book(page, title)
    expect(book_pane(page).locator("h1")).to_be_focused()
    page.keyboard.press("Escape")
    expect(page.get_by_test_id(name)).to_be_focused()
    # At the root of a narrow window Escape leaves things alone.
    page.keyboard.press("Escape")
    expect_columns(page, ["list"])


def test_a_space_opens_the_row_and_scrolls_no_list(desk):
    """The space bar means the row that has the focus, and parts the words of what is typed ahead."""
    page = desk.open(NARROW)
    rows(page).first.focus()
    page.keyboard.press("ArrowDown")
    row = row_with_focus(page)
    name, title = row.get_attribute("data-testid"), title_of(row)
    before = rows_in_view(page)
    page.keyboard.press("Space")
    expect_book(page, title)
    page.keyboard.press("Escape")
    expect(page.get_by_test_id(name)).to_be_focused()
    assert rows_in_view(page) == before
    words = re.compile("[A-Z][a-z]+ [A-Z]")
    other = next(title for title in map(title_of, rows(page).all()[2:]) if words.match(title))
    # As if it were typed at once, however slow the machine is.
    row_with_focus(page).evaluate(TYPED_AT_ONCE, other)
    expect(row_with_focus(page).locator(".row-title")).to_contain_text(other)
    expect(book_pane(page)).to_have_count(0)


def test_between_the_columns_by_keys(desk):
    """→ and ← go to the detail and back, F6 to the next column, Escape from the detail to the
    list."""
    page = desk.open(WIDE)
    identifier, _ = open_row(page, 2)
    row, heading = page.get_by_test_id(f"row.{identifier}"), book_pane(page).locator("h1")
    page.keyboard.press("ArrowRight")
    expect(heading).to_be_focused()
    page.keyboard.press("ArrowLeft")
    expect(row).to_be_focused()
    for target in [heading, page.get_by_test_id("sidebar.all"), row]:
        page.keyboard.press("F6")
        expect(target).to_be_focused()
    page.keyboard.press("Shift+F6")
    expect(page.get_by_test_id("sidebar.all")).to_be_focused()
    heading.focus()
    page.keyboard.press("Escape")
    expect(row).to_be_focused()
    page.keyboard.press("Control+[")
    expect(page.get_by_test_id("detail.placeholder")).to_be_visible()


def test_escape_takes_the_innermost_first(desk):
    """Escape: popover, dialog, sheet; then a search that is not empty; then back."""
    page = desk.open(NARROW)
    search_field(page).fill("the")
    page.get_by_test_id("toolbar.filter").locator("visible=true").click()
    page.keyboard.press("Escape")
    expect(page.get_by_test_id("popover.filters")).to_have_count(0)
    expect(search_field(page)).to_have_value("the")
    search_field(page).focus()
    page.keyboard.press("Escape")
    expect(search_field(page)).to_have_value("")
    expect(search_field(page)).to_be_focused()
    _, title = open_row(page)
    page.get_by_test_id("detail.edit").click()
    page.get_by_test_id("field.title").fill("Something else")
    page.get_by_test_id("sheet.editBook.discard").click()
    page.keyboard.press("Escape")
    expect(page.get_by_test_id("dialog.discard")).to_have_count(0)
    expect(page.get_by_test_id("sheet.editBook")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_test_id("sheet.editBook")).to_have_count(0)
    expect_book(page, title)
    page.keyboard.press("Escape")
    expect(book_pane(page)).to_have_count(0)


@both_sizes
def test_single_keys_go_to_tabs_and_can_be_switched_off(desk, size):
    """`/` searches; `g` then `l s f ,` goes to the tabs; all of it can be switched off."""
    page = desk.open(size)
    for keys, tab in [("gs", "search"), ("gf", "feed"), ("g,", "settings"), ("gl", "library")]:
        page.keyboard.type(keys)
        expect(page.get_by_test_id(f"tabBar.{tab}Tab")).to_have_attribute("aria-current", "page")
    # In a list, too, whose other letters go to a title.
    for keys, tab in [("gs", "search"), ("gl", "library"), ("g,", "settings"), ("gl", "library")]:
        if tab != "library":
            rows(page).first.focus()
        page.keyboard.type(keys)
        expect(page.get_by_test_id(f"tabBar.{tab}Tab")).to_have_attribute("aria-current", "page")
    # After another key a letter goes to a title again.
    rows(page).first.focus()
    for key in ("g", "ArrowDown", "l"):
        page.keyboard.press(key)
    expect(row_with_focus(page).locator(".row-title")).to_have_text(re.compile("^l", re.I))
    page.keyboard.press("Home")
    page.keyboard.press("/")
    expect(search_field(page)).to_be_focused()
    page.keyboard.type("gs")
    expect(search_field(page)).to_have_value("gs")
    page.keyboard.press("Escape")
    rows(page).first.focus()
    page.keyboard.press("?")
    page.get_by_test_id("settings.shortcuts").locator("visible=true").uncheck()
    page.get_by_test_id("sheet.help.close").click()
    rows(page).first.focus()
    page.keyboard.type("g,")
    expect(page.get_by_test_id("tabBar.libraryTab")).to_have_attribute("aria-current", "page")
    # Letters are free for type-ahead then; keys with a modifier still work.
    page.keyboard.press("Home")
    page.keyboard.type("g")
    expect(row_with_focus(page).locator(".row-title")).to_have_text(re.compile("^g", re.I))


def test_keys_after_a_new_book_are_for_it(desk):
    """It stands open, and so its row is the one that keys are for, wherever it came into the list."""
    page = desk.open(WIDE, "/library/all?sort=title")
    open_row(page, 4)
    page.keyboard.press("n")
    page.get_by_test_id("field.title").fill("!")
    page.keyboard.press("Enter")
    expect_book(page, "!")
    expect(row_with_focus(page).locator(".row-title")).to_have_text("!")
    page.keyboard.press("2")
    reading = page.get_by_test_id("detail.status.reading").locator("visible=true")
    expect(reading).to_have_attribute("aria-checked", "true")
    page.keyboard.press("Delete")
    expect(page.get_by_test_id("alert.deleteBook")).to_contain_text("“!”")
    page.get_by_test_id("alert.deleteBook.delete").click()
    expect(book_pane(page)).to_have_count(0)
    # The tests after this one share the library.
    expect_saved(page)


def test_a_key_that_is_held_does_its_deed_once(desk):
    """A digit gives a status and `z` takes it back, once for each press; what moves goes on moving."""
    page = desk.open(WIDE)
    open_row(page, 3)
    reading, paused = (page.get_by_test_id(f"detail.status.{one}") for one in ("reading", "paused"))
    for key, status in [("2", reading), ("3", paused)]:
        # An even number of times would change nothing.
        for _ in range(4):
            page.keyboard.down(key)
        page.keyboard.up(key)
        expect(status).to_have_attribute("aria-checked", "true")
    for _ in range(3):
        page.keyboard.down("z")
    page.keyboard.up("z")
    expect(reading).to_have_attribute("aria-checked", "true")
    rows(page).first.focus()
    for _ in range(3):
        page.keyboard.down("ArrowDown")
    page.keyboard.up("ArrowDown")
    expect(row_with_focus(page)).to_have_attribute("aria-posinset", "4")


@both_sizes
def test_a_row_has_its_menu(desk, size):
    """Shift+F10 opens the row's menu; it closes to its row, and does what it says."""
    page = desk.open(size)
    row = rows(page).nth(6 if size == WIDE else 8)
    name = row.get_attribute("data-testid")
    row.focus()
    page.keyboard.press("Shift+F10")
    menu = page.get_by_test_id("popover.row")
    expect(menu).to_be_visible()
    box = menu.locator(".dialog-surface").bounding_box()
    assert box["y"] >= 0 and box["y"] + box["height"] <= size["height"] + 1
    page.keyboard.press("Escape")
    expect(menu).to_have_count(0)
    expect(page.get_by_test_id(name)).to_be_focused()
    page.get_by_test_id(name).click(button="right")
    page.get_by_test_id("popover.row.progress").click()
    expect(page.get_by_test_id("sheet.progress")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_test_id(name)).to_be_focused()
    page.get_by_test_id(name).click(button="right")
    page.get_by_test_id("popover.row.paused").click()
    expect(page.get_by_test_id(name).locator(".row-status")).to_have_text("Paused")
    expect(book_pane(page)).to_have_count(0)
    page.get_by_test_id(name).click(button="right")
    page.get_by_test_id("popover.row.open").click()
    expect(book_pane(page)).to_be_visible()


def test_the_menu_of_any_row_is_seen_whole(desk):
    """In the middle of a low window it has room neither below its row nor above."""
    page = desk.open({"width": 1280, "height": 640})
    surface = page.locator("[data-testid='popover.row'] .dialog-surface")
    for place in range(6):
        rows(page).nth(place).click(button="right")
        expect(surface).to_be_visible()
        assert surface.evaluate("(menu) => menu.scrollHeight <= menu.clientHeight"), place
        box = surface.bounding_box()
        assert box["y"] >= 0 and box["y"] + box["height"] <= 640, place
        page.keyboard.press("Escape")
        expect(surface).to_have_count(0)


def test_a_modal_takes_the_focus_and_gives_it_back(desk):
    """Editor first field, alert the least destructive button; close → opener."""
    page = desk.open(WIDE)
    open_row(page, 1)
    for size in (WIDE, NARROW):
        page.set_viewport_size(size)
        for opener, inside in [("detail.edit", "field.title"),
                               ("detail.delete", "alert.deleteBook.cancel")]:
            page.get_by_test_id(opener).focus()
            page.keyboard.press("Enter")
            expect(page.get_by_test_id(inside)).to_be_focused()
            page.keyboard.press("Escape")
            expect(page.get_by_test_id(opener)).to_be_focused()


def test_a_push_focuses_its_heading_and_names_the_window(desk):
    """Narrow push → h1, title updated; selecting a tab → its heading."""
    page = desk.open(NARROW)
    _, title = open_row(page)
    expect(book_pane(page).locator("h1")).to_be_focused()
    assert page.title().startswith(title)
    page.locator(".book-people .person:visible").first.click()
    author = page.locator(".detail-column .pane-title:visible")
    expect(author).to_be_focused()
    assert page.title().startswith(author.inner_text())
    page.get_by_test_id("tabBar.settingsTab").click()
    expect(page.get_by_test_id("list.settings").get_by_role("heading")).to_be_focused()
    assert page.title().startswith("Settings")


def test_roles_are_what_screen_readers_expect(desk):
    """Tab bar and sidebar are navs of links with aria-current; the list is a listbox of options
    without buttons; the detail is a region named by its h1; Back names its place."""
    page = desk.open(WIDE)
    _, title = open_row(page, 1)
    tabs = page.get_by_role("navigation", name="Sections")
    expect(tabs.get_by_role("link")).to_have_count(4)
    expect(tabs.locator("[aria-current='page']")).to_have_text("Library")
    lists = page.get_by_role("navigation", name="Lists")
    expect(lists.locator("[aria-current='page']")).to_contain_text("All Books")
    box = page.get_by_role("listbox", name="All Books")
    expect(box.get_by_role("option").first).to_have_attribute("aria-setsize", "600")
    expect(box.locator("button, a, input")).to_have_count(0)
    expect(box.get_by_role("option", selected=True)).to_have_count(1)
    expect(page.get_by_role("region", name=title)).to_be_visible()
    page.locator(".book-people .person:visible").first.click()
    back = page.get_by_role("button", name=f"Back to {title}")
    expect(back).to_have_attribute("data-testid", "detail.back")
    expect(page.get_by_role("heading", level=1)).to_have_count(2)


def test_each_identifier_stands_once(desk):
    """Identifiers name what a person can reach: none twice, however deep the stack."""
    page = desk.open(NARROW)
    open_row(page)
    page.locator(".book-people .person:visible").first.click()
    page.locator(".detail-column [data-testid^='row.']:visible").first.click()
    page.get_by_test_id("tabBar.searchTab").click()
    page.get_by_test_id("tabBar.libraryTab").click()
    twice = page.evaluate(
        """() => {
          const seen = new Map();
          for (const node of document.querySelectorAll("[data-testid]")) {
            seen.set(node.dataset.testid, (seen.get(node.dataset.testid) ?? 0) + 1);
          }
          const repeated = /^(toolbar\\.|list\\.|row\\.|sync\\.|toast|rating)/;
          return [...seen].filter(([name, count]) => count > 1 && !repeated.test(name));
        }"""
    )
    assert twice == []


@pytest.mark.parametrize("how", ["swiped", "stilled"])
def test_nothing_slides_where_the_browser_or_the_reader_says_so(desk, how):
    """View transitions are skipped for `hasUAVisualTransition` and reduced motion."""

    def swiped(page):
        page.add_init_script(
            "Object.defineProperty(PopStateEvent.prototype, 'hasUAVisualTransition',"
            " { get: () => true });"
        )

    page = desk.open(NARROW, motion=how == "swiped", before=swiped if how == "swiped" else None)
    open_row(page)
    expect(page.locator(".shell:not([data-moving])")).to_be_attached()
    film(page, ".layer-root:not([data-place='away'])")
    page.go_back()
    frames = developed(page)
    expect(book_pane(page)).to_have_count(0)
    assert not any(frame["moves"] for frame in frames)
    assert {frame["left"] for frame in frames[-5:]} == {0}


def test_the_list_is_scrolled_by_its_reader_alone(desk):
    """Remote events never move focus: an edit of another window leaves it where it is."""
    page, other = desk.open(WIDE), desk.open(WIDE)
    scroll_list(page, 1440)
    identifier, _ = open_row(page, 5)
    row = page.get_by_test_id(f"row.{identifier}")
    expect(row).to_be_focused()
    other.goto(other.url.replace("/library/all", f"/library/all/book/{identifier}"))
    status = other.get_by_test_id("detail.status.abandoned").locator("visible=true")
    status.click()
    expect(page.get_by_test_id("detail.status.abandoned").locator("visible=true")).to_have_attribute(
        "aria-checked", "true"
    )
    expect(row).to_be_focused()
