"""The chat template of a model, run in Jinja's sandbox: it sees the messages and nothing else."""

import re
import time
from collections.abc import Iterable, Sequence
from typing import Any

import jinja2
from jinja2.sandbox import ImmutableSandboxedEnvironment

from fledge.common.errors import FledgeError
from fledge.interop.chat_template import FoundTemplate
from fledge.serving.chat import ChatTemplate, PlainTemplate, Turn
from fledge.texts import say
from fledge.tokenizer.base import Tokenizer, concatenate, single_id
from fledge.tokenizer.bpe import BpeTokenizer


class ModelTemplate:
    is_the_models = True

    def __init__(self, found: FoundTemplate, tokenizer: Tokenizer) -> None:
        environment = ImmutableSandboxedEnvironment(trim_blocks=True, lstrip_blocks=True)
        environment.globals.update(raise_exception=_refuse, strftime_now=time.strftime)
        self._names = {"bos_token": found.bos, "eos_token": found.eos}
        self._specials = control_tokens(tokenizer)
        self._pattern = _pattern(self._specials)
        self.stops: tuple[str, ...] = (found.eos,) if found.eos in self._specials else ()
        try:
            self._template = environment.from_string(found.source)
        except jinja2.TemplateError as error:
            raise FledgeError(say("serve.template.no_jinja", reason=error)) from error

    def tokens(self, turns: Sequence[Turn], tokenizer: Tokenizer) -> list[int]:
        for turn in turns:
            if self._pattern is not None and (found := self._pattern.search(turn.content)):
                raise FledgeError(say("serve.template.control", token=found[0]), say("serve.template.leave_out"))
        text = self._rendered(turns)
        parts = [text] if self._pattern is None else self._pattern.split(text)
        return concatenate(
            [
                single_id(self._specials[part]) if i % 2 else tokenizer.encode(part)
                for i, part in enumerate(parts)
                if part
            ]
        ).tolist()

    def _rendered(self, turns: Sequence[Turn]) -> str:
        messages = [{"role": turn.role, "content": turn.content} for turn in turns]
        try:
            return self._template.render(messages=messages, add_generation_prompt=True, **self._names)
        except Exception as error:  # a template can fail in as many ways as a program
            raise FledgeError(say("serve.template.refuses", reason=str(error)[:200])) from error


def template_for(found: FoundTemplate | None, tokenizer: Tokenizer) -> tuple[ChatTemplate, str]:
    """The model's own template, or the plain one; and why its own can't be used, if it has one that can't."""
    if found is None:
        return PlainTemplate(), ""
    try:
        own = ModelTemplate(found, tokenizer)
        own.tokens([Turn("user", "Hello")], tokenizer)
    except FledgeError as error:
        return PlainTemplate(), str(error)
    return own, ""


def control_tokens(tokenizer: Tokenizer) -> dict[str, int]:
    """Tokens that no text becomes."""
    if isinstance(tokenizer, BpeTokenizer):
        return tokenizer.specials
    return {} if tokenizer.eot is None else {tokenizer.eot_text: tokenizer.eot}


def _pattern(names: Iterable[str]) -> re.Pattern[str] | None:
    longest_first = sorted((name for name in names if name), key=len, reverse=True)
    return re.compile(f"({'|'.join(map(re.escape, longest_first))})") if longest_first else None


def _refuse(message: Any) -> None:
    raise jinja2.TemplateError(str(message))
