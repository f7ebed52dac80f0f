"""The feed over the catalogue: NAVIGATION §4, scenarios 19 to 21."""

import re
import time
from base64 import b64encode
from urllib.parse import parse_qs, urlparse

import pytest
from playwright.sync_api import expect

from audit import expect_clean
from catalog import NO_WORKER, CatalogTraffic
from conftest import ARTIFACTS, NARROW, WIDE
from place import SETTLED_MS, WRITTEN_DOWN_MS
from reader import expect_saved, pause, rows
from sizes import TABLET, set_text, with_text
from test_scenes import follow, open_devices

sizes = pytest.mark.parametrize("size", [WIDE, NARROW], ids=["wide", "narrow"])


def feed(page):
    return page.get_by_test_id("list.feed")


def covers(page):
    return feed(page).locator("[data-testid^='row.']")


def open_feed(page):
    page.get_by_test_id("tabBar.feedTab").click()
    expect(covers(page).first).to_be_visible()


def resting(page):
    """The page at rest, once two frames have passed without motion: its index and its misalignment."""
    return page.evaluate(
        """async () => {
          const list = document.querySelector('[data-testid="list.feed"]');
          const frame = () => new Promise(requestAnimationFrame);
          for (let last = -1; last !== list.scrollTop; await frame()) {
            last = list.scrollTop;
            await frame();
          }
          const top = list.getBoundingClientRect().top;
          const tops = [...list.children].map((page) => page.getBoundingClientRect().top - top);
          const nearest = tops.reduce((best, y, at) => (Math.abs(y) < Math.abs(tops[best]) ? at : best), 0);
          return { index: nearest, off: tops[nearest] };
        }"""
    )


def expect_at(page, index):
    """The feed rests at that page, aligned, and the window knows it."""
    page.wait_for_function(
        """(index) => {
          const list = document.querySelector('[data-testid="list.feed"]');
          const page = list.children[index];
          return page && Math.abs(page.getBoundingClientRect().top - list.getBoundingClientRect().top) <= 1;
        }""",
        arg=index,
    )
    rest = resting(page)
    assert rest["index"] == index
    assert abs(rest["off"]) <= 1


def expect_told(page, index):
    """The window knows that the feed rests at that page, and has written it down.

    The same breath asks for more covers where the end is near: what was not asked for by then, never is.
    """
    page.wait_for_function(
        "(index) => JSON.parse(sessionStorage.getItem('dogear.scene')).local.nav.feed.at?.idx === index",
        arg=index,
    )


def swipe(page, across=0, along=0):
    """A finger that moves and lets go; the browser does the scrolling and the snapping.

    It is as fast on a busy machine, where its events come late: each has the time at which it was
    made, as a screen's has.
    """
    session = page.context.new_cdp_session(page)
    box = feed(page).bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] * 0.6
    start = time.time()

    def touch(kind, step):
        points = [{"x": x + across * step / 10, "y": y + along * step / 10}]
        session.send(
            "Input.dispatchTouchEvent",
            {
                "type": kind,
                "touchPoints": [] if kind == "touchEnd" else points,
                "timestamp": start + step * 0.016,
            },
        )

    touch("touchStart", 0)
    for step in range(1, 11):
        touch("touchMove", step)
        page.wait_for_timeout(16)
    touch("touchEnd", 10)
    session.detach()


def leaf(page, count, start=0):
    for index in range(start + 1, start + count + 1):
        page.keyboard.press("PageDown")
        expect_at(page, index)


@sizes
def test_19_one_load_of_twenty_full_viewport_undistorted_covers_with_overlay_and_heart(
    window, server, size
):
    page = window(size, **NO_WORKER, device_scale_factor=3)
    traffic = CatalogTraffic(page)
    page.goto(server.origin + "/feed")
    expect(covers(page)).to_have_count(20)
    assert traffic.pages() == [1]
    first = covers(page).first
    view, box = feed(page).bounding_box(), first.bounding_box()
    assert abs(box["height"] - view["height"]) <= 1 and abs(box["width"] - view["width"]) <= 1
    # It reaches the edge of the window.
    assert view["x"] + view["width"] == size["width"]
    bar = page.get_by_test_id("tabBar.feedTab").bounding_box()
    assert view["height"] >= size["height"] - (bar["height"] + 16 if size == NARROW else 0)
    # A typeset cover is a drawing: sharp at any pixel ratio. A picture would have to have the pixels.
    cover = first.locator(".feed-cover")
    drawing = cover.locator("svg, img")
    expect(drawing).to_have_count(1)
    facts = drawing.evaluate(
        """(node) => ({
          isDrawing: node instanceof SVGSVGElement, natural: node.naturalWidth ?? 0,
          shown: node.getBoundingClientRect().width * devicePixelRatio,
        })"""
    )
    assert facts["isDrawing"] or facts["natural"] >= facts["shown"]
    shape = cover.bounding_box()
    assert abs(shape["width"] / shape["height"] - 2 / 3) < 0.01
    assert shape["height"] > view["height"] * 0.5
    expect(first.get_by_role("heading")).to_be_in_viewport()
    expect(first.locator(".feed-scrim p").last).to_have_text(re.compile(r"\w"))
    expect(first.get_by_role("button", name=re.compile("to read$"))).to_be_in_viewport()
    expect(feed(page)).to_have_attribute("aria-busy", "false")
    expect(first).to_have_attribute("aria-setsize", "-1")
    expect(first).to_have_attribute("aria-posinset", "1")


@sizes
def test_20_page_down_fifteen_times_rests_aligned_and_page_two_loads_once_at_index_15(window, size):
    page = window(size, **NO_WORKER)
    traffic = CatalogTraffic(page)
    open_feed(page)
    covers(page).first.focus()
    ARTIFACTS.mkdir(exist_ok=True)
    for index in range(1, 16):
        page.keyboard.press("PageDown")
        expect_at(page, index)
        page.screenshot(path=ARTIFACTS / f"feed-20-{size['width']}-{index:02}.png")
        if index == 14:
            expect_told(page, index)
            assert traffic.pages() == [1]
    expect(covers(page)).to_have_count(40)
    assert traffic.pages() == [1, 2]
    expect_at(page, 15)
    page.screenshot(path=ARTIFACTS / f"feed-20-{size['width']}-16-appended.png")
    # Going to and fro at the end of what was loaded asks for nothing again.
    for index in [16, 15, 16, 17]:
        page.keyboard.press("PageDown" if index != 15 else "PageUp")
        expect_at(page, index)
    expect_told(page, 17)
    assert traffic.pages() == [1, 2]


def test_20_a_finger_turns_one_page_at_a_time_and_each_rests_aligned(window):
    page = window(NARROW, **NO_WORKER, has_touch=True, is_mobile=True)
    traffic = CatalogTraffic(page)
    open_feed(page)
    for index in range(1, 16):
        swipe(page, along=-450)
        expect_at(page, index)
    expect(covers(page)).to_have_count(40)
    assert traffic.pages() == [1, 2]
    expect_at(page, 15)


@sizes
def test_20_if_page_two_fails_busy_clears_and_retry_asks_once(window, size):
    page = window(size, **NO_WORKER)
    traffic = CatalogTraffic(page)
    open_feed(page)
    traffic.hold("page=2")
    covers(page).first.focus()
    leaf(page, 15)
    expect(feed(page)).to_have_attribute("aria-busy", "true")
    leaf(page, 1, start=15)
    traffic.refuse(page)
    expect(feed(page)).to_have_attribute("aria-busy", "false")
    retry = page.get_by_test_id("feed.retry")
    expect(retry).to_be_visible()
    page.screenshot(path=ARTIFACTS / f"feed-20-{size['width']}-17-failed.png")
    # Going on asks for nothing by itself: the person decides.
    leaf(page, 1, start=16)
    expect_told(page, 17)
    assert traffic.pages() == [1, 2]
    traffic.let_go("page=2")
    retry.click()
    expect(covers(page)).to_have_count(40)
    assert traffic.pages() == [1, 2, 2]
    expect(retry).to_be_hidden()
    expect_at(page, 17)


@sizes
def test_21_the_heart_toggles_to_read_on_every_device_and_the_feed_stays(window, size):
    page, other = window(size), window(NARROW if size == WIDE else WIDE)
    open_feed(page)
    open_feed(other)
    covers(page).first.focus()
    leaf(page, 3)
    name = covers(page).nth(3).get_attribute("data-testid").removeprefix("row.")
    title = covers(page).nth(3).get_attribute("aria-label")
    heart = page.get_by_test_id(f"feed.heart.{name}")
    expect(heart).to_have_attribute("aria-pressed", "false")
    expect(page.get_by_test_id(f"feed.add.{name}")).to_have_accessible_name(f"Add {title}")
    heart.click()
    expect(heart).to_have_attribute("aria-pressed", "true")
    expect(page.get_by_test_id(f"feed.open.{name}")).to_have_accessible_name(f"Open {title}")
    expect_at(page, 3)
    # The other device stands at the first cover and stays there; its fourth has the heart as well.
    covers(other).first.focus()
    expect_at(other, 0)
    leaf(other, 3)
    echo = other.get_by_test_id(f"feed.heart.{name}")
    expect(echo).to_have_attribute("aria-pressed", "true")
    expect(covers(other).nth(3)).to_contain_text("In your library")
    echo.click()
    expect(heart).to_have_attribute("aria-pressed", "false")
    expect_at(page, 3)
    # The status is gone; the book stays.
    page.get_by_test_id("tabBar.libraryTab").click()
    row = page.get_by_test_id("list.all").get_by_test_id(f"row.starter-{name}")
    expect(row).to_be_visible()
    expect(row).not_to_contain_text("To read")
    page.get_by_test_id("tabBar.feedTab").click()
    expect_at(page, 3)


def test_the_heart_pressed_twice_leaves_a_book_as_it_was(window):
    page = window(NARROW)
    open_feed(page)
    covers(page).first.press("Enter")
    page.get_by_test_id("detail.add").click()
    read = page.get_by_test_id("detail.status.read").locator("visible=true")
    read.click()
    expect(read).to_have_attribute("aria-checked", "true")
    page.go_back()
    heart = covers(page).first.locator("[data-testid^='feed.heart']")
    for pressed, status in [("true", "To read"), ("false", "Read")]:
        heart.click()
        expect(heart).to_have_attribute("aria-pressed", pressed)
        expect(page.get_by_test_id("notice.status")).to_contain_text(f"”: {status}")
    # Wanted elsewhere after that, it is not known what it was before.
    covers(page).first.press("Enter")
    wanted = page.get_by_test_id("detail.status.toRead").locator("visible=true")
    expect(read).to_have_attribute("aria-checked", "true")
    wanted.click()
    expect(wanted).to_have_attribute("aria-checked", "true")
    page.go_back()
    heart.click()
    expect(heart).to_have_attribute("aria-pressed", "false")
    covers(page).first.press("Enter")
    expect(wanted).to_have_attribute("aria-checked", "false")
    expect(read).to_have_attribute("aria-checked", "false")


def test_its_keys_turn_pages_from_wherever_one_came(window):
    page = window(WIDE, **NO_WORKER)
    open_feed(page)
    # Each page has its name, drawn or not.
    expect(feed(page).locator("article:not([aria-label]), [aria-label='']")).to_have_count(0)
    expect(covers(page).first).to_be_focused()
    page.keyboard.press("ArrowDown")
    expect_at(page, 1)
    page.keyboard.press("g")
    page.keyboard.press("l")
    expect(feed(page)).to_be_hidden()
    page.keyboard.press("g")
    page.keyboard.press("f")
    expect(covers(page).nth(1)).to_be_focused()
    page.keyboard.press("PageDown")
    expect_at(page, 2)
    expect_told(page, 2)
    page.reload()
    expect(covers(page).nth(2)).to_be_in_viewport()
    expect_at(page, 2)
    expect(page.locator("body")).to_be_focused()
    page.keyboard.press("PageDown")
    expect_at(page, 3)


def test_no_key_that_scrolls_leaves_the_focus_behind(window):
    page = window(WIDE, **NO_WORKER)
    open_feed(page)
    last = covers(page).count() - 1
    for key, at in [("Space", 1), ("Space", 2), ("Shift+Space", 1), ("End", last), ("Home", 0)]:
        page.keyboard.press(key)
        expect(covers(page).nth(at)).to_be_focused()
        expect_at(page, at)
    # On a button it presses that.
    heart = covers(page).first.locator("[data-testid^='feed.heart']")
    heart.press("Space")
    expect(heart).to_have_attribute("aria-pressed", "true")
    expect_at(page, 0)


@sizes
def test_the_focus_that_comes_by_finds_the_cover_in_view_and_goes_on_from_there(window, size):
    page = window(size, **NO_WORKER)
    page.route("**/v1/catalog?**", only(4))
    open_feed(page)
    expect(page.get_by_test_id("feed.end")).to_be_attached()
    covers(page).first.focus()
    for index in range(5):
        if index:
            leaf(page, 1, start=index - 1)
            expect_told(page, min(index, 3))
        one = feed(page).locator("> *").nth(index)
        names = [button.get_attribute("data-testid") for button in one.get_by_role("button").all()]
        assert len(names) > 1
        for key in ["Tab", "Shift+Tab"]:
            # In front of the feed and behind it.
            page.keyboard.press("Control+Home" if key == "Tab" else "Control+End")
            stops = []
            for _ in range(12):
                page.keyboard.press(key)
                if page.evaluate("() => document.activeElement.closest('[role=feed]') !== null"):
                    stops.append(page.evaluate("() => document.activeElement.dataset.testid"))
                elif stops:
                    break
            assert stops == (names if key == "Tab" else names[::-1]), (index, key)
            expect_at(page, index)
        one.focus()


@sizes
def test_the_place_is_kept_over_another_tab_a_reload_and_a_resize(window, size):
    page = window(size)
    open_feed(page)
    covers(page).first.focus()
    leaf(page, 17)
    expect(covers(page)).to_have_count(40)
    title = covers(page).nth(17).get_by_role("heading").inner_text()
    page.get_by_test_id("tabBar.settingsTab").click()
    page.get_by_test_id("tabBar.feedTab").click()
    expect_at(page, 17)
    for width, height in [(700, 600), (1100, 900), (size["width"], size["height"])]:
        page.set_viewport_size({"width": width, "height": height})
        expect_at(page, 17)
    expect_told(page, 17)
    page.reload()
    expect(covers(page)).to_have_count(40)
    expect_at(page, 17)
    assert covers(page).nth(17).get_by_role("heading").inner_text() == title


def test_the_first_cover_is_come_back_to_and_nothing_is_loaded_anew(window):
    page = window(NARROW)
    open_feed(page)
    covers(page).first.focus()
    leaf(page, 15)
    expect(covers(page)).to_have_count(40)
    page.keyboard.press("Home")
    expect_at(page, 0)
    page.wait_for_function(
        "() => JSON.parse(sessionStorage.getItem('dogear.scene')).local.nav.feed.at === null"
    )
    expect(covers(page)).to_have_count(40)
    expect(covers(page).first).to_be_focused()


def go_on(phone, ipad):
    """Has the phone, which has leafed itself, go on at the iPad's eighth cover, and returns its title."""
    for page in (phone, ipad):
        open_feed(page)
        covers(page).first.focus()
    leaf(phone, 1)
    expect_told(phone, 1)
    leaf(ipad, 7)
    expect_told(ipad, 7)
    title = covers(ipad).nth(7).get_by_role("heading").inner_text()
    phone.get_by_test_id("tabBar.libraryTab").click()
    open_devices(phone)
    expect(phone.locator(".window-card:visible")).to_contain_text(title)
    phone.get_by_test_id("scene.continue").click()
    return title


def test_another_device_goes_on_at_the_cover_there_though_it_has_leafed_itself(window):
    ipad, phone = window(WIDE), window(NARROW)
    title = go_on(phone, ipad)
    expect_at(phone, 7)
    assert covers(phone).nth(7).get_by_role("heading").inner_text() == title
    phone.get_by_test_id("continue.undo").get_by_test_id("toast.action").click()
    expect(feed(phone)).to_be_hidden()
    phone.get_by_test_id("tabBar.feedTab").click()
    expect_at(phone, 1)


# Undoes in the frame in which the feed has come to its page, before it tells that it rests there.
UNDO_AT_ONCE = """(index) => {
  const list = document.querySelector('[data-testid="list.feed"]');
  const undo = document.querySelector('[data-testid="continue.undo"] [data-testid="toast.action"]');
  if (!undo || list.clientHeight === 0 || Math.round(list.scrollTop / list.clientHeight) !== index) return false;
  undo.click();
  return true;
}"""


def test_a_feed_that_is_left_as_it_arrives_tells_nothing_of_where_it_was(window):
    ipad, phone = window(WIDE), window(NARROW)
    go_on(phone, ipad)
    phone.wait_for_function(UNDO_AT_ONCE, arg=7)
    expect(feed(phone)).to_be_hidden()
    pause(phone, SETTLED_MS, WRITTEN_DOWN_MS)
    phone.get_by_test_id("tabBar.feedTab").click()
    expect_at(phone, 1)


def test_the_place_waits_for_its_page_when_that_fails_to_come(window):
    page = window(NARROW, **NO_WORKER)
    traffic = CatalogTraffic(page)
    open_feed(page)
    covers(page).first.focus()
    leaf(page, 17)
    expect(covers(page)).to_have_count(40)
    leaf(page, 4, start=17)
    expect_told(page, 21)
    traffic.fail("page=2")
    page.reload()
    expect(covers(page)).to_have_count(20)
    retry = page.get_by_test_id("feed.retry")
    expect(retry).to_be_visible()
    # As long as it would take the feed to tell of a page that nobody went to.
    pause(page, SETTLED_MS, WRITTEN_DOWN_MS)
    traffic.mend("page=2")
    retry.click()
    expect(covers(page)).to_have_count(40)
    expect_at(page, 21)


def test_what_is_skipped_does_not_come_back(window):
    page = window(NARROW)
    open_feed(page)
    names = [node.get_attribute("data-testid").removeprefix("row.") for node in covers(page).all()[:3]]
    page.get_by_test_id(f"feed.skip.{names[0]}").click()
    expect_at(page, 1)
    page.get_by_test_id(f"feed.skip.{names[1]}").click()
    expect_at(page, 2)
    # A slip of the thumb: skipped covers are still there to go back to until the page goes.
    page.keyboard.press("PageUp")
    expect_at(page, 1)
    page.get_by_test_id(f"feed.skip.{names[1]}").click()
    expect(page.get_by_test_id(f"feed.skip.{names[1]}")).to_have_attribute("aria-pressed", "false")
    expect_told(page, 1)
    page.reload()
    expect(covers(page).first).to_be_visible()
    expect(page.get_by_test_id(f"row.{names[0]}")).to_have_count(0)
    expect(page.get_by_test_id(f"row.{names[1]}")).to_have_count(1)
    expect_at(page, 0)


@sizes
def test_a_cover_opens_and_back_finds_it(window, size):
    page = window(size)
    open_feed(page)
    covers(page).first.focus()
    leaf(page, 2)
    name = covers(page).nth(2).get_attribute("data-testid").removeprefix("row.")
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile(f"/feed/result/{name}$"))
    page.get_by_test_id("detail.add").click()
    # Added where it is open: the result is the book now, and nobody was taken elsewhere.
    expect(page.get_by_test_id(f"detail.book.starter-{name}").locator("visible=true")).to_be_visible()
    expect(page.get_by_test_id("notice.added")).to_be_visible()
    expect(page).to_have_url(re.compile(f"/feed/book/starter-{name}$"))
    page.go_back()
    expect_at(page, 2)
    expect(covers(page).nth(2)).to_contain_text("In your library")


def test_a_finger_across_adds_or_skips(window):
    page = window(NARROW, has_touch=True, is_mobile=True)
    open_feed(page)
    swipe(page, across=150)
    expect(covers(page).first).to_contain_text("In your library")
    expect_at(page, 0)
    swipe(page, across=-150)
    expect_at(page, 1)
    swipe(page, across=-150, along=-120)  # neither across nor along: nothing but a slip
    expect(covers(page).nth(1)).not_to_contain_text("Skipped")


def test_two_fingers_make_a_cover_larger_and_neither_add_nor_skip_it(window):
    page = window(NARROW, has_touch=True, is_mobile=True)
    open_feed(page)
    session = page.context.new_cdp_session(page)
    box = feed(page).bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    apart = [{"x": x - 20, "y": y, "id": 0}, {"x": x + 20, "y": y, "id": 1}]
    # One after the other, as fingers come, and go.
    session.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": apart[:1]})
    session.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": apart})
    for _ in range(10):
        apart = [{**apart[0], "x": apart[0]["x"] - 12}, {**apart[1], "x": apart[1]["x"] + 12}]
        session.send("Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": apart})
        page.wait_for_timeout(16)
    session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": apart[:1]})
    session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    page.wait_for_function("() => visualViewport.scale > 1.5")
    pause(page, SETTLED_MS)
    expect_at(page, 0)
    expect(covers(page).first).not_to_contain_text("In your library")


def test_keys_leave_the_feed_and_do_what_its_buttons_do(window):
    page = window(WIDE)
    open_feed(page)
    covers(page).first.focus()
    page.keyboard.press("ArrowDown")
    expect_at(page, 1)
    page.keyboard.press("ArrowUp")
    expect_at(page, 0)
    page.keyboard.press("h")
    expect(covers(page).first.get_by_role("button", name=re.compile("to read$"))).to_have_attribute(
        "aria-pressed", "true"
    )
    # Held down it does it once.
    for _ in range(3):
        page.keyboard.down("x")
    page.keyboard.up("x")
    expect_at(page, 1)
    page.keyboard.press("a")
    expect(covers(page).nth(1)).to_contain_text("In your library")
    # It takes the place of the first book's notice, which gives the focus back if it has it.
    expect(page.get_by_test_id("notice.taken")).to_contain_text("Added")
    for key in ["Control+Home", "Control+End"]:
        covers(page).nth(1).focus()
        page.keyboard.press(key)
        assert page.evaluate("() => document.activeElement.closest('[role=feed]')") is None
        assert page.evaluate("() => document.activeElement !== document.body")
    expect_at(page, 1)


def test_keys_that_come_at_once_turn_a_page_each(window):
    page = window(WIDE)
    open_feed(page)
    for size, start in ((WIDE, 0), (NARROW, 3)):
        page.set_viewport_size(size)
        expect_at(page, start)
        covers(page).nth(start).focus()
        page.evaluate(
            """() => {
              for (const key of ["PageDown", "PageDown", "ArrowDown", "PageUp", "PageDown"]) {
                document.activeElement.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
              }
            }"""
        )
        expect_at(page, start + 3)


@sizes
def test_without_a_server_the_feed_shows_what_it_had(server, window, size):
    page = window(size)
    page.wait_for_function("() => navigator.serviceWorker.controller !== null")
    open_feed(page)
    covers(page).first.focus()
    leaf(page, 2)
    expect_told(page, 2)
    server.stop()
    page.reload()
    expect(covers(page)).to_have_count(20)
    expect_at(page, 2)
    covers(page).nth(2).focus()
    page.keyboard.press("h")
    expect(covers(page).nth(2)).to_contain_text("In your library")
    leaf(page, 13, start=2)
    expect(page.get_by_test_id("feed.retry")).to_be_visible()
    # When the server is back, so are its covers: nobody has to ask.
    server.start()
    expect(covers(page)).to_have_count(40)
    expect(page.get_by_test_id("feed.retry")).to_be_hidden()
    expect_at(page, 15)


@sizes
def test_behind_the_last_cover_the_feed_says_so(window, screenshot, size):
    page = window(size, **NO_WORKER)
    page.route("**/v1/catalog?**", only(2))
    open_feed(page)
    end = page.get_by_test_id("feed.end")
    expect(covers(page)).to_have_count(2)
    covers(page).first.focus()
    leaf(page, 2)
    expect(end).to_be_focused()
    expect(end).to_contain_text("You have seen them all")
    expect_clean(page, "end of the feed")
    screenshot(page, f"end-{size['width']}")
    page.keyboard.press("PageDown")
    expect_at(page, 2)
    page.get_by_test_id("feed.end.first").click()
    expect_at(page, 0)
    page.get_by_test_id("tabBar.settingsTab").click()
    page.get_by_test_id("tabBar.feedTab").click()
    expect_at(page, 0)
    covers(page).first.focus()
    leaf(page, 2)
    page.get_by_test_id("feed.end.search").click()
    page.wait_for_url("**/search")


# Brings all books of the catalogue but so many into the library, read and given up in turns, and gives the
# ids of those that are left.
READ_ALL_BUT = """async (count) => {
  const ids = [];
  for (let page = 1, isMore = true; isMore; page += 1) {
    const { items, more } = await (await fetch(`/v1/catalog?page=${page}`)).json();
    ids.push(...items.map(({ id, fields }) => [id, fields.title]));
    isMore = more;
  }
  const left = ids.splice(0, count);
  const entities = ids.map(([id, title], at) => (
    { e: "book", id: `starter-${id}`, set: { title, added: at, status: at % 2 ? "read" : "abandoned" } }));
  const body = JSON.stringify({ format: "dogear", version: 1, entities });
  const { status } = await fetch("/v1/import?name=read.json", { method: "POST", body });
  if (status !== 200) throw new Error(`the import was answered with ${status}`);
  return left.map(([id]) => id);
}"""


def read_all_but(page, count):
    """Has read or given up all of the catalogue but some, whose ids it gives, and waits until the page knows."""
    left = page.evaluate(READ_ALL_BUT, count)
    expect(rows(page).first).to_be_visible()
    expect_saved(page)
    return set(left)


def names_of(page):
    return [node.get_attribute("data-testid").removeprefix("row.") for node in covers(page).all()]


def shuffled(page, *but):
    """The covers once they stand in an order that is none of those."""
    page.wait_for_function(
        """(others) => {
          const all = [...document.querySelectorAll('[data-testid="list.feed"] > [data-testid^="row."]')];
          const names = all.map(({ dataset }) => dataset.testid.slice("row.".length));
          return names.length >= 20 && others.every((other) => other[0] !== names[0] || other[1] !== names[1]);
        }""",
        arg=list(but),
    )
    return names_of(page)


@sizes
def test_shuffled_it_has_what_is_not_read_and_is_come_back_to(window, size):
    page = window(size)
    left = read_all_but(page, 30)
    open_feed(page)
    usual = names_of(page)
    sort, shuffle = page.get_by_test_id("feed.sort"), page.get_by_test_id("feed.shuffle")
    expect(sort).to_be_hidden()
    covers(page).first.focus()
    leaf(page, 2)  # and shuffles before the feed has said that it rests there
    shuffle.click()
    first = shuffled(page, usual)
    assert len(first) >= 20 and set(first) <= left
    expect_at(page, 0)
    expect(shuffle).to_be_focused()
    expect(sort).to_be_visible()

    # Pressed again it is another order, from its beginning.
    page.keyboard.press("Enter")
    second = shuffled(page, usual, first)
    assert set(second) <= left
    covers(page).first.focus()
    leaf(page, 3)
    expect_told(page, 3)
    title = covers(page).nth(3).get_attribute("aria-label")

    # Back, and a reload, also where the cover is one of a book that is read by now.
    page.keyboard.press("Enter")
    page.get_by_test_id("detail.add").click()
    read = page.get_by_test_id("detail.status.read").locator("visible=true")
    read.click()
    expect(read).to_have_attribute("aria-checked", "true")
    page.go_back()
    expect_at(page, 3)
    assert names_of(page)[:20] == second[:20]
    page.get_by_test_id("tabBar.libraryTab").click()
    expect_saved(page)
    page.get_by_test_id("tabBar.feedTab").click()
    expect_at(page, 3)
    page.reload()
    expect(covers(page).nth(3)).to_be_in_viewport()
    expect_at(page, 3)
    assert covers(page).nth(3).get_attribute("aria-label") == title
    assert names_of(page)[:20] == second[:20]
    expect(sort).to_be_visible()

    # The usual order has everything.
    page.keyboard.press("Shift+S")
    expect(sort).to_be_hidden()
    assert shuffled(page, second)[:20] == usual[:20]
    # By a key, and back to where that order was left.
    page.keyboard.press("PageDown")
    expect_at(page, 1)
    page.keyboard.press("s")
    third = shuffled(page, usual, first, second)
    assert set(third) <= left
    expect(covers(page).first).to_be_focused()
    sort.click()
    assert shuffled(page, third)[:20] == usual[:20]
    expect_at(page, 1)
    expect(covers(page).nth(1)).to_be_focused()


def turned_round(route):
    """Answers with twenty books, so that each device has come across all of them; shuffled from the end."""
    url = urlparse(route.request.url)
    seed = parse_qs(url.query)["seed"][0]
    response = route.fetch(url=url._replace(query="seed=covers&page=1").geturl())
    page = response.json()
    items = page["items"] if seed == "covers" else page["items"][::-1]
    route.fulfill(response=response, json={**page, "items": items, "more": False})


def test_another_device_goes_on_in_the_shuffled_order(window):
    ipad, phone = window(WIDE, **NO_WORKER), window(NARROW, **NO_WORKER)
    for page in (ipad, phone):
        page.route("**/v1/catalog?**", turned_round)
    open_feed(ipad)
    usual = names_of(ipad)
    ipad.keyboard.press("s")
    assert shuffled(ipad, usual) == usual[::-1]
    title = go_on(phone, ipad)
    expect_at(phone, 7)
    assert covers(phone).nth(7).get_by_role("heading").inner_text() == title
    assert names_of(phone) == names_of(ipad)


def test_whoever_shuffles_while_following_follows_no_more(window):
    ipad, phone = window(WIDE), window(NARROW)
    open_feed(ipad)
    usual = names_of(ipad)
    covers(ipad).first.focus()
    leaf(ipad, 2)
    follow(phone)
    expect_at(phone, 2)
    phone.get_by_test_id("feed.shuffle").click()
    own = shuffled(phone, usual)
    expect(phone.get_by_test_id("follow.banner")).to_be_hidden()
    leaf(ipad, 1, start=2)
    expect_told(ipad, 3)
    pause(phone, 1_000)
    assert names_of(phone) == own
    expect_at(phone, 0)


@sizes
def test_where_all_is_read_the_shuffled_feed_says_so(window, screenshot, size):
    page = window(size)
    read_all_but(page, 0)
    open_feed(page)
    usual = names_of(page)
    covers(page).first.focus()
    leaf(page, 1)
    page.keyboard.press("s")
    none = page.get_by_test_id("feed.none")
    expect(none).to_be_focused()
    expect(none).to_contain_text("read or skipped them all")
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        expect_clean(page, f"all is read, {scheme}")
        screenshot(page, f"all-read-{size['width']}-{scheme}")
    page.keyboard.press("s")
    expect(none).to_be_focused()
    page.get_by_test_id("feed.end.sort").click()
    assert shuffled(page)[:20] == usual[:20]
    expect_at(page, 1)
    page.keyboard.press("s")
    expect(none).to_be_focused()
    page.get_by_test_id("feed.end.search").click()
    page.wait_for_url("**/search")


def only(count):
    """Answers with a catalogue of so many books."""
    def answer(route):
        response = route.fetch()
        page = response.json()
        route.fulfill(response=response, json={**page, "items": page["items"][:count], "more": False})

    return answer


@sizes
def test_axe_finds_nothing_in_feed_search_and_result(window, screenshot, size):
    def look(where, name=None):
        for scheme in ("light", "dark"):
            page.emulate_media(color_scheme=scheme)
            expect_clean(page, f"{where}, {scheme}")
            if name is not None:
                screenshot(page, f"{name}{size['width']}-{scheme}")

    page = window(size)
    open_feed(page)
    look("feed", "")
    covers(page).first.focus()
    page.keyboard.press("a")
    expect(covers(page).first).to_contain_text("In your library")
    look("feed with a book of the library")
    page.get_by_test_id("tabBar.searchTab").click()
    look("search")
    page.get_by_test_id("toolbar.search").locator("visible=true").fill("bronte")
    expect(page.get_by_test_id("row.villette")).to_be_visible()
    look("results")
    page.get_by_test_id("row.villette").click()
    expect(page.get_by_test_id("detail.add")).to_be_visible()
    look("result", "result-")


@pytest.mark.parametrize("size", [NARROW, TABLET], ids=["narrow", "tablet"])
def test_what_was_done_is_said_beside_the_buttons_and_not_over_them(window, size):
    page = window(size)
    open_feed(page)
    covers(page).first.get_by_role("button", name=re.compile("to read$")).click()
    expect(page.get_by_test_id("notice.taken")).to_be_visible()
    page.keyboard.press("s")
    expect(page.get_by_test_id("feed.sort")).to_be_visible()
    expect(page.get_by_test_id("notice.taken")).to_be_visible()
    for button in [*covers(page).first.get_by_role("button").all(), *page.locator(".feed-tools button").all()]:
        on_top = "(button) => { const { x, y, width, height } = button.getBoundingClientRect();" \
            " return button.contains(document.elementFromPoint(x + width / 2, y + height / 2)); }"
        assert button.evaluate(on_top), button.inner_text()


@pytest.mark.parametrize("size", [{"width": 844, "height": 390}, {"width": 667, "height": 375}])
def test_a_phone_on_its_side_shows_the_cover_beside_its_words(desk, screenshot, size):
    page = desk.open(size, before=with_text(32))
    open_feed(page)
    for pixels in (32, 16):
        set_text(page, pixels)
        top = covers(page).first
        seen, cover, words = (
            part.bounding_box() for part in (feed(page), top.locator(".feed-cover"), top.locator(".feed-scrim"))
        )
        assert cover["width"] >= 160 and abs(cover["height"] - cover["width"] * 1.5) < 1, pixels
        assert cover["y"] >= seen["y"] and cover["y"] + cover["height"] <= seen["y"] + seen["height"], pixels
        assert words["x"] >= cover["x"] + cover["width"], pixels
        assert words["y"] >= seen["y"] and words["y"] + words["height"] <= seen["y"] + seen["height"] + 1, pixels
        title, orders = top.get_by_role("heading").bounding_box(), page.locator(".feed-tools").bounding_box()
        assert title["x"] + title["width"] <= orders["x"], pixels
        for button in top.get_by_role("button").all():
            button.scroll_into_view_if_needed()
            expect(button).to_be_in_viewport(ratio=0.99)
        expect_clean(page, f"feed {pixels}")
        screenshot(page, f"on-its-side-{size['width']}-{pixels}")


# The least contrast of a cover's title and facts with what is painted under them. Their letters are left out
# of the picture, and what is under each is as light as the lightest of it.
UNDER_THE_WORDS = """async ([base64, boxes]) => {
  const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
  const picture = await createImageBitmap(new Blob([bytes]));
  const canvas = new OffscreenCanvas(picture.width, picture.height).getContext("2d");
  canvas.drawImage(picture, 0, 0);
  const light = (...channels) => channels
    .map((value) => (value /= 255) <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4)
    .reduce((sum, value, at) => sum + value * [0.2126, 0.7152, 0.0722][at], 0.05);
  return Math.min(...boxes.map(({ x, y, width, height }) => {
    const { data } = canvas.getImageData(x, y, width, height);
    let most = 0;
    for (let at = 0; at < data.length; at += 4) most = Math.max(most, light(...data.subarray(at, at + 3)));
    return light(0xff, 0xf6, 0xe8) / most;
  }));
}"""

WORDS = """(page) => [...page.querySelectorAll(".feed-scrim > :is(h3, p:not(.feed-owned))")].map((node) => {
  node.style.color = "transparent";
  const range = document.createRange();
  range.selectNodeContents(node);
  return range.getBoundingClientRect().toJSON();
})"""


@pytest.mark.parametrize("size", [{"width": 360, "height": 640}, {"width": 320, "height": 568}, NARROW, TABLET, WIDE,
                                  {"width": 667, "height": 375}], ids=lambda size: f"{size['width']}x{size['height']}")
def test_words_have_room_of_their_own_and_are_read_on_every_cloth(desk, screenshot, size):
    page = desk.open(size)
    open_feed(page)
    for index in range(6):
        if index:
            page.keyboard.press("PageDown")
            expect_at(page, index)
        one = covers(page).nth(index)
        words = one.evaluate(WORDS)
        cover = one.locator(".feed-cover").bounding_box()
        for box in words:
            assert box["top"] >= cover["y"] + cover["height"] or box["left"] >= cover["x"] + cover["width"], index
        assert abs(cover["width"] / cover["height"] - 2 / 3) < 0.01, index
        for button in one.get_by_role("button").all():
            expect(button).to_be_in_viewport(ratio=0.99)
        picture = b64encode(page.screenshot()).decode()
        assert page.evaluate(UNDER_THE_WORDS, [picture, words]) >= 4.5, (index, words)
    page.locator(".feed-scrim *").evaluate_all("(all) => all.forEach((node) => node.style.removeProperty('color'))")
    screenshot(page, f"words-{size['width']}")
    page.emulate_media(color_scheme="dark")
    screenshot(page, f"words-{size['width']}-dark")
