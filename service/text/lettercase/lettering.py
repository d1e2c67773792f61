"""What is unusual about the letter case of a sentence, and so how a model is shown it."""

from dataclasses import replace

from service.text.faults.scripts import is_east_asian
from service.text.lettercase.acronyms import (
    Encode,
    acronyms_in,
    doubtful_in,
    latin_in,
    sure_in,
    unsaid_in,
    with_capitals,
)
from service.text.lettercase.casing import Recased, is_in_capitals, is_inverted
from service.text.lettercase.headings import heading_words
from service.text.lettercase.loud import loud_words
from service.text.lettercase.odd_case import names_in, odd_words
from service.text.protection.labels import labels_in
from service.text.sentence import Sentence
from service.text.showing import Look
from service.text.spans import Kind, Span, without_overlaps


def lettered(sentence: Sentence, encode: Encode) -> Look:
    """The look of a sentence with what there is about its letters; `encode` gives what a tokenizer makes of a word."""
    text, spans, look = sentence.text, sentence.spans, sentence.look

    def pieces(word: str) -> int:
        return len(encode(word))

    if is_in_capitals(sentence.unprotected):
        brands = names_in(text, spans, ())
        names = (*brands, *acronyms_in(text, without_overlaps([*spans, *brands])))
        names = (*names, *sure_in(text, without_overlaps([*spans, *names])))
        return replace(look, is_in_capitals=True, odd=with_capitals(text, encode), names=names)
    labels = tuple(labels_in(text, spans))
    if is_east_asian(look.source):
        return replace(look, names=(*labels, *latin_in(text, without_overlaps([*spans, *labels]))))
    odd = odd_words(text, spans, look.source, pieces)
    if is_inverted(sentence.unprotected, len(odd)):
        return replace(look, is_inverted=True)
    names = (*names_in(text, spans, odd), *labels)
    names = (*names, *acronyms_in(text, without_overlaps([*spans, *names])))
    names = (*names, *unsaid_in(text, without_overlaps([*spans, *names])))
    loud = loud_words(text, without_overlaps([*spans, *names]), look.source, pieces)
    seen = without_overlaps([*spans, *names, *map(_span, (*loud, *odd))])
    names = (*names, *doubtful_in(text, seen))
    return replace(look, loud=loud, odd=(*odd, *heading_words(text, seen, look.source, encode)), names=names)


def _span(word: Recased) -> Span:
    return Span(word.start, word.end, Kind.WORD, word.usual)
