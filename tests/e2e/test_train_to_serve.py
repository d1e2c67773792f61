"""The whole chain with the commands that a user types: train, export, serve, translate, stream, stop."""

import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

import httpx
import pytest

from loadtest.answers import StreamedTranslation
from loadtest.memory import family
from loadtest.server import WITHOUT_CACHE, RunningServer, running_server
from tests.grammar import Sentence, make_sentences

pytestmark = pytest.mark.slow

RECIPE = Path(__file__).with_name("recipe.toml")
DRAGOMAN = Path(sys.executable).with_name("dragoman")
NUM_TEST, NUM_VALIDATION, NUM_TRAINING = 40, 60, 2500


@pytest.fixture(scope="module")
def unseen() -> Sequence[Sentence]:
    """Sentences that the model is not trained on."""
    return make_sentences(NUM_TEST + NUM_VALIDATION + NUM_TRAINING)[:NUM_TEST]


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the corpus that the recipe names."""
    folder = tmp_path_factory.mktemp("data")
    sentences = make_sentences(NUM_TEST + NUM_VALIDATION + NUM_TRAINING)[NUM_TEST:]
    for name, part in (("valid", sentences[:NUM_VALIDATION]), ("train", sentences[NUM_VALIDATION:])):
        (folder / f"{name}.zh").write_text("".join(f"{sentence.zh}\n" for sentence in part), "utf-8")
        (folder / f"{name}.en").write_text("".join(f"{sentence.en}\n" for sentence in part), "utf-8")
    return folder


@pytest.fixture(scope="module")
def bundle(data: Path, tmp_path_factory: pytest.TempPathFactory, repository: Path) -> Path:
    """A toy model, trained and exported in int8."""
    folder = tmp_path_factory.mktemp("run")
    run, bundle = folder / "run", folder / "toy-zh-en"
    train = f"models.train {RECIPE} --data {data} --out {run} --threads 1"
    export = f"export {run / 'model'} {bundle} --data {data} --precision int8"
    for arguments in (train, export):
        subprocess.run([sys.executable, "-m", *arguments.split()], cwd=repository, check=True, timeout=900)
    return bundle


@pytest.fixture(scope="module")
def server(bundle: Path) -> Iterator[RunningServer]:
    """The bundle behind `dragoman serve`; what it has translated before, it translates again."""
    with running_server([bundle], *WITHOUT_CACHE, command=[str(DRAGOMAN)], timeout_s=180) as running:
        yield running


@pytest.fixture(scope="module")
def client(server: RunningServer) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=server.url, timeout=60, trust_env=False) as client:
        yield client


def test_unseen_sentences_are_translated_exactly(client: httpx.Client, unseen: Sequence[Sentence]) -> None:
    """A model that cannot copy, sort or guess: word order, tense and measure words must have been learnt."""
    body = {"q": [sentence.zh for sentence in unseen], "source": "zh", "target": "en"}
    answer = client.post("/translate", json=body).raise_for_status().json()
    right = [found for found, sentence in zip(answer["translatedText"], unseen, strict=True) if found == sentence.en]
    assert len(right) >= 0.9 * len(unseen), answer["translatedText"]


def test_a_text_of_two_paragraphs_keeps_its_shape(client: httpx.Client, unseen: Sequence[Sentence]) -> None:
    first, second, third = unseen[:3]
    body = {"q": f"  {first.zh}{second.zh}\n\n{third.zh}\n", "source": "zh", "target": "en"}
    alone = [translate(client, sentence.zh) for sentence in (first, second, third)]
    assert translate(client, body["q"]) == f"  {alone[0]} {alone[1]}\n\n{alone[2]}\n"


def test_traditional_characters_are_read(client: httpx.Client) -> None:
    simplified, traditional = "昨天老师卖了两张照片。", "昨天老師賣了兩張照片。"
    assert translate(client, traditional) == translate(client, simplified)


def test_streamed_pieces_give_the_same_translation(client: httpx.Client, unseen: Sequence[Sentence]) -> None:
    text = "".join(sentence.zh for sentence in unseen[:4])
    stream = StreamedTranslation()
    body = {"q": text, "source": "zh", "target": "en", "stream": True}
    with client.stream("POST", "/translate", json=body) as response:
        assert response.headers["content-type"].startswith("text/event-stream")
        for chunk in response.iter_raw():
            stream.feed(chunk)
    assert stream.text() == translate(client, text)
    assert len(stream.deltas) > 10


def test_the_bundle_says_where_it_comes_from(client: httpx.Client, bundle: Path) -> None:
    [model] = client.get("/info").raise_for_status().json()["models"]
    assert (model["name"], model["precision"], model["licence"]) == ("toy-zh-en", "int8", "CC0-1.0")
    assert "Sentences of a small grammar" in (bundle / "MODEL_CARD.md").read_text("utf-8")


def test_no_serving_process_has_loaded_pytorch(server: RunningServer) -> None:
    """It is installed beside the server here, so the server could have."""
    loaded = "".join(Path(f"/proc/{pid}/maps").read_text("utf-8") for pid in family(server.process.pid))
    assert "libonnxruntime" in loaded or "onnxruntime_pybind11_state" in loaded
    assert "libtorch" not in loaded


def test_the_server_stops_cleanly(client: httpx.Client, server: RunningServer) -> None:
    """Last, because nothing can be asked afterwards."""
    assert server.stop() == 0
    with pytest.raises(httpx.ConnectError):
        client.get("/livez")


def translate(client: httpx.Client, text: str) -> str:
    body = {"q": text, "source": "zh", "target": "en"}
    translation: str = client.post("/translate", json=body).raise_for_status().json()["translatedText"]
    return translation
