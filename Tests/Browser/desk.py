"""One server with one library, and one paired browser whose tabs the tests of a module share.

Each tab is a window of its own to the client: its own place, its own history. What tabs have in
common (drafts, remembered lists, preferences) is forgotten before each test.
"""

from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from playwright.sync_api import expect

from books import mixed_export
from dogear_server import DogearServer
from reader import PATIENCE_SECONDS, expect_saved, rows
from sizes import WIDE

# A page that the service worker leaves to the server, so that nothing starts: from there a tab reaches
# what its origin keeps, and writes nothing of its own.
QUIET_PATH = "/healthz"

# What tabs of one browser tell each other about the places they show.
REMEMBERED = ["dogear.lists", "dogear.drafts", "dogear.texts", "dogear.preferences"]


@dataclass
class Desk:
    """A paired browser: `open` gives it one more tab."""

    server: DogearServer
    context: object
    # Stays open, and reaches what the origin keeps.
    quiet: object
    problems: list = field(default_factory=list)

    def forget(self):
        """Makes the next tab the first one that this browser ever had."""
        self.quiet.evaluate("(keys) => keys.forEach((key) => localStorage.removeItem(key))", REMEMBERED)

    def close_tabs(self):
        for page in self.context.pages:
            if page != self.quiet:
                page.close()

    def open(self, size=WIDE, path="/library/all", motion=False, before=None):
        """A new tab of a size, at a path; `before` may prepare the page before it loads."""
        page = self.context.new_page()
        watch(page, self.problems)
        page.set_viewport_size(size)
        page.emulate_media(reduced_motion="no-preference" if motion else "reduce")
        if before:
            before(page)
        page.goto(self.server.origin + path)
        expect(page.locator(".shell")).to_be_visible()
        expect_saved(page)
        return page


def paired(chromium, server: DogearServer) -> Desk:
    """A browser paired with the server, with the whole library on it."""
    context = chromium.new_context()
    context.set_default_timeout(PATIENCE_SECONDS * 1_000)
    desk = Desk(server, context, context.new_page())
    desk.quiet.goto(server.origin + QUIET_PATH)
    pair(context, server, "Linux computer")
    page = context.new_page()
    page.goto(server.origin + "/library")
    # A browser that is new says "saved" before it has heard of the library, too; and its next tab is
    # to open with the whole of both, books and client.
    expect(rows(page).first).to_be_visible()
    page.wait_for_function("() => navigator.serviceWorker.controller !== null")
    expect_saved(page)
    page.close()
    return desk


def pair(context, server: DogearServer, name: str):
    """Makes a browser a device of the server, as the page at /pair does, which has tests of its own: with it
    the client would start twice."""
    code = server.fresh_link().split("#")[1]
    body = {"code": code, "name": name, "as": "cookie"}
    answer = context.request.post(f"{server.origin}/v1/pair", data=body)
    assert answer.ok, answer.text()


def serve_library(folder: Path, export: Path) -> DogearServer:
    """A server that has one library already."""
    server = DogearServer(folder / "data").start()
    server.command("import", export)
    return server


@contextmanager
def serving_books(folder: Path, count: int):
    """A server with so many books as people have them, until it is not needed any more."""
    server = serve_library(folder, mixed_export(folder / "goodreads.csv", count))
    yield server
    if server.process:
        server.stop()


def watch(page, problems):
    """Collects what a page reports as wrong; a refused connection is what being offline is."""
    page.on("pageerror", lambda error: problems.append(f"exception: {error}"))
    page.on(
        "console",
        lambda message: message.type == "error"
        and not any(word in message.text for word in ("ERR_", "WebSocket", "Failed to load"))
        and problems.append(message.text),
    )
