"""torchtitan's console."""

from fledge.logs.readers.format import line_format
from fledge.logs.readers.numbers import COUNT, NUMBER

FORMAT = line_format(
    "torchtitan",
    "[titan] 2025-01-01 00:00:00 - root - INFO - step: 10  loss: 9.2241  memory: 30.5GiB(32.2%)  tps: 7,102  mfu: 41%",
    (
        "loss:",
        rf"(?<!validate )\bstep:\s*(?P<it>\d+)\s+loss:\s*(?P<loss>{NUMBER})(?:\s+grad_norm:\s*(?P<grad_norm>{NUMBER}))?"
        rf"(?:\s+memory:\s*(?P<memory_gib>{NUMBER})GiB(?:\([^)]*\))?)?(?:\s+[tw]ps:\s*(?P<tokens_per_s>{COUNT}))?"
        rf"(?:\s+tflops:\s*(?P<tflops>{COUNT}))?(?:\s+mfu:\s*(?P<mfu_percent>{NUMBER})%)?(?=\s|$)",
    ),
    ("validate step:", rf"\bvalidate step:\s*(?P<it>\d+)\s+loss:\s*(?P<val_loss>{NUMBER})(?=\s|$)"),
    startup_texts=("[titan]", "torchtitan"),
)
