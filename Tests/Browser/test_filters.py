"""What a list is filtered by: chosen and left out, by a press and by a link, said over the list."""

import re

import pytest
from playwright.sync_api import expect

from audit import expect_clean
from books import author_of_many, named_export, series_export, storygraph_export
from reader import expect_saved, open_book, rows
from sizes import NARROW, TABLET, WIDE, both_sizes


def filters(page):
    page.get_by_test_id("toolbar.filter").locator("visible=true").click()
    expect(page.get_by_test_id("popover.filters")).to_be_visible()


def facet(page, name):
    """The values of a facet, which is opened first."""
    section = page.get_by_test_id(f"popover.filters.{name}")
    if section.get_attribute("open") is None:
        section.locator("summary").click()
    return section


def done(page):
    page.get_by_test_id("popover.filters.done").click()
    expect(page.get_by_test_id("popover.filters")).to_have_count(0)


def chips(page):
    return page.locator(".filter-chip:visible")


def shown(page):
    """How many books the list says it shows."""
    words = page.locator(".pane-count:visible").inner_text()
    return int(re.match(r"[\d,]+", words)[0].replace(",", ""))


def count(page, name, value):
    return int(page.get_by_test_id(f"popover.filters.{name}.{value}").locator(".facet-count").inner_text())


def import_named(server, tmp_path, name):
    """Brings in a book beside those of other exports, which count from one, too."""
    export = named_export(tmp_path / "named.csv", name)
    export.write_text(export.read_text().replace("7100", "7200"))
    server.command("import", export)


@both_sizes
def test_every_facet_counts_what_choosing_a_value_shows(desk, screenshot, size):
    page = desk.open(size)
    for name in ["author", "series", "publisher", "language", "decade", "rating", "pages", "missing"]:
        filters(page)
        first = facet(page, name).locator(".facet-option:not([data-none])").first
        if first.count() == 0:
            done(page)
            continue
        number = int(first.locator(".facet-count").inner_text().replace(",", ""))
        assert number > 0
        first.click()
        expect(first).to_have_attribute("aria-pressed", "true")
        screenshot(page, f"{name}-{size['width']}")
        done(page)
        assert shown(page) == number, name
        expect(page).to_have_url(re.compile(f"[?]{name}="))
        expect(chips(page)).to_have_count(1)
        chips(page).click()
        expect(chips(page)).to_have_count(0)
        expect(page.get_by_test_id("toolbar.filter").locator("visible=true")).to_be_focused()
        assert shown(page) == 600


@both_sizes
def test_a_value_is_left_out_by_the_button_beside_it(desk, screenshot, size):
    page = desk.open(size)
    filters(page)
    read = count(page, "status", "read")
    page.get_by_test_id("popover.filters.-status.read").click()
    expect(page.get_by_test_id("popover.filters.-status.read")).to_have_accessible_name("Not: Read")
    expect(page.get_by_test_id("popover.filters.-status.read")).to_have_attribute("aria-pressed", "true")
    # It says still how many it hides, and others how many they would show beside it.
    assert count(page, "status", "read") == read
    facet(page, "missing").locator("[data-testid='popover.filters.-missing.rating']").click()
    screenshot(page, f"without-{size['width']}")
    expect_clean(page, "filters with something left out")
    done(page)
    expect(chips(page)).to_have_text(["Not: Read", "Has rating"])
    expect(page).to_have_url(re.compile(r"[?]-status=read&-missing=rating$"))
    screenshot(page, f"chips-{size['width']}")
    expect_clean(page, "a list with chips")
    expect(rows(page).locator(".row-status:visible").first).not_to_have_text("Read")
    both = shown(page)
    # What is chosen is not left out, too.
    filters(page)
    page.get_by_test_id("popover.filters.status.read").click()
    expect(page.get_by_test_id("popover.filters.-status.read")).to_have_attribute("aria-pressed", "false")
    done(page)
    expect(chips(page)).to_have_text(["Read", "Has rating"])
    page.get_by_role("button", name="Remove filter Read").click()
    expect(chips(page)).to_be_focused()
    assert shown(page) > both


def test_one_of_many_people_is_found_by_typing(desk, screenshot):
    page = desk.open(WIDE)
    name = author_of_many()
    filters(page)
    people = facet(page, "author")
    expect(people.locator(".facet-option")).to_have_count(10)
    expect(people).to_contain_text("more are found by typing")
    find = page.get_by_role("searchbox", name="Find: People")
    find.fill(name.split()[-1].lower())
    expect(people.locator(".facet-option").first).to_contain_text(name)
    screenshot(page, "find")
    page.get_by_test_id(f"popover.filters.author.{name}").click()
    find.press("Escape")
    expect(find).to_have_value("")
    expect(page.get_by_test_id("popover.filters")).to_be_visible()
    # It stays in sight among those of most books.
    expect(page.get_by_test_id(f"popover.filters.author.{name}")).to_be_visible()
    find.fill("xyzzy")
    expect(people).to_contain_text("Nothing to choose")
    expect(people.locator(".facet-option")).to_have_count(0)
    find.fill("")
    done(page)
    expect(chips(page)).to_have_text(name)


def test_a_filter_of_several_kinds_is_a_link_and_a_shelf(desk):
    link = "/library/all?-status=read&decade=1990,2000&rating=3,4,5&-pages=0&missing=review"
    page = desk.open(WIDE, link)
    expect(rows(page).first).to_be_visible()
    words = ["Not: Read", "1990s", "2000s", "3–3¾ stars", "4–4¾ stars", "5 stars", "Not: Up to 99 pages", "No review"]
    expect(chips(page)).to_have_text(words)
    number = shown(page)
    assert 0 < number < 600
    filters(page)
    page.get_by_test_id("popover.filters.name").fill("Nineties")
    page.get_by_test_id("popover.filters.new").click()
    expect(page.locator(".pane-title:visible")).to_have_text("Nineties")
    expect(chips(page)).to_have_count(0)
    assert shown(page) == number
    page.locator("a[data-testid^='sidebar.shelf:']", has_text="Nineties").click(button="right")
    page.get_by_test_id("popover.shelf.filter").click()
    done(page)
    expect(chips(page)).to_have_text(words)
    expect(page).to_have_url(re.compile(re.escape(link) + "$"))


def test_a_book_leads_to_others_of_its_publisher_series_and_tags(window, server, tmp_path):
    server.command("import", series_export(tmp_path / "books.csv", "Net (Tides, #2)", "Anchor (Tides, #1)", "Alone"))
    import_named(server, tmp_path, "Tidesong")
    page = window(WIDE)
    expect(rows(page)).to_have_count(4)
    open_book(page, "Net")
    page.get_by_test_id("detail.tags.add").fill("gift, for Ada")
    page.get_by_test_id("detail.tags.add").press("Enter")
    for link, chip, others in [("Tides #2", "Tides", ["Anchor", "Net"]), ("for Ada", "for Ada", ["Net"])]:
        page.get_by_role("link", name=link, exact=True).locator("visible=true").click()
        expect(page.locator("[data-testid^='detail.book.']:visible h1")).to_have_text("Net")
        expect(rows(page).locator(".row-title")).to_have_text(others)
        expect(chips(page)).to_have_text(chip)
    chips(page).click()
    open_book(page, "Tidesong")
    page.locator(".facts:visible").get_by_role("link", name="Tidesong").click()
    expect(rows(page)).to_have_count(1)
    expect(chips(page)).to_have_text("Tidesong")
    expect(page).to_have_url(re.compile("[?]publisher=Tidesong$"))


TAGGED = [("Tides", "cosy, sea"), ("Sands", "cosy"), ("Reeds", "sea"), ("Dunes", "cosy, sea, old")]


@both_sizes
def test_of_tags_all_may_be_asked_for(window, server, tmp_path, size):
    export = storygraph_export(tmp_path / "tagged.csv", *(
        {"Title": title, "Authors": "Ann Reed", "Read Status": "read", "Tags": tags} for title, tags in TAGGED))
    server.command("import", export)
    page = window(size)
    page.goto(server.origin + "/library/all?tag=cosy,sea")
    expect(rows(page)).to_have_count(4)
    filters(page)
    page.get_by_test_id("popover.filters.share.tag").focus()
    page.keyboard.press("ArrowRight")
    expect(page.get_by_role("radio", name="All of them")).to_be_checked()
    assert count(page, "tag", "old") == 1
    expect_clean(page, f"filters by all tags, {size['width']} px")
    page.get_by_test_id("popover.filters.tag.old").click()
    done(page)
    expect(rows(page)).to_have_count(1)
    expect(page).to_have_url(re.compile("[?]all-tag=cosy,old,sea$"))
    page.reload()
    page.get_by_role("button", name="Remove filter Must be: old").click()
    expect(rows(page)).to_have_count(2)
    filters(page)
    page.get_by_test_id("popover.filters.name").fill("Cosy seas")
    page.get_by_test_id("popover.filters.new").click()
    expect(page.locator(".list-header .pane-title:visible").first).to_have_text("Cosy seas")
    expect(rows(page)).to_have_count(2)


def test_more_than_a_list_is_filtered_by_is_refused_in_words(window, server, tmp_path):
    tags = [f"tag {number:02}" for number in range(17)]
    export = storygraph_export(tmp_path / "tagged.csv", {
        "Title": "Tides", "Authors": "Ann Reed", "Read Status": "read", "Tags": ", ".join(tags)})
    server.command("import", export)
    page = window()
    page.goto(server.origin + "/library/all?tag=" + ",".join(tags[:16]).replace(" ", "%20"))
    filters(page)
    find = page.get_by_test_id("popover.filters.find.tag")
    find.fill(tags[16])
    last = page.get_by_test_id(f"popover.filters.tag.{tags[16]}")
    last.click()
    expect(last).to_have_attribute("aria-pressed", "false")
    said = page.get_by_role("status").filter(has_text="At most 16 can be chosen. Give one up first.")
    expect(said).to_be_in_viewport()
    find.fill("")
    page.get_by_test_id(f"popover.filters.tag.{tags[0]}").click()
    expect(said).to_have_count(0)
    find.fill(tags[16])
    last.click()
    expect(last).to_have_attribute("aria-pressed", "true")
    done(page)
    expect(chips(page)).to_have_count(16)


def test_a_filter_goes_when_its_last_book_does(window, server, tmp_path):
    import_named(server, tmp_path, "Tidesong")
    server.command("import", series_export(tmp_path / "books.csv", "Alone"))
    page = window(NARROW)
    expect(rows(page)).to_have_count(2)
    page.goto(re.match(r"https?://[^/]+", page.url)[0] + "/library/all?-author=Tidesong")
    expect(rows(page)).to_have_count(1)
    other = window(WIDE)
    open_book(other, "Tidesong")
    other.get_by_test_id("detail.delete").click()
    other.get_by_test_id("alert.deleteBook.delete").click()
    expect_saved(other)
    expect(chips(page)).to_have_count(0)
    expect(page).to_have_url(re.compile("/library/all$"))


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_filters_look_as_they_should(desk, screenshot, scheme):
    page = desk.open(TABLET, "/library/all?-status=read&language=en&decade=1990&missing=review")
    page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
    expect(chips(page)).to_have_count(4)
    screenshot(page, f"chips-{scheme}")
    filters(page)
    screenshot(page, f"popover-{scheme}")
    expect_clean(page, f"filters, {scheme}")
