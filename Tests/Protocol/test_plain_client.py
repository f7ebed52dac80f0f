"""The plain client of this folder, written from the page alone, does what a client must."""

import inspect
from shutil import copytree, rmtree

import plain_client
import pytest
from dogear_server import DogearServer
from plain_client import PlainClient, Refused
from websockets.exceptions import ConnectionClosedError


@pytest.fixture
def device(server, tmp_path):
    def make(name):
        client = PlainClient(tmp_path / f"{name}.json", server.origin)
        client.pair(server.fresh_link().split("#")[1], name)
        return client

    return make


def book(id, **fields):
    return {"e": "book", "id": id, "set": fields}


def titles(client):
    return sorted(fields["title"] for _, fields in client.all("book"))


def in_conflict(client):
    return [{record["kept"]["value"], record["lost"]["value"]} for _, record in client.conflicts()]


def test_it_is_short_enough_to_read():
    assert len(inspect.getsource(plain_client).splitlines()) < 275


def test_two_devices_come_to_the_same_library(device):
    laptop, phone = device("Laptop"), device("Phone")
    laptop.edit({**book("dune", title="Dune"), "create": True})
    laptop.edit({**book("emma", title="Emma"), "create": True, "add": {"tags": {"classic": None}}})
    assert titles(laptop) == ["Dune", "Emma"]
    laptop.sync()
    phone.sync()
    assert titles(phone) == ["Dune", "Emma"]
    phone.edit({"e": "book", "id": "dune", "delete": True})
    phone.edit({"e": "book", "id": "emma", "del": {"tags": ["classic"]}})
    phone.sync()
    laptop.sync()
    assert titles(laptop) == ["Emma"]
    assert laptop.state["entities"] == phone.state["entities"]


def test_edits_made_offline_survive_a_restart_and_a_conflict_is_settled(device):
    laptop, phone = device("Laptop"), device("Phone")
    laptop.edit({**book("dune", title="Dune", review="Sand and worms."), "create": True})
    laptop.sync()
    phone.sync()
    laptop.edit(book("dune", title="Dune One", review="Sand and huge worms."))
    phone.edit(book("dune", title="Dune Two", review="Sand and worms. Twice."))
    phone = PlainClient(phone.path, phone.origin)
    assert phone.get("book", "dune")["title"] == "Dune Two"
    laptop.sync()
    phone.sync()
    laptop.sync()
    (conflict, record), = laptop.conflicts()
    assert {record["kept"]["value"], record["lost"]["value"]} == {"Dune One", "Dune Two"}
    assert laptop.get("book", "dune")["review"] == "Sand and huge worms. Twice."
    laptop.keep_that(conflict)
    laptop.sync()
    phone.sync()
    assert phone.conflicts() == []
    assert phone.get("book", "dune")["title"] == record["lost"]["value"]
    assert laptop.state["entities"] == phone.state["entities"]


def test_large_edits_made_offline_go_in_as_many_pushes_as_they_need(device):
    laptop, phone = device("Laptop"), device("Phone")
    for number in range(80):
        laptop.edit({**book(f"b{number}", title="Long", note="désert " * 2_000), "create": True})
    # The largest that there can be, as bytes are counted: 85,000 characters of three.
    laptop.edit({**book("emma", title="Emma", review="海" * 85_000), "create": True})
    with pytest.raises(ValueError):
        laptop.edit(book("emma", review="海" * 90_000))
    laptop.edit(book("emma", title="Emma, again"))
    laptop.sync()
    assert laptop.state["waiting"] == laptop.state["refused"] == []
    phone.sync()
    assert phone.get("book", "emma")["title"] == "Emma, again"
    assert laptop.state["entities"] == phone.state["entities"]


@pytest.mark.parametrize(
    ("kind", "field", "first", "again"),
    [
        ("book", "tags", "Foo", "foo"), ("book", "tags", "STRASSE", "straße"),
        ("book", "tags", "caf\u00e9", "Cafe\u0301"),
        ("book", "tags", "ΣΑΣ", "σας"), ("zine", "marks", "caf\u00e9", "cafe\u0301"),
    ],
)
def test_an_element_in_another_spelling_is_the_same_one(device, kind, field, first, again):
    laptop, phone = device("Laptop"), device("Phone")
    zine = {"e": kind, "id": "a"}
    laptop.edit({**zine, "create": True, "set": {"title": "A"}, "add": {field: {first: None}}})
    laptop.sync()
    phone.sync()
    laptop.edit({**zine, "del": {field: [again]}, "add": {field: {again: None, "other": None}}})
    assert len(laptop.get(kind, "a")[field]) == 2
    laptop.sync()
    phone.sync()
    late = device("Late")
    late.sync()
    assert laptop.get(kind, "a") == phone.get(kind, "a") == late.get(kind, "a")
    assert len(late.get(kind, "a")[field]) == 2
    phone.edit({**zine, "del": {field: [first]}})
    phone.sync()
    laptop.sync()
    assert list(laptop.get(kind, "a")[field]) == list(phone.get(kind, "a")[field]) == ["other"]


def test_elements_that_differ_by_more_than_spelling_are_others():
    keys = {
        plain_client.element_key(*each)
        for each in [
            ("book", "tags", "ılk"), ("book", "tags", "ilk"), ("zine", "marks", "Foo"), ("zine", "marks", "foo"),
            ("book", "tags", "bar"),
        ]
    }
    assert len(keys) == 5


def test_a_refused_edit_is_kept_and_blocks_nothing(device):
    laptop = device("Laptop")
    laptop.edit(book("dune", title=17))
    laptop.edit({**book("emma", title="Emma"), "create": True})
    laptop.sync()
    assert titles(laptop) == ["Emma"]
    assert [each["problem"]["field"] for each in laptop.state["refused"]] == ["title"]


def test_a_copied_device_goes_on_under_a_new_life(device, tmp_path):
    laptop = device("Laptop")
    laptop.edit({**book("dune", title="Dune"), "create": True})
    laptop.sync()
    copy = PlainClient(tmp_path / "copy.json", laptop.origin)
    copy.state = PlainClient(laptop.path, laptop.origin).state
    laptop.edit({**book("emma", title="Emma"), "create": True})
    laptop.sync()
    copy.edit({**book("ulysses", title="Ulysses"), "create": True})
    with pytest.raises(Refused):
        copy.sync()
    copy.sync()
    laptop.sync()
    assert titles(laptop) == titles(copy) == ["Dune", "Emma", "Ulysses"]


def test_an_edit_whose_row_has_not_come_shows_and_is_gone_on_from(device, monkeypatch):
    laptop, phone = device("Laptop"), device("Phone")
    laptop.edit({**book("dune", title="Dune", review="Sand."), "create": True})
    laptop.sync()
    laptop.edit(book("dune", review="Sand and worms."))
    with monkeypatch.context() as patch:
        cut_after_the_ack(patch, laptop)
        with pytest.raises(Refused):
            laptop.sync()
    assert laptop.state["waiting"] == []
    assert laptop.get("book", "dune")["review"] == "Sand and worms."
    laptop.edit(book("dune", review=laptop.get("book", "dune")["review"] + " Good."))
    laptop.sync()
    phone.sync()
    assert phone.get("book", "dune")["review"] == laptop.get("book", "dune")["review"] == "Sand and worms. Good."


def cut_after_the_ack(patch, client):
    """The connection breaks when `client` pulls what its own edits made."""
    pull = client.pull

    def broken(socket):
        if any(op["seq"] > client.state["cursor"] for op in client.state["acked"]):
            raise ConnectionClosedError(None, None)
        pull(socket)

    patch.setattr(client, "pull", broken)


def test_an_edit_on_top_of_one_from_before_a_restore_has_seen_no_more_than_that(
    server, device, tmp_path, monkeypatch
):
    laptop, phone = device("Laptop"), device("Phone")
    laptop.edit({**book("dune", title="Dune"), "create": True})
    laptop.sync()
    server.command("backup", tmp_path / "saved")
    for pages in range(1, 4):
        laptop.edit(book("emma", title="Emma", pages=pages))
        laptop.sync()
    laptop.edit(book("dune", publisher="Chilton"))
    server.stop()
    server.command("restore", tmp_path / "saved")
    server.start()
    phone.sync()
    phone.edit(book("dune", title="Dune, theirs"))
    phone.sync()
    with monkeypatch.context() as patch:
        patch.setattr(laptop, "push", lambda socket: None)
        laptop.sync()
    laptop.edit(book("dune", title="Dune, mine"))
    laptop.sync()
    assert in_conflict(laptop) == [{"Dune, mine", "Dune, theirs"}]


def test_a_file_that_was_put_back_by_hand_makes_no_edit_pass_for_seen(server, device, tmp_path):
    laptop, phone = device("Laptop"), device("Phone")
    laptop.edit({**book("dune", title="Dune"), "create": True})
    laptop.sync()
    phone.sync()
    server.stop()
    copytree(server.data, tmp_path / "copy")
    server.start()
    for pages in range(1, 4):
        laptop.edit(book("dune", pages=pages))
        laptop.sync()
    laptop.edit(book("dune", title="Dune, mine"))
    laptop.sync()
    server.stop()
    rmtree(server.data)
    copytree(tmp_path / "copy", server.data)
    server.start()
    phone.edit(book("dune", title="Dune, theirs"))
    phone.sync()
    laptop.sync()
    assert in_conflict(laptop) == [{"Dune, mine", "Dune, theirs"}]


def test_what_a_restored_server_has_lost_comes_back_in_its_order_through_two_lives_of_a_device(
    server, device, tmp_path
):
    laptop = device("Laptop")
    server.command("backup", tmp_path / "saved")
    laptop.edit({**book("dune", title="Dune"), "create": True})
    laptop.edit(book("dune", title="Dune One"))
    laptop.sync()
    with pytest.raises(Refused):
        laptop.fork()
    laptop.edit(book("dune", title="Dune Two"))
    laptop.sync()
    server.stop()
    server.command("restore", tmp_path / "saved")
    server.start()
    with pytest.raises(Refused):
        laptop.sync()
    laptop.sync()
    assert titles(laptop) == ["Dune Two"]


def test_nothing_goes_to_another_library_than_the_one_that_was_paired(server, device, tmp_path):
    laptop = device("Laptop")
    laptop.edit({**book("dune", title="Dune"), "create": True})
    other = DogearServer(tmp_path / "other").start()
    try:
        stranger = PlainClient(tmp_path / "stranger.json", other.origin)
        stranger.pair(other.fresh_link().split("#")[1], "Stranger")
        laptop.origin, laptop.state["token"] = other.origin, stranger.state["token"]
        with pytest.raises(Refused):
            laptop.sync()
        stranger.sync()
    finally:
        other.stop()
    assert titles(stranger) == []


def test_what_a_restored_server_has_lost_comes_back_from_the_devices(server, device, tmp_path):
    laptop, phone = device("Laptop"), device("Phone")
    laptop.edit({**book("dune", title="Dune"), "create": True})
    laptop.sync()
    server.command("backup", tmp_path / "saved")
    laptop.edit({**book("emma", title="Emma"), "create": True})
    laptop.sync()
    phone.sync()
    phone.edit(book("emma", publisher="John Murray"))
    phone.sync()
    server.stop()
    server.command("restore", tmp_path / "saved")
    server.start()
    phone.sync()
    laptop.sync()
    phone.sync()
    assert titles(laptop) == titles(phone) == ["Dune", "Emma"]
    assert laptop.get("book", "emma")["publisher"] == "John Murray"
    assert laptop.state["entities"] == phone.state["entities"]
