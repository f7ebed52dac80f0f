"""What a book's page says of the book itself: what it is about, and its edition."""

from playwright.sync_api import expect

from audit import expect_clean
from books import dogear_export
from place import book_pane
from reader import open_book, rows, two_frames
from sizes import WIDE, both_sizes

SENTENCE = "She comes back to the house by the river, where nobody has waited for her. "

# None of them is long, but the lines of each are more than are shown.
FOLDED = {
    "Sentences": (SENTENCE * 6)[:415],
    "Lines": "\n".join(f"Part {number}" for number in range(1, 11)),
    "Japanese": "川のそばの家に帰ると、誰も待っていなかった。" * 18,
}


def description(page):
    return book_pane(page).locator(".book-description")


def is_cut_off(page):
    two_frames(page)
    return description(page).evaluate("(node) => node.scrollHeight > node.clientHeight")


@both_sizes
def test_all_of_a_description_can_be_read(server, window, tmp_path, screenshot, size):
    books = [{"title": title, "description": text} for title, text in FOLDED.items()]
    books.append({"title": "Short", "description": "A house by the river."})
    server.command("import", dogear_export(tmp_path / "books.json", *books))
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


def test_how_much_of_a_description_is_cut_off_the_width_says(server, window, tmp_path):
    book = {"title": "Sentences", "description": SENTENCE * 4}
    server.command("import", dogear_export(tmp_path / "books.json", book))
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


def test_what_a_book_cost_and_when_it_was_changed_stand_on_its_page(server, window, tmp_path):
    acquired = {"date": "2023-04-02", "place": "Fen Books", "price": "12.50", "currency": "EUR"}
    book = {"title": "Bought", "acquired": acquired, "added": 1_700_000_000_000}
    server.command("import", dogear_export(tmp_path / "books.json", book))
    page = window(WIDE)
    open_book(page, "Bought")
    expect(book_pane(page).locator(".facts dd")).to_have_text("April 2, 2023, Fen Books, €12.50")
    today = page.evaluate("new Intl.DateTimeFormat('en', { dateStyle: 'medium' }).format()")
    expect(book_pane(page).locator(".book-added")).to_have_text(f"Added Nov 14, 2023 · Changed {today}")


@both_sizes
def test_the_words_of_a_book_in_one_language_are_of_that(server, window, tmp_path, size):
    words = {"subtitle": "Ein Roman", "description": "Ein Haus am Fluss."}
    books = [{"title": "Das Haus", "languages": ["de"]}, {"title": "Both", "languages": ["de", "en"]}]
    server.command("import", dogear_export(tmp_path / "books.json", *(words | book for book in books)))
    page = window(size)

    def languages():
        parts = book_pane(page).locator("h1, .book-subtitle, .book-description")
        return parts.evaluate_all("(parts) => parts.map((part) => part.getAttribute('lang'))")

    for title, language in (("Das Haus", "de"), ("Both", None), ("Das Haus", "de")):
        row = rows(page).filter(has_text=title).locator(".row-title")
        assert row.get_attribute("lang") == language
        open_book(page, title)
        assert languages() == [language] * 3, title
        if size is not WIDE:
            page.get_by_test_id("detail.back").click()
