"""The commands of a person who mistypes something."""

import contextlib
import sqlite3
import subprocess

from dogear_server import BINARY, DogearServer


def run(*arguments):
    return subprocess.run([BINARY, *arguments], capture_output=True, text=True, timeout=60)


def expect_sentence(result, mention):
    assert result.returncode == 1 and result.stdout == ""
    assert result.stderr.startswith("dogear: ") and result.stderr.count("\n") == 1
    assert mention in result.stderr


def test_a_secret_may_begin_with_a_dash_and_is_not_shown(server, tmp_path):
    secret = "-" + "x" * 42
    result = run("watch", server.origin, "--token", secret, "--data", tmp_path / "copy")
    expect_sentence(result, "the server does not know this device")
    assert secret not in result.stderr
    # Any other word like that is asked about.
    assert run("watch", "-token", secret).returncode == 64


def test_a_restore_of_nothing_makes_no_folder(tmp_path):
    result = run("restore", tmp_path / "mistyped", "--data", tmp_path / "data")
    expect_sentence(result, f"{tmp_path}/mistyped cannot be read: No such file or directory.")
    assert not (tmp_path / "data").exists()


def test_a_backup_that_cannot_be_written_is_called_what_it_was_called(tmp_path):
    DogearServer(tmp_path / "data").command("device", "add", "Reader")
    result = run("backup", "/proc/backup", "--data", tmp_path / "data")
    expect_sentence(result, "dogear: /proc/backup cannot be written: ")


def test_a_library_of_which_nothing_is_left_is_not_begun_anew(tmp_path):
    """As where the log was not copied along, or its first page was damaged."""
    data = tmp_path / "data"
    DogearServer(data).command("device", "add", "Reader")
    for file in data.glob("library.sqlite*"):
        file.unlink()
    with contextlib.closing(sqlite3.connect(data / "library.sqlite")) as blank:
        blank.execute("PRAGMA journal_mode = WAL")
    before = (data / "library.sqlite").read_bytes()
    assert before
    result = run("serve", "--data", data, "--port", "0")
    assert result.returncode == 1 and f"dogear: The library in {data} is gone" in result.stderr
    assert (data / "library.sqlite").read_bytes() == before
