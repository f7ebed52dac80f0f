"""What is large by itself, and who reads it how fast."""

import json
import time
from pathlib import Path

import pytest

from bare_sockets import Socket, frame, is_well, memory, socket_count


@pytest.mark.waits
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
        # Ten times as long as nothing may be taken.
        assert time.monotonic() < asked + 300, f"{count} are still there"
        time.sleep(0.5)
    # What the kernel held comes, and then the end.
    with pytest.raises((AssertionError, ConnectionError)):
        deaf.receive()
    assert len(deaf.data) < size
    assert is_well(server)


def test_a_push_that_touches_much_holds_little_of_it_at_once(server):
    """Sixty books of 0.75 MB each get another title: by one operation for each, and then by one for all."""
    writer = Socket(server, server.command("device", "add", "Writer").strip())
    head = writer.greet(is_live=False)["library"]["head"]
    books = [f"b-{i}" for i in range(60)]

    def push(*operations):
        nonlocal head
        numbers = range(head + 1, head + len(operations) + 1)
        ops = [{"op": f"op-{n}", "n": n, "base": head, "at": 0, "do": do} for n, do in zip(numbers, operations)]
        writer.plain.sendall(frame(json.dumps({"t": "push", "batch": head, "ops": ops})))
        ack = writer.receive_message("ack")
        assert {result["outcome"] for result in ack["results"]} == {"applied"}
        head = ack["head"]

    push([{"e": "book", "id": book, "create": True, "set": {"title": "Grows"}} for book in books])
    for book in books:
        for field in range(3):
            push([{"e": "book", "id": book, "set": {f"custom.f{field}": "x" * 250_000}}])
    reader = Socket(server, server.command("device", "add", "Reader").strip())
    reader.greet()
    before = memory(server)
    # In this order: what was held at once goes back to the system some time later.
    for title, at_once, most in [("In turn", 1, 90), ("At once", 60, 160)]:
        # From here on the greatest size counts (proc(5), clear_refs).
        Path(f"/proc/{server.process.pid}/clear_refs").write_text("5")
        known = head
        changes = [{"e": "book", "id": book, "set": {"title": title}} for book in books]
        push(*(changes[first : first + at_once] for first in range(0, len(books), at_once)))
        assert memory(server, "VmHWM") - before < most << 20, title
        told = reader.receive_message("changes")
        assert (told["from"], told["to"]) == (known, head)
        assert {row["id"]: row["set"] for row in told["rows"]} == {book: {"title": title} for book in books}
