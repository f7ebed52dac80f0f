"""One state, two layouts (NAVIGATION §4: 12, 14–16; §3.2, §3.10)."""

import pytest
from playwright.sync_api import expect

from place import expect_book, expect_columns, nav_state, open_row, search_field, title_of
from reader import eventually, first_row, rows, scroll_list
from sizes import NARROW, TABLET, WIDE

NARROW_LAYOUT = ".shell[data-layout='narrow']"
WIDE_LAYOUT = ".shell[data-layout='wide']"


def narrow(page):
    page.set_viewport_size(NARROW)
    expect(page.locator(NARROW_LAYOUT)).to_be_attached()


def widen(page, size=WIDE):
    page.set_viewport_size(size)
    expect(page.locator(WIDE_LAYOUT)).to_be_attached()


def caret(page):
    """What the search field says and where the caret stands in it."""
    return search_field(page).evaluate("(node) => [node.value, node.selectionStart]")


def expect_beside(surface, opener):
    """A popover hangs from its button, and follows it with the drawing after that has moved."""

    def is_beside():
        box, button = surface.bounding_box(), opener.bounding_box()
        is_below = abs(box["y"] - (button["y"] + button["height"])) < 12
        return is_below and abs(box["x"] - (button["x"] - 120)) <= 1

    assert eventually(surface.page, is_beside)


def expect_bottom_sheet(surface, height=NARROW["height"]):
    box = surface.bounding_box()
    assert box["x"] == 0 and box["width"] == NARROW["width"]
    assert abs(box["y"] + box["height"] - height) <= 1
    return box


def surface_of(page, name):
    """The visible part of a sheet, popover, dialog or alert, at rest."""
    surface = page.get_by_test_id(name).locator(".dialog-surface")
    page.get_by_test_id(name).evaluate(
        "(node) => Promise.all(node.getAnimations({ subtree: true }).map((one) => one.finished))"
    )
    return surface


def test_12_resizing_there_and_back_loses_nothing(desk, strip):
    """Given wide with book, scroll, filters popover, half-typed query; when resized narrow and
    back; then state JSON is identical; popover became sheet and returned; text and caret
    survive."""
    page = desk.open(WIDE)
    search_field(page).fill("the")
    scroll_list(page, 12 * 72 + 30)
    identifier, title = open_row(page, 5)
    search_field(page).focus()
    search_field(page).evaluate("(node) => node.setSelectionRange(2, 2)")
    filter_button = page.get_by_test_id("toolbar.filter").locator("visible=true")
    # By key, so that the caret stays where it is.
    filter_button.evaluate("(node) => node.click()")
    popover = page.get_by_test_id("popover.filters")
    expect(popover).to_be_visible()
    expect_beside(surface_of(page, "popover.filters"), filter_button)
    before, place, typed = nav_state(page), first_row(page), caret(page)
    assert typed == ["the", 2]
    assert before["present"] == [{"style": "popover", "dest": "filters"}]
    strip(page, "wide-with-popover")

    narrow(page)
    expect(popover).to_be_visible()
    expect_bottom_sheet(surface_of(page, "popover.filters"))
    expect_book(page, title)
    strip(page, "narrow-with-sheet")
    assert nav_state(page) == before

    widen(page)
    expect_beside(surface_of(page, "popover.filters"), filter_button)
    strip(page, "wide-again")
    assert nav_state(page) == before
    assert caret(page) == typed
    # In a window where its button stands elsewhere, the popover goes with it.
    widen(page, {"width": 1700, "height": 800})
    expect_beside(surface_of(page, "popover.filters"), filter_button)
    page.keyboard.press("Escape")
    expect(popover).to_have_count(0)
    after = first_row(page)
    assert after["id"] == place["id"] and abs(after["offset"] - place["offset"]) <= 1
    expect(page.get_by_test_id(f"row.{identifier}")).to_have_attribute("aria-selected", "true")


def test_12_the_field_that_is_typed_in_keeps_the_focus(desk):
    """A half-typed query in a list survives both layouts with focus and caret."""
    page = desk.open(WIDE)
    search_field(page).fill("the")
    search_field(page).evaluate("(node) => node.setSelectionRange(1, 1)")
    before = nav_state(page)
    narrow(page)
    page.keyboard.type("o")
    widen(page)
    page.keyboard.press("Backspace")
    assert caret(page) == ["the", 1]
    expect(search_field(page)).to_be_focused()
    after = nav_state(page)
    for state in (before, after):
        state["lists"]["all"].pop("used")
    assert after == before


def test_a_list_of_another_width_keeps_its_rows(desk):
    """Whoever presses one as the width changes opens that, and the keys stay where they were."""
    page = desk.open(NARROW)
    row = rows(page).nth(2)
    title, book = title_of(row), row.get_attribute("data-testid")
    width = row.bounding_box()["width"]
    row.hover()
    page.mouse.down()
    page.set_viewport_size(NARROW | {"width": NARROW["width"] + 30})
    page.wait_for_function(
        "([book, width]) => document.querySelector(`[data-testid='${book}']`).offsetWidth > width", arg=[book, width]
    )
    page.mouse.up()
    expect_book(page, title)
    page.get_by_test_id("detail.back").click()
    expect(page.get_by_test_id(book)).to_be_focused()
    page.set_viewport_size(NARROW)
    page.wait_for_function(
        "([book, width]) => document.querySelector(`[data-testid='${book}']`).offsetWidth <= width", arg=[book, width]
    )
    expect(page.get_by_test_id(book)).to_be_focused()


def test_14_the_detail_alone_stays_alone(desk):
    """Given detailOnly; when narrowed and widened; then still detailOnly; Show sidebar gives three
    columns."""
    page = desk.open(WIDE)
    _, title = open_row(page)
    page.get_by_test_id("detail.columns").click()
    expect_columns(page, ["detail"])
    narrow(page)
    expect_book(page, title)
    expect(page.get_by_test_id("detail.columns")).to_be_hidden()
    widen(page)
    expect_columns(page, ["detail"])
    assert nav_state(page)["columns"] == "detailOnly"
    page.get_by_test_id("detail.sidebar").click()
    expect_columns(page, ["sidebar", "list", "detail"])
    expect(page.get_by_test_id("sidebar.all")).to_be_focused()
    expect_book(page, title)


def test_the_detail_alone_and_its_list_again(desk):
    """detailOnly is left by the button that set it, and with nothing open it shows the list."""
    page = desk.open(WIDE)
    open_row(page)
    page.get_by_test_id("detail.columns").click()
    expect(page.get_by_test_id("detail.columns")).to_have_accessible_name("Show the list beside it")
    page.get_by_test_id("detail.columns").click()
    expect_columns(page, ["sidebar", "list", "detail"])
    page.get_by_test_id("detail.columns").click()
    page.go_back()
    expect(page.get_by_test_id("detail.placeholder")).to_be_visible()
    expect_columns(page, ["list", "detail"])


def test_the_sidebar_is_hidden_and_shown_by_its_buttons(desk):
    """Three columns from 1,080 px; the sidebar comes and goes by a button, over the list where
    there is no room for it."""
    page = desk.open({"width": 1080, "height": 800})
    expect_columns(page, ["sidebar", "list", "detail"])
    page.get_by_test_id("sidebar.hide").click()
    expect_columns(page, ["list", "detail"])
    page.get_by_test_id("toolbar.sidebar").locator("visible=true").click()
    expect_columns(page, ["sidebar", "list", "detail"])
    page.close()

    page = desk.open({"width": 1079, "height": 800})
    expect_columns(page, ["list", "detail"])
    page.get_by_test_id("toolbar.sidebar").locator("visible=true").click()
    expect_columns(page, ["sidebar", "list", "detail"])
    page.locator(".sidebar-scrim").click(position={"x": 600, "y": 400})
    expect_columns(page, ["list", "detail"])

    # Over the list it is what Escape closes first, and the focus goes on in the list.
    open_row(page, 2)
    page.get_by_test_id("toolbar.sidebar").locator("visible=true").press("Enter")
    expect(page.locator(".layer-sidebar :focus")).to_have_count(1)
    page.keyboard.press("Escape")
    expect_columns(page, ["list", "detail"])
    expect(rows(page).nth(2)).to_be_focused()


# Where the focus is, of what stands beside each other.
WHERE = """() => ["sidebar", "root", "detail"].find((name) =>
  document.activeElement.closest(`.layer-${name}`)) ?? "outside"
"""


def test_under_the_sidebar_nothing_is_reached_or_read(desk, screenshot):
    page = desk.open(TABLET)
    open_row(page, 1)
    under = page.locator(".layer-root.layer-library, .layer-detail[data-place='current']")
    page.get_by_test_id("toolbar.sidebar").locator("visible=true").press("Enter")
    expect_columns(page, ["sidebar", "list", "detail"])
    screenshot(page, "under-the-sidebar")
    expect(page.get_by_test_id("sidebar.all")).to_be_focused()
    assert under.evaluate_all("(all) => all.map(({ inert }) => inert)") == [True, True]
    for key in ["Tab", "Shift+Tab", "F6"]:
        seen = []
        for _ in range(40):
            page.keyboard.press(key)
            seen.append(page.evaluate(WHERE))
        assert set(seen) <= {"sidebar", "outside"} and "sidebar" in seen, key
    # It is the same where the window becomes too narrow for all of them.
    page.set_viewport_size(WIDE)
    assert eventually(page, lambda: under.evaluate_all("(all) => all.map(({ inert }) => inert)") == [False, False])
    expect_columns(page, ["sidebar", "list", "detail"])
    rows(page).nth(2).focus()
    page.set_viewport_size(TABLET)
    expect(page.locator(".layer-sidebar :focus")).to_have_count(1)
    page.locator(".sidebar-scrim").click(position={"x": 600, "y": 400})
    expect_columns(page, ["list", "detail"])
    assert page.evaluate(WHERE) == "root"
    # What a key asks for in the list is in view, and has the focus.
    page.get_by_test_id("toolbar.sidebar").locator("visible=true").press("Enter")
    expect(page.locator(".layer-sidebar :focus")).to_have_count(1)
    page.keyboard.press("/")
    expect(search_field(page)).to_be_focused()
    expect_columns(page, ["list", "detail"])


@pytest.mark.parametrize("agent", ["iPhone", "Windows"])
def test_15_the_layout_is_the_width_of_the_container_alone(desk, agent):
    """Given one user agent; when the container is 700 then 800 px; then narrow then wide; no
    navigation code reads the user agent."""
    agents = {
        "iPhone": "Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) Mobile/15E148",
        "Windows": "Mozilla/5.0 (Windows NT 10.0; Win64; x64)",
    }
    page = desk.open(
        {"width": 690, "height": 800},
        before=lambda page: page.add_init_script(
            f"Object.defineProperty(navigator, 'userAgent', {{ get: () => '{agents[agent]}' }});"
        ),
    )
    expect(page.locator(NARROW_LAYOUT)).to_be_attached()
    # A window of one size: only what contains the client is given another width.
    for width, layout in [(700, NARROW_LAYOUT), (719, NARROW_LAYOUT), (720, WIDE_LAYOUT),
                          (800, WIDE_LAYOUT), (700, WIDE_LAYOUT), (695, NARROW_LAYOUT)]:
        page.evaluate("(width) => { document.body.style.width = `${width}px`; }", width)
        expect(page.locator(layout)).to_be_attached()


def dirty_editor(page, words="Another title"):
    page.get_by_test_id("detail.edit").click()
    page.get_by_test_id("field.title").fill(words)
    page.get_by_test_id("sheet.editBook.discard").click()


def test_16_dialog_and_sheet_take_the_form_of_the_layout(desk, strip):
    """Given the confirmation dialog and a sheet; then wide shows anchored popover and centred
    sheet, narrow action sheet and detents."""
    page = desk.open(WIDE)
    _, title = open_row(page, 7)
    dirty_editor(page)
    sheet = surface_of(page, "sheet.editBook").bounding_box()
    assert abs(sheet["x"] + sheet["width"] / 2 - WIDE["width"] / 2) <= 1
    assert abs(sheet["y"] + sheet["height"] / 2 - WIDE["height"] / 2) <= 1
    dialog = surface_of(page, "dialog.discard")
    button = page.get_by_test_id("sheet.editBook.discard").bounding_box()
    box = dialog.bounding_box()
    assert abs(box["y"] + box["height"] - button["y"]) < 12, "it stands on its button"
    assert box["x"] <= button["x"] + button["width"] and button["x"] <= box["x"] + box["width"]
    expect(page.get_by_test_id("dialog.discard.cancel")).to_be_focused()
    strip(page, "wide")

    narrow(page)
    expect_bottom_sheet(surface_of(page, "dialog.discard"))
    large = expect_bottom_sheet(surface_of(page, "sheet.editBook"))
    assert large["height"] > NARROW["height"] * 0.9
    strip(page, "narrow")
    page.get_by_test_id("dialog.discard.cancel").click()
    grabber = page.get_by_test_id("sheet.editBook.grabber")
    grabber.click()
    medium = expect_bottom_sheet(surface_of(page, "sheet.editBook"))
    assert 0.5 < medium["height"] / NARROW["height"] < 0.7
    strip(page, "narrow-medium")
    drag(page, grabber, -200)
    assert expect_bottom_sheet(surface_of(page, "sheet.editBook"))["height"] == large["height"]
    drag(page, grabber, 320)
    assert expect_bottom_sheet(surface_of(page, "sheet.editBook"))["height"] == medium["height"]
    drag(page, grabber, 320)
    expect(page.get_by_test_id("sheet.editBook")).to_have_count(0)
    expect_book(page, title)


def drag(page, handle, by):
    box = handle.bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x, y + by, steps=6)
    page.mouse.up()


def test_a_popover_in_a_narrow_window_is_a_sheet_of_medium_height(desk):
    """Filters rise from below to a medium height, and to the whole by their grabber."""
    page = desk.open(NARROW)
    page.get_by_test_id("toolbar.filter").locator("visible=true").click()
    medium = expect_bottom_sheet(surface_of(page, "popover.filters"))
    assert medium["height"] <= NARROW["height"] * 0.6 + 1
    page.get_by_test_id("popover.filters.grabber").click()
    large = expect_bottom_sheet(surface_of(page, "popover.filters"))
    assert large["height"] > NARROW["height"] * 0.9


def test_rotating_a_tablet_keeps_book_and_place(desk):
    """Between phone and laptop the sidebar steps aside; what is open stays open."""
    page = desk.open(WIDE)
    scroll_list(page, 2000)
    identifier, title = open_row(page, 4)
    place = first_row(page)
    widen(page, TABLET)
    expect_columns(page, ["list", "detail"])
    expect_book(page, title)
    widen(page, {"width": TABLET["height"], "height": TABLET["width"]})
    expect_columns(page, ["sidebar", "list", "detail"])
    assert first_row(page)["id"] == place["id"]
    expect(page.get_by_test_id(f"row.{identifier}")).to_be_visible()
    expect(rows(page).first).to_be_visible()


@pytest.mark.parametrize("size", [WIDE, NARROW], ids=["wide", "narrow"])
def test_a_cover_fills_the_window_and_forward_reopens_it(desk, size):
    """A cover is the whole window in either layout; Back closes it, and Forward reopens only a
    cover."""
    page = desk.open(size)
    _, title = open_row(page, 2)
    page.get_by_test_id("detail.cover").click()
    cover = page.get_by_test_id("cover.cover")
    expect(cover).to_be_visible()
    assert surface_of(page, "cover.cover").bounding_box() == {"x": 0, "y": 0, **size}
    art = cover.locator(".cover-large").bounding_box()
    assert abs(art["width"] / art["height"] - 2 / 3) < 0.01
    page.go_back()
    expect(cover).to_have_count(0)
    expect_book(page, title)
    page.go_forward()
    expect(cover).to_be_visible()
    page.keyboard.press("Escape")
    expect(cover).to_have_count(0)
    expect(page.get_by_test_id("detail.cover")).to_be_focused()
