"""One book that came from two services, made one again by the reader who sees it."""

import pytest
from playwright.sync_api import expect

from audit import COLOURS, expect_clean
from books import bookwyrm_export, goodreads_export, storygraph_export
from held import go_on, hold
from reader import (
    apart, expect_saved, expect_state, open_book, open_panel, review, rows, write,
)
from sizes import NARROW, TABLET, WIDE, both_sizes
from test_covers import choose, drawn, hero, picture_in
from test_first_session import bring_in

TITLE = "The Glass Orchard 00001"
OURS = "It begins slowly. The middle is splendid."
THEIRS = "It begins slowly. I wept at the end, and would again."


def rival(folder, **more):
    """The same book as another service has it: with the ISBN of another edition, so nothing joins it."""
    return storygraph_export(folder / "storygraph.csv", {
        "Title": TITLE, "Authors": "Mara B. Quill", "ISBN/UID": "9780141439587", "Format": "digital",
        "Read Status": "read", "Read Count": 1, "Dates Read": "2024/06/01", "Star Rating": 4.25,
        "Tags": "beach", "Review": THEIRS,
    } | more)


@pytest.fixture
def twice(server, tmp_path):
    """A library of three books, of which one is there a second time."""
    server.command("import", goodreads_export(tmp_path / "goodreads.csv", 3))
    server.command("import", rival(tmp_path))
    return server


def copies(page):
    return rows(page).filter(has_text=TITLE)


def ours(page):
    return copies(page).filter(has_text="Tidewater")


def theirs(page):
    return copies(page).filter(has_not_text="Tidewater")


def id_of(row):
    return row.get_attribute("data-testid").removeprefix("row.")


def expect_book(page, book):
    expect(page.get_by_test_id(f"detail.book.{book}")).to_be_visible()


def look_for_twins(page):
    page.keyboard.press("Control+k")
    page.get_by_test_id("palette.input").fill("possibly twice")
    page.keyboard.press("Enter")


def sheet(page):
    return page.get_by_test_id("sheet.join")


def open_ours(page):
    """Opens the copy of the first service, with a review in it; returns the ids of both."""
    expect(copies(page)).to_have_count(2)
    ids = id_of(ours(page)), id_of(theirs(page))
    ours(page).click()
    expect_book(page, ids[0])
    write(page, "review", OURS)
    expect_saved(page)
    return ids


def test_a_page_says_that_a_book_may_be_here_twice_and_the_two_become_one(twice, window, screenshot):
    page = window(WIDE)
    kept, gone = open_ours(page)
    notice = page.get_by_test_id(f"notice.twin.{kept}.{gone}")
    expect(notice).to_contain_text("You may have this twice")
    screenshot(page, "notice")
    notice.get_by_test_id("twin.compare").click()
    expect(page.get_by_test_id("join.review.both")).to_be_checked()
    expect_clean(page, "joining")
    screenshot(page, "sheet")
    page.get_by_test_id("join.review").scroll_into_view_if_needed()
    screenshot(page, "sheet-review")
    page.get_by_test_id("join.act").click()
    expect(sheet(page)).to_have_count(0)
    expect(page.get_by_test_id("notice.joined")).to_contain_text("is one book now")
    expect(copies(page)).to_have_count(1)
    expect_book(page, kept)
    expect(review(page)).to_have_value(f"{THEIRS}\n\n{OURS}")
    expect(page.locator(".reading:visible")).to_have_count(2)
    expect(page.locator(".detail-pane:visible")).to_contain_text("beach")
    expect(notice).to_be_hidden()
    # All of it comes back, from the word about it.
    page.get_by_test_id("notice.joined").get_by_role("button", name="Undo").click()
    expect(copies(page)).to_have_count(2)
    expect(review(page)).to_have_value(OURS)
    expect(page.locator(".reading:visible")).to_have_count(1)
    expect(notice).to_be_visible()


def test_what_was_begun_about_the_one_that_goes_is_gone_on_with_in_the_one_that_stays(twice, window):
    page = window(WIDE)
    expect(copies(page)).to_have_count(2)
    theirs(page).click()
    page.get_by_test_id("detail.addReading").locator("visible=true").click()
    form = page.locator(".book-readings .inline-form:visible")
    form.get_by_label("Started").fill("2021-0")
    page.get_by_test_id("detail.progress").locator("visible=true").click()
    page.get_by_test_id("progress.value").fill("37")
    page.keyboard.press("Escape")
    kept, gone = open_ours(page)
    expect(form).to_have_count(0)
    page.get_by_test_id("twin.compare").click()
    page.get_by_test_id("join.act").click()
    expect(copies(page)).to_have_count(1)
    expect_book(page, kept)
    expect(form.get_by_label("Started")).to_have_value("2021-0")
    page.get_by_test_id("detail.progress").locator("visible=true").click()
    expect(page.get_by_test_id("progress.value")).to_have_value("37")
    page.keyboard.press("Escape")
    form.get_by_label("Started").fill("2021-02-03")
    form.get_by_role("button", name="Save").click()
    expect(form).to_have_count(0)
    expect(page.locator(".reading:visible")).to_have_count(3)


@both_sizes
def test_whoever_has_the_other_open_anywhere_is_taken_to_the_one_that_stays(twice, window, size):
    page, other = window(WIDE), window(size)
    kept, gone = open_ours(page)
    theirs(other).click()
    expect_book(other, gone)
    page.get_by_test_id("twin.compare").click()
    page.get_by_test_id("join.act").click()
    expect_book(other, kept)
    expect(review(other)).to_have_value(f"{THEIRS}\n\n{OURS}")
    expect(other.get_by_test_id("notice.gone")).to_have_count(0)


def test_which_one_stays_and_what_of_each_is_chosen(twice, window):
    page = window(WIDE)
    kept, gone = open_ours(page)
    page.get_by_test_id("twin.compare").click()
    page.get_by_test_id(f"join.stays.{gone}").check()
    expect(page.get_by_test_id(f"join.stays.{gone}")).to_be_focused()
    card = page.get_by_test_id("join.format")
    # Of the one that stays first, whichever that is.
    expect(card.locator(".version-value")).to_have_text(["Paperback", "E-book"][::-1])
    card.get_by_label("Keep this").nth(1).check()
    page.get_by_test_id("join.review").get_by_label("Keep this").first.check()
    page.get_by_test_id("join.act").click()
    expect_book(page, gone)
    expect(copies(page)).to_have_count(1)
    expect(ours(page)).to_have_count(1)
    expect(review(page)).to_have_value(THEIRS)
    open_panel(page, "trash")
    expect(page.get_by_test_id(f"trash.{kept}")).to_contain_text(f"Joined with “{TITLE}”")
    restore = page.get_by_test_id(f"trash.{kept}.restore")
    expect(restore).to_have_accessible_name(f"Restore: {TITLE}")
    restore.click()
    page.get_by_test_id("sheet.trash.close").click()
    # A book of its own again, with its page.
    expect(copies(page)).to_have_count(2)
    copies(page).locator(f"xpath=self::*[@data-testid='row.{kept}']").click()
    expect_book(page, kept)


@pytest.mark.parametrize("size", [NARROW, WIDE], ids=["narrow", "wide"])
def test_of_two_covers_the_reader_chooses_one(twice, window, screenshot, size):
    page = window(WIDE)
    ids = [id_of(row) for row in (ours(page), theirs(page))]
    pictures = []
    for row, book, colour in zip((ours, theirs), ids, ("#732", "#264"), strict=True):
        row(page).click()
        expect_book(page, book)
        choose(page, drawn(page, colour=colour))
        picture_in(hero(page))
        pictures.append(picture_in(hero(page)).get_attribute("data-picture"))
    page.get_by_test_id("twin.compare").click()
    page.set_viewport_size(size)
    shown = page.get_by_test_id("join.cover").locator(".cover-picture")
    # The cover of the one that stays is first, and chosen.
    expect(shown).to_have_count(2)
    for image, picture in zip(shown.all(), pictures[::-1]):
        expect(image).to_have_attribute("data-picture", picture)
    expect(page.get_by_test_id("join.cover.0")).to_be_checked()
    expect(page.get_by_test_id("join.cover.0")).to_have_accessible_description("A picture")
    page.get_by_test_id("join.cover.1").check()
    page.get_by_test_id("join.cover").scroll_into_view_if_needed()
    screenshot(page, f"covers-{size['width']}")
    expect_clean(page, "two covers of one book")
    page.get_by_test_id("join.act").click()
    page.set_viewport_size(WIDE)
    expect(copies(page)).to_have_count(1)
    expect_book(page, ids[1])
    expect(hero(page).locator(".cover-picture")).to_have_attribute("data-picture", pictures[0])
    page.get_by_test_id("notice.joined").get_by_role("button", name="Undo").click()
    expect(copies(page)).to_have_count(2)
    expect(hero(page).locator(".cover-picture")).to_have_attribute("data-picture", pictures[1])


def test_two_reviews_that_are_too_long_for_one_are_both_kept(twice, window, screenshot):
    page = window(WIDE)
    kept, gone = open_ours(page)
    long = "A word. " * 12_498
    write(page, "review", long)
    expect_saved(page)
    page.get_by_test_id("twin.compare").click()
    card = page.get_by_test_id("join.review")
    expect(card).to_contain_text("Together they are too long for one text. The longest stays, the rest becomes a note.")
    expect(card.get_by_label("Keep both")).to_be_checked()
    card.scroll_into_view_if_needed()
    screenshot(page, "too-long")
    expect(page.get_by_test_id("join.sum")).to_contain_text("1 quote or note")
    page.get_by_test_id("join.act").click()
    expect(copies(page)).to_have_count(1)
    expect(review(page)).to_have_value(long.strip())
    expect(page.locator(".note:visible textarea")).to_have_value(THEIRS)
    expect_saved(page)
    page.get_by_test_id("notice.joined").get_by_role("button", name="Undo").click()
    expect(copies(page)).to_have_count(2)
    expect(page.locator(".note:visible")).to_have_count(0)


def test_two_versions_of_a_book_that_was_joined_are_settled_in_the_one_that_it_is_now(twice, window, screenshot):
    page, other = window(WIDE), window(WIDE)
    kept, gone = open_ours(page)
    for each in (page, other):
        theirs(each).click()
        expect_book(each, gone)

    def act():
        write(page, "note", "Shelved in the hall.")
        write(other, "note", "Shelved upstairs.")

    apart(twice, (page, other), act)
    expect(page.get_by_test_id("sidebar.conflicts")).to_contain_text("1")
    ours(page).click()
    page.get_by_test_id("twin.compare").click()
    page.get_by_test_id("join.act").click()
    expect(copies(page)).to_have_count(1)
    expect(page.get_by_test_id("sidebar.conflicts")).to_contain_text("1")
    expect_book(page, kept)
    page.locator("[data-testid^='notice.versions.']:visible").get_by_role("button", name="Show").click()
    card = page.locator("article.conflict")
    expect(card.get_by_role("heading")).to_have_text(TITLE)
    screenshot(page, "conflict")
    card.locator(".version").filter(has_text="upstairs.").get_by_role("button").click()
    page.get_by_test_id("sheet.conflicts.close").click()
    for each in (page, other):
        expect_book(each, kept)
        expect(each.get_by_test_id("detail.note").locator("visible=true")).to_have_value("Shelved upstairs.")
        expect(each.get_by_test_id("sidebar.conflicts")).not_to_contain_text("1")


def test_what_another_device_writes_meanwhile_moves_nothing_of_a_comparison(twice, window):
    page, other = window(WIDE), window(WIDE)
    kept, gone = open_ours(page)
    theirs(other).click()
    expect_book(other, gone)
    page.get_by_test_id("twin.compare").click()
    chosen = page.get_by_test_id("join.format.1")
    chosen.check()
    write(other, "review", "All of it is new.")
    expect(page.get_by_test_id("join.review")).to_contain_text("All of it is new.")
    expect(chosen).to_be_checked()
    expect(chosen).to_be_focused()
    page.get_by_test_id("join.act").click()
    page.get_by_test_id("notice.joined").get_by_role("button", name="Undo").click()
    expect(page.get_by_test_id("notice.undo")).to_contain_text("changes to 2 books")


def test_it_works_offline_and_reaches_the_others_at_once(twice, window):
    page, other = window(WIDE), window(WIDE)
    kept, gone = open_ours(page)
    expect(copies(other)).to_have_count(2)

    def act():
        page.get_by_test_id("twin.compare").click()
        page.get_by_test_id("join.act").click()
        expect(copies(page)).to_have_count(1)
        expect_state(page, "offline")

    apart(twice, (page, other), act)
    expect(copies(other)).to_have_count(1)
    open_book(other, TITLE)
    expect_book(other, kept)
    expect(review(other)).to_have_value(f"{THEIRS}\n\n{OURS}")


def test_what_another_device_wrote_into_the_one_that_went_belongs_to_the_one_that_stays(twice, window):
    page, other = window(WIDE), window(WIDE)
    kept, gone = open_ours(page)
    theirs(other).click()
    expect_book(other, gone)

    def act():
        page.get_by_test_id("twin.compare").click()
        page.get_by_test_id("join.act").click()
        expect(copies(page)).to_have_count(1)
        other.get_by_test_id("detail.notes.add.quote").click()
        other.keyboard.type("A line worth keeping.")
        other.keyboard.press("Tab")

    apart(twice, (page, other), act)
    for each in (page, other):
        expect_book(each, kept)
        expect(each.locator(".note:visible textarea")).to_have_value("A line worth keeping.")


def test_selected_books_are_made_one_and_that_one_stays_selected(twice, window, screenshot):
    page = window(WIDE)
    expect(copies(page)).to_have_count(2)
    join = page.get_by_test_id("selection.join")
    ours(page).click(modifiers=["Control"])
    expect(join).to_be_disabled()
    theirs(page).click(modifiers=["Control"])
    screenshot(page, "selection")
    join.click()
    page.get_by_test_id("join.act").click()
    expect(copies(page)).to_have_count(1)
    expect(copies(page)).to_have_attribute("aria-selected", "true")
    expect(page.get_by_test_id("selection")).to_have_attribute("aria-label", "1 book selected")


def test_two_that_are_not_the_same_are_never_asked_about_again(twice, window):
    page = window(WIDE)
    kept, gone = open_ours(page)
    notice = page.locator("[data-testid^='notice.twin.']:visible")
    notice.get_by_test_id("twin.apart").click()
    expect(notice).to_have_count(0)
    theirs(page).click()
    expect_book(page, gone)
    expect(notice).to_have_count(0)
    expect_saved(page)
    expect(page).to_have_url(f"{twice.origin}/library/all/book/{gone}")
    page.reload()
    expect_book(page, gone)
    expect(notice).to_have_count(0)
    look_for_twins(page)
    expect(page.get_by_test_id("sheet.twins")).to_contain_text("No book seems to be here twice")


def test_the_palette_has_it_by_its_name(twice, window):
    page = window(WIDE)
    open_ours(page)
    page.keyboard.press("Control+k")
    page.get_by_test_id("palette.input").fill("same book as")
    page.keyboard.press("Enter")
    expect(page.get_by_test_id("same.search")).to_be_focused()


@pytest.mark.parametrize("size", [NARROW, TABLET, WIDE], ids=["narrow", "tablet", "wide"])
def test_a_reader_finds_the_other_book_by_its_name(server, window, tmp_path, size, screenshot):
    server.command("import", goodreads_export(tmp_path / "goodreads.csv", 3))
    server.command("import", rival(tmp_path, Title="Orchard of glass", Authors="Fenn, Ada"))
    page = window(size)
    rows(page).filter(has_text=TITLE).click()
    page.get_by_test_id("detail.same").click()
    expect(page.get_by_test_id("same.search")).to_be_focused()
    expect(page.get_by_test_id("sheet.same")).to_contain_text("The Glass Orchard 00002")
    screenshot(page, f"same-{size['width']}")
    expect_clean(page, "the same book")
    page.get_by_test_id("same.search").fill("orchard of")
    expect(page.locator("[data-testid='sheet.same'] .join-book")).to_have_count(1)
    page.locator("[data-testid='sheet.same'] .join-book").click()
    expect(sheet(page)).to_be_visible()
    expect(page.get_by_test_id("sheet.same")).to_have_count(0)
    screenshot(page, f"sheet-{size['width']}")
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        expect_clean(page, f"joining, {scheme}", None if scheme == "light" else COLOURS)
    screenshot(page, f"sheet-{size['width']}-dark")
    assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
    page.get_by_test_id("join.act").click()
    expect(rows(page).filter(has_text="Orchard of glass")).to_have_count(0)


def test_what_an_import_is_not_sure_of_is_compared_from_its_report(server, window, tmp_path):
    page = window(WIDE)
    book = {"author_text": "Mara Quill", "shelf": "read", "shelf_name": "Read"}
    bring_in(page, bookwyrm_export(tmp_path / "one.csv", {"title": "The Glass Orchard"} | book), added=1)
    open_panel(page, "import")
    other = bookwyrm_export(tmp_path / "other.csv", {"title": "The Grass Orchard"} | book)
    page.get_by_test_id("import.file").set_input_files(other)
    page.get_by_test_id("import.start").click()
    page.get_by_test_id("import.compare").click()
    twins = page.get_by_test_id("sheet.twins").locator(".notice")
    expect(twins).to_have_count(1)
    twins.get_by_test_id("twin.compare").click()
    page.get_by_test_id("join.act").click()
    expect(rows(page)).to_have_count(1)


def test_all_that_may_be_twice_stand_together(twice, window, screenshot):
    page = window(WIDE)
    expect(copies(page)).to_have_count(2)
    look_for_twins(page)
    notices = page.locator("[data-testid='sheet.twins'] .notice")
    expect(notices).to_have_count(1)
    screenshot(page, "twins")
    expect_clean(page, "possibly twice")
    notices.get_by_test_id("twin.compare").click()
    expect(sheet(page)).to_be_visible()
    # What was chosen in a sheet that is left can be gone on with.
    page.get_by_test_id("join.format").get_by_label("Keep this").nth(1).check()
    page.keyboard.press("Escape")
    expect(page.get_by_test_id("notice.draftKept")).to_contain_text("What you began has not been saved")
    page.get_by_test_id("notice.draftKept").get_by_role("button", name="Resume").click()
    expect(page.get_by_test_id("join.format").get_by_label("Keep this").nth(1)).to_be_checked()


def test_a_book_that_was_changed_while_it_was_joined_is_kept_and_says_so(twice, window, screenshot):
    laptop, phone = window(WIDE), window(NARROW)
    kept, gone = open_ours(laptop)
    theirs(phone).click()
    expect_book(phone, gone)

    def act():
        laptop.get_by_test_id("twin.compare").click()
        laptop.get_by_test_id("join.act").click()
        expect(sheet(laptop)).to_have_count(0)
        write(phone, "note", "Lent to Bo, who cried as well.")

    apart(twice, (laptop, phone), act)
    expect(copies(laptop)).to_have_count(2)
    copies(laptop).locator(f"xpath=self::*[@data-testid='row.{gone}']").click()
    notice = laptop.locator(f"[data-testid='notice.revived.{gone}']:visible")
    expect(notice).to_contain_text(
        f"Linux computer joined this book with “{TITLE}” while Linux phone was changing it, so it was kept."
    )
    screenshot(laptop, "kept")
    expect_clean(laptop, "kept from joining")
    laptop.get_by_test_id("detail.history").click()
    expect(laptop.get_by_test_id("sheet.history")).to_contain_text(
        "Kept, for it was changed while it was being joined with another book"
    )
    screenshot(laptop, "kept-history")
    laptop.get_by_test_id("sheet.history.close").click()
    notice.get_by_test_id("revived.keep").click()
    expect(notice).to_have_count(0)
    # It is a book of its own again: deleted, it is gone, and nothing leads to the other.
    laptop.get_by_test_id("detail.delete").locator("visible=true").click()
    laptop.get_by_test_id("alert.deleteBook.delete").click()
    open_panel(laptop, "trash")
    expect(laptop.get_by_test_id(f"trash.{gone}")).not_to_contain_text("Joined with")


def test_nobody_is_told_that_nothing_is_twice_before_all_is_looked_through(twice, window, tmp_path):
    twice.command("import", goodreads_export(tmp_path / "many.csv", 200, first=100, title="A Winter Abroad"))
    page = window(WIDE)
    expect(page.get_by_test_id("sidebar.all")).to_contain_text("204")
    expect_saved(page)
    hold(page)
    look_for_twins(page)
    looked = page.get_by_test_id("sheet.twins")
    expect(looked).to_contain_text("Searching…")
    assert "No book seems" not in looked.inner_text()
    go_on(page)
    expect(looked.locator(".notice")).to_have_count(1)
    assert "Searching…" not in looked.inner_text()
