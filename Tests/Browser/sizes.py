"""The windows that people have."""

import pytest

WIDE = {"width": 1280, "height": 800}
NARROW = {"width": 390, "height": 844}
TABLET = {"width": 834, "height": 1112}

both_sizes = pytest.mark.parametrize("size", [WIDE, NARROW], ids=["wide", "narrow"])

# Below which width a screen is that of such a device (Web/views/device-name.js).
_FORMS = {"phone": 700, "tablet": 1_100, "computer": float("inf")}


def device_name(size, taken):
    """What a browser whose screen is of that size calls itself, where others have these names already."""
    form = next(form for form, width in _FORMS.items() if size["width"] < width)
    names = [f"Linux {form}", *(f"Linux {form} {number}" for number in range(2, 10))]
    return next(name for name in names if name not in taken)


# As a browser's own setting does it: the size that everything else is measured by.
_TEXT = """(pixels) => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(`:root { font-size: ${pixels}px }`);
  document.adoptedStyleSheets = [sheet];
}"""

_TWO_FRAMES = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"


def with_text(pixels):
    """Prepares a page for somebody who reads text of this size."""
    return lambda page: page.add_init_script(
        f"addEventListener('DOMContentLoaded', () => ({_TEXT})({pixels}))"
    )


def set_text(page, pixels):
    """The same in a page that is open, whose lists are laid out anew with another width; one that opened
    with this size is left as it did."""
    if page.evaluate("() => getComputedStyle(document.documentElement).fontSize") == f"{pixels}px":
        return
    page.evaluate(_TEXT, pixels)
    size = page.viewport_size
    for width in (size["width"] - 1, size["width"]):
        page.set_viewport_size(size | {"width": width})
        page.evaluate(_TWO_FRAMES)
