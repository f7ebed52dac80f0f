"""Where nothing is, a sentence says what would be there and what to do."""

import shutil

from playwright.sync_api import expect

from audit import expect_clean
from dogear_server import ROOT, DogearServer
from reader import add_classics, expect_saved, open_panel, rows
from sizes import NARROW, WIDE, both_sizes


@both_sizes
def test_an_emptied_library_leads_to_its_trash(window, screenshot, size):
    page = window(size)
    expect(page.get_by_test_id("empty.import")).to_be_visible()
    expect(page.get_by_test_id("empty.trash")).to_be_hidden()
    add_classics(page)
    page.get_by_test_id("toolbar.select").locator("visible=true").click()
    page.get_by_role("button", name="Select all").locator("visible=true").click()
    page.get_by_role("button", name="Delete", exact=True).locator("visible=true").click()
    page.locator("dialog[open]").get_by_role("button", name="Delete").click()
    expect(page.get_by_text("No books here now")).to_be_visible()
    expect_clean(page, "an emptied library")
    screenshot(page, f"emptied-{size['width']}")
    page.get_by_test_id("empty.trash").click()
    page.get_by_test_id("trash.all").click()
    page.get_by_test_id("alert.restoreAll.restore").click()
    trash = page.get_by_test_id("sheet.trash")
    expect(trash).to_contain_text("Trash is empty. What you delete stays here for 90 days, and can be restored.")
    # What was said of their deletion is true no more.
    expect(page.locator(".toast")).to_have_count(1)
    expect(page.locator(".toast")).to_contain_text("are back")
    page.get_by_test_id("sheet.trash.close").click()
    expect(rows(page).first).to_be_visible()


@both_sizes
def test_a_restored_book_is_not_said_to_be_in_trash_any_more(window, size):
    page = window(size)
    add_classics(page)
    rows(page).first.click()
    page.get_by_test_id("detail.delete").locator("visible=true").click()
    page.get_by_test_id("alert.deleteBook.delete").click()
    expect(page.get_by_test_id("notice.deleted")).to_contain_text("is in Trash")
    open_panel(page, "trash")
    page.locator("[data-testid^='trash.'][data-testid$='.restore']").first.click()
    expect(page.get_by_test_id("notice.deleted")).to_contain_text("is back")
    expect(page.locator(".toast", has_text="“")).to_have_count(1)


def test_that_there_is_no_shelf_yet_is_said_apart_from_the_title(window):
    page = window(NARROW)
    page.get_by_test_id("toolbar.new").locator("visible=true").click()
    page.get_by_test_id("field.title").fill("Dune")
    page.get_by_test_id("sheet.newBook.save").click()
    page.get_by_test_id("detail.shelve").locator("visible=true").click()
    sheet = page.get_by_test_id("sheet.addToShelf")
    title, none = (sheet.get_by_text(words).bounding_box() for words in ("Dune", "There is no shelf yet"))
    assert none["y"] >= title["y"] + title["height"] + 12


def test_conflicts_say_what_they_are_when_there_are_none(window):
    page = window(WIDE)
    open_panel(page, "conflicts")
    sheet = page.get_by_test_id("sheet.conflicts")
    expect(sheet).to_contain_text("Where two of them change the same thing, you choose here which version stays.")


def test_a_shelf_that_another_device_deletes_is_told_by_its_name(window):
    laptop, phone = window(WIDE), window(NARROW)
    laptop.get_by_test_id("sidebar.newShelf").click()
    laptop.get_by_test_id("sidebar.shelfName").fill("Winter")
    laptop.keyboard.press("Enter")
    shelf = laptop.locator("[data-testid^='sidebar.shelf:'][href]").filter(has_text="Winter")
    expect_saved(laptop)
    link = shelf.get_attribute("href")
    expect(phone.locator(f"[href='{link}']")).to_be_attached()
    phone.goto(phone.evaluate("origin") + link)
    expect(phone.get_by_role("heading", name="Winter")).to_be_visible()
    shelf.focus()
    laptop.keyboard.press("Delete")
    laptop.get_by_test_id("alert.deleteShelf.delete").click()
    expect(phone.get_by_test_id("notice.gone")).to_have_text("Linux computer deleted the shelf “Winter”")
    expect(phone.get_by_role("heading", name="All Books")).to_be_visible()


def test_who_let_the_notice_of_a_new_version_pass_finds_it_with_the_sync_state(chromium, tmp_path, screenshot):
    web = shutil.copytree(ROOT / "Web", tmp_path / "Web")
    server = DogearServer(tmp_path / "data", ["--web", web]).start()
    context = chromium.new_context(viewport=NARROW, reduced_motion="reduce")
    page = context.new_page()
    page.goto(server.fresh_link())
    expect(page.get_by_test_id("empty.import")).to_be_visible()
    page.wait_for_function("() => navigator.serviceWorker.controller !== null")
    server.stop()
    listed = web / "shell-files.js"
    listed.write_text(listed.read_text().replace('shellVersion = "', 'shellVersion = "0'))
    page.clock.install()
    server.start()
    notice = page.get_by_test_id("notice.newVersion")
    expect(notice).to_be_visible()
    page.clock.fast_forward(11_000)
    expect(notice).to_have_count(0)
    page.get_by_test_id("toolbar.back").click()
    page.get_by_test_id("sync.state").locator("visible=true").click()
    offer = page.get_by_test_id("sync.newVersion")
    expect(offer).to_contain_text("A new version is ready.")
    expect_clean(page, "the sync panel with a new version")
    screenshot(page, "new-version")
    with page.expect_navigation():
        offer.get_by_role("button", name="Reload").click()
    page.get_by_test_id("sync.state").locator("visible=true").click()
    expect(page.get_by_test_id("sheet.sync")).to_contain_text("Everything on this device is also on your server.")
    expect(offer).to_be_hidden()
    context.close()
    server.stop()
