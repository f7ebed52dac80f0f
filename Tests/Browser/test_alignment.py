"""What stands below each other begins at one line."""

from playwright.sync_api import expect

from place import open_row
from sizes import NARROW, both_sizes

# Where the ink of something begins, which its box may not.
INK = """(node) => {
  const shape = node.querySelector("svg path, svg use") ?? node;
  return shape.getBoundingClientRect().left;
}"""


def ink(locator):
    return locator.evaluate(INK)


@both_sizes
def test_stars_and_heart_begin_where_the_title_does(desk, size):
    page = desk.open(size)
    open_row(page)
    title = page.locator("[data-testid^='detail.book.']:visible h1").bounding_box()["x"]
    for name in ("rating", "detail.favourite"):
        assert abs(ink(page.get_by_test_id(name).locator("visible=true")) - title) <= 1, name


@both_sizes
def test_the_names_of_fields_and_of_groups_begin_at_one_line(desk, size):
    page = desk.open(size)
    open_row(page)
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
    for name in ("Short", "A name of a shelf that nobody ever shortened, though it takes more than a line"):
        page.get_by_test_id("sidebar.newShelf").click()
        page.get_by_test_id("sidebar.shelfName").fill(name)
        page.keyboard.press("Enter")
        expect(page.locator("[data-testid^='sidebar.shelf:'][href]").filter(has_text=name)).to_be_visible()
    page.get_by_test_id("sidebar.all").click()
    open_row(page)
    page.get_by_test_id("detail.edit").click()
    boxes = page.get_by_test_id("sheet.editBook").get_by_role("checkbox")
    expect(boxes).to_have_count(2)
    assert [box.bounding_box()["width"] for box in boxes.all()] == [20, 20]
