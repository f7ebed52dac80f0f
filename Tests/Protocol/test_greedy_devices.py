"""A paired device that asks for more than anybody takes, or for more than there is time for."""

import contextlib
import http.client
import json
import os
import statistics
import time
import zlib

from bare_sockets import DEADLINE_SECONDS, Socket, at_most, come_and_go, dial, effort, frame


def asked(path, secret, fields="", method="GET"):
    return f"{method} {path} HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer {secret}\r\n{fields}\r\n".encode()


def test_a_device_that_asks_and_goes_keeps_nobody_waiting(server):
    hasty = server.command("device", "add", "Hasty").strip()
    reader = server.command("device", "add", "Reader").strip()
    come_and_go(server, 400, asked("/v1/catalog/search?q=the+a+e+i+o", hasty))
    with at_most(server, 1), dial(server) as plain:
        plain.sendall(asked("/v1/session", reader))
        assert plain.recv(65536).startswith(b"HTTP/1.1 200")


def test_a_device_has_so_many_questions_and_no_more(server):
    """A file to import holds up the desk, and with it what else is asked there."""
    curious = server.command("device", "add", "Curious").strip()
    reader = server.command("device", "add", "Reader").strip()
    rows = b"Title,Author\n" + b"".join(b"Book %d,Somebody\n" % number for number in range(30_000))
    history = "/v1/history?kind=book&id=a"
    with contextlib.ExitStack() as asking:
        peers = [asking.enter_context(dial(server)) for _ in range(18)]
        length = f"Content-Length: {len(rows)}\r\n"
        peers[0].sendall(asked("/v1/import?name=a.csv&dry=1", curious, length, "POST") + rows)
        time.sleep(0.1)
        for plain in peers[1:16]:
            plain.sendall(asked(history, curious))
        time.sleep(0.1)
        peers[16].sendall(asked(history, curious))
        refusal = peers[16].recv(65536)
        assert refusal.startswith(b"HTTP/1.1 429") and b"\r\nRetry-After: 1\r\n" in refusal
        peers[17].sendall(asked(history, reader))
        for plain in peers[:16] + peers[17:]:
            assert plain.recv(65536).startswith(b"HTTP/1.1 200")
        # Who waited for the answers may ask again.
        peers[16].sendall(asked(history, curious))
        assert peers[16].recv(65536).startswith(b"HTTP/1.1 200")


def test_a_history_of_long_texts_comes_in_parts(server):
    secret = server.command("device", "add", "Writer").strip()
    writer = Socket(server, secret)
    head = writer.greet(is_live=False)["library"]["head"]
    for n in range(1, 31):
        change = {"e": "book", "id": "b", "set": {"title": "T", "review": os.urandom(45_000).hex()}}
        change |= {"create": True} if n == 1 else {}
        op = {"op": f"op-{n}", "n": n, "base": head, "at": 0, "do": [change]}
        writer.plain.sendall(frame(json.dumps({"t": "push", "batch": n, "ops": [op]})))
        head = writer.receive_message("ack")["head"]
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=DEADLINE_SECONDS)
    known, more, before = [], True, ""
    while more:
        connection.request(
            "GET", f"/v1/history?kind=book&id=b&limit=200{before}", headers={"Authorization": f"Bearer {secret}"}
        )
        answer = connection.getresponse().read()
        assert len(answer) < 4 << 20
        part = json.loads(answer)
        known += [entry["seq"] for entry in part["entries"] if entry.get("field") == "review"]
        more, before = part["more"], f"&before={part['entries'][-1]['seq']}"
    assert known == list(range(30, 0, -1))


def test_new_books_that_many_others_are_like_keep_nobody_waiting(server):
    """Each has sixteen numbers, and sixty-four books of another device have them all."""
    numbers = {f"isbn:{isbn(number)}": None for number in range(16)}
    book = {"e": "book", "create": True, "set": {"title": "T"}, "add": {"identifiers": numbers}}

    def outcomes(name, count):
        writer = Socket(server, server.command("device", "add", name).strip())
        writer.greet(is_live=False)
        for first in range(1, count, 256):
            ops = [
                {"op": f"{name}-{n}", "n": n, "base": 0, "at": 0, "do": [book | {"id": f"{name}-{n}"}]}
                for n in range(first, min(first + 256, count + 1))
            ]
            writer.plain.sendall(frame(json.dumps({"t": "push", "batch": first, "ops": ops})))
        acks = [writer.receive_message("ack") for first in range(1, count, 256)]
        return {result["outcome"] for ack in acks for result in ack["results"]}

    assert outcomes("One", 64) == {"applied"}
    with at_most(server, 5):
        assert outcomes("Other", 256) == {"aliased"}


def isbn(number):
    digits = f"978{number:09}"
    return digits + str(-sum(int(digit) * (1, 3)[place % 2] for place, digit in enumerate(digits)) % 10)


def test_what_inflates_to_much_leaves_others_their_turn(server):
    """A thousand bytes may be a megabyte of JSON, and one read brings sixty of those."""
    living = Socket(server, server.command("device", "add", "Living").strip())
    living.greet(is_live=False)
    bomb = b'{"t":"unknown","x":[' + b"1," * 500_000 + b"1]}"
    deflater = zlib.compressobj(wbits=-15)
    deflated = bytearray(frame((deflater.compress(bomb) + deflater.flush(zlib.Z_SYNC_FLUSH))[:-4]))
    deflated[0] |= 0x40
    secret = server.command("device", "add", "Bomb").strip()
    compressed = "Sec-WebSocket-Extensions: permessage-deflate\r\n"
    bombing = [Socket(server, secret, fields=compressed) for _ in range(4)]
    for socket_ in bombing:
        socket_.greet(is_live=False)

    def work(asking):
        begin = effort(server)
        asking()
        return effort(server) - begin

    def one():
        # A ping behind it is answered once it was read.
        bombing[0].plain.sendall(bytes(deflated) + frame("", 9))
        while bombing[0].receive() != (10, b""):
            pass

    least = min(work(one) for _ in range(5))
    took = []
    for n in range(1, 4):
        for socket_ in bombing:
            socket_.plain.sendall(bytes(deflated) * 60)
        time.sleep(0.1)
        took.append(work(lambda: living.push(n, "")))
    # A few of each connection's are read meanwhile, not all of what came with one read of two of them.
    assert statistics.median(took) < 40 * least
