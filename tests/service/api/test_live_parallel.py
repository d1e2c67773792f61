"""Several jobs at once: each ends, probes are answered meanwhile, and it is one process that does it all."""

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import httpx

from loadtest.memory import family
from tests.live import LiveServer
from tests.service.api.observing import eventually, is_idle

CUES = "".join(
    f"{number}\n00:00:{number % 60:02},000 --> 00:00:{number % 60:02},900\nThis is line {number}.\n\n"
    for number in range(1, 31)
)


def test_three_subtitle_jobs_at_once_all_end_and_probes_are_answered_meanwhile(client: httpx.Client) -> None:
    form = {"source": "en", "target": "de"}

    def job(number: int) -> httpx.Response:
        return client.post("/translate_file", files={"file": (f"{number}.srt", CUES.encode())}, data=form)

    with ThreadPoolExecutor(3) as pool:
        jobs = [pool.submit(job, number) for number in range(3)]
        while not all(each.done() for each in jobs):
            for path in ("/livez", "/readyz", "/health", "/languages", "/metrics"):
                assert client.get(path).status_code == 200
    addresses = [each.result().json()["translatedFileUrl"] for each in jobs]
    first, *others = [client.get(address).content for address in addresses]
    assert first.count(b"-->") == 30
    assert others == [first, first]


def test_many_clients_with_a_sentence_each_get_what_each_would_get_alone(client: httpx.Client) -> None:
    texts = [f"This is sentence {number}." for number in range(16)]

    def translated(text: str) -> str:
        answer = client.post("/translate", json={"q": text, "source": "en", "target": "de"})
        return str(answer.json()["translatedText"])

    alone = [translated(text) for text in texts]
    with ThreadPoolExecutor(len(texts)) as pool:
        assert list(pool.map(translated, texts)) == alone
    assert eventually(lambda: is_idle(client))


def test_nothing_is_forked_behind_a_loaded_model(server: LiveServer) -> None:
    """A process with engines begins as a program of its own, and opens its model itself."""
    _, *engines = family(server.process.pid)
    assert engines
    for pid in engines:
        assert b"-m\0service.hosting.child\0" in Path(f"/proc/{pid}/cmdline").read_bytes()
