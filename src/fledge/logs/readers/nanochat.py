"""nanochat: base training, mid-training and fine-tuning."""

from fledge.logs.readers.format import line_format
from fledge.logs.readers.numbers import COUNT, END, NUMBER

FORMAT = line_format(
    "nanochat",
    "step 00100/21400 (0.47%) | loss: 5.31 | lrm: 1.00 | dt: 1810ms | tok/sec: 144,822 | mfu: 34.28 | total time: 5.7m",
    (
        "| loss: ",
        rf"\bstep (?P<it>\d+)(?:/(?P<last>\d+))?(?: \([^)]*\)(?= \| loss: \S+ \|)|(?= \| loss: \S+ \| lrm: ))"
        rf" \| loss: (?P<loss>{NUMBER}) \|(?: grad norm: (?P<grad_norm>{NUMBER}) \|)?"
        rf"(?:.*?\bdt: (?P<dt_ms>{NUMBER})ms)?(?:.*?\btok/sec: (?P<tokens_per_s>{COUNT}){END})?"
        rf"(?:.*?mfu: (?P<mfu_percent>{NUMBER}){END})?"
        rf"(?:.*?\btotal time: (?P<train_min>{NUMBER})m)?",
    ),
    ("Training loss: ", rf"\bStep (?P<it>\d+)/(?P<last>\d+) \| Training loss: (?P<loss>{NUMBER})\s*\|"),
    ("alidation bpb: ", rf"\b[Ss]tep (?P<it>\d+) \| Validation bpb: (?P<val_bpb>{NUMBER}){END}"),
    ("val_bpb: ", rf"^val_bpb:\s+(?P<val_bpb>{NUMBER})\s*$"),
    ("alidation loss: ", rf"\b[Ss]tep (?P<it>\d+) \| Validation loss: (?P<val_loss>{NUMBER}){END}"),
    ("CORE metric: ", rf"\b[Ss]tep (?P<it>\d+) \| CORE metric: (?P<accuracy>{NUMBER}){END}"),
    ("ChatCORE: ", rf"\b[Ss]tep (?P<it>\d+) \| ChatCORE: (?P<accuracy>{NUMBER}){END}"),
    startup_texts=(
        "scripts.base_train",
        "scripts.mid_train",
        "scripts.chat_sft",
        "Tokens / micro-batch / rank: ",
        "nanochat.common",
    ),
)
