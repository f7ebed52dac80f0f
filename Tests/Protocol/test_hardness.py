"""The server among peers that are slow, rude or too many."""

import contextlib
import http.client
import json
import os
import resource
import select
import selectors
import socket
import sqlite3
import struct
import threading
import time

import pytest

from bare_sockets import (
    DEADLINE_SECONDS, UPGRADE, Socket, at_most, come_and_go, descriptor_count, dial, frame, hello,
    is_well, memory, reset,
)
from dogear_server import DogearServer


@pytest.mark.waits
def test_a_head_that_drips_is_cut(server):
    """Slowloris: many connections that never finish what they ask."""
    dripping = [dial(server) for _ in range(100)]
    for plain in dripping:
        plain.sendall(b"GET / HTTP/1.1\r\nHost: a\r\n")
    begin = time.monotonic()
    waiting = set(dripping)
    while waiting:
        # Ten times as long as a head may take.
        assert time.monotonic() < begin + 100, f"{len(waiting)} are still there"
        for plain in list(waiting):
            try:
                plain.sendall(b"X: y\r\n")
            except OSError:
                waiting.discard(plain)
        assert is_well(server)
        time.sleep(0.3)
    assert time.monotonic() > begin + 9


def test_frames_of_one_byte_make_a_message(server):
    socket_ = Socket(server, server.command("device", "add", "Drops").strip())
    text = hello()
    frames = frame(text[0], final=False)
    for character in text[1:-1]:
        frames += frame(character, opcode=0, final=False) + frame("", opcode=9)
    frames += frame(text[-1], opcode=0)
    for start in range(0, len(frames), 7):
        socket_.plain.sendall(frames[start : start + 7])
    assert socket_.receive_message("welcome")


def test_a_storm_of_resets_disturbs_nobody(server):
    living = Socket(server, server.command("device", "add", "Living").strip())
    living.greet()
    before = descriptor_count(server)
    large = b"GET /sw.js HTTP/1.1\r\nHost: a\r\n\r\n" * 30
    for words in (b"", large, UPGRADE.format("x").encode() + frame(hello())):
        for number in range(1_000):
            plain = dial(server)
            plain.sendall(words)
            if number % 2:
                # Its end comes before the reset, so that what the server still writes is to nobody.
                with contextlib.suppress(OSError):
                    plain.shutdown(socket.SHUT_WR)
            reset(plain)
    assert living.push(1, "still here")["results"][0]["outcome"] == "applied"
    assert is_well(server)
    # Who is gone is forgotten at once, long before a deadline would see to it; what is open besides is
    # the database's, and the last few of the storm.
    end = time.monotonic() + 5
    while descriptor_count(server) > before + 10:
        assert time.monotonic() < end, f"{descriptor_count(server) - before} are still held"
        time.sleep(0.05)


def test_who_finds_no_descriptor_is_taken_later(server):
    """A process without descriptors serves those it has, and others as soon as some leave."""
    living = Socket(server, server.command("device", "add", "Living").strip())
    living.greet()
    open_count = descriptor_count(server)
    limits = resource.prlimit(server.process.pid, resource.RLIMIT_NOFILE)
    resource.prlimit(server.process.pid, resource.RLIMIT_NOFILE, (open_count + 10, limits[1]))
    crowd = [dial(server) for _ in range(40)]
    served = 0
    for plain in crowd:
        plain.sendall(b"GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n")
    select.select(crowd, [], [], DEADLINE_SECONDS)
    time.sleep(0.5)
    waiting = []
    for plain in crowd:
        plain.setblocking(False)
        try:
            served += plain.recv(65536).startswith(b"HTTP/1.1 200")
        except BlockingIOError:
            waiting.append(plain)
    assert 0 < served < len(crowd)
    assert living.push(1, "still here")["results"][0]["outcome"] == "applied"
    # A listener that stays ready must not keep the loop busy.
    with at_most(server, 0.3):
        time.sleep(1)
    for plain in crowd:
        if plain not in waiting:
            plain.close()
    for plain in waiting[:8]:
        plain.settimeout(DEADLINE_SECONDS)
        assert plain.recv(65536).startswith(b"HTTP/1.1 200")
    resource.prlimit(server.process.pid, resource.RLIMIT_NOFILE, limits)
    for plain in waiting[8:]:
        plain.settimeout(DEADLINE_SECONDS)
        assert plain.recv(65536).startswith(b"HTTP/1.1 200")


def test_strangers_leave_some_descriptors_to_the_server(tmp_path):
    """Where the system gives few descriptors, backups and commands still have theirs."""
    server = DogearServer(tmp_path / "data", wrapper=["prlimit", "--nofile=120:120"]).start()
    crowd = [dial(server) for _ in range(120)]
    last = crowd[-1]
    last.settimeout(DEADLINE_SECONDS)
    assert last.recv(65536).startswith(b"HTTP/1.1 503")
    server.command("backup", tmp_path / "backup.sqlite")
    for plain in crowd:
        plain.close()
    server.stop()


def test_the_log_says_of_an_address_once_that_it_tries_too_much(server):
    for _ in range(200):
        assert post(server, "/v1/pair", b'{"code": "wrong"}') in (403, 429)
    server.stop()
    complaints = [line for line in server.log if "Too many pairing attempts" in line]
    assert len(complaints) == 1


def post(server, path, body):
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=DEADLINE_SECONDS)
    connection.request("POST", path, body, {"Content-Type": "application/json"})
    status = connection.getresponse().status
    connection.close()
    return status


def test_readers_that_never_read_cost_a_bounded_amount(server):
    """A hundred readers, and ten that take nothing of 10 MB: the others get everything."""
    secrets = [server.command("device", "add", f"Reader {n}").strip() for n in range(10)]
    writer = Socket(server, server.command("device", "add", "Writer").strip())
    writer.greet(is_live=False)
    readers = [Socket(server, secret) for secret in secrets for _ in range(10)]
    deaf = [Socket(server, secret, receive_buffer=32768) for secret in secrets]
    for reader in readers + deaf:
        reader.plain.sendall(frame(hello()))
    for reader in readers:
        reader.receive_message("welcome")
    before = memory(server)
    # What the kernel takes is nothing to the server: there must be more than that.
    count = kernel_byte_count() * 5 // 2 // 60_000
    heard = [0] * len(readers)
    is_over = threading.Event()

    def listen():
        selector = selectors.DefaultSelector()
        for index, reader in enumerate(readers):
            reader.plain.setblocking(False)
            selector.register(reader.plain, selectors.EVENT_READ, index)
        while not is_over.is_set():
            for key, _ in selector.select(timeout=0.2):
                heard[key.data] += len(key.fileobj.recv(1 << 20))

    thread = threading.Thread(target=listen)
    thread.start()
    try:
        for n in range(1, count + 1):
            ack = writer.push(n, os.urandom(30_000).hex())
            assert ack["results"][0]["outcome"] == "applied", ack
        sent = count * 60_000
        end = time.monotonic() + DEADLINE_SECONDS
        while min(heard) < sent:
            assert time.monotonic() < end, f"a reader heard {min(heard)} of {sent} bytes"
            time.sleep(0.05)
    finally:
        is_over.set()
        thread.join()
    # Ten times what may wait for one, what is committed and cached, and room.
    assert memory(server) - before < 48 << 20
    assert is_well(server)
    # Frames are shared, so memory alone would not tell: what was kept for each is what it gets now,
    # before it hears that it is behind.
    for reader in deaf:
        assert kept_for(reader, sent // 2) < sent // 2


def kernel_byte_count():
    """The most that a socket's own buffer holds of what nobody takes."""
    return int(open("/proc/sys/net/ipv4/tcp_wmem").read().split()[2])


def kept_for(reader, most):
    """The bytes of all changes that come until the reader is told to pull, or is let go; `most` at most."""
    count = 0
    while count < most:
        try:
            opcode, payload = reader.receive()
        except (AssertionError, ConnectionError):
            return count
        kind = json.loads(payload)["t"] if opcode == 1 else ""
        if kind == "behind":
            return count
        count += len(payload) if kind == "changes" else 0
    return count


def test_answers_that_nobody_takes_are_not_made_ahead(server):
    """Requests are small, and may be sent many at once; each asks for a copy of a part of a file."""
    request = b"GET /messages/en.js HTTP/1.1\r\nHost: a\r\nRange: bytes=1-65000\r\n\r\n"
    # A first one has the file read, and compressed.
    with dial(server) as reader:
        reader.sendall(request)
        reader.recv(1)
    before = memory(server)
    with contextlib.ExitStack() as asking:
        for _ in range(50):
            deaf = asking.enter_context(dial(server))
            deaf.sendall(request * 300)
        # Those that the kernel takes, some three MiB for each of them, and no more.
        count, settled = -1, 0
        while settled < 10:
            time.sleep(0.1)
            now = metric(server, 'dogear_http_answers_total{class="2xx"} ')
            settled = settled + 1 if now - count <= 1 else 0
            count = now
        assert count > 50 * 20
        assert memory(server) - before < 30 << 20


def writer_of_a_megabyte(server):
    """The secret of a device that has written more than a page, and its connection."""
    secret = server.command("device", "add", "Pages").strip()
    writer = Socket(server, secret)
    writer.greet(is_live=False)
    for n in range(1, 41):
        writer.push(n, os.urandom(30_000).hex())
    return secret, writer


def test_pages_that_nobody_takes_are_not_heaped_up(server):
    """Ten connections ask for a megabyte, two hundred times at once, and take nothing."""
    secret, writer = writer_of_a_megabyte(server)
    asking = [Socket(server, secret, receive_buffer=4096) for _ in range(10)]
    for socket_ in asking:
        socket_.greet(is_live=False)
    before, worst = memory(server), 0
    words = frame(json.dumps({"t": "pull", "since": 0, "limit": 1_000})) * 200
    for socket_ in asking:
        socket_.plain.sendall(words)
    # Whoever asks for more than it takes is let go; the hub is there for everybody else meanwhile.
    with at_most(server, 10):
        assert writer.push(41, "still here")["results"][0]["outcome"] == "applied"
    for _ in range(20):
        worst = max(worst, memory(server))
        time.sleep(0.05)
    # A few pages for each, and as much again while they are made: without a bound 2 GB.
    assert worst - before < 160 << 20
    for socket_ in asking:
        assert close_code(socket_) == 4429
    # Who takes each before it asks for the next may have as many as it likes.
    for _ in range(10):
        writer.plain.sendall(frame(json.dumps({"t": "pull", "since": 0, "limit": 1_000})))
        assert writer.receive_message("page")["rows"]
    assert is_well(server)


def test_no_page_is_made_for_who_is_gone(server):
    """Two thousand connections of one device ask for all of a large library, and go."""
    secret, writer = writer_of_a_megabyte(server)
    words = UPGRADE.format(secret).encode() + frame(hello(is_live=False))
    words += frame(json.dumps({"t": "pull", "since": 0, "limit": 1_000})) * 4
    come_and_go(server, 40, words)
    with at_most(server, 1):
        writer.push(41, "still here")
    assert is_well(server)


@pytest.mark.parametrize("asked, count", [("/v1/catalog/search?q=the", 120), ("/v1/export", 4)])
def test_no_call_is_answered_for_who_is_gone(server, asked, count):
    """A device asks the desks for much on connection after connection, and goes."""
    secret, _ = writer_of_a_megabyte(server)
    words = f"GET {asked} HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer {secret}\r\n\r\n"
    come_and_go(server, count, words.encode())
    other = server.command("device", "add", "Other").strip()
    head = f"Host: a\r\nAuthorization: Bearer {other}\r\nConnection: close\r\n\r\n"
    with at_most(server, 1):
        for path in ("/v1/session", "/v1/history?kind=book&id=a"):
            with dial(server) as plain:
                plain.sendall(f"GET {path} HTTP/1.1\r\n{head}".encode())
                assert plain.recv(65536).startswith(b"HTTP/1.1 200")


def close_code(reader):
    while True:
        opcode, payload = reader.receive()
        if opcode == 8:
            return struct.unpack("!H", payload[:2])[0]


def test_a_flood_of_small_messages_is_not_heaped_up(server):
    """Ten connections that ask faster than the hub answers are read no faster than it does."""
    secret = server.command("device", "add", "Flood").strip()
    living = Socket(server, server.command("device", "add", "Living").strip())
    living.greet(is_live=False)
    flooding = [Socket(server, secret) for _ in range(10)]
    for socket_ in flooding:
        socket_.greet(is_live=False)
    words = frame(json.dumps({"t": "ping", "at": 0})) * 2_000
    before, worst = memory(server), 0
    selector = selectors.DefaultSelector()
    for socket_ in flooding:
        socket_.plain.setblocking(False)
        selector.register(socket_.plain, selectors.EVENT_READ | selectors.EVENT_WRITE)
    end = time.monotonic() + 4
    while time.monotonic() < end:
        for key, events in selector.select():
            try:
                if events & selectors.EVENT_READ and not key.fileobj.recv(1 << 20):
                    selector.unregister(key.fileobj)
                elif events & selectors.EVENT_WRITE:
                    key.fileobj.send(words)
            except BlockingIOError:
                pass
            except OSError:
                selector.unregister(key.fileobj)
        worst = max(worst, memory(server))
        if not selector.get_map():
            break
    assert worst - before < 96 << 20
    # Nobody else waits behind what came of the flood.
    with at_most(server, 2.5):
        assert living.push(1, "still here")["results"][0]["outcome"] == "applied"
    assert is_well(server)


def metric(server, name):
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=DEADLINE_SECONDS)
    connection.request("GET", "/metrics")
    lines = connection.getresponse().read().decode().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith(name))


def test_who_goes_on_while_the_hub_has_enough_is_told_to_wait(server):
    """Another process holds the database, so that the hub waits for it and its inbox fills."""
    writer = Socket(server, server.command("device", "add", "Writer").strip())
    writer.greet(is_live=False)
    flooding = Socket(server, server.command("device", "add", "Flood").strip())
    flooding.greet(is_live=False)
    with contextlib.closing(sqlite3.connect(server.data / "library.sqlite", isolation_level=None)) as holder:
        holder.execute("BEGIN IMMEDIATE")
        change = {"e": "book", "id": "b-1", "create": True, "set": {"title": "Emma"}}
        op = {"op": "op-1", "n": 1, "base": 0, "at": 0, "do": [change]}
        writer.plain.sendall(frame(json.dumps({"t": "push", "batch": 1, "ops": [op]})))
        time.sleep(0.3)
        # One read brings more of these than may be added to a full inbox.
        flooding.plain.sendall(frame(json.dumps({"t": "ping", "at": 0})) * 6_000)
        notice = flooding.receive_message("error")
        assert notice["code"] == "rate"
        assert notice["retryAfter"] > 0
        assert close_code(flooding) == 4429
        assert is_well(server)
        assert metric(server, "dogear_hub_inbox_bytes ") > 16 << 20
        holder.execute("ROLLBACK")
    assert writer.receive_message("ack")["results"][0]["outcome"] == "applied"


@pytest.mark.parametrize("dry", ["true", "yes", "0", ""])
def test_who_says_dry_in_other_words_has_nothing_written(server, dry):
    fields = {"Authorization": f"Bearer {server.command('device', 'add', 'Careful').strip()}"}

    def ask(method, path, body=None):
        connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=60)
        with contextlib.closing(connection):
            connection.request(method, path, body, fields)
            response = connection.getresponse()
            return response.status, json.loads(response.read())

    status, answer = ask("POST", f"/v1/import?name=x.csv&dry={dry}", b"Title,Author\nDune,Frank Herbert\n")
    assert status == 400
    assert answer["error"]["message"] == "An import’s “dry” is 1, or absent."
    assert ask("GET", "/v1/export")[1]["entities"] == []


def test_what_an_import_took_is_given_back(tmp_path):
    """Each may be done by another thread, and the allocator keeps what is free for each thread apart."""
    server = DogearServer(tmp_path / "data").start()
    token = server.command("device", "add", "Importing").strip()
    review = "lorem ipsum dolor " * 60
    rows = "".join(f'Book {n},Author {n % 500},"{review}"\r\n' for n in range(15_000))
    table = ("Title,Author,My Review\r\n" + rows).encode()
    before = memory(server)
    for _ in range(6):
        connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=60)
        connection.request(
            "POST", "/v1/import?name=x.csv&dry=1", table, {"Authorization": f"Bearer {token}"}
        )
        assert connection.getresponse().status == 200
        connection.close()
    begin = time.monotonic()
    while memory(server) > before + (100 << 20):
        assert time.monotonic() < begin + DEADLINE_SECONDS, f"{memory(server) >> 20} MiB are kept"
        time.sleep(0.1)
    server.stop()


def answer_to(server, method, path, secret="", body=None):
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=DEADLINE_SECONDS)
    connection.request(method, path, body, {"Authorization": f"Bearer {secret}"})
    answer = connection.getresponse()
    text = answer.read().decode()
    connection.close()
    assert answer.status == 200, text
    return text


def test_the_numbers_name_no_device_and_no_book(server):
    secret = server.command("device", "add", "Hidden Reader").strip()
    writer = Socket(server, secret)
    device = writer.greet()["device"]["id"]
    writer.push(1, "A Hidden Note")
    answer_to(server, "POST", "/v1/import?name=hidden.csv", secret, b"Title,Author\nA Hidden Title,Nobody\n")
    answer_to(server, "GET", "/v1/catalog/search?q=hidden", secret)
    numbers = answer_to(server, "GET", "/metrics")
    assert "dogear_pushes_total 1" in numbers
    assert "hidden" not in numbers.lower() and device not in numbers


def test_what_browsers_counted_is_forgotten_with_a_restart(server):
    secret = server.command("device", "add", "Browser").strip()
    counts = {"tab_switch library settings selectTab": 1}
    answer_to(server, "POST", "/v1/usage", secret, json.dumps({"since": 1, "counts": counts}))
    assert json.loads(answer_to(server, "GET", "/v1/usage", secret))["devices"][0]["counts"] == counts
    server.stop()
    server.start()
    assert json.loads(answer_to(server, "GET", "/v1/usage", secret)) == {"devices": []}
