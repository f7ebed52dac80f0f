"""The client as it is sent: the tested files without their comments, and nothing else changed."""

import gzip
import re
import subprocess
import urllib.request
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
WEB = ROOT / "Web"
SAME_TOKENS = ROOT / "Tests" / "Web" / "support" / "same-tokens.mjs"


def shell_paths():
    """Every file that the service worker keeps."""
    return re.findall(r'"/([^"]+)"', (WEB / "shell-files.js").read_text())


def sent(server, path):
    request = urllib.request.Request(
        f"{server.origin}/{path}", headers={"Accept-Encoding": "gzip"}
    )
    with urllib.request.urlopen(request) as answer:
        body = answer.read()
        is_compressed = answer.headers["Content-Encoding"] == "gzip"
    return (gzip.decompress(body) if is_compressed else body), len(body)


def test_every_script_is_sent_with_the_tokens_it_has(server, tmp_path):
    scripts = [path for path in shell_paths() if path.endswith(".js")]
    assert len(scripts) > 200
    untouched = []
    for path in scripts:
        body, _ = sent(server, path)
        file = tmp_path / "sent" / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(body)
        if b"/**" in body:
            untouched.append(path)
    # A script that the server cannot follow to its end would be sent with its comments.
    assert untouched == []
    compared = subprocess.run(
        ["node", SAME_TOKENS, WEB, tmp_path / "sent", *scripts], capture_output=True, text=True
    )
    assert compared.stdout + compared.stderr == ""


def test_everything_else_is_sent_as_it_is(server):
    for path in shell_paths():
        if not path.endswith(".js"):
            assert sent(server, path)[0] == (WEB / path).read_bytes(), path


def test_the_shell_stays_small(server):
    total = sum(sent(server, path)[1] for path in shell_paths())
    print(f"{total:,} bytes in all")
    assert total < 280_000
