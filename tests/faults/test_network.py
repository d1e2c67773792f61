"""Clients that hold connections, send slowly, too much or nonsense, or stop reading: others do not notice."""

import json
import random
import resource
import socket
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path

import httpx
import pytest

from loadtest import hostile
from tests.faults.neighbour import neighbour
from tests.faults.wire import (
    connect,
    connections,
    drip,
    file_limit,
    many_files,
    num_open_files,
    post,
    read_all,
    resident_mb,
    send_all,
)
from tests.live import LiveServer, serving
from tests.service.api.observing import eventually, is_idle

pytestmark = pytest.mark.faults

NUM_IDLE = 5000
NUM_SLOW = 100
NUM_DEAF = 20
OTHER_FILES = 500  # of the test's and of the server's own
TRANSLATION = {"q": "The child sees.\nfish", "source": "en", "target": "de"}
LONG = {"q": ["The child sees.\n" * 50] * 8, "source": "en", "target": "de", "stream": True}
HEAD = b"POST /translate HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"


@pytest.fixture(scope="module")
def patient(bundle: Path) -> Iterator[LiveServer]:
    """A server that waits for its clients for as long as it does by default, and always asks its model."""
    with many_files(NUM_IDLE + OTHER_FILES), serving([bundle], "--cache-bytes", "0") as server:
        yield server


@pytest.fixture(scope="module")
def strict(bundle: Path) -> Iterator[LiveServer]:
    """A server that waits for its clients for one second, and knows the answers already."""
    with serving([bundle], "--client-timeout-s", "1") as server:
        yield server


@pytest.fixture(autouse=True)
def nothing_is_left_behind(patient: LiveServer, strict: LiveServer) -> Iterator[None]:
    """Whatever was done to them, the servers are idle afterwards, and had no internal error."""
    yield
    for server in (patient, strict):
        with httpx.Client(base_url=server.url, timeout=60, trust_env=False) as client:
            assert eventually(lambda client=client: is_idle(client))  # type: ignore[misc]
            assert client.post("/translate", json=TRANSLATION).status_code == 200
        assert "Traceback" not in server.text


def test_thousands_of_idle_connections_cost_little(patient: LiveServer) -> None:
    with many_files(NUM_IDLE + OTHER_FILES) as num_files:
        number = num_files - OTHER_FILES
        if number < NUM_IDLE:
            print(f"only {number} connections: this process may open {num_files} files")
        files, megabytes = num_open_files(patient), resident_mb(patient)
        with neighbour(patient.url), connections(patient, number) as idle:
            assert eventually(lambda: num_open_files(patient) >= number)
            idle[-1].sendall(post("/translate", TRANSLATION))
            assert idle[-1].recv(1000).startswith(b"HTTP/1.1 200 OK")
            kilobytes = 1000 * (resident_mb(patient) - megabytes) / number
            print(f"{number} connections, {kilobytes:.1f} kB each")
            assert kilobytes < 20
        assert eventually(lambda: num_open_files(patient) <= files + 10)


def test_a_server_asks_for_as_many_descriptors_as_it_may_have(bundle: Path) -> None:
    """Most systems begin with 1,024, and that many connections once were the end."""
    with ExitStack() as stack:
        with file_limit(256):
            server = stack.enter_context(serving([bundle]))
        with connections(server, 400):
            assert eventually(lambda: num_open_files(server) >= 400)


def test_a_server_without_free_descriptors_serves_those_who_are_connected_and_recovers(bundle: Path) -> None:
    with serving([bundle]) as server, neighbour(server.url):
        limit = num_open_files(server) + 20
        resource.prlimit(server.process.pid, resource.RLIMIT_NOFILE, (limit, limit))
        with connections(server, 200) as waiting:
            waiting[0].sendall(post("/translate", TRANSLATION))
            assert waiting[0].recv(1000).startswith(b"HTTP/1.1 200 OK")
            assert eventually(lambda: num_open_files(server) == limit)
        assert eventually(lambda: num_open_files(server) < limit - 10)
        assert server.status_of("/health") == 200


@pytest.mark.parametrize(
    "begin",
    [
        b"",
        b"POST /translate HT",
        HEAD + b"X-Slow: ",
        HEAD + b"Content-Length: 1000\r\n\r\n{",
        HEAD + b"Transfer-Encoding: chunked\r\n\r\n400\r\n{",
        HEAD + b"Transfer-Encoding: chunked\r\n\r\n0\r\nX-Slow: ",
    ],
    ids=["nothing", "request line", "headers", "body", "chunks", "trailers"],
)
def test_who_sends_a_byte_now_and_then_is_cut_off(strict: LiveServer, begin: bytes) -> None:
    with neighbour(strict.url), connections(strict, NUM_SLOW) as slow:
        for connection in slow:
            connection.sendall(begin)
        assert drip(slow, 10) == NUM_SLOW


def test_who_is_too_slow_is_told_so(strict: LiveServer) -> None:
    with connect(strict) as connection:
        connection.sendall(HEAD + b"Content-Length: 1000\r\n\r\n{")
        answer = read_all(connection)
    assert answer.startswith(b"HTTP/1.1 408 Request Timeout\r\n")
    assert b"connection: close" in answer
    assert "1 s" in json.loads(answer.partition(b"\r\n\r\n")[2])["error"]


def test_who_goes_on_slowly_behind_a_refusal_is_cut_off_too(strict: LiveServer) -> None:
    with connect(strict) as connection:
        connection.sendall(HEAD + b"Content-Length: 100000000\r\n\r\n{")
        assert connection.recv(1000).startswith(b"HTTP/1.1 413 ")
        assert drip([connection], 10) == 1


def test_a_client_that_closes_its_half_is_taken_for_gone(patient: LiveServer) -> None:
    with neighbour(patient.url), connections(patient, 100) as halves:
        for number, connection in enumerate(halves):
            connection.sendall(post("/translate", {**LONG, "q": "The child sees.\n" * 50}) if number % 2 else HEAD)
            connection.shutdown(socket.SHUT_WR)
        for connection in halves:
            read_all(connection)


def garbage() -> Iterator[bytes]:
    """Other protocols, and noise."""
    dice = random.Random(1)
    yield b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"
    yield b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + bytes(500)
    yield b"SSH-2.0-OpenSSH_9.9\r\n"
    yield b"GET /livez HTTP/9.9\r\nHost: x\r\n\r\n"
    yield b"GET /livez HTTP/1.1\r\nHost: x\r\nNo colon\r\n\r\n"
    for _ in range(200):
        yield dice.randbytes(dice.randint(1, 5000)) + b"\r\n\r\n"


def test_garbage_is_refused(patient: LiveServer) -> None:
    with neighbour(patient.url):
        for noise in garbage():
            with connect(patient) as connection:
                answer = send_all(connection, [noise])
            assert answer == b"" or answer.startswith(b"HTTP/1.1 400 ")


def test_garbage_behind_a_request_does_not_get_into_its_answer(patient: LiveServer) -> None:
    """Uvicorn once wrote its own answer into the middle of the other one."""
    with connect(patient) as connection:
        connection.sendall(post("/translate", LONG))
        received = connection.recv(10)
        answer = received + send_all(connection, [b"\0\r\n\r\n"])
    assert answer.startswith(b"HTTP/1.1 200 OK\r\n")
    assert b"HTTP/1.1 400" not in answer


@pytest.mark.parametrize(
    ("body", "status"),
    [
        (b'{"q": "' + b"x" * 10_000_000 + b'"}', 413),
        (b"[" * 1_900_000, 400),
        (b'{"q":' * 300_000, 400),
    ],
    ids=["10 MB", "deep list", "deep object"],
)
def test_bodies_that_are_made_to_take_long(patient: LiveServer, body: bytes, status: int) -> None:
    with neighbour(patient.url), httpx.Client(base_url=patient.url, timeout=60, trust_env=False) as client:
        for _ in range(10):
            headers = {"Content-Type": "application/json"}
            assert client.post("/translate", content=body, headers=headers).status_code == status


@pytest.mark.parametrize(
    "body",
    [
        hostile.many_values,
        hostile.nested,
        hostile.most_values,
        hostile.many_fields,
        hostile.many_sentences,
        hostile.too_many_sentences,
        hostile.many_addresses,
        hostile.many_warnings,
    ],
)
def test_hostile_requests_from_several_clients_at_once(patient: LiveServer, body: Callable[[], str]) -> None:
    """Each of them once held the event loop for up to a second, or made garbage collection do so."""
    content = body().encode()

    def send(_: int) -> int:
        headers = {"Content-Type": "application/json"}
        with httpx.Client(base_url=patient.url, timeout=600, trust_env=False) as client:
            return client.post("/translate", content=content, headers=headers).status_code

    with neighbour(patient.url), ThreadPoolExecutor(4) as senders:
        statuses = set(senders.map(send, range(8)))
    assert statuses <= {200, 400, 429}


@pytest.mark.parametrize("escape", [b"%20", b"%e4%b8%ad"])
def test_a_form_in_which_every_character_is_escaped(patient: LiveServer, escape: bytes) -> None:
    body = b"source=en&target=de&q=" + escape * (1_900_000 // len(escape))
    with neighbour(patient.url), httpx.Client(base_url=patient.url, timeout=60, trust_env=False) as client:
        for _ in range(5):
            headers = {"Content-Type": "application/x-www-form-urlencoded"}
            assert client.post("/translate", content=body, headers=headers).status_code == 400


def test_a_file_as_large_as_is_taken(patient: LiveServer) -> None:
    """It was once parsed in one go: 0.2 s on the event loop."""
    fields = {"source": "en", "target": "de"}
    with neighbour(patient.url), httpx.Client(base_url=patient.url, timeout=60, trust_env=False) as client:
        for _ in range(5):
            file = ("a.bin", b"\r\n-" * 3_300_000)  # of a kind that is not read, once it has come
            assert client.post("/translate_file", data=fields, files={"file": file}).status_code == 400


def test_bursts_of_requests_of_hundreds_of_sentences(strict: LiveServer) -> None:
    """All of them known already: nothing but the event loop has anything to do, for every one of them."""

    def send(_: int) -> int:
        with httpx.Client(base_url=strict.url, timeout=60, trust_env=False) as client:
            return client.post("/translate", json={**TRANSLATION, "q": "The child sees.\n" * 400}).status_code

    with neighbour(strict.url), ThreadPoolExecutor(50) as senders:
        assert set(senders.map(send, range(60))) <= {200, 429}
        assert set(senders.map(send, range(60))) == {200}


@pytest.mark.parametrize(
    "piece",
    [b"GET /" + b"x" * 60_000, b"X-Long: " + b"x" * 60_000, b"X-Many: x\r\n" * 6_000],
    ids=["address", "one header", "many headers"],
)
@pytest.mark.parametrize("begin", [b"", HEAD + b"Transfer-Encoding: chunked\r\n\r\n0\r\n"], ids=["head", "trailers"])
def test_a_flood_of_headers_is_refused_early(patient: LiveServer, begin: bytes, piece: bytes) -> None:
    """Without a bound, 20 clients with 5 MB each would be kept in memory, and all the time that they go on."""
    megabytes = resident_mb(patient)
    start = begin or (b"" if piece.startswith(b"GET") else HEAD)
    following = piece if piece.endswith(b"\n") else b"x" * len(piece)
    with neighbour(patient.url):
        for _ in range(20):
            with connect(patient) as connection:
                answer = send_all(connection, [start, piece, *[following] * 80, b"\r\n\r\n"])
            assert answer == b"" or answer.startswith((b"HTTP/1.1 431 ", b"HTTP/1.1 400 "))
    assert resident_mb(patient) - megabytes < 20


def test_pipelined_requests_are_answered_in_their_order(patient: LiveServer) -> None:
    texts = [f"The child sees {number} fish." for number in range(20)]
    with httpx.Client(base_url=patient.url, timeout=60, trust_env=False) as client:
        expected = [client.post("/translate", json={**TRANSLATION, "q": text}).json() for text in texts]
    requests = [post("/translate", {**TRANSLATION, "q": text}) for text in texts]
    last = b"GET /livez HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"
    with neighbour(patient.url), connect(patient) as connection:
        answers = send_all(connection, [b"".join(requests) + last])
    assert [json.loads(part) for part in bodies(answers)] == [*expected, {"status": "ok"}]


def bodies(answers: bytes) -> Iterator[bytes]:
    """Of answers with a length, one behind the other."""
    while answers:
        head, _, answers = answers.partition(b"\r\n\r\n")
        headers = dict(line.split(b": ", 1) for line in head.lower().split(b"\r\n")[1:])
        length = int(headers[b"content-length"])
        yield answers[:length]
        answers = answers[length:]


def test_clients_that_stop_reading_cost_bounded_memory_and_are_cut_off(strict: LiveServer) -> None:
    """Their rows are free long before: what they do not read is kept for them, and no more than that."""
    files, megabytes = num_open_files(strict), resident_mb(strict)
    with neighbour(strict.url), ExitStack() as stack:
        for _ in range(NUM_DEAF):
            connection = stack.enter_context(connect(strict, receive_buffer=2048))
            connection.sendall(post("/translate", LONG))
            assert connection.recv(10)
        assert eventually(lambda: num_open_files(strict) <= files + 5, 60)
        print(f"{resident_mb(strict) - megabytes:.1f} MB more after {NUM_DEAF} clients that did not read")
        assert resident_mb(strict) - megabytes < 3 * NUM_DEAF
