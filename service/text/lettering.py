"""What is unusual about the letter case of a sentence, and so how a model is shown it."""

from dataclasses import replace

from service.text.casing import Pieces, is_in_capitals, is_inverted
from service.text.loud import loud_words
from service.text.odd_case import names_in, odd_words
from service.text.scripts import is_east_asian
from service.text.sentence import Sentence
from service.text.showing import Look


def lettered(sentence: Sentence, pieces: Pieces) -> Look:
    """The look of a sentence with what there is about its letters; `pieces` counts what a tokenizer makes of a word."""
    text, spans, look = sentence.text, sentence.spans, sentence.look
    if is_in_capitals(sentence.unprotected):
        return replace(look, is_in_capitals=True)
    if is_east_asian(look.source):
        return look
    odd = odd_words(text, spans, look.source, pieces)
    if is_inverted(sentence.unprotected, len(odd)):
        return replace(look, is_inverted=True)
    loud = loud_words(text, spans, look.source, pieces)
    return replace(look, loud=loud, odd=odd, names=names_in(text, spans, odd))
