"""On a phone: what a thumb presses is large enough for one, and nothing reaches beyond the edge."""

from playwright.sync_api import expect

from books import goodreads_export
from place import open_row
from reader import (
    add_classics, edit_title, open_book, open_panel, pause, rows, rows_in_view, scroll_list,
)
from sizes import NARROW, TABLET
from test_loans import note
from test_shelves import make_shelf, shelf

TITLE = "The Life and Strange Surprizing Adventures of Robinson Crusoe, of York, Mariner"

# Words within a line are as high as the line; the handle of a sheet is as wide as the sheet, and its
# drag begins anywhere on the header.
SMALL = """() => [...document.querySelectorAll("button, a, input, select, summary, [role=option]")]
  .filter((node) => node.checkVisibility({ visibilityProperty: true }) && !node.closest("[inert]"))
  .filter((node) => !node.matches(".person, .grabber, .file-input, [type=checkbox]"))
  .map((node) => ({ name: `${node.dataset.testid ?? node.className}`, box: node.getBoundingClientRect() }))
  .filter(({ box }) => box.width < 43.5 || box.height < 43.5)
  .map(({ name, box }) => `${name} ${Math.round(box.width)} x ${Math.round(box.height)}`)"""

BEYOND = """() => [...document.querySelectorAll("button, h1, h2, h3, p, li")]
  .filter((node) => node.checkVisibility({ visibilityProperty: true }) && !node.closest("[inert]"))
  .filter((node) => !node.closest(".visually-hidden"))
  .filter((node) => node.getBoundingClientRect().right > innerWidth + 1)
  .map((node) => node.textContent)"""

FIELDS = """() => [...document.querySelectorAll("input:not([type=checkbox]), select, textarea")]
  .filter((node) => node.checkVisibility({ visibilityProperty: true }) && !node.closest("[inert]"))"""

# A phone zooms into a field whose letters are smaller than this, and stays so.
TINY = f"""() => ({FIELDS})()
  .filter((node) => parseFloat(getComputedStyle(node).fontSize) < 16)
  .map((node) => `${{node.dataset.testid ?? node.className}} ${{getComputedStyle(node).fontSize}}`)"""

# Of the fields whose example, or whose words, have more than digits, those for which a phone shows
# digits alone.
KEYLESS = f"""() => ({FIELDS})()
  .filter((node) => ["numeric", "decimal"].includes(node.inputMode))
  .filter((node) => /[^\\d]/.test(node.placeholder + node.value))
  .map((node) => node.placeholder + node.value)"""


def expect_thumbs(page, where):
    assert page.evaluate(SMALL) == [], where
    assert page.evaluate(BEYOND) == [], where


def test_everything_can_be_pressed_with_a_thumb_and_nothing_is_cut(window, screenshot):
    page = window(NARROW, has_touch=True, is_mobile=True)
    expect_thumbs(page, "an empty library")
    add_classics(page)
    expect_thumbs(page, "the list")
    page.get_by_test_id("toolbar.search").locator("visible=true").fill("a")
    expect_thumbs(page, "a search")
    page.get_by_test_id("toolbar.search").locator("visible=true").fill("")
    page.get_by_test_id("toolbar.filter").locator("visible=true").click()
    expect(page.get_by_test_id("popover.filters")).to_be_visible()
    expect_thumbs(page, "filters")
    page.get_by_test_id("popover.filters.done").click()
    open_row(page)
    page.get_by_test_id("detail.tags.add").fill("sea")
    page.keyboard.press("Enter")
    expect_thumbs(page, "a book")
    edit_title(page, TITLE)
    page.get_by_test_id("detail.history").click()
    expect(page.get_by_test_id("sheet.history")).to_be_visible()
    expect_thumbs(page, "history")
    page.keyboard.press("Escape")
    page.get_by_test_id("detail.delete").click()
    expect_thumbs(page, "a question")
    page.get_by_test_id("alert.deleteBook.delete").click()
    expect(rows(page).first).to_be_visible()
    open_panel(page, "trash")
    expect(page.locator(".trash-item")).to_contain_text(TITLE)
    expect_thumbs(page, "trash")
    screenshot(page, "trash")
    for name in ["notifications", "devices", "privacy", "help", "feedback", "about"]:
        page.goto(page.evaluate("() => location.origin") + f"/settings/{name}")
        expect(page.locator(f"[data-testid='detail.page.{name}'] h1")).to_be_visible()
        expect_thumbs(page, name)


def test_a_thumb_finds_its_way_through_sidebar_filters_loans_and_invitation(window):
    page = window(NARROW, has_touch=True, is_mobile=True)
    add_classics(page)
    open_row(page)
    page.get_by_test_id("detail.tags.add").fill(", ".join(f"tag {number}" for number in range(14)))
    page.keyboard.press("Enter")
    note(page, person="Ann", out="2024", due="2024-05")
    note(page, person="Bo", out="2023")
    page.locator("[data-testid='detail.loans']:visible .loan").last.get_by_role("button", name="back").click()
    expect_thumbs(page, "a book that is lent")
    open_panel(page, "loans")
    back = page.get_by_test_id("loans.back")
    expect(back).to_be_visible()
    expect_thumbs(page, "what is lent")
    back.locator("summary").tap()
    expect(back.locator(".loan-item")).to_be_visible()
    expect_thumbs(page, "what was lent")
    page.keyboard.press("Escape")
    more = page.locator(".sidebar-more")
    more.scroll_into_view_if_needed()
    expect(more).to_be_visible()
    expect_thumbs(page, "the sidebar")
    page.set_viewport_size(TABLET)
    page.get_by_test_id("toolbar.sidebar").locator("visible=true").tap()
    expect(more).to_be_visible()
    expect_thumbs(page, "the sidebar of a tablet")
    page.set_viewport_size(NARROW)
    page.goto(page.evaluate("() => location.origin") + "/library/all?status=reading&tag=sea")
    expect(page.locator(".filter-chip:visible")).to_have_count(2)
    expect_thumbs(page, "what is filtered by")
    page.goto(page.evaluate("() => location.origin") + "/settings/devices")
    page.get_by_test_id("devices.add").tap()
    expect(page.get_by_test_id("devices.link")).to_be_visible()
    expect_thumbs(page, "an invitation")


def test_a_phone_zooms_into_no_field_and_has_all_its_keys(window):
    page = window(NARROW, has_touch=True, is_mobile=True)
    add_classics(page)
    page.get_by_test_id("toolbar.search").locator("visible=true").fill("Medea")
    open_book(page, "Medea")
    page.get_by_test_id("detail.notes.add.quote").click()
    page.locator(".note-location:visible").fill("p. 62")
    page.get_by_test_id("detail.addReading").click()
    page.locator(".inline-form:visible").get_by_label("Started").fill("20240531")
    assert page.evaluate(TINY) == []
    assert page.evaluate(KEYLESS) == []
    page.locator(".inline-form:visible").get_by_role("button", name="Save").click()
    expect(page.locator(".reading:visible")).to_contain_text("May 31, 2024")
    page.get_by_test_id("detail.edit").click()
    # Some years were before our era.
    expect(page.get_by_label("First published")).to_have_value("-431")
    assert page.evaluate(KEYLESS) == []
    assert page.evaluate(TINY) == []
    page.get_by_test_id("sheet.editBook.cancel").click()
    page.get_by_test_id("detail.progress").click()
    assert page.evaluate(TINY) == []
    for unit, keys in [("seconds", None), ("page", "decimal"), ("percent", "decimal"), ("seconds", None)]:
        page.get_by_test_id(f"progress.unit.{unit}").click()
        assert page.get_by_test_id("progress.value").get_attribute("inputmode") == keys, unit
        assert page.get_by_test_id("progress.total").get_attribute("inputmode") == keys, unit


def test_a_tag_that_a_thumb_removes_raises_no_keyboard(window):
    page = window(NARROW, has_touch=True, is_mobile=True)
    add_classics(page)
    open_row(page)
    chips = page.get_by_test_id("detail.tags")
    field = page.get_by_test_id("detail.tags.add")
    count = chips.locator(".chip").count()
    field.fill("sea, winter")
    page.keyboard.press("Enter")
    field.blur()
    expect(chips.locator(".chip")).to_have_count(count + 2)
    chips.locator(".chip-remove").last.tap()
    expect(chips.locator(".chip")).to_have_count(count + 1)
    expect(field).not_to_be_focused()
    expect(chips).to_be_focused()


def test_a_finger_beside_a_sheet_presses_nothing_that_lies_there(window):
    page = window(NARROW, has_touch=True, is_mobile=True)
    add_classics(page)
    box = rows(page).first.bounding_box()
    for name in ["sort", "filter"]:
        page.get_by_test_id(f"toolbar.{name}").locator("visible=true").tap()
        sheet = page.locator("dialog[open]")
        expect(sheet).to_be_visible()
        pause(page, 300)
        page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        expect(sheet).to_have_count(0)
        pause(page, 300)
        assert page.evaluate("() => location.pathname") == "/library/all", name


class Finger:
    """One finger on the page, and what a system does that asks for a menu where it is held still: sooner or
    later than an item can be dragged, or not at all where it moves at once."""

    def __init__(self, page, locator, asked_after=600):
        box = locator.bounding_box()
        self._at = box["x"] + 100, box["y"] + 20
        self._session = page.context.new_cdp_session(page)
        self._send("touchStart", 0)
        if asked_after is not None:
            pause(page, asked_after)
            locator.dispatch_event("contextmenu")
            pause(page, 600 - asked_after)

    def drag(self, pixels):
        for step in range(1, 11):
            self._send("touchMove", pixels * step / 10)

    def lift(self):
        self._send("touchEnd")

    def _send(self, kind, by=None):
        points = [] if by is None else [{"x": self._at[0], "y": self._at[1] + by}]
        self._session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})


def test_a_finger_held_still_asks_for_the_menu_or_drags_and_never_both(window):
    page = window(NARROW, has_touch=True, is_mobile=True)
    add_classics(page)
    titles = [rows(page).nth(number).locator(".row-title").inner_text() for number in range(2)]
    for title in titles:
        open_book(page, title)
        page.get_by_test_id("detail.shelves.add").fill("Next")
        page.keyboard.press("Enter")
        page.get_by_test_id("detail.back").click()
    page.get_by_test_id("toolbar.back").locator("visible=true").click()
    make_shelf(page, "Later")
    names = page.locator("[data-testid^='sidebar.shelf:'][href] .sidebar-label")
    menu = page.locator("[data-testid^='popover.']:visible")

    def expect_one_of(items, order, at, name):
        """The lower item is held, and let go; then held, and dragged over the upper one."""
        expect(order).to_have_text(items)
        finger = Finger(page, at(items[1]))
        expect(menu).to_have_count(0)
        finger.lift()
        expect(page.get_by_test_id(f"popover.{name}")).to_be_visible()
        page.keyboard.press("Escape")
        expect(menu).to_have_count(0)
        expect(order).to_have_text(items)
        finger = Finger(page, at(items[1]))
        finger.drag(-110)
        finger.lift()
        expect(order).to_have_text(items[::-1])
        expect(menu).to_have_count(0)

    page.get_by_test_id("sidebar.shelf:starter-classics.more").click()
    page.get_by_test_id("popover.shelf.delete").click()
    page.get_by_test_id("alert.deleteShelf.delete").click()
    expect_one_of(["Later", "Next"], names, lambda name: shelf(page, name), "shelf")
    shelf(page, "Next").click()
    page.get_by_test_id("toolbar.sort").locator("visible=true").click()
    page.get_by_test_id("popover.sort.by.position").click()
    page.get_by_test_id("popover.sort.done").click()
    expect_one_of(titles, page.locator(".list:visible .row:visible .row-title"),
                  lambda title: rows(page).filter(has_text=title), "row")


def long_order(window, server, tmp_path):
    """A page on a phone, with more books in an order made by hand than fit it."""
    server.command("import", goodreads_export(tmp_path / "books.csv", 40))
    page = window(NARROW, has_touch=True, is_mobile=True)
    page.get_by_test_id("toolbar.back").locator("visible=true").click()
    shelf(page, "cosy").click()
    page.get_by_test_id("toolbar.sort").locator("visible=true").click()
    page.get_by_test_id("popover.sort.by.position").click()
    page.get_by_test_id("popover.sort.done").click()
    # A finger on what is still on its way out is none on the list.
    expect(page.get_by_test_id("popover.sort")).to_have_count(0)
    return page


def test_a_list_scrolls_after_a_menu_that_was_asked_for_early(window, server, tmp_path):
    page = long_order(window, server, tmp_path)
    first = page.get_by_test_id(rows_in_view(page)[0]["id"])
    Finger(page, rows(page).nth(4), asked_after=300).lift()
    expect(page.get_by_test_id("popover.row")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_test_id("popover.row")).to_have_count(0)
    finger = Finger(page, rows(page).nth(4), asked_after=None)
    finger.drag(-200)
    finger.lift()
    expect(first).not_to_be_in_viewport()


def test_a_book_dragged_to_the_edge_goes_as_far_as_the_list_and_stays_itself(window, server, tmp_path):
    page = long_order(window, server, tmp_path)
    ids = [each["id"] for each in rows_in_view(page)]
    area = page.locator(".list:visible").bounding_box()
    row = page.get_by_test_id(ids[1])
    finger = Finger(page, row)
    finger.drag(area["y"] + area["height"] - 10 - row.bounding_box()["y"] - 20)
    # Held there it scrolls, and without another move of the finger.
    page.wait_for_function(
        """() => [...document.querySelectorAll(".list")].find((node) => node.offsetParent).scrollTop > 1200"""
    )
    finger.lift()
    expect(page.get_by_test_id(ids[1])).to_be_in_viewport()
    box = page.get_by_test_id(ids[1]).bounding_box()
    assert box["y"] > area["y"] + area["height"] - 2.5 * box["height"]
    scroll_list(page, 0)
    assert [each["id"] for each in rows_in_view(page)][:3] == [ids[0], ids[2], ids[3]]


def test_a_book_put_where_the_view_ends_is_seen_there(window, server, tmp_path):
    page = long_order(window, server, tmp_path)
    area = page.locator(".list:visible").bounding_box()
    end = area["y"] + area["height"]

    def expect_whole(book):
        expect(page.get_by_test_id(book)).to_be_in_viewport(ratio=1)
        box = page.get_by_test_id(book).bounding_box()
        assert area["y"] <= box["y"] and box["y"] + box["height"] <= end

    # By a finger under a row that reaches one pixel out of the view.
    first, second = rows_in_view(page)[:2]
    height = second["offset"] - first["offset"]
    scroll_list(page, 2 * height - 1 - area["height"] % height)
    moved = rows_in_view(page)[2]["id"]
    place = page.get_by_test_id(moved).get_attribute("aria-posinset")
    at = page.get_by_test_id(moved).bounding_box()["y"] + 20
    finger = Finger(page, page.get_by_test_id(moved))
    finger.drag(end + 1 - height / 2 + 2 - at)
    finger.lift()
    expect(page.get_by_test_id(moved)).not_to_have_attribute("aria-posinset", place)
    expect_whole(moved)

    # By keys, beyond the end of the view.
    page.get_by_test_id(moved).focus()
    for _ in range(4):
        page.keyboard.press("Alt+ArrowDown")
        expect_whole(moved)


def test_a_pen_held_still_asks_for_the_menu_once_it_has_lifted(window):
    page = window(NARROW)
    page.get_by_test_id("toolbar.back").locator("visible=true").click()
    for count, name in enumerate(["Next", "Later"], 1):
        make_shelf(page, name)
        expect(page.locator("[data-testid^='sidebar.shelf:'][href]")).to_have_count(count)
    box = shelf(page, "Later").bounding_box()
    session = page.context.new_cdp_session(page)
    press = {"x": box["x"] + 60, "y": box["y"] + 20, "button": "left", "clickCount": 1, "pointerType": "pen"}
    session.send("Input.dispatchMouseEvent", {**press, "type": "mousePressed", "buttons": 1})
    pause(page, 600)
    shelf(page, "Later").dispatch_event("contextmenu")
    expect(page.get_by_test_id("popover.shelf")).to_have_count(0)
    session.send("Input.dispatchMouseEvent", {**press, "type": "mouseReleased", "buttons": 0})
    expect(page.get_by_test_id("popover.shelf")).to_be_visible()
