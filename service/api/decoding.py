"""From the parameters of a /generate request to the engine's options, checked in the words of the format."""

from typing import Final, TypeVar

from service.api.body import shorten
from service.api.problems import InvalidInput
from service.api.schemas.generate import MAX_STOP_STRINGS, PENALTIES, GenerateParameters
from service.engine.errors import TargetTooLong
from service.engine.options import MAX_SEQUENCES, MAX_TOP_LOGPROBS, DecodingOptions
from service.runtime.tokenizer import Tokenizer
from service.text.stops import StopStrings

Number = TypeVar("Number", int, float)

# What is handed to the engine as it is, under its own name.
PASSED_ON: Final = (
    "num_beams",
    "length_penalty",
    "early_stopping",
    "min_new_tokens",
    "no_repeat_ngram_size",
    "stop_on_loop",
    "alignment",
    "seed",
)


def decoding_options(
    parameters: GenerateParameters, tokenizer: Tokenizer, *, limit: int, is_streamed: bool
) -> DecodingOptions:
    """Options for a model that generates at most `limit` tokens. Raises InvalidInput or TargetTooLong.

    As in text-generation-inference, a temperature, top_k or top_p that changes anything turns sampling on.
    """
    _check_ranges(parameters)
    _check_combinations(parameters, is_streamed=is_streamed)
    best_of = _or_else(parameters.best_of, 1)
    prefix = tuple(tokenizer.encode(parameters.target_prefix)) if parameters.target_prefix else ()
    passed_on = {name: value for name in PASSED_ON if (value := getattr(parameters, name)) is not None}
    try:
        return DecodingOptions(
            prefix=prefix,
            max_new_tokens=_max_new_tokens(parameters, limit, len(prefix)),
            do_sample=_is_sampled(parameters),
            temperature=_or_else(parameters.temperature, 1.0),
            top_k=parameters.top_k or 0,
            top_p=_or_else(parameters.top_p, 1.0),
            num_return_sequences=max(best_of, parameters.num_return_sequences or 1),
            repetition_penalty=_or_else(parameters.repetition_penalty, 1.0),
            suppress_tokens=tuple(parameters.suppress_tokens or ()),
            stop=StopStrings(tokenizer, parameters.stop) if parameters.stop else None,
            logprobs=is_streamed or parameters.wants_details or best_of > 1,
            top_logprobs=parameters.top_n_tokens or 0,
            **passed_on,
        )
    except ValueError as error:
        raise InvalidInput(str(error)) from error


def _check_ranges(parameters: GenerateParameters) -> None:
    """The ranges that the format has sentences for."""
    temperature = _or_else(parameters.temperature, 1.0)
    _require(temperature > 0, "`temperature` must be strictly positive", temperature)
    _require((parameters.top_k or 0) >= 0, "`top_k` must be strictly positive", parameters.top_k)
    _require(0 < _or_else(parameters.top_p, 1.0) <= 1, "`top_p` must be > 0.0 and <= 1.0", parameters.top_p)
    penalty = _or_else(parameters.repetition_penalty, 1.0)
    _require(penalty > 0, "`repetition_penalty` must be strictly positive", penalty)
    least, most = PENALTIES
    _require(least <= penalty <= most, f"`repetition_penalty` must be >= {least} and <= {most}", penalty)
    num_stops = len(parameters.stop or ())
    _require(num_stops <= MAX_STOP_STRINGS, f"`stop` supports up to {MAX_STOP_STRINGS} stop sequences", num_stops)
    num_top = parameters.top_n_tokens or 0
    _require(0 <= num_top <= MAX_TOP_LOGPROBS, f"`top_n_tokens` must be >= 0 and <= {MAX_TOP_LOGPROBS}", num_top)
    best_of = _or_else(parameters.best_of, 1)
    _require(1 <= best_of <= MAX_SEQUENCES, f"`best_of` must be > 0 and <= {MAX_SEQUENCES}", best_of)


def _check_combinations(parameters: GenerateParameters, *, is_streamed: bool) -> None:
    """Values that are fine alone. A stream has room for one sequence, and `best_of` chooses among drawn ones."""
    has_best_of = _or_else(parameters.best_of, 1) > 1
    has_several = (parameters.num_return_sequences or 1) > 1
    is_sampled = _is_sampled(parameters)
    refusals = {
        "`num_beams` > 1 is a search and draws nothing; leave out `do_sample`, `temperature`, `top_k` and `top_p`": (
            (parameters.num_beams or 1) > 1 and is_sampled
        ),
        "`length_penalty` and `early_stopping` are for a beam search; set `num_beams` above 1, or leave them out": (
            (parameters.num_beams or 1) == 1
            and (_or_else(parameters.length_penalty, 1.0) != 1 or bool(parameters.early_stopping))
        ),
        "you must use sampling when `best_of` is > 1": has_best_of and not is_sampled,
        "`seed` must not be set when `best_of` > 1": has_best_of and parameters.seed is not None,
        "`best_of` and `num_return_sequences` cannot both be > 1": has_best_of and has_several,
        "`best_of` != 1 is not supported when streaming tokens": has_best_of and is_streamed,
        "`num_return_sequences` != 1 is not supported when streaming tokens": has_several and is_streamed,
        "`decoder_input_details` == true is not supported when streaming tokens": (
            bool(parameters.decoder_input_details) and is_streamed
        ),
    }
    for sentence, applies in refusals.items():
        if applies:
            raise InvalidInput(sentence)


def _is_sampled(parameters: GenerateParameters) -> bool:
    is_reshaped = _or_else(parameters.temperature, 1.0) != 1 or _or_else(parameters.top_p, 1.0) < 1
    return bool(parameters.do_sample) or is_reshaped or bool(parameters.top_k)


def _max_new_tokens(parameters: GenerateParameters, limit: int, num_prefix: int) -> int:
    if num_prefix >= limit:
        raise InvalidInput(f"`target_prefix` must have less than {limit} tokens. Given: {num_prefix}")
    given = _or_else(parameters.max_new_tokens, limit - num_prefix)
    _require(given > 0, "`max_new_tokens` must be strictly positive", given)
    if given > limit:
        raise TargetTooLong(given, limit)
    least = parameters.min_new_tokens or 0
    _require(least <= given, f"`min_new_tokens` must be <= {given}, the most that are generated", least)
    return given


def _or_else(value: Number | None, default: Number) -> Number:
    return default if value is None else value


def _require(condition: bool, sentence: str, given: object) -> None:
    if not condition:
        raise InvalidInput(f"{sentence}. Given: {shorten(str(given))}")
