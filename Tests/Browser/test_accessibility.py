"""axe-core finds nothing on any screen, wide or narrow, light or dark."""

import pytest
from playwright.sync_api import expect

from audit import COLOURS, expect_clean
from conftest import NARROW, WIDE
from reader import add_classics, open_panel, rows
from wire import Cable, refuse_deletions


@pytest.mark.parametrize("size", [WIDE, NARROW], ids=["wide", "narrow"])
def test_every_screen(window, screenshot, size):
    def audit(name, keep=False):
        for scheme, rules in (("light", None), ("dark", COLOURS)):
            page.emulate_media(color_scheme=scheme)
            expect_clean(page, f"{name}, {scheme}", rules)
            if keep:
                screenshot(page, f"{name}-{size['width']}-{scheme}")

    page = window(size)
    expect(page.get_by_test_id("empty.starter")).to_be_visible()
    audit("empty library")
    add_classics(page)
    audit("list", keep=True)
    rows(page).nth(1).click()
    expect(page.get_by_test_id("detail.edit")).to_be_visible()
    audit("book", keep=True)
    for name, button in [("progress", "detail.progress"), ("history", "detail.history")]:
        page.get_by_test_id(button).click()
        expect(page.get_by_test_id(f"sheet.{name}")).to_be_visible()
        if name == "history":
            expect(page.get_by_test_id("history.life")).to_be_visible()
        audit(name, keep=True)
        page.get_by_test_id(f"sheet.{name}.close").click()
    page.get_by_test_id("detail.edit").click()
    expect(page.get_by_test_id("sheet.editBook")).to_be_visible()
    audit("edit", keep=True)
    page.get_by_test_id("sheet.editBook.cancel").click()
    page.get_by_test_id("detail.delete").click()
    audit("delete")
    page.get_by_test_id("alert.deleteBook.cancel").click()
    for tab in ["search", "feed", "settings"]:
        page.get_by_test_id(f"tabBar.{tab}Tab").click()
        audit(tab, keep=True)
    page.get_by_test_id("tabBar.libraryTab").click()
    if size == NARROW:
        page.get_by_test_id("detail.back").click()
        page.get_by_test_id("toolbar.back").click()
    page.get_by_role("button", name="More for Classics").click()
    audit("shelf menu")
    page.keyboard.press("Escape")
    for panel in ["conflicts", "trash", "import"]:
        open_panel(page, panel)
        expect(page.get_by_test_id(f"sheet.{panel}")).to_be_visible()
        audit(panel)
        page.get_by_test_id(f"sheet.{panel}.close").click()


def press(page, name):
    page.get_by_test_id(name).locator("visible=true").first.click()


@pytest.mark.parametrize("size, scheme", [(WIDE, "light"), (NARROW, "dark")], ids=["wide", "narrow"])
def test_everything_that_opens_over_the_rest(desk, screenshot, size, scheme):
    page = desk.open(size)
    page.emulate_media(color_scheme=scheme, reduced_motion="reduce")

    def look(name, leave=True):
        expect_clean(page, name)
        screenshot(page, f"over-{name.replace(' ', '-')}-{size['width']}-{scheme}")
        if leave:
            page.keyboard.press("Escape")

    press(page, "toolbar.mode")
    expect(page.locator(".list[data-mode='covers']:visible")).to_be_visible()
    look("grid", leave=False)
    press(page, "toolbar.mode")
    for name in ["filter", "sort"]:
        press(page, f"toolbar.{name}")
        look(name)
    rows(page).nth(2).click(button="right")
    look("row menu")
    press(page, "toolbar.new")
    page.get_by_test_id("field.title").fill("A book")
    page.get_by_test_id("field.pages").fill("none")
    press(page, "sheet.newBook.save")
    expect(page.get_by_test_id("field.pages")).to_have_attribute("aria-invalid", "true")
    look("editor with a mistake", leave=False)
    press(page, "sheet.newBook.discard")
    look("discard")
    press(page, "sheet.newBook.cancel")
    look("draft kept", leave=False)
    rows(page).nth(1).click()
    press(page, "detail.cover")
    look("cover")
    page.locator(".book-people .person:visible").first.click()
    look("author", leave=False)
    page.keyboard.press("Control+[")
    if size == WIDE:
        press(page, "detail.columns")
        look("detail alone", leave=False)
    page.keyboard.press("?")
    look("help")


@pytest.mark.parametrize("size, scheme", [(WIDE, "dark"), (NARROW, "light")], ids=["wide", "narrow"])
def test_settings_problems_and_what_is_missing(desk, screenshot, size, scheme):
    cables = []
    page = desk.open(size, before=lambda page: cables.append(Cable(page)))
    page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
    cables[0].spoil = refuse_deletions

    def look(name):
        expect_clean(page, name)
        screenshot(page, f"{name.replace(' ', '-')}-{size['width']}-{scheme}")

    rows(page).nth(3).click()
    press(page, "detail.delete")
    press(page, "alert.deleteBook.delete")
    expect(page.get_by_test_id("alert.error")).to_be_visible()
    look("error")
    press(page, "alert.error.cancel")
    press(page, "tabBar.settingsTab")
    for name in ["notifications", "devices", "privacy", "help", "about"]:
        press(page, f"settings.{name}")
        expect(page.get_by_test_id(f"detail.page.{name}")).to_be_visible()
        look(f"settings {name}")
        if size == NARROW:
            press(page, "detail.back")
    press(page, "settings.notifications")
    press(page, "problem.discard")
    expect(page.get_by_test_id("notice.discarded")).to_be_visible()
    page.goto(desk.server.origin + "/library/all/book/nobody-has-this")
    expect(page.get_by_test_id("detail.skeleton").locator("visible=true")).to_be_visible()
    look("skeleton")
    page.goto(desk.server.origin + "/library/all?q=zzzzzz")
    expect(page.locator(".empty:visible")).to_be_visible()
    look("nothing found")
