"""The same place on every device: seen, gone on from, followed, sent (NAVIGATION §4)."""

import re
from contextlib import suppress

import pytest
from playwright.sync_api import Error, expect

from audit import expect_clean
from books import goodreads_export
from catalog import NO_WORKER
from conftest import ARTIFACTS, NARROW, WIDE
from reader import (
    add_classics, expect_no_drafts, expect_saved, expect_state, first_row, held_back, pause, rows,
    scroll_list,
)

IPAD, PHONE = WIDE, NARROW

# Whether the button stands beside the words of a banner, however few they are.
BESIDE = """(banner) => {
  const [, words, stop] = banner.children;
  words.textContent = "Following iPad";
  return stop.getBoundingClientRect().top < words.getBoundingClientRect().bottom;
}"""


@pytest.fixture
def count():
    """How many books the library has."""
    return 40


@pytest.fixture
def library(window, server, tmp_path, count):
    """Opens windows of one library, each with all of its books."""
    server.command("import", goodreads_export(tmp_path / "goodreads.csv", count))

    def open_window(size):
        page = window(size)
        # They come a few hundred at a time, and a busy machine may need its time for each.
        expect(rows(page).first).to_be_visible()
        expect(page.get_by_test_id("sidebar.all")).to_contain_text(f"{count:,}")
        expect_saved(page)
        return page

    return open_window


@pytest.fixture
def film():
    """Keeps a strip of numbered pictures of what happens on several pages."""

    def begin(name):
        strip = ARTIFACTS / name
        strip.mkdir(parents=True, exist_ok=True)
        for former in strip.glob("*.png"):
            former.unlink()
        taken = []

        def keep(page, what):
            taken.append(what)
            page.screenshot(path=strip / f"{len(taken):02}-{what}.png")

        return keep

    return begin


def open_devices(page):
    """Opens the popover of the other devices from wherever the page is."""
    for step in ("detail.devices", "sidebar.devices", "toolbar.back", "sidebar.devices"):
        button = page.get_by_test_id(step).locator("visible=true")
        if button.count() > 0:
            button.first.click()
        if page.get_by_test_id("popover.devices").is_visible():
            return
    expect(page.get_by_test_id("popover.devices")).to_be_visible()


def windows(page):
    """The cards of other windows that are on screen."""
    return page.locator(".window-card:visible")


def heading(page):
    return page.locator("[data-testid^='detail.book.']:visible h1")


def choose(page, place):
    """Opens the book in the given place of the list, counted from the first row in view."""
    row = rows(page).nth(place)
    identifier = row.get_attribute("data-testid").removeprefix("row.")
    row.click()
    expect(page.get_by_test_id(f"detail.book.{identifier}")).to_be_visible()
    return heading(page).inner_text()


def follow(page):
    open_devices(page)
    page.get_by_test_id("scene.follow").first.click()
    expect(page.get_by_test_id("popover.devices")).to_be_hidden()
    expect(page.get_by_test_id("follow.banner")).to_be_visible()


def notice(page, name):
    return page.get_by_test_id(name)


@pytest.mark.parametrize("count", [1_000])
def test_27_a_phone_continues_where_the_ipad_is_and_undo_restores(library, film):
    keep = film("27-continue")
    ipad, phone = library(IPAD), library(PHONE)
    ipad.get_by_test_id("sidebar.status:toRead").click()
    ipad.get_by_test_id("toolbar.filter").locator("visible=true").click()
    ipad.get_by_test_id("popover.filters.format.paperback").click()
    ipad.get_by_test_id("popover.filters.done").click()
    scroll_list(ipad, 120 * 72 + 30)
    top = first_row(ipad)["id"]
    book = choose(ipad, 8)
    keep(ipad, "ipad")

    former = phone.url
    open_devices(phone)
    expect(windows(phone)).to_contain_text(f"To read › {book}")
    keep(phone, "card")
    expect_clean(phone, "devices popover")
    there = phone.get_by_test_id("device.open")
    expect(there).to_have_accessible_name(re.compile("^Open .+ there: Linux computer$"))
    phone.get_by_test_id("scene.continue").click()
    expect(heading(phone)).to_have_text(book)
    expect(phone.get_by_test_id("popover.devices")).to_be_hidden()
    keep(phone, "continued")
    phone.get_by_test_id("detail.back").click()
    expect(phone.get_by_test_id(top)).to_be_visible()
    assert first_row(phone)["id"] == top
    assert "format=paperback" in phone.url and "/status/toRead" in phone.url
    keep(phone, "back")

    open_devices(phone)
    phone.get_by_test_id("scene.continue").click()
    expect(heading(phone)).to_have_text(book)
    shown = phone.url
    other = choose(ipad, 10)
    moved = notice(phone, "continue.moved")
    expect(moved).to_contain_text(other)
    expect(heading(phone)).to_have_text(book)
    assert phone.url == shown
    keep(phone, "moved")
    moved.get_by_test_id("toast.action").click()
    expect(heading(phone)).to_have_text(other)
    keep(phone, "updated")
    # Back at the list, and undone from the card of the devices.
    phone.reload()
    expect(heading(phone)).to_have_text(other)
    open_devices(phone)
    phone.get_by_test_id("devices.undo").click()
    expect(heading(phone)).to_have_text(book)
    assert phone.url != former


# In one go, so that the window draws both at once.
CHANGES_AND_CONTINUES = """(found) => {
  for (const name of ["detail.favourite", found]) {
    [...document.querySelectorAll(`[data-testid='${name}']`)].find((node) => node.offsetParent).click();
  }
}"""


@pytest.mark.parametrize("count", [300])
def test_27_a_list_finds_its_place_while_a_book_changes(library):
    ipad, laptop = library(IPAD), library(IPAD)
    choose(laptop, 2)
    scroll_list(ipad, 100 * 72)
    book = choose(ipad, 3)
    there = first_row(ipad)["id"]
    former = first_row(laptop)["id"]
    open_devices(laptop)
    expect(windows(laptop)).to_contain_text(book)
    pause(ipad, 2_500)  # where it is scrolled to is told seldom
    laptop.evaluate(CHANGES_AND_CONTINUES, "scene.continue")
    expect(heading(laptop)).to_have_text(book)
    expect(laptop.get_by_test_id(there)).to_be_in_viewport()
    assert first_row(laptop)["id"] == there
    expect(notice(laptop, "continue.undo")).to_be_visible()
    scroll_list(laptop, 50 * 72)
    laptop.evaluate(CHANGES_AND_CONTINUES, "toast.action")
    expect(laptop.get_by_test_id(former)).to_be_in_viewport()


def test_27_undo_brings_back_the_place_before(library):
    ipad, phone = library(IPAD), library(PHONE)
    there = choose(ipad, 3)
    here = choose(phone, 6)
    former = phone.url
    open_devices(phone)
    expect(windows(phone)).to_contain_text(there)
    phone.get_by_test_id("scene.continue").click()
    expect(heading(phone)).to_have_text(there)
    notice(phone, "continue.undo").get_by_test_id("toast.action").click()
    expect(heading(phone)).to_have_text(here)
    assert phone.url == former


def test_28_a_phone_follows_the_ipad(library, film):
    keep = film("28-follow")
    ipad, phone = library(IPAD), library(PHONE)
    choose(ipad, 2)
    keep(ipad, "ipad")
    follow(phone)
    keep(phone, "following")
    expect_clean(phone, "follow banner")
    assert phone.get_by_test_id("follow.banner").evaluate(BESIDE)
    phone.get_by_test_id("follow.stop").focus()
    entries = phone.evaluate("history.length")
    for place in (4, 5, 1):
        title = choose(ipad, place)
        expect(heading(phone)).to_have_text(title, timeout=1_000)
        focused = phone.evaluate("document.activeElement.dataset.testid")
        assert focused == "follow.stop"
        keep(phone, "moved")
    assert phone.evaluate("history.length") == entries

    # Following back is refused: the card of the follower says so, and offers neither.
    open_devices(ipad)
    expect(windows(ipad)).to_contain_text("follows this window")
    for name in ("scene.follow", "scene.continue"):
        expect(ipad.get_by_test_id(name)).to_be_hidden()
    keep(ipad, "leader")
    ipad.get_by_test_id("popover.devices.close").click()

    # The list is followed too, until the person scrolls it.
    ipad.get_by_test_id("sidebar.status:read").click()
    expect(phone.get_by_test_id("list.status:read")).to_be_visible()
    expect(phone.get_by_test_id("follow.banner")).to_be_visible()
    phone.wait_for_url("**/library/status/read")
    place = phone.url
    phone.mouse.move(200, 500)
    phone.mouse.wheel(0, 900)
    expect(phone.get_by_test_id("follow.banner")).to_be_hidden()
    keep(phone, "stopped")
    assert phone.url == place
    choose(ipad, 3)
    expect(rows(phone).first).to_be_visible()
    assert phone.url == place


def test_28_following_ends_with_the_window_that_is_followed(library):
    ipad, phone = library(IPAD), library(PHONE)
    title = choose(ipad, 2)
    follow(phone)
    expect(heading(phone)).to_have_text(title)
    ipad.goto("about:blank")
    expect(notice(phone, "follow.ended")).to_contain_text("was closed")
    expect(phone.get_by_test_id("follow.banner")).to_be_hidden()
    expect(heading(phone)).to_have_text(title)


def test_28_who_has_stopped_following_twice_is_still_seen(library):
    ipad, phone = library(IPAD), library(PHONE)
    there = choose(ipad, 2)
    for _ in range(2):
        follow(phone)
        expect(heading(phone)).to_have_text(there)
        phone.get_by_test_id("follow.stop").click()
        expect(phone.get_by_test_id("follow.banner")).to_be_hidden()
    phone.get_by_test_id("detail.back").click()
    here = choose(phone, 6)
    open_devices(ipad)
    expect(windows(ipad)).to_contain_text(here)


def test_28_escape_stops_following(library):
    ipad, phone = library(IPAD), library(PHONE)
    title = choose(ipad, 2)
    follow(phone)
    expect(heading(phone)).to_have_text(title)
    phone.keyboard.press("Escape")
    expect(phone.get_by_test_id("follow.banner")).to_be_hidden()
    expect(heading(phone)).to_have_text(title)


def test_29_an_editor_is_never_closed_by_what_another_device_opens(library, screenshot):
    ipad, phone = library(IPAD), library(PHONE)
    choose(ipad, 1)
    ipad.get_by_test_id("detail.edit").click()
    ipad.get_by_test_id("field.title").fill("Half a title")
    book = choose(phone, 5)
    send(phone)
    expect(notice(phone, "link.state")).to_contain_text("has it")
    banner = ipad.get_by_test_id("inbox.banner")
    expect(banner).to_contain_text(book)
    expect(ipad.get_by_test_id("field.title")).to_have_value("Half a title")
    expect_clean(ipad, "inbox banner over an editor")
    screenshot(ipad, "inbox-editor")
    ipad.get_by_test_id("inbox.open").click()
    expect(ipad.get_by_test_id("sheet.editBook")).to_be_hidden()
    expect(heading(ipad)).to_have_text(book)
    expect(notice(phone, "link.state")).to_contain_text("has opened it")
    notice(ipad, "notice.draftKept").get_by_test_id("toast.action").click()
    expect(ipad.get_by_test_id("field.title")).to_have_value("Half a title")


def test_29_a_panel_gives_way_to_what_is_opened_and_keeps_what_was_begun_in_it(library):
    ipad, phone = library(IPAD), library(PHONE)
    choose(ipad, 1)
    former = ipad.url
    ipad.get_by_test_id("sidebar.stats").click()
    expect(ipad.get_by_test_id("sheet.stats")).to_be_visible()
    book = choose(phone, 5)
    send(phone)
    ipad.get_by_test_id("inbox.open").click()
    expect(ipad.get_by_test_id("sheet.stats")).to_have_count(0)
    expect(heading(ipad)).to_have_text(book)
    # The entry of the panel is gone: one step back leads to where one was.
    expect(ipad).not_to_have_url(former)
    ipad.go_back()
    expect(ipad).to_have_url(former)
    expect(heading(ipad)).not_to_have_text(book)

    ipad.get_by_test_id("tabBar.searchTab").click()
    ipad.get_by_test_id("search.isbns").click()
    ipad.get_by_test_id("isbns.text").fill("9780141439600")
    book = choose_next(phone)
    send(phone)
    ipad.get_by_test_id("inbox.open").click()
    expect(heading(ipad)).to_have_text(book)
    notice(ipad, "notice.draftKept").get_by_test_id("toast.action").click()
    expect(ipad.get_by_test_id("isbns.text")).to_have_value("9780141439600")


def test_29_an_answered_banner_gives_the_focus_back(library):
    ipad, phone = library(IPAD), library(PHONE)
    choose(ipad, 1)
    row = ipad.locator(".row:focus").get_attribute("data-testid")
    choose(phone, 5)
    send(phone)
    choose_next(phone)
    send(phone)
    expect(ipad.get_by_test_id("inbox.banner")).to_contain_text("1 more")
    dismiss = ipad.get_by_test_id("inbox.dismiss")
    dismiss.click()
    expect(ipad.get_by_test_id("inbox.banner")).not_to_contain_text("1 more")
    expect(dismiss).to_be_focused()
    dismiss.click()
    expect(ipad.get_by_test_id(row)).to_be_focused()


def test_29_what_is_sent_to_a_device_that_is_away_waits_for_it(library):
    ipad, phone = library(IPAD), library(PHONE)
    ipad.context.set_offline(True)
    expect_state(ipad, "offline")
    book = choose(phone, 5)
    send(phone)
    expect(notice(phone, "link.state")).to_contain_text("is away: it will see this when it is back")
    ipad.context.set_offline(False)
    expect(ipad.get_by_test_id("inbox.banner")).to_contain_text(book)
    expect(notice(phone, "link.state")).to_contain_text("has it")


def test_29_the_palette_gives_way_to_what_is_opened_from_a_banner_in_it(library):
    ipad, phone = library(IPAD), library(PHONE)
    first = choose(ipad, 1)
    choose(phone, 5)
    ipad.keyboard.press("Control+k")
    send(phone)
    ipad.get_by_test_id("inbox.dismiss").click()
    expect(ipad.get_by_test_id("palette.input")).to_be_focused()
    book = choose_next(phone)
    send(phone)
    ipad.get_by_test_id("inbox.open").click()
    expect(heading(ipad)).to_have_text(book)
    expect(ipad.get_by_test_id("palette")).to_have_count(0)
    # One step each way, and no entry of the palette between them.
    ipad.go_back()
    expect(heading(ipad)).to_have_text(first)
    ipad.go_forward()
    expect(heading(ipad)).to_have_text(book)


@pytest.mark.parametrize("name", ["palette", "sheet.trash"])
def test_29_under_what_stands_over_the_place_nothing_opens_by_itself(library, name):
    ipad, phone = library(IPAD), library(PHONE)
    settings(ipad, "devices.remote.auto")
    book = choose(phone, 5)
    ipad.get_by_test_id("tabBar.libraryTab").locator("visible=true").click()
    ipad.get_by_test_id(f"sidebar.{name.split('.')[-1]}").click()
    expect(ipad.get_by_test_id(name)).to_be_visible()
    rest(ipad)
    send(phone)
    expect(notice(phone, "link.state")).to_contain_text("has it")
    expect(heading(ipad)).to_have_count(0)
    ipad.get_by_test_id("inbox.open").click()
    expect(ipad.get_by_test_id(name)).to_have_count(0)
    expect(heading(ipad)).to_have_text(book)


def test_29_what_is_refused_is_blocked_and_what_is_dismissed_is_dismissed(library):
    ipad, phone = library(IPAD), library(PHONE)
    choose(phone, 5)
    send(phone)
    # Its answers stand side by side in a narrow window, too.
    ipad.set_viewport_size(PHONE)
    # Looked at together: they move when the bar of tabs comes below them.
    tops = ipad.get_by_test_id("inbox.banner").evaluate(
        """(banner) => ["dismiss", "open"].map((name) =>
          banner.querySelector(`[data-testid="inbox.${name}"]`).getBoundingClientRect().top)"""
    )
    assert tops[0] == tops[1]
    ipad.set_viewport_size(IPAD)
    ipad.get_by_test_id("inbox.dismiss").click()
    expect(notice(phone, "link.state")).to_contain_text("put it aside")
    expect(ipad.get_by_test_id("inbox.banner")).to_be_hidden()
    settings(ipad, "devices.remote.off")
    choose_next(phone)
    send(phone)
    expect(notice(phone, "link.state")).to_contain_text("does not open what others send")
    expect(ipad.get_by_test_id("inbox.banner")).to_be_hidden()


def test_29_a_link_opens_by_itself_only_where_that_is_wished_and_nobody_is_busy(library):
    ipad, phone = library(IPAD), library(PHONE)
    settings(ipad, "devices.remote.auto")
    book = choose(phone, 5)
    # Whoever has just pressed something is asked.
    ipad.keyboard.press("Shift")
    send(phone)
    expect(ipad.get_by_test_id("inbox.banner")).to_contain_text(book)
    ipad.get_by_test_id("inbox.dismiss").click()
    rest(ipad)
    entries = ipad.evaluate("history.length")
    book = choose_next(phone)
    send(phone)
    expect(heading(ipad)).to_have_text(book)
    expect(notice(phone, "link.state")).to_contain_text("has opened it")
    assert ipad.evaluate("history.length") == entries


@pytest.mark.parametrize("size", [WIDE, PHONE], ids=["wide", "narrow"])
def test_29_what_is_open_is_sent_from_its_page_and_the_sheet_closes(library, screenshot, size):
    ipad, sender = library(IPAD), library(size)
    reading = choose(ipad, 1)
    book = choose(sender, 5)
    sender.get_by_test_id("detail.sendTo").click()
    sheet = sender.get_by_test_id("sheet.sendTo")
    expect(sheet).to_be_visible()
    expect(sheet).to_contain_text(f"“{book}” opens there")
    targets = sheet.locator(".send-device")
    expect(targets).to_have_count(1)
    expect(targets).to_contain_text(reading)
    assert sheet.evaluate("(node) => node.contains(document.activeElement)")
    assert targets.bounding_box()["height"] >= 44
    expect_clean(sender, "open on another device")
    screenshot(sender, f"send-{size['width']}")
    targets.click()
    expect(sheet).to_have_count(0)
    expect(notice(sender, "link.state")).to_contain_text("has it")
    expect(heading(sender)).to_have_text(book)
    expect(ipad.get_by_test_id("inbox.banner")).to_contain_text(book)
    ipad.get_by_test_id("inbox.open").click()
    expect(heading(ipad)).to_have_text(book)
    # Closed by its reader it sends nothing, and the focus is where it was.
    sender.get_by_test_id("detail.sendTo").click()
    expect(sheet).to_be_visible()
    sender.keyboard.press("Escape")
    expect(sheet).to_have_count(0)
    expect(sender.get_by_test_id("detail.sendTo")).to_be_focused()


@pytest.mark.parametrize("size", [WIDE, PHONE], ids=["wide", "narrow"])
def test_29_without_another_device_the_sheet_says_how_to_add_one(window, server, size):
    page = window(size)
    add_classics(page)
    expect_saved(page)
    choose(page, 0)
    page.get_by_test_id("detail.sendTo").click()
    sheet = page.get_by_test_id("sheet.sendTo")
    expect(sheet).to_contain_text("No other device is paired yet")
    expect_clean(page, "nobody to send to")
    server.stop()
    expect(sheet).to_contain_text("You are offline")
    server.start()
    expect(sheet).to_contain_text("No other device is paired yet")
    page.get_by_test_id("sheet.sendTo.add").click()
    expect(sheet).to_have_count(0)
    assert page.url.endswith("/settings/devices")


def test_29_who_looks_on_while_the_server_comes_back_is_told_of_the_devices(window, server):
    page = window(**NO_WORKER)
    add_classics(page)
    expect_saved(page)
    # The server goes before it has answered.
    page.route("**/v1/devices", lambda route: route.abort())
    choose(page, 0)
    with page.expect_event("requestfailed", lambda request: request.url.endswith("/v1/devices")):
        page.get_by_test_id("detail.sendTo").click()
    server.stop()
    sheet = page.get_by_test_id("sheet.sendTo")
    expect(sheet).to_contain_text("You are offline")
    page.unroute("**/v1/devices")
    server.start()
    expect(sheet.get_by_text("No other device is paired yet")).to_be_visible()
    expect(page.get_by_test_id("sheet.sendTo.add")).to_be_visible()


def test_30_a_duplicated_tab_is_a_window_of_its_own(library):
    ipad, phone = library(IPAD), library(PHONE)
    title = choose(ipad, 2)
    with ipad.context.expect_page() as opening:
        ipad.evaluate("void window.open(location.href)")
    copy = opening.value
    copy.set_viewport_size(IPAD)
    expect(heading(copy)).to_have_text(title)
    # What it began with is a copy, name and all.
    scene = "JSON.parse(sessionStorage.getItem('dogear.scene')).id"
    copy.wait_for_function(f"(former) => {scene} !== former", arg=ipad.evaluate(scene))
    open_devices(phone)
    expect(windows(phone)).to_have_count(2)
    expect(windows(phone).nth(0)).to_contain_text("Window")
    other = choose(copy, 4)
    expect(windows(phone).filter(has_text=other)).to_have_count(1)
    expect(windows(phone).filter(has_text=title)).to_have_count(1)


def test_a_tab_that_has_crashed_has_no_card_while_another_one_of_its_browser_goes_on(library):
    ipad, phone = library(IPAD), library(PHONE)
    # One that another opens shares its process, and they crash together.
    beside = ipad.context.new_page()
    beside.set_viewport_size(IPAD)
    beside.goto(ipad.url)
    title = choose(beside, 4)
    open_devices(phone)
    expect(windows(phone)).to_have_count(2)
    expect(windows(phone).filter(has_text=title)).to_have_count(1)
    with beside.expect_event("crash"), suppress(Error):
        beside.goto("chrome://crash", timeout=2_000)
    expect(windows(phone).filter(has_text=title)).to_have_count(0)
    expect(windows(phone)).to_have_count(1)
    assert ipad.evaluate("1 + 1") == 2


def test_a_device_that_shares_nothing_has_no_card(library):
    ipad, phone = library(IPAD), library(PHONE)
    open_devices(phone)
    expect(windows(phone)).to_have_count(1)
    settings(ipad, "devices.share.off")
    expect(windows(phone)).to_have_count(0)
    ipad.get_by_test_id("devices.share.full").click()
    expect(windows(phone)).to_have_count(1)


def test_a_window_that_is_private_until_closed_has_no_card(library):
    ipad, phone = library(IPAD), library(PHONE)
    open_devices(phone)
    expect(windows(phone)).to_have_count(1)
    settings(ipad, "devices.private")
    expect(windows(phone)).to_have_count(0)
    ipad.reload()
    expect(ipad.get_by_test_id("devices.private")).to_be_checked()
    expect(windows(phone)).to_have_count(0)


def test_a_window_that_became_private_without_the_server_has_no_card_once_it_is_back(library, server):
    ipad, phone = library(IPAD), library(PHONE)
    open_devices(phone)
    expect(windows(phone)).to_have_count(1)
    settings(ipad, "devices.remote.ask")
    server.stop()
    for page in (ipad, phone):
        expect(page.get_by_test_id("tabBar.libraryTab")).to_have_accessible_name("Library Offline")
    ipad.get_by_test_id("devices.private").click()
    expect(ipad.get_by_test_id("devices.private")).to_be_checked()
    server.start()
    for page in (ipad, phone):
        page.evaluate("dispatchEvent(new Event('online'))")
        expect(page.get_by_test_id("tabBar.libraryTab")).to_have_accessible_name("Library")
    expect(windows(phone)).to_have_count(0)


@pytest.mark.parametrize("scheme", ["light"])
@pytest.mark.parametrize("size", [WIDE], ids=["wide"])
def test_the_devices_page_is_clean_and_renames_and_removes(window, screenshot, size, scheme):
    page, other = window(size, color_scheme=scheme), window(PHONE)
    add_classics(page)
    expect(rows(other).first).to_be_visible()
    page.get_by_test_id("tabBar.settingsTab").click()
    page.get_by_test_id("settings.devices").click()
    expect(windows(page)).to_have_count(1)
    expect_clean(page, "devices")
    screenshot(page, f"devices-{size['width']}-{scheme}")
    expect(page.get_by_test_id("device.rename")).to_have_accessible_name("Rename: Linux phone")
    page.get_by_test_id("device.rename").click()
    page.get_by_test_id("device.name").locator("visible=true").fill("Ada's phone")
    expect_clean(page, "rename")
    page.keyboard.press("Enter")
    card = page.locator(".device").filter(has_text="Ada's phone")
    expect(card).to_be_visible()
    expect(page.get_by_test_id("device.rename")).to_have_accessible_name("Rename: Ada's phone")
    expect(page.get_by_test_id("device.remove")).to_have_accessible_name("Remove: Ada's phone")
    # Names that are half typed outlive the page, each in its place.
    page.get_by_test_id("device.rename").click()
    page.get_by_test_id("device.name").locator("visible=true").fill("Ada's old pho")
    page.get_by_test_id("devices.renameThis").click()
    page.get_by_test_id("device.name").first.fill("Ada's lap")
    page.reload()
    names = page.get_by_test_id("device.name").locator("visible=true")
    expect(names).to_have_count(2)
    expect(names.first).to_have_value("Ada's lap")
    expect(names.last).to_have_value("Ada's old pho")
    for _ in range(2):
        names.last.press("Escape")
    expect(page.get_by_test_id("devices.renameThis")).to_be_focused()
    expect_no_drafts(page)
    page.get_by_test_id("device.remove").click()
    expect_clean(page, "remove")
    page.get_by_test_id("device.removeNow").click()
    expect(card).to_have_count(0)
    expect(other.get_by_test_id("sync.state").first).to_have_attribute("data-state", "unpaired")


def test_a_device_is_removed_once_by_a_double_click(window):
    page, _ = window(WIDE), window(PHONE)
    page.get_by_test_id("tabBar.settingsTab").click()
    page.get_by_test_id("settings.devices").click()
    expect(windows(page)).to_have_count(1)
    held = []
    page.route("**/v1/devices/*", lambda route: held.append(route))
    page.get_by_test_id("device.remove").click()
    with page.expect_request("**/v1/devices/*"):
        page.get_by_test_id("device.removeNow").dblclick()
    held_back(page, held).continue_()
    expect(windows(page)).to_have_count(0)
    assert held == []


def send(page):
    """Sends what is open to the other device."""
    open_devices(page)
    page.get_by_test_id("device.open").click()


def rest(page):
    """Touches nothing for longer than somebody takes to count as busy no more (idleMilliseconds)."""
    pause(page, 3_200)


def settings(page, choice):
    """Presses something on the page of devices."""
    page.get_by_test_id("tabBar.settingsTab").click()
    page.get_by_test_id("settings.devices").click()
    page.get_by_test_id(choice).click()


def choose_next(page):
    """Opens the next book of the list from the one that is open."""
    before = heading(page).inner_text()
    page.get_by_test_id("detail.next").click()
    expect(heading(page)).not_to_have_text(before)
    return heading(page).inner_text()
