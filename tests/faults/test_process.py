"""Servers that are killed, stopped for a while or told twice to go, without memory or room, with damaged files."""

import os
import resource
import shutil
import signal
import socket
import subprocess
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import httpx
import pytest

from service.runtime.bundle import BundleError, load_bundle
from tests.faults.cursed import HANG, curse
from tests.faults.processes import TRANSLATION, client_of, damage, files_of, memory_group, serve_in, translate
from tests.live import LiveServer, launched, serving
from tests.service.api.observing import events_in, eventually, is_idle, metric

pytestmark = pytest.mark.faults

LONG = {**TRANSLATION, "q": "The child sees.\n" * 400, "stream": True}
SENTENCES = [f"The child sees {number} fish." for number in range(16)]
STOPPED_S = 2.0
DOCUMENT = b"The child sees.\n\n" * 50


def test_a_server_that_was_killed_is_back_on_its_port_at_once(bundle: Path) -> None:
    """Its connections are still known to the system then; those who were connected ask again and are answered."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    answers = []
    for _ in range(3):
        with serving([bundle], "--port", str(port), "--cache-bytes", "0") as server, client_of(server) as client:
            answers.append(translate(server).json())
            with client.stream("POST", "/translate", json=LONG) as stream:
                events = events_in(stream)
                next(events)
                server.process.kill()
                with pytest.raises(httpx.TransportError):
                    list(events)
            assert server.wait_ended() == -signal.SIGKILL
    assert answers == answers[:1] * 3


def test_a_server_that_stood_still_goes_on_where_it_was(bundle: Path) -> None:
    """Neither the watchdog nor the limits on slow clients take this for a fault of somebody."""
    flags = ("--stall-timeout-s", "1", "--client-timeout-s", "1", "--max-rows", "8", "--cache-bytes", "0")
    with serving([bundle], *flags) as server, ThreadPoolExecutor(16) as pool:
        expected = [ask(server, text) for text in SENTENCES]
        for _ in range(2):
            answers = [pool.submit(ask, server, text) for text in SENTENCES]
            server.process.send_signal(signal.SIGSTOP)
            late = [pool.submit(ask, server, text) for text in SENTENCES]
            time.sleep(STOPPED_S)
            server.process.send_signal(signal.SIGCONT)
            assert [answer.result() for answer in answers] == expected
            assert [answer.result() for answer in late] == expected
        assert server.status_of("/livez") == 200
        assert "giving up" not in server.text


def ask(server: LiveServer, text: str) -> str:
    with client_of(server) as client:
        response = client.post("/translate", json={**TRANSLATION, "q": text})
    assert response.status_code == 200
    translation: str = response.json()["translatedText"]
    return translation


def test_the_second_signal_ends_a_server_at_once(bundle: Path) -> None:
    with (
        serving([bundle], "--max-rows", "1", "--drain-timeout-s", "600", "--cache-bytes", "0") as server,
        client_of(server) as client,
        client.stream("POST", "/translate", json=LONG) as stream,
    ):
        next(events_in(stream))
        server.process.send_signal(signal.SIGTERM)
        assert eventually(lambda: server.status_of("/readyz") == 503)
        server.process.send_signal(signal.SIGTERM)
        assert server.wait_ended() != 0
    assert "Traceback" not in server.text


def test_who_still_waits_when_the_time_to_drain_is_over_is_told_so(bundle: Path) -> None:
    """Running and queued, whole and streamed; a plain 500 and a torn stream once were all that they got."""
    flags = ("--max-rows", "1", "--max-waiting", "2000", "--drain-timeout-s", "0.5", "--cache-bytes", "0")
    whole = {**LONG, "stream": False}
    with serving([bundle], *flags) as server, ThreadPoolExecutor(8) as pool, client_of(server) as client:
        with client.stream("POST", "/translate", json=LONG) as stream:
            events = events_in(stream)
            next(events)
            waiting = [pool.submit(httpx.post, f"{server.url}/translate", json=whole, timeout=60) for _ in range(2)]
            assert eventually(lambda: metric(client, "dragoman_waiting") > 800)
            server.process.send_signal(signal.SIGTERM)
            *_, last = events
        assert "not done within 0.5 s" in last["error"]
        for answer in waiting:
            assert answer.result().status_code == 503
            assert "retry-after" in answer.result().headers
            assert "not done within 0.5 s" in answer.result().json()["error"]
        assert server.wait_ended() == 0


@pytest.mark.parametrize("num_signals", [1, 2])
def test_a_model_that_hangs_keeps_no_server_from_leaving(
    tiny_bundles: dict[str, Path], tmp_path: Path, num_signals: int
) -> None:
    """Leaving once waited for the engine's thread, and so for ever."""
    cursed = curse(tiny_bundles["int8"], tmp_path / "tiny-en-de")
    with serving([cursed], "--workers", "1", "--drain-timeout-s", "0.5", "--stall-timeout-s", "600") as server:
        body = {"inputs": "Hi", "parameters": {"target_prefix": HANG}}
        with ThreadPoolExecutor(1) as pool, client_of(server) as client:
            hung = pool.submit(httpx.post, f"{server.url}/generate", json=body, timeout=60)
            assert eventually(lambda: metric(client, "dragoman_active_rows") == 1)
            for _ in range(num_signals):
                server.process.send_signal(signal.SIGTERM)
                time.sleep(0.1)
            assert server.wait_ended() != 0
            assert num_signals == 2 or hung.result().status_code == 503


def test_a_limit_on_memory_that_rows_do_not_fit_into_is_refused_with_numbers(bundle: Path) -> None:
    with memory_group(f"dragoman-test-{os.getpid()}", 200_000_000) as group:
        if group is None:
            pytest.skip("this process may not make control groups")
        ended = serve_in(group, bundle, "--max-rows", "1000")
    assert ended.returncode == 1
    assert "cannot start: 1000 rows take" in ended.stderr
    assert "of the 200 MB that this process may use" in ended.stderr
    assert "set DRAGOMAN_MAX_ROWS to what fits" in ended.stderr
    assert "Traceback" not in ended.stderr


@pytest.fixture(params=["size of a file", "disk"])
def full(request: pytest.FixtureRequest, bundle: Path, tmp_path: Path) -> Iterator[LiveServer]:
    """A server without room for a translated file."""
    if request.param == "disk" and not mounted(tmp_path):
        pytest.skip("this process may not mount a small disk")
    try:
        with serving([bundle], environ={"TMPDIR": str(tmp_path)}) as server:
            if request.param != "disk":
                resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (100, 100))
            yield server
    finally:
        subprocess.run(["umount", "--lazy", tmp_path], check=False, capture_output=True)


def mounted(folder: Path) -> bool:
    """Whether `folder` now holds 4 kB and no more."""
    command = ["mount", "-t", "tmpfs", "-o", "size=4k", "none", str(folder)]
    return subprocess.run(command, check=False, capture_output=True).returncode == 0


def test_a_full_disk_fails_the_upload_with_an_answer_and_nothing_else(full: LiveServer) -> None:
    with client_of(full) as client:
        for _ in range(3):
            files = {"file": ("story.txt", DOCUMENT * 5)}
            response = client.post("/translate_file", files=files, data={"source": "en", "target": "de"})
            assert response.status_code == 503
            assert list(response.json()) == ["error"]
        assert client.post("/translate", json=TRANSLATION).status_code == 200
        assert eventually(lambda: is_idle(client))


@pytest.mark.parametrize("is_flip", [True, False], ids=["one bit", "cut off"])
def test_every_damaged_file_of_a_bundle_is_noticed_wherever_the_damage_is(
    bundle: Path, tmp_path: Path, is_flip: bool
) -> None:
    for name in files_of(bundle)[1:]:
        for offset in (0.0, 0.1, 0.25, 0.5, 0.75, 0.9, 1.0):
            damaged = shutil.copytree(bundle, tmp_path / "damaged")
            damage(damaged, name, offset, is_flip=is_flip)
            with pytest.raises(BundleError, match=f"{name} .*; copy the bundle again"):
                load_bundle(damaged)
            shutil.rmtree(damaged)


def test_a_manifest_cut_off_anywhere_is_refused(bundle: Path, tmp_path: Path) -> None:
    damaged = shutil.copytree(bundle, tmp_path / "damaged")
    manifest = (bundle / "bundle.json").read_bytes()
    for length in range(0, len(manifest.rstrip()), 7):
        (damaged / "bundle.json").write_bytes(manifest[:length])
        with pytest.raises(BundleError):
            load_bundle(damaged)


def test_a_bit_flipped_in_a_manifest_is_refused_or_changes_nothing_that_breaks(bundle: Path, tmp_path: Path) -> None:
    """It has no digest, so a letter of the licence may change; but nothing ends in an exception of another kind."""
    damaged = shutil.copytree(bundle, tmp_path / "damaged")
    manifest = (bundle / "bundle.json").read_bytes()
    num_refused = 0
    for bit in range(0, 8 * len(manifest), 41):
        changed = bytearray(manifest)
        changed[bit // 8] ^= 1 << bit % 8
        (damaged / "bundle.json").write_bytes(changed)
        try:
            load_bundle(damaged)
        except BundleError:
            num_refused += 1
    assert num_refused > 0


@pytest.mark.parametrize(("name", "is_flip"), [("decoder.onnx", True), ("tokenizer.json", False)])
def test_a_damaged_bundle_is_not_served(bundle: Path, tmp_path: Path, name: str, is_flip: bool) -> None:
    damaged = shutil.copytree(bundle, tmp_path / "damaged")
    damage(damaged, name, 0.5, is_flip=is_flip)
    with launched([damaged]) as server:
        assert server.wait_ended() == 1
    assert f"{name} " in server.text
    assert "copy the bundle again" in server.text
    assert "Traceback" not in server.text


def test_a_running_server_does_not_read_its_bundle_again(bundle: Path, tmp_path: Path) -> None:
    """Replaced in place, cut off, and removed: what is served is what was loaded."""
    copy = shutil.copytree(bundle, tmp_path / "copy")
    with serving([copy], "--cache-bytes", "0") as server:
        expected = translate(server).json()
        names = files_of(copy)
        for name in names:
            (copy / name).write_bytes(os.urandom((copy / name).stat().st_size))
        assert translate(server).json() == expected
        for name in names:
            os.truncate(copy / name, 10)
        assert translate(server).json() == expected
        shutil.rmtree(copy)
        assert translate(server).json() == expected
        assert server.stop() == 0
