"""Fixtures: the real server, started as the browser tests start it."""

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "Browser"))
from dogear_server import DogearServer


def pytest_configure(config):
    config.addinivalue_line("markers", "waits: does next to nothing for many seconds, so it begins first")


@pytest.hookimpl(tryfirst=True)  # xdist looks at the marks in the same hook
def pytest_collection_modifyitems(items):
    """Keeps together what shares a server; every other test goes to whoever is free (`--dist loadgroup`).

    Those that wait for a limit of half a minute begin: the others run beside them, not before.
    """
    for item in items:
        if "server" not in item.fixturenames:
            item.add_marker(pytest.mark.xdist_group(item.path.stem))
    items.sort(key=lambda item: item.get_closest_marker("waits") is None)


@pytest.fixture
def server(tmp_path):
    running = DogearServer(tmp_path / "data").start()
    yield running
    if running.process:
        running.stop()
