"""Messages through a real pair of sockets: whole, in order, whatever their size, and without waiting for the reader."""

import socket
import threading
from collections.abc import Iterator

import pytest

from service.hosting.frames import Sender, frames_from

PATIENCE_S = 20.0
MORE_THAN_A_SOCKET_HOLDS = 3_000_000


@pytest.fixture
def pair() -> Iterator[tuple[socket.socket, socket.socket]]:
    ours, theirs = socket.socketpair()
    with ours, theirs:
        yield ours, theirs


Pair = tuple[socket.socket, socket.socket]


def test_messages_arrive_whole_and_in_order(pair: Pair) -> None:
    sender = Sender(pair[0])
    messages = [b"", b"a", b"\x00" * 5, bytes(range(256)) * 40]
    for message in messages:
        sender.send(message)
    pair[0].shutdown(socket.SHUT_WR)
    assert list(frames_from(pair[1])) == messages


def test_nobody_waits_for_a_reader_that_does_not_read(pair: Pair) -> None:
    sender = Sender(pair[0])
    messages = [bytes([number]) * MORE_THAN_A_SOCKET_HOLDS for number in range(5)] + [b"last"]
    for message in messages:  # would stand still at the first one
        sender.send(message)
    frames = frames_from(pair[1])
    assert [next(frames) for _ in messages] == messages
    sender.send(b"later")
    assert next(frames) == b"later"


def test_messages_of_several_threads_are_not_mixed(pair: Pair) -> None:
    sender = Sender(pair[0])
    sizes = (1, 1_000, 300_000)

    def send_many(size: int) -> None:
        for _ in range(20):
            sender.send(bytes([size % 251]) * size)

    threads = [threading.Thread(target=send_many, args=(size,)) for size in sizes]
    for thread in threads:
        thread.start()
    frames = frames_from(pair[1])
    received = [next(frames) for _ in range(20 * len(sizes))]
    assert sorted(map(len, received)) == sorted(20 * sizes)
    assert all(set(message) == {len(message) % 251} for message in received)
    for thread in threads:
        thread.join(PATIENCE_S)


@pytest.mark.parametrize("half", [b"\x00\x00", b"\x00\x00\x00\x05abc"])
def test_half_a_message_at_the_end_is_none(pair: Pair, half: bytes) -> None:
    Sender(pair[0]).send(b"whole")
    pair[0].sendall(half)
    pair[0].shutdown(socket.SHUT_WR)
    assert list(frames_from(pair[1])) == [b"whole"]


def test_what_is_sent_to_nobody_is_lost_and_nobody_is_told(pair: Pair) -> None:
    sender = Sender(pair[0])
    pair[1].close()
    sender.send(b"a")
    sender.send(b"b" * MORE_THAN_A_SOCKET_HOLDS)
    pair[0].close()
    sender.send(b"c")


def test_a_reader_that_leaves_in_the_middle_of_a_backlog_holds_nobody_up(pair: Pair) -> None:
    sender = Sender(pair[0])
    for _ in range(3):
        sender.send(b"a" * MORE_THAN_A_SOCKET_HOLDS)
    pair[1].close()
    sender.send(b"b")


def test_an_end_that_is_torn_off_ends_the_messages(pair: Pair) -> None:
    """With unread bytes at the other end, closing resets the connection."""
    pair[1].sendall(b"unread")
    Sender(pair[1]).send(b"x")
    frames = frames_from(pair[1])
    Sender(pair[0]).send(b"whole")
    assert next(frames) == b"whole"
    pair[0].close()
    assert list(frames) == []
