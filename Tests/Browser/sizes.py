"""The windows that people have."""

import pytest

WIDE = {"width": 1280, "height": 800}
NARROW = {"width": 390, "height": 844}
TABLET = {"width": 834, "height": 1112}

both_sizes = pytest.mark.parametrize("size", [WIDE, NARROW], ids=["wide", "narrow"])
