"""The library leaves as a file: everything, or a table for other programs."""

import csv
import io
import json
from zipfile import ZIP_DEFLATED, ZipFile

from playwright.sync_api import expect

from audit import expect_clean
from dogear_server import DogearServer
from pictures import choose, drawn, hero, picture_in, with_book
from reader import (
    expect_saved, expect_state, open_book, open_panel, rows, take_starter_library, two_frames,
)
from sizes import NARROW, WIDE, both_sizes


def file(page, name):
    """The file that a button gives."""
    with page.expect_download() as download:
        page.get_by_test_id(f"export.{name}").click()
    assert download.value.suggested_filename == f"dogear.{name}"
    return download.value.path()


def saved(page, name):
    return file(page, name).read_text()


def give_cover(page, colour="#245"):
    choose(page, drawn(page, colour=colour))
    picture_in(hero(page))
    expect_saved(page)


def archive_of(page, path):
    """The library with its pictures, under a name of its own."""
    path.write_bytes(file(page, "zip").read_bytes())
    return path


def pictures_in(path):
    with ZipFile(path) as archive:
        assert archive.testzip() is None
        document, *pictures = archive.namelist()
    assert document == "library.json"
    return pictures


def count(page, name):
    return page.get_by_test_id(f"import.count.{name}")


def test_a_library_is_taken_out_and_says_so_when_it_cannot_be(server, window, screenshot):
    page = window(WIDE)
    take_starter_library(page)
    expect_saved(page)
    open_panel(page, "import")
    for size in (WIDE, NARROW):
        page.set_viewport_size(size)
        two_frames(page)
        screenshot(page, f"export-{size['width']}")
        expect_clean(page, "export")
        table = list(csv.DictReader(io.StringIO(saved(page, "csv"))))
        everything = json.loads(saved(page, "json"))
        books = [entity for entity in everything["entities"] if entity["e"] == "book"]
        assert len(table) == len(books) > 500
    server.stop()
    page.get_by_test_id("export.json").click()
    for size in (NARROW, WIDE):
        page.set_viewport_size(size)
        expect(page.get_by_role("alert").filter(has_text="server")).to_be_visible()


@both_sizes
def test_a_library_moves_with_its_pictures(server, window, tmp_path, screenshot, size):
    page = with_book(window, size)
    give_cover(page)
    page.goto(f"{server.origin}/library/all")
    expect(rows(page).first).to_be_visible()
    open_panel(page, "import")
    archive = archive_of(page, tmp_path / "dogear.zip")
    assert len(pictures_in(archive)) == 1
    other = DogearServer(tmp_path / "other").start()
    try:
        fresh = window(size, paired=False)
        fresh.goto(other.fresh_link())
        expect(fresh.get_by_test_id("sidebar.all")).to_be_attached()
        open_panel(fresh, "import")
        fresh.get_by_test_id("import.file").set_input_files(archive)
        expect(count(fresh, "pictures")).to_have_text("1")
        screenshot(fresh, f"archive-{size['width']}")
        expect_clean(fresh, "archive")
        fresh.get_by_test_id("import.start").click()
        expect(fresh.get_by_test_id("import.remove")).to_be_visible()
        expect(count(fresh, "pictures")).to_have_text("1")
        # The same again brings nothing, and loses nothing.
        same = tmp_path / "same.zip"
        same.write_bytes(archive.read_bytes())
        fresh.get_by_test_id("import.file").set_input_files(same)
        expect(count(fresh, "added")).to_have_text("0")
        fresh.get_by_test_id("import.start").click()
        expect(fresh.get_by_role("heading", name="Dogear: imported")).to_be_visible()
        expect(count(fresh, "pictures")).to_have_text("1")
        assert archive_of(fresh, tmp_path / "back.zip").read_bytes() == archive.read_bytes()
        with ZipFile(archive) as whole:
            entities = json.loads(whole.read("library.json"))["entities"]
        (emma,) = [entity["id"] for entity in entities if "cover" in entity.get("set", {})]
        fresh.goto(f"{other.origin}/book/{emma}")
        picture_in(hero(fresh))
        screenshot(fresh, f"archive-arrived-{size['width']}")
    finally:
        other.stop()


def test_an_archive_that_another_program_packed_is_read(window, tmp_path):
    page = with_book(window)
    give_cover(page)
    open_panel(page, "import")
    archive = archive_of(page, tmp_path / "dogear.zip")
    with ZipFile(archive) as whole, ZipFile(tmp_path / "again.zip", "w", ZIP_DEFLATED) as again:
        again.writestr("dogear/", b"")
        for name in reversed(whole.namelist()):
            again.writestr(f"dogear/{name}", whole.read(name))
    page.get_by_test_id("import.file").set_input_files(tmp_path / "again.zip")
    expect(count(page, "pictures")).to_have_text("1")
    (tmp_path / "half.zip").write_bytes(archive.read_bytes()[:-30])
    page.get_by_test_id("import.file").set_input_files(tmp_path / "half.zip")
    expect(page.get_by_role("alert").filter(has_text="zip file is damaged")).to_be_visible()


def test_pictures_that_the_server_has_no_room_for_are_told_and_the_books_are_there(window, tmp_path):
    page = with_book(window)
    give_cover(page)
    open_panel(page, "import")
    archive = archive_of(page, tmp_path / "dogear.zip")
    sentence = "There is no room for pictures."
    answer = json.dumps({"error": {"code": "blobsFull", "message": sentence}})
    page.route("**/v1/blobs/*", lambda route: route.fulfill(status=507, body=answer))
    page.get_by_test_id("import.file").set_input_files(archive)
    page.get_by_test_id("import.start").click()
    expect(page.get_by_role("alert").filter(has_text=sentence)).to_be_visible()
    expect(count(page, "pictures")).to_have_text("0")
    assert [problem for problem in window.problems if "507" not in problem] == []
    window.problems.clear()


def test_without_the_server_a_browser_saves_what_it_has_and_says_what_is_missing(
    server, window, tmp_path, screenshot
):
    page = with_book(window)
    give_cover(page)
    phone = window(NARROW)
    phone.get_by_test_id("toolbar.search").locator("visible=true").fill("Dracula")
    open_book(phone, "Dracula")
    give_cover(phone, "#622")
    expect_saved(page)
    page.wait_for_function("() => navigator.serviceWorker.controller !== null")
    open_panel(page, "import")
    books = [entity for entity in json.loads(saved(page, "json"))["entities"] if entity["e"] == "book"]
    server.stop()
    expect_state(page, "offline")
    archive = archive_of(page, tmp_path / "dogear.zip")
    alert = page.get_by_role("alert").filter(has_text="what this browser has")
    expect(alert).to_contain_text("1 picture is missing in it")
    screenshot(page, "archive-offline")
    assert len(pictures_in(archive)) == 1
    with ZipFile(archive) as whole:
        entities = json.loads(whole.read("library.json"))["entities"]
    assert [entity for entity in entities if entity["e"] == "book"] == books
