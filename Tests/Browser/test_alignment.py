"""What stands below each other begins at one line."""

import base64
import re

from playwright.sync_api import expect

from place import open_row
from reader import rows, two_frames
from sizes import NARROW, WIDE, both_sizes

# Where the ink of something begins, which its box may not.
INK = """(node) => {
  const shape = node.querySelector("svg path, svg use") ?? node;
  return shape.getBoundingClientRect().left;
}"""


def ink(locator):
    return locator.evaluate(INK)


@both_sizes
def test_what_stands_in_a_book_and_in_its_form_begins_at_one_line(desk, size):
    """Stars and heart where the title does, and the names of groups where those of fields do."""
    page = desk.open(size)
    open_row(page)
    title = page.locator("[data-testid^='detail.book.']:visible h1").bounding_box()["x"]
    for name in ("rating", "detail.favourite"):
        assert abs(ink(page.get_by_test_id(name).locator("visible=true")) - title) <= 1, name
    page.get_by_test_id("detail.edit").click()
    title = page.get_by_text("Title", exact=True).bounding_box()["x"]
    for name in ("People", "Series"):
        group = page.locator("legend", has_text=name)
        left = group.evaluate("""(node) => {
          const range = document.createRange();
          range.selectNodeContents(node);
          return range.getBoundingClientRect().left;
        }""")
        assert abs(left - title) < 1, name


def test_a_box_to_check_keeps_its_size_beside_a_long_name(desk):
    page = desk.open(NARROW)
    page.get_by_test_id("toolbar.back").click()
    names = ["Short", "A name of a shelf that nobody ever shortened, though it takes more than a line"]
    for name in names:
        page.get_by_test_id("sidebar.newShelf").click()
        page.get_by_test_id("sidebar.shelfName").fill(name)
        page.keyboard.press("Enter")
        expect(page.locator("[data-testid^='sidebar.shelf:'][href]").filter(has_text=name)).to_be_visible()
    page.get_by_test_id("sidebar.all").click()
    open_row(page)
    page.get_by_test_id("detail.edit").click()
    # There may be others that came with the books.
    boxes = [
        page.get_by_test_id("sheet.editBook").get_by_role("checkbox", name=name, exact=True) for name in names
    ]
    assert [box.bounding_box()["width"] for box in boxes] == [20, 20]


def test_the_field_to_search_and_what_is_filtered_by_begin_where_the_covers_do(desk):
    page = desk.open(WIDE, "/library/all?status=read")
    for size in (WIDE, NARROW):
        page.set_viewport_size(size)
        two_frames(page)
        cover = rows(page).first.locator(".row-cover").bounding_box()["x"]
        for name in (".search-field", ".filter-chip"):
            assert abs(page.locator(f"{name}:visible").first.bounding_box()["x"] - cover) < 1, (name, size)


def test_a_box_that_is_chosen_has_a_tick_and_its_name_alone(desk):
    page = desk.open(WIDE)
    page.get_by_test_id("toolbar.filter").click()
    option = page.locator(".facet-option").filter(has_text="Reading").first
    mark = "(node) => getComputedStyle(node, '::before').content"
    assert "✓" not in option.evaluate(mark)
    option.click()
    expect(option).to_have_attribute("aria-pressed", "true")
    assert "✓" in option.evaluate(mark)
    expect(option).to_have_accessible_name(re.compile(r"^Reading"))


def test_the_name_of_what_is_never_counted_stands_beside_its_buttons(desk):
    page = desk.open(NARROW)
    page.get_by_test_id("tabBar.searchTab").click()
    name = page.get_by_role("heading", name="Search", exact=True).locator("visible=true")
    boxes = [node.bounding_box() for node in (name, page.get_by_test_id("toolbar.new").locator("visible=true"))]
    middles = [box["y"] + box["height"] / 2 for box in boxes]
    assert abs(middles[0] - middles[1]) <= 1


def test_the_one_thing_to_do_stands_as_far_off_the_words_as_several_do(chromium, server, window):
    several = window(NARROW)
    one = chromium.new_page(viewport=NARROW)
    one.goto(f"{server.origin}/library")
    gaps = []
    for page, name in ((several, "empty.import"), (one, "empty.pair")):
        expect(page.get_by_test_id(name)).to_be_visible()
        action = page.get_by_test_id(name).bounding_box()
        words = page.locator(".empty-text:visible").bounding_box()
        gaps.append(round(action["y"] - words["y"] - words["height"]))
    one.close()
    assert gaps == [24, 24]


def test_what_has_no_number_is_a_dot_of_one_colour(chromium, server):
    page = chromium.new_page(viewport=NARROW)
    page.goto(f"{server.origin}/library")
    expect(page.get_by_test_id("empty.pair")).to_be_visible()
    badge = page.locator(".tab-badge")
    expect(badge).to_have_text("")
    box = badge.bounding_box()
    assert [round(box[side]) for side in ("width", "height")] == [10, 10]
    page.close()


# The lightest that a picture has, of 255.
LIGHTEST = """async (data) => {
  const bitmap = await createImageBitmap(await (await fetch(`data:image/png;base64,${data}`)).blob());
  const canvas = new OffscreenCanvas(bitmap.width, bitmap.height).getContext("2d");
  canvas.drawImage(bitmap, 0, 0);
  const { data: pixels } = canvas.getImageData(0, 0, bitmap.width, bitmap.height);
  return pixels.reduce((most, value, at) => (at % 4 === 1 ? Math.max(most, value) : most), 0);
}"""


def test_the_shadow_of_a_cover_dims_no_word_below_it(desk):
    page, reader = desk.open(NARROW), desk.context.new_page()
    page.emulate_media(color_scheme="dark", reduced_motion="reduce")
    open_row(page)
    cover, title = page.get_by_test_id("detail.cover").locator("visible=true"), page.locator(".book-title:visible")
    middle, line = cover.bounding_box(), title.bounding_box()
    clip = {"x": middle["x"] + 40, "width": middle["width"] - 80, "y": line["y"], "height": line["height"]}

    def lightest():
        return reader.evaluate(LIGHTEST, base64.b64encode(page.screenshot(clip=clip)).decode())

    shaded = lightest()
    cover.evaluate("(node) => (node.style.boxShadow = 'none')")
    assert shaded == lightest() > 200
