"""llm.c: the consoles of its C, CUDA and PyTorch trainers, and the main.log of llm.c and early modded-nanogpt."""

from fledge.logs.readers.format import line_format
from fledge.logs.readers.numbers import COUNT, END, NUMBER

STEP = r"\bstep\s+(?P<it>\d+)/(?P<last>\d+)"

CONSOLE = line_format(
    "llm.c",
    "step  100/18865 | loss 6.91 (+0.1z)| norm 1.2 (-0.3z)| lr 8.57e-05 | 3056.36 ms | 42.6% bf16 MFU | 171545 tok/s",
    (
        "loss ",
        rf"{STEP} \| (?:train )?loss (?P<loss>{NUMBER})(?: \([^)]*\))?\s*\| norm (?P<grad_norm>{NUMBER})(?: \([^)]*\))?"
        rf"\s*\| lr (?P<lr>{NUMBER}) \| \(?(?P<dt_ms>{NUMBER}) ms(?: \| (?P<mfu_percent>{NUMBER})% [\w ]*MFU)?"
        rf"(?: \| (?P<tokens_per_s>{COUNT}) tok/s)?",
    ),
    (  # before May 2024
        ": train loss ",
        rf"{STEP}: train loss (?P<loss>{NUMBER})(?: \(acc [^)]*\))?(?: norm (?P<grad_norm>{NUMBER}))?"
        rf"(?: lr (?P<lr>{NUMBER}))? \((?P<dt_ms>{NUMBER}) ms(?:, (?P<tokens_per_s>{COUNT}) tok/s)?\)",
    ),
    (": train loss ", rf"\bstep (?P<it>\d+): train loss (?P<loss>{NUMBER}) \(took (?P<dt_ms>{NUMBER}) ms\)"),
    ("iteration ", rf"^\W*iteration (?P<it>\d+), loss: (?P<loss>{NUMBER}){END}(?P<rest>.*)"),
    ("val loss ", rf"^\W*val loss (?P<val_loss>{NUMBER})\s*$"),
    ("HellaSwag: ", rf"^\W*HellaSwag: \d+/\d+ = (?P<accuracy>{NUMBER})\s*$"),
    startup_texts=("| train data pattern ", "[GPT-2]", "| num_parameters ", "train dataset num_batches: "),
)

LOG_FILE = line_format(
    "llm.c main.log",
    "s:10 trl:9.407283 lr:1.2e-05 norm:3.1",
    (" trl:", rf"^s:(?P<it>\d+) trl:(?P<loss>{NUMBER})(?: lr:(?P<lr>{NUMBER}))?(?: norm:(?P<grad_norm>{NUMBER}))?\s*$"),
    (" tel:", rf"^s:(?P<it>\d+) tel:(?P<val_loss>{NUMBER})\s*$"),
    (" eval:", rf"^s:(?P<it>\d+) eval:(?P<accuracy>{NUMBER})\s*$"),
)
