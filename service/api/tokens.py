"""Tokens as they go over the wire: each with the text that it completes."""

from typing import Final

from service.api.schemas.generated import StreamEvent, Token
from service.engine.events import TokenEvent
from service.runtime.tokenizer import Tokenizer

DIGITS: Final = 6  # of an attention weight


class TokenWriter:
    """Writes the tokens of one sequence in order; their texts joined are its text, special ones left out."""

    def __init__(self, tokenizer: Tokenizer) -> None:
        self.tokens: list[Token] = []
        self.top_tokens: list[list[Token]] = []
        self.text = ""
        self._tokenizer = tokenizer
        self._decoder = tokenizer.incremental()

    def push(self, event: TokenEvent) -> Token:
        """The next token."""
        text = self._decoder.push(event.token_id)
        self.text += text
        token = self._token(event.token_id, event.logprob, text)
        if event.alignment is not None:
            weights = [round(weight, DIGITS) for weight in event.alignment.tolist()]
            token = token.model_copy(update={"alignment": weights})
        self.tokens.append(token)
        self.top_tokens.append([self._alone(token_id, logprob) for token_id, logprob in event.top])
        return token

    def event(self, event: TokenEvent) -> StreamEvent:
        """The next token as an event of a stream."""
        token = self.push(event)
        return StreamEvent(index=len(self.tokens), token=token, top_tokens=self.top_tokens[-1])

    def end(self) -> Token:
        """The last token. A character whose last bytes never came shows in its text, unless it has a name instead."""
        rest = self._decoder.flush()
        self.text += rest
        last = self.tokens[-1]
        if rest and not last.special:
            self.tokens[-1] = last.model_copy(update={"text": last.text + rest})
        return self.tokens[-1]

    def _alone(self, token_id: int, logprob: float) -> Token:
        """A token that stands in no sequence."""
        return self._token(token_id, logprob, self._tokenizer.token_text(token_id))

    def _token(self, token_id: int, logprob: float | None, text: str) -> Token:
        is_special = token_id in self._tokenizer.special_ids
        shown = self._tokenizer.token_text(token_id) if is_special else text
        return Token(id=token_id, text=shown, logprob=logprob, special=is_special)
