"""minGPT: its example projects and its first trainer."""

from fledge.logs.readers.format import line_format
from fledge.logs.readers.numbers import NUMBER

FORMAT = line_format(
    "minGPT",
    "iter_dt 172.97ms; iter 10: train loss 3.02059",
    ("iter_dt ", rf"\biter_dt (?P<dt_ms>{NUMBER})ms; iter (?P<it>\d+): train loss (?P<loss>{NUMBER})\s*$"),
    ("dt ", rf"\bdt (?P<dt_s>{NUMBER}); iter (?P<it>\d+): train loss (?P<loss>{NUMBER})\s*$"),
    (
        "epoch ",
        rf"\bepoch (?P<epoch>\d+) iter (?P<it>\d+): train loss (?P<loss>{NUMBER})\. lr (?P<lr>{NUMBER})(?=:|\s|$)",
    ),
    ("mingpt.trainer - ", rf"\bmingpt\.trainer -\s+test loss: (?P<test_loss>{NUMBER})\s*$"),
    startup_texts=("command line overwriting config attribute ",),
)
