"""llama2.c's trainer."""

from fledge.logs.readers.format import line_format
from fledge.logs.readers.numbers import END, NUMBER

FORMAT = line_format(
    "llama2.c",
    "20 | loss 8.5125 | lr 3.000000e-04 | 250.50ms | mfu 12.50%",
    (
        " | loss ",
        rf"^(?P<it>\d+) \| loss (?P<loss>{NUMBER}) \| lr (?P<lr>{NUMBER}) \| (?P<dt_ms>{NUMBER})ms"
        rf"(?: \| mfu (?P<mfu_percent>{NUMBER})%)?",
    ),
    ("val loss ", rf"^step (?P<it>\d+): train loss (?P<train_loss>{NUMBER}), val loss (?P<val_loss>{NUMBER}){END}"),
)
