"""Peers over bare sockets: as slow, rude or many as a test needs."""

import contextlib
import json
import os
import re
import socket
import struct
import time
import urllib.request

DEADLINE_SECONDS = 20
UPGRADE = (
    "GET /v1/socket HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n"
    "Sec-WebSocket-Protocol: dogear.v1\r\nAuthorization: Bearer {}\r\n\r\n"
)


def dial(server, receive_buffer=None):
    plain = socket.socket()
    if receive_buffer:
        plain.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive_buffer)
    plain.settimeout(DEADLINE_SECONDS)
    plain.connect(("127.0.0.1", server.port))
    return plain


def reset(plain):
    """Goes without a word of it."""
    plain.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    plain.close()


def come_and_go(server, count, words):
    """So many at once say so, fifty times, and are gone before they are answered."""
    for _ in range(50):
        peers = [dial(server) for _ in range(count)]
        for peer in peers:
            peer.sendall(words)
        # What has not been read as they go is not heard.
        time.sleep(0.02)
        for peer in peers:
            reset(peer)


def is_well(server):
    with dial(server) as plain:
        plain.sendall(b"GET /healthz HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
        return plain.recv(65536).startswith(b"HTTP/1.1 200")


def frame(text, opcode=1, final=True):
    payload = text.encode() if isinstance(text, str) else text
    count = len(payload)
    if count < 126:
        head = struct.pack("!BB", final << 7 | opcode, 0x80 | count)
    elif count < 65536:
        head = struct.pack("!BBH", final << 7 | opcode, 0x80 | 126, count)
    else:
        head = struct.pack("!BBQ", final << 7 | opcode, 0x80 | 127, count)
    return head + b"\0\0\0\0" + payload


def hello(is_live=True):
    return json.dumps(
        {"t": "hello", "protocol": [1, 1], "client": "test", "device": {"incarnation": os.urandom(6).hex()}}
        | {"cursor": 0, "live": is_live, "clock": 0, "schema": 1}
    )


class Socket:
    """A WebSocket with no library between it and the wire."""

    def __init__(self, server, secret, receive_buffer=None, fields=""):
        self.plain = dial(server, receive_buffer)
        self.plain.sendall(f"{UPGRADE.format(secret)[:-2]}{fields}\r\n".encode())
        self.data = b""
        while b"\r\n\r\n" not in self.data:
            self.fill()
        head, self.data = self.data.split(b"\r\n\r\n", 1)
        assert head.startswith(b"HTTP/1.1 101"), head

    def fill(self):
        piece = self.plain.recv(262144)
        assert piece, "the stream ended"
        self.data += piece

    def receive(self):
        """The next frame: its opcode and payload."""
        while True:
            if len(self.data) >= 2:
                size, at = self.data[1], 2
                if size >= 126:
                    width = 2 if size == 126 else 8
                    size, at = int.from_bytes(self.data[2 : 2 + width], "big"), 2 + width
                if len(self.data) >= at + size:
                    opcode, payload = self.data[0] & 15, self.data[at : at + size]
                    self.data = self.data[at + size :]
                    return opcode, payload
            self.fill()

    def receive_message(self, kind):
        while True:
            opcode, payload = self.receive()
            assert opcode != 8, payload
            if opcode == 1 and (message := json.loads(payload))["t"] == kind:
                return message

    def greet(self, is_live=True):
        self.plain.sendall(frame(hello(is_live)))
        return self.receive_message("welcome")

    def push(self, n, text):
        change = {"e": "book", "id": f"b-{n}", "create": True, "set": {"title": f"Book {n}", "note": text}}
        op = {"op": f"op-{n}", "n": n, "base": 0, "at": 0, "do": [change]}
        self.plain.sendall(frame(json.dumps({"t": "push", "batch": n, "ops": [op]})))
        return self.receive_message("ack")


def socket_count(server):
    """How many WebSockets the server says it has open."""
    with urllib.request.urlopen(f"{server.origin}/metrics") as answer:
        return int(re.search(r"^dogear_sockets (\d+)$", answer.read().decode(), re.MULTILINE)[1])


def descriptor_count(server):
    return len(os.listdir(f"/proc/{server.process.pid}/fd"))


def memory(server, name="VmRSS"):
    """What the process holds, in bytes."""
    for line in open(f"/proc/{server.process.pid}/status"):
        if line.startswith(name + ":"):
            return int(line.split()[1]) << 10


def effort(server):
    """The seconds of processor time that the server has taken so far."""
    # What clock_getcpuclockid(3) gives for its process; Python has no call for that.
    return time.clock_gettime(~server.process.pid << 3 | 2)


@contextlib.contextmanager
def at_most(server, seconds):
    """What is asked in here is answered before the server has worked for so many seconds.

    Nobody waits longer for it where the machine does nothing else. By the clock they would where it
    does much, and the server could not help that.
    """
    begin = effort(server)
    yield
    assert effort(server) - begin < seconds
