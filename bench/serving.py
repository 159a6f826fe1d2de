"""Tokens per second of `fledge serve`: many streams at once beside one, GPT-2 124M with random weights.

    python bench/serving.py [--streams=16] [--tokens=100] [--repeats=5] [--temperature=1] [--top_k=0] [--dtype=int8]

A server of its own process listens on this machine; the client, another process, reads each stream to its end. One
stream and many alternate; the medians of the total rates and of their ratios are printed. The time counts from the
first request to the last event, so reading the prompts is in it. --no-http asks the engine itself.
"""

import asyncio
import json
import multiprocessing
import statistics
import sys
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from multiprocessing.connection import Connection
from typing import Any

import numpy as np
import torch

from fledge.config.fields import setting
from fledge.config.shape import ModelShape
from fledge.model.build import build_model
from fledge.model.quantize import converted
from fledge.options.parser import read_options
from fledge.serving.chat import PlainTemplate
from fledge.serving.engine import Engine
from fledge.serving.loading import load_for_decoding
from fledge.serving.request import Asked, Piece, Ticket
from fledge.tokenizer.base import Ids, Tokenizer
from fledge.train.generate import Sampling
from fledge.web.openai_requests import Limits
from fledge.web.rate import Rate
from fledge.web.serve_app import Api
from fledge.web.server import guarded, listen, run_server

PROMPT = "nce upon a time"
SWITCH_S = 0.0005  # as `fledge serve` sets it


def prompt_of(number: int) -> str:
    """Each stream has another: the engine reads one that several share only once."""
    return chr(ord("A") + number % 26) + PROMPT


class Letters(Tokenizer):
    """As many tokens as GPT-2 has, each of them a letter: drawing one takes as long as from its vocabulary."""

    def __init__(self, size: int) -> None:
        super().__init__([bytes([32 + token % 95]) for token in range(size)])

    def _encode(self, text: str) -> Ids:
        return np.array([ord(letter) - 32 for letter in text], dtype=np.uint32)

    def _to_json(self) -> dict[str, Any]:
        return {}


@dataclass(frozen=True)
class Options:
    arch: str = setting("gpt2", "the architecture", choices=("gpt2", "llama", "qwen3", "modern"))
    layers: int = setting(12, "layers", least=1)
    width: int = setting(768, "width; heads are 64 wide", least=64)
    vocabulary: int = setting(50_304, "tokens in the vocabulary", least=256)
    streams: int = setting(16, "streams at once", least=2)
    tokens: int = setting(100, "tokens of each stream", least=2)
    repeats: int = setting(5, "repeats of each", least=1)
    temperature: float = setting(1.0, "0: the likeliest token", least=0)
    top_k: int = setting(0, "0: all", least=0)
    dtype: str = setting("int8", "of the weights", choices=("int8", "bfloat16", "float32"))
    http: bool = setting(True, "through the server; otherwise the engine alone")


def engine_of(options: Options) -> Engine:
    torch.manual_seed(0)
    heads = options.width // 64
    shape = ModelShape(options.arch, options.layers, heads, options.width, 1024, options.vocabulary, False)
    model = converted(build_model(shape), options.dtype)
    return Engine(model, Letters(options.vocabulary), options.streams)


def serve(options: Options, announced: Connection) -> None:
    sys.setswitchinterval(SWITCH_S)
    engine, address = load_for_decoding(lambda: engine_of(options)), listen("127.0.0.1", 0, 18_950)
    api = Api("bench", engine, PlainTemplate(), Limits(1024, 1000), 0, Rate(0))
    announced.send((address.port, address.token))
    run_server(guarded(api.routes(), address), address)


def over_http(options: Options) -> tuple[Callable[[int], float], Callable[[], None]]:
    ours, theirs = multiprocessing.Pipe()
    context = multiprocessing.get_context("spawn")
    process = context.Process(target=serve, args=(options, theirs), daemon=True)
    process.start()
    port, token = ours.recv()
    settings = {"max_tokens": options.tokens, "stream": True, "seed": 1, "temperature": options.temperature}
    head = f"POST /v1/completions HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nAuthorization: Bearer {token}\r\n"

    async def stream(number: int) -> None:
        body = json.dumps({"prompt": prompt_of(number), "top_k": options.top_k, **settings}).encode()
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(f"{head}Connection: close\r\nContent-Length: {len(body)}\r\n\r\n".encode() + body)
        content = await reader.read()
        writer.close()
        assert b"data: [DONE]" in content, content[:500]

    async def streams(count: int) -> None:
        await asyncio.gather(*map(stream, range(count)))

    def seconds(count: int) -> float:
        start = time.perf_counter()
        asyncio.run(streams(count))
        return time.perf_counter() - start

    return seconds, process.terminate


def by_engine(options: Options) -> tuple[Callable[[int], float], Callable[[], None]]:
    engine = load_for_decoding(lambda: engine_of(options))
    sampling = Sampling(options.temperature, options.top_k, 1.0, 1)

    def seconds(count: int) -> float:
        left, is_done = count, threading.Event()

        def take(piece: Piece) -> None:
            nonlocal left
            left -= piece.finish is not None
            if not left:
                is_done.set()

        start = time.perf_counter()
        prompts = [tuple(engine.tokenizer.encode(prompt_of(number)).tolist()) for number in range(count)]
        engine.submit([Ticket(Asked(prompt, options.tokens, sampling), take) for prompt in prompts])
        is_done.wait()
        return time.perf_counter() - start

    return seconds, engine.close


def main() -> None:
    options, _ = read_options(Options, sys.argv[1:])
    seconds, stop = over_http(options) if options.http else by_engine(options)
    try:
        seconds(1), seconds(options.streams)  # warm
        rates: dict[int, list[float]] = {1: [], options.streams: []}
        for _ in range(options.repeats):
            for count, found in rates.items():
                found.append(count * options.tokens / seconds(count))
    finally:
        stop()
    ratios = [many / one for one, many in zip(*rates.values(), strict=True)]
    for count, found in rates.items():
        print(f"{count:>3} streams: {statistics.median(found):8.1f} tokens/s in total")
    print(f"ratio: {statistics.median(ratios):.2f} (from {min(ratios):.2f} to {max(ratios):.2f})")


if __name__ == "__main__":
    main()
