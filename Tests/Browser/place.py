"""Where a window is: what its state says, and what eyes see of it."""

import json

from playwright.sync_api import expect

from reader import eventually, pause, rows, rows_in_view, two_frames

# How long a list, or the feed, is still before it says where it stands (Web/elements/limits.js,
# Web/views/limits.js), and a little more.
SETTLED_MS = 160
# How long after a change the window writes its place down (Web/scene/limits.js), and a little more.
WRITTEN_DOWN_MS = 260
# How long changes of the address are joined for (Web/scene/limits.js), and a little more.
ADDRESS_WRITTEN_MS = 410

# Whether what the window shows now is remembered, of the library as it is now: these rows, one after
# the other, and not only among those of another list.
REMEMBERED = """async (rows) => {
  const answer = (asked) => new Promise((resolve) => (asked.onsuccess = () => resolve(asked.result)));
  const opened = await answer(indexedDB.open("dogear"));
  const states = opened.transaction("state").objectStore("state");
  const [state, kept] = await Promise.all([answer(states.get("state")), answer(states.get("glimpse"))]);
  opened.close();
  return kept?.content === state.content && `${kept.glimpse.ids},`.includes(`${rows},`);
}"""


def nav_state(page):
    """The whole navigation state, as the window keeps it for a reload."""
    pause(page, SETTLED_MS, WRITTEN_DOWN_MS)
    return json.loads(page.evaluate("() => sessionStorage.getItem('dogear.scene')"))["local"]["nav"]


def expect_remembered(page):
    """Waits until the window would open with what it shows."""
    # Of no rows at all any list is one.
    expect(rows(page).first).to_be_visible()

    def is_remembered():
        return page.evaluate(REMEMBERED, [row["id"].removeprefix("row.") for row in rows_in_view(page)])

    assert eventually(page, is_remembered), "the list was never remembered"


def book_pane(page):
    return page.locator("[data-testid^='detail.book.']:visible")


def expect_book(page, title):
    expect(book_pane(page).locator("h1")).to_have_text(title)


def title_of(row):
    return row.locator(".row-title").inner_text()


def open_row(page, number=0):
    """Opens one of the rows on screen and gives its identifier and title."""
    row = rows(page).nth(number)
    identifier, title = row.get_attribute("data-testid"), title_of(row)
    row.click()
    expect_book(page, title)
    return identifier.removeprefix("row."), title


def filter_status(page, status):
    page.get_by_test_id("toolbar.filter").locator("visible=true").click()
    page.get_by_test_id(f"popover.filters.status.{status}").click()
    page.get_by_test_id("popover.filters.done").click()


def search_field(page):
    return page.get_by_test_id("toolbar.search").locator("visible=true")


def columns_shown(page):
    """Which of the three columns eyes see."""
    return page.evaluate(
        """() => Object.entries({
          sidebar: ".layer-sidebar", list: ".layer-root:not([data-place='away'])",
          detail: ".detail-column > [data-place='current']",
        }).filter(([, selector]) => {
          const node = document.querySelector(selector);
          return node !== null && node.checkVisibility({ visibilityProperty: true });
        }).map(([name]) => name)"""
    )


def expect_columns(page, columns):
    """Waits until eyes see these of the three columns: a window hears of its new size a moment later."""
    eventually(page, lambda: columns_shown(page) == columns)
    assert columns_shown(page) == columns


# What breathes until something is there never comes to rest by itself.
COME_TO_REST = """() => Promise.allSettled(document.getAnimations()
  .filter(({ effect }) => effect.getComputedTiming().endTime !== Infinity)
  .map(({ finished }) => finished))"""


def film(page, selector):
    """Begins to note where an element's left edge is at each frame; `developed` tells."""
    page.evaluate(
        """(selector) => {
          window.film = [];
          const shoot = () => {
            const node = document.querySelector(selector);
            const shell = document.querySelector(".shell");
            window.film.push({
              left: node ? Math.round(node.getBoundingClientRect().left) : null,
              moves: shell.hasAttribute("data-moving"),
            });
            window.shooting = requestAnimationFrame(shoot);
          };
          shoot();
        }""",
        selector,
    )


def developed(page):
    """The film, of more than what would slide takes to begin, and until it has come to rest."""
    pause(page, 500)
    page.evaluate(COME_TO_REST)
    two_frames(page)
    return page.evaluate("() => { cancelAnimationFrame(window.shooting); return window.film; }")
