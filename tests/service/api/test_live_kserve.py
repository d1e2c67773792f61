"""The Open Inference Protocol on a real server."""

import json
import struct
from typing import Any

import httpx
import pytest

TEXTS = ["The teacher drew ten chairs last week.", "", "Hello."]
INFER = "/v2/models/tiny-en-de/infer"
LENGTH = "Inference-Header-Content-Length"
FORM = "application/x-www-form-urlencoded"  # what curl says of any body


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


@pytest.mark.parametrize("headers", [{}, {"Content-Type": "application/octet-stream"}, {"Content-Type": FORM}])
def test_the_body_is_json_whatever_a_client_calls_it(client: httpx.Client, headers: dict[str, str]) -> None:
    body = {"inputs": [tensor(["fish"])]}
    answer = client.post(INFER, content=json.dumps(body), headers=headers)
    assert answer.json() == client.post(INFER, json=body).json()


def test_a_body_that_cannot_be_json_is_refused(client: httpx.Client) -> None:
    answer = client.post(INFER, content="{}", headers={"Content-Type": "text/plain"})
    assert answer.status_code == 415
    assert "send application/json or application/octet-stream" in answer.json()["error"]


def packed(*texts: str) -> bytes:
    return b"".join(struct.pack("<I", len(raw)) + raw for raw in map(str.encode, texts))


def post_binary(client: httpx.Client, body: dict[str, Any], binary: bytes, **headers: str) -> httpx.Response:
    head = json.dumps(body).encode()
    return client.post(INFER, content=head + binary, headers={LENGTH: str(len(head))} | headers)


def binary_tensor(size: int, num_texts: int) -> dict[str, Any]:
    parameters = {"binary_data_size": size}
    return {"name": "text", "shape": [num_texts], "datatype": "BYTES", "parameters": parameters}


def test_strings_may_come_and_go_behind_the_json(client: httpx.Client) -> None:
    """As Triton's clients do, unless they are told otherwise."""
    texts = [*TEXTS, "Thanks 😆."]
    expected = client.post(INFER, json={"inputs": [tensor(texts)]}).json()
    binary = packed(*texts)
    inputs = [binary_tensor(len(binary), len(texts))]
    response = post_binary(client, {"inputs": inputs, "parameters": {"binary_data_output": True}}, binary)
    assert response.headers["content-type"] == "application/octet-stream"
    size = int(response.headers[LENGTH])
    head, tail = json.loads(response.content[:size]), response.content[size:]
    [output] = head.pop("outputs")
    [strings] = [found.pop("data") for found in expected["outputs"]]
    assert tail == packed(*strings)
    assert output == expected.pop("outputs")[0] | {"parameters": {"binary_data_size": len(tail)}}
    assert head == expected


@pytest.mark.parametrize(
    ("outputs", "parameters", "is_binary"),
    [
        ([{"name": "translation", "parameters": {"binary_data": True}}], {}, True),
        ([{"name": "translation", "parameters": {"binary_data": False}}], {"binary_data_output": True}, False),
        ([{"name": "translation"}], {"binary_data_output": True}, True),
        ([], {"binary_data_output": True}, True),
        ([], {}, False),
    ],
)
def test_an_output_says_how_it_is_wanted(
    client: httpx.Client, outputs: list[dict[str, Any]], parameters: dict[str, Any], is_binary: bool
) -> None:
    body = {"inputs": [tensor(["fish"])], "outputs": outputs, "parameters": parameters}
    assert (LENGTH in client.post(INFER, json=body).headers) is is_binary


def test_the_extension_is_announced(client: httpx.Client) -> None:
    assert client.get("/v2").json()["extensions"] == ["binary_tensor_data"]


@pytest.mark.parametrize(
    ("inputs", "binary", "message"),
    [
        (binary_tensor(8, 1), packed("fish") + b"x", "`binary_data_size` is 8, but 9 bytes stand behind the JSON"),
        (binary_tensor(7, 1), b"\x04\0\0\0fis", "string at byte 0 behind the JSON is longer than what is left"),
        (binary_tensor(9, 1), packed("fish") + b"x", "string at byte 8 behind the JSON is longer"),
        (binary_tensor(5, 1), b"\x01\0\0\0\xff", "string 0 of the tensor is not valid UTF-8: byte 0 is 0xff"),
        (binary_tensor(5, 1), b"\x01\0\0\0\0", "text contains U+0000"),
        (binary_tensor(8, 2), packed("fish"), "`shape` is [2], but `data` has 1 strings"),
        (binary_tensor(0, 0), b"", "at least 1 item"),
        (tensor(["fish"]), b"x", "1 bytes stand behind the JSON, but no tensor has a `binary_data_size`"),
        (tensor(["fish"], parameters={"binary_data_size": 8}), packed("fish"), "not both"),
        (tensor(["fish"], parameters={"binary_data_size": "8"}), b"", "not both"),
    ],
)
def test_what_is_wrong_behind_the_json_is_told(
    client: httpx.Client, inputs: dict[str, Any], binary: bytes, message: str
) -> None:
    response = post_binary(client, {"inputs": [inputs]}, binary)
    assert response.status_code == 400
    assert message in response.json()["error"]


@pytest.mark.parametrize("length", ["1000000", "-1", "x", ""])
def test_a_length_that_cannot_be_is_refused(client: httpx.Client, length: str) -> None:
    response = post_binary(client, {"inputs": [tensor(["fish"])]}, b"", **{LENGTH: length})
    assert response.status_code == 400
    assert f"header Inference-Header-Content-Length is {length}, and the body has" in response.json()["error"]


@pytest.mark.parametrize("parameters", [{"source": "en-US", "target": "DE_at"}, {"source": "EN"}])
def test_languages_may_be_regional(client: httpx.Client, parameters: dict[str, str]) -> None:
    plain = client.post(INFER, json={"inputs": [tensor(["fish"])]}).json()
    assert client.post(INFER, json={"inputs": [tensor(["fish"])], "parameters": parameters}).json() == plain


@pytest.mark.parametrize(
    ("body", "message"),
    [
        ({}, "`inputs` is required"),
        ({"inputs": [tensor(["a"], shape=[2])]}, "has 1 strings"),
        ({"inputs": [tensor(["a"], datatype="FP32")]}, "BYTES"),
        ({"inputs": [tensor(["a"], name="x")]}, "'text'"),
        ({"inputs": [tensor(["a"])], "parameters": {"source": "de"}}, "one of the pairs of tiny-en-de: en-de"),
        ({"inputs": [tensor(["a"])], "nonsense": 1}, "`nonsense` is not a known field"),
        ({"inputs": [tensor(["a"] * 9)]}, "`inputs[0].data` has 9 texts, at most 8 are taken at once; send parts"),
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
