"""What takes long in a large library is waited for under a sign, which is said once. Meanwhile keys and
presses have their turn, and none of them is lost."""

import re
from urllib.parse import quote

from playwright.sync_api import expect

from books import author_of_many
from held import go_on, hold
from place import search_field
from reader import eventually, rows
from sizes import both_sizes
from spoken import heard, listen, until_heard

LAPTOP = {"width": 1440, "height": 900}

# A browser that never has nothing else to do: whoever asks for something first waits for it.
BUSY = "window.requestIdleCallback = () => 0;"

def busy(desk, size, path="/library/all"):
    """A window in which what takes long comes to no end before `go_on`."""
    page = desk.open(size, path, before=lambda page: page.add_init_script(BUSY))
    hold(page)
    listen(page)
    return page


def count(page):
    return page.locator(".pane-count:visible")


@both_sizes
def test_a_search_waits_under_a_sign_and_takes_every_key(desk, size):
    page = busy(desk, size)
    name = author_of_many()
    all_books = count(page).inner_text()
    field = search_field(page)
    field.press_sequentially(name[:4])
    expect(count(page)).to_have_text("Searching…")
    expect(page.get_by_role("button", name="Clear search").locator("visible=true")).to_have_count(1)
    until_heard(page, "Searching…")
    field.press_sequentially(name[4:])
    # Into what is searched for, once it is found.
    field.press("ArrowDown")
    expect(field).to_be_focused()
    expect(field).to_have_value(name)
    go_on(page)
    expect(rows(page).first).to_be_focused()
    expect(page).to_have_url(re.compile(f"q={quote(name)}$"))
    shown = rows(page).first.get_attribute("aria-setsize")
    expect(count(page)).to_have_text(f"{shown} of {all_books}")
    until_heard(page, f"{shown} books found")
    assert heard(page) == ["Searching…", f"{shown} books found"]


@both_sizes
def test_each_facet_that_is_opened_waits_under_a_sign_said_once(desk, size):
    page = busy(desk, size)
    page.get_by_test_id("toolbar.filter").locator("visible=true").click()
    author, decade = (page.get_by_test_id(f"popover.filters.{name}") for name in ("author", "decade"))
    for number, facet in enumerate((author, decade), 1):
        facet.locator("summary").press("Enter")
        expect(facet.locator(".facet-waiting")).to_be_visible()
        expect(facet.locator(".facet-option")).to_have_count(0)
        assert eventually(page, lambda: len(heard(page, of="Counting")) == number)
    # What is known already is chosen meanwhile.
    read = page.get_by_test_id("popover.filters.status.read")
    read.press("Enter")
    expect(read).to_have_attribute("aria-pressed", "true")
    until_heard(page, "200 books found")
    go_on(page)
    expect(author.locator(".facet-option").first).to_be_visible()
    expect(decade.locator(".facet-option").first).to_be_visible()
    expect(page.locator(".facet-waiting:visible")).to_have_count(0)
    expect(read).to_be_focused()
    assert heard(page, of="Counting") == ["Counting…", "Counting…"]


@both_sizes
def test_another_order_waits_under_a_sign_and_the_last_choice_is_taken(desk, size):
    page = busy(desk, size, "/library/all?sort=title")
    first = rows(page).first.get_attribute("data-testid")
    page.get_by_test_id("toolbar.sort").locator("visible=true").click()
    page.get_by_test_id("popover.sort.by.title").press("ArrowRight")
    sign = page.locator(".sorts [role=status]")
    expect(sign).to_have_text("Sorting…")
    page.keyboard.press("ArrowRight")
    series = page.get_by_test_id("popover.sort.by.series")
    expect(series).to_be_checked()
    expect(series).to_be_focused()
    assert rows(page).first.get_attribute("data-testid") == first
    go_on(page)
    expect(sign).to_have_text("")
    expect(page).to_have_url(re.compile("sort=series"))
    expect(series).to_be_focused()
    until_heard(page, "600 books found")
    assert heard(page) == ["Sorting…", "600 books found"]


@both_sizes
def test_books_come_into_the_palette_under_what_was_found_before_them(desk, size):
    page = busy(desk, size)
    page.keyboard.press("Control+k")
    field = page.get_by_test_id("palette.input")
    name = author_of_many()
    field.press_sequentially(name[:3])
    sign = page.locator(".palette-waiting")
    expect(sign).to_be_visible()
    until_heard(page, "Looking through the books…")
    options = page.locator(".palette-option")
    before = options.first.bounding_box()
    field.press_sequentially(name[3:])
    expect(sign).to_be_visible()
    go_on(page)
    expect(page.locator("[data-testid^='palette.book.']").first).to_contain_text(name)
    expect(sign).to_be_hidden()
    expect(field).to_be_focused()
    expect(field).to_have_value(name)
    assert options.first.bounding_box()["y"] == before["y"]
    assert heard(page)[0] == "Looking through the books…"
    assert heard(page, of="Looking") == ["Looking through the books…"]
