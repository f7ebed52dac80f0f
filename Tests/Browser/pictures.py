"""Pictures that a page draws, and the covers made of them."""

from playwright.sync_api import expect

from reader import add_classics, expect_saved, open_book
from sizes import WIDE

# A picture that a page draws: so large, of one colour, and of which kind. Returns its bytes.
DRAW = """async ([width, height, colour, type]) => {
  const canvas = Object.assign(document.createElement("canvas"), { width, height });
  const context = canvas.getContext("2d");
  context.fillStyle = colour;
  context.fillRect(0, 0, width, height);
  context.fillStyle = "#fff";
  context.font = `${width / 5}px serif`;
  context.fillText("Title", width / 6, height / 3);
  const blob = await new Promise((done) => canvas.toBlob(done, type));
  return [...new Uint8Array(await blob.arrayBuffer())];
}"""


def drawn(page, width=1000, height=1500, colour="#245", type="image/jpeg"):
    return bytes(page.evaluate(DRAW, [width, height, colour, type]))


def choose(page, picture, type="image/jpeg"):
    page.get_by_test_id("cover.file").last.set_input_files(
        {"name": "cover.jpg", "mimeType": type, "buffer": picture}
    )


def picture_in(place):
    """The picture that lies over a cover, once it is there."""
    image = place.locator(".cover-picture")
    expect(image).to_have_js_property("complete", True)
    expect(image).not_to_have_js_property("naturalWidth", 0)
    return image


def hero(page):
    return page.get_by_test_id("detail.cover").locator("visible=true")


def with_book(window, size=WIDE, title="Emma"):
    page = window(size)
    add_classics(page)
    expect_saved(page)
    page.get_by_test_id("toolbar.search").locator("visible=true").fill(title)
    open_book(page, title)
    return page
