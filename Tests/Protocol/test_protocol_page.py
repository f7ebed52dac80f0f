"""Runs every example of the pages *Writing a client* and *The calls beside the socket*, in their order."""

import json
import re
import urllib.request
from contextlib import ExitStack

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from dogear_server import ROOT

PAGES = ROOT / "Sources/Wire/Wire.docc"
EXAMPLE = re.compile(r"^```(\w+) (\w+) ?([^\n]*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
TIMEOUT_SECONDS = 20


class Walk:
    """The state of one run through the page: who is connected, and what the names stand for."""

    def __init__(self, server):
        self.server = server
        self.names = {}
        self.sockets = {}
        self.answer = None
        self.stack = ExitStack()

    def run(self, format, who, verb, body):
        if format == "http":
            self.ask(who, body)
        elif verb == "is answered":
            if format == "json":
                self.match(json.loads(body), json.loads(self.answer))
            else:
                self.match_lines(body.splitlines(), self.answer.decode().splitlines())
        elif verb == "opens":
            self.open(who)
            self.sockets[who].send(json.dumps(self.filled(json.loads(body))))
        elif verb == "sends":
            self.sockets[who].send(json.dumps(self.filled(json.loads(body))))
        elif verb == "receives":
            self.match(json.loads(body), json.loads(self.sockets[who].recv(TIMEOUT_SECONDS)))
        elif verb == "is closed":
            self.expect_close(who, int(body))
        else:
            raise AssertionError(f"nobody knows how one {verb}")

    def ask(self, who, text):
        method, target, body = re.match(r"(\w+) (\S+)\n(.*)", text, re.DOTALL).groups()
        if f"{who} code" not in self.names:
            self.names[f"{who} code"] = self.server.fresh_link().split("#")[1]
        if f"{who} token" not in self.names and target != "/v1/pair":
            self.names[f"{who} token"] = self.server.command("device", "add", who.title()).strip()
        target = re.sub(r"<(.+?)>", lambda name: self.names[name[1]], target)
        data = json.dumps(self.filled(json.loads(body))) if body.startswith("{") else body
        request = urllib.request.Request(self.server.origin + target, data.encode() or None, method=method)
        if f"{who} token" in self.names:
            request.add_header("Authorization", "Bearer " + self.names[f"{who} token"])
        with urllib.request.urlopen(request) as answer:
            self.answer = answer.read()

    def open(self, who):
        if who in self.sockets:
            self.sockets[who].close()
        socket = connect(
            self.server.origin.replace("http", "ws", 1) + "/v1/socket",
            subprotocols=["dogear.v1"],
            additional_headers={"Authorization": "Bearer " + self.names[f"{who} token"]},
        )
        self.sockets[who] = self.stack.enter_context(socket)

    def expect_close(self, who, code):
        try:
            message = self.sockets[who].recv(TIMEOUT_SECONDS)
        except ConnectionClosed as closed:
            assert closed.rcvd.code == code
        else:
            raise AssertionError(f"{who} was to be closed and received {message}")

    def filled(self, value):
        """`value` with every name in angle brackets replaced by what it stands for."""
        if isinstance(value, dict):
            return {key: self.filled(each) for key, each in value.items()}
        if isinstance(value, list):
            return [self.filled(each) for each in value]
        if isinstance(value, str) and (name := re.fullmatch(r"<(.+)>", value)):
            return self.names[name[1]]
        return value

    def match(self, shown, real, path="message"):
        """Holds what came to what the page shows; members that it does not show may be there."""
        if isinstance(shown, str) and (name := re.fullmatch(r"<(.+)>", shown)):
            assert self.names.setdefault(name[1], real) == real, path
        elif isinstance(shown, dict):
            assert isinstance(real, dict), f"{path} is {real}"
            for key, each in shown.items():
                assert key in real, f"{path} has no {key}: {real}"
                self.match(each, real[key], f"{path}.{key}")
        elif isinstance(shown, list):
            assert len(shown) == len(real), f"{path} is {real}"
            for index, each in enumerate(shown):
                self.match(each, real[index], f"{path}[{index}]")
        else:
            assert shown == real, f"{path} is {real}"


    def match_lines(self, shown, real):
        """The same for a table: a line may be shown up to an ellipsis."""
        assert len(shown) == len(real), real
        for line, whole in zip(shown, real):
            assert whole.startswith(line[:-1]) if line.endswith("…") else whole == line, whole


@pytest.mark.parametrize("page, count", [("WritingAClient", 40), ("CallsBesideTheSocket", 15)])
def test_every_example_of_the_page_is_true(server, page, count):
    walk = Walk(server)
    examples = EXAMPLE.findall((PAGES / f"{page}.md").read_text())
    assert len(examples) > count
    with walk.stack:
        for format, who, verb, body in examples:
            try:
                walk.run(format, who, verb, body)
            except Exception as error:
                raise AssertionError(f"{who} {verb or 'asks'}:\n{body}\n{error}") from error
