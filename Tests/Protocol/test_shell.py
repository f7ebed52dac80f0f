"""The client as it is sent: the tested files without their comments, and two packs of them."""

import gzip
import re
import subprocess
import urllib.request
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
WEB = ROOT / "Web"
SAME_TOKENS = ROOT / "Tests" / "Web" / "support" / "same-tokens.mjs"


# Modules that are sent packed at these addresses.
PACKS = ["app.js", "views/rest.js"]
# Sheets that are sent with those they import.
SHEETS = ["styles/first.css", "styles/rest.css"]
# All that a browser needs before it shows the library.
FIRST = ["", "app.js", "styles/first.css"]


def shell_paths():
    """Every file of the client."""
    return re.findall(r'"/([^"]+)"', (WEB / "shell-files.js").read_text())


def kept_paths(server):
    """Every file that the service worker keeps."""
    return re.findall(r'"/([^"]+)"', sent(server, "shell-files.js")[0].decode())


def sent(server, path):
    request = urllib.request.Request(
        f"{server.origin}/{path}", headers={"Accept-Encoding": "gzip"}
    )
    with urllib.request.urlopen(request) as answer:
        body = answer.read()
        is_compressed = answer.headers["Content-Encoding"] == "gzip"
    return (gzip.decompress(body) if is_compressed else body), len(body)


def sent_byte_count(server, path):
    """What a browser is sent, over TLS or on the server's own machine."""
    request = urllib.request.Request(
        f"{server.origin}/{path}", headers={"Accept-Encoding": "gzip, deflate, br"}
    )
    with urllib.request.urlopen(request) as answer:
        return len(answer.read())


def test_every_script_is_sent_with_the_tokens_it_has(server, tmp_path):
    scripts = [path for path in shell_paths() if path.endswith(".js") and path not in PACKS]
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


def test_styles_are_sent_without_comments_and_indentation(server):
    for path in shell_paths():
        if path.endswith(".css") and path not in SHEETS:
            source = (WEB / path).read_text()
            bare = re.sub(r"/\*.*?\*/", lambda part: "\n" * part[0].count("\n"), source, flags=re.S)
            lines = [line.strip() for line in bare.split("\n")]
            assert [line.strip() for line in sent(server, path)[0].decode().split("\n")] == lines, path


def test_every_sheet_is_in_one_of_the_two_in_its_order(server):
    kept = {path for path in kept_paths(server) if path.endswith(".css")}
    assert kept == set(SHEETS)
    imported = []
    for path in SHEETS:
        names = re.findall(r'@import "(.+)";', (WEB / path).read_text())
        parts = [sent(server, f"styles/{name}")[0].decode().split("\n") for name in names]
        rules = "".join(line + "\n" for part in parts for line in part if line)
        packed = re.sub(r"([{;},])\n", r"\1", re.sub(r"^([a-z-]+:) ", r"\1", rules, flags=re.M))
        assert sent(server, path)[0].decode() == packed, path
        imported += [f"styles/{name}" for name in names]
    assert sorted([*imported, *SHEETS]) == sorted(p for p in shell_paths() if p.endswith(".css"))


def test_everything_else_is_sent_as_it_is(server):
    for path in shell_paths():
        if not path.endswith((".js", ".css")):
            assert sent(server, path)[0] == (WEB / path).read_bytes(), path


def test_every_module_is_in_one_of_the_packs_once(server):
    packs = [sent(server, path)[0].decode() for path in PACKS]
    packed = [number for pack in packs for number in re.findall(r"^define\((\d+),", pack, re.M)]
    assert len(packed) == len(set(packed))
    needed = {number for pack in packs for number in re.findall(r"\b(?:need|load)\((\d+)\)", pack)}
    assert needed == set(packed)
    scripts = {path for path in shell_paths() if path.endswith(".js")}
    kept = set(kept_paths(server))
    # What is kept beside the packs is what no module runs: files of types alone.
    assert set(PACKS) <= kept
    assert len(packed) == len(scripts - kept) + len(PACKS)
    assert {path for path in shell_paths() if not path.endswith((".js", ".css"))} <= kept


def test_the_packs_are_scripts(server, tmp_path):
    """No line end is missing that a statement would have ended with."""
    for path in PACKS:
        file = tmp_path / (Path(path).stem + ".mjs")
        file.write_bytes(sent(server, path)[0])
        checked = subprocess.run(["node", "--check", file], capture_output=True, text=True)
        assert checked.stderr == "", path


def test_the_version_of_the_shell_is_of_what_is_sent(server):
    stated = re.search(r'shellVersion = "(\w+)"', (WEB / "shell-files.js").read_text())[1]
    told = re.search(r'shellVersion = "([\w-]+)"', sent(server, "shell-files.js")[0].decode())[1]
    assert re.fullmatch(stated + r"-\w{10}", told)


def test_the_shell_stays_small(server):
    """What the first list needs keeps to the budget of INTERFACE; the rest is fetched behind it."""
    needed = sum(sent_byte_count(server, path) for path in FIRST)
    total = sum(sent_byte_count(server, path) for path in kept_paths(server))
    print(f"{needed:,} bytes at first, {total:,} in all")
    assert needed <= 150_000
    assert total < 250_000
