"""A thousand requests, many of them cancelled, malformed or too large: nothing leaks, nothing hangs."""

import asyncio
import gc
import json
import os
import random
from pathlib import Path
from typing import Any

import httpx2
import pytest

from tests.web.serving import NAME, Running, serving, tiny_engine

REQUESTS = 1000
AT_ONCE = 40
MIB = 2**20
BAD: list[dict[str, Any]] = [
    {"prompt": 5},
    {"prompt": "x" * 500},
    {"temperature": -1},
    {"model": "other"},
    {"max_tokens": 10**9},
    {"nonsense": True},
    {"stop": [""]},
]
FORM = {"message", "type", "param", "code"}


def descriptors() -> int:
    return len(os.listdir("/proc/self/fd"))


def memory() -> float:
    fields = dict(line.split(":", 1) for line in Path("/proc/self/status").read_text().splitlines())
    return float(fields["VmRSS"].split()[0]) * 1024 / MIB


async def one(client: httpx2.AsyncClient, kind: str, chance: random.Random) -> str:
    """Sends one request; says how it ended."""
    is_streamed = chance.random() < 0.5
    body = {"model": NAME, "prompt": "abc", "max_tokens": chance.randint(1, 60), "n": chance.randint(1, 3)}
    body["stream"] = is_streamed
    if kind == "large":
        answer = await client.post("/completions", content=b"x" * (2 * MIB))
        return f"large {answer.status_code} {set(answer.json()['error']) == FORM}"
    if kind == "bad":
        wrong = chance.choice(BAD)
        answer = await client.post("/completions", json={**body, **wrong})
        return f"bad {answer.status_code == (404 if 'model' in wrong else 400)} {set(answer.json()['error']) == FORM}"
    if kind == "cancelled":
        body["max_tokens"] = 1000
        sending = asyncio.create_task(client.post("/completions", json=body))
        await asyncio.sleep(chance.random() * 0.2)
        sending.cancel()
        await asyncio.gather(sending, return_exceptions=True)
        return "cancelled"
    async with client.stream("POST", "/completions", json=body) as answer:
        if kind == "left" and answer.status_code == 200:
            async for _ in answer.aiter_lines():
                return "left"
        content = (await answer.aread()).decode()
    if answer.status_code == 429:
        return f"busy {set(json.loads(content)['error']) == FORM}"
    is_whole = content.endswith("data: [DONE]\n\n") if is_streamed else "usage" in json.loads(content)
    return f"{'good' if kind == 'good' else 'left'}{'' if is_whole else ' torn'}"


async def storm(running: Running, requests: int, seed: int) -> dict[str, int]:
    chance, gate, ends = random.Random(seed), asyncio.Semaphore(AT_ONCE), dict[str, int]()
    limits = httpx2.Limits(max_connections=AT_ONCE, max_keepalive_connections=AT_ONCE // 2)
    async with httpx2.AsyncClient(base_url=running.url, headers=running.bearer, timeout=120, limits=limits) as client:

        async def guarded(kind: str) -> None:
            async with gate:
                end = await one(client, kind, chance)
            ends[end] = ends.get(end, 0) + 1

        kinds = chance.choices(("good", "left", "cancelled", "bad", "large"), (4, 2, 2, 2, 1), k=requests)
        await asyncio.gather(*map(guarded, kinds))
    return ends


@pytest.mark.slow
def test_a_storm_of_requests_leaves_nothing_behind() -> None:
    with serving(tiny_engine(slots=8, max_waiting=60)) as running:
        asyncio.run(storm(running, 200, seed=0))  # what is made once is made
        gc.collect()
        files, before = descriptors(), memory()
        ends = asyncio.run(storm(running, REQUESTS, seed=1))
        for _ in range(600):
            if running.engine.counts() == (0, 0):
                break
            asyncio.run(asyncio.sleep(0.05))
        gc.collect()
        assert running.engine.counts() == (0, 0)
        assert set(ends) <= {"good", "left", "cancelled", "busy True", "bad True True", "large 413 True"}, ends
        assert ends["good"] > 100, ends
        assert descriptors() <= files + 5  # connections that are about to be closed
        assert memory() < before + 30, (before, memory(), ends)
        assert asyncio.run(storm(running, 1, seed=2))
