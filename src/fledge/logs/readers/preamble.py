"""What any line may say beside the training: settings, in sentences, tables and assignments; and marks."""

import contextlib
import math
import re
from collections.abc import Callable
from dataclasses import dataclass, field

from fledge.config.fields import Value, convert
from fledge.config.schema import SETTINGS
from fledge.logs.readers.lines import NUMBER, number
from fledge.logs.readers.notices import SOURCE, find_mark
from fledge.logs.run import MarkKind

# other trainers' names for nanoGPT's settings
ALIASES = {
    "sequence_len": "block_size",
    "max_seq_len": "block_size",
    "seq_len": "block_size",
    "context_length": "block_size",
    "max_seq_length": "block_size",
    "sequence_length": "block_size",
    "d_model": "n_embd",
    "model_dim": "n_embd",
    "channels": "n_embd",
    "num_layers": "n_layer",
    "num_heads": "n_head",
    "device_batch_size": "batch_size",
    "micro_batch_size": "batch_size",
    "per_device_train_batch_size": "batch_size",
    "grad_accum_steps": "gradient_accumulation_steps",
    "max_steps": "max_iters",
    "num_iterations": "max_iters",
    "grad_norm_clip": "grad_clip",
    "max_grad_norm": "grad_clip",
    "warmup_steps": "warmup_iters",
    "lr_warmup_steps": "warmup_iters",
}
LETTERS = {"B": "batch_size", "T": "block_size"}  # as llm.c's and build-nanogpt's code has them
TABLE = {  # rows of the table that llm.c prints
    "micro batch size B": "batch_size",
    "batch size B": "batch_size",
    "sequence length T": "block_size",
    "learning rate (LR)": "learning_rate",
    "learning rate": "learning_rate",
    "warmup iterations": "warmup_iters",
    "weight decay": "weight_decay",
    "max_steps": "max_iters",
    "vocab_size V": "vocab_size",
    "num_layers L": "n_layer",
    "num_heads NH": "n_head",
    "channels C": "n_embd",
}
FACTS = {"total batch size": "tokens_per_iter", "num_parameters": "params", "num_processes": "processes"}
ROW = re.compile(rf"^\|\s(?P<key>[A-Za-z][\w ()]*?)\s*\|\s*(?P<value>{NUMBER})\s*\|\s*$")
ASSIGNED = re.compile(
    rf"""(?:(?<![^\s,({{|])|--)["']?(?P<key>[A-Za-z]\w*(?:-\w+)*)["']?"""
    rf"""(?:\s*[=:]\s*|\s++)["']?(?P<value>{NUMBER}|True|False)["']?(?=$|[\s,)}}|#])"""
)
WHOLE_LINE = re.compile(
    r"""^\s*(?:Overriding: )?["']?(?P<key>[A-Za-z]\w*)["']?\s*(?::\s*(?:int|float|bool|str)\s*)?[=:]\s*"""
    rf"""["']?(?P<value>{NUMBER}(?!\w)|True|False|true|false|\w[\w-]*)["']?,?\s*(?:\#.*)?$"""
)
COMMAND = re.compile(r"(?:^|\s)(?:python|torchrun|fledge train|\S*train\S*\.py|-m \S*train)\b")

Says = tuple[str, re.Pattern[str], Callable[[re.Match[str]], dict[str, Value]]]


def _whole(text: str) -> int:
    return int(text.replace(",", ""))


def _says(needle: str, sentence: str, *names: str) -> Says:
    """A sentence whose groups are whole numbers, each a setting."""
    return needle, re.compile(sentence), lambda m: {name: _whole(m[i + 1]) for i, name in enumerate(names)}


def _flops(name: str) -> Callable[[re.Match[str]], dict[str, Value]]:
    return lambda m: {name: value} if (value := number(m[1])) and 0 < value < math.inf else {}


LONGEST_VALUE = 18  # characters
DIGIT = re.compile(r"\d")
VALUE = re.compile(r"=\s*[\"']?(?:[-+.\d]|True|False)")
RATES = {"M": 1e6, "G": 1e9, "T": 1e12, "P": 1e15}
FEW = r"(\d{1,9})(?!\d)"
WHOLE = r"(\d{1,3}(?:,\d{3}){1,5}|\d{1,18})(?!,?\d)"
SAYS: list[Says] = [  # sentences that trainers print; the first item is cheap to look for
    _says("tokens per iteration", rf"tokens per iteration(?: will be)?: {WHOLE}", "tokens_per_iter"),
    (
        "number of parameters",
        re.compile(r"number of parameters: (\d{1,9}(?:\.\d{1,9})?)M"),
        lambda m: {"params": float(m[1]) * 1e6},
    ),
    _says("desired batch size", rf"total desired batch size: {WHOLE}", "tokens_per_iter"),
    _says("ccumulation steps", rf"[Gg]radient [Aa]ccumulation steps:? (?:= )?{FEW}", "gradient_accumulation_steps"),
    _says("setting grad_accum_steps", rf"=> setting grad_accum_steps={FEW}", "gradient_accumulation_steps"),
    _says("Total batch size", rf"Total batch size {WHOLE} => gradient", "tokens_per_iter"),
    _says("Tokens / micro-batch / rank", rf"Tokens / micro-batch / rank: {FEW} x {FEW}", "batch_size", "block_size"),
    _says("ocab size", rf"[Vv]ocab size: {WHOLE}", "vocab_size"),
    _says("found vocab_size", rf"found vocab_size = {FEW}", "vocab_size"),
    _says("defaulting to vocab_size", rf"defaulting to vocab_size of GPT-2 to {FEW}", "vocab_size"),
    _says("Number of parameters", rf"Number of parameters: {WHOLE}", "params"),
    _says("otal parameters", rf"(?:Total parameters: |size: ){WHOLE}(?: total parameters)?", "params"),
    _says("total ", rf"^total\s{{10,}}: {WHOLE}$", "params"),  # nanochat's table of counts
    _says("world size", rf"Distributed world size: {FEW}", "processes"),
    _says("world_size", rf"world_size\s?[=:]?\s?{FEW}", "processes"),
    _says("num_parameters:", rf"num_parameters: {WHOLE}", "params"),
    _says("train has", rf"train has {WHOLE} tokens", "dataset_tokens"),
    _says("training tokens:", rf"^training tokens: {WHOLE}, seen", "dataset_tokens"),
    _says("num decayed", rf"num decayed parameter tensors: \d+, with {WHOLE}", "decayed"),
    _says("num non-decayed", rf"num non-decayed parameter tensors: \d+, with {WHOLE}", "not_decayed"),
    _says("number of iterations", rf"number of iterations[\w :]*: {WHOLE}$", "max_iters"),
    _says("batch size per device", rf"Instantaneous batch size per device = {FEW}", "batch_size"),
    (
        "global batch size",
        re.compile(rf"local batch size {FEW}, global batch size {FEW},.* sequence length {FEW}, total steps {WHOLE}"),
        lambda m: {
            "batch_size": _whole(m[1]),
            "block_size": _whole(m[3]),
            "tokens_per_iter": _whole(m[2]) * _whole(m[3]),
            "max_iters": _whole(m[4]),
        },
    ),
    _says("per train step", rf"{WHOLE} tokens per train step", "tokens_per_iter"),
    (
        "FLOPs per token",
        re.compile(rf"Estimated FLOPs per token(?: \(active\))?: ({NUMBER})"),
        _flops("flops_per_token"),
    ),
    ("Peak FLOPS (BF16)", re.compile(rf"Peak FLOPS \(BF16\): ({NUMBER})"), _flops("peak_flops")),
    (
        "mfu is of",
        re.compile(rf"^mfu is of ({NUMBER}) ([MGTP])FLOP/s \((.+), (\w+), (\w+)\)"),
        lambda m: {"peak_flops": float(m[1]) * RATES[m[2]], "device_name": m[3], "dtype": m[4], "peak_basis": m[5]},
    ),
    (
        "peak TFlops",
        re.compile(r"^\| peak TFlops\s+\| (\d{1,9}(?:\.\d{1,9})?) "),
        lambda m: {"peak_flops": float(m[1]) * 1e12},
    ),
    ("compile=", re.compile(r"^compile=(True|False) \("), lambda m: {"compile": m[1] == "True"}),
]


@dataclass(slots=True)
class Aside:
    """What a line says beside the training."""

    settings: dict[str, Value] = field(default_factory=dict)
    mark: tuple[MarkKind, str] | None = None

    def __bool__(self) -> bool:
        return bool(self.settings or self.mark)


def read(text: str) -> Aside:
    """Settings and the mark of a line that is no row of the format's."""
    aside = Aside(mark=find_mark(text))
    if DIGIT.search(text):
        for needle, sentence, values in SAYS:
            if needle in text and (found := sentence.search(text)) and not SOURCE.search(text):
                aside.settings.update(values(found))
    if "=" in text or ":" in text or "--" in text:
        _read_assignments(text, aside.settings)
    elif text.startswith("| ") and (row := ROW.match(text)):
        _read_row(row["key"], row["value"], aside.settings)
    return aside


def _read_row(key: str, raw: str, settings: dict[str, Value]) -> None:
    if key in TABLE:
        _set(TABLE[key], raw, settings)
    elif key in FACTS and raw.isdigit() and len(raw) < LONGEST_VALUE:
        settings[FACTS[key]] = int(raw)


def _read_assignments(text: str, settings: dict[str, Value]) -> None:
    for key, raw in _assignments(text):
        name = key.lower().replace("-", "_")
        _set(LETTERS.get(key) or (name if name in SETTINGS else ALIASES.get(name, name)), raw, settings)


def _set(name: str, raw: str, settings: dict[str, Value]) -> None:
    if name in SETTINGS and name not in settings and len(raw) < LONGEST_VALUE:
        with contextlib.suppress(ValueError):  # the same word for something else
            settings[name] = convert(SETTINGS[name], raw.replace(",", ""))


def _assignments(text: str) -> list[tuple[str, str]]:
    """`key = value` on a line of its own, in a command, or several in a line of nothing else."""
    if text.startswith("max_seq_len: "):
        return []  # llm.c's C trainer: what the model could take, not what it trains with
    if whole := WHOLE_LINE.match(text):
        return [(whole["key"], whole["value"])]
    if "--" in text and COMMAND.search(text):
        return [(m["key"], m["value"]) for m in ASSIGNED.finditer(text) if text.startswith("--", m.start())]
    if not VALUE.search(text):
        return []
    found = [(m["key"], m["value"]) for m in ASSIGNED.finditer(text) if "=" in m[0]]
    is_list = len(found) > 1 or text.rstrip().endswith((",", ")"))
    return found if found and is_list and not SOURCE.search(text) else []
