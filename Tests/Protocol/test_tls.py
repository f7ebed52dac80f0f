"""TLS as strangers meet it: Python's and openssl's clients against the real server."""

import concurrent.futures
import contextlib
import json
import os
import re
import shutil
import signal
import socket
import ssl
import struct
import subprocess
import time

import pytest
import websockets.sync.client

from dogear_server import DogearServer
from sealed import Sealed, trusting_anyone

# The longest takes five seconds here; what has no end lasts longer than any.
DEADLINE_SECONDS = 100


def make_certificate(folder, name, key=("ec", "-pkeyopt", "ec_paramgen_curve:P-256")):
    """A certificate for one host, signed by itself."""
    paths = folder / f"{name}.crt", folder / f"{name}.key"
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", *key, "-nodes"]
        + ["-subj", f"/CN={name}", "-addext", f"subjectAltName=DNS:{name}", "-days", "9"]
        + ["-out", paths[0], "-keyout", paths[1]],
        check=True,
        capture_output=True,
    )
    return paths


@pytest.fixture(scope="module")
def tls(tmp_path_factory):
    """A server with certificates for two hosts."""
    folder = tmp_path_factory.mktemp("tls")
    pairs = [make_certificate(folder, name) for name in ("one.test", "two.test")]
    certificates, keys = (",".join(map(str, paths)) for paths in zip(*pairs))
    server = DogearServer(
        folder / "data", ["--tls-certificate", certificates, "--tls-key", keys]
    )
    server.folder = folder
    server.start()
    yield server
    server.stop()


@pytest.fixture
def local(tmp_path):
    """A server with a certificate of its own."""
    server = DogearServer(tmp_path / "data", ["--tls"])
    server.printed = server.command("tls", "init")
    server.start()
    yield server
    server.stop()


def dial(server, **options):
    """A TCP connection with small buffers on our side, where asked for."""
    plain = socket.socket()
    for name, size in options.items():
        plain.setsockopt(socket.SOL_SOCKET, getattr(socket, name), size)
    plain.settimeout(DEADLINE_SECONDS)
    plain.connect(("127.0.0.1", server.port))
    return plain


def connect(server, context=None, name="one.test", session=None, **options):
    context = context or trusting_anyone()
    return context.wrap_socket(dial(server, **options), server_hostname=name, session=session)


def say_all_at_once(server, text):
    """Sends `text` over TLS and the end of our side in one piece; gives all that comes back."""
    with dial(server) as plain:
        peer = Sealed(plain)
        peer.write(text.encode())
        peer.end()
        peer.flush()
        return peer.read_to_end()


def ask(stream, path="/healthz", fields="", method="GET", body=b""):
    head = f"{method} {path} HTTP/1.1\r\nHost: 127.0.0.1\r\n{fields}"
    head += f"Content-Length: {len(body)}\r\n\r\n" if body else "\r\n"
    stream.sendall(head.encode() + body)
    return answer(stream)


def answer(stream, piece=65536):
    """One whole answer: status, head and body."""
    data = b""
    while b"\r\n\r\n" not in data:
        data += stream.recv(piece) or pytest.fail(f"the stream ended after {data!r}")
    head, body = data.split(b"\r\n\r\n", 1)
    count = int(re.search(rb"content-length: (\d+)", head, re.I)[1])
    while len(body) < count:
        body += stream.recv(piece) or pytest.fail(f"the stream ended after {len(body)} bytes")
    assert len(body) == count
    return int(head.split()[1]), head.decode(), body


def s_client(server, *arguments, text="Q\n"):
    done = subprocess.run(
        ["openssl", "s_client", "-connect", f"127.0.0.1:{server.port}", *arguments],
        input=text, capture_output=True, text=True, timeout=DEADLINE_SECONDS,
    )
    return done.stdout + done.stderr


# Versions and names


@pytest.mark.parametrize("version", ["-tls1_2", "-tls1_3"])
def test_current_versions_are_spoken(tls, version):
    said = s_client(tls, version)
    # Forward secrecy and authenticated encryption, whichever the version.
    assert re.search(r"Cipher is (ECDHE-ECDSA|TLS)[-_](AES|CHACHA20|AES_\d+_GCM)", said), said


@pytest.mark.parametrize("version", ["-tls1", "-tls1_1"])
def test_old_versions_are_refused(tls, version):
    said = s_client(tls, version, "-cipher", "ALL:@SECLEVEL=0")
    assert "protocol version" in said
    assert "Cipher is (NONE)" in said


def test_ciphers_without_forward_secrecy_are_refused(tmp_path):
    """With a key of RSA, for one of ECDSA could not do without."""
    certificate, key = make_certificate(tmp_path, "one.test", ["rsa:2048"])
    server = DogearServer(tmp_path / "data", ["--tls-certificate", certificate, "--tls-key", key])
    server.start()
    try:
        said = s_client(server, "-tls1_2", "-cipher", "AES128-SHA:AES256-SHA:AES128-GCM-SHA256")
        assert "handshake failure" in said
        said = s_client(server, "-tls1_2", "-cipher", "ECDHE-RSA-AES128-GCM-SHA256:AES128-SHA")
        assert "Cipher is ECDHE-RSA-AES128-GCM-SHA256" in said
    finally:
        server.stop()


def test_http_1_1_is_chosen_among_protocols(tls):
    with connect(tls, trusting_anyone("h2", "http/1.1")) as stream:
        assert stream.selected_alpn_protocol() == "http/1.1"
        assert ask(stream)[0] == 200
    with connect(tls) as stream:
        assert stream.selected_alpn_protocol() is None
    with pytest.raises(ssl.SSLError, match="(?i)no.application.protocol"):
        connect(tls, trusting_anyone("h2"))


@pytest.mark.parametrize(
    "asked, shown",
    [("one.test", "one.test"), ("two.test", "two.test"), ("three.test", "one.test"), (None, "one.test")],
)
def test_the_name_picks_the_certificate(tls, asked, shown):
    names = ["-servername", asked] if asked else ["-noservername"]
    assert re.search(r"subject=CN = (\S+)", s_client(tls, *names))[1] == shown


def test_those_that_vouch_for_a_certificate_are_shown_with_it(tmp_path):
    """As authorities hand them out: a client knows the first of them, and nothing of the next."""
    root, root_key = make_certificate(tmp_path, "root.test")
    vouching, vouching_key = sign(tmp_path, "vouching.test", root, root_key, "basicConstraints=CA:TRUE")
    leaf, leaf_key = sign(tmp_path, "leaf.test", vouching, vouching_key, "subjectAltName=DNS:leaf.test")
    chain = tmp_path / "chain.crt"
    chain.write_bytes(leaf.read_bytes() + vouching.read_bytes())
    server = DogearServer(tmp_path / "data", ["--tls-certificate", chain, "--tls-key", leaf_key])
    server.start()
    try:
        with connect(server, ssl.create_default_context(cafile=root), "leaf.test") as stream:
            assert ask(stream)[0] == 200
    finally:
        server.stop()


def sign(folder, name, authority, authority_key, extension):
    """A certificate with one extension, for which another vouches."""
    key, request, certificate = (folder / f"{name}.{end}" for end in ("key", "csr", "crt"))
    for words in (
        ["req", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-keyout", key]
        + ["-out", request, "-subj", f"/CN={name}", "-addext", extension],
        ["x509", "-req", "-in", request, "-CA", authority, "-CAkey", authority_key, "-CAcreateserial"]
        + ["-copy_extensions", "copy", "-out", certificate, "-days", "9"],
    ):
        subprocess.run(["openssl", *words], check=True, capture_output=True)
    return certificate, key


# Sessions


def session_of(server, context, name="one.test", session=None):
    """Says hello, and gives whether the session was resumed, and the one to resume by."""
    with connect(server, context, name, session) as stream:
        assert ask(stream)[0] == 200
        return stream.session_reused, stream.session


@pytest.mark.parametrize("version", [ssl.TLSVersion.TLSv1_2, ssl.TLSVersion.TLSv1_3])
@pytest.mark.parametrize("name", ["one.test", "two.test"])
def test_sessions_are_resumed_also_after_a_reload(tls, version, name):
    context = trusting_anyone()
    context.minimum_version = context.maximum_version = version
    was_resumed, session = session_of(tls, context, name)
    assert not was_resumed
    assert session_of(tls, context, name, session)[0]
    reload(tls)
    assert session_of(tls, context, name, session)[0]


def reload(server, expecting="new connections are shown them"):
    before = len(server.log)
    server.process.send_signal(signal.SIGHUP)
    wait_for(lambda: any(expecting in line for line in server.log[before:]))


def wait_for(condition):
    end = time.monotonic() + DEADLINE_SECONDS
    while not condition():
        assert time.monotonic() < end, "waited in vain"
        time.sleep(0.02)


def test_a_reload_that_is_asked_for_during_the_start_comes_after_it(tmp_path):
    settings = tmp_path / "settings.yaml"
    os.mkfifo(settings)
    certificate, key = make_certificate(tmp_path, "one.test")
    server = DogearServer(
        tmp_path / "data",
        ["--tls-certificate", certificate, "--tls-key", key, "--config", settings],
    )

    def hold_up():
        # Opened once the server is reading its settings.
        with open(settings, "w"):
            wait_for(lambda: server.process is not None)
            server.process.send_signal(signal.SIGHUP)

    with concurrent.futures.ThreadPoolExecutor() as pool:
        held_up = pool.submit(hold_up)
        server.start()
        held_up.result()
    try:
        wait_for(lambda: any("new connections are shown them" in line for line in server.log))
        with connect(server) as stream:
            assert ask(stream)[0] == 200
    finally:
        server.stop()


def test_a_reload_shows_another_certificate_and_disturbs_nobody(tls):
    def shown():
        return ssl.get_server_certificate(("127.0.0.1", tls.port))

    with connect(tls) as living:
        assert ask(living)[0] == 200
        before = shown()
        make_certificate(tls.folder, "one.test")
        assert shown() == before
        reload(tls)
        after = shown()
        assert after != before
        assert ask(living)[0] == 200
        # What is of no use changes nothing.
        (tls.folder / "one.test.key").write_text("nonsense")
        reload(tls, expecting="stay as they were")
        assert shown() == after
        assert ask(living)[0] == 200
    make_certificate(tls.folder, "one.test")
    reload(tls)


# Strange peers


def test_plain_http_is_sent_to_https(tls):
    with dial(tls) as plain:
        status, head, _ = ask(plain, "/library/all?x=1", "Authorization: Bearer secret\r\n")
    assert status == 308
    assert "Location: https://127.0.0.1/library/all?x=1" in head
    # An upgrade is no way around it.
    with dial(tls) as plain:
        fields = "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
        assert ask(plain, "/v1/socket", fields + "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n")[0] == 308


def test_renegotiation_is_refused(tls):
    said = s_client(tls, "-tls1_2", text="R\nQ\n")
    assert "RENEGOTIATING" in said
    assert "no renegotiation" in said


def test_a_client_may_send_byte_by_byte(tls):
    arrived, leaving = ssl.MemoryBIO(), ssl.MemoryBIO()
    client = trusting_anyone().wrap_bio(arrived, leaving, server_hostname="one.test")
    with dial(tls) as plain:
        plain.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)

        def drive(call):
            while True:
                try:
                    result = call()
                except ssl.SSLWantReadError:
                    result = None
                for byte in leaving.read():
                    plain.send(bytes([byte]))
                if result is not None:
                    return result
                arrived.write(plain.recv(1) or pytest.fail("the stream ended"))

        drive(lambda: client.do_handshake() or True)
        drive(lambda: client.write(b"GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n"))
        assert drive(lambda: client.read(4096)).startswith(b"HTTP/1.1 200")


def test_large_transfers_cross_with_small_buffers(tls):
    """More requests than the buffers of either side hold, before anything is read."""
    secret = tls.command("device", "add", "Large").strip()
    fields = f"Authorization: Bearer {secret}\r\n"
    body = b"Title,Author\r\n" + b"".join(b"Book %d,Somebody\r\n" % n for n in range(150_000))
    with connect(tls, SO_RCVBUF=2048, SO_SNDBUF=2048) as stream:
        status, _, report = ask(stream, "/v1/import?name=a.csv&dry=1", fields, "POST", body)
        assert status in (200, 400), report
        stream.sendall(b"GET /sw.js HTTP/1.1\r\nHost: a\r\n\r\n")
        _, head, expected = answer(stream, 512)
    # Twice what the kernel holds by itself of what nobody takes.
    kernel = int(open("/proc/sys/net/ipv4/tcp_wmem").read().split()[2])
    count = 2 * kernel // len(expected)
    with connect(tls, SO_RCVBUF=16384) as stream:
        stream.sendall(b"GET /sw.js HTTP/1.1\r\nHost: a\r\n\r\n" * count)
        # Until all of that is full, and the server waits.
        time.sleep(1)
        data = bytearray()
        while len(data) < count * (len(head) + 4 + len(expected)):
            data += stream.recv(16384) or pytest.fail("the stream ended")
        assert data.count(expected) == count


def test_what_waits_for_a_slow_reader_comes_whole(tls):
    """Messages that come while others wait go behind those, wherever these lie meanwhile."""
    secret = tls.command("device", "add", "Slow").strip()
    kernel = int(open("/proc/sys/net/ipv4/tcp_wmem").read().split()[2])
    with converse(tls, secret, max_queue=1) as reader, converse(tls, secret) as writer:
        assert greet(reader, is_live=True) == greet(writer, is_live=False)
        sent, n = 0, 0
        while sent < kernel * 5 // 4:
            n += 1
            note = "word " * (10 + n * 7919 % 3_000)
            change = {"e": "book", "id": f"slow-{n}", "create": True}
            change["set"] = {"title": f"Slow {n}", "note": note}
            op = {"op": f"slow-{n}", "n": n, "base": 0, "at": 0, "do": [change]}
            writer.send(json.dumps({"t": "push", "batch": n, "ops": [op]}))
            assert json.loads(writer.recv(DEADLINE_SECONDS))["results"][0]["outcome"] == "applied"
            sent += len(note)
        last = count = 0
        while (message := json.loads(reader.recv(DEADLINE_SECONDS)))["t"] == "changes":
            assert message["from"] == last or not count
            last = message["to"]
            count += sum(len(row["set"]["note"]) for row in message["rows"])
            if count == sent:
                break
        # All of it, or all until the server waits for the reader to ask.
        assert count == sent or message["t"] == "behind"
        assert count > kernel // 2


def converse(server, secret, **options):
    """A WebSocket whose reader takes no more than `max_queue` messages that nobody asked for."""
    return websockets.sync.client.connect(
        f"wss://127.0.0.1:{server.port}/v1/socket",
        sock=dial(server, SO_RCVBUF=16384), ssl=trusting_anyone(), compression=None,
        subprotocols=["dogear.v1"], additional_headers={"Authorization": f"Bearer {secret}"},
        **options,
    )


def greet(stream, is_live):
    """Says hello.
    - Returns: The head of the library."""
    hello = {"t": "hello", "protocol": [1, 1], "client": "test", "cursor": 0, "clock": 0, "schema": 1}
    hello |= {"device": {"incarnation": os.urandom(6).hex()}, "live": is_live}
    stream.send(json.dumps(hello))
    return json.loads(stream.recv(DEADLINE_SECONDS))["library"]["head"]


def test_garbage_and_abrupt_ends_disturb_nobody(tls):
    with connect(tls) as living:
        assert ask(living)[0] == 200
        before = descriptor_count(tls)
        for round in range(20):
            for words in (b"", b"\x16", b"\x16\x03\x01\x02\x00\x01", b"\x00" * 600, b"\x80\x2e\x01"):
                with dial(tls) as plain:
                    plain.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", round % 2, 0))
                    plain.sendall(words)
            # In the middle of an answer, without close_notify.
            stream = connect(tls)
            stream.sendall(b"GET /sw.js HTTP/1.1\r\nHost: a\r\n\r\n" * 20)
            stream.recv(1)
            if round % 2:
                with contextlib.suppress(OSError):
                    stream.shutdown(socket.SHUT_WR)
            stream.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            stream.close()
        assert ask(living)[0] == 200
        # Nobody is kept until a deadline would see to it.
        end = time.monotonic() + 5
        while descriptor_count(tls) > before + 5:
            assert time.monotonic() < end, f"{descriptor_count(tls) - before} are still held"
            time.sleep(0.05)


def descriptor_count(server):
    return len(os.listdir(f"/proc/{server.process.pid}/fd"))


def test_the_end_is_said(tls):
    """`close_notify` before the end of the stream, so that nobody mistakes a cut for it."""
    with connect(tls) as stream:
        assert ask(stream, fields="Connection: close\r\n")[0] == 200
        # Python raises SSLEOFError where the alert is missing.
        stream.suppress_ragged_eofs = False
        assert stream.recv(1) == b""


# A certificate of the server's own


def test_a_device_that_trusts_the_authority_is_served(local):
    context = ssl.create_default_context(cafile=local.data / "tls" / "authority.crt")
    with connect(local, context, "localhost") as stream:
        status, head, page = ask(stream, "/tls")
        assert status == 200
        fingerprint = re.search(r"(?:[0-9A-F]{2}:){31}[0-9A-F]{2}", local.printed)[0]
        assert fingerprint in page.decode().replace("<wbr>", "")
        assert "Strict-Transport-Security: max-age=" in head
        status, head, certificate = ask(stream, "/tls/authority.crt")
        assert certificate == (local.data / "tls" / "authority.crt").read_bytes()
        assert "application/x-x509-ca-cert" in head
        code = local.first_link.split("#")[1]
        body = json.dumps({"code": code, "as": "cookie"}).encode()
        status, head, _ = ask(stream, "/v1/pair", method="POST", body=body)
        assert status == 200
        assert re.search(r"Set-Cookie: dogear=\S+;.* Secure", head)
    with pytest.raises(ssl.SSLCertVerificationError):
        connect(local, context, "example.org")


def test_a_new_authority_is_what_the_page_says_to_trust(local):
    shutil.rmtree(local.data / "tls")
    printed = local.command("tls", "init")
    reload(local)
    context = ssl.create_default_context(cafile=local.data / "tls" / "authority.crt")
    with connect(local, context, "localhost") as stream:
        fingerprint = re.search(r"(?:[0-9A-F]{2}:){31}[0-9A-F]{2}", printed)[0]
        assert fingerprint in ask(stream, "/tls")[2].decode().replace("<wbr>", "")
        assert ask(stream, "/tls/authority.crt")[2] == (local.data / "tls" / "authority.crt").read_bytes()


def test_the_authority_vouches_for_homes_alone(local):
    """Whoever steals its key can pose as nobody on the Internet."""
    folder = local.data / "tls"
    key, request, certificate = (folder / f"evil.{end}" for end in ("key", "csr", "crt"))
    run = lambda *words: subprocess.run(["openssl", *map(str, words)], capture_output=True, text=True)
    run("req", "-newkey", "rsa:2048", "-nodes", "-keyout", key, "-out", request, "-subj", "/CN=bank.example",
        "-addext", "subjectAltName=DNS:bank.example")
    run("x509", "-req", "-in", request, "-CA", folder / "authority.crt", "-CAkey", folder / "authority.key",
        "-copy_extensions", "copy", "-out", certificate, "-days", "9", "-CAcreateserial")
    verified = run("verify", "-CAfile", folder / "authority.crt", certificate)
    assert "permitted subtree violation" in verified.stdout + verified.stderr
    assert run("verify", "-CAfile", folder / "authority.crt", folder / "server.crt").returncode == 0


def test_a_second_certificate_keeps_the_authority(local):
    before = (local.data / "tls" / "authority.crt").read_bytes()
    printed = local.command("tls", "init", "--name", "books.local")
    assert "books.local" in printed
    assert (local.data / "tls" / "authority.crt").read_bytes() == before
    reload(local)
    context = ssl.create_default_context(cafile=local.data / "tls" / "authority.crt")
    with connect(local, context, "books.local") as stream:
        assert ask(stream)[0] == 200
    assert (local.data / "tls" / "server.key").stat().st_mode & 0o077 == 0


UPGRADE = (
    "GET /v1/socket HTTP/1.1\r\nHost: one.test\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n"
    "Sec-WebSocket-Protocol: dogear.v1\r\n\r\n"
)


# The first is answered by a desk, which takes a while; the second at once.
@pytest.mark.parametrize("path", ["/", "/healthz"])
@pytest.mark.parametrize("rest", ["", "\x01"])
def test_a_client_may_end_its_side_right_behind_an_upgrade(tls, path, rest):
    request = f"GET {path} HTTP/1.1\r\nHost: one.test\r\n\r\n"
    said = say_all_at_once(tls, request + UPGRADE + rest)
    assert said.startswith(b"HTTP/1.1 200 ")
    with connect(tls) as stream:
        assert ask(stream)[0] == 200
    assert tls.process.poll() is None


@pytest.mark.parametrize("paths", [["/healthz"] * 3, ["/healthz", "/app.js", "/healthz"]])
def test_a_client_may_end_its_side_and_still_get_every_answer(tls, paths):
    text = "".join(f"GET {path} HTTP/1.1\r\nHost: one.test\r\n\r\n" for path in paths)
    assert say_all_at_once(tls, text).count(b"HTTP/1.1 200 ") == len(paths)


def test_the_server_ends_its_side_where_the_client_has_ended_first(tls):
    with dial(tls) as plain:
        peer = Sealed(plain)
        peer.write(b"GET /healthz HTTP/1.1\r\nHost: one.test\r\n\r\n")
        peer.end()
        peer.flush()
        # The end of a line that was cut is another error.
        with pytest.raises(ssl.SSLZeroReturnError):
            while said := peer.wait_for(lambda: peer.session.read(1 << 16)):
                assert said.startswith(b"HTTP/1.1 200 ")
