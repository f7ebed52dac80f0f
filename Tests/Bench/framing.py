"""Messages per second of server CPU, at the level of frames, beside SwiftNIO and ws for Node.

All in one run, in turns, since a shared machine changes from minute to minute; the ratios are what
counts, each of two that were measured in the same round. The load comes from wsload, which stands
beside the project where it is shared: without it, or without one of the others, this says what it
leaves out.
"""

import os
import re
import shutil
import statistics
import subprocess
import sys
from pathlib import Path

from figures import Figures

ROOT = Path(__file__).resolve().parents[2]
WSLOAD = Path(os.environ.get("WSLOAD", ROOT.parent / "shared/tools/wsload/wsload.cpp"))
ROUNDS = int(os.environ.get("ROUNDS", 5))
SECONDS = 3

# Each connection has so many messages of that many bytes under way.
LOADS = {
    "echo": ("echo", 50, 64, 1),
    "alone": ("echo", 1, 64, 1),
    "fan-out": ("fan-out", 1000, 256, 4),
}

# What is compared, by how much ours must be better at least; a time must be at most so much longer.
BARS = [
    ("echo", "nio", 1.25),
    ("echo", "ws", 1.5),
    ("fan-out", "nio", 1.5),
    ("fan-out", "ws", None),
    ("alone", "ws", 1.5),
    ("alone", "nio", None),
]


figures = Figures("framing")


def servers():
    """How to start each server that is there, by its name."""
    ours = Path(os.environ.get("ECHO_BINARY", ROOT / ".build/release/echo"))
    found = {"dogear": lambda mode: [ours, "--port", "0"] + ["--fan-out"] * (mode == "fan-out")}
    nio = Path(os.environ.get("NIO_BINARY", ROOT / ".build/peers/release/nio"))
    if nio.exists():
        found["nio"] = lambda mode: [nio, mode]
    else:
        print("SwiftNIO is left out: make peers builds it.")
    if shutil.which("node") and Path("/usr/share/nodejs/ws").exists():
        found["ws"] = lambda mode: ["node", ROOT / "Tests/Peers/ws.cjs", mode]
    else:
        print("ws is left out: Node and its package node-ws are not installed.")
    return found


def measure(wsload, command, kind, connections, size, in_flight):
    environment = os.environ | {"NODE_PATH": "/usr/share/nodejs"}
    server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment)
    try:
        port = re.search(r":(\d+)$", server.stdout.readline()).group(1)
        line = subprocess.run(
            [wsload, kind.replace("-", ""), port, str(server.pid), str(connections)]
            + [str(SECONDS), str(size), str(in_flight)],
            check=True, capture_output=True, text=True,
        ).stdout  # fmt: skip
    finally:
        server.kill()
        server.wait()
    return {
        "rate": float(re.search(r"received/server-cpu-s=(\d+)", line).group(1)),
        "p50": float(re.search(r"p50=([\d.]+)ms", line).group(1)),
    }


def main():
    if not WSLOAD.exists() or not shutil.which("g++"):
        print(f"Frames are left out: the load generator {WSLOAD} or g++ is not there.")
        return figures.finish()
    wsload = ROOT / ".build/wsload"
    subprocess.run(["g++", "-O2", "-std=c++17", "-o", wsload, WSLOAD], check=True)
    found = servers()
    samples = {}
    for _ in range(ROUNDS):
        for load, (kind, *rest) in LOADS.items():
            for name, command in found.items():
                sample = measure(wsload, command(kind), kind, *rest)
                samples.setdefault((load, name), []).append(sample)

    def values(load, name):
        value = "p50" if load == "alone" else "rate"
        return [sample[value] for sample in samples[load, name]]

    def median(load, name):
        return statistics.median(values(load, name))

    for load, peer, bar in BARS:
        if peer not in found:
            continue
        ratio = statistics.median(
            ours / theirs for ours, theirs in zip(values(load, "dogear"), values(load, peer))
        )
        what = "round trip alone" if load == "alone" else f"{load} per CPU second"
        bound = {"at_most" if load == "alone" else "at_least": bar}
        figures.add(f"frames: {what}, by {peer}", ratio, "×", **bound)
    for load, name in samples:
        if load == "alone":
            figures.add(f"frames: a round trip alone, {name}", median(load, name) * 1_000, "µs")
        else:
            figures.add(f"frames: {load}, {name}", median(load, name), "a CPU second")
    return figures.finish()


sys.exit(main())
