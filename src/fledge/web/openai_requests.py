"""Requests for completions and chats, read and checked: what the engine is asked for."""

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from fledge.common.errors import FledgeError
from fledge.serving.chat import ChatTemplate, Turn
from fledge.serving.request import Asked
from fledge.texts import say
from fledge.tokenizer.base import Tokenizer
from fledge.train.generate import Sampling
from fledge.web.openai_fields import MAX_SEED, BadRequest, Fields, checked_text

DEFAULT_COMPLETION = 16  # tokens, as OpenAI's
MAX_TEXTS = 16  # of one request
LEAST_TEMPERATURE = 1e-3  # below, the likeliest token: dividing by less overflows
MAX_MESSAGES = 1000
MAX_LOGPROBS = 5  # of a completion, as OpenAI's
MAX_TOP_LOGPROBS = 20  # of a chat
ROLES = ("system", "developer", "user", "assistant")
COMMON = ("model", "max_tokens", "temperature", "top_p", "top_k", "n", "seed", "stop", "stream", "stream_options")
# Settings that change nothing about the text, or only how it is billed and kept.
IGNORED = ("user", "metadata", "store", "service_tier", "safety_identifier", "prompt_cache_key", "parallel_tool_calls")
NOTHING: Mapping[str, Sequence[Any]] = {  # unsupported, with the values that ask for nothing
    "presence_penalty": (0,),
    "frequency_penalty": (0,),
    "logit_bias": ({},),
    "echo": (False,),
    "suffix": ("",),
    "best_of": (1,),
    "tools": ([],),
    "functions": ([],),
    "tool_choice": ("none", "auto"),
    "function_call": ("none", "auto"),
    "response_format": ({"type": "text"},),
    "modalities": (["text"],),
    "audio": (),
    "prediction": (),
    "web_search_options": (),
    "reasoning_effort": (),
    "verbosity": (),
}


@dataclass(frozen=True)
class Limits:
    """What one request may ask for."""

    context: int
    max_tokens: int
    texts: int = MAX_TEXTS  # at once


@dataclass(frozen=True)
class Wanted:
    """A checked request."""

    texts: tuple[Asked, ...]  # one for each choice
    prompt_tokens: int
    is_streamed: bool
    has_usage: bool  # at the end of a stream


def completion(content: Mapping[str, Any], tokenizer: Tokenizer, served: str, limits: Limits) -> Wanted:
    fields = Fields(content)
    fields.only((*COMMON, "prompt", "logprobs"), NOTHING, IGNORED)
    check_model(fields, served)
    prompts = [_tokens(prompt, tokenizer, limits) for prompt in _prompts(fields.get("prompt"))]
    n = fields.whole("n", 1, 1, limits.texts)
    if len(prompts) * n > limits.texts:
        raise BadRequest(say("serve.bad.texts", count=len(prompts) * n, most=limits.texts), "n")
    alternatives = fields.whole("logprobs", 0, 0, MAX_LOGPROBS) if fields.get("logprobs") is not None else None
    most = fields.whole("max_tokens", min(DEFAULT_COMPLETION, limits.max_tokens), 1, limits.max_tokens)
    return _wanted(fields, prompts, n, most, alternatives, ())


def chat(
    content: Mapping[str, Any], tokenizer: Tokenizer, template: ChatTemplate, served: str, limits: Limits
) -> Wanted:
    fields = Fields(content)
    fields.only((*COMMON, "messages", "logprobs", "top_logprobs", "max_completion_tokens"), NOTHING, IGNORED)
    check_model(fields, served)
    turns = _turns(fields.get("messages"))
    try:
        prompt = template.tokens(turns, tokenizer)
    except FledgeError as error:
        raise BadRequest(say("serve.bad.encoding", problem=str(error)), "messages") from None
    _check_length(prompt, limits, "messages")
    n = fields.whole("n", 1, 1, limits.texts)
    alternatives = fields.whole("top_logprobs", 0, 0, MAX_TOP_LOGPROBS)
    room = max(1, min(limits.max_tokens, limits.context - len(prompt)))
    most = fields.whole("max_tokens", room, 1, limits.max_tokens)
    most = fields.whole("max_completion_tokens", most, 1, limits.max_tokens)
    return _wanted(fields, [prompt], n, most, alternatives if fields.flag("logprobs") else None, template.stops)


def _wanted(
    fields: Fields, prompts: Sequence[list[int]], n: int, most: int, alternatives: int | None, stops: Sequence[str]
) -> Wanted:
    # Negative seeds are OpenAI's, too: each gives a text of its own.
    seed = fields.whole("seed", secrets.randbelow(MAX_SEED), -MAX_SEED, MAX_SEED) % (2 * MAX_SEED)
    temperature = fields.number("temperature", 1.0, 0, 2)
    sampling = Sampling(
        temperature=temperature if temperature >= LEAST_TEMPERATURE else 0.0,
        top_k=fields.whole("top_k", 0, 0, 10**9),
        top_p=max(fields.number("top_p", 1.0, 0, 1), 1e-9),  # 0 is the likeliest token alone, as at OpenAI's
        seed=seed,
    )
    texts = tuple(
        Asked(tuple(prompt), most, replace(sampling, seed=seed + k), (*fields.stops(), *stops), alternatives)
        for prompt in prompts
        for k in range(n)
    )
    is_streamed, options = fields.flag("stream"), Fields(fields.object("stream_options"))
    return Wanted(texts, sum(map(len, prompts)), is_streamed, options.flag("include_usage"))


def check_model(fields: Fields, served: str) -> None:
    """Without a name it is the only model there is."""
    name = fields.get("model")
    if name is not None and checked_text(name, "model") != served:
        why = say("serve.bad.model", name=repr(name[:80]), served=served)
        raise BadRequest(why, "model", "model_not_found", 404)


def _prompts(value: Any) -> list[str] | list[list[int]]:
    """One or several, as text or as tokens."""
    if value is None:
        raise BadRequest(say("serve.bad.missing", name="prompt"), "prompt")
    if isinstance(value, str):
        return [checked_text(value, "prompt")]
    wrong = BadRequest(say("serve.bad.type", name="prompt", kind=say("serve.kind.prompt")), "prompt")
    if not isinstance(value, list):
        raise wrong
    if not value:
        raise BadRequest(say("serve.bad.empty", name="prompt"), "prompt")
    if _are_tokens(value):
        return [value]
    if len(value) > MAX_TEXTS:
        raise BadRequest(say("serve.bad.texts", count=len(value), most=MAX_TEXTS), "prompt")
    if all(isinstance(prompt, str) for prompt in value):
        return [checked_text(prompt, "prompt") for prompt in value]
    if all(isinstance(prompt, list) and _are_tokens(prompt) for prompt in value):
        return value
    raise wrong


def _are_tokens(value: list[Any]) -> bool:
    return bool(value) and all(isinstance(token, int) and not isinstance(token, bool) for token in value)


def _tokens(prompt: str | list[int], tokenizer: Tokenizer, limits: Limits) -> list[int]:
    if isinstance(prompt, str):
        try:
            tokens = tokenizer.encode(prompt, allow_special=True).tolist() or tokenizer.opening()
        except FledgeError as error:
            raise BadRequest(say("serve.bad.encoding", problem=str(error)), "prompt") from None
    else:
        tokens = prompt
        strange = next((token for token in tokens if not 0 <= token < tokenizer.vocab_size), None)
        if strange is not None:
            why = say("serve.bad.tokens", token=str(strange)[:40], size=tokenizer.vocab_size)
            raise BadRequest(why, "prompt")
    _check_length(tokens, limits, "prompt")
    return tokens


def _check_length(tokens: Sequence[int], limits: Limits, param: str) -> None:
    if len(tokens) > limits.context:
        why = say("serve.bad.context", tokens=len(tokens), context=limits.context)
        raise BadRequest(why, param, "context_length_exceeded")


def _turns(messages: Any) -> list[Turn]:
    if messages is None:
        raise BadRequest(say("serve.bad.missing", name="messages"), "messages")
    if not isinstance(messages, list):
        raise BadRequest(say("serve.bad.type", name="messages", kind=say("serve.kind.list")), "messages")
    if not messages:
        raise BadRequest(say("serve.bad.empty", name="messages"), "messages")
    if len(messages) > MAX_MESSAGES:
        raise BadRequest(say("serve.bad.many", name="messages", count=len(messages), most=MAX_MESSAGES), "messages")
    return [_turn(message, number) for number, message in enumerate(messages, 1)]


def _turn(message: Any, number: int) -> Turn:
    role = message.get("role") if isinstance(message, dict) else None
    if not isinstance(role, str) or role not in ROLES:
        raise BadRequest(say("serve.bad.role", number=number), "messages")
    content = message.get("content")
    if isinstance(content, list):  # parts: only those of text
        parts = [
            part.get("text") if isinstance(part, dict) and part.get("type") == "text" else None for part in content
        ]
        content = (
            None if None in parts or not all(isinstance(part, str) for part in parts) else "".join(map(str, parts))
        )
    if not isinstance(content, str):
        raise BadRequest(say("serve.bad.content", number=number), "messages")
    return Turn("system" if role == "developer" else role, checked_text(content, "messages"))
