"""An e-reader keeps its place here, by the very calls that KOReader's plugin makes."""

import datetime
import json
import re
import urllib.request

import pytest

from bare_sockets import memory
from dogear_server import DogearServer
from koreader import DOCUMENT, KOReader


def code(server):
    return re.search(r"/pair#(\S+)", server.command("pair"))[1]


def paired(server, **named):
    reader = KOReader(server, **named)
    assert reader.register(code(server), "a password") is None
    return reader


def entities(server, kind):
    token = server.command("device", "add", "Looker").strip()
    request = urllib.request.Request(
        f"{server.origin}/v1/export", headers={"Authorization": f"Bearer {token}"})
    with urllib.request.urlopen(request) as answer:
        return [each for each in json.load(answer)["entities"] if each["e"] == kind]


def devices(server):
    """The ids of all that are there, by name."""
    lines = [line.split("\t") for line in server.command("device", "list").splitlines()]
    return {name: id for id, name, _ in lines}


def test_a_second_e_reader_goes_on_where_the_first_is(server):
    kobo = paired(server)
    kindle = paired(server, device="KindlePaperWhite", device_id="99")
    assert kobo.pull() is None
    assert kobo.push(0.3188, "/body/DocFragment[20]/body/p[22]/img.0")
    assert kobo.pull() is None
    assert kindle.pull() == (0.3188, "/body/DocFragment[20]/body/p[22]/img.0", "Kobo_clara")
    assert kindle.push(0.5, "/body/DocFragment[31]/body/p[1]")
    assert kobo.pull() == (0.5, "/body/DocFragment[31]/body/p[1]", "KindlePaperWhite")
    [book] = entities(server, "book")
    assert book["set"]["title"] == "A book on Kobo_clara"
    assert book["add"]["identifiers"] == {f"koreader:{DOCUMENT}": None}
    assert sorted(each["set"]["fraction"] for each in entities(server, "progress")) == [0.3188, 0.5]


@pytest.mark.parametrize("zone, hours", [("EAST-14", 14), ("WEST+12", -12)])
def test_a_day_is_one_of_where_the_server_stands(tmp_path, zone, hours):
    there = datetime.timezone(datetime.timedelta(hours=hours))
    server = DogearServer(tmp_path / "data", environment={"TZ": zone}).start()
    before = datetime.datetime.now(there).date()
    assert paired(server).push(0.25, "12")
    after = datetime.datetime.now(there).date()
    [progress] = entities(server, "progress")
    [day] = progress["add"]["days"]
    assert day in (str(before), str(after))
    server.stop()


def test_what_was_kept_offline_comes_all_at_once(server):
    reader = paired(server)
    for number in range(200):
        assert reader.push(number / 200, number, document=f"{number:032x}")
    assert len(entities(server, "book")) == 200


def test_a_file_that_only_its_title_names_is_looked_for_in_little_memory(server, tmp_path):
    rows = [f"Book {number},Author {number}\n" for number in range(30_000)]
    books = tmp_path / "books.csv"
    books.write_text("".join(["Title,Author\n", *rows]))
    server.command("import", books)
    server.stop()
    server.start()
    reader = paired(server)
    assert reader.push(0.5, "60")
    before = memory(server)
    assert reader.push(0.5, "60", document="a" * 32, metadata={"title": "Emma", "authors": "Jane Austen"})
    # No more than the pages that the database keeps at hand.
    assert memory(server, "VmHWM") - before < 64 << 20
    named = {"title": "Book 17", "authors": "Author 17"}
    assert reader.push(0.5, "60", document="b" * 32, metadata=named)
    assert len(entities(server, "book")) == 30_000 + 2


def test_places_outlast_a_power_cut(server):
    kobo, kindle = paired(server), paired(server, device="Kindle", device_id="9")
    assert kobo.push(0.5, "60")
    server.kill()
    server.start()
    assert kindle.pull() == (0.5, "60", "Kobo_clara")


def test_an_e_reader_that_was_taken_away_is_told_so(server):
    reader = paired(server)
    assert reader.push(0.1, "1")
    server.command("device", "revoke", devices(server)["KOReader on Kobo_clara"])
    assert not reader.push(0.2, "2")
    assert reader.pull() is None
    assert "not paired" in reader.login(reader.username, "a password")


def test_a_person_reads_why_it_did_not_work(server):
    reader = KOReader(server)
    fresh = code(server)
    assert reader.register(f" {fresh} ", "a password") is None
    assert reader.login(fresh, "a password") is None
    other = KOReader(server)
    assert "used up" in other.register(fresh, "another password")
    assert "not paired" in other.login(fresh, "another password")
    assert "not paired" in other.login("anna", "a password")


def until_told_to_wait(guess):
    """Guesses until that is too much, which the machine may be too slow for now and then; how often."""
    for count in range(200):
        if "wait" in guess():
            return count
    raise AssertionError("nobody was made to wait")


def test_who_guesses_is_made_to_wait(server):
    reader = paired(server)
    guesser = KOReader(server)
    assert until_told_to_wait(lambda: guesser.login(reader.username, "a guess")) >= 10
    # From there nothing is told for a while: a place is not taken, and the e-reader keeps it.
    kept = 0
    while reader.push(kept / 1000, kept):
        kept += 1
        until_told_to_wait(lambda: guesser.login(reader.username, "a guess"))
        assert kept < 100
    assert until_told_to_wait(lambda: guesser.register("AAAAA-00000", "x")) >= 9


def test_no_word_of_it_is_in_the_log(tmp_path):
    server = DogearServer(tmp_path / "data", wrapper=["env", "DOGEAR_LOG_LEVEL=trace"]).start()
    reader = paired(server)
    reader.push(0.5, "/body/secret-place", metadata={"title": "A Secret Title", "authors": "Somebody"})
    reader.pull()
    reader.login("AAAAA-00000", "another password")
    server.stop()
    log = "".join(server.log)
    assert "Answered." in log
    for secret in (reader.username, reader.userkey, DOCUMENT, "secret-place", "Secret Title"):
        assert secret not in log
