"""Losses on both splits: estimated from random batches, as in nanoGPT, or exact over the whole validation split."""

import math
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, field

import torch
import torch.distributed as dist
from torch import Tensor, nn

from fledge.config.schema import Config
from fledge.data.loader import EVAL_TRAIN, EVAL_VAL, Batches, MixedBatches
from fledge.model.counts import SHARES, UNIT
from fledge.parallel.wrap import free_gathered
from fledge.train.counting import counts_of, take_best, trying
from fledge.train.runtime import Runtime

EvalBatch = tuple[Tensor, Tensor, int]  # tokens, targets, and how many of the targets count
EVAL_SEED = 3  # its sample of tiny Shakespeare is as hard as the whole split (LOG.md, 2026-11-15)
MIN_BATCH_TOKENS = 8192  # of the whole split: no gradients are kept, so batches may be larger than in training
ERROR_BATCHES = 16  # of a sample, at least: its error is told by how they differ
TRAIN_SHARE = 0.25  # training windows per validation window: enough to see the gap, at a quarter of the cost


class Interrupted(Exception):
    """The user asked to stop during an evaluation."""


@dataclass(frozen=True)
class Losses:
    train: float
    val: float
    bytes_per_token: float | None  # of the validation split
    parts: dict[str, float] = field(default_factory=dict)  # of a mixture: each dataset's validation loss

    @property
    def perplexity(self) -> float:
        return math.exp(min(self.val, 700))

    @property
    def bits_per_byte(self) -> float | None:
        return self.val / math.log(2) / self.bytes_per_token if self.bytes_per_token else None


@dataclass(frozen=True)
class SampledLoss:
    """A validation loss from a part of the split."""

    mean: float
    error: float  # its standard error, from having left out the rest
    network: float  # without counts of n-grams
    counts: float  # of these alone; 0 if there are none
    held_out: float = 0.0  # the loss on what is held out of the training text for the counts; 0 if there are none


@dataclass(frozen=True)
class Evaluator:
    config: Config
    runtime: Runtime
    train: Batches | MixedBatches
    val: Batches | MixedBatches
    bytes_per_token: float | None
    held_out: Batches | MixedBatches | None = None  # of training: says how much counts of n-grams help

    @torch.no_grad()
    def losses(self, model: nn.Module, stopped: Callable[[], bool] = lambda: False) -> Losses:
        """Both losses; the same numbers for any number of processes.

        Of a mixture: the validation loss of each dataset, as a run on it alone would measure it, and their mean
        weighted by the shares. The training loss is the network's alone: counts of n-grams know their own text.
        """
        model.eval()
        try:
            self._weigh_counts(model, stopped)
            with self._network_alone(model):
                train = sum(
                    share * self._mean_loss(model, batches, stopped) for share, batches in self._train_batches()
                )
            parts = {
                name: (share, self._mean_loss(model, self._val_batches(part), stopped))
                for name, share, part in self.val.parts
            }
            val = sum(share * loss for share, loss in parts.values())
            by_dataset = {name: loss for name, (_, loss) in parts.items()} if len(parts) > 1 else {}
            return Losses(train, val, self.bytes_per_token, by_dataset)
        finally:
            model.train()
            free_gathered(model)

    @torch.no_grad()
    def sampled(self, model: nn.Module, most_tokens: int) -> SampledLoss:
        """The validation loss on evenly spaced windows."""
        model.eval()
        held_out = self._weigh_counts(model, lambda: False)
        counts = counts_of(model)
        shares = () if counts is None else (int(counts.share) / UNIT, 0.0, 1.0)
        means, variance = torch.zeros(max(1, len(shares)), dtype=torch.float64), 0.0
        with nullcontext() if counts is None else trying(counts, shares):
            for _, weight, part in self.val.parts:
                share, losses, sizes = min(1.0, most_tokens / len(part.tokens)), [], []
                windows = max(1, round(share * len(part.tokens) / part.block_size))
                size = max(1, min(windows // ERROR_BATCHES, MIN_BATCH_TOKENS // part.block_size))
                for x, y, count in self._of_size(part, size).exhaustive(share):
                    with self.runtime.autocast():
                        losses.append(model(x, y).double().view(-1).cpu())
                    sizes.append(count)
                values, weights = torch.stack(losses), torch.tensor(sizes, dtype=torch.float64) / sum(sizes)
                part_means = weights @ values
                spread = (weights @ (values[:, 0] - part_means[0]) ** 2).item()
                means += weight * part_means
                variance += weight**2 * (1 - share) * spread / max(1, len(losses) - 1)
        model.train()
        mixed, *others = means.tolist()
        network, counted = others or (mixed, 0.0)
        return SampledLoss(mixed, math.sqrt(variance), network, counted, held_out)

    def _weigh_counts(self, model: nn.Module, stopped: Callable[[], bool]) -> float:
        """Find out how much counts of n-grams help, on text that was neither counted nor trained on.

        Returns the loss there; 0 without such text.
        """
        counts = counts_of(model)
        if counts is None or self.held_out is None:
            return 0.0
        with trying(counts, SHARES):
            losses = [
                share * self._mean_losses(model, self._large(part).exhaustive(1.0, self._own), stopped, len(SHARES))
                for _, share, part in self.held_out.parts
            ]
        losses_S = torch.stack(losses).sum(0)
        take_best(counts, losses_S)
        return losses_S.min().item()

    @staticmethod
    def _network_alone(model: nn.Module) -> AbstractContextManager[None]:
        counts = counts_of(model)
        return nullcontext() if counts is None else trying(counts, (0.0,))

    def _train_batches(self) -> Iterator[tuple[float, Iterator[EvalBatch]]]:
        if self.config.eval_iters != "all":
            yield 1.0, self._fixed_sample(self.train, EVAL_TRAIN)
            return
        for (_, share, train), (_, _, val) in zip(self.train.parts, self.val.parts, strict=True):
            windows_share = min(1.0, TRAIN_SHARE * len(val.tokens) / len(train.tokens))
            yield share, self._large(train).exhaustive(windows_share, self._own)

    def _val_batches(self, val: Batches) -> Iterator[EvalBatch]:
        if self.config.eval_iters != "all":
            return self._fixed_sample(val, EVAL_VAL)
        return self._large(val).exhaustive(1.0, self._own)

    def _large(self, batches: Batches) -> Batches:
        return self._of_size(batches, max(batches.batch_size, MIN_BATCH_TOKENS // batches.block_size))

    @staticmethod
    def _of_size(batches: Batches, size: int) -> Batches:
        return Batches(batches.tokens, batches.split, batches.block_size, size, batches.vocab_size, batches.device)

    def _fixed_sample(self, batches: Batches | MixedBatches, stream: int) -> Iterator[EvalBatch]:
        """eval_iters random batches, the same at every evaluation and for every seed.

        Most of an estimate's error comes from how hard the drawn windows are. With the same windows every estimate has
        the same error, so two evaluations, or two runs, differ by their models alone.
        """
        for number in range(int(self.config.eval_iters))[self._own]:
            x, y = batches.random(EVAL_SEED, stream, number)
            yield x, y, y.numel()

    @property
    def _own(self) -> slice:
        """The batches of this process."""
        return slice(self.runtime.rank, None, self.runtime.world_size)

    def _as_many(self, batches: Iterator[EvalBatch]) -> Iterator[EvalBatch]:
        """As many batches in every process: a sharded model computes only if all call it. Those added do not count."""
        tokens = torch.zeros(1, self.config.block_size, dtype=torch.long, device=self.runtime.device)
        while self.runtime.any_process((batch := next(batches, None)) is not None):
            yield batch or (tokens, tokens, 0)

    def _mean_loss(self, model: nn.Module, batches: Iterator[EvalBatch], stopped: Callable[[], bool]) -> float:
        return self._mean_losses(model, batches, stopped).item()

    def _mean_losses(
        self, model: nn.Module, batches: Iterator[EvalBatch], stopped: Callable[[], bool], each: int = 1
    ) -> Tensor:
        """The means over all tokens of all processes, of as many losses as the model has for `each` batch.

        The losses are read from the device once, at the end. A process that was asked to stop leaves its batches; the
        others learn of it where the sums meet. Processes with a sharded model leave them together.
        """
        sums, count, is_stopped = [torch.zeros(each, device=self.runtime.device)], 0, False
        is_sharded = self.runtime.parallel == "fsdp"
        for x, y, weight in self._as_many(batches) if is_sharded else batches:
            self.runtime.pulse.beat()
            is_stopped = self.runtime.any_process(stopped()) if is_sharded else stopped()
            if is_stopped:
                break
            with self.runtime.autocast():
                sums.append(model(x, y).float().view(each) * weight)
            count += weight
        numbers = torch.tensor([float(count), float(is_stopped)], dtype=torch.float64)
        total = torch.cat([torch.stack(sums).cpu().double().sum(0), numbers])
        if self.runtime.world_size > 1:
            total = total.to(self.runtime.reduce_device)
            dist.all_reduce(total)
        if total[-1] > 0:
            raise Interrupted
        return total[:each] / total[each]
