"""What is large by itself, and who reads it how fast."""

import json
import re
import time
import urllib.request

import pytest

from bare_sockets import Socket, frame, is_well, memory


def test_what_one_operation_made_is_one_page_however_large_it_has_grown(server):
    """A page of 24 MiB reaches who reads fast and who reads slowly; who takes nothing is let go."""
    writer = Socket(server, server.command("device", "add", "Writer").strip())
    writer.greet(is_live=False)
    n = 0

    def push(*changes):
        nonlocal n
        n += 1
        op = {"op": f"op-{n}", "n": n, "base": n, "at": 0, "do": list(changes)}
        writer.plain.sendall(frame(json.dumps({"t": "push", "batch": n, "ops": [op]})))
        assert writer.receive_message("ack")["results"][0]["outcome"] == "applied"

    push(*({"e": "book", "id": f"b-{i}", "create": True, "set": {"title": "Grows"}} for i in range(64)))
    for i in range(64):
        for field in ("custom.one", "custom.two"):
            push({"e": "book", "id": f"b-{i}", "set": {field: "x" * 200_000}})
    secret = server.command("device", "add", "Reader").strip()
    fast, slow, deaf = (Socket(server, secret, receive_buffer=count) for count in (None, 65536, 4096))
    before = memory(server)
    for reader in (fast, slow, deaf):
        reader.greet(is_live=False)
        reader.plain.sendall(frame(json.dumps({"t": "pull", "since": 0, "limit": 1_000})))
    asked = time.monotonic()
    size = 64 * 2 * 200_000
    opcode, payload = fast.receive()
    assert opcode == 1 and len(payload) > size and len(json.loads(payload)["rows"]) == 64
    arrived = bytearray(slow.data)
    while len(arrived) < size:
        piece = slow.plain.recv(131_072)
        assert piece, f"the stream ended after {len(arrived)} bytes"
        arrived += piece
        time.sleep(0.02)
    assert time.monotonic() - asked > 2
    # One for each that waits, and a few while it is made.
    assert memory(server) - before < 8 * size
    for reader in (writer, fast, slow):
        reader.plain.close()
    while (count := socket_count(server)) > 0:
        assert time.monotonic() < asked + 60, f"{count} are still there"
        time.sleep(0.5)
    # What the kernel held comes, and then the end.
    with pytest.raises((AssertionError, ConnectionError)):
        deaf.receive()
    assert len(deaf.data) < size
    assert is_well(server)


def socket_count(server):
    with urllib.request.urlopen(f"{server.origin}/metrics") as answer:
        return int(re.search(r"^dogear_sockets (\d+)$", answer.read().decode(), re.MULTILINE)[1])
