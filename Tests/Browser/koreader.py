"""An e-reader with KOReader, as its plugin "Progress sync" speaks for it.

Paths, fields and statuses are those of `koreader/koreader` `plugins/kosync.koplugin` (`KOSyncClient.lua`,
`main.lua`); what LuaSocket says beside them, and how long it waits, too.
"""

import hashlib
import http.client
import json

TIMEOUT_SECONDS = 10
DOCUMENT = "0b229176d4e8db7f6d2b5a4952368d7a"


class KOReader:
    def __init__(self, server, device="Kobo_clara", device_id="1A2B3C4D5E6F"):
        self.port = server.port
        self.device = device
        self.device_id = device_id
        self.username = None
        self.userkey = None

    def register(self, username, password):
        """What the button Register does; returns what the plugin shows where it did not work."""
        username, userkey = username.strip(), hashlib.md5(password.encode()).hexdigest()
        body = {"username": username, "password": userkey}
        status, answer = self.ask("POST", "/users/create", body)
        if status != 201:
            return answer["message"]
        self.username, self.userkey = username, userkey
        return None

    def login(self, username, password):
        self.username, self.userkey = username.strip(), hashlib.md5(password.encode()).hexdigest()
        status, answer = self.ask("GET", "/users/auth")
        return None if status == 200 else answer["message"]

    def push(self, percentage, progress, document=DOCUMENT, metadata=None):
        """Sends a place; whether the plugin has done with it: what failed it keeps, and sends again."""
        body = {
            "document": document, "progress": str(progress), "percentage": percentage,
            "device": self.device, "device_id": self.device_id,
        }
        status, answer = self.ask("PUT", "/syncs/progress", body | ({"metadata": metadata} if metadata else {}))
        assert status in (200, 401, 429), (status, answer)
        return status == 200

    def pull(self, document=DOCUMENT):
        """Where another e-reader is: what the plugin would ask "Sync to latest location?" of, or None."""
        status, answer = self.ask("GET", f"/syncs/progress/{document}")
        if status != 200 or "percentage" not in answer:
            return None
        if answer["device"] == self.device and answer["device_id"] == self.device_id:
            return None
        assert answer["document"] == document and isinstance(answer["timestamp"], int)
        return answer["percentage"], answer["progress"], answer["device"]

    def ask(self, method, path, body=None):
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=TIMEOUT_SECONDS)
        fields = {
            "accept": "application/vnd.koreader.v1+json", "te": "trailers", "connection": "close, TE",
            "user-agent": "LuaSocket 3.0.0",
        }
        if self.username is not None:
            fields |= {"x-auth-user": self.username, "x-auth-key": self.userkey}
        content = None
        if body is not None:
            content = json.dumps(body).encode()
            fields |= {"content-type": "application/json;charset=utf-8", "content-length": str(len(content))}
        connection.request(method, f"/koreader{path}", content, fields)
        answer = connection.getresponse()
        status, text = answer.status, answer.read()
        connection.close()
        return status, json.loads(text)
