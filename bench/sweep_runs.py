"""The runs that bench/sweeping.py replays sweeps on, in sets."""

import itertools
from collections.abc import Iterable

COMMON = (
    "--dataset=shakespeare_char --device=cpu --threads=1 --compile=False --gradient_accumulation_steps=1 "
    "--log_interval=10 --eval_iters=16"
)
GPT2 = "--arch=gpt2 --warmup_iters=20 --beta2=0.99 --lr_decay_iters=0 --min_lr=1e-4"
MODERN = "--arch=modern --ngram_rows=8192"


def grid(
    family: str,
    settings: str,
    layers: Iterable[int],
    rates: Iterable[float],
    seeds: Iterable[int],
    more: Iterable[str] = ("",),
    size: str = "n_layer",
) -> dict[str, str]:
    return {
        f"{family}-{layer}x-{rate:g}{other.partition('=')[2] and '-' + other.partition('=')[2]}-s{seed}": (
            f"{settings} {other} --{size}={layer} --learning_rate={rate} --seed={seed}"
        )
        for seed, layer, rate, other in itertools.product(seeds, layers, rates, more)
    }


RUNS = {
    "tuned": {
        **grid(
            "gpt2",
            f"{GPT2} --n_head=3 --n_embd=48 --block_size=48 --batch_size=12 --max_iters=400 --eval_interval=12",
            layers=(2,),
            rates=(7e-4, 1.4e-3, 2.8e-3, 5.6e-3),
            seeds=(3, 4),
        ),
        **grid(
            "modern",
            f"{MODERN} --n_head=3 --n_embd=48 --block_size=48 --batch_size=12 --max_iters=250 --eval_interval=8",
            layers=(2,),
            rates=(0.007, 0.014, 0.028, 0.056),
            seeds=(3,),
        ),
    },
    "scored": {
        **grid(
            "gpt2",
            f"{GPT2} --n_head=2 --n_embd=64 --block_size=32 --batch_size=16 --max_iters=500 --eval_interval=15",
            layers=(1, 2),
            rates=(5e-4, 1e-3, 2e-3, 4e-3, 8e-3),
            seeds=(1, 2),
        ),
        **grid(
            "modern",
            f"{MODERN} --n_head=2 --n_embd=64 --block_size=32 --batch_size=16 --max_iters=300 --eval_interval=10",
            layers=(1, 2),
            rates=(0.005, 0.01, 0.02, 0.04),
            seeds=(1, 2),
        ),
    },
    "fresh": {
        **grid(
            "gpt2",
            f"{GPT2} --n_head=2 --n_embd=48 --block_size=64 --batch_size=16 --max_iters=320 --eval_interval=10",
            layers=(1, 3),
            rates=(1.5e-3, 3e-3, 6e-3),
            seeds=(5,),
            more=("--dropout=0", "--dropout=0.1"),
        ),
        **grid(
            "modern",
            f"{MODERN} --n_head=2 --n_embd=48 --block_size=64 --batch_size=16 --max_iters=224 --eval_interval=7",
            layers=(1, 3),
            rates=(0.01, 0.02, 0.03),
            seeds=(5,),
            more=("--ngram_dropout=0.1", "--ngram_dropout=0.4"),
        ),
    },
    "wide": {
        **grid(
            "gpt2",
            f"{GPT2} --n_head=2 --n_embd=64 --block_size=64 --batch_size=16 --max_iters=300 --eval_interval=9 "
            "--eval_iters=8",
            layers=(1, 2, 4),
            rates=(1e-3, 2e-3, 4e-3, 8e-3),
            seeds=(6,),
        ),
        **grid(
            "modern",
            f"{MODERN} --n_head=2 --n_embd=64 --block_size=64 --batch_size=16 --max_iters=250 --eval_interval=7 "
            "--eval_iters=8",
            layers=(1, 2, 4),
            rates=(0.01, 0.02, 0.04),
            seeds=(6, 7),
        ),
    },
    "others": {
        **grid(
            "gpt2_dropout",
            f"{GPT2} --n_head=2 --n_embd=48 --block_size=64 --batch_size=16 --max_iters=300 --eval_interval=9 "
            "--eval_iters=8",
            layers=(2,),
            rates=(1.5e-3, 3e-3, 6e-3),
            seeds=(11,),
            more=("--dropout=0", "--dropout=0.1", "--dropout=0.2"),
        ),
        **grid(
            "modern_embedding",
            f"{MODERN} --n_head=2 --n_embd=48 --block_size=64 --batch_size=16 --max_iters=250 --eval_interval=7 "
            "--eval_iters=8",
            layers=(2,),
            rates=(0.01, 0.02, 0.04),
            seeds=(11,),
            more=("--embedding_lr=0.03", "--embedding_lr=0.1", "--embedding_lr=0.3"),
        ),
        **grid(
            "modern_ngrams",
            f"{MODERN} --n_head=2 --n_embd=48 --block_size=64 --batch_size=16 --max_iters=250 --eval_interval=7 "
            "--eval_iters=8",
            layers=(2,),
            rates=(0.01, 0.02, 0.04),
            seeds=(11,),
            more=("--ngram_dropout=0.05", "--ngram_dropout=0.2", "--ngram_dropout=0.5"),
        ),
        **grid(
            "gpt2_linear",
            f"{GPT2} --schedule=linear --n_head=2 --n_embd=48 --block_size=64 --batch_size=16 --max_iters=300 "
            "--eval_interval=9 --eval_iters=8",
            layers=(2,),
            rates=(1e-3, 2e-3, 4e-3, 8e-3, 1.6e-2),
            seeds=(10,),
        ),
        **grid(
            "gpt2_constant",
            f"{GPT2} --decay_lr=False --n_head=2 --n_embd=48 --block_size=64 --batch_size=16 --max_iters=300 "
            "--eval_interval=9 --eval_iters=8",
            layers=(2,),
            rates=(1e-3, 2e-3, 4e-3, 8e-3, 1.6e-2),
            seeds=(10,),
        ),
        **grid(
            "modern_cosine",
            f"{MODERN} --schedule=cosine --n_head=2 --n_embd=48 --block_size=64 --batch_size=16 --max_iters=250 "
            "--eval_interval=7 --eval_iters=8",
            layers=(1, 3),
            rates=(0.01, 0.03, 0.09),
            seeds=(10,),
        ),
    },
    "last": {
        **grid(
            "gpt2",
            f"{GPT2} --n_head=3 --n_embd=72 --block_size=32 --batch_size=32 --max_iters=360 --eval_interval=11 "
            "--eval_iters=8",
            layers=(2, 3, 4),
            rates=(8e-4, 2e-3, 5e-3, 1.2e-2),
            seeds=(8,),
        ),
        **grid(
            "modern",
            f"{MODERN} --n_head=3 --n_embd=72 --block_size=32 --batch_size=32 --max_iters=288 --eval_interval=9 "
            "--eval_iters=8",
            layers=(2, 3, 4),
            rates=(0.01, 0.02, 0.04),
            seeds=(9,),
            more=("", "--ngram_dropout=0.3"),
        ),
    },
    "example": {
        **grid(
            "modern",
            "--arch=modern --block_size=64 --batch_size=16 --max_iters=300 --eval_interval=9 --eval_iters=8",
            layers=(2, 3, 4),
            rates=(0.01, 0.02, 0.04),
            seeds=(12, 13),
            size="depth",
        ),
    },
    # What people try first: rates in steps of three, or of two where the recipe has a default; sizes; dropout.
    "usual": {
        **grid(
            "gpt2",
            f"{GPT2} --min_lr=0 --n_head=4 --n_embd=128 --block_size=64 --batch_size=12 --max_iters=400 "
            "--eval_interval=12 --eval_iters=12",
            layers=(2, 4, 6),
            rates=(1e-4, 3e-4, 1e-3, 3e-3, 1e-2),
            seeds=(21,),
        ),
        **grid(
            "gpt2_dropout",
            f"{GPT2} --min_lr=0 --n_head=4 --n_embd=64 --block_size=64 --batch_size=12 --max_iters=400 "
            "--eval_interval=12 --eval_iters=12",
            layers=(4,),
            rates=(3e-4, 1e-3, 3e-3),
            seeds=(21,),
            more=("--dropout=0", "--dropout=0.1", "--dropout=0.2"),
        ),
        **grid(
            "modern",
            "--arch=modern --block_size=64 --batch_size=16 --max_iters=320 --eval_interval=10 --eval_iters=8",
            layers=(2, 3, 4, 5),
            rates=(0.01, 0.02, 0.04),
            seeds=(21,),
            size="depth",
        ),
        **grid(
            "modern_small",
            "--arch=modern --block_size=128 --batch_size=8 --max_iters=320 --eval_interval=10 --eval_iters=8",
            layers=(1, 2),
            rates=(0.0025, 0.005, 0.01, 0.02, 0.04, 0.08),
            seeds=(21,),
            size="depth",
        ),
        **grid(
            "modern_arabic",
            "--arch=modern --dataset=arabic_small --vocab_size=2048 --block_size=64 --batch_size=16 --max_iters=240 "
            "--eval_interval=7 --eval_iters=8",
            layers=(1, 2, 3),
            rates=(0.005, 0.01, 0.02, 0.04),
            seeds=(21,),
            size="depth",
        ),
    },
}
