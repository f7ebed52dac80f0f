"""Fixtures: the real server, started as the browser tests start it."""

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "Browser"))
from dogear_server import DogearServer


@pytest.fixture
def server(tmp_path):
    running = DogearServer(tmp_path / "data").start()
    yield running
    if running.process:
        running.stop()
