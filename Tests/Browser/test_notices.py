"""What merging does by itself is told, and can be answered."""

import re

from playwright.sync_api import expect

from audit import expect_clean
from conftest import NARROW, WIDE
from dogear_server import DogearServer
from reader import (
    add_classics, apart, edit_title, expect_saved, expect_state, open_book, open_panel, review, rows,
    two_with,
)

ISBN = "978-0-14-143954-9"


def add_book(page, title, note):
    page.get_by_test_id("toolbar.new").locator("visible=true").click()
    page.get_by_test_id("field.title").fill(title)
    page.get_by_test_id("field.isbn").fill(ISBN)
    page.get_by_label("Private note").locator("visible=true").fill(note)
    page.get_by_test_id("sheet.newBook.save").click()
    expect(page.get_by_test_id("sheet.newBook")).to_be_hidden()


def test_a_shelf_deleted_while_in_use_is_recovered(server, window, screenshot):
    laptop, phone = two_with(window, "Middlemarch")
    laptop.get_by_test_id("sidebar.newShelf").click()
    laptop.get_by_test_id("sidebar.shelfName").fill("Winter")
    laptop.keyboard.press("Enter")
    for page in (laptop, phone):
        expect(page.locator("[data-testid^='sidebar.shelf:']").filter(has_text="Winter").first).to_be_attached()
        expect_saved(page)

    def act():
        laptop.get_by_role("link", name="Winter").focus()
        laptop.keyboard.press("Delete")
        laptop.get_by_test_id("alert.deleteShelf.delete").click()
        phone.get_by_test_id("detail.shelves.add").fill("Winter")
        phone.keyboard.press("Enter")

    apart(server, (laptop, phone), act)
    recovered = laptop.get_by_test_id("sidebar.notices")
    expect(recovered).to_contain_text("1")
    laptop.get_by_text("Recovered: Winter").first.click()
    sheet = laptop.get_by_test_id("sheet.notices")
    expect(sheet).to_contain_text("Linux computer deleted this shelf while Linux phone put a book on it.")
    expect(sheet).to_contain_text("“Middlemarch”")
    expect_clean(laptop, "notices")
    screenshot(laptop, "recovered")
    sheet.get_by_test_id("recovered.restore").click()
    expect(sheet).to_contain_text("There is nothing to tell.")
    laptop.get_by_test_id("sheet.notices.close").click()
    laptop.locator("[data-testid^='sidebar.shelf:'][href]").filter(has_text="Winter").click()
    expect(rows(laptop)).to_have_count(1)


def test_the_same_book_added_on_two_phones_becomes_one_or_stays_two(server, window, screenshot):
    first, second = window(NARROW), window(NARROW)
    for page in (first, second):
        expect_saved(page)

    def act():
        add_book(first, "The Woman in White", "From the shop by the sea")
        add_book(second, "The Woman in White", "Borrowed from Bo")

    apart(server, (first, second), act)
    for page in (first, second):
        page.get_by_test_id("detail.back").click()
        expect(rows(page)).to_have_count(1)
    rows(first).first.click()
    notice = first.locator("[data-testid^='notice.joined.']:visible")
    expect(notice).to_contain_text("The two are one now.")
    expect_clean(first, "joined")
    screenshot(first, "joined")
    open_panel(second, "notices")
    expect(second.get_by_test_id("sheet.notices")).to_contain_text("The Woman in White")
    second.get_by_test_id("sheet.notices.close").click()
    notice.get_by_test_id("joined.separate").click()
    expect(notice).to_have_count(0)
    first.get_by_test_id("detail.back").click()
    for page in (first, second):
        expect(page.get_by_test_id("sidebar.all").first).to_contain_text("2")


def test_a_notice_that_was_there_first_can_be_pressed_in_a_dialog_and_after_it(window):
    page = window()
    add_classics(page)
    rows(page).first.click()
    tag = page.get_by_test_id("detail.tags.add").locator("visible=true")
    tag.fill("Winter")
    tag.press("Enter")
    page.locator(".chip-remove:visible").last.click()
    notice = page.get_by_test_id("notice.deed")
    editor = page.get_by_test_id("sheet.editBook")
    for _ in range(2):
        page.get_by_test_id("detail.edit").click()
        expect(editor.get_by_test_id("notice.deed")).to_be_visible()
        notice.hover()  # where it can be pressed, and stays as long as that
        editor.get_by_test_id("sheet.editBook.cancel").click()
        expect(editor).to_have_count(0)
        notice.hover()
    page.get_by_test_id("detail.edit").click()
    notice.get_by_test_id("toast.action").click()
    expect(notice).to_have_count(0)
    editor.get_by_test_id("sheet.editBook.cancel").click()
    expect(page.locator(".chip:visible").filter(has_text="Winter")).to_have_count(1)


def test_edits_of_another_library_are_told_of_and_can_be_saved(server, window, tmp_path, screenshot):
    page = window()
    add_classics(page)
    expect_saved(page)
    page.wait_for_function("() => navigator.serviceWorker.controller !== null")
    rows(page).first.click()
    server.stop()
    expect_state(page, "offline")
    edit_title(page, "Of the first library")
    other = DogearServer(tmp_path / "other")
    other.port = server.port
    other.start()
    try:
        page.goto(other.fresh_link())
        notice = page.get_by_test_id("notice.foreign")
        expect(notice).to_contain_text("now paired with another library")
        expect_clean(page, "foreign")
        notice.get_by_test_id("toast.action").click()
        expect_saved(page)
        expect(notice).to_have_count(0)
        page.get_by_test_id("sync.state").locator("visible=true").click()
        sheet = page.get_by_test_id("sheet.sync")
        expect(sheet.get_by_test_id("sync.elsewhere")).to_have_text(
            "1 edit of another library waits on this device, and is kept."
            " Pair this browser with that library again to send it."
        )
        expect(sheet.get_by_text("Everything on this device")).to_be_hidden()
        screenshot(page, "elsewhere")
        expect_clean(page, "elsewhere")
        with page.expect_download() as saved:
            sheet.get_by_test_id("sync.export").click()
        assert "Of the first library" in saved.value.path().read_text()
    finally:
        other.stop()


def test_a_quote_written_while_its_book_is_deleted_is_told_of_and_comes_back(server, window, screenshot):
    laptop, phone = two_with(window, "Middlemarch")
    words = "The growing good of the world"

    def act():
        laptop.get_by_test_id("detail.delete").locator("visible=true").click()
        laptop.get_by_test_id("alert.deleteBook.delete").click()
        phone.get_by_test_id("detail.notes.add.quote").click()
        phone.keyboard.type(words)
        phone.evaluate("document.activeElement.blur()")
        expect(phone.get_by_test_id("sync.state").first).to_have_text("Offline, 2 waiting")

    apart(server, (laptop, phone), act)
    gone = phone.get_by_test_id("notice.gone")
    expect(gone).to_contain_text("Linux computer deleted “Middlemarch”, with the quote or note you wrote.")
    screenshot(phone, "taken-toast")
    # For whoever was elsewhere by then, and on every device.
    open_panel(laptop, "notices")
    sheet = laptop.get_by_test_id("sheet.notices")
    expect(sheet).to_contain_text(
        "Linux computer deleted this book while Linux phone wrote in it. What was written is in Trash "
        f"with the book, and comes back with it: “{words}”"
    )
    screenshot(laptop, "taken")
    expect_clean(laptop, "taken along")
    gone.get_by_test_id("toast.action").click()
    expect(sheet).to_contain_text("There is nothing to tell.")
    expect(rows(phone)).to_have_count(1)
    rows(phone).first.click()
    expect(phone.get_by_test_id("detail.notes").locator("textarea:visible").first).to_have_value(words)
    expect_saved(phone)


def test_a_book_that_is_kept_by_what_was_being_written_is_not_said_to_be_gone(window):
    laptop, phone = two_with(window, "Middlemarch")
    review(laptop).fill("Nobody should lose this.")
    phone.get_by_test_id("detail.delete").click()
    phone.get_by_test_id("alert.deleteBook.delete").click()
    notice = laptop.get_by_test_id("notice.gone")
    expect(notice).to_have_text(re.compile("deleted “Middlemarch” while you were changing it, so it was kept"))
    notice.get_by_test_id("toast.action").click()
    expect(review(laptop)).to_have_value("Nobody should lose this.")


def test_a_notice_stays_under_the_focus_though_the_pointer_has_passed_over_it(window):
    page = window(WIDE)
    add_classics(page)
    open_book(page, rows(page).first.locator(".row-title").inner_text())
    page.clock.install()
    page.get_by_test_id("detail.status.reading").locator("visible=true").click()
    notice = page.get_by_test_id("notice.status")
    notice.get_by_role("button").focus()
    notice.hover()
    page.mouse.move(0, 0)
    page.clock.run_for(11_000)
    expect(notice).to_be_visible()
    page.get_by_test_id("detail.favourite").locator("visible=true").focus()
    page.clock.run_for(11_000)
    expect(notice).to_have_count(0)
