"""What a phone is told without its sidebar: what waits, what has not come yet, what is undecided."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import expect

from audit import expect_clean
from books import goodreads_export
from place import expect_book, open_row
from reader import (
    add_classics, apart, edit_title, expect_saved, expect_state, open_book, pause, rows, two_with,
    write,
)
from sizes import NARROW, TABLET, WIDE
from spoken import listen, until_heard
from wire import Cable, refuse_deletions

TITLE = "Middlemarch"

# Nothing that is written from now on is kept.
FULL_DISK = """() => {
  const { transaction } = IDBDatabase.prototype;
  IDBDatabase.prototype.transaction = function (stores, mode, options) {
    const begun = transaction.call(this, stores, mode, options);
    if (mode === "readwrite") queueMicrotask(() => begun.abort());
    return begun;
  };
}"""

# The same, as a browser says it that has no room left.
NO_ROOM = """() => {
  const { transaction } = IDBDatabase.prototype;
  IDBDatabase.prototype.transaction = function (stores, mode, options) {
    if (mode === "readwrite") throw new DOMException("full", "QuotaExceededError");
    return transaction.call(this, stores, mode, options);
  };
}"""

# Resolves once the sentence is gone: it comes back after a second, and whoever asks then has missed it.
LET_GO = """(sheet) => {
  window.letGo = new Promise((resolve) => {
    const watch = new MutationObserver(() => {
      if (sheet.querySelector(".editor-unsaved .field-error")) return;
      watch.disconnect();
      resolve(true);
    });
    watch.observe(sheet, { subtree: true, childList: true, attributes: true });
    setTimeout(() => resolve(false), 15_000);
  });
}"""


def library_tab(page):
    return page.get_by_test_id("tabBar.libraryTab")


def test_that_an_edit_is_kept_here_is_said_no_longer_than_it_is_all(server, window):
    page = window(WIDE)
    add_classics(page)
    expect_saved(page)
    page.wait_for_function("() => navigator.serviceWorker.controller !== null")
    server.stop()
    expect_state(page, "offline")
    open_row(page)
    edit_title(page, "Written offline")
    word = page.get_by_test_id("notice.saved")
    expect(word).to_have_text("Kept on this device")
    # Nobody is timed: it stays for as long as the pointer rests on it.
    word.hover()
    server.start()
    expect_saved(page)
    expect(word).to_have_count(0)


def test_offline_edits_are_kept_here_and_the_tab_says_that_they_wait(server, window, screenshot):
    phone = window(NARROW)
    add_classics(phone)
    expect_saved(phone)
    phone.wait_for_function("() => navigator.serviceWorker.controller !== null")
    expect(library_tab(phone)).to_have_accessible_name("Library")
    server.stop()
    expect_state(phone, "offline")
    phone.get_by_test_id("toolbar.search").locator("visible=true").fill(TITLE)
    open_book(phone, TITLE)
    edit_title(phone, "Middlemarch, offline")
    expect(phone.get_by_text("Kept on this device")).to_be_visible()
    expect(library_tab(phone)).to_have_accessible_name(re.compile(r"^Library\W+Offline, 1 waiting$"))
    screenshot(phone, "waiting")
    expect_clean(phone, "waiting")
    server.start()
    expect_saved(phone)
    expect(library_tab(phone)).to_have_accessible_name("Library")
    edit_title(phone, "Middlemarch, online")
    expect(phone.get_by_text("Saved", exact=True).locator("visible=true")).to_be_visible()


# Where a tab's picture and word stand, and the list beside them.
STANDS = """() => [...document.querySelectorAll(".tab > .icon, .tab > span, .pane-title")]
  .map((node) => node.getBoundingClientRect()).map(({ x, y, width }) => [x, y, width])"""


@pytest.mark.parametrize("size", [NARROW, TABLET], ids=["narrow", "tablet"])
def test_that_the_server_is_out_of_reach_is_seen_without_the_sidebar(server, window, screenshot, size):
    page = window(size)
    add_classics(page)
    expect_saved(page)
    page.wait_for_function("() => navigator.serviceWorker.controller !== null")
    mark = page.locator(".tab-offline")
    expect(mark).to_be_hidden()
    stood = page.evaluate(STANDS)
    server.stop()
    expect(mark).to_be_visible()
    expect(library_tab(page)).to_have_accessible_name(re.compile(r"^Library\W+Offline$"))
    # It comes and goes, and nothing moves by that, nor is hidden by it.
    assert page.evaluate(STANDS) == stood
    box, picture = (page.locator(name).first.bounding_box() for name in (".tab-offline", ".tab > .icon"))
    assert box["x"] + box["width"] <= picture["x"] + 1
    screenshot(page, f"offline-{size['width']}")
    expect_clean(page, "offline")
    open_row(page)
    expect(mark).to_be_visible()
    server.start()
    expect(mark).to_be_hidden()
    expect(library_tab(page)).to_have_accessible_name("Library")


def test_beside_the_sidebar_the_state_of_the_sync_is_said_once(window):
    page = window(WIDE)
    expect_saved(page)
    page.evaluate("() => void window.dispatchEvent(new Event('offline'))")
    expect_state(page, "offline")
    expect(page.locator(".tab-offline")).to_be_hidden()
    # Without it, the tab says it.
    page.get_by_test_id("sidebar.hide").click()
    expect(page.locator(".tab-offline")).to_be_visible()


def test_who_knows_that_the_server_is_there_again_waits_no_longer(window, screenshot):
    page = window(WIDE)
    expect_saved(page)
    # The system says that there is no network: the server is asked only twice a minute.
    page.evaluate("() => void window.dispatchEvent(new Event('offline'))")
    expect_state(page, "offline")
    page.get_by_test_id("sync.state").click()
    sheet = page.get_by_test_id("sheet.sync")
    again = page.get_by_test_id("sync.again")
    expect(again).to_have_text("Try again")
    expect_clean(page, "again")
    screenshot(page, "again")
    again.focus()
    page.keyboard.press("Enter")
    expect_saved(page)
    expect(again).to_be_hidden()
    expect(sheet.get_by_test_id("sync.words")).to_have_text("Saved")
    expect(sheet.get_by_role("heading", name="Sync")).to_be_focused()


@pytest.mark.parametrize("size", [WIDE, NARROW], ids=["wide", "narrow"])
def test_that_the_server_is_away_is_seen_beside_what_it_refused(server, window, screenshot, size):
    page = window(size, paired=False)
    cable = Cable(page)
    cable.spoil = refuse_deletions
    page.goto(server.fresh_link())
    add_classics(page)
    expect_saved(page)
    page.wait_for_function("() => navigator.serviceWorker.controller !== null")
    page.get_by_test_id("toolbar.search").locator("visible=true").fill(TITLE)
    open_book(page, TITLE)
    page.get_by_test_id("detail.delete").locator("visible=true").click()
    page.get_by_test_id("alert.deleteBook.delete").click()
    page.get_by_test_id("alert.error.cancel").click()
    state = page.get_by_test_id("sync.state").first
    expect(state).to_have_text("1 problem")
    server.stop()
    expect(state).to_have_text("Offline, 1 problem")
    open_book(page, TITLE)
    edit_title(page, "Middlemarch, offline")
    expect(state).to_have_text("Offline, 1 waiting, 1 problem")
    if size is NARROW:
        name = re.compile(r"^Library\W+1 needs attention, Offline, 1 waiting, 1 problem$")
        expect(library_tab(page)).to_have_accessible_name(name)
    screenshot(page, f"both-{'narrow' if size is NARROW else 'wide'}")
    page.reload()
    expect(state).to_have_text("Offline, 1 waiting, 1 problem")
    if size is WIDE:
        state.click()
        sheet = page.get_by_test_id("sheet.sync")
        expect(sheet).to_contain_text("1 edit")
        expect(sheet).to_contain_text("Some edits were refused")
        screenshot(page, "both-sheet")
    server.start()
    expect(state).to_have_text("1 problem")


def test_a_phone_that_was_removed_hears_of_it(server, window, screenshot):
    server.command("import", goodreads_export(server.data.parent / "books.csv", 20))
    phone = window(NARROW)
    open_row(phone)
    listen(phone)
    server.command("device", "revoke", server.command("device", "list").split()[0])
    until_heard(phone, "This device is not paired with your library any more.")
    name = re.compile(r"^Library\W+Not paired$")
    expect(library_tab(phone)).to_have_accessible_name(name)
    banner = phone.get_by_test_id("removed.banner")
    expect(banner).to_contain_text("This device is not paired with your library any more.")
    expect(banner).to_contain_text("The books on it stay as they are")
    expect(phone.get_by_test_id("removed.save")).to_be_hidden()
    write(phone, "review", "Never sent")
    expect(banner).to_contain_text("1 edit that was not sent")
    screenshot(phone, "removed")
    with phone.expect_download() as download:
        phone.get_by_test_id("removed.save").click()
    assert "Never sent" in Path(download.value.path()).read_text()
    for path, place in (("/feed", ".feed-note"), ("/search?q=dune", ".search-note"),
                        ("/settings/devices", ".device-cards")):
        phone.goto(server.origin + path)
        expect(phone.locator(place).get_by_text("This device is not paired")).to_be_visible()
        expect(library_tab(phone)).to_have_accessible_name(name)
        screenshot(phone, f"removed-{path[1:5]}")
    expect_clean(phone, "removed")
    # Put aside it is out of the way; the word beside the library stays.
    phone.get_by_test_id("removed.hide").click()
    expect(banner).to_be_hidden()
    expect(library_tab(phone)).to_have_accessible_name(name)
    phone.reload()
    phone.get_by_test_id("removed.pair").click()
    expect(phone.get_by_test_id("pair.code")).to_be_visible()


def test_a_phone_that_is_paired_again_sends_what_it_kept(server, window):
    server.command("import", goodreads_export(server.data.parent / "books.csv", 5))
    phone = window(NARROW)
    open_row(phone)
    server.command("device", "revoke", server.command("device", "list").split()[0])
    expect(phone.get_by_test_id("removed.banner")).to_be_visible()
    write(phone, "review", "Kept meanwhile")
    phone.goto(server.fresh_link())
    expect_saved(phone)
    expect(phone.get_by_test_id("removed.banner")).to_be_hidden()
    laptop = window()
    open_row(laptop)
    expect(laptop.get_by_test_id("detail.review").locator("visible=true")).to_have_value("Kept meanwhile")


def test_a_phone_that_can_keep_nothing_hears_of_it(server, window):
    server.command("import", goodreads_export(server.data.parent / "books.csv", 20))
    phone = window(NARROW)
    open_row(phone)
    phone.evaluate(FULL_DISK)
    write(phone, "review", "Not kept")
    expect(library_tab(phone)).to_have_accessible_name(re.compile(r"^Library\W+Problem$"))


def test_an_editor_that_can_keep_nothing_says_so_and_keeps_each_edit_once(server, window, screenshot):
    server.command("import", goodreads_export(server.data.parent / "books.csv", 5))
    phone = window(NARROW)
    expect_saved(phone)
    phone.wait_for_function("() => navigator.serviceWorker.controller !== null")
    server.stop()
    expect_state(phone, "offline")
    phone.evaluate(NO_ROOM)
    phone.get_by_test_id("toolbar.new").locator("visible=true").click()
    sheet = phone.get_by_test_id("sheet.newBook")
    save = sheet.get_by_test_id("sheet.newBook.save")
    phone.get_by_test_id("field.title").fill("No room")
    save.click()
    sentence = sheet.locator(".editor-unsaved .field-error")
    expect(sentence).to_have_text(
        "There is no room left on this device to keep edits; make some, and saving goes on."
        " Your changes are kept until you save or discard them."
    )
    expect(save).to_be_enabled()
    screenshot(phone, "no-room")
    expect_clean(phone, "no room")
    note = sheet.get_by_label("Private note")
    for title, words in (("No room", "Waits"), ("No room", "Waits"), ("No room yet", "Waits here")):
        phone.get_by_test_id("field.title").fill(title)
        note.fill(words)
        expect(sentence).to_be_visible()
        sheet.evaluate(LET_GO)
        save.click()
        assert phone.evaluate("window.letGo")
        expect(sentence).to_be_visible()
    server.start()
    expect(sheet).to_have_count(0)
    # What the disk has not taken, the server has.
    other = window()
    expect(rows(other)).to_have_count(6)
    open_book(other, "No room yet")
    expect(other.get_by_test_id("detail.note").locator("visible=true")).to_have_value("Waits here")


def test_a_book_of_which_two_versions_are_kept_says_so_and_leads_to_them(server, window, screenshot):
    laptop, phone = two_with(window, TITLE)

    def act():
        edit_title(laptop, "Middlemarch on the laptop")
        edit_title(phone, "Middlemarch on the phone")

    apart(server, (laptop, phone), act)
    for page in (laptop, phone):
        expect(library_tab(page)).to_have_accessible_name(re.compile(r"^Library\W+1 needs attention$"))
        line = page.locator("[data-testid^='notice.versions.']").locator("visible=true")
        expect(line).to_contain_text("Two versions of this are kept: Title.")
        screenshot(page, f"versions-{page.viewport_size['width']}")
        expect_clean(page, "two versions")
    phone.get_by_test_id("versions.show").locator("visible=true").click()
    card = phone.get_by_test_id("sheet.conflicts").locator("article.conflict")
    expect(card.locator("h3")).to_be_focused()
    phone.get_by_test_id("sheet.conflicts.close").click()
    phone.get_by_test_id("tabBar.settingsTab").click()
    expect(phone.get_by_test_id("settings.notifications")).to_contain_text("1 needs attention")
    screenshot(phone, "settings")
    laptop.get_by_test_id("versions.show").click()
    laptop.locator("article.conflict [data-testid$='.kept']").click()
    expect(library_tab(phone)).to_have_accessible_name("Library")
    expect(phone.get_by_test_id("settings.notifications")).to_contain_text("Conflicts and refused edits")


def test_a_library_that_is_still_arriving_counts_as_no_more_than_that(
    server, window, tmp_path, screenshot
):
    server.command("import", goodreads_export(tmp_path / "books.csv", 600))
    phone = window(NARROW, paired=False)
    cable = arriving(phone)
    phone.goto(server.fresh_link())
    expect(rows(phone).first).to_be_visible()
    count = phone.locator(".pane-count:visible")
    expect(count).to_have_text(re.compile(r"^\d+ books so far$"))
    screenshot(phone, "so-far")
    search = phone.get_by_test_id("toolbar.search").locator("visible=true")
    search.fill("nobody wrote this")
    expect(count).to_have_text(re.compile(r"^0 of \d+ books so far$"))
    expect(phone.locator(".empty-text:visible")).to_contain_text("not arrived yet")
    search.fill("")
    phone.get_by_test_id("tabBar.searchTab").click()
    phone.get_by_test_id("toolbar.search").locator("visible=true").fill("Glass")
    expect(phone.locator(".search-count:visible").first).to_have_text(re.compile(r"books so far$"))
    phone.get_by_test_id("tabBar.libraryTab").click()
    cable.spoil = None
    cable.release()
    expect(count).to_have_text("600 books")


def test_what_has_not_arrived_offline_is_not_taken_for_gone(server, window, tmp_path, screenshot):
    server.command("import", goodreads_export(tmp_path / "books.csv", 600))
    phone = window(NARROW, paired=False)
    cable = arriving(phone)
    phone.goto(server.fresh_link())
    count = phone.locator(".pane-count:visible")
    expect(count).to_have_text(re.compile(r"^\d+ books so far$"))
    phone.wait_for_function("() => navigator.serviceWorker.controller !== null")
    server.stop()
    expect_state(phone, "offline")
    expect(count).to_have_text(re.compile(r"^\d+ books so far$"))
    phone.goto(f"{server.origin}/library/all/book/goodreads-71000600")
    expect(phone.get_by_text("This book has not arrived yet.").locator("visible=true")).to_be_visible()
    screenshot(phone, "not-arrived")
    # Longer than it takes a book that is nowhere to count as gone.
    pause(phone, 5_500)
    expect(phone.get_by_test_id("notice.gone")).to_have_count(0)
    expect(phone.get_by_test_id("detail.skeleton").locator("visible=true")).to_be_visible()
    cable.spoil, cable.held = None, False
    server.start()
    expect_book(phone, "The Glass Orchard 00600")
    phone.get_by_test_id("detail.back").locator("visible=true").click()
    expect(count).to_have_text("600 books")


def arriving(page):
    """A cable to `page` that lets the first page of its library through and holds back the second."""
    cable = Cable(page)
    pulls = []

    def page_by_page(message):
        if message.get("t") == "pull":
            pulls.append(message)
            message["limit"] = 200
            cable.held = len(pulls) > 1
        return message

    cable.spoil = page_by_page
    return cable
