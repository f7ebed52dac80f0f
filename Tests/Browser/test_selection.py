"""Selecting several books of a list, and changing them at once."""

from urllib.parse import quote

from playwright.sync_api import expect

from audit import COLOURS, expect_clean
from books import author_of_many
from catalog import NO_WORKER
from place import expect_book, open_row, title_of
from reader import add_classics, apart, expect_saved, first_row, held_back, rows, two_frames
from sizes import NARROW, TABLET, WIDE, with_text
from test_navigation_deleting import follow_author
from test_touch import expect_thumbs


def selected(page):
    return page.locator(".list:visible .row:visible[aria-selected='true']")


def bar(page):
    return page.get_by_test_id("selection")


def expect_selected(page, count):
    words = f"{count} book selected" if count == 1 else f"{count} books selected"
    expect(bar(page)).to_have_attribute("aria-label", words)
    expect(selected(page)).to_have_count(count)


def expect_over(page):
    expect(bar(page)).to_have_count(0)
    expect(page.locator("[aria-multiselectable]")).to_have_count(0)


def press_row(page, number, *modifiers):
    rows(page).nth(number).click(modifiers=list(modifiers))


def do(page, act, choice=None):
    page.get_by_test_id(f"selection.{act}").click()
    if choice:
        page.get_by_test_id(f"popover.selection.{choice}").click()


def statuses(page, count):
    return [rows(page).nth(n).locator(".row-status").inner_text() for n in range(count)]


def expect_statuses(page, words):
    """The notice of a deed may come before the frame in which its rows are drawn."""
    for n, word in enumerate(words):
        expect(rows(page).nth(n).locator(".row-status")).to_have_text(word, use_inner_text=True)


def undo(page, name="notice.bulk"):
    page.get_by_test_id(name).get_by_test_id("toast.action").click()


def test_back_ends_selecting_and_no_more_though_something_was_shown_over_it(desk):
    page = desk.open(NARROW)
    expect(rows(page).first).to_be_visible()
    page.get_by_test_id("toolbar.select").locator("visible=true").click()
    expect(bar(page)).to_be_visible()
    page.get_by_test_id("toolbar.sort").locator("visible=true").click()
    expect(page.get_by_test_id("popover.sort")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_test_id("popover.sort")).to_have_count(0)
    expect(bar(page)).to_be_visible()
    shown = page.url
    page.go_back()
    expect_over(page)
    two_frames(page)
    assert page.url == shown
    expect(rows(page).first).to_be_visible()


def test_books_are_selected_by_mouse_and_by_keys(desk):
    page = desk.open(WIDE)
    _, title = open_row(page)
    press_row(page, 2, "Control")
    expect_selected(page, 1)
    press_row(page, 5, "Shift")
    expect_selected(page, 4)
    press_row(page, 3, "Shift")
    expect_selected(page, 2)
    press_row(page, 6)  # now a plain click toggles, too
    expect_selected(page, 3)
    press_row(page, 6)
    expect_selected(page, 2)
    expect_book(page, title)  # and nothing has been opened by all that

    # Escape ends it, and the list goes on with what is open.
    page.keyboard.press("Escape")
    expect_over(page)
    expect(selected(page)).to_have_count(1)

    rows(page).first.focus()
    for _ in range(4):  # as by a key that is held down
        page.keyboard.down("x")
    page.keyboard.up("x")
    page.keyboard.press("Shift+ArrowDown")
    page.keyboard.press("Shift+ArrowDown")
    expect_selected(page, 3)
    page.keyboard.press("Shift+ArrowUp")
    expect_selected(page, 2)
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Space")
    expect_selected(page, 3)
    page.keyboard.press("x")
    expect_selected(page, 2)
    expect_book(page, title)
    page.keyboard.press("Control+a")
    expect(bar(page)).to_have_attribute("aria-label", "600 books selected")
    expect(page.locator(".visually-hidden[role=status]").first).to_have_text("600 books selected")
    page.get_by_test_id("selection.all").click()
    expect_selected(page, 0)
    page.get_by_test_id("selection.done").click()
    expect_over(page)
    expect(rows(page).nth(3)).to_be_focused()


def test_the_switch_of_the_shortcuts_leaves_the_other_ways(desk):
    page = desk.open(WIDE)
    page.evaluate("() => localStorage.setItem('dogear.preferences', JSON.stringify({ shortcuts: false }))")
    page.reload()
    expect_saved(page)  # keys begin with the whole library, not with the glimpse of it
    rows(page).first.focus()
    page.keyboard.press("x")
    expect_over(page)
    rows(page).first.focus()
    page.keyboard.press("Shift+ArrowDown")
    expect_selected(page, 2)
    before = statuses(page, 2)
    page.keyboard.press("4")
    page.keyboard.press("Delete")
    two_frames(page)
    expect(page.get_by_test_id("alert.deleteBooks")).to_have_count(0)
    assert statuses(page, 2) == before


def test_what_is_selected_before_the_client_is_read_is_selected_then(window):
    page = window(WIDE, **NO_WORKER)
    add_classics(page)
    held = []
    page.route("**/views/rest.js", lambda route: held.append(route))
    for early in (
        lambda: page.keyboard.press("Shift+ArrowDown"),
        lambda: press_row(page, 1, "Shift"),
        lambda: [page.keyboard.press(key) for key in ["x", "ArrowDown", "x"]],
    ):
        with page.expect_request("**/views/rest.js"):
            page.goto(page.url)
        rows(page).first.focus()
        early()
        expect_over(page)
        held_back(page, held).continue_()
        expect_selected(page, 2)


def test_covers_are_selected_in_both_directions(desk, screenshot):
    page = desk.open(WIDE)
    page.get_by_test_id("toolbar.mode").locator("visible=true").click()
    rows(page).first.focus()
    page.keyboard.press("x")
    page.keyboard.press("Shift+ArrowRight")
    expect_selected(page, 2)
    page.keyboard.press("Shift+ArrowDown")
    expect(bar(page)).not_to_have_attribute("aria-label", "2 books selected")
    screenshot(page, "covers")
    expect_clean(page, "covers selected")


def test_each_status_has_its_own_sign(desk):
    """The one that it has in the sidebar."""
    page = desk.open(WIDE)
    press_row(page, 0, "Control")
    do(page, "status")
    menu = page.get_by_test_id("popover.selection")
    expect(menu.locator("svg")).to_have_count(6)
    signs = "(icons) => icons.map((icon) => icon.firstElementChild.getAttribute('d'))"
    shown = menu.locator("svg").evaluate_all(signs)
    assert len(set(shown)) == 6
    assert shown[:5] == page.locator("[data-testid^='sidebar.status:'] svg").evaluate_all(signs)


def test_another_list_ends_it_and_a_filter_narrows_it(desk):
    page = desk.open(WIDE)
    title = title_of(rows(page).nth(1))
    press_row(page, 0, "Control")
    press_row(page, 1, "Control")
    page.get_by_test_id("toolbar.search").locator("visible=true").fill(title)
    expect_selected(page, 1)
    page.get_by_test_id("toolbar.search").locator("visible=true").fill("")
    expect_selected(page, 1)
    page.get_by_test_id("sidebar.status:read").click()
    expect_over(page)


def test_the_focus_stays_in_the_bar_when_the_last_book_has_left_the_list(window):
    page = window(WIDE)
    add_classics(page)
    page.get_by_test_id("toolbar.select").locator("visible=true").click()
    press_row(page, 0)
    do(page, "shelf")
    page.get_by_test_id("popover.shelves.name").fill("Beach")
    page.keyboard.press("Enter")
    page.get_by_test_id("popover.shelves.close").click()
    do(page, "status", "paused")
    page.get_by_test_id("selection.done").click()

    def select_it():
        expect(rows(page)).to_have_count(1)
        page.get_by_test_id("toolbar.select").locator("visible=true").click()
        press_row(page, 0)
        expect_selected(page, 1)

    def expect_usable():
        expect_selected(page, 0)
        expect(bar(page).locator("[tabindex='0']")).to_have_count(1)
        expect(bar(page).locator("[tabindex='0']")).to_be_enabled()

    # By the menu of the bar, which gives the focus back to its button.
    page.get_by_test_id("sidebar.status:paused").click()
    select_it()
    do(page, "status", "read")
    expect(page.get_by_test_id("selection.all")).to_be_focused()
    expect_usable()
    # By what lies over the list, and so closes.
    page.locator("[data-testid^='sidebar.shelf:'][href]").filter(has_text="Beach").click()
    select_it()
    do(page, "shelf")
    page.locator(".shelf-picker-list .facet-option").filter(has_text="Beach").click()
    expect(page.get_by_test_id("popover.shelves")).to_have_count(0)
    expect(page.get_by_test_id("selection.all")).to_be_focused()
    expect_usable()
    # And what Tab would come to is never out of use, wherever the focus is.
    page.get_by_test_id("sidebar.status:read").click()
    page.get_by_test_id("toolbar.select").locator("visible=true").click()
    press_row(page, 0)
    page.get_by_test_id("selection.tag").focus()
    press_row(page, 0)
    expect_usable()


def test_a_notice_stands_above_the_bar_of_whichever_list_selects(desk):
    page = desk.open(WIDE, f"/library/all?q={quote(author_of_many())}")
    open_row(page)
    pushed = follow_author(page)
    root = page.locator(".layer-library [data-testid^='row.']:visible")

    def expect_room():
        two_frames(page)
        space = "() => document.body.style.getPropertyValue('--selection-space')"
        assert page.evaluate(space) == f"{round(bar(page).bounding_box()['height'])}px"

    pushed.first.click(modifiers=["Control"])
    expect(bar(page)).to_have_count(1)
    expect_room()
    for list_rows in (root, pushed):
        list_rows.first.click(modifiers=["Control"])
        expect(bar(page)).to_have_count(1)
        expect_room()


def test_a_notice_covers_nothing_of_what_has_opened_from_the_bar(desk):
    page = desk.open(NARROW)
    page.get_by_test_id("toolbar.select").locator("visible=true").click()
    press_row(page, 0)
    for size in (NARROW, TABLET, WIDE):
        page.set_viewport_size(size)
        two_frames(page)
        expect_notice_above_the_tags(page)
    # The next window of this desk tags the same book.
    expect_saved(page)


def expect_notice_above_the_tags(page):
    do(page, "shelf")
    expect(page.get_by_test_id("popover.shelves.name")).to_be_focused()
    page.keyboard.press("Escape")
    do(page, "tag")
    # Who has asked for it may type at once.
    expect(page.get_by_test_id("popover.tags.set.add")).to_be_focused()
    page.keyboard.type("lighthouse")
    page.keyboard.press("Enter")
    notice = page.get_by_test_id("notice.bulk")
    expect(notice).to_contain_text("tagged lighthouse")
    surface = page.get_by_test_id("popover.tags").locator(".dialog-surface").bounding_box()
    box = notice.bounding_box()
    assert box["y"] >= 0
    assert box["y"] + box["height"] <= surface["y"]
    undo(page)
    expect(page.get_by_test_id("popover.tags.set")).not_to_contain_text("lighthouse")
    page.keyboard.press("Escape")
    expect(page.get_by_test_id("popover.tags")).to_have_count(0)


def test_many_books_are_changed_by_one_deed(window, screenshot):
    page = window(WIDE)
    add_classics(page)
    expect_saved(page)
    before = statuses(page, 3)
    press_row(page, 0, "Control")
    press_row(page, 2, "Shift")
    page.keyboard.press("3")
    expect(page.get_by_test_id("notice.bulk")).to_contain_text("3 books: Paused")
    expect_statuses(page, ["Paused"] * 3)
    expect_selected(page, 3)
    undo(page)
    expect(page.get_by_test_id("notice.undo")).to_contain_text("Undone: changes to 3 books")
    expect_statuses(page, before)
    do(page, "status", "paused")
    expect(page.get_by_test_id("notice.bulk")).to_contain_text("3 books: Paused")
    press_row(page, 3)
    do(page, "status", "paused")
    expect(page.get_by_test_id("notice.bulk")).to_contain_text("1 book: Paused")
    do(page, "status", "paused")
    expect(page.get_by_test_id("notice.bulk")).to_contain_text("Nothing to change")

    # A shelf, new or known: all of them on it, or all off.
    do(page, "shelf")
    page.get_by_test_id("popover.shelves.name").fill("Beach")
    page.keyboard.press("Enter")
    shelf = page.locator("[data-testid^='popover.shelves.shelf'], .shelf-picker-list .facet-option").first
    expect(shelf).to_have_attribute("aria-pressed", "true")
    screenshot(page, "shelves")
    expect_clean(page, "the shelves of a selection")
    page.keyboard.press("Escape")
    expect_selected(page, 4)
    press_row(page, 4)
    do(page, "shelf")
    expect(shelf).to_have_attribute("aria-pressed", "mixed")
    expect(shelf).to_contain_text("4 of 5")
    shelf.click()
    expect(shelf).to_have_attribute("aria-pressed", "true")
    shelf.click()
    expect(shelf).to_have_attribute("aria-pressed", "false")
    page.get_by_test_id("popover.shelves.close").click()

    # Tags: added to all, taken off those that have them.
    do(page, "tag")
    page.get_by_test_id("popover.tags.set.add").fill("sea, salt")
    page.keyboard.press("Enter")
    tags = page.get_by_test_id("popover.tags.set")
    expect(tags).to_contain_text("salt")
    screenshot(page, "tags")
    tags.get_by_role("button", name="Remove tag salt").click()
    expect(tags).not_to_contain_text("salt")
    expect(page.get_by_test_id("notice.bulk")).to_contain_text("5 books: without the tag “salt”")
    # Which is what its own button is for: a key takes nothing off so many books by itself.
    page.get_by_test_id("popover.tags.set.add").press("Backspace")
    two_frames(page)
    expect(tags).to_contain_text("sea")
    page.go_back()  # Back closes what lies over the list, and nothing else
    expect(tags).to_have_count(0)
    expect_selected(page, 5)


def test_deleting_asks_once_and_can_be_undone(window, screenshot):
    page = window(WIDE)
    add_classics(page)
    count = page.locator(".pane-count:visible")
    all_of_them = count.inner_text()
    first = title_of(rows(page).first)
    press_row(page, 0, "Control")
    press_row(page, 4, "Shift")
    page.keyboard.press("Delete")
    question = page.get_by_test_id("alert.deleteBooks")
    expect(question).to_contain_text("Delete 5 books?")
    expect(question).to_contain_text(first)
    expect(question).to_contain_text("2 more")
    expect(page.get_by_test_id("alert.deleteBooks.cancel")).to_be_focused()
    expect_clean(page, "the question")
    screenshot(page, "question")
    page.keyboard.press("Escape")
    expect_selected(page, 5)
    do(page, "delete")
    page.get_by_test_id("alert.deleteBooks.delete").click()
    expect_over(page)
    expect(rows(page).filter(has_text=first)).to_have_count(0)
    undo(page, "notice.deleted")
    expect(count).to_have_text(all_of_them)


def test_a_thumb_selects_by_a_long_press_and_goes_on_by_taps(window, screenshot):
    page = window(NARROW, has_touch=True, is_mobile=True)
    add_classics(page)
    rows(page).nth(1).dispatch_event("contextmenu")
    page.get_by_test_id("popover.row.select").tap()
    expect_selected(page, 1)
    rows(page).nth(3).tap()
    expect_selected(page, 2)
    expect_thumbs(page, "a selection")
    expect_clean(page, "a selection")
    do(page, "status", "read")
    expect(page.get_by_test_id("notice.bulk")).to_be_visible()
    notice, below = page.get_by_test_id("notice.bulk").bounding_box(), bar(page).bounding_box()
    assert notice["y"] + notice["height"] <= below["y"]
    screenshot(page, "narrow")
    undo(page)
    do(page, "tag")
    expect_thumbs(page, "the tags of a selection")
    screenshot(page, "narrow-tags")
    page.get_by_test_id("popover.tags.close").tap()
    rows(page).nth(3).tap()
    rows(page).nth(1).tap()
    expect_over(page)
    page.get_by_test_id("toolbar.select").locator("visible=true").tap()
    expect_selected(page, 0)
    rows(page).nth(0).tap()
    expect_selected(page, 1)


def test_back_on_a_phone_ends_the_selection_before_it_leaves_the_list(desk):
    page = desk.open(NARROW)

    def begin():
        rows(page).nth(1).dispatch_event("contextmenu")
        page.get_by_test_id("popover.row.select").click()
        expect_selected(page, 1)

    begin()
    page.go_back()
    expect_over(page)
    begin()
    page.get_by_test_id("toolbar.back").click()
    expect_over(page)
    # What was opened over it goes first, and the books stay selected.
    begin()
    page.get_by_test_id("selection.tag").click()
    page.go_back()
    expect(page.get_by_test_id("popover.tags")).to_have_count(0)
    expect_selected(page, 1)
    page.get_by_test_id("selection.done").click()
    expect_over(page)
    # Whoever goes elsewhere has ended it.
    begin()
    page.get_by_test_id("tabBar.searchTab").click()
    expect(page).to_have_url(f"{desk.server.origin}/search")
    page.go_back()
    expect(rows(page).first).to_be_visible()
    expect_over(page)
    # Of all that nothing is left to go back through.
    page.get_by_test_id("toolbar.back").click()
    expect(page.get_by_test_id("sidebar.all")).to_be_visible()


def test_in_a_wide_window_back_leaves_the_selection_alone(desk):
    """The menu of a row goes with the place that it was opened in."""
    page = desk.open(WIDE)
    open_row(page, 1)
    rows(page).nth(2).click(button="right")
    expect(page.get_by_test_id("popover.row")).to_be_visible()
    page.go_back()
    expect(page.get_by_test_id("detail.placeholder")).to_be_visible()
    expect(page.get_by_test_id("popover.row")).to_have_count(0)

    open_row(page, 1)
    page.get_by_test_id("toolbar.select").click()
    rows(page).nth(2).click()
    expect_selected(page, 1)
    # Made narrow, it is ended by Back; made wide again, nothing of that is left.
    page.set_viewport_size(NARROW)
    page.set_viewport_size(WIDE)
    expect_selected(page, 1)
    page.go_back()
    expect(page.get_by_test_id("detail.placeholder")).to_be_visible()
    expect_selected(page, 1)


def test_what_another_device_deletes_leaves_the_selection(window):
    page, other = window(WIDE), window(WIDE)
    add_classics(page)
    expect_saved(page)
    expect(rows(other).first).to_be_visible()
    press_row(page, 0, "Control")
    press_row(page, 2, "Shift")
    name = title_of(rows(page).nth(1))
    do(page, "delete")
    question = page.get_by_test_id("alert.deleteBooks")
    expect(question).to_contain_text(f"“{name}”")
    rows(other).filter(has_text=name).first.click(modifiers=["Control"])
    do(other, "delete")
    other.get_by_test_id("alert.deleteBooks.delete").click()
    expect(question.get_by_role("heading")).to_have_text("Delete 2 books?")
    expect(question).to_have_accessible_name("Delete 2 books?")
    expect(question).not_to_contain_text(f"“{name}”")
    page.get_by_test_id("alert.deleteBooks.cancel").click()
    expect_selected(page, 2)
    expect(rows(page).filter(has_text=name)).to_have_count(0)


def test_offline_it_works_and_reaches_the_other_device_later(window, server):
    page, other = window(WIDE), window(WIDE)
    add_classics(page)
    expect(rows(other).first).to_be_visible()

    def act():
        press_row(page, 0, "Control")
        press_row(page, 1, "Control")
        page.keyboard.press("5")
        expect(page.get_by_test_id("notice.bulk")).to_contain_text("2 books: Gave up")

    apart(server, [page, other], act)
    expect(other.locator(".row:visible [data-status='abandoned']")).to_have_count(2)


def test_a_selection_looks_well(desk, screenshot):
    page = desk.open(NARROW)
    page.get_by_test_id("toolbar.select").locator("visible=true").click()
    for number in (0, 1, 3):
        press_row(page, number)
    for size in (NARROW, TABLET, {"width": 1440, "height": 900}):
        page.set_viewport_size(size)
        two_frames(page)
        expect_selected(page, 3)
        for scheme, rules in (("light", None), ("dark", COLOURS)):
            page.emulate_media(color_scheme=scheme)
            expect_clean(page, f"a selection, {scheme}, {size['width']}", rules)
            screenshot(page, f"{size['width']}-{scheme}")


def test_large_text_has_room(desk, screenshot):
    page = desk.open(WIDE, before=with_text(32))
    page.get_by_test_id("toolbar.select").locator("visible=true").click()
    press_row(page, 0)
    for size in (WIDE, NARROW):
        page.set_viewport_size(size)
        two_frames(page)
        expect_selected(page, 1)
        width = page.evaluate("() => document.querySelector('.selection-bar').scrollWidth")
        assert width <= bar(page).bounding_box()["width"] + 1, size
        screenshot(page, f"large-{size['width']}")


def test_all_of_a_large_library_is_changed_without_a_freeze(desk):
    page = desk.open(WIDE)
    page.evaluate(
        """() => {
          window.longest = 0;
          new PerformanceObserver((list) => {
            for (const { duration } of list.getEntries()) window.longest = Math.max(window.longest, duration);
          }).observe({ entryTypes: ["longtask"] });
        }"""
    )
    rows(page).first.focus()
    page.keyboard.press("x")
    page.keyboard.press("Control+a")
    do(page, "status", "paused")
    expect(page.get_by_test_id("notice.bulk")).to_contain_text("books: Paused")
    assert page.evaluate("() => window.longest") < 1_000
    undo(page)
    expect(page.get_by_test_id("notice.undo")).to_be_visible()
    expect_saved(page)
    assert first_row(page)


def test_what_is_done_next_is_done_on_top_of_it_and_taken_back_first(desk):
    """However many books it is about, and however soon."""
    page = desk.open(WIDE)
    open_row(page)
    all_read = page.get_by_test_id("sidebar.status:read").get_by_text("600", exact=True)
    rows(page).first.focus()
    page.keyboard.press("x")
    page.keyboard.press("Control+a")
    as_they_were = statuses(page, 3)
    page.keyboard.press("1")
    page.keyboard.press("4")
    rating = page.get_by_test_id("rating")
    before = rating.get_attribute("aria-valuenow")
    rating.press("3" if before != "3" else "4")
    page.keyboard.press("Control+z")
    expect(page.get_by_test_id("notice.undo")).to_contain_text("Undone: Rating of")
    expect(rating).to_have_attribute("aria-valuenow", before)
    expect(all_read).to_be_visible()
    expect_statuses(page, ["Read"] * 3)
    page.keyboard.press("Control+z")
    page.keyboard.press("Control+z")
    expect(all_read).to_have_count(0)
    expect_statuses(page, as_they_were)
    expect_saved(page)
