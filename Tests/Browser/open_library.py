"""A server that stands in for Open Library, which tests do not reach: it answers as a test wishes."""

import json
import ssl
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qs, urlparse

import pytest

from dogear_server import DogearServer

ISBN = "9789999900027"
UNKNOWN = "9780000000002"
PAGE = 20


def work(number, title, author="Mara Quill", year=2017, **more):
    return {
        "key": f"/works/OL{number}W", "title": title, "author_name": [author],
        "first_publish_year": year, **more,
    }


# Found by every search, in this order.
WORKS = [
    work(1, "The Glass Orchard", subtitle="A Novel", language=["eng"]),
    work(2, "Emma", "Jane Austen", 1815),
    *[work(n, f"Tidewater, part {n}", year=1990 + n) for n in range(3, 46)],
]

EDITION = {
    "key": "/books/OL1M", "title": "The Glass Orchard", "subtitle": "A Novel",
    "works": [{"key": "/works/OL1W"}], "isbn_13": [ISBN], "publishers": ["Fen Press"],
    "publish_date": "May 2019", "number_of_pages": 312, "languages": [{"key": "/languages/eng"}],
    "identifiers": {"goodreads": ["71100042"]}, "series": ["Tidewater ; 2"],
    "physical_format": "Paperback", "description": {"type": "/type/text", "value": "Glass grows here."},
}


class OpenLibrary:
    """Answers searches and numbers; `how` may make it `slow`, `busy`, `garbage` and worse."""

    def __init__(self):
        self.how = "well"
        self.scheme = "http"
        self.asked = []
        self.let_go = threading.Event()
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), self._handler())
        self._server.daemon_threads = True
        # Whoever asked may have gone.
        self._server.handle_error = lambda *_: None
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    @property
    def origin(self):
        return f"{self.scheme}://127.0.0.1:{self._server.server_port}"

    @property
    def arguments(self):
        """What `dogear serve` is told to ask it."""
        return ["--open-library", "ann@example.org"]

    @property
    def environment(self):
        """The address, which only the environment and the file say."""
        return {"DOGEAR_OPEN_LIBRARY_URL": self.origin}

    def speak_tls(self, certificate, key):
        """From now on it shows a certificate that nobody vouches for."""
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(certificate, key)
        self._server.socket = context.wrap_socket(self._server.socket, server_side=True)
        self.scheme = "https"

    def stop(self):
        self.let_go.set()
        self._server.shutdown()
        self._server.server_close()

    def searches(self):
        """The words that were searched for."""
        return [parse_qs(urlparse(path).query)["q"][0] for path in self.asked if "/search" in path]

    def answer(self, path):
        """Status and JSON, as Open Library would give them."""
        url = urlparse(path)
        query = parse_qs(url.query)
        if url.path == f"/isbn/{ISBN}.json":
            return 302, "/books/OL1M.json"
        if url.path == "/books/OL1M.json":
            return 200, EDITION
        if url.path != "/search.json":
            return 404, {"error": "notfound"}
        words = query["q"][0]
        if words.startswith("key:"):
            found = [each for each in WORKS if each["key"] == words.removeprefix("key:")]
        else:
            found = [] if "zzz" in words else WORKS
        start = (int(query["page"][0]) - 1) * PAGE
        return 200, {"numFound": len(found), "start": start, "docs": found[start : start + PAGE]}

    def _handler(self):
        library = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_GET(self):
                library.asked.append(self.path)
                library.agent = self.headers.get("User-Agent", "")
                library._misbehave(self) or self._say(*library.answer(self.path))

            def _say(self, status, body, fields=()):
                moved = status == 302
                content = b"" if moved else json.dumps(body).encode()
                self.send_response(status)
                for name, value in [*fields, *([("Location", body)] if moved else [])]:
                    self.send_header(name, value)
                self.send_header("Content-Length", str(len(content)))
                self.end_headers()
                self.wfile.write(content)

            def log_message(self, *_):
                pass

        return Handler

    def _misbehave(self, handler):
        """Does what `how` says, and says whether that was all."""
        match self.how:
            case "slow":
                self.let_go.wait()
            case "busy":
                handler._say(429, {}, [("Retry-After", "60")])
                return True
            case "broken":
                handler._say(500, {})
                return True
            case "garbage":
                handler._say(200, ["<html>"])
                return True
            case "elsewhere":
                handler._say(302, "https://openlibrary.org.example.com/search.json")
                return True
            case "roundabout":
                time.sleep(3)
                handler._say(302, f"{handler.path}&again")
                return True
            case "endless":
                self._drip(handler, b"[" * 65536, 0)
                return True
            case "dripping":
                self._drip(handler, b" ", 0.2)
                return True
        return False

    @staticmethod
    def _drip(handler, piece, pause):
        """Sends a body that has no end until the other side has enough."""
        handler.send_response(200)
        handler.send_header("Connection", "close")
        handler.end_headers()
        handler.close_connection = True
        try:
            while True:
                handler.wfile.write(piece)
                handler.wfile.flush()
                time.sleep(pause)
        except OSError:
            pass


@pytest.fixture
def open_library():
    running = OpenLibrary()
    yield running
    running.stop()


@pytest.fixture
def server(tmp_path, open_library):
    """A server that asks it, and is as loud as it can be: what it says is looked through."""
    environment = {**open_library.environment, "DOGEAR_LOG_LEVEL": "trace"}
    running = DogearServer(
        tmp_path / "data", open_library.arguments, environment=environment
    ).start()
    yield running
    if running.process:
        running.stop()
