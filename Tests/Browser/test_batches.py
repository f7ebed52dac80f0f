"""Many books at once: what an import or the classics brought can be taken away again at once."""

import re

import pytest
from playwright.sync_api import expect

from audit import expect_clean
from books import goodreads_export
from reader import expect_saved, held_back, open_book, open_panel, rows, two_frames
from sizes import NARROW, WIDE, both_sizes

# Drops a file of this text, as a person does who drags it here.
DROP = """(zone, text) => {
  const dataTransfer = new DataTransfer();
  dataTransfer.items.add(new File([text], "books.csv", { type: "text/csv" }));
  zone.dispatchEvent(new DragEvent("drop", { dataTransfer, bubbles: true, cancelable: true }));
}"""

CLASSICS = re.compile(r"^\d+ books added")


def batch_notice(page):
    return page.get_by_test_id("notice.batch")


def trash_notice(page):
    return page.get_by_test_id("notice.deleted")


def bring(page, export):
    """Imports a file, from the panel that is open."""
    page.get_by_test_id("import.file").set_input_files(export)
    expect(page.get_by_test_id("import.start")).to_be_focused()
    page.get_by_test_id("import.start").press("Enter")


def choose(page, export):
    """Chooses a file as a person does, in the browser's own dialog."""
    with page.expect_file_chooser() as dialog:
        page.locator("label.drop").click()
    dialog.value.set_files(export)


def take_starter_library(page):
    page.get_by_test_id("empty.starter").click()
    add = page.get_by_test_id("starter.add")
    # Until it knows how many there are, Enter is the close button's.
    expect(add).to_be_enabled()
    add.press("Enter")
    expect(page.get_by_test_id("sheet.starter")).to_have_count(0)


def test_the_classics_are_undone_and_the_focus_is_where_they_are(window):
    page = window(NARROW)
    take_starter_library(page)
    expect(rows(page).first).to_be_focused()
    expect(batch_notice(page)).to_contain_text(CLASSICS)
    expect(page.get_by_test_id("sidebar.shelf:starter-classics")).to_have_count(1)
    page.get_by_test_id("toast.action").click()
    expect(page.get_by_test_id("empty.starter")).to_be_visible()
    expect(trash_notice(page)).to_contain_text("books are in Trash")
    expect(page.get_by_test_id("sidebar.shelf:starter-classics")).to_have_count(0)
    page.get_by_test_id("toast.action").click()
    expect(rows(page).first).to_be_visible()


def test_classics_that_come_late_close_no_other_sheet(window):
    page = window(WIDE)
    held = []
    page.route("**/v1/starter", lambda route: held.append(route)
               if route.request.method == "POST" else route.continue_())
    page.get_by_test_id("empty.starter").click()
    expect(page.get_by_test_id("starter.add")).to_be_enabled()
    with page.expect_request(lambda request: request.method == "POST"):
        page.get_by_test_id("starter.add").press("Enter")
    page.keyboard.press("Escape")
    open_panel(page, "stats")
    held_back(page, held).continue_()
    expect(batch_notice(page)).to_contain_text(CLASSICS)
    expect(page.get_by_test_id("sheet.stats")).to_be_visible()


def test_classics_that_were_removed_do_not_come_again_without_a_word(window):
    page = window(WIDE)
    take_starter_library(page)
    batch_notice(page).get_by_test_id("toast.action").click()
    expect(trash_notice(page)).to_contain_text("books are in Trash")
    take_starter_library(page)
    expect(batch_notice(page)).to_have_text(re.compile("^Nothing to add"))
    expect(page.get_by_test_id("empty.starter")).to_be_visible()


def test_an_import_says_its_result_and_is_taken_back_but_for_what_was_edited(window, tmp_path):
    page = window(WIDE)
    open_panel(page, "import")
    bring(page, goodreads_export(tmp_path / "first.csv", 3))
    sheet = page.get_by_test_id("sheet.import")
    expect(sheet.get_by_role("status").filter(has_text="imported, 3 new")).to_have_count(1)
    expect(sheet.get_by_role("heading", name="Goodreads: imported")).to_be_focused()
    expect(page.get_by_test_id("import.remove")).to_have_text("Remove these 3 books")
    # The sheet says it all: no notice lies over its button, and one offers the same when it is left.
    expect(batch_notice(page)).to_have_count(0)
    page.get_by_test_id("sheet.import.close").click()
    expect(batch_notice(page)).to_contain_text("3 books added")
    open_panel(page, "import")
    bring(page, goodreads_export(tmp_path / "more.csv", 70, first=4, title="The Long Field"))
    expect(page.get_by_test_id("import.remove")).to_have_text("Remove these 70 books")
    page.get_by_test_id("sheet.import.close").click()
    expect(batch_notice(page)).to_contain_text("70 books added")
    # Somebody has worked on one of them since.
    open_book(page, "The Long Field")
    rating = page.get_by_test_id("rating").locator("visible=true")
    rating.focus()
    rating.press("1")
    expect_saved(page)
    batch_notice(page).get_by_test_id("toast.action").click()
    expect(trash_notice(page)).to_contain_text("69 books are in Trash. 1 was changed since and stays")
    expect(page.locator(".pane-count").first).to_have_text("4 books")
    trash_notice(page).get_by_test_id("toast.action").click()
    expect(page.locator(".pane-count").first).to_have_text("73 books")


def test_a_file_that_could_not_be_looked_at_is_chosen_again(window, tmp_path):
    page = window(WIDE)
    export = goodreads_export(tmp_path / "books.csv", 3)
    open_panel(page, "import")
    sheet = page.get_by_test_id("sheet.import")
    page.route("**/v1/import?**", lambda route: route.abort())
    choose(page, export)
    expect(sheet.get_by_role("alert")).to_be_visible()
    expect(page.get_by_test_id("import.again")).to_be_focused()
    page.unroute("**/v1/import?**")
    choose(page, export)
    expect(page.get_by_test_id("import.again")).to_be_hidden()
    expect(page.get_by_test_id("import.start")).to_be_focused()
    # A chosen file is something begun, which can be gone on with, though nothing of it is kept.
    page.go_back()
    expect(page.get_by_test_id("notice.draftKept")).to_contain_text("books.csv has not been imported")
    page.get_by_test_id("toast.action").click()
    expect(page.get_by_test_id("import.start")).to_be_visible()


@both_sizes
def test_what_a_shelf_of_the_file_stands_for_is_asked_and_remembered(window, tmp_path, size, screenshot):
    page = window(size)
    open_panel(page, "import")
    export = tmp_path / "shelves.csv"
    export.write_text("Book Id,Title,Author,Exclusive Shelf\n1,Fen,Jon Ash,on ice\n2,Emma,Jane Austen,read\n")
    page.get_by_test_id("import.file").set_input_files(export)
    start = page.get_by_test_id("import.start")
    question = page.get_by_role("group", name="What do they stand for?").get_by_label("on ice (1)")
    expect(question).to_have_value("")
    expect_clean(page, "an import that asks")
    screenshot(page, f"import-questions-{size['width']}")
    question.select_option("paused")
    start.click()
    expect(page.get_by_test_id("import.count.added")).to_have_text("2")
    expect(start).to_be_hidden()
    expect(question).to_be_hidden()
    choose(page, export)
    expect(question).to_have_value("paused")
    expect(start).to_be_disabled()
    question.select_option("abandoned")
    start.click()
    expect(page.get_by_test_id("import.count.updated")).to_have_text("1")


def test_a_file_with_nothing_to_bring_in_leaves_nothing_to_go_on_with(window, tmp_path):
    page = window(WIDE)
    sheet = page.get_by_test_id("sheet.import")
    for text, answer in {
        "Only words\n": "begins with no header",
        "Title,Author\n": "Nothing in this file is new",
        "Title,Author\n,Nobody\n": "The row has no title",
    }.items():
        (tmp_path / "books.csv").write_text(text, encoding="utf-8")
        open_panel(page, "import")
        page.get_by_test_id("import.file").set_input_files(tmp_path / "books.csv")
        expect(sheet).to_contain_text(answer)
        page.keyboard.press("Escape")
        expect(sheet).to_have_count(0)
        two_frames(page)
        # At once: a notice goes by itself, too.
        assert page.get_by_test_id("notice.draftKept").count() == 0, answer


@both_sizes
def test_a_finished_import_leaves_nothing_to_go_on_with(window, tmp_path, size):
    page = window(size)
    open_panel(page, "import")
    export = goodreads_export(tmp_path / "books.csv", 3)
    choose(page, export)
    expect(page.get_by_test_id("import.start")).to_be_focused()
    page.keyboard.press("Escape")
    resume = page.get_by_test_id("notice.draftKept")
    resume.get_by_test_id("toast.action").click()
    # Gone on with or begun afresh, once it is done it is done.
    for number in (0, 1):
        if number == 1:
            open_panel(page, "import")
            bring(page, goodreads_export(tmp_path / "more.csv", 2, first=4, title="The Long Field"))
        else:
            page.get_by_test_id("import.start").press("Enter")
        expect(page.get_by_role("heading", name="Goodreads: imported")).to_be_focused()
        expect(page.get_by_test_id("import.remove")).to_be_visible()
        page.keyboard.press("Escape")
        expect(page.get_by_test_id("sheet.import")).to_have_count(0)
        expect(batch_notice(page)).to_contain_text("books added")
        expect(resume).to_have_count(0)


def test_a_dropped_file_is_something_begun(window, tmp_path):
    page = window(WIDE)
    open_panel(page, "import")
    export = goodreads_export(tmp_path / "books.csv", 3).read_text()
    page.locator(".drop").evaluate(DROP, export)
    expect(page.get_by_test_id("import.start")).to_be_focused()
    page.keyboard.press("Escape")
    page.get_by_test_id("notice.draftKept").get_by_test_id("toast.action").click()
    expect(page.get_by_test_id("import.start")).to_be_visible()


def test_what_failed_is_tried_again_with_the_same_file(window, tmp_path):
    page = window(NARROW)
    open_panel(page, "import")
    for is_dry in (True, False):
        if not is_dry:
            # What was tried again has been answered by then. It is in the page all along, and until it
            # is shown keys are the field's.
            expect(page.get_by_test_id("import.start")).to_be_focused()
        page.route("**/v1/import?**", lambda route: route.abort())
        if is_dry:
            choose(page, goodreads_export(tmp_path / "books.csv", 3))
        else:
            page.get_by_test_id("import.start").press("Enter")
        page.get_by_test_id("import.again").click(trial=True)
        page.unroute("**/v1/import?**")
        page.get_by_test_id("import.again").press("Enter")
    expect(page.get_by_role("heading", name="Goodreads: imported")).to_be_focused()


@both_sizes
def test_an_import_says_that_it_is_under_way_and_takes_no_second_file_meanwhile(window, tmp_path, size, screenshot):
    page = window(size)
    open_panel(page, "import")
    export, other = (goodreads_export(tmp_path / f"{name}.csv", 40) for name in ("books", "other"))
    imports = []
    page.route(lambda url: "/v1/import" in url and "dry=1" not in url, lambda route: imports.append(route))
    with page.expect_request(lambda request: "/v1/import" in request.url and "dry=1" not in request.url):
        bring(page, export)
    start = page.get_by_test_id("import.start")
    expect(start).to_have_text("Importing…")
    expect(start).to_be_focused()
    choose(page, other)
    notice = page.get_by_test_id("notice.import")
    expect(notice).to_have_text("One file at a time: choose “other.csv” again when this one is in.")
    screenshot(page, f"under-way-{size['width']}")
    expect_clean(page, "an import under way")
    imports.pop().continue_()
    expect(page.get_by_role("heading", name="Goodreads: imported")).to_be_focused()
    choose(page, other)
    expect(start).to_have_text("Import")
    expect(page.get_by_test_id("import.count.unchanged")).to_have_text("40")


@pytest.mark.parametrize("is_answered", [True, False], ids=["answered", "failed"])
def test_a_late_answer_about_another_file_ends_no_import(window, tmp_path, is_answered):
    page = window(WIDE)
    open_panel(page, "import")
    late, imports, asked = [], [], []
    page.on("request", lambda request: "/v1/import" in request.url and asked.append(request.url))
    page.route(lambda url: "name=late.csv" in url, lambda route: late.append(route))
    page.route(lambda url: "/v1/import" in url and "dry=1" not in url, lambda route: imports.append(route))
    with page.expect_request("**/v1/import?name=late.csv*"):
        choose(page, goodreads_export(tmp_path / "late.csv", 2))
    bring(page, goodreads_export(tmp_path / "few.csv", 3))
    expect(page.get_by_role("paragraph").filter(has_text="Importing few.csv")).to_be_visible()
    route = held_back(page, late)
    with page.expect_event("requestfinished" if is_answered else "requestfailed"):
        route.continue_() if is_answered else route.abort()
    two_frames(page)
    choose(page, goodreads_export(tmp_path / "third.csv", 4))
    two_frames(page)
    assert [url for url in asked if "third.csv" in url] == []
    held_back(page, imports).continue_()
    expect(page.get_by_role("heading", name="Goodreads: imported")).to_be_focused()
    assert imports == []


def test_a_file_is_dropped_anywhere_on_the_sheet(window):
    page = window(WIDE)
    open_panel(page, "import")
    page.get_by_test_id("sheet.import").locator(".panel-text").evaluate(
        """(text) => {
          const dataTransfer = new DataTransfer();
          dataTransfer.items.add(new File(["Book Id,Title\\n1,Emma"], "e.csv"));
          text.dispatchEvent(new DragEvent("drop", { dataTransfer, bubbles: true, cancelable: true }));
        }"""
    )
    expect(page.get_by_test_id("sheet.import").get_by_role("alert")).to_contain_text("no program known")
    expect(page.get_by_test_id("import.again")).to_be_hidden()


def test_an_import_whose_panel_was_closed_says_how_it_ended(window, tmp_path):
    page = window(NARROW)
    held = []
    page.route(lambda url: "/v1/import" in url and "dry=1" not in url, lambda route: held.append(route))
    notice = page.get_by_test_id("notice.import")
    export = goodreads_export(tmp_path / "few.csv", 3)
    for number in range(2):
        open_panel(page, "import")
        bring(page, export)
        expect(page.get_by_role("paragraph").filter(has_text="Importing few.csv")).to_be_visible()
        page.get_by_test_id("sheet.import.close").click()
        expect(page.get_by_test_id("import.start")).to_have_count(0)
        # Asked for before it was closed, and under way a moment after.
        route = held_back(page, held)
        if number == 0:
            route.abort()
            expect(notice).to_have_text(re.compile("few.csv: The server cannot be reached"))
        else:
            route.continue_()
            expect(batch_notice(page)).to_contain_text("3 books added")


def test_an_import_under_way_is_left_with_nothing_to_go_on_with(window, tmp_path):
    page = window(WIDE)
    held = []
    page.route(lambda url: "/v1/import" in url and "dry=1" not in url, lambda route: held.append(route))
    open_panel(page, "import")
    with page.expect_request(lambda request: "/v1/import" in request.url and "dry=1" not in request.url):
        bring(page, goodreads_export(tmp_path / "few.csv", 3))
    page.keyboard.press("Escape")
    expect(page.get_by_test_id("sheet.import")).to_have_count(0)
    expect(page.get_by_test_id("notice.draftKept")).to_have_count(0)
    held_back(page, held).continue_()
    expect(batch_notice(page)).to_contain_text("3 books added")


def test_a_trash_of_many_draws_what_is_in_view(window, tmp_path, screenshot):
    page = window(WIDE)
    throw_away(page, goodreads_export(tmp_path / "books.csv", 700), 700)
    open_panel(page, "trash")
    trash = page.get_by_role("list").filter(has=page.locator(".trash-item"))
    items = page.locator(".trash-item:visible")
    expect(items.first).to_have_attribute("aria-setsize", "701")  # and their shelf
    assert page.locator(".trash-item").count() < 50
    screenshot(page, "trash")
    expect_clean(page, "trash")
    trash.evaluate("(node) => (node.scrollTop = node.scrollHeight)")
    expect(items.last).to_have_attribute("aria-posinset", "701")
    last = items.last.get_attribute("data-testid")
    items.first.evaluate("(node) => (node.firstChild.isOld = true)")
    page.get_by_test_id(f"{last}.restore").press("Enter")
    expect(page.get_by_test_id(last)).to_have_count(0)
    expect(items.last.get_by_role("button")).to_be_focused()
    # What stays is not made anew.
    assert page.locator(".trash-item").evaluate_all("(nodes) => nodes.some((n) => n.firstChild?.isOld)")


def throw_away(page, export, count):
    """Imports a file and takes it back."""
    open_panel(page, "import")
    bring(page, export)
    page.get_by_test_id("import.remove").click()
    expect(trash_notice(page)).to_contain_text(f"{count} books are in Trash")
    page.get_by_test_id("sheet.import.close").click()
    expect_saved(page)


@both_sizes
def test_what_was_taken_back_is_said_to_be_in_trash_and_comes_back_at_once(
    window, tmp_path, screenshot, size
):
    page = window(size)
    export = goodreads_export(tmp_path / "books.csv", 70)
    throw_away(page, export, 70)
    open_panel(page, "import")
    page.get_by_test_id("import.file").set_input_files(export)
    expect(page.get_by_test_id("import.count.trashed")).to_have_text("70")
    expect(page.get_by_test_id("import.count.unchanged")).to_have_text("0")
    # Why it cannot be brought in is said, and who brought it goes on with what it would do.
    expect(page.get_by_test_id("sheet.import")).to_contain_text("Nothing in this file is new to your library.")
    expect(page.get_by_role("heading", name="Goodreads: what importing would do")).to_be_focused()
    screenshot(page, f"trashed-{size['width']}")
    page.get_by_test_id("sheet.import.close").click()
    open_panel(page, "trash")
    page.get_by_test_id("trash.all").press("Enter")
    alert = page.get_by_test_id("alert.restoreAll")
    expect(alert).to_contain_text("Restore all 71?")
    expect(alert).to_have_accessible_description("All that is in Trash goes back into your library.")
    expect(page.get_by_test_id("alert.restoreAll.cancel")).to_be_focused()
    expect_clean(page, "restore all")
    for leave in (lambda: page.keyboard.press("Escape"), page.go_back):
        leave()
        expect(alert).to_have_count(0)
        expect(page.get_by_test_id("trash.all")).to_be_focused()
        page.keyboard.press("Enter")
        expect(alert).to_be_visible()
    page.get_by_test_id("alert.restoreAll.restore").press("Enter")
    expect(trash_notice(page)).to_contain_text("71 are back")
    expect(page.locator(".trash-item:visible")).to_have_count(0)
    expect(page.get_by_test_id("sheet.trash").locator("h2")).to_be_focused()
    count = page.locator(".pane-count").first
    expect(count).to_have_text("70 books")
    # All of it is one deed.
    trash_notice(page).get_by_test_id("toast.action").click()
    expect(count).to_have_text("0 books")
