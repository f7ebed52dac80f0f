"""What stands below each other begins at one line."""

from place import open_row
from sizes import both_sizes

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
