"""A whole Dogear client in plain Python: pairs, syncs, edits offline, settles conflicts.

Written from `Sources/Wire/Wire.docc/WritingAClient.md` alone, and small on purpose. It keeps everything
in one JSON file and is online only inside `sync()`.
"""

import json
import secrets
import time
import unicodedata
import urllib.request
from itertools import accumulate
from pathlib import Path

from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

PUSH_BYTES = 262_144
# Of those, what stands around the operations, and what an operation grows by when it names its epoch.
ENVELOPE_BYTES = 512
KEPT_MAX = 20_000
KEPT_MS = 30 * 24 * 60 * 60 * 1000


class Refused(Exception):
    """The server closed the connection, in its own words."""


class PlainClient:
    def __init__(self, path: Path, origin: str):
        self.path = path
        self.origin = origin
        self.state = json.loads(path.read_text()) if path.exists() else fresh_state()

    # Pairing

    def pair(self, code: str, name: str):
        """Trades a one-time code for a token of this device's own."""
        body = json.dumps({"code": code, "name": name, "as": "token"}).encode()
        request = urllib.request.Request(f"{self.origin}/v1/pair", body, method="POST")
        with urllib.request.urlopen(request) as answer:
            paired = json.load(answer)
        self.state.update(token=paired["token"], library=paired["library"]["id"])
        self.save()

    # What a person sees: what the server confirmed, with our own unconfirmed edits on top

    def get(self, kind: str, id: str):
        """The fields of an entity, or None where there is none, or it is in Trash."""
        entity = self.entity(kind, id)
        return entity["fields"] if entity and not entity["deleted"] else None

    def all(self, kind: str) -> list[tuple[str, dict]]:
        """Ids and fields of the living entities of a kind; what stands for another is not listed."""
        keys = set(self.state["entities"])
        keys |= {f"{c['e']}/{c['id']}" for op in self.unconfirmed() for c in op["do"]}
        ids = [key.split("/")[1] for key in sorted(keys) if key.startswith(f"{kind}/")]
        found = [(id, self.entity(kind, id)) for id in ids]
        return [(id, each["fields"]) for id, each in found if each and not each["deleted"] and not each["alias"]]

    def entity(self, kind: str, id: str):
        entity = self.state["entities"].get(f"{kind}/{id}")
        for op in self.unconfirmed():
            for change in op["do"]:
                if (change["e"], change["id"]) == (kind, id):
                    entity = changed(entity, change)
        return entity

    def unconfirmed(self) -> list[dict]:
        """Our operations whose rows have not come, acked or not."""
        return [op for op in self.state["acked"] if op["seq"] > self.state["cursor"]] + self.state["waiting"]

    # Editing, online or not

    def edit(self, *changes: dict) -> str:
        """Makes one operation of the changes; it is safe on this device when this returns."""
        state = self.state
        keys = {(change["e"], change["id"]) for change in changes}
        # This client shows its own unconfirmed words as they are, not merged with what came since. So
        # an edit on top of such a one has seen no more than that one had, in whichever epoch.
        below = [op for op in self.unconfirmed() if keys & {(change["e"], change["id"]) for change in op["do"]}]
        first = min(below, key=lambda op: ("epoch" not in op, op["base"]), default={"base": state["cursor"]})
        op = {
            "op": secrets.token_hex(16), "n": state["n"] + 1, "at": now() + state["clockOffset"],
            **{key: first[key] for key in ("base", "epoch") if key in first}, "do": list(changes),
        }
        if ENVELOPE_BYTES + size(op) > PUSH_BYTES:
            raise ValueError("an operation has to fit one push; make several of it")
        state["waiting"].append(op)
        state["n"] = op["n"]
        self.save()
        return op["op"]

    def conflicts(self) -> list[tuple[str, dict]]:
        return self.all("conflict")

    def keep_this(self, conflict: str):
        """Settles a conflict in favour of what is in place."""
        self.edit({"e": "conflict", "id": conflict, "delete": True})

    def keep_that(self, conflict: str):
        """Settles a conflict in favour of what lost."""
        record = self.get("conflict", conflict)
        entity, field, value = record["entity"], record["field"], record["lost"]["value"]
        part = {"add": {field: {record["element"]: value}}} if "element" in record else {"set": {field: value}}
        self.edit({**entity, **part}, {"e": "conflict", "id": conflict, "delete": True})

    # Syncing

    def sync(self):
        """Connects, brings both sides up to date, and disconnects."""
        address = self.origin.replace("http", "ws", 1) + "/v1/socket"
        token = {"Authorization": f"Bearer {self.state['token']}"}
        with connect(address, subprotocols=["dogear.v1"], additional_headers=token, max_size=None) as socket:
            try:
                self.greet(socket)
                self.pull(socket)
                self.push(socket)
                self.pull(socket)
            except ConnectionClosed as closed:
                raise Refused(closed.rcvd.reason if closed.rcvd else "the connection was lost") from closed

    def greet(self, socket):
        state = self.state
        hello = {
            "t": "hello", "protocol": [1, 1], "client": "plain/1", "schema": 1,
            "device": {"incarnation": state["incarnation"]},
            "cursor": state["cursor"], "clock": now(), "live": False,
        }
        hello |= {key: state[key] for key in ("epoch", "sent") if state[key]}
        socket.send(json.dumps(hello))
        welcome = receive(socket, "welcome")
        state["clockOffset"] = welcome["clock"] - now()
        library, resume = welcome["library"], welcome["resume"]
        if library["id"] != state["library"]:
            raise Refused("this is another library than the one that was paired")
        self.head, self.limits = library["head"], welcome["limits"]
        if resume == "reset" or (state["epoch"] and state["epoch"] != library["epoch"]):
            self.reset(library["epoch"])
            resume = "fork" if not self.continues(welcome["device"]["n"]) else resume
        else:
            oldest = now() - KEPT_MS
            state["acked"] = [
                op for op in state["acked"] if op["seq"] > library["watermark"] and op["ackedAt"] > oldest
            ][-KEPT_MAX:]
        if resume == "fork" or welcome["device"]["n"] > state["n"]:
            self.fork()
        state["epoch"] = library["epoch"]
        self.save()

    def reset(self, epoch: str):
        """The server was restored: start from nothing, and send again whatever it may have lost."""
        state = self.state
        former = {"epoch": "unknown" if state["epoch"] == epoch else state["epoch"]}
        kept = state["acked"] + state["waiting"]
        again = [former | {key: op[key] for key in op if key not in ("seq", "ackedAt")} for op in kept]
        state.update(entities={}, cursor=0, sent=None, acked=[], waiting=again)

    def continues(self, recorded: int) -> bool:
        """Whether what we send again follows on what the server still knows of us."""
        numbers = [op["n"] for op in self.state["waiting"] if op["n"] > recorded]
        return recorded <= self.state["n"] and numbers == list(range(recorded + 1, self.state["n"] + 1))

    def fork(self):
        """A new life for this device, which was restored or copied: its edits are counted from 1."""
        state = self.state
        state.update(incarnation=secrets.token_hex(16), sent=None, n=len(state["waiting"]))
        for n, op in enumerate(state["waiting"], start=1):
            op["n"] = n
        self.save()
        raise Refused("this device was restored or copied; sync again")

    def pull(self, socket):
        state, entities, cursor = self.state, dict(self.state["entities"]), self.state["cursor"]
        while cursor < self.head:
            socket.send(json.dumps({"t": "pull", "since": cursor, "limit": 1000}))
            page = receive(socket, "page")
            for row in page["rows"]:
                key = f"{row['e']}/{row['id']}"
                entities[key] = with_row(entities.get(key), row)
            cursor, self.head = page["to"], page["head"]
        # All pages or none: half a way is no state that the library ever had.
        state.update(entities=entities, cursor=cursor)
        self.save()

    def push(self, socket):
        state = self.state
        while state["waiting"]:
            batch = first_of(state["waiting"], self.limits["pushOps"], self.limits["pushBytes"])
            socket.send(text({"t": "push", "batch": batch[0]["n"], "ops": batch}))
            ack = receive(socket, "ack")
            for op, result in zip(batch, ack["results"]):
                if result["outcome"] == "refused":
                    if result["problem"]["code"] == "outOfOrder":
                        self.fork()
                    state["refused"].append({"op": op, "problem": result["problem"]})
                else:
                    state["acked"].append(op | {"seq": result["seq"], "ackedAt": now()})
            state["waiting"] = state["waiting"][len(batch):]
            state["sent"] = {"n": batch[-1]["n"], "op": batch[-1]["op"]}
            self.head = max(self.head, ack["head"])
            self.save()

    def save(self):
        """Writes the state whole or not at all."""
        draft = self.path.with_suffix(".new")
        draft.write_text(json.dumps(self.state))
        draft.replace(self.path)


def fresh_state() -> dict:
    return {
        "token": None, "library": None, "incarnation": secrets.token_hex(16), "epoch": None, "cursor": 0,
        "n": 0, "sent": None, "clockOffset": 0, "entities": {}, "waiting": [], "acked": [], "refused": [],
    }


def now() -> int:
    return int(time.time() * 1000)


def text(value) -> str:
    return json.dumps(value, ensure_ascii=False)


def size(value) -> int:
    """What counts are the bytes of UTF-8 that go out."""
    return len(text(value).encode())


def first_of(ops: list[dict], count: int, byte_count: int) -> list[dict]:
    """As many of the first operations as fit one push."""
    sums = list(accumulate((size(op) + 2 for op in ops[:count]), initial=ENVELOPE_BYTES))
    return ops[:max(1, sum(each <= byte_count for each in sums[1:]))]


def receive(socket, kind: str) -> dict:
    """The next message of a kind; what this client does not know or need, it lets pass."""
    while True:
        message = json.loads(socket.recv())
        if message["t"] == "error":
            raise Refused(message["message"])
        if message["t"] == kind:
            return message


def with_row(entity, row: dict) -> dict:
    """What a row says an entity is now (SYNC §3, Row)."""
    entity = json.loads(json.dumps(entity)) if entity else {"fields": {}, "deleted": False, "alias": None}
    entity["fields"].update(row.get("set", {}))
    gone, there = row.get("del", {}), row.get("add", {})
    for field in {**gone, **there}:
        keys = {element_key(row["e"], field, name) for name in [*gone.get(field, []), *there.get(field, {})]}
        before = entity["fields"].get(field, {}).items()
        kept = {name: value for name, value in before if element_key(row["e"], field, name) not in keys}
        entity["fields"][field] = {**kept, **there.get(field, {})}
    entity["deleted"] = row.get("deleted", entity["deleted"])
    entity["alias"] = row.get("alias", entity["alias"])
    return {**entity, "fields": {}} if row.get("purged") else entity


def element_key(kind: str, field: str, name: str) -> str:
    """The same for all spellings of an element: whatever its normal form, and the case of a tag."""
    if (kind, field) == ("book", "tags"):
        name = "".join(c if c == "ı" else "".join(u.lower() for l in c.lower() for u in l.upper()) for c in name)
    return unicodedata.normalize("NFC", name)


def changed(entity, change: dict):
    """What an edit of our own makes of an entity, until the server says what it is."""
    row = {key: change[key] for key in ("e", "set", "add", "del") if key in change}
    if "delete" in change or "restore" in change:
        row["deleted"] = "delete" in change
    return with_row(entity, row)
