"""The cable is pulled: the server is really gone, then really back."""

import re

from playwright.sync_api import expect

from place import expect_remembered, open_row
from reader import (
    add_classics, edit_title, expect_saved, expect_state, open_book, open_panel, review, rows, seen,
    two_with, write,
)
from sizes import NARROW, WIDE
from spoken import heard, listen, until_heard
from wire import Cable, refuse_deletions


def test_edits_on_both_sides_meet_and_the_conflict_is_shown(server, window, screenshot):
    laptop, phone = two_with(window, "Middlemarch")
    server.stop()
    for page in (laptop, phone):
        expect_state(page, "offline")
    edit_title(laptop, "Middlemarch on the laptop")
    edit_title(phone, "Middlemarch on the phone")
    screenshot(laptop, "waiting")
    server.start()
    for page in (laptop, phone):
        expect_saved(page)
        expect(page.get_by_test_id("sidebar.conflicts")).to_contain_text("1")

    # Both show the same winner, and keep the loser's words.
    titles = [page.locator("[data-testid^='detail.book.'] h1").inner_text() for page in (laptop, phone)]
    assert titles[0] == titles[1]
    words = {"Middlemarch on the laptop", "Middlemarch on the phone"}
    lost = (words - {titles[0]}).pop()
    open_panel(laptop, "conflicts")
    card = laptop.locator("article.conflict")
    expect(card).to_be_visible()
    for text in words:
        assert text in seen(card)
    screenshot(laptop, "conflict")

    # Keep that: the loser's words take the place, everywhere.
    card.locator("[data-testid$='.lost']").click()
    expect(phone.locator("[data-testid^='detail.book.'] h1")).to_have_text(lost)
    expect(card).to_have_count(0)


def test_going_offline_and_coming_back_is_heard_and_what_passes_is_not(server, window):
    page = window(WIDE)
    add_classics(page)
    page.wait_for_function("() => navigator.serviceWorker.controller !== null")
    open_row(page)
    listen(page)
    server.stop()
    until_heard(page, "Offline")
    rows(page).first.focus()
    page.keyboard.press("2")
    until_heard(page, "Offline, 1 waiting")
    page.keyboard.press("3")
    expect(page.get_by_test_id("sync.state").first).to_have_text("Offline, 2 waiting")
    server.start()
    page.evaluate("dispatchEvent(new Event('online'))")
    until_heard(page, "Saved")
    states = [words for words in heard(page) if re.match("Offline|Sav", words)]
    assert states == ["Offline", "Offline, 1 waiting", "Saved"]


def test_who_else_is_there_is_not_known_after_a_reload_without_the_server(server, window, screenshot):
    phone = window(NARROW)
    add_classics(phone)
    expect_saved(phone)
    phone.wait_for_function("() => navigator.serviceWorker.controller !== null")
    server.stop()
    phone.reload()
    open_book(phone, rows(phone).first.locator(".row-title").inner_text())
    phone.get_by_test_id("detail.devices").click()
    popover = phone.get_by_test_id("popover.devices")
    expect(popover).to_contain_text("is not known now")
    expect(popover).to_contain_text("This device is called “Linux phone”.")
    screenshot(phone, "devices")
    phone.goto(server.origin + "/settings/devices")
    others = phone.get_by_test_id("devices.others")
    expect(others).to_contain_text("is not known now")
    expect(others).not_to_contain_text("Linux phone")
    expect(phone.locator(".device-own")).to_have_text("Linux phone")


def test_devices_that_were_looked_at_are_named_after_a_reload_without_the_server(server, window, screenshot):
    _, phone = window(WIDE), window(NARROW)
    phone.wait_for_function("() => navigator.serviceWorker.controller !== null")
    phone.goto(server.origin + "/settings/devices")
    others = phone.get_by_test_id("devices.others")
    expect(others.locator(".device-name")).to_have_text("Linux computer")
    server.stop()
    phone.reload()
    expect(others.locator(".device-name")).to_have_text("Linux computer")
    # When that was, is told with it.
    expect(others).to_contain_text("this is what was known on")
    screenshot(phone, "devices-known")


def test_a_page_opened_with_the_server_gone_shows_the_library(server, window):
    page = window()
    add_classics(page)
    expect_saved(page)
    page.wait_for_function("() => navigator.serviceWorker.controller !== null")
    # What is saved is the server's; that the device has it, too, comes after.
    expect_remembered(page)
    server.kill()
    page.reload()
    expect(rows(page).first).to_be_visible()
    expect_state(page, "offline")
    open_book(page, rows(page).first.locator(".row-title").inner_text())
    edit_title(page, "Written without a server")
    page.reload()
    expect(page.locator("[data-testid^='detail.book.'] h1")).to_have_text("Written without a server")
    server.start()
    expect_saved(page)
    other = window()
    other.get_by_test_id("toolbar.search").locator("visible=true").fill("written without")
    expect(rows(other)).to_have_count(1)


def test_two_tabs_of_one_browser_share_one_queue(server, window):
    first = window()
    add_classics(first)
    expect_saved(first)
    second = first.context.new_page()
    second.goto(server.origin + "/library/all")
    expect(rows(second).first).to_be_visible()
    title = rows(first).first.locator(".row-title").inner_text()
    for page in (first, second):
        open_book(page, title)
    edit_title(second, "Told by the second tab")
    expect(first.locator("[data-testid^='detail.book.'] h1")).to_have_text("Told by the second tab")
    # The leader goes; the tab that stays takes over and still syncs.
    first.close()
    edit_title(second, "Told by the tab that stayed")
    expect_saved(second)


# Takes the library on this device away, as a browser does that clears what a site has kept.
TAKE_AWAY = """async () => {
  const [{ name }] = (await indexedDB.databases()).filter(({ name }) => name.startsWith("dogear"));
  const deleting = indexedDB.deleteDatabase(name);
  await new Promise((resolve) => (deleting.onsuccess = resolve));
  return name;
}"""

# Looks until edits are kept there again.
LOOK_FOR_EDITS = """async (name) => {
  const done = (asked) => new Promise((resolve) => (asked.onsuccess = () => resolve(asked.result)));
  const hasEdits = async () => {
    if (!(await indexedDB.databases()).some((database) => database.name === name)) return false;
    const database = await done(indexedDB.open(name));
    const count = await done(database.transaction("ops").objectStore("ops").count());
    database.close();
    return count > 0;
  };
  while (!(await hasEdits())) await new Promise(requestAnimationFrame);
  window.hasEdits = true;
}"""


def test_what_waits_is_written_anew_at_once_where_the_browser_takes_the_library_away(server, window):
    first = window()
    add_classics(first)
    expect_saved(first)
    title = rows(first).first.locator(".row-title").inner_text()
    second = first.context.new_page()
    second.goto(server.origin + "/library/all")
    for page in (first, second):
        open_book(page, title)
    first.wait_for_function("() => navigator.serviceWorker.controller !== null")
    server.stop()
    expect_state(first, "offline")
    write(first, "review", "Words that only this browser has.")
    expect(first.get_by_test_id("sync.state").first).to_have_text("Offline, 1 waiting")
    name = second.evaluate(TAKE_AWAY)
    second.evaluate(f"(name) => void ({LOOK_FOR_EDITS})(name)", name)
    second.wait_for_function("() => window.hasEdits")
    third = first.context.new_page()
    first.close()
    second.close()
    third.goto(server.origin + "/library/all")
    expect(third.get_by_test_id("sync.state").first).to_have_text("Offline, 1 waiting")
    server.start()
    expect_saved(third)
    open_book(third, title)
    expect(review(third)).to_have_value("Words that only this browser has.")


def serve_newer(page):
    """Serves the page the client of a later version, which keeps the library in another way."""

    def serve(route):
        answer = route.fetch()
        newer = re.sub(r"(SCHEMA_VERSION\s*=\s*)1\b", r"\g<1>2", answer.text())
        make = 'database.createObjectStore("state")'
        newer = newer.replace(make, f"if (database.objectStoreNames.length) return; {make}")
        route.fulfill(response=answer, body=newer)

    page.route(re.compile(r"\.js$"), serve)


def test_a_newer_version_in_another_tab_takes_over_and_the_older_says_so(server, window):
    older = window(service_workers="block")
    add_classics(older)
    expect_saved(older)
    open_book(older, rows(older).first.locator(".row-title").inner_text())
    newer = older.context.new_page()
    serve_newer(newer)
    newer.goto(server.origin + "/library/all")
    open_book(newer, rows(newer).first.locator(".row-title").inner_text())
    edit_title(newer, "Told by the newer version")
    expect_saved(newer)
    sentence = "A newer version of Dogear is open in another tab. Reload this one."
    older.get_by_test_id("sync.state").locator("visible=true").click()
    expect(older.get_by_text(sentence).locator("visible=true").first).to_be_visible()
    older.keyboard.press("Escape")

    # It takes no edit any more, and loses none.
    older.get_by_test_id("detail.edit").click()
    older.get_by_test_id("field.title").fill("Told by the older version")
    older.get_by_test_id("sheet.editBook.save").click()
    expect(older.get_by_text("This page keeps no edits any more. Reload it.")).to_be_visible()
    serve_newer(older)
    older.reload()
    expect(older.get_by_test_id("field.title")).to_have_value("Told by the older version")
    older.get_by_test_id("sheet.editBook.save").click()
    expect(newer.locator("[data-testid^='detail.book.'] h1")).to_have_text("Told by the older version")


def test_an_older_tab_gives_no_refused_edit_up_and_says_why(server, window):
    older = window(service_workers="block")
    add_classics(older)
    expect_saved(older)
    cable = Cable(older)
    cable.spoil = refuse_deletions
    older.reload()
    open_row(older)
    older.get_by_test_id("detail.delete").click()
    older.get_by_test_id("alert.deleteBook.delete").click()
    older.get_by_test_id("alert.error.cancel").click()
    newer = older.context.new_page()
    serve_newer(newer)
    newer.goto(server.origin + "/library/all")
    expect(rows(newer).first).to_be_visible()
    older.get_by_test_id("tabBar.settingsTab").click()
    older.get_by_test_id("settings.notifications").click()
    older.get_by_test_id("problem.discard").click()
    expect(older.get_by_text("This page keeps no edits any more. Reload it.")).to_be_visible()
    newer.get_by_test_id("sidebar.problems").click()
    expect(newer.get_by_test_id("problem.discard")).to_be_visible()


def test_a_file_of_edits_that_cannot_be_read_is_told_of(window):
    page = window(WIDE)
    page.evaluate(
        """() => {
          File.prototype.text = async () => {
            throw new DOMException("The file could not be read.", "NotReadableError");
          };
        }"""
    )
    page.get_by_test_id("sync.state").locator("visible=true").click()
    edits = {"name": "dogear-unsent.json", "mimeType": "application/json", "buffer": b"{}"}
    page.get_by_test_id("sync.importFile").set_input_files(edits)
    expect(page.get_by_text("The file could not be read.")).to_be_visible()
    # The same file can be chosen again.
    expect(page.get_by_test_id("sync.importFile")).to_have_value("")
