"""Parts of a text that need no model are put together before it is read."""

import asyncio

from service.runtime.bundle import LanguagePair
from service.text.marks import MarkedText
from service.text.options import TranslationOptions
from service.text.run import joined
from service.text.splitting.segments import Piece
from tests.service.text.test_translator import FakeClient, translate, translator, upper

LINK = "https://a.example/x\n"
OPTIONS = TranslationOptions()


def test_pieces_that_stand_side_by_side_are_one() -> None:
    assert joined([Piece(" ", "1", "\n"), Piece("", "2", " ")]) == [Piece("", " 1\n2 ", "")]
    assert joined([]) == []


def test_what_needs_no_model_comes_back_as_it_was() -> None:
    client = FakeClient(upper)
    text = f"{LINK * 3}One.\n{LINK}1\n2\n Two."
    assert asyncio.run(translate(client, text)).text == text.replace("One", "ONE").replace("Two", "TWO")
    assert client.sources == ["One.", "Two."]


def test_warnings_have_the_number_of_the_sentence_as_it_is_read() -> None:
    """Also behind those that nothing is left to be done for."""
    translation = asyncio.run(translate(FakeClient(upper), f"{LINK * 2}\u4f60\u597d\u3002\nOne."))
    assert [warning.segment for warning in translation.warnings] == [3]


def test_what_is_done_is_done_before_it_is_submitted() -> None:
    """By the thread that plans: the event loop would be held up by it."""
    subject = translator(client := FakeClient(upper))
    plan = subject.plan(MarkedText(LINK * 3), LanguagePair(source="en", target="de"), OPTIONS)
    run = subject.prepare(plan, OPTIONS)
    run.submit()
    assert client.generations == []
