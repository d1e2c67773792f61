"""A stream says what the whole answer says: texts that make small models go wrong, in every API that streams."""

from collections.abc import Callable
from typing import Any, Final

import httpx
import pytest

from tests.shipped import answer_to, events_of, posted, streamed_answer_to

ENGLISH: Final = """
no no no no no no no no
ha ha ha ha ha ha ha ha ha ha ha ha ha ha ha
hey hey hey hey hey hey hey hey hey hey hey hey hey hey hey hey hey hey hey hey
so so so so so so so so so so so so so so so so so so so so so so so so so so
bla bla bla bla bla bla bla bla bla bla and then he left.
He said never, never, never, never, never, never, never, never, never, never, and went home.
left right left right left right left right left right left right
of the of the of the of the of the of the of the of the
to be or not to be or not to be or not to be or not to be
yes no yes no yes no yes no yes no yes no yes no
STOP STOP STOP STOP STOP
GET OUT
aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa
He said eeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee and left.
Goooooooooooooooooooooooooal!
qwertyuiopasdfghjklzxcvbnm
l k j u p c a n y p e v i h f s l b f w l s t a l q o q c d
We need apples, nails, milk, screws, rope, lamps, chairs, socks, pens, hats, coats, gloves, belts, bags and cups.
bread cheese hammers paint tables books paper shirts shoes plates forks knives spoons bowls pans pots
From Aachen to Bonn to Cork to Dublin to Essen to Fulda to Genoa to Hull to Ipswich to Jena to Kiel to Leeds to Mainz.
Lorem ipsum dolor sit amet, consectetur adipiscing elit, sed do eiusmod tempor incididunt ut labore et dolore.
Row, row, row your boat, merrily, merrily, merrily, merrily, life is but a dream.
Buffalo buffalo Buffalo buffalo buffalo buffalo Buffalo buffalo.
Is it so, is it so, is it so, is it so, is it so?
Jack of all trades
Why? Why? Why? Why? Why? Why?
The weather is nice today. ha ha ha ha ha ha ha ha ha ha! We are going to the lake.
Write to {name} {name} {name} {name} {name} now now now now now.
""".strip().split("\n")

CHINESE: Final = """
哈哈哈哈哈哈哈哈哈哈哈哈
不，不，不，不，不，不，不，不，不，不，不，不。
他说我，我，我，我，我，我，我，我，我，我，我，我，我，我，我，就回家了。
他说说，说，说，说，说，说，说，说，说，说，说，说，说，说，说，就回家了。
他说救命救命救命救命救命救命救命救命救命。
救命救命救命救命救命救命救命救命救命救命救命救命救命救命救命救命
时间时间时间时间时间时间时间时间时间时间时间时间时间时间时间时间时间时间时间时间
为什么为什么为什么为什么为什么为什么为什么为什么为什么为什么
老师老师老师老师老师老师老师老师
钱、钱、钱、钱、钱、钱、钱、钱、钱！
、12！，个？？很 。
武汉、南京、杭州、福州、广州、济南、深圳、北京、天津、长沙、上海、青岛
面包 白菜 油漆 鞋子 叉子 绳子 黄瓜 锤子 帽子 椅子 螺丝 牛肉 锅 外套 壶 番茄
我们需要纸、椅子、鱼、钉子、豆腐、帽子、土豆、壶、手套、勺子、鞋子、鸡蛋、面包、牛奶、袜子和书。
钉子、衬衫、锅、奶酪、牛奶、帽子、勺子、鞋子、杯子、皮带、梨、羊肉、钢笔、椅子、鱼、豆腐、鸡蛋、纸、壶、螺丝、绳子、牛肉
四是四，十是十，十四是十四，四十是四十，四十四只石狮子是死的。
吃葡萄不吐葡萄皮，不吃葡萄倒吐葡萄皮。
石室诗士施氏，嗜狮，誓食十狮。
人要是行，干一行行一行，一行行行行行，行行行干哪行都行。
一二三四一二三四一二三四一二三四
龘靐齉爨龖灪麤鬱籲饢驫羴
的一是不了人我在有他这中大来上个国和也子时道说出得会于下过天能多后作用
今天天气很好。哈哈哈哈哈哈哈哈哈哈！我们去湖边吧？
""".strip().split("\n")

CASES: Final = [("en-de", text) for text in ENGLISH] + [("zh-en", text) for text in CHINESE]


def native(client: httpx.Client, model: str, text: str, num_beams: int = 1) -> tuple[Any, Any]:
    source, target = model.split("-")
    body = {"q": text, "source": source, "target": target, "num_beams": num_beams}
    whole, last = answer_to(client, body), streamed_answer_to(client, body)
    return (whole["translatedText"], whole.get("warnings")), (last["translatedText"], last.get("warnings"))


def searched(client: httpx.Client, model: str, text: str) -> tuple[Any, Any]:
    return native(client, model, text, num_beams=3)


def chat(client: httpx.Client, model: str, text: str) -> tuple[Any, Any]:
    body = {"model": model, "messages": [{"role": "user", "content": text}]}
    [whole] = posted(client, "/v1/chat/completions", body).json()["choices"]
    events = events_of(posted(client, "/v1/chat/completions", body | {"stream": True}))
    choices = [choice for event in events for choice in event["choices"]]
    streamed = "".join(choice["delta"].get("content") or "" for choice in choices)
    return (whole["message"]["content"], whole["finish_reason"]), (streamed, choices[-1]["finish_reason"])


def completion(client: httpx.Client, model: str, text: str) -> tuple[Any, Any]:
    body = {"model": model, "prompt": text, "max_tokens": 20}
    [whole] = posted(client, "/v1/completions", body).json()["choices"]
    events = events_of(posted(client, "/v1/completions", body | {"stream": True}))
    choices = [choice for event in events for choice in event["choices"]]
    streamed = "".join(choice["text"] for choice in choices)
    return (whole["text"], whole["finish_reason"]), (streamed, choices[-1]["finish_reason"])


def generation(client: httpx.Client, model: str, text: str) -> tuple[Any, Any]:
    body = {"inputs": text, "model": model, "parameters": {"max_new_tokens": 30, "details": True}}
    whole = posted(client, "/generate", body).json()
    *_, last = events = events_of(posted(client, "/generate_stream", body))
    tokens = [event["token"]["id"] for event in events]
    ids = [token["id"] for token in whole["details"]["tokens"]]
    reasons = whole["details"]["finish_reason"], last["details"]["finish_reason"]
    return (whole["generated_text"], reasons[0], ids), (last["generated_text"], reasons[1], tokens)


@pytest.mark.parametrize("ask", [native, searched, chat, completion, generation])
@pytest.mark.parametrize(("model", "text"), CASES)
def test_a_stream_says_what_the_whole_answer_says(
    forgetful_client: httpx.Client, ask: Callable[[httpx.Client, str, str], tuple[Any, Any]], model: str, text: str
) -> None:
    whole, streamed = ask(forgetful_client, model, text)
    assert whole == streamed


def test_the_texts_are_nasty(forgetful_client: httpx.Client) -> None:
    """Otherwise they would show nothing. Few stay loops to the end."""
    answers = [native(forgetful_client, model, text)[0] for model, text in CASES]
    codes = [warning["code"] for _, warnings in answers for warning in warnings or ()]
    assert 0 < codes.count("repetition") <= len(CASES) // 8
