"""litgpt's pretraining and finetuning. Its iterations are micro-batches; its steps are the optimizer's."""

from fledge.logs.readers.format import line_format
from fledge.logs.readers.numbers import END, NUMBER

FORMAT = line_format(
    "litgpt",
    "Epoch 1 | iter 16 step 4 | loss train: 1.646, val: n/a | iter time: 820.31 ms (step)",
    (
        "loss train: ",
        rf"\biter (?P<it>\d+) step \d+ \| loss train: (?P<loss>{NUMBER}),?\s*(?:val: (?:n/a|{NUMBER}))?"
        rf"(?: \| iter time: (?P<dt_ms>{NUMBER}) ms)?",
    ),
    (  # before 2024
        " time:",
        rf"\biter (?P<it>\d+) (?:\| )?step \d+: loss (?P<loss>{NUMBER}), (?:iter|train) time: (?P<dt_ms>{NUMBER}) ?ms",
    ),
    (
        "val loss ",
        rf"\b(?:iter|step) (?P<it>\d+): val loss:? (?P<val_loss>{NUMBER}){END}"
        rf"(?:, val time: (?P<eval_ms>{NUMBER}) ?ms)?",
    ),
    ("Final evaluation ", rf"^Final evaluation \| val loss: (?P<val_loss>{NUMBER}) \|"),
    startup_texts=("'train': TrainArgs(", "litgpt pretrain ", "litgpt finetune"),
    counts="micro-batches",
    ignored_settings=frozenset({"max_iters", "warmup_iters"}),  # litgpt counts these in optimizer steps
)
