"""What a book's page says of the book itself: what it is about, and its edition."""

import json

from playwright.sync_api import expect

from audit import expect_clean
from place import book_pane
from reader import open_book, two_frames
from sizes import WIDE, both_sizes

SENTENCE = "She comes back to the house by the river, where nobody has waited for her. "

# None of them is long, but the lines of each are more than are shown.
FOLDED = {
    "Sentences": (SENTENCE * 6)[:415],
    "Lines": "\n".join(f"Part {number}" for number in range(1, 11)),
    "Japanese": "川のそばの家に帰ると、誰も待っていなかった。" * 18,
}


def books(*each):
    """A library as `dogear export` writes it, of books that each have these fields."""
    entities = [{"e": "book", "id": f"book-{number}", "set": fields} for number, fields in enumerate(each)]
    return json.dumps({"format": "dogear", "version": 1, "entities": entities})


def bring(server, *each):
    path = server.data.parent / "books.json"
    path.write_text(books(*each), encoding="utf-8")
    server.command("import", path)


def description(page):
    return book_pane(page).locator(".book-description")


def is_cut_off(page):
    two_frames(page)
    return description(page).evaluate("(node) => node.scrollHeight > node.clientHeight")


@both_sizes
def test_all_of_a_description_can_be_read(server, window, screenshot, size):
    bring(server, *({"title": title, "description": text} for title, text in FOLDED.items()),
          {"title": "Short", "description": "A house by the river."})
    page = window(size)
    for title in FOLDED:
        open_book(page, title)
        assert is_cut_off(page), title
        more = book_pane(page).get_by_role("button", name="More", exact=True)
        expect(more).to_have_attribute("aria-expanded", "false")
        more.click()
        assert not is_cut_off(page), title
        less = book_pane(page).get_by_role("button", name="Less", exact=True)
        expect(less).to_have_attribute("aria-expanded", "true")
        expect_clean(page, title)
        screenshot(page, f"{title}-{size['width']}")
        # It is open when the next book comes, which is not.
        if size is not WIDE:
            page.get_by_test_id("detail.back").click()
    open_book(page, "Short")
    two_frames(page)
    assert not is_cut_off(page)
    expect(book_pane(page).get_by_text("More", exact=True)).to_be_hidden()


def test_how_much_of_a_description_is_cut_off_the_width_says(server, window):
    bring(server, {"title": "Sentences", "description": SENTENCE * 4})
    page = window(WIDE)
    open_book(page, "Sentences")
    more = book_pane(page).get_by_text("More", exact=True)
    assert not is_cut_off(page)
    expect(more).to_be_hidden()
    page.set_viewport_size({"width": 390, "height": 844})
    expect(more).to_be_visible()
    assert is_cut_off(page)
    page.set_viewport_size(WIDE)
    expect(more).to_be_hidden()
