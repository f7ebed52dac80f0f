"""An import can be cancelled as long as it goes on, and says what of it was in the library by then."""

import re

import pytest
from playwright.sync_api import expect

from audit import expect_clean
from books import goodreads_export
from pictures import choose as choose_picture
from pictures import drawn, hero, picture_in, with_book
from reader import expect_saved, held_back, open_book, open_panel, rows
from sizes import NARROW, WIDE, both_sizes


def is_import(url):
    return "/v1/import" in url and "dry=1" not in url


def is_look(url):
    return "/v1/import" in url and "dry=1" in url


def bring(page, export):
    """Imports a file, from the panel that is open."""
    page.get_by_test_id("import.file").set_input_files(export)
    expect(page.get_by_test_id("import.start")).to_be_focused()
    page.get_by_test_id("import.start").press("Enter")


def cancel(page):
    page.get_by_test_id("import.cancel").click()


def state(page):
    return page.locator(".import-state")


@both_sizes
def test_a_file_that_is_looked_at_is_let_go(window, tmp_path, size, screenshot):
    page = window(size)
    looks = []
    page.route(is_look, lambda route: looks.append(route))
    open_panel(page, "import")
    with page.expect_event("requestfailed", lambda request: is_look(request.url)):
        page.get_by_test_id("import.file").set_input_files(goodreads_export(tmp_path / "books.csv", 3))
        expect(page.get_by_test_id("import.cancel")).to_be_visible()
        screenshot(page, f"looking-{size['width']}")
        expect_clean(page, "a file that is looked at")
        cancel(page)
    expect(state(page)).to_have_text("books.csv is not looked at any more. Nothing was changed.")
    expect(page.get_by_test_id("import.file")).to_be_focused()
    expect(page.get_by_test_id("import.cancel")).to_be_hidden()
    # It is not chosen any more, either.
    page.keyboard.press("Escape")
    expect(page.get_by_test_id("sheet.import")).to_have_count(0)
    expect(page.get_by_test_id("notice.draftKept")).to_have_count(0)


@both_sizes
def test_what_has_not_reached_the_server_is_not_brought_in(window, tmp_path, size, screenshot):
    page = window(size)
    held = []
    page.route(is_import, lambda route: held.append(route))
    open_panel(page, "import")
    bring(page, goodreads_export(tmp_path / "books.csv", 3))
    cancel(page)
    expect(state(page)).to_have_text("Cancelled. Nothing of books.csv is in your library.")
    expect(page.get_by_role("heading", name="Goodreads: what importing would do")).to_be_focused()
    screenshot(page, f"none-{size['width']}")
    expect_clean(page, "a cancelled import")
    # It can still be brought in.
    page.unroute(is_import)
    start = page.get_by_test_id("import.start")
    expect(start).to_have_text("Import")
    start.press("Enter")
    expect(page.get_by_role("heading", name="Goodreads: imported")).to_be_focused()
    expect(page.get_by_test_id("import.remove")).to_have_text("Remove these 3 books")


@both_sizes
def test_what_was_too_late_to_cancel_is_said_and_taken_away_again(window, tmp_path, size, screenshot):
    page = window(size)
    held = []

    def arrive(route):
        route.fetch()
        held.append(route)

    page.route(is_import, arrive)
    open_panel(page, "import")
    bring(page, goodreads_export(tmp_path / "books.csv", 40))
    expect(page.locator(".import-count")).to_have_text("40 of 40 books")
    expect(page.get_by_test_id("import.cancel")).to_be_visible()
    screenshot(page, f"coming-{size['width']}")
    cancel(page)
    expect(state(page)).to_have_text("It was too late to cancel: books.csv is in your library.")
    expect(page.get_by_test_id("import.count.unchanged")).to_have_text("40")
    expect(page.get_by_test_id("import.start")).to_be_disabled()
    remove = page.get_by_test_id("import.remove")
    expect(remove).to_have_text("Remove these 40 books")
    expect(page.get_by_test_id("import.count.pictures")).to_have_count(0)
    screenshot(page, f"late-{size['width']}")
    remove.click()
    expect(page.get_by_test_id("notice.deleted")).to_contain_text("40 books are in Trash")


def test_an_import_that_was_cancelled_and_left_says_how_it_ended(window, tmp_path):
    page = window(WIDE)
    looks = []
    page.route(is_import, lambda route: None)
    open_panel(page, "import")
    bring(page, goodreads_export(tmp_path / "books.csv", 3))
    expect(page.get_by_test_id("import.cancel")).to_be_visible()
    page.route(is_look, lambda route: looks.append(route))
    cancel(page)
    expect(state(page)).to_have_text("Cancelling…")
    expect(page.get_by_test_id("import.cancel")).to_have_attribute("aria-disabled", "true")
    page.keyboard.press("Escape")
    expect(page.get_by_test_id("sheet.import")).to_have_count(0)
    held_back(page, looks).continue_()
    expect(page.get_by_test_id("notice.import")).to_have_text(
        re.compile("^Cancelled. Nothing of books.csv is in your library."))


def test_where_the_server_is_gone_nobody_says_what_came(window, tmp_path):
    page = window(NARROW)
    page.route(is_import, lambda route: None)
    open_panel(page, "import")
    bring(page, goodreads_export(tmp_path / "books.csv", 3))
    expect(page.get_by_test_id("import.cancel")).to_be_visible()
    page.route(is_look, lambda route: route.abort())
    cancel(page)
    problem = page.get_by_test_id("sheet.import").get_by_role("alert")
    expect(problem).to_contain_text("Whether something of books.csv was in your library by then is not known.")
    page.unroute(is_look)
    page.get_by_test_id("import.again").press("Enter")
    expect(page.get_by_test_id("import.count.added")).to_have_text("3")


@pytest.mark.parametrize("size", [NARROW], ids=["narrow"])
def test_pictures_are_left_out_and_the_books_are_there(window, tmp_path, size, screenshot):
    page = with_book(window)
    for number, title in enumerate(("Emma", "Dracula", "Walden")):
        page.get_by_test_id("toolbar.search").locator("visible=true").fill(title)
        open_book(page, title)
        choose_picture(page, drawn(page, colour=f"#24{number}"))
        picture_in(hero(page))
        expect_saved(page)
    open_panel(page, "import")
    with page.expect_download() as download:
        page.get_by_test_id("export.zip").click()
    archive = tmp_path / "dogear.zip"
    download.value.save_as(archive)
    phone = window(size)
    expect(rows(phone).first).to_be_visible()
    asked = []
    phone.route("**/v1/blobs/*", lambda route: asked.append(route) if route.request.method == "PUT"
                else route.continue_())
    open_panel(phone, "import")
    bring(phone, archive)
    held_back(phone, asked).continue_()
    expect(phone.locator(".import-count")).to_have_text("Pictures: 1 of 3")
    screenshot(phone, f"pictures-{size['width']}")
    cancel(phone)
    expect(state(phone)).to_have_text(
        "Cancelled. The books are in your library, and of 3 pictures 1.")
    expect(phone.get_by_test_id("import.count.pictures")).to_have_text("1")
    # That it was cancelled is no problem.
    expect(phone.get_by_test_id("sheet.import").get_by_role("alert").locator("visible=true")).to_have_count(0)
