"""Every place has its link (NAVIGATION §4: 22–25; §3.4)."""

import json
import re

import pytest
from playwright.sync_api import expect

from desk import paired
from place import (
    ADDRESS_WRITTEN_MS, book_pane, expect_book, expect_columns, nav_state, open_row,
)
from reader import expect_saved, pause, rows, scroll_list
from sizes import NARROW, WIDE, both_sizes
from wire import Cable

SHELF = "Bedside"


@pytest.fixture(scope="module")
def shelf(shared_desk):
    """A shelf with three books: its id, and theirs."""
    page = shared_desk.open(WIDE)
    page.get_by_test_id("sidebar.newShelf").click()
    page.get_by_test_id("sidebar.shelfName").fill(SHELF)
    page.keyboard.press("Enter")
    item = page.locator("[data-testid^='sidebar.shelf:'][href]").filter(has_text=SHELF)
    key = item.get_attribute("data-testid").removeprefix("sidebar.shelf:")
    books = []
    for number in range(3):
        book, title = open_row(page, number)
        page.get_by_test_id("detail.shelves.add").fill(SHELF)
        page.keyboard.press("Enter")
        expect(page.get_by_test_id("detail.shelves")).to_contain_text(SHELF)
        books.append((book, title))
    expect_saved(page)
    page.close()
    return key, books


def two_deep(page):
    """A book, and from it everything by its author."""
    open_row(page)
    page.locator(".book-people .person:visible").first.click()
    expect(page.locator(".detail-column [data-testid^='list.author:']:visible")).to_be_visible()


def follow_link(page, link):
    """A link inside the client, as one in a note or a tag is."""
    page.evaluate("(link) => window.history.pushState(null, '', link)", link)
    page.evaluate("() => window.dispatchEvent(new PopStateEvent('popstate', { state: null }))")


@both_sizes
def test_22_settings_opens_at_its_root_and_the_library_stays(desk, size):
    """Given library two deep; when `/settings` opens; then Settings root, its path empty, library
    path intact; all four `tabBar.*` identifiers exist."""
    page = desk.open(size)
    page.get_by_test_id("tabBar.settingsTab").click()
    page.get_by_test_id("settings.about").click()
    page.get_by_test_id("tabBar.libraryTab").click()
    two_deep(page)
    before = nav_state(page)["tabs"]["library"]
    assert len(before["path"]) == 2
    follow_link(page, "/settings")
    expect(page.get_by_test_id("list.settings")).to_be_visible()
    expect(page.get_by_test_id("detail.page.about")).to_have_count(0)
    after = nav_state(page)
    assert after["tab"] == "settings" and after["tabs"]["settings"]["path"] == []
    assert after["tabs"]["library"] == before
    for tab in ["library", "search", "feed", "settings"]:
        expect(page.get_by_test_id(f"tabBar.{tab}Tab")).to_be_visible()
    expect(page.get_by_test_id("tabBar.settingsTab")).to_have_attribute("aria-current", "page")


@both_sizes
def test_the_tab_again_goes_to_its_root_and_then_to_its_top(desk, size):
    """The tab that is shown: pressed once it pops to the root, pressed again it scrolls to the
    top."""
    page = desk.open(size)
    scroll_list(page, 3_000)
    two_deep(page)
    page.get_by_test_id("tabBar.libraryTab").click()
    assert nav_state(page)["tabs"]["library"]["path"] == []
    place = page.locator(".list:visible").evaluate("(list) => list.scrollTop")
    assert place > 2000
    page.get_by_test_id("tabBar.libraryTab").click()
    page.wait_for_function(
        "() => [...document.querySelectorAll('.list')].find((n) => n.offsetParent).scrollTop === 0"
    )
    expect(page.get_by_test_id("tabBar.libraryTab")).to_be_focused()


def test_23_a_cold_link_has_its_ancestors(desk, shelf):
    """Given cold `/library/shelf/s1/book/bA`, narrow; when on-screen Back twice; then shelf list,
    then sidebar."""
    key, books = shelf
    book, title = books[1]
    page = desk.open(NARROW, f"/library/shelf/{key}/book/{book}")
    expect_book(page, title)
    expect(page.get_by_test_id("detail.back")).to_have_accessible_name(f"Back to {SHELF}")
    page.get_by_test_id("detail.back").click()
    expect(page.get_by_test_id(f"list.shelf:{key}")).to_be_visible()
    expect(page.get_by_test_id(f"row.{book}")).to_be_focused()
    page.get_by_test_id("toolbar.back").click()
    expect(page.get_by_test_id(f"sidebar.shelf:{key}")).to_be_visible()
    expect(page.get_by_test_id(f"sidebar.shelf:{key}")).to_be_focused()
    expect_columns(page, ["sidebar"])


def test_23_a_cold_link_fills_three_columns(desk, shelf):
    """Wide shows all three columns."""
    key, books = shelf
    book, title = books[1]
    page = desk.open(WIDE, f"/library/shelf/{key}/book/{book}")
    expect_book(page, title)
    expect_columns(page, ["sidebar", "list", "detail"])
    expect(page.get_by_test_id(f"sidebar.shelf:{key}")).to_have_attribute("aria-current", "page")
    expect(page.get_by_test_id(f"row.{book}")).to_have_attribute("aria-selected", "true")
    expect(rows(page)).to_have_count(3)
    expect(page.get_by_test_id("detail.back")).to_be_hidden()


def test_23_a_link_deep_in_brings_every_step_back(desk, shelf):
    """Ancestors are implied by the path: each Back is one of them."""
    key, [(book, title), *_] = shelf
    page = desk.open(NARROW, f"/library/shelf/{key}/book/{book}/in/status/read")
    expect(page.get_by_test_id("list.status:read")).to_be_visible()
    expect(page.get_by_test_id("detail.back")).to_have_accessible_name(f"Back to {title}")
    page.get_by_test_id("detail.back").click()
    expect_book(page, title)
    page.get_by_test_id("detail.back").click()
    expect(page.get_by_test_id(f"list.shelf:{key}")).to_be_visible()


@both_sizes
@pytest.mark.parametrize("link", ["/libary", "/settings/book/x"])
def test_24_a_link_that_leads_nowhere(desk, size, link):
    """Given `/libary`; cold gives `/library`, with a notice. `/settings/book/x` fails `order`.
    (Inside the client nothing moves: Tests/Web/scene.test.mjs.)"""
    page = desk.open(size, link)
    expect(page.get_by_test_id("notice.link_invalid")).to_be_visible()
    expect(rows(page).first).to_be_visible()
    assert page.url.endswith("/library/all")


@both_sizes
def test_25_a_book_on_its_way_is_a_skeleton_until_it_comes(chromium, library, desk, size):
    """Given a link to a book not yet synced; then skeleton; arrival within 5 s shows it."""
    cables = []
    page = desk.open(size, before=lambda page: cables.append(Cable(page)))
    [cable] = cables
    cable.held = True
    other = paired(chromium, library)
    book, title = add_book(other, f"Just written at {size['width']}")
    follow_link(page, f"/library/all/book/{book}")
    expect(page.get_by_test_id("detail.skeleton").locator("visible=true")).to_be_visible()
    assert book in page.url
    cable.release()
    expect_book(page, title)
    expect(page.get_by_test_id("detail.skeleton").locator("visible=true")).to_have_count(0)
    other.context.close()


def add_book(desk, title):
    page = desk.open(WIDE)
    page.get_by_test_id("toolbar.new").locator("visible=true").click()
    page.get_by_test_id("field.title").fill(title)
    page.get_by_test_id("sheet.newBook.save").click()
    expect_book(page, title)
    expect_saved(page)
    name = book_pane(page).get_attribute("data-testid")
    return name.removeprefix("detail.book."), title


@both_sizes
def test_25_a_book_that_never_comes_gives_way_to_the_list(desk, size):
    """Otherwise list plus notice."""
    page = desk.open(size, "/library/status/read/book/nobody-has-this")
    expect(page.get_by_test_id("detail.skeleton").locator("visible=true")).to_be_visible()
    expect(page.get_by_test_id("notice.gone")).to_be_visible()
    expect(page.get_by_test_id("detail.skeleton").locator("visible=true")).to_have_count(0)
    expect(page.get_by_test_id("list.status:read")).to_be_visible()
    page.wait_for_url("**/library/status/read")


def test_a_link_to_a_deleted_book_says_so(desk):
    """A valid link to a dead book is repaired, with notice."""
    page = desk.open(WIDE)
    book, title = open_row(page, 6)
    page.get_by_test_id("detail.delete").click()
    page.get_by_test_id("alert.deleteBook.delete").click()
    expect(page.get_by_test_id("detail.placeholder")).to_be_visible()
    expect_saved(page)
    page.close()
    page = desk.open(WIDE, f"/library/all/book/{book}")
    expect(page.get_by_test_id("notice.gone")).to_contain_text(title)
    expect(page.get_by_test_id("detail.placeholder")).to_be_visible()
    page.wait_for_url("**/library/all")


def test_the_middle_button_opens_a_book_in_a_window_of_its_own(desk):
    page = desk.open(WIDE, "/library/all?sort=title")
    row = rows(page).nth(2)
    book = row.get_attribute("data-testid").removeprefix("row.")
    with page.context.expect_page() as opened:
        row.click(button="middle")
    other = opened.value
    expect(other.get_by_test_id(f"detail.book.{book}")).to_be_visible()
    assert other.url == f"{desk.server.origin}/library/all/book/{book}?sort=title"
    # The list that was pressed in stays where it is, with nothing opened beside it.
    assert page.url == f"{desk.server.origin}/library/all?sort=title"
    expect(page.get_by_test_id("detail.placeholder")).to_be_visible()
    scenes = {tab.evaluate("() => sessionStorage.getItem('dogear.scene')") for tab in (page, other)}
    assert len(scenes) == 2


def test_the_address_is_always_the_place(desk, shelf):
    """The address bar equals the place: opened elsewhere, it shows the same."""
    key, books = shelf
    page = desk.open(WIDE, f"/library/shelf/{key}")
    page.get_by_test_id("toolbar.filter").locator("visible=true").click()
    page.get_by_test_id("popover.filters.status.read").click()
    page.get_by_test_id("popover.filters.done").click()
    page.get_by_test_id("toolbar.sort").locator("visible=true").click()
    page.get_by_test_id("popover.sort.by.title").click()
    page.get_by_test_id("popover.sort.done").click()
    _, title = open_row(page)
    url = nav_url(page)
    other = desk.open(NARROW, url.removeprefix(desk.server.origin))
    expect_book(other, title)
    assert nav_url(other) == url
    assert json.dumps(nav_state(other)["lists"][f"shelf:{key}"]["filters"]) == '{"status": ["read"]}'


def nav_url(page):
    """The address, once replacements of it have been written."""
    pause(page, ADDRESS_WRITTEN_MS)
    return page.url


# The address stays as it is, as it does for a moment after each step.
LATE = """(delay) => {
  const { setTimeout } = window;
  window.setTimeout = (act, after, ...rest) => (after === delay ? 0 : setTimeout(act, after, ...rest));
}"""
REPLACE_DELAY_MS = 400


def test_who_loads_again_before_the_address_has_followed_is_where_they_were(desk):
    """In a wide window, where a step takes the entry of the one before; in a narrow one each has its own."""
    page = desk.open(WIDE)
    book, title = open_row(page)
    # What is to follow still has done so.
    pause(page, ADDRESS_WRITTEN_MS)
    expect(page).to_have_url(re.compile(f"/book/{book}$"))
    page.evaluate(LATE, REPLACE_DELAY_MS)
    page.get_by_test_id("detail.next").locator("visible=true").click()
    expect(book_pane(page).locator("h1")).not_to_have_text(title)
    shown = book_pane(page).get_attribute("data-testid").removeprefix("detail.book.")
    assert page.url.endswith(f"/book/{book}")
    page.reload()
    expect(page.get_by_test_id(f"detail.book.{shown}")).to_be_visible()
    expect(page).to_have_url(re.compile(f"/book/{shown}$"))
    # An address that somebody goes to is meant, though.
    page.goto(f"{desk.server.origin}/library/all/book/{book}")
    expect_book(page, title)
