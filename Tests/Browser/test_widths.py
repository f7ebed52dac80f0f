"""Windows of every width: whatever can be pressed is in view, and no page scrolls sideways."""

from urllib.parse import quote

import pytest

from books import author_of_many
from place import expect_book, open_row
from reader import two_frames
from sizes import WIDE, with_text

# How many buttons stand above a book, and which of them reach over an edge.
ABOVE = """() => {
  const bar = [...document.querySelectorAll(".detail-header")].find((node) => node.checkVisibility({
    visibilityProperty: true,
  }));
  const pane = bar.parentElement.getBoundingClientRect();
  const end = bar.getBoundingClientRect().bottom;
  const buttons = [...bar.querySelectorAll("button")].filter((node) => node.offsetParent);
  return [buttons.length, buttons.filter((node) => {
    const { left, right, bottom } = node.getBoundingClientRect();
    return left < pane.left || right > pane.right || bottom > end;
  }).map((node) => node.dataset.testid)];
}"""


@pytest.mark.parametrize("pixels", [16, 32])
def test_every_button_above_a_book_is_in_its_pane(desk, pixels):
    """Also with the way back to an author's list beside them."""
    page = desk.open(WIDE, before=with_text(pixels))
    identifier, title = open_row(page)
    author = quote(author_of_many())
    deep = f"/library/author/{author}/book/{identifier}/in/author/{author}/book/{identifier}"
    for path, most in ((f"/library/all/book/{identifier}", 7), (deep, 8)):
        page.goto(desk.server.origin + path)
        expect_book(page, title)
        counts = set()
        for width in range(280, 1441, 20):
            page.set_viewport_size({"width": width, "height": 800})
            two_frames(page)
            count, lost = page.evaluate(ABOVE)
            assert lost == [], f"{path} at {width}"
            counts.add(count)
        assert max(counts) == most
