"""Fixtures: a real server, a real Chromium, and windows of the sizes people have."""

from pathlib import Path

import pytest
from playwright.sync_api import Error, expect

from browser import real_chromium
from desk import pair, paired, serving_books, watch
from dogear_server import ROOT, DogearServer
from reader import PATIENCE_SECONDS
from sizes import NARROW, WIDE, device_name  # noqa: F401  (tests ask for the first two here)

ARTIFACTS = ROOT / ".artifacts"
BOOKS = 600
# No page of a test lives long enough to gain from what V8 would compile better meanwhile: that is a tenth
# of the work of a page. What is measured runs as people have it.
UNOPTIMISED = "--js-flags=--no-turbofan --no-maglev"

# As many letters of what a page shows are printed where a test fails: a sheet, and what is behind it.
SHOWN_LENGTH = 6_000

expect.set_options(timeout=PATIENCE_SECONDS * 1_000)


@pytest.hookimpl(tryfirst=True)  # xdist looks at the marks in the same hook
def pytest_collection_modifyitems(items):
    """Keeps together what shares a server, and lets every other test go to whoever is free.

    The tests of a module that share its library run on one worker, one after the other, so that it is
    made once; the largest such modules begin. A test with a server of its own shares nothing: they come
    last, one by one, and no worker is left alone with a whole module of them (`--dist loadgroup`).
    """
    for item in items:
        if "server" not in item.fixturenames:
            item.add_marker(pytest.mark.xdist_group(item.path.stem))


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item, call):
    """Lets fixtures know whether their test failed."""
    report = yield
    if report.when == "call":
        item.has_failed = report.failed
    return report


def tell(pages):
    """Prints what pages show: of a test that fails once in a thousand times, nothing else is left."""
    for page in pages:
        try:
            print(page.url, page.locator("body").aria_snapshot(timeout=5_000)[:SHOWN_LENGTH], sep="\n")
        except Error as error:
            print(page.url, error)


@pytest.fixture(scope="session")
def chromium():
    with real_chromium(UNOPTIMISED) as browser:
        yield browser


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
    names = []
    problems = []

    def open_window(size=WIDE, paired=True, **options):
        # Without motion a click never meets a pane on its way out.
        options.setdefault("reduced_motion", "reduce")
        context = chromium.new_context(viewport=size, **options)
        context.set_default_timeout(PATIENCE_SECONDS * 1_000)
        contexts.append(context)
        page = context.new_page()
        watch(page, problems)
        if paired:
            names.append(device_name(size, names))
            pair(context, server, names[-1])
            page.goto(server.origin + "/library")
            expect(page.get_by_test_id("sidebar.all")).to_be_attached()
        return page

    open_window.problems = problems
    yield open_window
    if getattr(request.node, "has_failed", False):
        tell(page for context in contexts for page in context.pages)
    for context in contexts:
        # A page may be asking still, and what answers in a test's name would fail the next one.
        for page in context.pages:
            page.unroute_all(behavior="ignoreErrors")
        context.unroute_all(behavior="ignoreErrors")
        context.close()
    assert problems == []


@pytest.fixture(scope="module")
def library(tmp_path_factory):
    """A server with some hundred books, for all tests of a module: each works on books of its own."""
    with serving_books(tmp_path_factory.mktemp("library"), BOOKS) as server:
        yield server


@pytest.fixture(scope="module")
def shared_desk(chromium, library):
    shared = paired(chromium, library)
    yield shared
    shared.context.close()


@pytest.fixture
def desk(shared_desk, request):
    """The module's paired browser, as if nothing had been opened in it yet."""
    shared_desk.forget()
    shared_desk.problems.clear()
    yield shared_desk
    if getattr(request.node, "has_failed", False):
        tell(shared_desk.context.pages)
    shared_desk.close_tabs()
    assert shared_desk.problems == []


@pytest.fixture
def screenshot(request):
    """Keeps a picture of a page under the test's name."""

    def keep(page, name):
        ARTIFACTS.mkdir(exist_ok=True)
        page.screenshot(path=ARTIFACTS / f"{Path(request.node.fspath).stem}-{name}.png")

    return keep


@pytest.fixture
def strip(request):
    """Keeps numbered pictures of a page: a film strip under the test's name."""
    folder = ARTIFACTS / "strips" / request.node.name.split("[")[0]
    frames = iter(range(1, 100))

    def keep(page, name):
        folder.mkdir(parents=True, exist_ok=True)
        page.screenshot(path=folder / f"{next(frames):02}-{name}.png")

    return keep
