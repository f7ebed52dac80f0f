"""What axe-core says of a page, and whether all its words are words."""

from axe_core_python.base import AXE_SCRIPT

# Colours are all that a dark scheme has of its own.
COLOURS = ["color-contrast", "link-in-text-block"]

# What is said by a name that has no words in the dictionary: a page shows the name itself then.
NAMELESS = r"""() => {
  const names = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) names.push(node.data.trim());
  for (const node of document.querySelectorAll("[aria-label]")) names.push(node.getAttribute("aria-label"));
  return names.filter((words) => /^[a-z]+[A-Za-z]*(\.[a-zA-Z_]+)+$/.test(words));
}"""


def expect_clean(page, where, rules=None):
    """Asks every rule, or `rules` alone."""
    assert page.evaluate(NAMELESS) == [], where
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
