"""Recipe: the settings of a run of any depth and length, by the same rules for a small run and for a long one.

A law that was fitted to small runs holds for a long one only if batch and learning rate follow one rule in all of them.
"""

from dataclasses import dataclass

from fledge.config.schema import Config, sizes_of_depth

# Tokens of an iteration: 0.58 D^0.571 for D tokens of training (Li et al. 2025, "Step Law", fitted to web text from 60M
# parameters on). For the demo's 1.4M tokens it gives 1,870; the demo, tuned on two cores, has 2,048.
BATCH_FACTOR, BATCH_EXPONENT = 0.58, 0.571
LEAST_SEQUENCES, LEAST_TOKENS = 4, 1024  # of an iteration: with fewer tokens the optimizer takes most of its time
MOST_SEQUENCES = 1 << 14
LEAST_ITERS = 20
WARMUP_SHARE = 0.05  # of the iterations, where the architecture has a warmup at all
EVALUATIONS = 8  # of a planned run: enough for a curve
WHOLE_VAL_TOKENS = 2_000_000  # a longer validation split is sampled
SAMPLED_VAL_TOKENS = 200_000
# Passes over the text that no rung has to show: four are nearly as good as new text (Muennighoff et al. 2023), but an
# n-gram table has learned a small text by heart by then (LOG.md, 2026-11-18).
UNSEEN_PASSES, UNSEEN_PASSES_OF_TABLE = 4.0, 2.0
ORIGIN = "fledge plan"


@dataclass(frozen=True)
class Recipe:
    """`base` has the settings that the user gave, the vocabulary, and the defaults of its architecture."""

    base: Config
    text_tokens: int  # of the training split
    val_tokens: int

    @property
    def unseen_passes(self) -> float:
        return UNSEEN_PASSES_OF_TABLE if self.base.ngram_rows else UNSEEN_PASSES

    def config(self, depth: int, tokens: float) -> Config:
        """The run of this depth on about so many tokens."""
        base = self.base
        sequences = base.batch_size if base.chosen("batch_size") else sequences_per_iter(tokens, base.block_size)
        per_iter = sequences * base.block_size
        iters = max(LEAST_ITERS, round(tokens / per_iter))
        return base.with_values(
            ORIGIN,
            depth=depth,
            **sizes_of_depth(depth),
            batch_size=sequences,
            gradient_accumulation_steps=1,
            max_iters=iters,
            lr_decay_iters=iters if base.lr_decay_iters else 0,
            warmup_iters=round(WARMUP_SHARE * iters) if base.warmup_iters else 0,
            eval_interval=max(1, -(-iters // EVALUATIONS)),
            eval_iters="all" if self.val_tokens <= WHOLE_VAL_TOKENS else max(1, SAMPLED_VAL_TOKENS // per_iter),
        )

    def rung(self, depth: int, tokens: float, seed: int) -> Config:
        """A small run of the ladder, which is not compiled."""
        return self.config(depth, tokens).with_values(ORIGIN, compile=False, seed=self.base.seed + seed)


def sequences_per_iter(tokens: float, block_size: int) -> int:
    """The rule's tokens per iteration in sequences: 4, 6, 8, 12, 16, 24 and so on."""
    wanted = max(BATCH_FACTOR * tokens**BATCH_EXPONENT, LEAST_TOKENS) / block_size
    size = LEAST_SEQUENCES
    while size < MOST_SEQUENCES and _next(size) * size <= wanted**2:  # to the nearer one, in proportion
        size = _next(size)
    return size


def _next(size: int) -> int:
    """4, 6, 8, 12, 16, 24: powers of two, and the sizes halfway between them."""
    return size * 3 // 2 if size & (size - 1) == 0 else size * 4 // 3
