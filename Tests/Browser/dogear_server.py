"""A real `dogear serve` on a directory of its own, started, stopped and killed as a test wishes."""

import os
import queue
import re
import signal
import subprocess
import tempfile
import threading
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
BINARY = Path(os.environ.get("DOGEAR_BINARY", ROOT / ".build/release/dogear"))
START_TIMEOUT_SECONDS = 30
# One for all servers of a run: what the client is compressed to is made by the first alone.
CACHE = tempfile.TemporaryDirectory(prefix="dogear-cache-")


class DogearServer:
    """Serves `Web/` and one library; the port stays the same over restarts."""

    def __init__(self, data: Path, arguments=(), wrapper=(), environment=None):
        self.data = data
        self.arguments = arguments
        self.environment = {**os.environ, "CACHE_DIRECTORY": CACHE.name, **(environment or {})}
        self.wrapper = wrapper
        self.scheme = "http"
        self.port = 0
        self.first_link = ""
        self.process = None
        self.log = []

    @property
    def origin(self) -> str:
        return f"{self.scheme}://127.0.0.1:{self.port}"

    def start(self) -> "DogearServer":
        """Starts the server and waits until it has printed its link."""
        self.process = subprocess.Popen(
            list(self.wrapper)
            + [BINARY, "serve", "--data", self.data, "--port", str(self.port), "--web", ROOT / "Web"]
            + list(self.arguments),
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            env=self.environment,
        )
        lines = queue.Queue()
        threading.Thread(target=self._read, args=(self.process.stdout, lines), daemon=True).start()
        while True:
            line = lines.get(timeout=START_TIMEOUT_SECONDS)
            assert line is not None, "dogear stopped before it printed a link:\n" + "".join(self.log)
            if match := re.search(r"(https?)://127\.0\.0\.1:(\d+)/pair#\S+", line):
                self.scheme = match[1]
                self.port = int(match[2])
                self.first_link = match[0]
                return self

    def stop(self):
        """Stops as `systemctl stop` would, and expects a clean end."""
        self.process.send_signal(signal.SIGTERM)
        status = self.process.wait(timeout=START_TIMEOUT_SECONDS)
        assert status == 0, "".join(self.log)
        self.process = None

    def kill(self):
        """Stops as a power cut would."""
        self.process.kill()
        self.process.wait()
        self.process = None

    def command(self, *arguments) -> str:
        """Runs another `dogear` command on the same directory and returns what it printed."""
        return subprocess.run(
            [BINARY, *arguments, "--data", self.data],
            check=True,
            capture_output=True,
            text=True,
            timeout=120,
        ).stdout

    def fresh_link(self) -> str:
        """A pairing link for one more device."""
        return re.search(r"http\S+/pair#\S+", self.command("pair"))[0]

    def _read(self, stream, lines):
        for line in stream:
            self.log.append(line)
            lines.put(line)
        lines.put(None)
