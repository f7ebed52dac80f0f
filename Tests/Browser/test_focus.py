"""The focus, and what is said, stay with the person: a list goes along with what was stepped to, and
what was acted on gives way to what stands next to it."""

from urllib.parse import quote

from playwright.sync_api import expect

from books import author_of_many, goodreads_export, storygraph_export
from place import book_pane, expect_book, open_row, title_of
from reader import (
    add_classics, expect_saved, first_row, open_panel, rows, rows_in_view, scroll_list, two_frames,
)
from sizes import NARROW, WIDE, both_sizes
from spoken import listen, until_heard
from wire import Cable

LAPTOP = {"width": 1440, "height": 900}

# What has the focus, and whether any of it is seen in its list.
FOCUSED = """() => {
  const { activeElement } = document;
  const box = activeElement.getBoundingClientRect();
  const list = activeElement.closest(".list")?.getBoundingClientRect();
  return {
    id: activeElement.dataset.testid ?? activeElement.tagName,
    isSeen: !list || (box.bottom > list.top && box.top < list.bottom),
  };
}"""

# Every word that a live region says while a dialog is open, and whether the region stands in it.
LISTEN = """() => {
  window.heard = [];
  new MutationObserver((changes) => {
    for (const { target } of changes) {
      const region = (target instanceof Element ? target : target.parentElement)
        ?.closest("[role=status]");
      if (!region?.textContent) continue;
      window.heard.push([region.textContent, region.closest("dialog[open]") !== null]);
    }
  }).observe(document.body, { childList: true, characterData: true, subtree: true });
}"""


def focused(page):
    return page.evaluate(FOCUSED)


def next_book(page, times):
    for _ in range(times):
        before = book_pane(page).get_attribute("data-testid")
        page.get_by_test_id("detail.next").click()
        expect(page.get_by_test_id(before)).to_have_count(0)
    return book_pane(page).get_attribute("data-testid").replace("detail.book.", "row.")


def test_back_from_a_book_that_was_stepped_to_shows_its_row(desk):
    page = desk.open(NARROW)
    open_row(page, 2)
    row = next_book(page, 25)
    page.get_by_test_id("detail.back").click()
    expect(page.get_by_test_id(row)).to_be_focused()
    assert focused(page) == {"id": row, "isSeen": True}


def test_which_book_is_next_is_heard_where_the_focus_stays_on_the_button(desk):
    page = desk.open(LAPTOP)
    open_row(page, 1)
    listen(page)
    for name in ("detail.next", "detail.previous"):
        before = book_pane(page).locator("h1").inner_text()
        page.get_by_test_id(name).press("Enter")
        expect(book_pane(page).locator("h1")).not_to_have_text(before)
        until_heard(page, book_pane(page).locator("h1").inner_text())
        expect(page.get_by_test_id(name)).to_be_focused()


def test_who_shows_all_tags_goes_on_at_the_first_that_was_not_there(window, server, tmp_path):
    tags = [f"tag {number:02}" for number in range(1, 16)]
    books = [{"Title": "Tagged", "Tags": ", ".join(tags)}, {"Title": "Too", "Tags": ", ".join(tags[3:])}]
    server.command("import", storygraph_export(tmp_path / "books.csv", *books))
    page = window(LAPTOP)
    button = page.get_by_role("button", name="Show all tags")
    expect(page.get_by_test_id("sidebar.tag:tag 03")).to_have_count(0)
    button.press("Enter")
    expect(button).to_be_hidden()
    expect(page.get_by_test_id("sidebar.tag:tag 01")).to_be_focused()


def test_back_from_a_neighbour_in_view_moves_nothing(desk):
    """Also where only a part of its row is in view."""
    page = desk.open(NARROW)
    scroll_list(page, 1_033)
    before = first_row(page)
    page.get_by_test_id(rows_in_view(page)[1]["id"]).click()
    page.get_by_test_id("detail.previous").click()
    page.get_by_test_id("detail.back").click()
    expect(page.get_by_test_id(before["id"])).to_be_focused()
    assert first_row(page) == before


def test_back_from_a_cold_link_shows_the_row(desk):
    page = desk.open(NARROW)
    scroll_list(page, 20_000)
    row = first_row(page)["id"]
    page.close()
    desk.forget()
    page = desk.open(NARROW, f"/library/all/book/{row.removeprefix('row.')}")
    page.get_by_test_id("detail.back").click()
    expect(page.get_by_test_id(row)).to_be_focused()
    assert focused(page)["isSeen"]


def test_a_wide_list_goes_along_with_next_and_previous(desk):
    page = desk.open(LAPTOP)
    open_row(page, 2)
    row = next_book(page, 25)
    expect(page.get_by_test_id(row)).to_be_in_viewport()
    expect(page.get_by_test_id(row)).to_have_attribute("aria-selected", "true")
    # The focus stays on the button; the list, when it is gone to, begins at the row.
    assert focused(page)["id"] == "detail.next"
    page.keyboard.press("Escape")
    expect(page.get_by_test_id(row)).to_be_focused()


def test_at_the_ends_of_a_list_the_way_back_has_the_focus(desk):
    page = desk.open(LAPTOP, f"/library/all?q={quote(author_of_many())}")
    open_row(page, 0)
    count = rows(page).count()
    for name, other in [("detail.next", "detail.previous"), ("detail.previous", "detail.next")]:
        button = page.get_by_test_id(name)
        button.focus()
        for step in range(count - 1):
            before = book_pane(page).get_attribute("data-testid")
            page.keyboard.press("Enter")
            expect(page.get_by_test_id(before)).to_have_count(0)
        expect(button).to_be_disabled()
        expect(page.get_by_test_id(other)).to_be_focused()


def test_back_into_a_list_that_was_opened_from_a_book_finds_its_row(desk):
    """In its head there is room for the arrow alone, which says where it leads."""
    page = desk.open(NARROW)
    _, title = open_row(page, 2)
    page.locator(".book-people .person:visible").first.click()
    expect(book_pane(page)).to_have_count(0)
    expect(page.get_by_role("button", name=f"Back to {title}", exact=True)).to_be_visible()
    expect(page.locator(".back-label:visible")).to_have_count(0)
    row, _ = open_row(page)
    page.get_by_test_id("detail.back").click()
    expect(page.get_by_test_id(f"row.{row}").locator("visible=true")).to_be_focused()


def delete_first(page, count):
    """Deletes the first book of the list so often; gives them as they went."""
    gone = []
    for _ in range(count):
        row = rows(page).first.get_attribute("data-testid")
        page.get_by_test_id(row).press("Delete")
        page.get_by_test_id("alert.deleteBook.delete").click()
        expect(page.get_by_test_id("alert.deleteBook")).to_have_count(0)
        # The next row has the focus only once this one is gone.
        expect(page.get_by_test_id(row)).to_have_count(0)
        gone.append(row.removeprefix("row."))
    return gone


def test_trash_stays_in_order_when_the_server_hears_of_it(desk):
    cables = []
    page = desk.open(WIDE, before=lambda page: cables.append(Cable(page)))
    cables[0].held = True
    gone = delete_first(page, 3)
    open_panel(page, "trash")
    items = page.locator(".trash-item:visible")
    latest_first = [f"trash.{book}" for book in reversed(gone)]
    assert items.evaluate_all("(nodes) => nodes.map(({ dataset }) => dataset.testid)") == latest_first
    items.first.get_by_role("button").focus()
    cables[0].release()
    expect_saved(page)
    assert items.evaluate_all("(nodes) => nodes.map(({ dataset }) => dataset.testid)") == latest_first
    expect(items.first.get_by_role("button")).to_be_focused()


def test_restoring_goes_on_with_the_next(window):
    page = window(WIDE)
    add_classics(page)
    for size in (WIDE, NARROW):
        page.set_viewport_size(size)
        delete_first(page, 3)
        open_panel(page, "trash")
        items = page.locator(".trash-item:visible")
        expect(items).to_have_count(3)
        for left in (2, 1):
            items.first.get_by_role("button").focus()
            page.keyboard.press("Enter")
            expect(items).to_have_count(left)
            expect(items.first.get_by_role("button")).to_be_focused()
        page.keyboard.press("Enter")
        expect(items).to_have_count(0)
        # The last one gone, the panel's name.
        expect(page.get_by_test_id("sheet.trash").locator("h2")).to_be_focused()
        page.keyboard.press("Escape")
        expect(page.get_by_test_id("sheet.trash")).to_have_count(0)


def test_read_throughs_keep_the_focus_in_the_book(desk):
    page = desk.open(LAPTOP)
    open_row(page, 2)
    scroll_list(page, 20_000)
    before = first_row(page)
    again = page.get_by_test_id("detail.addReading").locator("visible=true")
    readings = page.locator(".reading:visible")
    count = readings.count()
    for name in ("detail.status.reading", "detail.proposal"):
        page.get_by_test_id(name).locator("visible=true").press("Enter")
    expect(readings).to_have_count(count + 1)
    expect(again).to_be_focused()
    remove = readings.first.get_by_role("button", name="Remove read-through")
    remove.focus()
    for left in range(count, -1, -1):
        page.keyboard.press("Enter")
        expect(readings).to_have_count(left)
        expect(remove if left else again).to_be_focused()
    # What goes leaves the focus with what it belongs to, not in a row far away.
    stars = page.get_by_test_id("rating").locator("visible=true")
    stars.press("4")
    page.get_by_test_id("rating.clear").locator("visible=true").focus()
    page.keyboard.press("Enter")
    expect(stars).to_be_focused()
    assert first_row(page) == before


@both_sizes
def test_undo_by_key_gives_the_focus_back(desk, size):
    page = desk.open(size)
    open_row(page, 2)
    tag = page.get_by_test_id("detail.tags.add").locator("visible=true")
    tag.fill("Winter")
    tag.press("Enter")
    winter = page.locator(".chip:visible", has_text="Winter")
    winter.locator(".chip-remove").press("Enter")
    expect(tag).to_be_focused()
    undo = page.get_by_test_id("notice.deed").get_by_test_id("toast.action")
    undo.press("Enter")
    expect(winter).to_have_count(1)
    expect(tag).to_be_focused()
    # What had it before may be gone: then what is on top has it.
    winter.locator(".chip-remove").press("Enter")
    heart = page.get_by_test_id("detail.favourite").locator("visible=true")
    heart.focus()
    undo.focus()
    heart.evaluate("(node) => (node.hidden = true)")
    page.keyboard.press("Enter")
    expect(winter).to_have_count(1)
    page.wait_for_function("() => document.activeElement.closest('.layer') !== null")


def test_the_history_keeps_the_focus(window, server):
    page = window(WIDE)
    add_classics(page)
    expect_saved(page)
    open_row(page)
    page.route("**/v1/history**", lambda route: route.abort())
    page.get_by_test_id("detail.history").click()
    again = page.get_by_test_id("history.retry")
    expect(again).to_be_visible()
    with page.expect_event("requestfailed", lambda request: "/v1/history" in request.url):
        again.press("Enter")
    expect(again).to_be_visible()
    expect(again).to_be_focused()
    page.unroute("**/v1/history**")
    page.keyboard.press("Enter")
    expect(page.locator("ol.history")).to_be_focused()
    # What came since is drawn anew, and the focus stays where it was.
    page.get_by_test_id("history.restore").first.press("Enter")
    expect(page.get_by_test_id("notice.deed")).to_be_visible()
    expect_saved(page)
    page.wait_for_function("() => document.activeElement.closest('ol.history') !== null")


@both_sizes
def test_an_editor_that_came_back_with_a_reload_leaves_the_focus_in_the_window(desk, size):
    page = desk.open(size)
    _, title = open_row(page, 2)
    page.get_by_test_id("detail.edit").click()
    page.get_by_test_id("field.title").fill(f"{title}!")
    page.reload()
    expect(page.get_by_test_id("sheet.editBook")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_test_id("sheet.editBook")).to_have_count(0)
    expect_book(page, title)
    expect(book_pane(page).locator("h1")).to_be_focused()
    page.get_by_test_id("toast.action").click()
    page.get_by_test_id("sheet.editBook.discard").click()
    page.get_by_test_id("dialog.discard.discard").click()


@both_sizes
def test_who_stops_following_is_where_they_were_led(window, server, tmp_path, size):
    server.command("import", goodreads_export(tmp_path / "books.csv", 50))
    leader, page = window(WIDE), window(size)
    for each in (leader, page):
        expect_saved(each)
    title = title_of(rows(leader).nth(2))
    rows(leader).nth(2).click()
    if size == NARROW:
        page.get_by_test_id("toolbar.back").click()
    page.get_by_test_id("sidebar.devices").click()
    page.get_by_test_id("scene.follow").click()
    expect_book(page, title)
    page.get_by_test_id("follow.stop").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_test_id("follow.banner")).to_be_hidden()
    expect(book_pane(page).locator("h1")).to_be_focused()


@both_sizes
def test_counts_are_heard_where_a_dialog_is_open(desk, size):
    page = desk.open(size)
    page.get_by_test_id("toolbar.filter").locator("visible=true").click()
    page.evaluate(LISTEN)
    page.get_by_test_id("popover.filters.status.toRead").click()
    page.wait_for_function("() => window.heard.some(([text]) => /\\d+ books? found/.test(text))")
    assert all(isThere for _, isThere in page.evaluate("window.heard"))
    page.get_by_test_id("popover.filters.done").click()
    open_row(page, 2)
    page.get_by_test_id("detail.history").click()
    page.wait_for_function("() => window.heard.some(([text]) => /\\d+ changes?/.test(text))")
    heard = page.evaluate("window.heard")
    assert [isThere for text, isThere in heard if "change" in text] == [True]
    # Once it was said, nobody comes upon it in another dialog.
    page.get_by_test_id("sheet.history.close").click()
    page.keyboard.press("Control+k")
    expect(page.get_by_test_id("palette").locator(".visually-hidden[role=status]")).to_have_text("")


def test_filters_and_orders_have_the_focus_when_they_open(desk):
    """Filters keep it when they are cleared, and orders give it back."""
    page = desk.open(WIDE)
    for size in (WIDE, NARROW):
        page.set_viewport_size(size)
        page.get_by_test_id("toolbar.filter").locator("visible=true").click()
        done = page.get_by_test_id("popover.filters.done")
        expect(done).to_be_focused()
        page.get_by_test_id("popover.filters.status.read").click()
        page.get_by_test_id("popover.filters.clear").press("Enter")
        expect(done).to_be_focused()
        done.click()
        button = page.get_by_test_id("toolbar.sort").locator("visible=true")
        button.press("Enter")
        # What scrolls had it for a moment, and then nothing.
        two_frames(page)
        expect(page.get_by_test_id("popover.sort.done")).to_be_focused()
        page.keyboard.press("Escape")
        expect(button).to_be_focused()


OUTLINE = "() => getComputedStyle(document.activeElement).outlineStyle"


def test_who_goes_to_a_heading_by_key_sees_that_it_has_the_focus(desk):
    page = desk.open(WIDE)
    open_row(page, 1)
    page.keyboard.press("F6")
    expect(book_pane(page).locator("h1")).to_be_focused()
    assert page.evaluate(OUTLINE) == "solid"
    # Whoever points sees that by themselves.
    page = desk.open(NARROW)
    open_row(page, 1)
    expect(book_pane(page).locator("h1")).to_be_focused()
    assert page.evaluate(OUTLINE) == "none"


def test_a_notice_is_read_alone_though_others_stand_beside_it(desk):
    page = desk.open(WIDE)
    tools = page.context.new_cdp_session(page)
    tools.send("Accessibility.enable")
    root = tools.send("DOM.getDocument")["root"]["nodeId"]
    toasts = tools.send("DOM.querySelector", {"nodeId": root, "selector": ".toasts"})["nodeId"]
    [region] = tools.send("Accessibility.getPartialAXTree", {"nodeId": toasts, "fetchRelatives": False})["nodes"]
    told = {one["name"]: one["value"]["value"] for one in region["properties"]}
    assert (told["live"], told["atomic"]) == ("polite", False)
