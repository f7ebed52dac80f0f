"""Everything that is measured, in one run, one JSON file and one table, ratios first: make bench.

    all.py FILE [PART…]     the parts named, or all of them

A part that cannot be run, or that misses a bar, is told of in the table; the others go on.
"""

import json
import subprocess
import sys
import tempfile
from pathlib import Path

from figures import print_table

HERE = Path(__file__).resolve().parent
BENCH = HERE.parents[1] / ".build/release/Bench"

# The frames alone, the whole server, and what a person sees of it.
PARTS = {
    "framing": [sys.executable, HERE / "framing.py"],
    "sync": [BENCH],
    "idle": [sys.executable, HERE / "idle.py", "1000", "10000"],
    "devices": [sys.executable, HERE / "sync.py"],
    "paint": [sys.executable, HERE / "paint.py"],
    "away": [sys.executable, HERE / "away.py"],
    "first": [sys.executable, HERE / "first.py"],
}


def measured(name, command, folder):
    """The parts of what `command` measured, by their names."""
    file = folder / f"{name}.json"
    status = subprocess.run([*command, "--json", file]).returncode
    if file.exists():
        return json.loads(file.read_text())
    failure = {"name": f"{name} failed: status {status}", "value": None, "unit": "", "within": False}
    return {name: [failure]}


def main(file, names):
    found = {}
    with tempfile.TemporaryDirectory() as folder:
        for name in names or PARTS:
            print(f"— {name}", flush=True)
            found |= measured(name, PARTS[name], Path(folder))
    Path(file).write_text(json.dumps(found, indent=1, ensure_ascii=False))
    figures = [figure for part in found.values() for figure in part]
    print("— all of it")
    print_table(figures)
    return int(not all(figure["within"] for figure in figures))


sys.exit(main(sys.argv[1], sys.argv[2:]))
