"""What a connection costs that says hello and is silent, and what it costs to come: make bench-idle.

    idle.py [COUNT…]     10,000 connections without an argument
"""

import json
import os
import re
import resource
import socket
import ssl
import sys
import tempfile
import time
from pathlib import Path

from figures import Figures

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "Browser"))
from dogear_server import DogearServer

COUNTS = [int(argument) for argument in sys.argv[1:] if argument.isdigit()] or [10_000]
PER_DEVICE = 32
HANDSHAKES = 500
# Asked of so many connections: among fewer what a server holds in any case is shared by too few.
BAR_COUNT = 10_000
KIB_PLAIN_MAX, KIB_TLS_MAX = 2, 16

HELLO = json.dumps(
    {"t": "hello", "protocol": [1, 1], "client": "bench", "device": {"incarnation": "bench"}}
    | {"cursor": 0, "live": True, "clock": 0, "schema": 1}
).encode()
FRAME = bytes([0x81, 0x80 | 126]) + len(HELLO).to_bytes(2, "big") + bytes(4) + HELLO


def upgrade(secret):
    return (
        "GET /v1/socket HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\n"
        "Connection: Upgrade\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
        "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Protocol: dogear.v1\r\n"
        f"Authorization: Bearer {secret}\r\n\r\n"
    ).encode()


def context():
    trusting = ssl.create_default_context()
    trusting.check_hostname = False
    trusting.verify_mode = ssl.CERT_NONE
    return trusting


def dial(server, tls, session=None):
    stream = socket.create_connection(("127.0.0.1", server.port), timeout=30)
    # Else it holds a request back until its last word of the handshake is acknowledged.
    stream.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    return tls.wrap_socket(stream, server_hostname="localhost", session=session) if tls else stream


def greet(server, tls, secret):
    stream = dial(server, tls)
    stream.sendall(upgrade(secret) + FRAME)
    data = b""
    while b'"welcome"' not in data:
        data += stream.recv(65536)
    return stream


def status(server, name):
    text = Path(f"/proc/{server.process.pid}/status").read_text()
    return int(re.search(rf"{name}:\s+(\d+)", text)[1])


def cpu_seconds(server):
    fields = Path(f"/proc/{server.process.pid}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


figures = Figures("idle")


def measure(name, arguments, count, limit):
    """Kibibytes a connection, and the server's time for one to come."""
    folder = Path(tempfile.mkdtemp())
    server = DogearServer(folder / "data", arguments)
    if arguments:
        server.command("tls", "init")
    server.start()
    try:
        tls = context() if arguments else None
        devices = -(-count // PER_DEVICE)
        secrets = [server.command("device", "add", f"D {n}").strip() for n in range(devices)]
        # What grows once and stays: caches, tables, the allocator's arenas.
        for stream in [greet(server, tls, secrets[0]) for _ in range(PER_DEVICE)]:
            stream.close()
        time.sleep(1)
        before, begun, busy = status(server, "VmRSS"), time.monotonic(), cpu_seconds(server)
        streams = []
        for secret in secrets:
            for _ in range(min(PER_DEVICE, count - len(streams))):
                streams.append(greet(server, tls, secret))
        seconds, used = time.monotonic() - begun, cpu_seconds(server) - busy
        time.sleep(2)
        cost = (status(server, "VmRSS") - before) / count
        figures.add(f"{count:,} {name}: memory of one", cost, "KiB", limit)
        figures.add("  came, with a hello", count / seconds, "a second")
        figures.add("  the server's time for one", used / count * 1e6, "µs")
        begun, busy = time.monotonic(), cpu_seconds(server)
        time.sleep(3)
        silent = (cpu_seconds(server) - busy) / (time.monotonic() - begun)
        figures.add("  while all are silent, of a core", silent * 100, "%")
        for stream in streams:
            stream.close()
        if tls and count == max(COUNTS):
            handshakes(server, tls)
    finally:
        server.process.kill()
        server.process.wait()


def handshakes(server, tls):
    """Whole handshakes against resumed ones, each with one small request."""
    def once(session=None):
        with dial(server, tls, session) as stream:
            stream.sendall(b"GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n")
            stream.recv(65536)
            return stream.session_reused, stream.session

    _, session = once()
    rates = {}
    for name, given in (("whole", None), ("resumed", session)):
        begun, busy = time.monotonic(), cpu_seconds(server)
        resumed = sum(once(given)[0] for _ in range(HANDSHAKES))
        assert resumed == (HANDSHAKES if given else 0)
        used, seconds = cpu_seconds(server) - busy, time.monotonic() - begun
        rates[name] = HANDSHAKES / seconds
        figures.add(f"TLS, {name} handshakes", rates[name], "a second")
        figures.add("  the server's time for one", used / HANDSHAKES * 1e6, "µs")
    figures.add("TLS: resumed handshakes, by whole ones", rates["resumed"] / rates["whole"], "×")


soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
for count in COUNTS:
    is_barred = count >= BAR_COUNT
    measure("plain connections", [], count, KIB_PLAIN_MAX if is_barred else None)
    measure("connections with TLS", ["--tls"], count, KIB_TLS_MAX if is_barred else None)
sys.exit(figures.finish())
