"""What merging does by itself is told, and can be answered."""

from playwright.sync_api import expect

from audit import expect_clean
from conftest import NARROW
from reader import apart, expect_saved, open_panel, rows, two_with

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
