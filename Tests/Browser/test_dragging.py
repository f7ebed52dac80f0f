"""Books that are dragged out of a list onto the sidebar, by mouse, where that stands beside it."""

import re

from playwright.sync_api import expect

from reader import PATIENCE_SECONDS, add_classics, expect_saved, rows, two_frames
from sizes import NARROW, TABLET, WIDE
from test_saved_filters import filters, save_as
from test_selection import undo
from test_shelves import SHELVES, make_shelf, put_on, shelf


def middle(locator):
    box = locator.bounding_box()
    return box["x"] + min(60, box["width"] / 2), box["y"] + box["height"] / 2


def press(page, source):
    """Takes hold of it and drags a few pixels."""
    x, y = middle(source)
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x - 8, y)


def grab(page, source):
    """The same, and to and fro for as long as what carries is on its way to the browser yet."""
    press(page, source)
    x, y = middle(source)
    for moves in range(PATIENCE_SECONDS * 10):
        if carried(page).count():
            break
        page.wait_for_timeout(100)
        page.mouse.move(x - 9 + moves % 2, y)


def over(page, target):
    page.mouse.move(*middle(target), steps=4)


def drag(page, source, target):
    grab(page, source)
    over(page, target)
    page.mouse.up()


def carried(page):
    return page.locator(".carried")


def expect_carried(page, words):
    # Beside a cover, which has words of its own.
    expect(carried(page)).to_have_text(re.compile(f"{words}$"))


def taking(page):
    return page.locator("[data-takes]")


def said(page, words):
    expect(page.get_by_test_id("notice.bulk")).to_contain_text(words)


def title_at(page, number):
    return rows(page).nth(number).locator(".row-title").inner_text()


def expect_nothing_opened(page):
    expect(page.get_by_test_id("detail.placeholder")).to_be_visible()


def test_a_book_is_put_on_a_shelf_by_dragging_it_there(window, screenshot):
    page = window(WIDE)
    add_classics(page)
    make_shelf(page, "Next")
    nxt = shelf(page, "Next")
    expect(nxt).to_have_count(1)
    title = title_at(page, 1)
    grab(page, rows(page).nth(1))
    expect_carried(page, "1 book")
    expect(taking(page)).to_have_count(0)
    over(page, nxt)
    expect(taking(page)).to_contain_text("Next")
    screenshot(page, "on-its-way")
    page.mouse.up()
    said(page, "1 book: on “Next”")
    expect(nxt.locator(".sidebar-count")).to_have_text("1")
    expect(carried(page)).to_have_count(0)
    expect(taking(page)).to_have_count(0)
    expect_nothing_opened(page)
    # A second time it is there already, also where it is dropped on the button of the shelf's menu.
    grab(page, rows(page).nth(1))
    over(page, nxt)
    over(page, page.get_by_role("button", name="More for Next"))
    expect(taking(page)).to_contain_text("Next")
    page.mouse.up()
    said(page, "Nothing to change")
    page.keyboard.press("z")
    expect(nxt.locator(".sidebar-count")).to_have_text("")

    # A press that does not move opens, as ever.
    rows(page).nth(1).click()
    expect(page.locator("[data-testid^='detail.book.']:visible h1")).to_have_text(title)
    page.get_by_test_id("toolbar.mode").locator("visible=true").click()
    drag(page, rows(page).nth(3), nxt)
    expect(nxt.locator(".sidebar-count")).to_have_text("1")
    undo(page)
    expect(nxt.locator(".sidebar-count")).to_have_text("")
    expect(page.locator("[data-testid^='detail.book.']:visible h1")).to_have_text(title)


def test_a_drag_is_given_up_by_escape_and_beside_the_sidebar(window):
    page = window(WIDE)
    add_classics(page)
    make_shelf(page, "Next")
    nxt = shelf(page, "Next")
    expect(nxt).to_have_count(1)
    for back in (None, rows(page).nth(1)):
        grab(page, rows(page).nth(1))
        over(page, nxt)
        expect(taking(page)).to_have_count(1)
        page.keyboard.press("Escape")
        expect(carried(page)).to_have_count(0)
        expect(taking(page)).to_have_count(0)
        if back:
            over(page, back)
        page.mouse.up()
    # Neither a row nor what is no list takes anything.
    for target in (rows(page).nth(3), page.get_by_test_id("sidebar.stats"), page.get_by_test_id("sidebar.all")):
        grab(page, rows(page).nth(1))
        over(page, target)
        expect(carried(page)).to_have_count(1)
        expect(taking(page)).to_have_count(0)
        page.mouse.up()
    two_frames(page)
    expect(page.locator(".toast")).to_have_count(0)
    expect(nxt.locator(".sidebar-count")).to_have_text("")
    expect_nothing_opened(page)
    expect(page).to_have_url(re.compile("/library(/all)?$"))


def test_all_that_are_selected_go_where_one_of_them_is_dragged(window):
    page = window(WIDE)
    add_classics(page)
    make_shelf(page, "Next")
    nxt = shelf(page, "Next")
    for number in (0, 1, 3):
        rows(page).nth(number).click(modifiers=["Control"])
    grab(page, rows(page).nth(3))
    expect_carried(page, "3 books")
    over(page, nxt)
    page.mouse.up()
    said(page, "3 books: on “Next”")
    expect(nxt.locator(".sidebar-count")).to_have_text("3")
    expect(page.get_by_test_id("selection")).to_have_attribute("aria-label", "3 books selected")
    # One that is not among them goes alone.
    grab(page, rows(page).nth(2))
    expect_carried(page, "1 book")
    over(page, page.get_by_test_id("sidebar.status:reading"))
    page.mouse.up()
    said(page, "1 book: Reading")
    expect(page.get_by_test_id("sidebar.status:reading").locator(".sidebar-count")).to_have_text("1")
    drag(page, rows(page).nth(0), page.get_by_test_id("sidebar.trash"))
    expect(page.get_by_test_id("sidebar.trash").locator(".sidebar-count")).to_have_text("3")
    undo(page, "notice.deleted")
    expect(page.get_by_test_id("sidebar.trash").locator(".sidebar-count")).to_have_text("")


def test_a_shelf_that_fills_itself_takes_none_and_a_tag_is_given(window):
    page = window(WIDE)
    add_classics(page)
    title = title_at(page, 0)
    rows(page).first.click()
    page.get_by_test_id("detail.tags.add").fill("sea")
    page.keyboard.press("Enter")
    expect(page.get_by_test_id("sidebar.tag:sea")).to_be_visible()
    page.get_by_test_id("toolbar.search").locator("visible=true").fill(title)
    filters(page)
    save_as(page, "Mine")
    page.get_by_test_id("sidebar.all").click()
    page.get_by_test_id("toolbar.search").locator("visible=true").fill("")
    expect(rows(page).nth(4)).to_be_visible()
    grab(page, rows(page).nth(4))
    over(page, shelf(page, "Mine"))
    expect(carried(page)).to_have_count(1)
    expect(taking(page)).to_have_count(0)
    tag = page.get_by_test_id("sidebar.tag:sea")
    over(page, tag)
    expect(taking(page)).to_have_count(1)
    page.mouse.up()
    said(page, "1 book: tagged sea")
    expect(tag.locator(".sidebar-count")).to_have_text("2")


def test_on_a_shelf_in_its_own_order_a_drag_orders_and_beyond_it_puts_on_another(window):
    page = window(WIDE)
    add_classics(page)
    names = [title_at(page, number) for number in range(3)]
    for name in names:
        put_on(page, name, "Next")
    make_shelf(page, "Later")
    expect_saved(page)
    shelf(page, "Next").click()
    page.get_by_test_id("toolbar.sort").locator("visible=true").click()
    page.get_by_test_id("popover.sort.by.position").click()
    page.get_by_test_id("popover.sort.done").click()

    def expect_order(*order):
        expect(rows(page).locator(".row-title")).to_have_text(order)

    expect_order(*names)
    grab(page, rows(page).nth(2))
    over(page, rows(page).nth(1))
    expect(page.locator(".drop-line")).to_be_visible()
    over(page, shelf(page, "Later"))
    expect(page.locator(".drop-line")).to_be_hidden()
    page.mouse.up()
    said(page, "1 book: on “Later”")
    expect(shelf(page, "Later").locator(".sidebar-count")).to_have_text("1")
    expect_order(*names)
    # Dropped on what takes nothing it stays where it was.
    drag(page, rows(page).nth(2), page.get_by_test_id("sidebar.all"))
    expect_order(*names)
    rows(page).nth(2).drag_to(rows(page).nth(0), target_position={"x": 60, "y": 4})
    expect_order(names[2], names[0], names[1])


def test_the_sidebar_goes_on_under_a_pointer_at_its_edge(window):
    page = window({"width": 1280, "height": 480})
    add_classics(page)
    for number in range(12):
        make_shelf(page, f"Shelf {number:02}")
        expect(page.locator(SHELVES)).to_have_count(number + 2)
    page.evaluate("() => document.querySelector('.sidebar-scroll').scrollTo(0, 0)")
    last = shelf(page, "Shelf 11")
    expect(last).not_to_be_in_viewport()
    grab(page, rows(page).nth(1))
    x, _ = middle(page.get_by_test_id("sidebar.all"))
    page.mouse.move(x, page.locator(".sidebar-footer:visible").bounding_box()["y"] - 6, steps=4)
    # Held there, it goes on to the end.
    page.wait_for_function(
        """() => {
          const { scrollTop, scrollHeight, clientHeight } = document.querySelector(".sidebar-scroll");
          return scrollTop + clientHeight > scrollHeight - 1;
        }"""
    )
    over(page, last)
    expect(taking(page)).to_contain_text("Shelf 11")
    page.mouse.up()
    said(page, "1 book: on “Shelf 11”")


def test_where_no_sidebar_stands_beside_the_list_nothing_is_dragged(window):
    for size in (NARROW, TABLET):
        page = window(size)
        if size == NARROW:
            add_classics(page)
        expect(rows(page).nth(2)).to_be_visible()
        expect_saved(page)
        press(page, rows(page).nth(1))
        page.mouse.move(20, 300, steps=4)
        two_frames(page)
        expect(carried(page)).to_have_count(0)
        page.mouse.up()
