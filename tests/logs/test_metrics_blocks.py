"""A metrics.jsonl is read by the block: exactly as it would be read line by line, however it is damaged or cut."""

import itertools
import json
import math
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from fledge.logs.readers.fledge import MetricsReader
from fledge.logs.readers.json_blocks import BLOCK_LINES, objects_of
from fledge.logs.readers.log import LogReading
from fledge.logs.readers.source import LineSplitter

DAMAGED = [
    "", "  ", "\r", "{", "}", "[", "null", "3", "{}", "\x00", "iter 5: loss 2.5, time 1.00ms", '{"event": "it',
    '{"event": "iter", "iter": 7, "loss": 1.5', '"lr": 0.5}', '{"event": "iter", "iter": 8, "loss": 1.5},',
    '{"event": "iter", "iter": 50, "loss": 1.5},{"event": "iter", "iter": 51, "loss": 1.25}',
    '{"event": "iter", "iter": 11, "loss": [{"a": 1}', '{"event": "iter", "iter": 12, "loss": 1}]}',
    '{"event": "iter", "iter": 13, "loss": {"a": 1}', '{"event": "iter", "iter": 14, "loss": "a', 'b", "lr": 1}',
    '{"event": 5, "iter": 3}', '{"event": ["iter"], "iter": 3}', '{"iter": 3, "loss": 2.0}', '{"event": "iter"} x',
    '{"event": "iter", "iter": 2, "loss": 1.0, "loss": 3.0}', '{"\\u0065vent": "iter", "iter": 40, "l\\u006fss": 1.5}',
    ' {"event": "iter", "iter": 41, "loss": 1.5} ', '{"event": "iter", "iter": 42, "loss": 1.5}\r',
    '{"event": "sample", "iter": 3, "text": "a [b] },\\n{ c"}',
    '{"event": "iter", "iter": 43, "time": 1e400, "lr": 1e301}',
    '{"event": "iter", "iter": 44, "loss": -1e400}',
    '{"event": "end", "reason": "finished"}', '{"event": "warning", "iter": 5, "message": "m"}',
    '{"event": "planned", "step": {"planned": 1, "actual": 2, "unit": "ms"}}', "{" * 2000, "9" * 5000,
    '{"event": "iter", "iter": 44, "loss": ' + "[" * 1500 + "]" * 1500 + "}",
    '{"event": "iter", "iter": 45, "loss": ' + "9" * 400 + "}",
    '{"event": "iter", "iter": 46, "loss": ' + "9" * 5000 + "}",
]  # fmt: skip
ODD = [
    None,
    True,
    False,
    "nan",
    "-inf",
    "2.5",
    "",
    "text",
    math.nan,
    math.inf,
    -math.inf,
    1e301,
    -1e305,
    10**400,
    3,
    -0.0,
    5e-324,
]
NO_ITERATIONS: list[Any] = [True, -1, 1 << 53, "3", 2.0, None, 10**30]
METRICS = ["loss", "lr", "grad_norm", "tokens", "mfu", "own_cpu", "val_loss", "train_loss", "unknown"]


def seen(reading: LogReading) -> list[Any]:
    """Everything that was read, to the bit and in order."""
    run = reading.runs[0]
    curves = [(metric, curve.iters.tobytes(), curve.values.tobytes()) for metric, curve in run.curves.items()]
    rest = {name: value for name, value in run.__dict__.items() if name != "curves"}
    return [curves, repr(rest), reading.lines, reading.rows, reading.other, reading.losses, reading.examples]


def read_by_blocks(data: bytes, cuts: list[int]) -> list[Any]:
    reader, splitter = MetricsReader("m"), LineSplitter(data)
    places = sorted({0, len(data), *(cut % (len(data) + 1) for cut in cuts)})
    for begin, end in itertools.pairwise(places):
        reader.feed(splitter.feed(data[begin:end]))
    reader.feed([splitter.finish()])
    return seen(reader.finish())


def read_singly(data: bytes) -> list[Any]:
    reader, splitter = MetricsReader("m"), LineSplitter(data)
    reader.feed_singly([*splitter.feed(data), splitter.finish()])
    return seen(reader.finish())


def row(it: Any, **fields: Any) -> str:
    return json.dumps({"event": "iter", "time": 1.5, "iter": it, "loss": 2.5, "tokens": 64, **fields})


@st.composite
def stretches(draw: st.DrawFn) -> list[str]:
    """Iterations as the trainer writes them, some with the load of the machine, some with something odd."""
    first, number = draw(st.integers(-2, 300)), draw(st.integers(1, 40))
    rows: list[dict[str, Any]] = [{"lr": 0.1 * it} for it in range(number)]
    fields = st.dictionaries(st.sampled_from(METRICS), st.sampled_from(ODD) | st.floats(), max_size=3)
    for place, odd in draw(st.lists(st.tuples(st.integers(0, number - 1), fields), max_size=3)):
        rows[place].update(odd)
    for place in range(draw(st.integers(0, 9)), number, 10):
        rows[place]["own_cpu"] = 0.5
    return [row(first + place, **numbers) for place, numbers in enumerate(rows)]


OTHERS = st.one_of(
    st.sampled_from(DAMAGED),
    st.sampled_from(NO_ITERATIONS).map(row),
    st.integers(0, 300).map(lambda it: json.dumps({"event": "start", "iter": it, "max_iters": 500})),
    st.integers(0, 300).map(lambda it: json.dumps({"event": "eval", "iter": it, "val_loss": 2.0, "train_loss": it})),
    st.text(max_size=30),
)
FILES = st.lists(stretches() | st.lists(OTHERS, max_size=3), max_size=6).map(
    lambda parts: "\n".join(line for part in parts for line in part).encode("utf-8", "replace")
)
WHOLE = "\n".join(row(it, lr=it / 7) for it in range(2 * BLOCK_LINES + 20)).encode()


@settings(max_examples=150, deadline=None)
@given(
    data=FILES, cuts=st.lists(st.integers(0, 1 << 20), max_size=6), damage=st.lists(st.integers(0, 1 << 20), max_size=3)
)
@example(data=WHOLE, cuts=[], damage=[])
@example(data=WHOLE, cuts=[100, 5000, 5001], damage=[7000])
def test_blocks_are_read_as_lines_are(data: bytes, cuts: list[int], damage: list[int]) -> None:
    damaged = bytearray(data)
    for place in damage:
        if damaged:
            damaged[place % len(damaged)] = place % 251
    assert read_by_blocks(bytes(damaged), cuts) == read_singly(bytes(damaged))


@pytest.mark.parametrize("place", [0, 9, 19])
def test_one_odd_line_among_usual_ones(place: int) -> None:
    odd = [row(place, **{"lr": 0.5, metric: value}) for metric in METRICS for value in ODD]
    for line in [*DAMAGED, *odd, *(row(it, lr=0.5) for it in NO_ITERATIONS)]:
        lines = [row(it, lr=it / 7) for it in range(20)]
        lines[place] = line
        data = "\n".join([*lines, ""]).encode()
        assert read_by_blocks(data, []) == read_singly(data), line


def test_iterations_are_not_read_one_by_one(monkeypatch: pytest.MonkeyPatch) -> None:
    reader = MetricsReader("m")
    reader.feed([json.dumps({"event": "start", "iter": 0}), *WHOLE.decode().split("\n")[:5]])
    monkeypatch.setattr(reader, "feed_singly", None)
    reader.feed(WHOLE.decode().split("\n")[5:-5])
    assert len(reader.finish().runs[0].curves["loss"]) == 2 * BLOCK_LINES + 15


def test_lines_that_only_together_are_objects_are_none() -> None:
    """As many values as lines, and every line from { to }, yet the second reaches over two lines."""
    assert objects_of(['{"a": 1}, {"b": 2}', '{"c": [{"d": 3}', '{"e": 4}]}']) is None
    assert objects_of(['{"a": 1}, {"b": 2}', '{"c": 3', '"d": 4}']) is None
    assert objects_of(['{"a": 1}', '{"b": 2}']) == [{"a": 1}, {"b": 2}]
