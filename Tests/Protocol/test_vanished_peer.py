"""A peer that is gone without a word, as a laptop whose lid was shut: its kernel may still acknowledge what
comes, but nobody answers."""

import time

import pytest

from bare_sockets import Socket, socket_count


@pytest.mark.waits
def test_it_is_asked_after_half_a_minute_and_let_go_with_its_session_after_a_whole_one(server):
    """By the time that `welcome` names, on the clock that the sockets go by."""
    start = time.monotonic()
    peer = Socket(server, server.command("device", "add", "Laptop").strip())
    assert peer.greet()["limits"]["idleMilliseconds"] == 60_000
    peer.plain.settimeout(90)
    assert socket_count(server) == 1
    # Nothing is sent from here on, whatever comes.
    while peer.receive() != (9, b""):
        pass
    assert 29 <= time.monotonic() - start <= 45
    assert socket_count(server) == 1
    with pytest.raises((AssertionError, ConnectionError)):
        while True:
            peer.receive()
    assert 59 <= time.monotonic() - start <= 75
    assert socket_count(server) == 0
