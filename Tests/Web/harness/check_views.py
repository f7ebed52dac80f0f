"""Tries the views in Chromium over a library in memory: the promises of NAVIGATION §4 and BOOKS
§6 that need no server. Run it with the address where the repository's root is served:

    python3 Tests/Web/harness/check_views.py http://127.0.0.1:8000 [PATH-OF-BOOKS-CSV]
"""

import sys

from playwright.sync_api import expect, sync_playwright

BASE = sys.argv[1]
CSV = sys.argv[2] if len(sys.argv) > 2 else ""
WIDE = {"width": 1280, "height": 900}
NARROW = {"width": 390, "height": 844}
checks = []


def check(function):
    checks.append(function)
    return function


def opened(browser, size, books=10_000, **options):
    context = browser.new_context(viewport=size, reduced_motion="reduce", **options)
    page = context.new_page()
    page.failures = []
    page.on("pageerror", lambda error: page.failures.append(str(error)))
    page.on(
        "console",
        lambda message: page.failures.append(message.text) if message.type == "error" else None,
    )
    page.goto(f"{BASE}/Tests/Web/harness/?books={books}&csv={CSV}")
    page.wait_for_selector(".shell")
    return page


def id(name):
    return f'[data-testid="{name}"]'


def dispatch(page, action):
    page.evaluate("action => scene.dispatch(action)", action)


def open_row(page, book):
    # A row may be half under the header: pressed by script, nothing scrolls.
    page.locator(id(f"row.{book}")).evaluate("row => row.click()")
    expect(page.locator(id(f"detail.book.{book}"))).to_be_visible()


def top_row(page, name="list.all"):
    """The first row in view and how many pixels of it are scrolled past."""
    return page.evaluate(
        """name => {
          const list = document.querySelector(`[data-testid="${name}"]`);
          const edge = list.getBoundingClientRect().top;
          const rows = [...list.querySelectorAll('.row:not([hidden])')]
            .map(row => ({ id: row.dataset.testid, top: row.getBoundingClientRect().top - edge }))
            .filter(row => row.top <= 0.5).sort((a, b) => b.top - a.top);
          return rows[0];
        }""",
        name,
    )


def scroll_to_row(page, row, extra=18, name="list.all"):
    page.evaluate(
        "([name, top]) => { document.querySelector(`[data-testid='${name}']`).scrollTop = top; }",
        [name, row * 72 + extra],
    )
    page.wait_for_timeout(250)


def same_place(before, after):
    assert before["id"] == after["id"], (before, after)
    assert abs(before["top"] - after["top"]) <= 1, (before, after)


@check
def back_restores_the_row_and_the_offset_five_times_without_drift(browser):
    for size in (NARROW, WIDE):
        page = opened(browser, size)
        scroll_to_row(page, 6000)
        before = top_row(page)
        for _ in range(5):
            open_row(page, before["id"].removeprefix("row."))
            dispatch(page, {"t": "back"})
            page.wait_for_timeout(80)
            same_place(before, top_row(page))
        assert page.failures == [], page.failures


@check
def back_holds_with_search_filter_and_sort_and_focuses_the_row(browser):
    page = opened(browser, NARROW)
    page.fill(id("toolbar.search"), "the")
    page.click(id("toolbar.filter"))
    page.click(id("popover.filters.status.read"))
    page.click(id("popover.filters.done"))
    page.click(id("toolbar.sort"))
    page.click(id("popover.sort.by.title"))
    page.click(id("popover.sort.done"))
    scroll_to_row(page, 50)
    before = top_row(page)
    open_row(page, before["id"].removeprefix("row."))
    page.click(id("detail.back"))
    page.wait_for_timeout(80)
    same_place(before, top_row(page))
    assert page.input_value(id("toolbar.search")) == "the"
    assert page.evaluate("document.activeElement.dataset.testid") == before["id"]
    assert page.locator(id("popover.filters")).count() == 0


@check
def the_place_holds_when_another_device_inserts_fifty_books_above(browser):
    page = opened(browser, WIDE)
    scroll_to_row(page, 6000)
    before = top_row(page)
    page.evaluate(
        """() => library.remote(Array.from({ length: 50 }, (_, at) => ({
          e: 'book', id: `new${at}`, create: true,
          set: { title: `New ${at}`, added: Date.now() + at } })))"""
    )
    page.wait_for_timeout(80)
    same_place(before, top_row(page))


def at_row_6000_by_title(browser):
    page = opened(browser, NARROW)
    dispatch(page, {"t": "setSort", "list": {"k": "all"}, "sort": {"by": "title", "desc": False}})
    scroll_to_row(page, 6000)
    return page, page.evaluate("shell.library.ids.slice(6000, 6004)")


@check
def the_place_holds_when_the_open_book_is_deleted(browser):
    page, rows = at_row_6000_by_title(browser)
    before = top_row(page)
    open_row(page, rows[2])
    page.evaluate("id => library.edit([{ e: 'book', id, delete: true }])", rows[2])
    page.wait_for_timeout(80)
    same_place(before, top_row(page))
    open_row(page, rows[0])
    page.evaluate("id => library.edit([{ e: 'book', id, delete: true }])", rows[0])
    page.wait_for_timeout(80)
    same_place({"id": f"row.{rows[1]}", "top": before["top"]}, top_row(page))


@check
def the_own_book_keeps_its_place_on_the_screen_when_it_is_filed_elsewhere(browser):
    page, rows = at_row_6000_by_title(browser)
    before = top_row(page)
    open_row(page, rows[0])
    page.evaluate("id => library.edit([{ e: 'book', id, set: { title: 'Mmm' } }])", rows[0])
    page.wait_for_timeout(80)
    dispatch(page, {"t": "back"})
    page.wait_for_timeout(80)
    same_place(before, top_row(page))
    assert page.evaluate("document.activeElement.dataset.testid") == before["id"]


@check
def the_place_holds_when_another_device_files_a_book_elsewhere(browser):
    page, rows = at_row_6000_by_title(browser)
    before = top_row(page)
    change = "id => library.remote([{ e: 'book', id, set: { title: 'AAA' } }])"
    page.evaluate(change, rows[2])
    page.wait_for_timeout(80)
    same_place(before, top_row(page))
    below = f"document.querySelector('[data-testid=\"row.{rows[1]}\"]').getBoundingClientRect().top"
    held = page.evaluate(below)
    page.evaluate(change, rows[0])
    page.wait_for_timeout(80)
    assert page.evaluate(below) == held


@check
def a_change_of_layout_keeps_the_state_the_place_the_text_and_the_caret(browser):
    page = opened(browser, WIDE)
    scroll_to_row(page, 300)
    before = top_row(page)
    page.evaluate("id => document.querySelector(`[data-testid='${id}']`).click()", before["id"])
    state = page.evaluate("JSON.stringify(scene.state)")
    for size in (NARROW, WIDE, NARROW, WIDE):
        page.set_viewport_size(size)
        page.wait_for_timeout(120)
    assert page.evaluate("JSON.stringify(scene.state)") == state
    same_place(before, top_row(page))
    page.fill(id("toolbar.search"), "har")
    page.locator(id("toolbar.search")).evaluate("input => input.setSelectionRange(1, 2)")
    for size in (NARROW, WIDE):
        page.set_viewport_size(size)
        page.wait_for_timeout(120)
    caret = page.evaluate(
        """() => { const input = document.querySelector('[data-testid="toolbar.search"]');
          return [input.value, input.selectionStart, input.selectionEnd]; }"""
    )
    assert caret == ["har", 1, 2], caret


@check
def wide_keeps_three_columns_and_the_focus_on_the_row(browser):
    page = opened(browser, WIDE)
    row = page.locator(".layer-library .row:not([hidden])").nth(2)
    name = row.get_attribute("data-testid")
    row.click()
    for column in (".sidebar", ".layer-library .list", id(f"detail.book.{name[4:]}")):
        expect(page.locator(column)).to_be_visible()
    expect(page.locator(id("detail.back"))).to_be_hidden()
    assert page.evaluate("document.activeElement.dataset.testid") == name
    page.click(id("sidebar.status:toRead"))
    expect(page.locator(id("detail.placeholder"))).to_be_visible()


@check
def the_keyboard_moves_the_selection_and_f6_goes_to_the_detail(browser):
    page = opened(browser, WIDE)
    page.locator(".layer-library .row:not([hidden])").first.click()
    for _ in range(5):
        page.keyboard.press("ArrowDown")
    page.wait_for_timeout(250)
    sixth = page.evaluate("shell.library.ids[5]")
    expect(page.locator(id(f"detail.book.{sixth}"))).to_be_visible()
    page.keyboard.press("F6")
    assert page.evaluate("document.activeElement.tagName") == "H1"
    page.keyboard.press("Escape")
    assert page.evaluate("document.activeElement.dataset.testid") == f"row.{sixth}"
    page.keyboard.press("End")
    last = page.evaluate("shell.library.ids.at(-1)")
    assert page.evaluate("document.activeElement.dataset.testid") == f"row.{last}"


@check
def the_save_button_waits_for_a_title_and_escape_keeps_the_draft(browser):
    page = opened(browser, WIDE, books=20)
    page.click(id("toolbar.new"))
    save = page.locator(id("sheet.newBook.save"))
    expect(save).to_be_disabled()
    page.fill(id("field.title"), "Half a title")
    expect(save).to_be_enabled()
    page.keyboard.press("Escape")
    page.keyboard.press("Escape")
    expect(page.locator(id("sheet.newBook"))).to_have_count(0)
    page.click(id("toast.action"))
    assert page.input_value(id("field.title")) == "Half a title"
    page.fill(id("field.pages"), "0")
    save.click()
    expect(page.locator(".field-error:visible")).to_have_count(1)
    expect(page.locator(id("field.pages"))).to_be_focused()
    page.fill(id("field.pages"), "12")
    save.click()
    expect(page.locator(id("sheet.newBook"))).to_have_count(0)
    expect(page.locator(".book-title:visible")).to_have_text("Half a title")
    assert page.evaluate("scene.state.present.length") == 0


@check
def deleting_asks_by_name_and_can_be_undone(browser):
    page = opened(browser, NARROW, books=20)
    page.locator(id("row.x1")).click()
    page.click(id("detail.delete"))
    expect(page.locator(id("alert.deleteBook"))).to_contain_text("The Left Hand of Darkness")
    expect(page.locator(id("alert.deleteBook.cancel"))).to_be_focused()
    page.click(id("alert.deleteBook.delete"))
    expect(page.locator(id("row.x1"))).to_have_count(0)
    expect(page.locator(id("list.all"))).to_be_visible()
    page.click(id("toast.action"))
    expect(page.locator(id("row.x1"))).to_be_visible()


@check
def a_remote_change_glows_once_and_moves_nothing(browser):
    page = opened(browser, WIDE, books=20)
    page.locator(id("row.x1")).click()
    page.evaluate("library.remote([{ e: 'book', id: 'x1', set: { title: 'Changed afar' } }])")
    expect(page.locator(".book-title.glow")).to_have_text("Changed afar")
    expect(page.locator(f"{id('row.x1')} .row-title.glow")).to_have_text("Changed afar")
    assert page.evaluate("document.activeElement.dataset.testid") == "row.x1"
    page.locator(id("row.x9")).click()
    expect(page.locator(".book-title.glow")).to_have_count(0)


@check
def words_under_the_cursor_are_left_alone(browser):
    page = opened(browser, WIDE, books=20)
    page.locator(id("row.x1")).click()
    page.locator(id("detail.review")).fill("My own words")
    page.evaluate("library.remote([{ e: 'book', id: 'x1', set: { review: 'Others', note: 'N' } }])")
    page.wait_for_timeout(60)
    assert page.input_value(id("detail.review")) == "My own words"
    assert page.input_value(id("detail.note")) == "N"
    page.locator(id("detail.note")).focus()
    assert page.evaluate("library.get('book', 'x1').fields.review") == "My own words"


@check
def half_and_quarter_stars_come_by_key_and_by_drag(browser):
    page = opened(browser, WIDE, books=20)
    page.locator(id("row.x6")).click()
    stars = page.locator(".book-rating [data-testid=rating]")
    stars.focus()
    page.keyboard.press("3")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Shift+ArrowRight")
    assert page.evaluate("library.get('book', 'x6').fields.rating") == 375
    expect(stars).to_have_attribute("aria-valuetext", "3¾ stars")
    page.keyboard.press("Delete")
    assert page.evaluate("library.get('book', 'x6').fields.rating") is None
    box = page.locator(".book-rating .stars").bounding_box()
    page.mouse.move(box["x"] + 4, box["y"] + 10)
    page.mouse.down()
    page.mouse.move(box["x"] + box["width"] * 0.44, box["y"] + 10, steps=4)
    page.mouse.up()
    assert page.evaluate("library.get('book', 'x6').fields.rating") == 225


@check
def a_conflict_shows_both_values_and_one_tap_settles_it(browser):
    page = opened(browser, WIDE, books=20)
    page.click(id("sidebar.conflicts"))
    card = page.locator(id("conflict.op1-1"))
    expect(card).to_contain_text("4¾ stars")
    expect(card).to_contain_text("3½ stars")
    expect(card).to_contain_text("Phone")
    page.click(id("conflict.op1-1.lost"))
    expect(card).to_have_count(0)
    assert page.evaluate("library.get('book', 'x1').fields.rating") == 350


@check
def tags_and_shelves_are_added_and_removed_in_place(browser):
    page = opened(browser, WIDE, books=20)
    page.locator(id("row.x6")).click()
    page.locator(id("detail.tags.add")).fill("epic")
    page.keyboard.press("Enter")
    page.locator(id("detail.shelves.add")).fill("Bedside")
    page.keyboard.press("Enter")
    page.locator(id("detail.shelves.add")).fill("A new shelf")
    page.keyboard.press("Enter")
    fields = page.evaluate("library.get('book', 'x6').fields")
    assert list(fields["tags"]) == ["epic"] and "s1" in fields["shelves"]
    expect(page.locator(".sidebar")).to_contain_text("A new shelf")
    page.locator(f"{id('detail.tags')} .chip-remove").click()
    assert page.evaluate("library.get('book', 'x6').fields.tags") == {}


@check
def hidden_columns_are_inert_and_the_identifiers_are_there(browser):
    page = opened(browser, NARROW, books=20)
    for tab in ("library", "search", "feed", "settings"):
        expect(page.locator(id(f"tabBar.{tab}Tab"))).to_be_visible()
    for tab in ("search", "feed", "settings", "library"):
        page.click(id(f"tabBar.{tab}Tab"))
        live = page.evaluate(
            """() => [...document.querySelectorAll('.layer')]
              .filter(layer => !layer.inert).map(layer => layer.dataset.entry)"""
        )
        assert live == [f"{tab}/root"], live
    assert page.failures == [], page.failures


@check
def every_identifier_stands_in_the_page_once(browser):
    for size in (NARROW, WIDE):
        page = opened(browser, size, books=200)
        for tab in ("search", "feed", "settings", "library", "search", "library"):
            page.click(id(f"tabBar.{tab}Tab"))
            if tab in ("search", "library"):
                page.locator(id("row.x1")).click()
            page.wait_for_timeout(60)
            twice = page.evaluate(
                """() => {
                  const named = [...document.querySelectorAll('[data-testid]')];
                  const names = named.map(node => node.dataset.testid);
                  return names.filter((name, at) => names.indexOf(name) !== at);
                }"""
            )
            assert twice == [], (tab, twice)
            page.click(id(f"tabBar.{tab}Tab"))
        dispatch(page, {"t": "openItem", "route": {"k": "book", "id": "x1"}})
        author = {"k": "author", "v": "Ursula K. Le Guin"}
        dispatch(page, {"t": "push", "route": {"k": "list", "list": author}})
        page.wait_for_timeout(60)
        expect(page.locator(id("list.author:Ursula K. Le Guin"))).to_be_visible()
        dispatch(page, {"t": "back"})
        expect(page.locator(id("detail.book.x1"))).to_be_visible()


@check
def search_settles_within_its_budget_and_scrolling_makes_no_long_task(browser):
    page = opened(browser, WIDE)
    figures = page.evaluate(
        """async () => {
          const input = document.querySelector('[data-testid="toolbar.search"]');
          const times = [];
          for (const q of ['h', 'ha', 'har', 'harr', 'harry', '']) {
            const from = performance.now();
            input.value = q;
            input.dispatchEvent(new Event('input'));
            await new Promise(done => requestAnimationFrame(() => setTimeout(done)));
            times.push(Math.round(performance.now() - from));
          }
          const tasks = [];
          const told = list => tasks.push(...list.getEntries().map(e => Math.round(e.duration)));
          new PerformanceObserver(told).observe({ type: 'longtask' });
          const list = document.querySelector('[data-testid="list.all"]');
          for (let at = 0; at < 120; at += 1) {
            list.scrollTop = at * 5701;
            await new Promise(requestAnimationFrame);
          }
          await new Promise(done => setTimeout(done, 100));
          return { openedIn: Math.round(openedIn), times, tasks };
        }"""
    )
    print("   figures:", figures)


with sync_playwright() as playwright:
    chromium = playwright.chromium.launch(
        executable_path="/usr/bin/chromium", args=["--no-sandbox"]
    )
    failed = 0
    for function in checks:
        try:
            function(chromium)
            print("ok  ", function.__name__.replace("_", " "))
        except Exception as error:
            failed += 1
            print("FAIL", function.__name__.replace("_", " "), "\n    ", str(error)[:600])
    chromium.close()
sys.exit(1 if failed else 0)
