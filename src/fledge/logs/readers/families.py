"""Trainers whose lines are named numbers: what tells them apart, and whether they train language models.

A log names its model's kind by its words: tokens and perplexity are a language model's, top-1 accuracy is not.
"""

import math
import re
from collections.abc import Iterable
from dataclasses import dataclass

from fledge.logs.run import Curve, Metric, Run

LANGUAGE = re.compile(
    r"(?i)perplexity|ppl\b|(?<![a-z])tok(?:en)?s?(?![a-z])|\btps\b|\bwps\b|bpb\b|bpc\b|lm[ _]loss|languagecross|vocab"
)
OTHER_MODELS = re.compile(
    r"(?i)(?<![a-z])acc(?:uracy)?(?:@\d)?(?![a-z])|\btop-?[15]\b|\bprec@\d|\bmap(?:50)?\b|(?<![a-z])m?iou(?![a-z])|\bdice\b"
    r"|(?:box|cls|dfl)_loss|loss_(?:rpn|cls|b?box|mask)|roc_auc|(?<![a-z])auc(?![a-z])|(?<![a-z])f1(?![a-z\d])|precision|recall|ima?ge?s?/s|psnr|ssim"
    r"|\bm?logloss\b|\bfid\b|(?<![a-z])r?mse(?![a-z])|(?<![a-z])mae(?![a-z])|(?<![a-z])[wc]er(?![a-z])|avr_loss|unet|diffusion"
)
# trained on rewards or preferences (TRL's GRPO, PPO and DPO)
REWARDS = re.compile(r"\brewards?/\w|['\"]rewards?['\"]|\blogps/\w|\breward_std\b|\bmean_reward\b")
MAX_WORDS_CHARS = 500  # of a line
BASES = (math.e, 2.0, 10.0)
MAX_ROUNDING = 0.02  # between ln(perplexity) and the loss in nats: both are printed with few digits
MAX_PERPLEXITY = 1e8  # trainers cut off larger ones


@dataclass(frozen=True)
class Family:
    """A trainer that prints named numbers, and what only its lines contain."""

    name: str
    example: str
    signature: re.Pattern[str]
    is_general: bool = False  # it trains models of all kinds: without words of language it is none of language


def _family(name: str, example: str, signature: str, is_general: bool = False) -> Family:
    return Family(name, example, re.compile(signature), is_general)


FAMILIES = (
    _family("OLMo", "[step=20/500,epoch=0]", r"^\[step=\d+(?:/\d+)?,epoch="),
    _family("Composer", "[batch=20/500]:", r"^\[(?:epoch=\d+\]\[)?(?:batch|token|sample)=\d+"),
    _family(
        "torchtune",
        "1|20|Loss: 2.125:   4%|▍         | 20/500 [00:50<20:00,  2.50s/it]",
        r"^\d+\|\d+\|Loss: |peak_memory_active",
    ),
    _family(
        "Megatron-LM",
        "iteration       20/     500 | elapsed time per iteration (ms): 250.5 | lm loss: 2.125000E+00 |",
        r"elapsed time per iteration \(ms\)",
    ),
    _family(
        "nanotron",
        "iteration: 20 / 500 | consumed_tokens: 82K | elapsed_time_per_iteration_ms: 250 | lm_loss: 2.12 | lr: 0.0003",
        r"elapsed_time_per_iteration_ms",
    ),
    _family(
        "MLX",
        "Iter 20: Train loss 2.125, Learning Rate 1.000e-05, It/sec 0.500, Tokens/sec 250.000, Peak mem 6.500 GB",
        r"^Iter \d+: (?:Train|Val) loss .*(?:It/sec|Val took)",
    ),
    _family(
        "fairseq",
        'train_inner | {"epoch": 1, "loss": "8.5", "ppl": "362.04", "wps": "2500", "num_updates": "20", "lr": "3e-4"}',
        r"num_updates\b|\bwpb\b",
    ),
    _family(
        "char-rnn",
        "20/500 (epoch 0.040), train_loss = 3.25000000, grad/param norm = 2.5000e-01, time/batch = 0.50s",
        r"grad/param norm = ",
    ),
    _family(
        "DLLogger",
        "DLL 2024-01-01 00:00:00.000 - Training Epoch: 0 Training Iteration: 20  step_loss : 8.5 learning_rate : 3e-4",
        r"^DLLL? ",
    ),
    _family("kohya", "steps:   4%|▍         | 20/500 [00:25<10:00,  1.25it/s, avr_loss=0.125]", r"avr_loss=", True),
    _family("Lightning", "Epoch 0:   4%|▍  | 20/500 [00:02<00:48, 10.00it/s, v_num=0, train_loss=2.125]", r"v_num[=:]"),
    _family(
        "Keras",
        "500/500 [==============================] - 5s 10ms/step - loss: 0.5125 - val_loss: 0.6125",
        r"\d+/\d+ (?:\[=+\] -|━+ \d+m?s)|^Epoch \d+/\d+ \| - \d+s |^Epoch \d+/\d+ \| \d+/\d+ - \d+s ",
        True,
    ),
    _family(
        "fastai", "epoch  train_loss  valid_loss  accuracy  time", r"^epoch=\d+ \| train_loss=[^|]+\| valid_loss=", True
    ),
    _family(
        "ImageNet-style",
        "Epoch: [1][ 20/500]  Loss 6.5 (6.75)",
        r"Epoch(?:\(train\))?:? *\[\d+\]\s*\[\s*\d+/|^Train: \d+ \[ *\d+/",
        True,
    ),
)


def family_of(texts: Iterable[str]) -> Family | None:
    """The family that the most of these rows belong to; None if none has half of them."""
    rows = list(texts)
    found = {family: sum(family.signature.search(text) is not None for text in rows) for family in FAMILIES}
    best = max(FAMILIES, key=lambda family: found[family])
    return best if found[best] and 2 * found[best] >= len(rows) else None


def judge_model(run: Run, texts: Iterable[str], is_general: bool) -> None:
    """Say whether the run is a language model's, by the words of its lines, and which base its losses have."""
    texts = list(texts)
    # most logs of nothing but epochs are of classifiers, and a cross-entropy is not negative
    is_other = is_general or run.counts == "epochs" or any(value < 0 for value in run.curve("val_loss").values)
    for text in texts:
        if LANGUAGE.search(text, 0, MAX_WORDS_CHARS):
            is_other = False
            break
        is_other = is_other or OTHER_MODELS.search(text, 0, MAX_WORDS_CHARS) is not None
    has_language = run.curves.keys() & {"tokens", "tokens_per_s", "val_bpb", "perplexity", "val_perplexity"}
    run.is_language_model = bool(has_language) or "vocab_size" in run.settings or not is_other
    run.loss_base = _base(run)
    run.trains_rewards = any(REWARDS.search(text, 0, MAX_WORDS_CHARS) for text in texts)
    if run.trains_rewards:
        run.is_language_model = False
    _losses_from_perplexities(run)


def _base(run: Run) -> float | None:
    """The base whose powers the printed perplexities are; nats if the log prints none."""
    pairs = [
        *_pairs(run.curve("loss"), run.curve("perplexity")),
        *_pairs(run.curve("val_loss"), run.curve("val_perplexity")),
    ]
    if not pairs:
        return math.e
    for base in BASES:
        errors = sorted(abs(math.log(perplexity) - loss * math.log(base)) for loss, perplexity in pairs)
        if errors[len(errors) // 2] < MAX_ROUNDING:
            return base
    return None


def _losses_from_perplexities(run: Run) -> None:
    """Where a log prints perplexities and no loss: their logarithms. Beside another loss they may be of that one."""
    trained: Metric = "train_loss" if run.averages_epochs else "loss"
    if not run.curves.keys() & {"loss", "train_loss", "val_loss", "val_bpb"}:
        _add_logarithms(run, trained, run.curve("perplexity"))
    if "val_loss" not in run.curves:
        _add_logarithms(run, "val_loss", run.curve("val_perplexity"))


def _add_logarithms(run: Run, loss: Metric, perplexities: Curve) -> None:
    base = run.loss_base
    if base is not None and len(perplexities) and all(value >= 1 for value in perplexities.values):
        run.curves[loss] = Curve(perplexities.iters, [math.log(value, base) for value in perplexities.values])


def _pairs(losses: Curve, perplexities: Curve) -> list[tuple[float, float]]:
    found = []
    for it, perplexity in perplexities[:1000]:
        loss = losses.at(it)
        if loss is not None and math.isfinite(loss) and 1.01 < perplexity < MAX_PERPLEXITY:
            found.append((loss, perplexity))
    return found
