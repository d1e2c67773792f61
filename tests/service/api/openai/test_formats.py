from service.api.openai.formats import ChatFormat, CompletionFormat
from service.api.openai.replies import Choice, Piece
from service.api.schemas.openai_answers import TokenLogprob, TopLogprob

HAL = TokenLogprob(
    token="Hal", logprob=-0.5, bytes=[72, 97, 108], top_logprobs=[TopLogprob(token="Hal", logprob=-0.5, bytes=None)]
)
LO = TokenLogprob(token="lo", logprob=-0.25, bytes=[108, 111])


def test_a_chat_in_pieces() -> None:
    chat = ChatFormat()
    [opening] = chat.opening(1)
    assert opening["delta"] == {"role": "assistant", "content": "", "refusal": None}
    assert chat.piece(1, Piece("Hal"), 0) == {
        "index": 1,
        "delta": {"content": "Hal"},
        "logprobs": None,
        "finish_reason": None,
    }
    assert chat.piece(1, Piece("", "length"), 3)["delta"] == {}
    assert chat.piece(1, Piece("", "length"), 3)["finish_reason"] == "length"


def test_a_whole_chat() -> None:
    choice = ChatFormat().choice(0, Choice("Hallo", "stop", (HAL, LO)))
    assert choice["message"] == {"role": "assistant", "content": "Hallo", "refusal": None}
    assert [token["token"] for token in choice["logprobs"]["content"]] == ["Hal", "lo"]
    assert choice["logprobs"]["content"][1]["top_logprobs"] == []


def test_a_completion_in_pieces_counts_characters_from_its_beginning() -> None:
    completion = CompletionFormat()
    assert list(completion.opening(0)) == []
    piece = completion.piece(0, Piece("lo", tokens=(LO,)), 3)
    assert piece["text"] == "lo"
    assert piece["logprobs"] == {
        "text_offset": [3],
        "token_logprobs": [-0.25],
        "tokens": ["lo"],
        "top_logprobs": None,
    }


def test_a_whole_completion() -> None:
    choice = CompletionFormat().choice(2, Choice("Hallo", "stop", (HAL, LO)))
    assert (choice["index"], choice["text"], choice["finish_reason"]) == (2, "Hallo", "stop")
    assert choice["logprobs"]["text_offset"] == [0, 3]
    assert choice["logprobs"]["top_logprobs"] == [{"Hal": -0.5}, {}]
    assert CompletionFormat().choice(0, Choice("Hallo", "stop"))["logprobs"] is None
