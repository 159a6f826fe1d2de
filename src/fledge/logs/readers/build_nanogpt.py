"""build-nanogpt: its console and its log.txt."""

from fledge.logs.readers.format import line_format
from fledge.logs.readers.numbers import END, NUMBER

CONSOLE = line_format(
    "build-nanogpt",
    "step    10 | loss: 9.876981 | lr 9.2308e-06 | norm: 3.1 | dt: 398.12ms | tok/sec: 1316908.12",
    (  # as build-nanogpt prints it
        "tok/sec: ",
        rf"\bstep\s+(?P<it>\d+) \| loss: (?P<loss>{NUMBER}) \| lr (?P<lr>{NUMBER}) \| norm: (?P<grad_norm>{NUMBER})"
        rf" \| dt: (?P<dt_ms>{NUMBER})ms \| tok/sec: (?P<tokens_per_s>{NUMBER})$",
    ),
    ("loss: ", rf"\bstep\s+(?P<it>\d+)(?: \||,) loss: (?P<loss>{NUMBER}){END}(?P<rest>.*)"),
    ("validation loss: ", rf"^\W*validation loss: (?P<val_loss>{NUMBER})\s*$"),
    ("HellaSwag accuracy: ", rf"^\W*HellaSwag accuracy: \d+/\d+=(?P<accuracy>{NUMBER})\s*$"),
    startup_texts=("total desired batch size: ", "=> calculated gradient accumulation steps: "),
)

LOG_FILE = line_format(
    "build-nanogpt log.txt",
    "10 train 9.876981",
    (" train ", rf"^(?P<it>\d+) train (?P<loss>{NUMBER})\s*$"),
    (" val ", rf"^(?P<it>\d+) val (?P<val_loss>{NUMBER})\s*$"),
    (" hella ", rf"^(?P<it>\d+) hella (?P<accuracy>{NUMBER})\s*$"),
)
