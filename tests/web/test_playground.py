"""The playground: what can be chosen, what is written, what is refused, and the process that writes."""

import asyncio
import json
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import aclosing
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

import fledge.web.watch.sampling_process as process
from fledge.tokenizer.base import ByteTokenizer, CharTokenizer, Tokenizer
from fledge.train.generate import Sampling, generate
from fledge.train.pretrained import open_pretrained
from fledge.web.server import TOKEN_VARIABLE, guarded, listen
from fledge.web.watch.app import WatchApp
from fledge.web.watch.checkpoints import checkpoints_of, readable_checkpoint
from fledge.web.watch.places import Place, Places
from fledge.web.watch.sampler import MOST_TEXTS, Answer, Sampler, TextAsked
from fledge.web.watch.sampling_process import TextWriter
from fledge.web.watch.store import Store
from tests.processes import is_gone
from tests.web.checkpoints import ARABIC, save_step
from tests.web.runs import GrowingRun

TOKEN = "the-token-of-this-test"
BASE = "http://127.0.0.1:8710"
USUAL = {"prompt": "abc", "max_tokens": 12, "temperature": 0.8, "top_k": 200, "top_p": 1.0, "seed": 7}


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def made_run(path: Path, *steps: int, tokenizer: Tokenizer | None = None) -> Path:
    GrowingRun(path).train(3)
    for step in steps:
        save_step(path, step, tokenizer, seed=step)
    return path


# the texts, without a process


class Heard:
    """What a TextWriter says, by the number of the text."""

    def __init__(self) -> None:
        self.said: list[Answer] = []
        self._changed = threading.Condition()
        self.writer = TextWriter(self._hear)

    def _hear(self, answer: Answer) -> None:
        with self._changed:
            self.said.append(answer)
            self._changed.notify()

    def ask(self, number: int, checkpoint: Path, **asked: Any) -> None:
        self.writer.take({"id": number, "checkpoint": str(checkpoint), **USUAL, **asked})

    def wait(self, number: int, *kinds: str) -> Answer:
        def found() -> Answer | None:
            return next((one for one in self.said if one["id"] == number and one["kind"] in kinds), None)

        with self._changed:
            assert self._changed.wait_for(found, timeout=60)
            answer = found()
        assert answer is not None
        return answer

    def text(self, number: int) -> str:
        assert self.wait(number, "end", "problem")["kind"] == "end"
        return "".join(one["text"] for one in self.said if one["id"] == number and one["kind"] == "text")

    def problem(self, number: int) -> str:
        message: str = self.wait(number, "end", "problem")["message"]
        assert "\n" not in message
        return message


def expected(path: Path, tokenizer: Tokenizer, prompt: str) -> str:
    sampling = Sampling(USUAL["temperature"], USUAL["top_k"], USUAL["top_p"], USUAL["seed"])  # type: ignore[arg-type]
    ids = tokenizer.encode(prompt).tolist() or tokenizer.opening()
    rows = generate(open_pretrained(path).build(), ids, 1, 12, sampling, tokenizer.eot, tokenizer.vocab_size)
    return tokenizer.decode([row[0] for row in rows if row[0] is not None])


@pytest.mark.parametrize(("tokenizer", "prompt"), [(ByteTokenizer(), "abc"), (ARABIC, "كتاب"), (ARABIC, "")])
def test_a_text_is_the_one_that_sampling_gives(here: Path, tokenizer: Tokenizer, prompt: str) -> None:
    path = made_run(here / "a", 10, tokenizer=tokenizer) / "checkpoints" / "step-00000010"
    heard = Heard()
    heard.ask(1, path, prompt=prompt)
    assert heard.text(1) == expected(path, tokenizer, prompt)


def test_two_checkpoints_on_the_same_seed(here: Path) -> None:
    run = made_run(here / "a", 10, 20) / "checkpoints"
    heard = Heard()
    heard.ask(1, run / "step-00000010")
    heard.ask(2, run / "step-00000020")
    heard.ask(3, run / "step-00000010")
    assert heard.text(1) == heard.text(3)
    assert heard.text(1) != heard.text(2)


def test_a_checkpoint_that_was_written_anew_is_read_anew(here: Path) -> None:
    path = save_step(here / "a", 10, seed=1)
    heard = Heard()
    heard.ask(1, path)
    heard.text(1)
    for file in path.iterdir():
        file.unlink()
    path.rmdir()
    save_step(here / "a", 10, seed=2)
    heard.ask(2, path)
    assert heard.text(2) != heard.text(1)
    assert heard.text(2) == expected(path, ByteTokenizer(), "abc")


def test_models_that_nobody_uses_are_let_go(here: Path) -> None:
    heard = Heard()
    for number in (1, 2, 3):
        heard.ask(number, save_step(here / "a", number))
        heard.text(number)
    assert [Path(path).name for path in heard.writer._models] == ["step-00000002", "step-00000003"]


def test_a_text_that_nobody_waits_for_ends(here: Path) -> None:
    heard = Heard()
    path = save_step(here / "a", 10)
    heard.ask(1, path, max_tokens=2000, temperature=0)
    heard.wait(1, "text")
    heard.writer.take({"id": 1, "cancel": True})
    (loaded,) = heard.writer._models.values()
    for _ in range(600):
        if loaded.engine.counts() == (0, 0):
            break
        time.sleep(0.05)
    assert loaded.engine.counts() == (0, 0)
    assert not any(one["kind"] == "end" for one in heard.said)
    heard.writer.take({"id": 99, "cancel": True})  # one that was never there


def test_what_goes_wrong_is_one_line(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    good = save_step(here / "a", 1)
    heard = Heard()
    heard.ask(1, good, prompt="x" * 65)
    assert heard.problem(1) == "The prompt has 65 tokens; this model reads at most 64."
    heard.ask(2, save_step(here / "b", 1, CharTokenizer("ab")), prompt="abc")
    assert "'c'" in heard.problem(2)
    heard.ask(3, here / "nothing")
    assert "No such file" in heard.problem(3)
    torn = save_step(here / "torn", 1)
    (torn / "model.safetensors").write_bytes((torn / "model.safetensors").read_bytes()[:-5])
    heard.ask(4, torn)
    assert "is torn" in heard.problem(4)
    damaged = save_step(here / "damaged", 1)
    (damaged / "state.json").write_text("{")
    heard.ask(5, damaged)
    assert "state.json" in heard.problem(5)
    nameless = save_step(here / "nameless", 1)
    state = json.loads((nameless / "state.json").read_text())
    state |= {"tokenizer": None, "config": {"dataset": {"value": "../../elsewhere", "origin": ""}}}
    (nameless / "state.json").write_text(json.dumps(state))
    heard.ask(6, nameless)
    assert "does not say which tokenizer" in heard.problem(6)
    small = save_step(here / "small", 1, CharTokenizer("ab"))
    state = json.loads((small / "state.json").read_text())
    (small / "state.json").write_text(json.dumps(state | {"tokenizer": ByteTokenizer().to_json()}))
    heard.ask(7, small)
    assert "more tokens than its model" in heard.problem(7)
    monkeypatch.setattr(process, "available_memory", lambda: 1000)
    heard.ask(8, save_step(here / "large", 1))
    assert "Runs on this machine come first" in heard.problem(8)
    monkeypatch.setattr(process, "available_memory", lambda: None)

    def full(path: Path) -> None:
        raise MemoryError

    with monkeypatch.context() as patch:
        patch.setattr(process, "open_pretrained", full)
        heard.ask(9, here / "large" / "checkpoints" / "step-00000001")
        assert "memory" in heard.problem(9)
    heard.ask(10, good)  # the next text is written all the same
    assert heard.text(10)


# what can be chosen


def place_of(path: Path, root: Path) -> Place:
    return Place(path, root.resolve(), is_named=False)


def test_only_checkpoints_of_the_run_can_be_chosen(here: Path) -> None:
    run = made_run(here / "watched" / "a", 10)
    made_run(here / "watched" / "b", 20)
    save_step(here / "outside", 30)
    place = place_of(run, here / "watched")
    assert readable_checkpoint(place, "step-00000010") == run / "checkpoints" / "step-00000010"
    for name in (
        "", ".", "..", "../..", "best", "latest", "step-00000020", "step-10", "step-00000010/",
        "step-00000010/../../..", "../../b/checkpoints/step-00000020", "step-00000010\0",
        "../../../outside/checkpoints/step-00000030",
        str(here / "outside" / "checkpoints" / "step-00000030"), "step-00000010/model.safetensors", "x" * 10_000,
    ):  # fmt: skip
        assert readable_checkpoint(place, name) is None, name


@pytest.mark.parametrize("what", ["checkpoints", "step", "model.safetensors", "state.json", "extra"])
def test_a_link_out_of_the_folder_is_no_checkpoint(here: Path, what: str) -> None:
    outside = save_step(here / "outside", 10)
    run = made_run(here / "watched" / "a")
    folder = run / "checkpoints"
    step = folder / "step-00000010"
    if what == "checkpoints":
        folder.symlink_to(outside.parent)
    elif what == "step":
        folder.mkdir()
        step.symlink_to(outside)
    else:
        save_step(run, 10)
        (step / what).unlink(missing_ok=True)
        (step / what).symlink_to(outside / ("training.pt" if what == "extra" else what))
    place = place_of(run, here / "watched")
    assert readable_checkpoint(place, "step-00000010") is None
    assert what not in ("checkpoints", "step") or checkpoints_of(place) == []


def test_half_a_checkpoint_is_none(here: Path) -> None:
    run = made_run(here / "a", 10)
    (run / "checkpoints" / "step-00000010" / "state.json").unlink()
    assert readable_checkpoint(place_of(run, here), "step-00000010") is None


# the routes


class Scripted(Sampler):
    """Answers without a process."""

    def __init__(self) -> None:
        super().__init__()
        self.asked: list[TextAsked] = []

    async def write(self, asked: TextAsked) -> Any:
        self.asked.append(asked)
        yield {"kind": "text", "text": "a\n\nevent: end", "tokens": 1}
        yield {"kind": "end", "reason": "length", "tokens": 1}


@pytest.fixture
def visit(here: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    monkeypatch.setenv(TOKEN_VARIABLE, TOKEN)
    address = listen("127.0.0.1", 0, 18_710)

    def visiting(sampler: Sampler, *names: str) -> tuple[TestClient, Store]:
        store = Store(Places(names))
        client = TestClient(guarded(WatchApp(store, sampler).routes(), address), base_url=BASE)
        client.headers["authorization"] = f"Bearer {TOKEN}"
        return client, store

    yield visiting
    address.listener.close()


def test_the_choice_is_the_checkpoints_of_our_runs(here: Path, visit: Any) -> None:
    client, store = visit(Scripted())
    nothing = client.get("/api/checkpoints").json()
    assert (nothing["runs"], nothing["has_runs"], nothing["has_logs"]) == ([], False, False)
    (here / "train.log").write_text("\n".join(f"iter {it}: loss 4.0000, time 50.00ms, mfu 1.00%" for it in range(20)))
    store.scan()
    assert client.get("/api/checkpoints").json()["has_logs"]
    made_run(here / "runs" / "a", 10, 20)
    made_run(here / "runs" / "b")
    store.scan()
    said = client.get("/api/checkpoints").json()
    assert said["has_runs"]
    assert [run["name"] for run in said["runs"]] == ["a"]
    steps = said["runs"][0]["checkpoints"]
    assert [(step["name"], step["marks"]) for step in steps] == [
        ("step-00000020", ["best", "latest"]),
        ("step-00000010", []),
    ]
    assert client.get("/playground").status_code == 200


def test_a_text_comes_as_events(here: Path, visit: Any) -> None:
    made_run(here / "runs" / "a", 10)
    sampler = Scripted()
    client, store = visit(sampler)
    (id_,) = store.entries
    asked = {"run": id_, "checkpoint": "step-00000010", "prompt": "שלום", "seed": 3}
    answer = client.post("/api/playground", json=asked)
    assert answer.headers["content-type"].startswith("text/event-stream")
    kinds = [line for line in answer.text.splitlines() if line.startswith("event: ")]
    assert kinds == ["event: text", "event: end"]  # a line break in a text begins no new event
    (given,) = sampler.asked
    assert (given.prompt, given.seed, given.max_tokens) == ("שלום", 3, 200)
    assert Path(given.checkpoint) == here / "runs" / "a" / "checkpoints" / "step-00000010"


def test_what_is_no_request_is_refused(here: Path, visit: Any) -> None:
    made_run(here / "watched" / "a", 10)
    made_run(here / "outside", 20)
    (here / "watched" / "other").mkdir()
    (here / "watched" / "other" / "train.log").write_text("iter 0: loss 4.0000, time 50.00ms, mfu 1.00%\n" * 9)
    sampler = Scripted()
    client, store = visit(sampler, "watched")
    ids = {entry.label: entry.place.id for entry in store.entries.values()}
    good = {"run": ids["a"], "checkpoint": "step-00000010", "prompt": "a"}
    wrong: list[tuple[dict[str, Any], int]] = [
        ({"run": "nothing"}, 404),
        ({"run": "../outside"}, 404),
        ({"run": str(here / "outside")}, 404),
        ({"run": None}, 400),
        ({"run": 5}, 400),
        ({"checkpoint": "step-00000020"}, 404),
        ({"checkpoint": "../../../outside/checkpoints/step-00000020"}, 404),
        ({"checkpoint": str(here / "outside" / "checkpoints" / "step-00000020")}, 404),
        ({"checkpoint": ["step-00000010"]}, 400),
        ({"run": ids["other"]}, 404),
        ({"prompt": ["a"]}, 400),
        ({"prompt": "\ud800"}, 400),
        ({"max_tokens": 0}, 400),
        ({"max_tokens": 10**9}, 400),
        ({"temperature": -1}, 400),
        ({"temperature": "hot"}, 400),
        ({"seed": -1}, 400),
        ({"seed": 1.5}, 400),
        ({"top_p": 0}, 400),
        ({"path": "/etc/passwd"}, 400),
    ]
    for change, status in wrong:
        body = json.dumps({**good, **change})
        answer = client.post("/api/playground", content=body)
        assert (answer.status_code, set(answer.json()["error"])) == (status, {"message", "type", "param", "code"}), (
            change
        )
        assert "\n" not in answer.json()["error"]["message"]
    for body in ("", "{", "[]", "null"):
        assert client.post("/api/playground", content=body).status_code == 400
    assert client.post("/api/playground", content=b"x" * (2 << 20)).status_code == 413
    assert sampler.asked == []


def test_only_a_post_with_the_token_writes(here: Path, visit: Any) -> None:
    made_run(here / "runs" / "a", 10)
    sampler = Scripted()
    client, store = visit(sampler)
    (id_,) = store.entries
    good = {"run": id_, "checkpoint": "step-00000010"}
    assert client.get("/api/playground", params=good).status_code == 405
    assert client.post("/api/playground", json=good, headers={"authorization": "Bearer wrong"}).status_code == 401
    assert client.post("/api/playground", json=good, headers={"origin": "https://evil.invalid"}).status_code == 403
    client.get(f"/?token={TOKEN}")
    del client.headers["authorization"]
    assert client.post("/api/playground", json=good).status_code == 403  # the cookie alone: another site's form
    assert sampler.asked == []
    assert client.post("/api/playground", json=good, headers={"origin": BASE}).status_code == 200


def test_more_texts_than_the_machine_bears_are_refused(here: Path, visit: Any) -> None:
    made_run(here / "runs" / "a", 10)
    sampler = Scripted()
    client, store = visit(sampler)
    (id_,) = store.entries
    sampler.texts = MOST_TEXTS
    answer = client.post("/api/playground", json={"run": id_, "checkpoint": "step-00000010"})
    assert (answer.status_code, answer.headers["retry-after"]) == (429, "1")
    assert "being written already" in answer.json()["error"]["message"]


# the process


async def gathered(sampler: Sampler, asked: TextAsked) -> list[Answer]:
    return [answer async for answer in sampler.write(asked)]


def test_a_process_writes_is_killed_is_started_again_and_rests(here: Path) -> None:
    path = save_step(here / "a", 10)
    asked = TextAsked(str(path), "abc", 12, 0.8, 200, 1.0, 7)
    endless = TextAsked(str(path), "abc", 10**9, 0.0, 0, 1.0, 7)

    async def life() -> None:
        sampler = Sampler(idle_s=0.05)
        said = await gathered(sampler, asked)
        assert said[0] == {"kind": "state", "state": "starting"}
        text = "".join(one["text"] for one in said if one["kind"] == "text")
        assert text == expected(path, ByteTokenizer(), "abc")
        assert said[-1] == {"kind": "end", "reason": "length", "tokens": 12}
        first = sampler.pid
        assert first is not None
        # a reader that goes away stops the writing, and leaves the process for the next text
        async with aclosing(sampler.write(endless)) as answers:
            async for answer in answers:
                if answer["kind"] == "text":
                    break
        assert sampler.texts == 0
        ending = asyncio.ensure_future(gathered(sampler, endless))
        await asyncio.sleep(0.01)
        assert sampler.pid == first
        if sys.platform == "linux":
            own = os.getpriority(os.PRIO_PROCESS, 0)
            assert os.getpriority(os.PRIO_PROCESS, first) == min(own + process.NICENESS, 19)
            assert Path(f"/proc/{first}/oom_score_adj").read_text().strip() == str(process.KILLED_FIRST)
        os.kill(first, signal.SIGKILL)  # as the system does when memory runs out
        last = (await ending)[-1]
        assert (last["kind"], "memory ran out" in last["message"]) == ("problem", True)
        assert sampler.pid is None
        ended = await gathered(sampler, asked)
        assert ended[-1]["kind"] == "end"
        second = sampler.pid
        assert second is not None
        for _ in range(600):  # nobody asks: it ends
            if sampler.pid is None:
                break
            await asyncio.sleep(0.05)
        assert is_gone(second)

    asyncio.run(life())


def test_a_process_that_can_not_be_started_is_one_line(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "executable", str(here / "nothing"))
    said = asyncio.run(gathered(Sampler(), TextAsked("x", "", 1, 0.0, 0, 1.0, 0)))
    assert (said[-1]["kind"], "can't be started: No such file" in said[-1]["message"]) == ("problem", True)


@pytest.mark.slow
def test_no_process_outlives_the_page(here: Path) -> None:
    """Neither if the server ends, nor if it is killed."""
    path = save_step(here / "a", 10)
    program = (
        "import asyncio, sys\n"
        "from fledge.web.watch.sampler import Sampler, TextAsked\n"
        "async def go():\n"
        "    sampler = Sampler()\n"
        f"    async for said in sampler.write(TextAsked({str(path)!r}, 'a', 10**9, 0.0, 0, 1.0, 0)):\n"
        "        if said['kind'] == 'text': print(sampler.pid, flush=True); await asyncio.sleep(600)\n"
        "asyncio.run(go())\n"
    )
    for number in (signal.SIGINT, signal.SIGKILL):
        server = subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, text=True)
        assert server.stdout is not None
        pid = int(server.stdout.readline())
        server.send_signal(number)
        server.wait(60)
        server.stdout.close()
        assert is_gone(pid)
