"""Strangers who say anything, in any order and in any pieces, and go at any moment."""

import contextlib
import http.client
import json
import random
import re
import socket
import ssl
import statistics
import time

import pytest

from bare_sockets import (
    DEADLINE_SECONDS, UPGRADE, Socket, at_most, come_and_go, descriptor_count, dial, effort, frame, hello,
    reset,
)
from dogear_server import ROOT, DogearServer
from sealed import Sealed

STRANGERS = 300
STOPS = 20
COMPRESSED = "Sec-WebSocket-Extensions: permessage-deflate\r\n\r\n"


@pytest.fixture(params=["plain", "sealed"])
def met(request, tmp_path):
    """A server, how to come to it, and the secret of a device."""
    is_sealed = request.param == "sealed"
    server = DogearServer(tmp_path / "data", ["--tls"] if is_sealed else [])
    if is_sealed:
        server.command("tls", "init")
    server.start()
    secret = server.command("device", "add", "Stranger").strip()
    yield server, Sealed if is_sealed else Plain, secret
    if server.process:
        server.stop()


class Plain:
    """The same as `Sealed`, without TLS."""

    def __init__(self, plain):
        self.plain = plain
        self.out = b""

    def write(self, data):
        self.out += data

    def end(self):
        pass

    def flush(self):
        self.plain.sendall(self.out)
        self.out = b""


# Each call as the server's list of them has it; nobody is paired yet who pairs or opens a socket.
CALL = re.compile(r"/// `(\w+) (/v1/[^`\[{ ]+)")
CALLS = set(CALL.findall((ROOT / "Sources/Server/Routes/Route.swift").read_text()))
CALLS -= {("POST", "/v1/pair"), ("GET", "/v1/socket")}


def test_every_call_of_the_library_needs_a_device(server):
    assert len(CALLS) > 18
    wrong = "x" * 43
    for method, path in sorted(CALLS):
        for fields in ({}, {"Authorization": f"Bearer {wrong}"}, {"Cookie": f"dogear={wrong}"}):
            connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=DEADLINE_SECONDS)
            connection.request(method, path, None if method == "GET" else b"{}", fields)
            answer = connection.getresponse()
            assert (answer.status, json.loads(answer.read())["error"]["code"]) == (401, "notPaired"), path
            connection.close()


def get(path, fields="", method="GET"):
    return f"{method} {path} HTTP/1.1\r\nHost: 127.0.0.1\r\n{fields}\r\n".encode()


def requests(secret):
    known = f"Authorization: Bearer {secret}\r\n"
    return [
        get("/healthz"), get("/"), get("/app.js"), get("/nothing"), get("/", method="HEAD"),
        get("/v1/session"), get("/v1/session", known), get("/v1/export", known),
        get("/v1/socket"), get("/healthz", "Connection: close\r\n"),
        get("/v1/pair", "Content-Length: 2\r\n", "POST") + b"{}",
        get("/v1/pair", "Transfer-Encoding: chunked\r\n", "POST") + b"2\r\n{}\r\n0\r\n\r\n",
        get("/v1/import?name=a", known + "Content-Length: 9000\r\n", "POST") + b"a,b\n" * 2250,
        get("/v1/import", "Content-Length: 99999999\r\n", "POST"), b"GET / HT", b"?\r\n\r\n", b"\r\n",
    ]


def frames():
    change = {"e": "book", "id": "b", "create": True, "set": {"title": "x" * 5000}}
    op = {"op": "stranger", "n": 1, "base": 0, "at": 0, "do": [change]}
    return [
        frame(hello()), frame(json.dumps({"t": "pull", "since": 0})), frame("{}"), frame("", 9),
        frame(json.dumps({"t": "push", "batch": 1, "ops": [op]})), frame("{", final=False),
        frame(b"\x03\xe8", 8), frame("x" * 70_000), b"\x83\x80\0\0\0\0", b"\x81",
    ]


def said(chance, secret):
    """Requests, and perhaps an upgrade and frames behind it."""
    words = chance.choices(requests(secret), k=chance.randrange(5))
    if chance.random() < 0.5:
        upgrade = UPGRADE.format(chance.choice([secret, "nobody's"]))
        words.append((upgrade[:-2] + COMPRESSED if chance.random() < 0.5 else upgrade).encode())
        words += chance.choices(frames(), k=chance.randrange(5))
    return b"".join(words)


def meet(server, kind, secret, chance):
    with dial(server) as socket_:
        peer = kind(socket_)
        data = said(chance, secret)
        while data:
            size = chance.choice([len(data), chance.randrange(1, len(data) + 1)])
            peer.write(data[:size])
            data = data[size:]
            if data and chance.random() < 0.5:
                peer.flush()
        if chance.random() < 0.5:
            peer.end()
        peer.flush()
        way = chance.randrange(3)
        if way == 0:
            reset(socket_)
        elif way == 1:
            socket_.shutdown(socket.SHUT_WR)
            socket_.settimeout(0.01)
            socket_.recv(1 << 16)


def test_whatever_strangers_say_the_server_stands(met):
    server, kind, secret = met
    before = descriptor_count(server)
    met_count = 0
    for number in range(STRANGERS):
        # Whom the server has done with may be told so in the middle of what they say.
        with contextlib.suppress(OSError, ssl.SSLError):
            meet(server, kind, secret, random.Random(number))
            met_count += 1
        assert server.process.poll() is None, f"stranger {number} ended it"
    assert met_count > STRANGERS / 2
    begin = time.monotonic()
    while descriptor_count(server) > before + 2:
        assert time.monotonic() < begin + DEADLINE_SECONDS, "descriptors are left"
        time.sleep(0.1)
    with dial(server) as socket_:
        peer = kind(socket_)
        peer.write(get("/healthz", "Connection: close\r\n"))
        peer.flush()
        if kind is Sealed:
            assert peer.read_to_end().startswith(b"HTTP/1.1 200")
        else:
            assert socket_.recv(1 << 16).startswith(b"HTTP/1.1 200")


def test_whoever_asks_as_the_server_stops_it_ends_in_order(server):
    known = f"Authorization: Bearer {server.command('device', 'add', 'Asker').strip()}\r\n"
    asked = [get("/v1/session", known), get("/v1/history?kind=book&id=a", known)]
    for _ in range(STOPS):
        peers = [dial(server) for _ in range(800)]
        for number, peer in enumerate(peers):
            peer.sendall(asked[number % 2])
        # The server need not wait for those who are gone, and has their questions still.
        for peer in peers:
            reset(peer)
        server.stop()
        server.start()


def test_strangers_who_come_and_go_keep_nobody_waiting(server):
    secret = server.command("device", "add", "Reader").strip()
    reader = Socket(server, secret)
    reader.greet()
    words = UPGRADE.format("nobody's").encode() + frame('{"t":"ping"}') * 250
    come_and_go(server, 400, words)
    with at_most(server, 1):
        reader.push(1, "")
        Socket(server, secret).greet()


def test_strangers_who_ask_for_files_and_go_keep_nobody_waiting(server):
    come_and_go(server, 200, get("/app.js", f"Accept-Encoding: {'a,' * 7_500}\r\n"))
    with at_most(server, 1), dial(server) as reader:
        reader.sendall(get("/app.js"))
        assert reader.recv(1 << 16).startswith(b"HTTP/1.1 200")


SOCKET = "Upgrade: {}websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 12\r\n"


@pytest.mark.parametrize(
    "path, fields",
    [
        ("/", f"If-None-Match: {'a,' * 8_000}\r\n"),
        ("/", f"If-Match: {'a,' * 8_000}\r\n"),
        ("/", f"Accept-Encoding: {'a;' * 8_000}\r\n"),
        ("/", f"Accept-Encoding: gzip{';q=1' * 4_000}\r\n"),
        ("/", f"Connection: {'a,' * 8_000}\r\n"),
        ("/v1/socket", SOCKET.format("a," * 7_900)),
        (f"/v1/catalog?{'a&' * 4_000}", ""),
    ],
    ids=["tags", "strong tags", "parameters", "weights", "connection", "upgrade", "query"],
)
def test_nothing_that_is_long_takes_the_server_long_to_read(server, path, fields):
    """Who asks for a file waits for all who asked before, and 512 may of one address.

    The server works at it for up to twice as long as at a field of that length that it does not know.
    What was made of each member, before it was read byte by byte, took fifteen times as long and more.
    """
    asked = get(path, fields)
    room = len(asked) - len(get("/", "X: \r\n"))
    unknown = get("/", f"X: {'a' * room}\r\n")
    with dial(server) as stranger:

        def work(words):
            begin = effort(server)
            for _ in range(10):
                stranger.sendall(words)
                answer = http.client.HTTPResponse(stranger)
                answer.begin()
                answer.read()
                assert answer.status in (200, 404, 412, 426)
            return effort(server) - begin

        # In turns: what else the machine does, or the server, is no more to the one than to the other.
        assert statistics.median(work(asked) / work(unknown) for _ in range(11)) < 5


def test_a_comma_within_quotes_is_part_of_a_tag(server):
    def status(fields):
        with dial(server) as reader:
            reader.sendall(get("/", f"{fields}Connection: close\r\n"))
            answer = http.client.HTTPResponse(reader)
            answer.begin()
            return answer.status, answer.getheader("ETag")

    _, tag = status("")
    assert status('If-None-Match: "a,*,b"\r\n')[0] == 200
    assert status('If-Match: "a,*,b"\r\n')[0] == 412
    for field in ("*", tag, f"W/{tag}", f'"a,b", {tag}', f'"", W/"a" ,\t{tag},'):
        assert status(f"If-None-Match: {field}\r\n")[0] == 304, field


def test_what_a_stranger_asks_is_put_before_no_desk(server):
    known = f"Authorization: Bearer {server.command('device', 'add', 'Reader').strip()}\r\n"
    rows = b"Title,Author\n" + b"".join(b"Book %d,Somebody\n" % number for number in range(30_000))
    long = get("/v1/import?name=a.csv&dry=1", f"{known}Content-Length: {len(rows)}\r\n", "POST")
    with dial(server) as device, dial(server) as stranger:
        device.sendall(long + rows)
        time.sleep(0.1)
        stranger.sendall(get("/v1/export", f"Authorization: Bearer {'x' * 43}\r\n"))
        assert stranger.recv(1 << 16).startswith(b"HTTP/1.1 401")
        device.setblocking(False)
        with pytest.raises(BlockingIOError):
            device.recv(1)
        device.settimeout(DEADLINE_SECONDS)
        assert device.recv(1 << 16).startswith(b"HTTP/1.1 200")
