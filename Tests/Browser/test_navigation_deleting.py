"""What happens to a place when its book goes (NAVIGATION §4: 7, 8, 26; §3.5)."""

import re
from urllib.parse import quote

import pytest
from playwright.sync_api import expect

from books import author_of_many
from desk import paired
from place import book_pane, expect_book, open_row, title_of
from reader import expect_saved, held_back, rows
from sizes import NARROW, WIDE, both_sizes
from wire import Cable, refuse_deletions

GONE = "notice.gone"


@pytest.fixture(scope="module")
def ipad(chromium, library):
    """Another device of the same reader, by that name."""
    other = paired(chromium, library)
    page = other.context.new_page()
    page.goto(library.origin + "/styles/tokens.css")
    status = page.evaluate(
        """async () => {
          const { device } = await (await fetch("/v1/session")).json();
          const headers = { "Content-Type": "application/json" };
          const body = JSON.stringify({ name: "iPad" });
          return (await fetch(`/v1/devices/${device.id}`, { method: "PATCH", headers, body })).status;
        }"""
    )
    assert status == 200
    page.close()
    yield other
    other.context.close()


def delete_open(page):
    page.get_by_test_id("detail.delete").click()
    page.get_by_test_id("alert.deleteBook.delete").click()
    expect(page.get_by_test_id("alert.deleteBook")).to_have_count(0)


def delete_elsewhere(ipad, book, review=None):
    """Deletes a book on another device, once that has its review: what a deletion has not seen undoes it."""
    page = ipad.open(WIDE, f"/library/all/book/{book}")
    if review is not None:
        expect(page.get_by_test_id("detail.review").locator("visible=true")).to_have_value(review)
    delete_open(page)
    # The alert goes before the edit is made: that is there with the notice, and the word about it with
    # the drawing after that. A page that is closed sooner takes it along.
    expect(page.get_by_test_id("toast.action")).to_be_visible()
    page.evaluate("new Promise(requestAnimationFrame)")
    expect_saved(page)
    page.close()


@both_sizes
def test_07_a_deleted_book_is_gone_and_back_never_reopens_it(desk, size):
    """Given a library book; when Delete is confirmed; then alert gone, list shown, row gone, and
    browser Back never reopens it."""
    page = desk.open(size, "/library/status/read")
    page.goto(desk.server.origin + "/library/all")
    expect(rows(page).first).to_be_visible()
    book, title = open_row(page, 2)
    page.get_by_test_id("detail.delete").click()
    expect(page.get_by_test_id("alert.deleteBook")).to_contain_text(title)
    expect(page.get_by_test_id("alert.deleteBook.cancel")).to_be_focused()
    page.get_by_test_id("alert.deleteBook.delete").click()
    expect(page.get_by_test_id("alert.deleteBook")).to_have_count(0)
    expect(rows(page).first).to_be_visible()
    expect(page.get_by_test_id(f"row.{book}")).to_have_count(0)
    expect(book_pane(page)).to_have_count(0)
    expect(page.locator(".list:visible")).to_be_visible()
    for go in [page.go_back, page.go_forward]:
        go()
        expect(rows(page).first).to_be_visible()
        expect(book_pane(page)).to_have_count(0)
        assert book not in page.url
    expect_saved(page)


@both_sizes
def test_08_a_refused_deletion_can_be_tried_again(desk, size):
    """Given delete fails; then the row returns, error alert offers Retry; Retry resends once;
    Cancel changes nothing."""
    cables = []
    page = desk.open(size, before=lambda page: cables.append(Cable(page)))
    [cable] = cables
    # What the page before was closed with unanswered went out again as this one opened.
    cable.sent.clear()
    cable.spoil = refuse_deletions
    book, title = open_row(page, 4)
    delete_open(page)
    alert = page.get_by_test_id("alert.error")
    reason = "Your server did not take the deletion, so the book is still in your library."
    expect(alert).to_have_accessible_description(reason)
    expect(page.get_by_test_id(f"row.{book}")).to_have_count(1)
    expect(page.get_by_test_id("alert.error.cancel")).to_be_focused()
    assert cable.deletions() == 1

    # Tried again, and refused again: one press, one attempt.
    page.get_by_test_id("alert.error.retry").click()
    cable.expect_deletions(page, 2)
    expect(alert).to_be_visible()
    page.get_by_test_id("alert.error.cancel").click()
    expect(alert).to_have_count(0)
    expect(page.get_by_test_id(f"row.{book}")).to_be_visible()
    assert cable.deletions() == 2
    page.get_by_test_id(f"row.{book}").click()
    expect_book(page, title)

    # And taken at last, once the server has nothing against it.
    delete_open(page)
    expect(alert).to_be_visible()
    cable.spoil = None
    page.get_by_test_id("alert.error.retry").click()
    expect(alert).to_have_count(0)
    expect(page.get_by_test_id(f"row.{book}")).to_have_count(0)
    cable.expect_deletions(page, 4)
    # What was refused and left is kept among the problems, until somebody lets it go.
    expect(page.get_by_test_id("sync.state").first).to_have_attribute("data-state", "problem")
    page.goto(desk.server.origin + "/settings/notifications")
    page.get_by_test_id("problem.discard").locator("visible=true").click()
    expect(page.get_by_test_id("notice.discarded")).to_be_visible()
    page.goto(desk.server.origin + "/library/all")
    expect_saved(page)


def follow_author(page):
    """From the open book to everything by its author, and to a book there."""
    page.locator(".book-people .person:visible").first.click()
    expect(page.locator("[data-testid^='list.author:']:visible")).to_be_visible()
    pushed = page.locator(".detail-column [data-testid^='list.author:']:visible")
    expect(pushed.locator("[data-testid^='row.']").nth(1)).to_be_visible()
    return pushed.locator("[data-testid^='row.']")


@both_sizes
def test_26_what_dies_elsewhere_leaves_the_path(desk, ipad, size, strip):
    """Given [A, author, B] open; when iPad deletes A, then B; then first nothing visible changes;
    then the author list with a notice naming iPad."""
    page = desk.open(size, f"/library/all?q={quote(author_of_many())}&sort=title")
    first, _ = open_row(page, 0)
    theirs = follow_author(page)
    expect(page.get_by_test_id("detail.back")).to_be_visible()
    names = theirs.evaluate_all("(rows) => rows.map((row) => row.dataset.testid)")
    second = next(name for name in names if name != f"row.{first}")
    theirs.page.locator(f".detail-column [data-testid='{second}']").click()
    second = second.removeprefix("row.")
    expect(page.get_by_test_id(f"detail.book.{second}")).to_be_visible()
    title = book_pane(page).locator("h1").inner_text()
    author = page.get_by_test_id("detail.back").inner_text()

    delete_elsewhere(ipad, first)
    expect(page.get_by_test_id("sidebar.trash")).to_contain_text(re.compile(r"\d"))
    expect(page).not_to_have_url(re.compile(first))
    expect_book(page, title)
    expect(page.get_by_test_id(GONE)).to_have_count(0)
    strip(page, "a-deleted")
    delete_elsewhere(ipad, second)
    expect(page.get_by_test_id(GONE)).to_contain_text(f" deleted “{title}”")
    expect(page.get_by_test_id(GONE)).to_contain_text("iPad")
    expect(page.locator(".detail-column [data-testid^='list.author:']:visible")).to_be_visible()
    expect(page.locator(".detail-column .pane-title:visible")).to_have_text(author)
    strip(page, "b-deleted")


@both_sizes
def test_26_a_dirty_editor_of_a_dead_book_becomes_restore_as_new(desk, ipad, size):
    """A dirty editor of B becomes Restore as new."""
    page = desk.open(size, "/library/all?q=the")
    book, title = open_row(page, 8)
    page.get_by_test_id("detail.edit").click()
    words = f"{title}, saved from deletion"
    page.get_by_test_id("field.title").fill(words)
    page.get_by_test_id("field.pages").fill("321")
    delete_elsewhere(ipad, book)
    sheet = page.get_by_test_id("sheet.newBook")
    expect(sheet.get_by_role("heading", name="Restore as new")).to_be_visible()
    expect(page.get_by_test_id("field.title")).to_have_value(words)
    # Left and resumed, it is still the same offer.
    page.keyboard.press("Escape")
    page.get_by_test_id("notice.draftKept").get_by_test_id("toast.action").click()
    expect(sheet.get_by_role("heading", name="Restore as new")).to_be_visible()
    page.get_by_test_id("sheet.newBook.save").click()
    expect_book(page, words)
    assert book not in page.url


def test_a_book_that_is_back_by_the_time_of_saving_is_saved_and_not_made_again(desk, ipad):
    page = desk.open(WIDE)
    book, title = open_row(page, 8)
    page.get_by_test_id("detail.edit").click()
    page.get_by_test_id("field.title").fill(f"{title}, deleted and back")
    count = page.get_by_test_id("sidebar.all").inner_text()
    other = ipad.open(WIDE, f"/library/all/book/{book}")
    delete_open(other)
    heading = page.get_by_test_id("sheet.newBook").get_by_role("heading")
    expect(heading).to_have_text("Restore as new")
    expect(page.get_by_test_id("sheet.newBook.resumed")).to_contain_text("was deleted")
    other.get_by_test_id("toast.action").click()
    # It no longer says so.
    expect(heading).to_have_text("Edit book")
    expect(page.get_by_test_id("sheet.newBook.resumed")).not_to_contain_text("was deleted")
    expect(page.get_by_test_id("sidebar.all")).to_have_text(count, use_inner_text=True)
    page.get_by_test_id("sheet.newBook.save").click()
    expect_book(page, f"{title}, deleted and back")
    assert book in page.url
    expect(page.get_by_test_id("sidebar.all")).to_have_text(count, use_inner_text=True)


def test_a_dead_book_gives_way_to_the_list_and_no_other(desk, ipad):
    """Empty path → list or placeholder: a neighbour is never chosen in its place. The focus, if it
    was in the book, goes to the list, with a status message."""
    page = desk.open(WIDE, "/library/status/reading")
    book, _ = open_row(page, 3)
    page.keyboard.press("F6")
    expect(book_pane(page).locator("h1")).to_be_focused()
    delete_elsewhere(ipad, book)
    expect(page.get_by_test_id("detail.placeholder")).to_be_visible()
    expect(page.locator(".list:visible .row:focus")).to_have_count(1)
    expect(page.get_by_role("status").filter(has_text="deleted “")).to_be_visible()
    expect(page.get_by_test_id(GONE)).to_contain_text("iPad")
    page.set_viewport_size(NARROW)
    expect(rows(page).first).to_be_visible()
    expect(book_pane(page)).to_have_count(0)


def test_a_book_that_dies_beside_a_popover_is_named(desk, ipad):
    page = desk.open(WIDE, "/library/status/reading")
    book, title = open_row(page, 3)
    page.get_by_test_id("toolbar.filter").locator("visible=true").click()
    delete_elsewhere(ipad, book)
    expect(page.get_by_test_id("detail.placeholder")).to_be_visible()
    expect(page.get_by_test_id(GONE)).to_contain_text(f"iPad deleted “{title}”")
    expect(page.get_by_test_id("popover.filters")).to_be_visible()


def test_a_device_that_is_new_is_named_as_soon_as_its_name_has_come(chromium, library, desk):
    page = desk.open(WIDE, "/library/status/reading")
    asked = []
    page.route("**/v1/devices", lambda route: asked.append(route))
    book, title = open_row(page, 3)
    newcomer = paired(chromium, library)
    delete_elsewhere(newcomer, book)
    notice = page.get_by_test_id(GONE)
    expect(notice).to_contain_text(f"Another device deleted “{title}”")
    held_back(page, asked).continue_()
    expect(notice).to_contain_text(re.compile(rf"^Linux computer( \d+)? deleted “{re.escape(title)}”"))
    newcomer.context.close()


@pytest.mark.parametrize("act", ["delete", "tag"])
def test_what_is_open_about_selected_books_says_which_was_the_last(desk, ipad, act):
    page = desk.open(WIDE, "/library/status/reading")
    row = rows(page).nth(4)
    book, title = row.get_attribute("data-testid").removeprefix("row."), title_of(row)
    row.click(modifiers=["Control"])
    page.get_by_test_id(f"selection.{act}").click()
    expect(page.locator("dialog[open]")).to_have_count(1)
    delete_elsewhere(ipad, book)
    expect(page.locator("dialog[open]")).to_have_count(0)
    expect(page.get_by_test_id(GONE)).to_contain_text(f"iPad deleted “{title}”")


def test_a_question_about_a_book_that_left_the_list_says_that_none_is_left(desk, ipad):
    page = desk.open(WIDE, "/library/status/reading")
    row = rows(page).nth(4)
    book = row.get_attribute("data-testid").removeprefix("row.")
    row.click(modifiers=["Control"])
    page.get_by_test_id("selection.delete").click()
    other = ipad.open(WIDE, f"/library/all/book/{book}")
    other.get_by_test_id("detail.status.paused").click()
    expect(page.locator("dialog[open]")).to_have_count(0)
    expect(page.get_by_test_id("notice.ended")).to_have_text("Nothing is selected")


def test_the_rest_of_a_word_for_a_dead_book_does_nothing_to_another(desk, ipad):
    """The field that it was typed into is gone, and a key in a list is a shortcut, or a title's letter."""
    page = desk.open(WIDE, "/library/status/reading")
    book, _ = open_row(page, 3)
    review = page.get_by_test_id("detail.review").locator("visible=true")
    review.click()
    page.keyboard.type("A book to be ")
    delete_elsewhere(ipad, book, review.input_value())
    focused = page.locator(".list:visible .row:focus")
    expect(focused).to_have_count(1)
    expect(page).not_to_have_url(re.compile(book))
    row, url = focused.get_attribute("data-testid"), page.url
    page.keyboard.type("reread in 5 years?\b")
    expect(page.get_by_test_id(row)).to_be_focused()
    expect(page.locator("dialog[open]")).to_have_count(0)
    assert page.url == url
    # Whoever has seen it goes on as ever.
    page.keyboard.press("ArrowDown")
    page.keyboard.press("?")
    expect(page.locator("dialog[open]")).to_be_visible()


def test_a_list_is_gone_through_by_keys_while_its_rows_leave(desk):
    """The row that moved up into the place of another is the next one."""
    page = desk.open(WIDE, "/library/status/toRead?sort=title")
    titles = [title_of(rows(page).nth(at)) for at in range(7)]
    rows(page).nth(1).click()
    expect_book(page, titles[1])
    for at in (2, 3):
        page.keyboard.press("3")
        expect(rows(page).nth(1)).to_contain_text(titles[at])
        page.keyboard.press("ArrowDown")
        expect_book(page, titles[at])
    page.keyboard.press("Delete")
    page.get_by_test_id("alert.deleteBook.delete").click()
    expect(rows(page).nth(1)).to_contain_text(titles[4])
    page.keyboard.press("ArrowDown")
    expect_book(page, titles[4])
    page.keyboard.press("3")
    expect(rows(page).nth(1)).to_contain_text(titles[5])
    page.keyboard.press("ArrowUp")
    expect_book(page, titles[0])
    for _ in range(4):
        page.keyboard.press("z")
    expect(rows(page).nth(4)).to_contain_text(titles[4])


@both_sizes
def test_a_book_that_has_left_its_list_still_has_its_neighbours(desk, size):
    page = desk.open(size, "/library/status/toRead?sort=title")
    titles = [title_of(rows(page).nth(at)) for at in range(5)]
    rows(page).nth(2).click()
    expect_book(page, titles[2])
    page.get_by_test_id("detail.status.paused").locator("visible=true").click()
    step = {to: page.get_by_test_id(f"detail.{to}").locator("visible=true") for to in ("next", "previous")}
    expect(page.get_by_test_id("notice.status")).to_be_visible()
    expect(step["next"]).to_be_enabled()
    expect(step["previous"]).to_be_enabled()
    step["next"].click()
    expect_book(page, titles[3])
    step["previous"].click()
    expect_book(page, titles[1])
    page.get_by_test_id("notice.status").get_by_test_id("toast.action").click()


def test_a_rows_menu_says_that_its_book_is_gone(desk, ipad):
    """Whatever is chosen in it, wide and narrow."""
    page, other = desk.open(WIDE), ipad.open(WIDE)
    for size in (WIDE, NARROW):
        page.set_viewport_size(size)
        for choice in ("paused", "open", "select"):
            row = rows(page).nth(5)
            book, title = row.get_attribute("data-testid").removeprefix("row."), title_of(row)
            row.click(button="right")
            expect(page.get_by_test_id("popover.row")).to_be_visible()
            other.get_by_test_id(f"row.{book}").click()
            expect_book(other, title)
            delete_open(other)
            expect(page.get_by_test_id(f"row.{book}")).to_have_count(0)
            page.get_by_test_id(f"popover.row.{choice}").click()
            expect(page.get_by_test_id(GONE)).to_contain_text(f"iPad deleted “{title}”")
            expect(page.get_by_test_id("popover.row")).to_have_count(0)
    expect_saved(other)
    other.close()
