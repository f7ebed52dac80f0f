"""Acked operations per second, and how long an edit takes to reach another device, over real sockets.

The clients are Python, which costs more than the server: the figures are a floor, good for
comparing two builds on one machine.
"""

import asyncio
import itertools
import json
import secrets
import statistics
import sys
import tempfile
import time
from pathlib import Path

import websockets
from figures import Figures

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "Browser"))
from dogear_server import DogearServer

PUSHERS = 8
OPS_PER_PUSH = 64
PUSHES_EACH = 60
PINGPONGS = 300


async def connect(server, token):
    socket = await websockets.connect(
        f"ws://127.0.0.1:{server.port}/v1/socket",
        subprotocols=["dogear.v1"],
        additional_headers={"Authorization": f"Bearer {token}"},
        max_size=None,
    )
    await socket.send(
        json.dumps(
            {
                "t": "hello",
                "protocol": [1, 1],
                "client": "bench",
                "device": {"incarnation": secrets.token_hex(8)},
                "cursor": 0,
                "clock": int(time.time() * 1000),
                "schema": 1,
            }
        )
    )
    welcome = json.loads(await socket.recv())
    assert welcome["t"] == "welcome", welcome
    return socket, welcome["library"]["head"]


def op(n, base, book, title):
    return {
        "op": secrets.token_hex(16),
        "n": n,
        "base": base,
        "at": int(time.time() * 1000),
        "do": [{"e": "book", "id": book, "set": {"title": title}}],
    }


async def receive(socket, kind, **members):
    while True:
        message = json.loads(await socket.recv())
        if message["t"] == kind and all(message[key] == value for key, value in members.items()):
            return message


async def throughput(server, tokens):
    sockets = [await connect(server, token) for token in tokens]

    async def push(number, socket, base):
        n = itertools.count(1)
        for batch in range(PUSHES_EACH):
            ops = [op(next(n), base, f"b{number}-{batch}-{i}", "Title") for i in range(OPS_PER_PUSH)]
            await socket.send(json.dumps({"t": "push", "batch": batch, "ops": ops}))
        acked = 0
        while acked < PUSHES_EACH * OPS_PER_PUSH:
            acked += len((await receive(socket, "ack"))["results"])

    start = time.perf_counter()
    await asyncio.gather(*(push(i, socket, head) for i, (socket, head) in enumerate(sockets)))
    seconds = time.perf_counter() - start
    for socket, _ in sockets:
        await socket.close()
    return PUSHERS * PUSHES_EACH * OPS_PER_PUSH / seconds


async def latency(server, tokens):
    (writer, head), (reader, _) = [await connect(server, token) for token in tokens[:2]]
    samples = []
    for n in range(1, PINGPONGS + 1):
        start = time.perf_counter()
        await writer.send(
            json.dumps({"t": "push", "batch": n, "ops": [op(n, head, "one", f"Title {n}")]})
        )
        await receive(reader, "changes")
        samples.append((time.perf_counter() - start) * 1000)
    await writer.close()
    await reader.close()
    return samples


def main():
    with tempfile.TemporaryDirectory() as folder:
        server = DogearServer(Path(folder) / "data").start()
        tokens = [server.command("device", "add", f"bench {i}").strip() for i in range(PUSHERS)]
        milliseconds = sorted(asyncio.run(latency(server, tokens)))
        rate = asyncio.run(throughput(server, tokens))
        server.stop()
    figures = Figures("devices")
    last = milliseconds[int(len(milliseconds) * 0.99)]
    figures.add(f"{PINGPONGS} edits to another device, durable", statistics.median(milliseconds), "ms")
    figures.add("  99 of 100 are there", last, "ms")
    figures.add(f"{PUSHERS} devices, {OPS_PER_PUSH} ops a push: acked ops", rate, "a second")
    return figures.finish()


sys.exit(main())
