"""Notices: lines about the device, saved checkpoints, errors and the end of a run."""

import re
from collections.abc import Iterable

from fledge.logs.run import NoticeKind, StepPart

DEVICE = r"(?P<device>cuda|cpu|mps|xpu)\b"
OUT_OF_MEMORY = (
    # CUDA, ROCm, XPU and Metal, in the words of torch, cuBLAS, NCCL, llm.c and MLX
    r"OutOfMemoryError\b|(?:CUDA|HIP|MPS backend|XPU|[Cc]uda failure|[Ee]rror|ERROR)\b.*\bout of (?:device )?memory"
    r"|cudaMalloc.*out of memory|cuda runtime error \(2\)|\b(?:cudaErrorMemoryAllocation|hipErrorOutOfMemory)\b"
    r"|_ALLOC_FAILED\b|OUT_OF_(?:DEVICE|HOST)_MEMORY|Invalid buffer size: \d|maximum allowed buffer size"
    r"|Insufficient Memory \(|^\s*out of memory\s*$|memory allocation of size \d+ failed"
    # XLA and TensorFlow
    r"|RESOURCE_EXHAUSTED: |OOM when allocating"
    # the computer's own memory, and who is killed when it is full
    r"|DefaultCPUAllocator: (?:can't|not enough)|^(?:[\w.]+\.)?_?(?:Array)?MemoryError\b|std::bad_alloc"
    r"|(?:Errno 12\]|\bfork\b.*|\bmmap\b.*) Cannot allocate memory|^Out of memory:|Out of memory: Kill"
    r"|oom[-_]kill event|\bOOM ?Killed|invoked oom-killer|: task \d+: Out Of Memory|using all available RAM"
)
KILLED = (
    r"^\s*(?:.*: line \d+:\s+\d+ )?(?:Killed|Terminated|Hangup)\b\s*(?:\S*python\S*.*)?$"
    # SLURM
    r"|DUE TO (?:TIME LIMIT|PREEMPTION|NODE FAILURE|JOB REQUEUE)|CANCELLED AT|\bNODE_FAIL\b"
    r"|\b(?:job is|been|was|being) (?:preempted|evicted)\b|[Ss]pot instance.*(?:interrupt|terminat)"
    # torchrun, Kubernetes. "Sending process 7 closing signal SIGTERM" comes after an error of another process.
    r"|\bgot signal: (?:1|9|15)\b|exitcode\s*:?\s*-(?:1|9|15)\b|exit(?:ed with)? (?:exit )?code:? ?(?:137|143)\b"
    r"|^(?!.*closing signal ).*\bSIG(?:KILL|TERM|HUP)\b|oom-kill|\b[Rr]eceived (?:1|9|15) death signal"
)
PATTERNS: dict[NoticeKind, str] = {  # the first that matches decides
    "out_of_memory": OUT_OF_MEMORY,
    "killed": KILLED,
    "skipped_step": r"(?:OVERFLOW!|[Gg]radient overflow\b).*\b[Ss]kipping step\b",  # DeepSpeed, apex
    "finished": (
        r"'train_runtime': |(?:^|- )Training (?:is )?(?:complete|completed|finished|done)\b(?! for| of| in epoch)"
        r"|^Total training time: "
        r"|^peak memory (?:allocated|consumption): "
        r"|^total average iteration time: |^final \d+ iters avg: |^\| - Training Time : |^Training time: "
        r"|^planned .* of training, took "
    ),
    "error": (
        r"^\s*(?:[\w.]+(?:Error|Exception)|KeyboardInterrupt)\b(?::|$)"
        r"|^(?:.*: line \d+:\s+\d+ )?(?:Segmentation fault|Aborted|Bus error|Illegal instruction)\b"
        r"|^terminate called after|^Fatal Python error: |Watchdog caught collective operation timeout"
        r"|^ERROR: Unexpected bus error"
    ),
    "no_gpu": (
        r"CUDA initialization: |No CUDA runtime is found|CUDA is not available|Torch not compiled with CUDA"
        r"|Found no NVIDIA driver|no CUDA-capable device"
    ),
    "saved": (
        r"(?i)sav(?:ing|ed) (?:a )?(?:the )?(?:checkpoint|model|weights|parameters|optimizer|state)|saved checkpoint"
        r"|Writing (?:model|checkpoint|state)|checkpoint saved|Saving the checkpoint|Saving a checkpoint"
    ),
    "resumed": (
        r"(?i)\bresuming (?:training|optimization|from)\b|resumed from"
        r"|continuing training from (?:global step|checkpoint)"
    ),
    "loaded": (
        r"(?i)\bload(?:ing|ed)\b.{0,40}\b(?:checkpoint|ckpt|state|weights|model)\b"
        r"|\brestor(?:ing|ed) (?:from|checkpoint|model|state)"
    ),
    "compiled": r"(?i)compiling (?:the )?model|^compiled in ",
    "gpu": (
        r"\bApple M\d(?: (?:Pro|Max|Ultra))?\b|\bIntel(?:\(R\))? Arc(?:\(TM\))? [AB]\d{3}\b"
        r"|\b(?:NVIDIA|AMD|Tesla|Quadro|GeForce|Radeon|[RG]TX)"
        r"(?: (?:GeForce|Tesla|Quadro|TITAN|RTX|GTX|RX|PRO|Instinct|Radeon|Graphics|Thor))*"
        r" (?:[A-Z]{0,3}\d{1,4}\w*|TITAN \w+)(?:-\w+)*"
        r"(?: (?:Ti|Super|SUPER|PCIe|SXM\d?|NVL|HBM\w*|\d+GB?|Laptop|GPU|Ada|Generation|Blackwell|Max-Q|XTX?|GRE|D"
        r"|Server|Workstation|Edition|with Max-Q Design|MIG|\d+g\.\d+gb)\b)*"
        r"(?: ?\.\.\.)?"  # nvidia-smi cuts long names short
    ),
    "device": (
        rf"(?i)(?:device type|using device|running on device|^[\s{{(|]*(?:Overriding: )?[\"']?device[\"']?|--device)"
        rf"\s*[:= ]\s*[\"']?{DEVICE}"
    ),
}
NOTICES = [(kind, re.compile(pattern)) for kind, pattern in PATTERNS.items()]
HINTS = (  # fast to look for: a line without any of them is not a notice
    "emory", "illed", "LIMIT", "CANCELLED", "exitcode", "SIG", "oom-", "OOM", "Error", "Exception", "Interrupt", "CUDA",
    "NVIDIA", "Apple M", " Arc", "RTX ", "GTX ", "Radeon ", "AMD ", "Tesla ", "Quadro ", "GeForce ", "aving ", "aved ",
    "Writing ", "esum", "ontinuing training", "ompil", "device", "DEVICE", "train_runtime", "otal training",
    "otal average", "final ", "Training ", "planned ", "heckpoint", "ALLOC", "MEMORY", "EXHAUSTED", "bad_alloc",
    "buffer size", "oom_kill", "Terminated", "Hangup", "DUE TO", "NODE_FAIL", "signal", "reempted", "victed",
    "exit code", "Segmentation", "Aborted", "Bus error", "Illegal", "terminate called", "Fatal Python", "Watchdog",
    "pot instance", "oading", "oaded", "estor", "death signal", "available RAM", "bus error",
    "OVERFLOW!", "kipping step",
)  # fmt: skip
SOURCE_CODE = re.compile(  # in tracebacks, and in logs that begin with the trainer's own source
    r"^\s*(?:(?:def|class|import|from|return|if|elif|else|for|while|with|try|except|raise|assert)\b|@|\"\"\"|print0?\()"
    r"|^\s+#|\bself\.|\btorch\.\w+\(|\bnn\.\w+\(|\bos\.environ|\bdist\.\w+\(|\.to\("
)
NAMES_ONLY = ("gpu", "device")  # kinds whose text is only the matched name


def find_notice(text: str) -> tuple[NoticeKind, str] | None:
    """The kind and text of a line's notice; None for most lines."""
    for hint in HINTS:
        if hint in text:
            break
    else:
        return None
    for kind, pattern in NOTICES:
        if found := pattern.search(text):
            if SOURCE_CODE.search(text):
                return None
            return kind, found[0] if kind in NAMES_ONLY else text
    return None


# the first that matches decides: the backward pass and the optimizer call forward functions too
STEP_PARTS: list[tuple[StepPart, re.Pattern[str]]] = [
    ("optimizer", re.compile(r"\b\w*(?:optimizer|opt|scaler)\w*\.step\(|[\\/]torch[\\/]optim[\\/]|\b_init_group\b")),
    ("backward", re.compile(r"\.backward\(|torch[\\/]autograd[\\/](?:__init__|graph)\.py")),
    ("logits", re.compile(r"^(?!.*\b(?:model|self)\().*(?:\blm_head\(|\bcross_entropy\b|\blogits\b)")),
    ("forward", re.compile(r"\bin forward\b|\bin _call_impl\b|\bmodel\(")),
]


def failed_part(lines: Iterable[str]) -> StepPart | None:
    """The part of the training step that raised an error, from the lines before it; None if they do not show it."""
    frames: list[str] = []
    for line in lines:
        if "Traceback (most recent call last)" in line:
            frames = []
        elif frames or line.lstrip().startswith('File "'):  # a long traceback may have lost its first line
            frames.append(line)
    for part, pattern in STEP_PARTS:
        if any(pattern.search(line) for line in frames):
            return part
    return None
