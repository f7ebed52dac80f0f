"""Shelves in the order that people give them, and the books on them."""

import pytest
from playwright.sync_api import expect

from reader import add_classics, expect_no_drafts, expect_saved, open_book, rows
from sizes import NARROW, WIDE, both_sizes

SHELVES = "[data-testid^='sidebar.shelf:'][href]"


def make_shelf(page, name):
    page.get_by_test_id("sidebar.newShelf").click()
    page.get_by_test_id("sidebar.shelfName").fill(name)
    page.keyboard.press("Enter")


def shelf(page, name):
    return page.locator(SHELVES).filter(has_text=name)


def expect_shelves(page, *names):
    expect(page.locator(f"{SHELVES} .sidebar-label")).to_have_text(names)


def shelf_menu(page, name, choice):
    shelf(page, name).hover()
    page.get_by_role("button", name=f"More for {name}").click()
    page.get_by_test_id(f"popover.shelf.{choice}").click()


def put_on(page, title, name):
    open_book(page, title)
    page.get_by_test_id("detail.shelves.add").fill(name)
    page.keyboard.press("Enter")
    expect(page.get_by_test_id("detail.shelves")).to_contain_text(name)


def test_shelves_are_ordered_renamed_and_deleted(window, screenshot):
    page, other = window(WIDE), window(WIDE)
    for name in ["Ash", "Birch", "Cedar"]:
        make_shelf(page, name)
    expect_shelves(page, "Ash", "Birch", "Cedar")

    # By keyboard, by menu, by drag: each device sees the same order.
    shelf(page, "Cedar").focus()
    page.keyboard.press("Alt+ArrowUp")
    expect_shelves(page, "Ash", "Cedar", "Birch")
    expect(shelf(page, "Cedar")).to_be_focused()
    shelf_menu(page, "Ash", "down")
    expect_shelves(page, "Cedar", "Ash", "Birch")
    shelf(page, "Birch").drag_to(shelf(page, "Cedar"), target_position={"x": 40, "y": 2})
    expect_shelves(page, "Birch", "Cedar", "Ash")
    expect_shelves(other, "Birch", "Cedar", "Ash")

    shelf_menu(page, "Ash", "rename")
    page.get_by_test_id("sidebar.shelfName").fill("Aspen")
    page.keyboard.press("Enter")
    expect_shelves(other, "Birch", "Cedar", "Aspen")
    screenshot(page, "sidebar")

    # Deleting is asked about, leaves the books, and can be undone.
    shelf_menu(page, "Cedar", "delete")
    page.get_by_test_id("alert.deleteShelf.delete").click()
    expect_shelves(other, "Birch", "Aspen")
    page.get_by_test_id("notice.deleted").get_by_test_id("toast.action").click()
    expect_shelves(other, "Birch", "Cedar", "Aspen")


def test_a_shelf_is_dragged_beyond_those_in_view(window):
    page = window({"width": 1280, "height": 480})
    names = [f"Shelf {number:02}" for number in range(12)]
    for count, name in enumerate(names, 1):
        make_shelf(page, name)
        expect(page.locator(SHELVES)).to_have_count(count)
    first = shelf(page, names[0])
    first.scroll_into_view_if_needed()
    box = first.bounding_box()
    page.mouse.move(box["x"] + 40, box["y"] + 10)
    page.mouse.down()
    page.mouse.move(box["x"] + 40, box["y"] + 30)
    # The foot of the sidebar lies below what scrolls in it.
    page.mouse.move(box["x"] + 40, page.locator(".sidebar-footer:visible").bounding_box()["y"] - 6)
    expect(shelf(page, names[-1])).to_be_in_viewport()
    # Held there, it scrolls to the end.
    page.wait_for_function(
        """() => {
          const { scrollTop, scrollHeight, clientHeight } = document.querySelector(".sidebar-scroll");
          return scrollTop + clientHeight > scrollHeight - 1;
        }"""
    )
    page.mouse.up()
    expect(page.locator(SHELVES).nth(0)).to_contain_text(names[1])
    expect(first).to_be_in_viewport()


def test_of_two_shelves_with_one_name_the_one_that_is_pressed_is_meant(window):
    page = window(WIDE)
    add_classics(page)
    make_shelf(page, "Twin")
    expect(shelf(page, "Twin")).to_have_count(1)
    make_shelf(page, "Twin")
    expect(shelf(page, "Twin")).to_have_count(2)

    def expect_pressed(options, *pressed):
        for number, is_on in enumerate(pressed):
            expect(options.nth(number)).to_have_attribute("aria-pressed", is_on)

    rows(page).first.click(modifiers=["Control"])
    page.get_by_test_id("selection.shelf").click()
    several = page.get_by_test_id("popover.shelves").locator(".facet-option").filter(has_text="Twin")
    several.nth(1).click()
    expect_pressed(several, "false", "true")
    expect(shelf(page, "Twin").nth(1)).to_contain_text("1")
    page.keyboard.press("Escape")
    page.get_by_test_id("selection.done").click()

    rows(page).nth(1).click()
    page.get_by_test_id("detail.shelve").click()
    one = page.get_by_test_id("sheet.addToShelf").locator(".facet-option").filter(has_text="Twin")
    one.nth(1).click()
    expect_pressed(one, "false", "true")
    one.nth(1).click()
    one.nth(0).click()
    expect_pressed(one, "true", "false")


def test_books_on_a_shelf_are_ordered_by_hand(window, screenshot):
    page = window(WIDE)
    add_classics(page)
    names = [rows(page).nth(n).locator(".row-title").inner_text() for n in range(3)]
    for name in names:
        put_on(page, name, "Next")
    expect_saved(page)
    shelf(page, "Next").click()
    page.get_by_test_id("toolbar.sort").locator("visible=true").click()
    page.get_by_test_id("popover.sort.by.position").click()
    page.get_by_test_id("popover.sort.done").click()
    titles = page.locator(".list:visible .row:visible .row-title")

    def expect_order(*order):
        expect(rows(page)).to_have_count(3)
        page.wait_for_function(
            """(order) => {
              const list = [...document.querySelectorAll(".list")].find((node) => node.offsetParent);
              const rows = [...list.querySelectorAll("[data-testid^='row.']")];
              rows.sort((a, b) => a.getBoundingClientRect().top - b.getBoundingClientRect().top);
              const shown = rows.map((row) => row.querySelector(".row-title").textContent);
              return JSON.stringify(shown) === JSON.stringify(order);
            }""",
            arg=list(order),
        )

    expect_order(*names)
    rows(page).filter(has_text=names[2]).click()
    page.keyboard.press("Alt+ArrowUp")
    expect_order(names[0], names[2], names[1])
    rows(page).filter(has_text=names[1]).drag_to(
        rows(page).filter(has_text=names[0]), target_position={"x": 60, "y": 4}
    )
    expect_order(names[1], names[0], names[2])
    screenshot(page, "shelf-order")
    expect(titles).to_have_count(3)


def test_redo_gives_a_new_shelf_no_name_of_the_last(server, window):
    page = window(WIDE)
    name = page.get_by_test_id("sidebar.shelfName")
    page.get_by_test_id("sidebar.newShelf").click()
    page.keyboard.type("Winter")
    page.keyboard.press("Enter")
    expect(page.locator(".sidebar-shelves").get_by_text("Winter", exact=True)).to_be_visible()
    page.get_by_test_id("sidebar.newShelf").click()
    for key in ("Control+z", "Control+Shift+z"):
        page.keyboard.press(key)
        expect(name).to_have_value("")


# A disk that takes its time: what is written stays under way until the page goes.
BUSY_DISK = """() => {
  const begin = IDBDatabase.prototype.transaction;
  IDBDatabase.prototype.transaction = function (stores, mode, options) {
    const transaction = begin.call(this, stores, mode, options);
    const goOn = () => (transaction.objectStore([stores].flat()[0]).count().onsuccess = goOn);
    if (mode === "readwrite") goOn();
    return transaction;
  };
}"""


def test_the_next_shelf_begins_with_no_name_while_the_last_is_under_way(window):
    page = window(WIDE)
    page.evaluate(BUSY_DISK)
    make_shelf(page, "Winter")
    expect_shelves(page, "Winter")
    page.get_by_test_id("sidebar.newShelf").click()
    expect(page.get_by_test_id("sidebar.shelfName")).to_have_value("")


def begin_shelf(page):
    page.get_by_test_id("sidebar.newShelf").click()


def begin_rename(page):
    shelf_menu(page, "Winter", "rename")


def begin_shelf_of_book(page):
    rows(page).first.click()
    page.get_by_role("button", name="Choose shelves").locator("visible=true").click()


def begin_filter(page):
    page.get_by_test_id("toolbar.search").locator("visible=true").fill("Emma")
    page.get_by_test_id("toolbar.filter").locator("visible=true").click()


@pytest.mark.parametrize(
    "begin, field",
    [
        (begin_shelf, "sidebar.shelfName"),
        (begin_rename, "sidebar.shelfName"),
        (begin_shelf_of_book, "sheet.addToShelf.name"),
        (begin_filter, "popover.filters.name"),
    ],
    ids=["new", "rename", "book", "filter"],
)
def test_a_name_stays_until_the_device_has_the_shelf(window, begin, field):
    page = window(WIDE)
    add_classics(page)
    make_shelf(page, "Winter")
    expect_saved(page)
    begin(page)
    page.evaluate(BUSY_DISK)
    name = page.get_by_test_id(field)
    name.fill("Spring")
    name.press("Enter")
    expect(shelf(page, "Spring")).to_have_count(1)
    page.reload()
    expect(shelf(page, "Winter")).to_have_count(1)
    expect(name).to_have_value("Spring")
    name.press("Enter")
    expect(shelf(page, "Spring")).to_have_count(1)
    expect_no_drafts(page)
    expect_saved(page)


@both_sizes
def test_a_name_that_is_half_typed_outlives_the_page_and_is_given_up_by_escape(window, size):
    page = window(size)
    name = page.get_by_test_id("sidebar.shelfName")

    def to_sidebar():
        # The list is shown first, and what the sidebar holds is in the page before it is seen.
        if size is NARROW:
            page.get_by_test_id("toolbar.back").locator("visible=true").click()

    to_sidebar()
    page.get_by_test_id("sidebar.newShelf").click()
    name.fill("Half a na")
    page.reload()
    expect(name).to_have_value("Half a na")
    # Nobody is taken there.
    expect(name).not_to_be_focused()
    if not name.is_visible():
        to_sidebar()
    name.press("End")
    name.press_sequentially("me")
    name.press("Enter")
    expect_shelves(page, "Half a name")
    expect_no_drafts(page)
    # Another name of a shelf, likewise, and neither takes the other's place.
    shelf_menu(page, "Half a name", "rename")
    name.fill("Whole na")
    page.get_by_test_id("sidebar.newShelf").click()
    expect(name).to_have_value("")
    page.reload()
    expect(name).to_have_value("Whole na")
    if not name.is_visible():
        to_sidebar()
    name.press("Escape")
    expect_no_drafts(page)
    page.reload()
    expect_shelves(page, "Half a name")
    expect(name).to_be_hidden()
