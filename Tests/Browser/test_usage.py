"""What a browser counts of its own use, and shows on Settings › Privacy."""

import json

import pytest
from playwright.sync_api import expect

from conftest import NARROW, WIDE
from reader import add_classics, rows

sizes = pytest.mark.parametrize("size", [WIDE, NARROW], ids=["wide", "narrow"])
TABS = ["tabBar.libraryTab", "tabBar.searchTab", "tabBar.feedTab", "tabBar.settingsTab"]


def counts(page):
    """What the browser has counted so far, by the counters' names."""
    stored = page.evaluate("localStorage.getItem('dogear.usage')")
    sums = {}
    for name, count in json.loads(stored or '{"counts": {}}')["counts"].items():
        counter = name.split(" ")[0]
        sums[counter] = sums.get(counter, 0) + count
    return sums


def count_of(page, counter):
    return page.get_by_test_id(f"settings.usage.{counter}").locator("visible=true")


def open_privacy(page):
    page.get_by_test_id("settings.privacy").click()
    expect(page.get_by_test_id("settings.usage").locator("visible=true")).to_be_visible()


@sizes
def test_opening_settings_is_one_switch_and_no_push(window, size):
    """Scenario 22."""
    page = window(size)
    add_classics(page)
    rows(page).first.click()
    page.locator(".book-hero .person:visible").first.click()
    page.wait_for_url("**/in/author/**")
    deep = page.url
    before = counts(page)

    page.goto(page.url.split("/library")[0] + "/settings")

    expect(page.get_by_test_id("settings.privacy")).to_be_visible()
    for tab in TABS:
        expect(page.get_by_test_id(tab)).to_have_count(1)
    assert page.url.endswith("/settings")
    after = counts(page)
    assert after.get("tab_switch", 0) - before.get("tab_switch", 0) == 1
    assert after.get("route_push", 0) == before.get("route_push", 0)
    page.get_by_test_id("tabBar.libraryTab").click()
    page.wait_for_url(deep)


@sizes
def test_privacy_shows_every_counter_and_begins_again(window, size):
    page = window(size)
    add_classics(page)
    rows(page).first.click()
    page.get_by_test_id("tabBar.settingsTab").click()
    open_privacy(page)

    expect(count_of(page, "tab_switch")).to_contain_text("Library to Settings – 1")
    expect(count_of(page, "route_push")).to_contain_text("A book, from a list – 1")
    expect(count_of(page, "adopt")).to_have_text("0")
    page.screenshot(path=f".artifacts/usage-{size['width']}.png")

    page.get_by_test_id("settings.usage.reset").click()
    expect(count_of(page, "tab_switch")).to_have_text("0")
    assert counts(page) == {}
    page.reload()
    expect(count_of(page, "route_push")).to_have_text("0")


def test_two_windows_of_a_browser_count_together_and_send_nothing(window):
    page = window(WIDE)
    add_classics(page)
    sent = []
    page.context.on("request", lambda request: sent.append((request.method, request.url)))
    other = page.context.new_page()
    other.goto(page.url)
    for each in (page, other):
        each.get_by_test_id("tabBar.settingsTab").click()
        each.wait_for_url("**/settings")
    open_privacy(other)
    expect(count_of(other, "tab_switch")).to_contain_text("Library to Settings – 2")
    assert [url for method, url in sent if method != "GET"] == []


def reported(page):
    """What the server has of this library's devices."""
    return page.evaluate("fetch('/v1/usage').then((answer) => answer.json())")["devices"]


def test_the_counts_go_to_the_server_where_the_owner_says_so(window):
    page = window(WIDE)
    add_classics(page)
    page.get_by_test_id("tabBar.settingsTab").click()
    open_privacy(page)
    switch = page.get_by_test_id("settings.usage.send").locator("visible=true")
    expect(switch).not_to_be_checked()
    assert reported(page) == []

    switch.check()
    expect(switch).to_be_enabled()
    [report] = reported(page)
    assert report["counts"]["tab_switch library settings selectTab"] == 1

    # A window that is left sends what was counted since.
    page.get_by_test_id("tabBar.libraryTab").click()
    page.reload()
    page.wait_for_function(
        """() => fetch("/v1/usage").then((answer) => answer.json()).then(({ devices }) =>
          devices[0].counts["tab_switch settings library selectTab"] === 1)"""
    )

    page.get_by_test_id("tabBar.settingsTab").click()
    open_privacy(page)
    switch.uncheck()
    expect(switch).to_be_enabled()
    assert reported(page) == []
    page.reload()
    assert reported(page) == []
