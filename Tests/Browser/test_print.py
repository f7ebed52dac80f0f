"""What is printed: the open book, or the list, or the sheet over them, alone and whole."""

from playwright.sync_api import expect

from place import book_pane, open_row
from reader import open_panel, review, rows, two_frames, write
from sizes import NARROW, WIDE, both_sizes

# What would end with its box on paper: of all that is seen, what holds more than it shows.
CUT = """() => [...document.querySelectorAll("body *")].filter((node) => {
  const { overflowX, overflowY } = getComputedStyle(node);
  const isTold = node.closest(".visually-hidden, .cover, .stars, svg") === null;
  return isTold && node.checkVisibility({ visibilityProperty: true }) &&
    [overflowX, overflowY].some((each) => each !== "visible") &&
    (node.scrollHeight > node.clientHeight + 1 || node.scrollWidth > node.clientWidth + 1);
}).map((node) => node.className || node.tagName)"""


def on_paper(page):
    """The page as it is printed, which a print dialog would hold still."""
    page.evaluate("() => dispatchEvent(new Event('beforeprint'))")
    page.emulate_media(media="print", reduced_motion="reduce")


def off_paper(page):
    page.emulate_media(media="screen", reduced_motion="reduce")
    page.evaluate("() => dispatchEvent(new Event('afterprint'))")


def expect_no_chrome(page):
    for part in (".tab-bar", ".layer-sidebar", ".banners", ".toasts", ".rail", ".detail-header", ".search-bar"):
        for each in page.locator(part).all():
            expect(each).to_be_hidden()
    buttons = page.locator("button:visible:not(.book-cover, .bar, [aria-checked='true'])")
    expect(buttons).to_have_count(0)


@both_sizes
def test_a_book_is_printed_alone_and_whole(desk, size):
    page = desk.open(size)
    _, title = open_row(page)
    words = "\n".join(f"Line {number} of a long review." for number in range(200))
    write(page, "review", words)
    status = page.locator("[data-testid='detail.status.paused']:visible")
    if status.get_attribute("aria-checked") == "false":
        status.click()
    on_paper(page)
    expect(book_pane(page).locator("h1")).to_have_text(title)
    expect(page.locator(".printed-words:visible")).to_have_text(words)
    expect(page.locator(".choice-option:visible")).to_have_text(["Paused"])
    # Also where the dialog is asked to print backgrounds.
    expect(page.locator(".choice-option:visible")).to_have_css("background-color", "rgba(0, 0, 0, 0)")
    expect(rows(page)).to_have_count(0)
    expect_no_chrome(page)
    assert page.evaluate(CUT) == []
    # Ink on white, however dark the screen is.
    page.evaluate("() => (document.documentElement.dataset.appearance = 'dark')")
    expect(page.locator("body")).to_have_css("color", "rgb(0, 0, 0)")
    off_paper(page)
    expect(page.locator(".printed-words")).to_have_count(0)
    expect(review(page)).to_have_value(words)


@both_sizes
def test_a_list_is_printed_with_all_its_books(desk, size):
    """As rows and as covers."""
    page = desk.open(size)
    expect_all_printed(page)
    page.get_by_test_id("toolbar.mode").locator("visible=true").click()
    expect_all_printed(page)


def expect_all_printed(page):
    before = rows(page).count()
    on_paper(page)
    expect(rows(page)).to_have_count(600)
    expect(page.locator(".pane-title:visible")).to_have_text("All Books")
    boxes = [row.bounding_box() for row in rows(page).all()[:5]]
    assert all(above["y"] + above["height"] <= below["y"] for above, below in zip(boxes, boxes[1:]))
    expect_no_chrome(page)
    assert page.evaluate(CUT) == []
    off_paper(page)
    expect(rows(page)).to_have_count(before)
    expect(page.locator(".row")).to_have_count(before)


def test_the_statistics_are_printed_without_the_list_below_them(desk):
    page = desk.open(WIDE)
    open_panel(page, "stats")
    for size in (WIDE, NARROW):
        page.set_viewport_size(size)
        two_frames(page)
        on_paper(page)
        expect(page.get_by_test_id("stats.headline")).to_be_visible()
        expect(page.locator(".shell")).to_be_hidden()
        expect_no_chrome(page)
        assert page.evaluate(CUT) == [], size
        off_paper(page)


def test_a_question_over_a_book_is_not_printed(desk):
    page = desk.open(NARROW)
    _, title = open_row(page)
    page.get_by_test_id("detail.delete").click()
    on_paper(page)
    expect(page.get_by_test_id("dialog.confirmDelete")).to_be_hidden()
    expect(book_pane(page).locator("h1")).to_have_text(title)


def test_the_feed_is_printed_as_the_covers_that_are_there(desk):
    page = desk.open(NARROW)
    page.get_by_test_id("tabBar.feedTab").click()
    title = page.locator(".feed-page h3").first
    expect(title).to_be_visible()
    on_paper(page)
    expect(title).to_be_visible()
    expect(title).to_have_css("color", "rgb(0, 0, 0)")
    expect_no_chrome(page)
