"""What axe-core says of a page."""

from axe_core_python.base import AXE_SCRIPT

# Colours are all that a dark scheme has of its own.
COLOURS = ["color-contrast", "link-in-text-block"]


def expect_clean(page, where, rules=None):
    """Asks every rule, or `rules` alone."""
    # Half a megabyte, which stays until the page is loaded anew.
    if not page.evaluate("() => 'axe' in window"):
        page.evaluate(AXE_SCRIPT)
    options = {"resultTypes": ["violations"]} | ({"runOnly": rules} if rules else {})
    # What it finds right is long, and nobody reads it.
    violations = page.evaluate(
        "(options) => axe.run(options).then(({ violations }) => violations)", options
    )
    found = [
        f"{v['id']}: {v['help']} ({', '.join(str(n['target']) for n in v['nodes'][:3])})"
        for v in violations
    ]
    assert found == [], f"{where}: " + "; ".join(found)
