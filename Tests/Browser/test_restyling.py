"""What one row changes is all that is styled again: a phone has no time for the whole page.

A selector with `:has(…)` whose last part names no class, as `> :first-child`, makes every change one of everything.
"""

from reader import rows
from sizes import NARROW

CHANGE = """(row) => {
  row.querySelector(".row-title").append(document.createElement("b"));
  return row.offsetHeight;
}"""


def restyled(page, act):
    """How many elements Chromium styled anew while somebody acted."""
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
    return sum(
        event["args"].get("elementCount", 0) for event in events if event["name"] == "UpdateLayoutTree"
    )


def test_a_change_within_a_row_restyles_the_rows_alone(desk):
    page = desk.open(NARROW)
    row = rows(page).first
    row.evaluate(CHANGE)
    everything = page.evaluate("() => document.querySelectorAll('*').length")
    changed = restyled(page, lambda: row.evaluate(CHANGE))
    assert 0 < changed < everything / 4, f"{changed} of {everything}"
