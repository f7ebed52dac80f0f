"""Barcodes are read by the camera, which Chromium plays from a film, or from photographs."""

import re

import pytest
from playwright.sync_api import expect

from audit import expect_clean
from barcodes import film, photo
from browser import launch
from sizes import NARROW

DENIED = """() => {
  navigator.mediaDevices.getUserMedia =
    () => Promise.reject(new DOMException("Permission denied", "NotAllowedError"));
}"""

# One browser watches one film for all of them.
pytestmark = pytest.mark.xdist_group("test_scanning")

EMMA, PERSUASION = "9780141439587", "9780192802637"
# Printed in none of the catalogue's books, and on a jar of something.
UNKNOWN, OTHER = "9780000000002", "4006381333931"


@pytest.fixture(scope="module")
def chromium(chromium, tmp_path_factory):
    shown = [EMMA, None, OTHER, None, PERSUASION, None, UNKNOWN, None]
    path = film(tmp_path_factory.mktemp("camera") / "camera.y4m", shown)
    browser = launch(
        chromium.browser_type,
        "--use-fake-ui-for-media-stream",
        "--use-fake-device-for-media-stream",
        f"--use-file-for-fake-video-capture={path}",
    )
    yield browser
    browser.close()


def begin(page):
    page.get_by_test_id("tabBar.searchTab").click()
    page.get_by_test_id("search.scan").click()
    return page.get_by_test_id("sheet.scan")


def test_books_are_scanned_one_after_the_other_and_added_together(window, screenshot):
    page = window(NARROW, permissions=["camera"])
    sheet = begin(page)
    expect(sheet.get_by_test_id("scan.picture")).to_be_visible()
    found = sheet.get_by_test_id("isbns.found")
    expect(found).to_contain_text("Emma")
    expect(found).to_contain_text("Persuasion")
    expect(sheet.get_by_test_id("scan.state")).to_contain_text("is no book's number")
    missing = sheet.get_by_test_id("isbns.missing").locator("tbody tr")
    expect(missing).to_contain_text(UNKNOWN)
    # They come again, and are on the list once.
    expect(sheet.get_by_test_id("scan.state")).to_contain_text(f"{EMMA} is on the list already")
    expect(found.locator("li")).to_have_count(2)
    expect_clean(page, "scanning")
    screenshot(page, "scanned")
    sheet.get_by_test_id("scan.toggle").click()
    expect(sheet.get_by_test_id("scan.picture")).to_be_hidden()
    expect(sheet.get_by_test_id("isbns.text")).to_have_value(f"{UNKNOWN}\n{PERSUASION}\n{EMMA}")
    sheet.get_by_test_id("isbns.add").click()
    expect(sheet).to_have_count(0)
    page.get_by_test_id("tabBar.libraryTab").click()
    expect(page.get_by_test_id("sidebar.all")).to_contain_text("2")


def test_a_book_that_nobody_knows_is_written_in_with_its_number(window):
    page = window(NARROW, permissions=["camera"])
    sheet = begin(page)
    sheet.get_by_test_id("isbns.byHand").click()
    expect(page.get_by_test_id("field.isbn")).to_have_value(UNKNOWN)
    page.get_by_test_id("field.title").fill("A book of my own")
    page.get_by_test_id("sheet.newBook.save").click()
    expect(page.get_by_test_id("sheet.newBook")).to_have_count(0)
    # What was scanned with it still stands there, and so does the book.
    found = sheet.get_by_test_id("isbns.found")
    expect(found).to_contain_text("A book of my own")
    expect(found).to_contain_text("Emma")
    expect(sheet.get_by_test_id("isbns.missing")).to_be_hidden()
    expect(sheet.get_by_test_id("scan.picture")).to_be_hidden()


def test_the_camera_is_let_go_with_the_sheet(window):
    page = window(NARROW, permissions=["camera"])
    sheet = begin(page)
    expect(sheet.get_by_test_id("isbns.found")).to_contain_text("Emma")
    track = page.get_by_test_id("scan.picture").evaluate_handle("(video) => video.srcObject.getTracks()[0]")
    assert track.evaluate("({ readyState }) => readyState") == "live"
    page.get_by_test_id("sheet.scan.close").click()
    expect(sheet).to_have_count(0)
    assert track.evaluate("({ readyState }) => readyState") == "ended"


def test_where_the_camera_is_not_allowed_a_photograph_does(window, tmp_path):
    page = window(NARROW)
    page.evaluate(DENIED)
    sheet = begin(page)
    expect(sheet.get_by_test_id("scan.state")).to_contain_text("may not use the camera")
    sheet.get_by_test_id("scan.photo").set_input_files(photo(tmp_path / "none.png", None))
    expect(sheet.get_by_test_id("scan.state")).to_contain_text("No barcode can be read")
    sheet.get_by_test_id("scan.photo").set_input_files(photo(tmp_path / "emma.png", EMMA))
    expect(sheet.get_by_test_id("isbns.found")).to_contain_text("Emma")
    expect(sheet.get_by_test_id("isbns.text")).to_have_value(EMMA)


def test_the_browsers_own_reader_is_asked_where_there_is_one(window):
    page = window(NARROW, permissions=["camera"])
    page.add_init_script(
        """window.BarcodeDetector = class {
          static getSupportedFormats = async () => ["ean_13", "qr_code"];
          detect = async () => [{ rawValue: "9780486284736" }];
        }"""
    )
    page.reload()
    sheet = begin(page)
    expect(sheet.get_by_test_id("isbns.text")).to_have_value("9780486284736")


@pytest.mark.parametrize("answer", ["save", "cancel"])
def test_whoever_writes_a_book_in_goes_on_with_the_list(window, answer):
    page = window(NARROW)
    page.get_by_test_id("tabBar.searchTab").click()
    page.get_by_test_id("search.isbns").click()
    sheet = page.get_by_test_id("sheet.isbns")
    sheet.get_by_test_id("isbns.text").fill(f"{UNKNOWN}\n9781861972712")
    sheet.get_by_test_id("isbns.start").click()
    sheet.get_by_test_id("isbns.byHand").first.click()
    page.get_by_test_id("field.title").fill("A book of my own")
    page.get_by_test_id(f"sheet.newBook.{answer}").click()
    expect(page.get_by_test_id("sheet.newBook")).to_have_count(0)
    expect(sheet.get_by_test_id("isbns.byHand")).to_have_count(1 if answer == "save" else 2)
    expect(sheet.locator(":focus")).to_have_count(1)
    # Nothing has moved under it, and Back closes it.
    page.go_back()
    expect(sheet).to_have_count(0)
    expect(page).to_have_url(re.compile("/search$"))
    expect(page.get_by_test_id("search.isbns")).to_be_visible()
