"""A cable between a page and its server that a test may hold, or spoil what goes through it."""

import json

from reader import eventually


class Cable:
    """Stands between the sockets of a page and the server; to be put in before the page loads.

    What comes from the server waits while `held`; `spoil` may change what the page sends. `sent`
    keeps every message of the page, as it was before it was spoilt.
    """

    def __init__(self, page):
        self.held = False
        self.spoil = None
        self.sent = []
        self._waiting = []
        page.route_web_socket("**/v1/**", self._join)

    def deletions(self):
        """How often the page asked the server to delete something."""
        return sum(
            1
            for message in self.sent
            if message.get("t") == "push"
            for op in message["ops"]
            for change in op["do"]
            if change.get("delete")
        )

    def expect_deletions(self, page, count):
        """The page asks the server that often, which may be a moment after it shows as done."""
        eventually(page, lambda: self.deletions() >= count)
        assert self.deletions() == count

    def release(self):
        """Lets through what has waited, and everything after it."""
        self.held = False
        waiting, self._waiting = self._waiting, []
        for socket, message in waiting:
            socket.send(message)

    def _join(self, socket):
        server = socket.connect_to_server()

        def upwards(message):
            self.sent.append(json.loads(message))
            server.send(json.dumps(self.spoil(json.loads(message))) if self.spoil else message)

        def downwards(message):
            if self.held:
                self._waiting.append((socket, message))
            else:
                socket.send(message)

        socket.on_message(upwards)
        server.on_message(downwards)


def refuse_deletions(message):
    """Makes of each deletion something that the server refuses: a title that is no text."""
    if message.get("t") == "push":
        for op in message["ops"]:
            for change in op["do"]:
                if change.pop("delete", False):
                    change["set"] = {"title": 5}
    return message
