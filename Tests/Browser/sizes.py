"""The windows that people have."""

import pytest

WIDE = {"width": 1280, "height": 800}
NARROW = {"width": 390, "height": 844}
TABLET = {"width": 834, "height": 1112}

both_sizes = pytest.mark.parametrize("size", [WIDE, NARROW], ids=["wide", "narrow"])

# As a browser's own setting does it: the size that everything else is measured by.
_TEXT = """(pixels) => addEventListener("DOMContentLoaded", () => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(`:root { font-size: ${pixels}px }`);
  document.adoptedStyleSheets = [sheet];
})"""


def with_text(pixels):
    """Prepares a page for somebody who reads text of this size."""
    return lambda page: page.add_init_script(f"({_TEXT})({pixels})")
