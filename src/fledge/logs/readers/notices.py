"""Lines that are no measurement and say something all the same: a device, a checkpoint saved, how it ended."""

import re
from collections.abc import Iterable

from fledge.logs.run import MarkKind

DEVICE = r"(?P<device>cuda|cpu|mps|xpu)\b"
MARKS: list[tuple[MarkKind, re.Pattern[str]]] = [  # the first that fits a line is it
    (
        "out_of_memory",
        re.compile(
            r"OutOfMemoryError\b|(?:CUDA|HIP|MPS backend|XPU) out of memory|RuntimeError: .*out of memory"
            r"|CUDA ERROR.*out of memory|CUDA error: out of memory|cudaMalloc.*out of memory"
            r"|^\s*out of memory\s*$|^Out of memory:|DefaultCPUAllocator: (?:can't|not enough)|^MemoryError\b"
        ),
    ),
    (
        "killed",
        re.compile(
            r"^\s*(?:.*: line \d+:\s+\d+ )?Killed\b\s*(?:\S*python\S*.*)?$|DUE TO TIME LIMIT|CANCELLED AT"
            r"|exitcode\s*:?\s*-9\b|\bSIGKILL\b|\bSIGTERM\b|oom-kill|OOM Killed"
        ),
    ),
    (
        "finished",
        re.compile(
            r"'train_runtime': |(?:^|- )Training completed\b|^Total training time: "
            r"|^peak memory (?:allocated|consumption): "
            r"|^total average iteration time: |^final \d+ iters avg: |^\| - Training Time : |^Training time: "
            r"|^planned .* of training, took "
        ),
    ),
    ("error", re.compile(r"^\s*(?:[\w.]+(?:Error|Exception)|KeyboardInterrupt)\b(?::|$)")),
    (
        "no_gpu",
        re.compile(
            r"CUDA initialization: |No CUDA runtime is found|CUDA is not available|Torch not compiled with CUDA"
            r"|Found no NVIDIA driver|no CUDA-capable device"
        ),
    ),
    (
        "saved",
        re.compile(
            r"sav(?:ing|ed) (?:a )?(?:the )?(?:checkpoint|model|weights|parameters|optimizer|state)|saved checkpoint"
            r"|Writing (?:model|checkpoint|state)|checkpoint saved|Saving the checkpoint|Saving a checkpoint",
            re.IGNORECASE,
        ),
    ),
    (
        "resumed",
        re.compile(
            r"\bresuming (?:training|optimization|from)\b|resumed from"
            r"|continuing training from (?:global step|checkpoint)",
            re.IGNORECASE,
        ),
    ),
    ("compiled", re.compile(r"compiling (?:the )?model|^compiled in ", re.IGNORECASE)),
    (
        "gpu",
        re.compile(
            r"\b(?:NVIDIA|AMD|Tesla|Quadro|GeForce|Radeon|[RG]TX)"
            r"(?: (?:GeForce|Tesla|Quadro|TITAN|RTX|GTX|RX|PRO|Instinct|Radeon|Graphics|Thor))*"
            r" (?:[A-Z]{0,3}\d{1,4}\w*|TITAN \w+)(?:-\w+)*"
            r"(?: (?:Ti|Super|SUPER|PCIe|SXM\d?|NVL|HBM\w*|\d+GB|Laptop|GPU|Ada|Generation|Blackwell|Max-Q|XTX?|GRE))*"
        ),
    ),
    (
        "device",
        re.compile(
            rf"(?:device type|using device|running on device|^[\s{{(|]*(?:Overriding: )?[\"']?device[\"']?|--device)"
            rf"\s*[:= ]\s*[\"']?{DEVICE}",
            re.IGNORECASE,
        ),
    ),
]
HINTS = (  # cheap to look for: a line without them has no mark
    "emory", "illed", "LIMIT", "CANCELLED", "exitcode", "SIG", "oom-", "OOM", "Error", "Exception", "Interrupt", "CUDA",
    "NVIDIA", "RTX ", "GTX ", "Radeon ", "AMD ", "Tesla ", "Quadro ", "GeForce ", "aving ", "aved ", "Writing ", "esum",
    "ontinuing training", "ompil", "device", "DEVICE", "train_runtime", "otal training", "otal average", "final ",
    "Training ", "planned ", "heckpoint",
)  # fmt: skip
SOURCE = re.compile(  # program text: in tracebacks, and in logs that begin with their own trainer
    r"^\s*(?:(?:def|class|import|from|return|if|elif|else|for|while|with|try|except|raise|assert)\b|@|\"\"\"|print0?\()"
    r"|^\s+#|\bself\.|\btorch\.\w+\(|\bnn\.\w+\(|\bos\.environ|\bdist\.\w+\(|\.to\("
)
NAMED = ("gpu", "device")  # whose text is the name alone


def find_mark(text: str) -> tuple[MarkKind, str] | None:
    for hint in HINTS:
        if hint in text:
            break
    else:
        return None
    for kind, pattern in MARKS:
        if found := pattern.search(text):
            return None if SOURCE.search(text) else (kind, found[0] if kind in NAMED else text)
    return None


PLACES = [  # the first that the traceback has: a backward pass and an optimizer's step call forward functions too
    (
        "the optimizer's step",
        re.compile(r"\b\w*(?:optimizer|opt|scaler)\w*\.step\(|[\\/]torch[\\/]optim[\\/]|\b_init_group\b"),
    ),
    ("the backward pass", re.compile(r"\.backward\(|torch[\\/]autograd[\\/](?:__init__|graph)\.py")),
    ("the logits", re.compile(r"^(?!.*\b(?:model|self)\().*(?:\blm_head\(|\bcross_entropy\b|\blogits\b)")),
    ("the forward pass", re.compile(r"\bin forward\b|\bin _call_impl\b|\bmodel\(")),
]


def place_of(lines: Iterable[str]) -> str:
    """Where in an iteration a traceback was, given the lines before its error; empty where they do not say."""
    frames: list[str] = []
    for line in lines:
        if "Traceback (most recent call last)" in line:
            frames = []
        elif frames or line.lstrip().startswith('File "'):  # a long one may have lost its first line
            frames.append(line)
    for place, pattern in PLACES:
        if any(pattern.search(line) for line in frames):
            return place
    return ""
