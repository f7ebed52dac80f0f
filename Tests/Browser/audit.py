"""What axe-core says of a page."""

from axe_core_python.sync_playwright import Axe

# Colours are all that a dark scheme has of its own.
COLOURS = ["color-contrast", "link-in-text-block"]


def expect_clean(page, where, rules=None):
    """Asks every rule, or `rules` alone."""
    options = {"resultTypes": ["violations"]} | ({"runOnly": rules} if rules else {})
    violations = Axe().run(page, options=options)["violations"]
    found = [
        f"{v['id']}: {v['help']} ({', '.join(str(n['target']) for n in v['nodes'][:3])})"
        for v in violations
    ]
    assert found == [], f"{where}: " + "; ".join(found)
