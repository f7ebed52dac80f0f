"""Pictures of covers as a program of somebody else's keeps them: by the page, plain HTTP and a SHA-256."""

import hashlib
import http.client
import json
import re
from concurrent.futures import ThreadPoolExecutor

from test_protocol_page import PAGES

JPEG = b"\xff\xd8\xff\xe0" + bytes(30_000)


def of_the_page(name):
    """A function as the page shows it."""
    (example,) = re.findall(r"^```python\n(.*?)^```$", (PAGES / "WritingAClient.md").read_text(), re.M | re.S)
    shown = {}
    exec(example, shown)
    return shown[name]


def ask(server, token, method, path, body=None, fields={}):
    line = http.client.HTTPConnection("127.0.0.1", server.port, timeout=20)
    line.request(method, path, body, {"Authorization": f"Bearer {token}", **fields})
    answer = line.getresponse()
    return answer.status, answer.headers, answer.read()


def test_a_picture_is_put_up_as_the_page_says_and_there_for_every_device(server):
    laptop = server.command("device", "add", "Laptop").strip()
    phone = server.command("device", "add", "Phone").strip()
    name = of_the_page("put_up")(server.origin, laptop, JPEG)
    assert name == hashlib.sha256(JPEG).hexdigest()
    status, fields, body = ask(server, phone, "GET", f"/v1/blobs/{name}")
    assert (status, body) == (200, JPEG)
    assert fields["Content-Type"] == "image/jpeg"
    status, fields, body = ask(server, phone, "HEAD", f"/v1/blobs/{name}")
    assert (status, body, fields["Content-Length"]) == (200, b"", str(len(JPEG)))
    status, _, body = ask(server, phone, "GET", f"/v1/blobs/{'0' * 64}")
    assert (status, json.loads(body)["error"]["code"]) == (404, "noSuchBlob")


def test_a_picture_outlives_a_kill_and_comes_back_with_a_backup(server, tmp_path):
    token = server.command("device", "add", "Laptop").strip()
    name = of_the_page("put_up")(server.origin, token, JPEG)
    server.kill()
    server.start()
    assert ask(server, token, "GET", f"/v1/blobs/{name}")[2] == JPEG
    backup = tmp_path / "backup.sqlite"
    server.command("backup", backup)
    later = of_the_page("put_up")(server.origin, token, JPEG + b"later")
    server.stop()
    server.command("restore", backup)
    server.start()
    assert ask(server, token, "GET", f"/v1/blobs/{name}")[2] == JPEG
    assert ask(server, token, "GET", f"/v1/blobs/{later}")[0] == 404
    assert "wrong" not in server.command("check")


def test_too_long_a_picture_is_refused_and_many_at_once_wait_their_turn(server):
    token = server.command("device", "add", "Laptop").strip()
    longer = JPEG + bytes(256 * 1024)
    name = hashlib.sha256(longer).hexdigest()
    assert ask(server, token, "PUT", f"/v1/blobs/{name}", longer)[0] == 413
    pictures = [JPEG + b"%d" % number for number in range(12)]

    def put(picture):
        name = hashlib.sha256(picture).hexdigest()
        while True:
            status = ask(server, token, "PUT", f"/v1/blobs/{name}", picture)[0]
            if status != 429:
                return status

    with ThreadPoolExecutor(6) as several:
        assert set(several.map(put, pictures)) == {201}
