"""Settings and notices that any line may hold: in sentences, tables and assignments."""

import contextlib
import math
import re
from collections.abc import Callable
from dataclasses import dataclass, field

from fledge.config.fields import Value, convert
from fledge.config.schema import SETTINGS
from fledge.logs.readers.metric_names import MEGABYTES
from fledge.logs.readers.notices import SOURCE_CODE, find_notice
from fledge.logs.readers.numbers import NUMBER, number
from fledge.logs.run import NoticeKind

OTHER_NAMES = {  # of nanoGPT's settings, in other trainers
    "block_size": (
        "sequence_len", "max_seq_len", "seq_len", "context_length", "max_seq_length", "sequence_length", "seq_length",
        "max_sequence_length", "seqlen",
    ),
    "n_embd": ("d_model", "model_dim", "channels", "hidden_size"),
    "n_layer": ("num_layers", "n_layers", "num_hidden_layers"),
    "n_head": ("num_heads", "n_heads", "num_attention_heads"),
    "batch_size": ("device_batch_size", "micro_batch_size", "per_device_train_batch_size"),
    "gradient_accumulation_steps": ("grad_accum_steps",),
    "max_iters": ("max_steps", "num_iterations", "train_iters"),
    "grad_clip": ("grad_norm_clip", "max_grad_norm"),
    "warmup_iters": ("warmup_steps", "lr_warmup_steps"),
}  # fmt: skip
ALIASES = {alias: name for name, aliases in OTHER_NAMES.items() for alias in aliases}
LETTERS = {"B": "batch_size", "T": "block_size"}  # in llm.c and build-nanogpt
TABLE_SETTINGS = {  # rows of the table that llm.c prints
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
TABLE_FACTS = {"total batch size": "tokens_per_iter", "num_parameters": "params", "num_processes": "processes"}
TABLE_ROW = re.compile(rf"^\|\s(?P<key>[A-Za-z][\w ()]*?)\s*\|\s*(?P<value>{NUMBER})\s*\|\s*$")
ASSIGNED = re.compile(
    rf"""(?:(?<![^\s,({{|])|--)["']?(?P<key>[A-Za-z]\w*(?:-\w+)*)["']?"""
    rf"""(?:\s*[=:]\s*|\s++)["']?(?P<value>{NUMBER}|True|False)["']?(?=$|[\s,)}}|#])"""
)
WHOLE_LINE = re.compile(
    r"""^\s*(?:Overriding: )?["']?(?P<key>[A-Za-z]\w*)["']?\s*[=:]\s*"""
    rf"""["']?(?P<value>{NUMBER}(?!\w)|True|False|true|false|\w[\w-]*)["']?,?\s*(?:\#.*)?$"""
)
DOTTED = re.compile(rf"^\s+(?P<key>[A-Za-z]\w*) \.{{3,}} (?P<value>{NUMBER}|True|False)\s*$")  # Megatron's arguments
COMMAND = re.compile(r"(?:^|\s)(?:python|torchrun|fledge train|\S*train\S*\.py|-m \S*train)\b")

Values = Callable[[re.Match[str]], dict[str, Value]]
Sentence = tuple[str, re.Pattern[str], Values]


def _integer(text: str) -> int:
    return int(text.replace(",", ""))


def _sentence(needle: str, pattern: str, values: Values) -> Sentence:
    """`needle` is text that the sentence contains, fast to look for."""
    return needle, re.compile(pattern), values


def _setting(needle: str, pattern: str, *names: str) -> Sentence:
    """A sentence whose groups are integers, each the value of a setting."""
    return _sentence(needle, pattern, lambda m: {name: _integer(m[i + 1]) for i, name in enumerate(names)})


def _flops(name: str) -> Values:
    return lambda m: {name: value} if (value := number(m[1])) and 0 < value < math.inf else {}


def _memory(found: re.Match[str]) -> dict[str, Value]:
    """The most memory that a sentence states: what is reserved is more than what is allocated."""
    unit = MEGABYTES[(found[2] or found[5]).lower()]
    values = [number(text) for text in (found[1], found[3], found[4]) if text]
    largest = max((value for value in values if value is not None and math.isfinite(value)), default=0.0)
    return {"peak_memory_mb": largest * unit} if 0 < largest * unit < MAX_MEGABYTES else {}


MAX_MEGABYTES = 1e9
MAX_VALUE_CHARS = 18
DIGIT = re.compile(r"\d")
VALUE = re.compile(r"=\s*[\"']?(?:[-+.\d]|True|False)")
FLOPS_UNITS = {"M": 1e6, "G": 1e9, "T": 1e12, "P": 1e15}
SMALL = r"(\d{1,9})(?!\d)"  # an integer of few digits
INTEGER = r"(\d{1,3}(?:,\d{3}){1,5}|\d{1,18})(?!,?\d)"
DECIMAL = r"(\d{1,9}(?:\.\d{1,9})?)"
SENTENCES = [
    _setting("tokens per iteration", rf"tokens per iteration(?: will be)?: {INTEGER}", "tokens_per_iter"),
    _sentence("number of parameters", rf"number of parameters: {DECIMAL}M", lambda m: {"params": float(m[1]) * 1e6}),
    _setting("desired batch size", rf"total desired batch size: {INTEGER}", "tokens_per_iter"),
    _setting(
        "ccumulation steps", rf"[Gg]radient [Aa]ccumulation steps:? (?:= )?{SMALL}", "gradient_accumulation_steps"
    ),
    _setting("setting grad_accum_steps", rf"=> setting grad_accum_steps={SMALL}", "gradient_accumulation_steps"),
    _setting("Total batch size", rf"Total batch size {INTEGER} => gradient", "tokens_per_iter"),
    _setting(
        "Tokens / micro-batch / rank", rf"Tokens / micro-batch / rank: {SMALL} x {SMALL}", "batch_size", "block_size"
    ),
    _setting("ocab size", rf"[Vv]ocab size: {INTEGER}", "vocab_size"),
    _setting("found vocab_size", rf"found vocab_size = {SMALL}", "vocab_size"),
    _setting("defaulting to vocab_size", rf"defaulting to vocab_size of GPT-2 to {SMALL}", "vocab_size"),
    _setting("umber of parameters", rf"(?:Total n|N)umber of parameters: {INTEGER}", "params"),
    _setting("otal parameters", rf"(?:Total parameters: |size: ){INTEGER}(?: total parameters)?", "params"),
    _setting("num. model params", rf"num\. model params: {INTEGER}", "params"),
    _setting("total ", rf"^total\s{{10,}}: {INTEGER}$", "params"),  # nanochat's table of counts
    _setting("world size", rf"Distributed world size: {SMALL}", "processes"),
    _setting("world_size", rf"world_size\s?[=:]?\s?{SMALL}", "processes"),
    _setting("num_parameters:", rf"num_parameters: {INTEGER}", "params"),
    _setting("train has", rf"train has {INTEGER} tokens", "dataset_tokens"),
    _setting("training tokens:", rf"^training tokens: {INTEGER}, seen", "dataset_tokens"),
    _setting("num decayed", rf"num decayed parameter tensors: \d+, with {INTEGER}", "decayed"),
    _setting("num non-decayed", rf"num non-decayed parameter tensors: \d+, with {INTEGER}", "not_decayed"),
    _setting("number of iterations", rf"number of iterations[\w :]*: {INTEGER}$", "max_iters"),
    _setting("batch size per device", rf"Instantaneous batch size per device = {SMALL}", "batch_size"),
    _sentence(
        "global batch size",
        rf"local batch size {SMALL}, global batch size {SMALL},.* sequence length {SMALL}, total steps {INTEGER}",
        lambda m: {
            "batch_size": _integer(m[1]),
            "block_size": _integer(m[3]),
            "tokens_per_iter": _integer(m[2]) * _integer(m[3]),
            "max_iters": _integer(m[4]),
        },
    ),
    _setting("train_batch_tokens:", rf"^train_batch_tokens:{INTEGER} ", "tokens_per_iter"),
    _setting("train_seq_len:", rf" train_seq_len:{SMALL}", "block_size"),
    _setting("model_params:", rf"^model_params:{INTEGER}$", "params"),
    _sentence("train_loader:", r"^train_loader:dataset:([\w.-]{1,60}) ", lambda m: {"dataset": m[1]}),
    _setting("per train step", rf"{INTEGER} tokens per train step", "tokens_per_iter"),
    _sentence("FLOPs per token", rf"Estimated FLOPs per token(?: \(active\))?: ({NUMBER})", _flops("flops_per_token")),
    _sentence("Peak FLOPS (BF16)", rf"Peak FLOPS \(BF16\): ({NUMBER})", _flops("peak_flops")),
    _sentence(
        "mfu is of",
        rf"^mfu is of ({NUMBER}) ([MGTP])FLOP/s \((.+), (\w+), (\w+)\)",
        lambda m: {
            "peak_flops": float(m[1]) * FLOPS_UNITS[m[2]],
            "device_name": m[3],
            "dtype": m[4],
            "peak_basis": m[5],
        },
    ),
    _sentence("peak TFlops", rf"^\| peak TFlops\s+\| {DECIMAL} ", lambda m: {"peak_flops": float(m[1]) * 1e12}),
    _sentence(
        "emory",
        # not Unsloth's "GPU: Tesla T4. Max memory: 14.7 GB. Platform: Linux", which is the GPU's
        r"(?i)^(?!.*\bplatform\b).*?\b(?:peak|max(?:imum)?) (?:gpu |cuda )?memory"
        r"(?: (?:allocated|reserved|consumption|usage|used))?: *"
        rf"({NUMBER}) ?([MG]i?B)\b(?:,? reserved: ({NUMBER}) ?[MG]i?B)?|^Memory used: ({NUMBER}) (GB)",
        _memory,
    ),
    _sentence("compile=", r"^compile=(True|False) \(", lambda m: {"compile": m[1] == "True"}),
]


@dataclass(slots=True)
class LineMetadata:
    """Settings and the notice of a line that is not a training row."""

    settings: dict[str, Value] = field(default_factory=dict)  # in sentences and tables
    assigned: dict[str, Value] = field(default_factory=dict)  # `batch_size = 12`, which may also be source code
    notice: tuple[NoticeKind, str] | None = None

    def __bool__(self) -> bool:
        return bool(self.settings or self.assigned or self.notice)


def read_metadata(text: str) -> LineMetadata:
    metadata = LineMetadata(notice=find_notice(text))
    if DIGIT.search(text):
        for needle, sentence, values in SENTENCES:
            if needle in text and (found := sentence.search(text)) and not SOURCE_CODE.search(text):
                metadata.settings.update(values(found))
    if "=" in text or ":" in text or "--" in text or " ..." in text:
        _read_assignments(text, metadata.assigned)
    elif text.startswith("| ") and (row := TABLE_ROW.match(text)):
        _read_row(row["key"], row["value"], metadata.settings)
    return metadata


def _read_row(key: str, raw: str, settings: dict[str, Value]) -> None:
    if key in TABLE_SETTINGS:
        _set(TABLE_SETTINGS[key], raw, settings)
    elif key in TABLE_FACTS and raw.isdigit() and len(raw) < MAX_VALUE_CHARS:
        settings[TABLE_FACTS[key]] = int(raw)


def _read_assignments(text: str, settings: dict[str, Value]) -> None:
    for key, raw in _assignments(text):
        name = key.lower().replace("-", "_")
        _set(LETTERS.get(key) or (name if name in SETTINGS else ALIASES.get(name, name)), raw, settings)


def _set(name: str, raw: str, settings: dict[str, Value]) -> None:
    if name in SETTINGS and name not in settings and len(raw) < MAX_VALUE_CHARS:
        with contextlib.suppress(ValueError):  # the same name with another meaning
            settings[name] = convert(SETTINGS[name], raw.replace(",", ""))


def _assignments(text: str) -> list[tuple[str, str]]:
    """`key = value` on its own line, `--key=value` in a command, or a line that is a list of them."""
    if text.startswith("max_seq_len: "):
        return []  # llm.c's C trainer: the longest context the model allows, not the one it trains with
    if dotted := DOTTED.match(text):
        return [(dotted["key"], dotted["value"])]
    if whole := WHOLE_LINE.match(text):
        is_constant = whole["key"].isupper() and " = " in text  # of a program
        return [] if is_constant else [(whole["key"], whole["value"])]
    if "--" in text and COMMAND.search(text):
        return [(m["key"], m["value"]) for m in ASSIGNED.finditer(text) if text.startswith("--", m.start())]
    if not VALUE.search(text):
        return []
    found = [(m["key"], m["value"]) for m in ASSIGNED.finditer(text) if "=" in m[0]]
    is_list = len(found) > 1 or text.rstrip().endswith((",", ")"))
    return found if found and is_list and not SOURCE_CODE.search(text) else []
