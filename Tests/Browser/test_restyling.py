"""What one deed changes is all that is styled again: a phone has no time for the whole page.

A selector with `:has(…)` whose last part names no class, as `> :first-child`, makes every change one of everything.
So does `* + *` with whatever comes or goes, and a `::selection` of everything with what changes the root.
"""

from playwright.sync_api import expect

from place import book_pane
from reader import rows, two_frames
from sizes import NARROW, WIDE

CHANGE = """(row) => {
  row.querySelector(".row-title").append(document.createElement("b"));
  return row.offsetHeight;
}"""


COMES_AND_GOES = """() => {
  const node = document.createElement("div");
  document.querySelector(".shell").before(node);
  node.offsetHeight;
  node.remove();
  return document.body.offsetHeight;
}"""


def restyled(page, act):
    """How many elements Chromium styled anew while somebody acted, each time that it did."""
    session = page.context.browser.new_browser_cdp_session()
    events, complete = [], []
    session.on("Tracing.dataCollected", lambda data: events.extend(data["value"]))
    session.on("Tracing.tracingComplete", lambda _: complete.append(True))
    categories = {"includedCategories": ["devtools.timeline"]}
    session.send("Tracing.start", {"transferMode": "ReportEvents", "traceConfig": categories})
    act()
    session.send("Tracing.end")
    while not complete:
        page.evaluate("() => 0")
    session.detach()
    return [
        event["args"].get("elementCount", 0) for event in events if event["name"] == "UpdateLayoutTree"
    ]


def element_count(page):
    return page.evaluate("() => document.querySelectorAll('*').length")


def test_a_change_within_a_row_restyles_the_rows_alone(desk):
    page = desk.open(NARROW)
    row = rows(page).first
    row.evaluate(CHANGE)
    everything = element_count(page)
    changed = restyled(page, lambda: row.evaluate(CHANGE))
    assert 0 < sum(changed) < everything / 4, f"{changed} of {everything}"


def test_what_comes_and_goes_beside_all_else_restyles_none_of_it(desk):
    page = desk.open(NARROW)
    page.evaluate(COMES_AND_GOES)
    everything = element_count(page)
    changed = restyled(page, lambda: page.evaluate(COMES_AND_GOES))
    assert 0 < sum(changed) < everything / 4, f"{changed} of {everything}"


def test_a_cover_that_grows_restyles_a_part_of_the_page(desk):
    page = desk.open(WIDE, motion=True)

    def open_one():
        rows(page).nth(1).click()
        expect(book_pane(page)).to_be_visible()
        page.evaluate("() => document.activeViewTransition?.finished")
        two_frames(page)

    everything = element_count(page)
    changed = restyled(page, open_one)
    assert 0 < max(changed) < everything / 2, f"{changed} of {everything}"
