"""What is written stays in view: above the keyboard of a touch screen, and when the window is turned."""

import pytest
from playwright.sync_api import expect

from reader import review, rows
from sizes import NARROW

UPRIGHT, ON_ITS_SIDE = {"width": 834, "height": 1112}, {"width": 1112, "height": 834}
PHONE_ON_ITS_SIDE = {"width": 844, "height": 390}
KEYBOARD = 336

# No browser without a screen has a keyboard on it: it is told of as browsers tell of one, which lay it
# over the page and leave the page as large as it was.
_KEYBOARD = """() => {
  const view = new EventTarget();
  const own = window.visualViewport;
  let covered = 0;
  let scale = 1;
  Object.defineProperties(view, {
    scale: { get: () => scale },
    height: { get: () => (innerHeight - covered) / scale },
    offsetTop: { get: () => 0 },
  });
  own.addEventListener("resize", () => view.dispatchEvent(new Event("resize")));
  window.showKeyboard = (pixels, zoom = 1) => {
    covered = pixels;
    scale = zoom;
    view.dispatchEvent(new Event("resize"));
  };
  Object.defineProperty(window, "visualViewport", { value: view });
}"""


def open_with_keyboard(desk, size=NARROW):
    return desk.open(size, before=lambda page: page.add_init_script(f"({_KEYBOARD})()"))


def show_keyboard(page, pixels=KEYBOARD, zoom=1):
    page.evaluate("([pixels, zoom]) => showKeyboard(pixels, zoom)", [pixels, zoom])


def expect_in_view(page, box):
    """The box is seen, and where it is too high for that, its last line is: nothing lies over it."""
    expect(box).to_be_focused()
    page.wait_for_function(
        """(box) => {
          const { left, right, bottom } = box.getBoundingClientRect();
          const line = bottom - parseFloat(getComputedStyle(box).paddingBottom) - 2;
          const at = document.elementFromPoint((left + right) / 2, line);
          return line <= visualViewport.height && at === box;
        }""",
        arg=box.element_handle(),
    )


def test_everything_stands_above_the_keyboard(desk):
    page = open_with_keyboard(desk)
    expect(rows(page).first).to_be_visible()
    bar = page.locator(".tab-bar")
    page.get_by_test_id("toolbar.search").locator("visible=true").focus()
    show_keyboard(page)
    expect(bar).to_be_hidden()
    list_end = "() => [...document.querySelectorAll('.list')].find((node) => node.offsetParent).getBoundingClientRect().bottom"
    assert page.evaluate(list_end) == NARROW["height"] - KEYBOARD
    show_keyboard(page, 0)
    expect(bar).to_be_visible()
    # A page that is looked at enlarged is as large as it was.
    show_keyboard(page, 0, zoom=2)
    expect(bar).to_be_visible()
    show_keyboard(page, 0)

    rows(page).first.click()
    words = review(page)
    words.click()
    show_keyboard(page)
    expect_in_view(page, words)
    words.press_sequentially("A line.\n" * 30 + "The last one.")
    expect_in_view(page, words)
    show_keyboard(page, 0)

    page.get_by_test_id("detail.edit").click()
    title = page.get_by_test_id("field.title")
    title.click()
    show_keyboard(page)
    expect_in_view(page, title)
    expect(page.get_by_test_id("sheet.editBook.save")).to_be_in_viewport()
    sheet = page.get_by_test_id("sheet.editBook").bounding_box()
    assert sheet["y"] >= 0
    assert sheet["y"] + sheet["height"] == NARROW["height"] - KEYBOARD
    page.keyboard.press("Escape")

    page.keyboard.press("Control+k")
    page.keyboard.type("a")
    options = page.get_by_role("option").locator("visible=true")
    expect(options.last).to_be_visible()
    options.last.scroll_into_view_if_needed()
    last = options.last.bounding_box()
    assert last["y"] + last["height"] <= NARROW["height"] - KEYBOARD


def test_the_line_that_is_written_is_not_pressed_against_the_edge_of_the_window(desk):
    page = desk.open(UPRIGHT)
    rows(page).first.click()
    words = review(page)
    words.focus()
    # What follows the focus is done, and the browser alone scrolls to what is written.
    page.evaluate("async () => { for (let frame = 0; frame < 3; frame += 1) await new Promise(requestAnimationFrame); }")
    words.fill("A line.\n" * 60)
    expect_in_view(page, words)


@pytest.mark.parametrize("before, after", [(NARROW, PHONE_ON_ITS_SIDE), (ON_ITS_SIDE, UPRIGHT), (UPRIGHT, ON_ITS_SIDE)],
                         ids=["phone", "tablet upright", "tablet on its side"])
def test_what_is_written_is_in_view_when_the_window_is_turned(desk, before, after):
    page = desk.open(before)
    rows(page).first.click()
    words = review(page)
    words.fill("A line that is long enough for a phone to break it in two.\n" * 20)
    for size in (after, before, after):
        page.set_viewport_size(size)
        expect_in_view(page, words)


def test_what_is_written_is_in_view_when_the_window_was_of_another_size_for_less_than_a_frame(desk):
    page = desk.open(UPRIGHT)
    rows(page).first.click()
    words = review(page)
    words.fill("A line.\n" * 60)
    expect_in_view(page, words)
    # What is left of such a moment: a list as short as it was then has scrolled, and the event is told.
    words.evaluate("""(box) => {
      box.closest(".detail-scroll").scrollTop = 0;
      dispatchEvent(new Event("resize"));
    }""")
    expect_in_view(page, words)


def test_who_has_scrolled_away_from_a_box_is_not_taken_back_to_it(desk):
    page = desk.open(UPRIGHT)
    rows(page).nth(1).click()
    words = review(page)
    words.fill("A line.\n" * 60)
    words.press("Control+End")
    heading = page.locator("[data-testid^='detail.book.']:visible h1")
    heading.scroll_into_view_if_needed()
    expect(words).not_to_be_in_viewport()
    page.set_viewport_size(ON_ITS_SIDE)
    page.set_viewport_size(UPRIGHT)
    expect(words).to_be_focused()
    expect(heading).to_be_in_viewport()
