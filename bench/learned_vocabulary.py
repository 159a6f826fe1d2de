"""GPT-2's vocabulary against one learned from the text, trained for equal time: bits per byte of the same text.

    python bench/learned_vocabulary.py --seconds=300                 # arabic_small and hindi_small, 8,192 tokens
    python bench/learned_vocabulary.py my_text.txt --seconds=600

Both trainings run in turns of two seconds (one is stopped while the other goes), so that a busy minute hits both. The
vocabulary learns only from what is trained on. Time counts from the first iteration on, with evaluations of the whole
validation split; no learning rate decays, since nobody knows before how many iterations fit. Each has the loss of its
best checkpoint, the one that fledge takes: a small text is soon learned by heart.
"""

import argparse
import json
import os
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from fledge.data.corpus.catalog import SHIPPED

TURN_S = 2.0
VAL_SHARE = 0.1
ENDLESS = 10_000_000
SETTINGS = [
    "config/train_arabic_small.py", "--decay_lr=False", f"--max_iters={ENDLESS}", "--eval_interval=25",
    "--compile=False", "--log_interval=1", "--adapt_threads=never",
]  # fmt: skip


def fledge(*words: str, cwd: Path) -> str:
    done = subprocess.run([sys.executable, "-m", "fledge", *words], cwd=cwd, capture_output=True, text=True)
    if done.returncode:
        raise SystemExit(f"fledge {' '.join(words)}: {done.stderr[-2000:]}")
    return done.stdout


def prepare(text: Path, folder: Path, size: int) -> dict[str, dict[str, int]]:
    """Datasets of the same text in both vocabularies; their tokens."""
    content = text.read_text(encoding="utf-8")
    (folder / "train.txt").write_text(content[: int(len(content) * (1 - VAL_SHARE))], encoding="utf-8")
    fledge("tokenizer", "train", "train.txt", f"--vocab_size={size}", "--out=learned.json", cwd=folder)
    counts = {}
    for name, tokenizer in (("gpt2", "gpt2"), ("learned", "learned.json")):
        fledge("prepare", str(text), f"--tokenizer={tokenizer}", f"--name={name}", cwd=folder)
        counts[name] = json.loads((folder / f"data/{name}/dataset.json").read_text(encoding="utf-8"))["tokens"]
    return counts


class Run:
    """A training that goes only while it has its turn."""

    def __init__(self, name: str, folder: Path, config: Path) -> None:
        self.name, self.folder, self.seconds = name, folder, 0.0
        words = [str(config), *SETTINGS[1:], f"--dataset={name}", f"--out_dir=runs/{name}"]
        log = (folder / f"{name}.log").open("w")
        command = [sys.executable, "-m", "fledge", "train", *words]
        self.process = subprocess.Popen(command, cwd=folder, stdout=log, stderr=log, start_new_session=True)
        while "iter 0:" not in (folder / f"{name}.log").read_text(encoding="utf-8"):
            if self.process.poll() is not None:
                raise SystemExit((folder / f"{name}.log").read_text(encoding="utf-8")[-2000:])
            time.sleep(0.05)
        self._signal(signal.SIGSTOP)

    def _signal(self, number: int) -> None:
        os.killpg(self.process.pid, number)

    def turn(self, seconds: float) -> None:
        self._signal(signal.SIGCONT)
        began = time.monotonic()
        time.sleep(seconds)
        self._signal(signal.SIGSTOP)
        self.seconds += time.monotonic() - began

    def end(self) -> dict[str, float]:
        """Save, evaluate the whole validation split once more, and take the best evaluation."""
        self._signal(signal.SIGCONT)
        self.process.send_signal(signal.SIGINT)
        self.process.wait()
        where = [f"--out_dir=runs/{self.name}", "--init_from=resume", "--eval_only=True"]
        fledge("train", *where, cwd=self.folder)
        events = [json.loads(line) for line in (self.folder / f"runs/{self.name}/metrics.jsonl").open(encoding="utf-8")]
        evaluations = [event for event in events if event["event"] == "eval"]
        best = min(evaluations, key=lambda event: event["val_loss"])
        return {"iterations": evaluations[-1]["iter"], "best": best["iter"], "bits_per_byte": best["bits_per_byte"]}


def compare(text: Path, seconds: float, size: int) -> None:
    config = Path(__file__).parents[1] / SETTINGS[0]
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        tokens = prepare(text, folder, size)
        ours, theirs = (sum(tokens[which].values()) for which in ("learned", "gpt2"))
        print(f"{text.name}: gpt2 {theirs:,} tokens, learned {ours:,}: {theirs / ours:.2f}x")
        runs = [Run(which, folder, config) for which in ("gpt2", "learned")]
        while min(run.seconds for run in runs) < seconds:
            for run in runs:
                run.turn(min(TURN_S, seconds))
        for run in runs:
            found = run.end()
            print(
                f"  {run.name:8} {run.seconds:6.0f} s, {found['iterations']:5.0f} iterations, "
                f"best at {found['best']:.0f}: {found['bits_per_byte']:.4f} bits per byte"
            )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("texts", nargs="*", type=Path)
    parser.add_argument("--seconds", type=float, default=300)
    parser.add_argument("--size", type=int, default=8192)
    asked = parser.parse_args()
    for text in asked.texts or [SHIPPED / "arabic_small.txt", SHIPPED / "hindi_small.txt"]:
        compare(text.absolute(), asked.seconds, asked.size)


if __name__ == "__main__":
    main()
