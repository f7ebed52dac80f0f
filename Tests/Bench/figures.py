"""The figures of a benchmark: lines of one table, and members of one JSON file, as those of Bench are.

A program that measures adds its figures and exits with `finish()`; `--json FILE` writes them to a file.
"""

import json
import sys


class Figures:
    """What one part measured, in the order in which it is told."""

    def __init__(self, part):
        self.part = part
        self.figures = []

    def add(self, name, value, unit, at_most=None, at_least=None):
        """Takes in a figure; `×` is the unit of one that compares two things measured alike."""
        within = (at_most is None or value <= at_most) and (at_least is None or value >= at_least)
        bars = {"atMost": at_most, "atLeast": at_least}
        self.figures.append(
            {"name": name, "value": value, "unit": unit, "within": within}
            | {bar: limit for bar, limit in bars.items() if limit is not None}
        )

    def finish(self):
        """Prints the table. The status to exit with: 1 where a figure is not as it must be."""
        print_table(self.figures)
        if "--json" in sys.argv:
            with open(sys.argv[sys.argv.index("--json") + 1], "w") as file:
                json.dump({self.part: self.figures}, file)
        return int(not all(figure["within"] for figure in self.figures))


def print_table(figures):
    """What holds on any machine first."""
    for is_ratio in (True, False):
        for figure in figures:
            if (figure["unit"] == "×") == is_ratio:
                print(line(figure))


def line(figure):
    if figure["value"] is None:
        return f"{figure['name']}  MISSED"
    unit = figure["unit"]
    bounds = [
        f"  ({words} {number(figure[bar])} {unit})"
        for bar, words in (("atMost", "at most"), ("atLeast", "at least"))
        if bar in figure
    ]
    verdict = "" if figure["within"] else "  MISSED"
    return f"{figure['name']:<64} {number(figure['value'])} {unit}{''.join(bounds)}{verdict}"


def number(value):
    return f"{value:,.0f}" if value == round(value) or abs(value) >= 1_000 else f"{value:.2f}"
