"""MaxText's console."""

from fledge.logs.readers.format import line_format
from fledge.logs.readers.numbers import NUMBER

FORMAT = line_format(
    "MaxText",
    "completed step: 20, seconds: 2.500, TFLOP/s/device: 150.250, Tokens/s/device: 5250.500, loss: 8.125",
    ("completed step: ", rf"\bcompleted step: (?P<it>\d+), seconds: (?P<dt_s>{NUMBER}),(?P<rest>.*\bloss: {NUMBER}.*)"),
    ("eval metrics after step: ", rf"\beval metrics after step: (?P<it>\d+), loss=(?P<val_loss>{NUMBER})(?=,|\s|$)"),
)
