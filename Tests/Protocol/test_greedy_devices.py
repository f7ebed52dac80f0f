"""A paired device that asks for more than anybody takes, or for more than there is time for."""

import contextlib
import time

from bare_sockets import come_and_go, dial


def asked(path, secret, fields="", method="GET"):
    return f"{method} {path} HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer {secret}\r\n{fields}\r\n".encode()


def test_a_device_that_asks_and_goes_keeps_nobody_waiting(server):
    hasty = server.command("device", "add", "Hasty").strip()
    reader = server.command("device", "add", "Reader").strip()
    come_and_go(server, 400, asked("/v1/catalog/search?q=the+a+e+i+o", hasty))
    begin = time.monotonic()
    with dial(server) as plain:
        plain.sendall(asked("/v1/session", reader))
        assert plain.recv(65536).startswith(b"HTTP/1.1 200")
    assert time.monotonic() < begin + 1


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
