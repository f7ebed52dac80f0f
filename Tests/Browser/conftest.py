"""Fixtures: a real server, a real Chromium, and windows of the sizes people have."""

import shutil
from pathlib import Path

import pytest
from playwright.sync_api import expect, sync_playwright

from dogear_server import ROOT, DogearServer

ARTIFACTS = ROOT / ".artifacts"
WIDE = {"width": 1280, "height": 800}
NARROW = {"width": 390, "height": 844}

# A debug build on two busy cores answers late now and then; nothing here waits for time to pass.
expect.set_options(timeout=15_000)


@pytest.fixture(scope="session")
def chromium():
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=shutil.which("chromium"), args=["--no-sandbox"]
        )
        yield browser
        browser.close()


@pytest.fixture
def server(tmp_path):
    running = DogearServer(tmp_path / "data").start()
    yield running
    if running.process:
        running.stop()


@pytest.fixture
def window(chromium, server, request):
    """Opens a window of its own (its own cookies and replica), paired with the server.

    An error on its console, or an exception in its scripts, fails the test.
    """
    contexts = []
    problems = []

    def open_window(size=WIDE, paired=True, **options):
        # Without motion a click never meets a pane on its way out.
        options.setdefault("reduced_motion", "reduce")
        context = chromium.new_context(viewport=size, **options)
        context.set_default_timeout(15_000)
        contexts.append(context)
        page = context.new_page()
        watch(page, problems)
        if paired:
            page.goto(server.fresh_link())
            expect(page.get_by_test_id("sidebar.all")).to_be_attached()
        return page

    open_window.problems = problems
    yield open_window
    for context in contexts:
        context.close()
    assert problems == []


def watch(page, problems):
    """Collects what a page reports as wrong; a refused connection is what being offline is."""
    page.on("pageerror", lambda error: problems.append(f"exception: {error}"))
    page.on(
        "console",
        lambda message: message.type == "error"
        and not any(word in message.text for word in ("ERR_", "WebSocket", "Failed to load"))
        and problems.append(message.text),
    )


@pytest.fixture
def screenshot(request):
    """Keeps a picture of a page under the test's name."""

    def keep(page, name):
        ARTIFACTS.mkdir(exist_ok=True)
        page.screenshot(path=ARTIFACTS / f"{Path(request.node.fspath).stem}-{name}.png")

    return keep
