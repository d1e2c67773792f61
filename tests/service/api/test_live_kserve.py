"""The Open Inference Protocol on a real server."""

from typing import Any

import httpx
import pytest

TEXTS = ["The teacher drew ten chairs last week.", "", "Hello."]
INFER = "/v2/models/tiny-en-de/infer"


def tensor(texts: list[str], **changes: Any) -> dict[str, Any]:
    return {"name": "text", "shape": [len(texts)], "datatype": "BYTES", "data": texts} | changes


def test_probes_and_metadata(client: httpx.Client) -> None:
    assert client.get("/v2/health/live").json() == {"live": True}
    assert client.get("/v2/health/ready").json() == {"ready": True}
    assert client.get("/v2").json()["name"] == "dragoman"
    assert client.get("/v2/models/tiny-en-de/ready").json() == {"name": "tiny-en-de", "ready": True}
    metadata = client.get("/v2/models/tiny-en-de").json()
    assert metadata["inputs"] == [{"name": "text", "datatype": "BYTES", "shape": [-1]}]
    assert metadata["outputs"] == [{"name": "translation", "datatype": "BYTES", "shape": [-1]}]


def test_a_tensor_of_texts_gives_one_of_translations(client: httpx.Client) -> None:
    answer = client.post(
        INFER, json={"id": "7", "inputs": [tensor(TEXTS)], "outputs": [{"name": "translation"}]}
    ).json()
    expected = client.post("/translate", json={"q": TEXTS, "source": "en", "target": "de"}).json()
    assert (answer["model_name"], answer["id"]) == ("tiny-en-de", "7")
    output = {"name": "translation", "shape": [3], "datatype": "BYTES", "data": expected["translatedText"]}
    assert answer["outputs"] == [output]
    assert answer["warnings"] == expected["warnings"]


def test_the_shape_is_kept_and_beams_can_be_asked_for(client: httpx.Client) -> None:
    body = {"inputs": [tensor(["Hello."], shape=[1, 1])], "parameters": {"num_beams": 4}}
    [output] = client.post(INFER, json=body).json()["outputs"]
    expected = client.post("/translate", json={"q": "Hello.", "source": "en", "target": "de", "num_beams": 4}).json()
    assert (output["shape"], output["data"]) == ([1, 1], [expected["translatedText"]])


def test_data_may_come_in_the_lists_of_its_shape(client: httpx.Client) -> None:
    nested, flat = [["fish", "Hello."], ["", "fish"]], ["fish", "Hello.", "", "fish"]
    answers = [
        client.post(INFER, json={"inputs": [tensor(flat, shape=[2, 2], data=data)]}).json() for data in (nested, flat)
    ]
    assert answers[0]["outputs"] == answers[1]["outputs"]
    assert answers[0]["outputs"][0]["shape"] == [2, 2]


def test_every_model_has_one_version(client: httpx.Client) -> None:
    model = "/v2/models/tiny-en-de"
    body = {"inputs": [tensor(["fish"])]}
    assert client.get(model).json()["versions"] == ["1"]
    assert client.get(f"{model}/versions/1").json() == client.get(model).json()
    assert client.get(f"{model}/versions/1/ready").json()["ready"]
    answer = client.post(f"{model}/versions/1/infer", json=body).json()
    assert answer == client.post(f"{model}/infer", json=body).json()
    assert answer["model_version"] == "1"
    response = client.get(f"{model}/versions/2")
    assert (response.status_code, response.json()) == (404, {"error": "model tiny-en-de has no version '2', only 1"})


@pytest.mark.parametrize(
    ("body", "message"),
    [
        ({}, "`inputs` is required"),
        ({"inputs": [tensor(["a"], shape=[2])]}, "has 1 strings"),
        ({"inputs": [tensor(["a"], datatype="FP32")]}, "BYTES"),
        ({"inputs": [tensor(["a"], name="x")]}, "'text'"),
        ({"inputs": [tensor(["a"])], "parameters": {"source": "de"}}, "one of the pairs of tiny-en-de: en-de"),
        ({"inputs": [tensor(["a"])], "nonsense": 1}, "`nonsense` is not a known field"),
        ({"inputs": [tensor(["a"] * 9)]}, "exceeds text limit"),
    ],
)
def test_refusals(client: httpx.Client, body: dict[str, Any], message: str) -> None:
    response = client.post(INFER, json=body)
    assert response.status_code == 400
    assert list(response.json()) == ["error"]
    assert message in response.json()["error"]


@pytest.mark.parametrize("path", ["/v2/models/nothing", "/v2/models/nothing/ready"])
def test_a_model_that_is_not_there(client: httpx.Client, path: str) -> None:
    response = client.get(path)
    assert response.status_code == 404
    assert "loaded are tiny-zh-en, tiny-en-de" in response.json()["error"]
