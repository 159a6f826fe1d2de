"""The glossary's terms in a run's own numbers."""

import math
from collections.abc import Callable, Mapping, Sequence
from functools import partial

from fledge.logs.facts import NANOGPT_PEAK_FLOPS, Facts, noise
from fledge.logs.run import Point
from fledge.texts import Message, say


def term_numbers(name: str, facts: Facts) -> Sequence[Message]:
    """A term in this run's numbers; nothing if the run does not tell them."""
    numbers = NUMBERS.get(name)
    return numbers(facts) if numbers else []


def _known(*messages: Message) -> list[Message]:
    """The messages whose numbers are all known."""
    return [message for message in messages if None not in message.numbers.values()]


def _point(point: Point | None) -> Mapping[str, float | None]:
    it, loss = point or (None, None)
    return {"it": it, "loss": loss}


def _setting(name: str, facts: Facts) -> list[Message]:
    return _known(say("term.setting.value", name=name, value=facts.run.value(name)))


def _loss(facts: Facts) -> list[Message]:
    size = facts.vocabulary
    return _known(
        say("term.loss.val", **_point(facts.last_val)),
        say("term.loss.train", **_point(facts.last_train)),
        say("term.loss.batches", **_point(facts.last_loss)),
        say("term.loss.guessing", size=size, loss=math.log(size) if size else None),
    )


def _perplexity(facts: Facts) -> list[Message]:
    def numbers(point: Point | None) -> Mapping[str, float | None]:
        return {"loss": point and point[1], "perplexity": point and facts.perplexity(point[1])}

    found = _known(
        say("term.perplexity.train", **numbers(facts.last_train)), say("term.perplexity.val", **numbers(facts.last_val))
    )
    if facts.last_val is None:
        found += _known(say("term.perplexity.batches", **numbers(facts.last_loss)))
    return found


def _bits_per_byte(facts: Facts) -> list[Message]:
    printed = facts.run.curve("val_bpb").finite()
    if printed:
        return [say("term.bits_per_byte.printed", bits=printed[-1][1], it=printed[-1][0])]
    if facts.last_val and str(facts.run.value("dataset")) == "shakespeare_char":
        loss = facts.last_val[1]
        return [say("term.bits_per_byte.char", loss=loss, bits=loss / math.log(2))]
    return []


def _nats(facts: Facts) -> list[Message]:
    point = facts.last_val or facts.last_loss
    return [say("term.nat.bits", loss=point[1], bits=point[1] / math.log(2))] if point else []


def _tokens(facts: Facts) -> list[Message]:
    numbers = {"tokens": facts.tokens, "iterations": facts.iterations}
    if facts.dataset_tokens:
        return _known(say("term.token.seen_of", **numbers, dataset=facts.dataset_tokens))
    return _known(say("term.token.seen", **numbers))


def _epochs(facts: Facts) -> list[Message]:
    epochs = facts.epochs or None
    return _known(say("term.epoch.count", tokens=facts.tokens, dataset=facts.dataset_tokens, epochs=epochs))


def _iterations(facts: Facts) -> list[Message]:
    if facts.max_iters:
        count = say("term.iteration.count_of", iterations=facts.iterations, goal=facts.max_iters)
    else:
        count = say("term.iteration.count", iterations=facts.iterations)
    return _known(count, say("term.iteration.time", step=facts.step_ms))


def _batch(facts: Facts) -> list[Message]:
    run = facts.run
    batch, block, steps = (run.number(n) for n in ("batch_size", "block_size", "gradient_accumulation_steps"))
    if not batch or not block:
        return []
    return _known(
        say("term.batch.micro", batch=batch, block=block, tokens=batch * block),
        say("term.batch.iteration", steps=steps or None, tokens=facts.tokens_per_iter or None),
    )


def _context(facts: Facts) -> list[Message]:
    return _known(say("term.context.block", block=facts.run.number("block_size") or None))


def _learning_rate(facts: Facts) -> list[Message]:
    rates = facts.run.curve("lr").finite()
    if rates:
        highest = max(rate for _, rate in rates)
        return [say("term.rate.printed", rate=rates[-1][1], it=rates[-1][0], highest=highest)]
    return _known(say("term.rate.setting", rate=facts.run.number("learning_rate") or None))


def _warm_up(facts: Facts) -> list[Message]:
    warm_up, goal = facts.run.number("warmup_iters"), facts.max_iters
    if warm_up is not None and goal:
        return [say("term.warm_up.share", warm_up=warm_up, share=warm_up / goal)]
    return _known(say("term.warm_up.count", warm_up=warm_up))


def _decay(facts: Facts) -> list[Message]:
    end, low, goal = facts.run.number("lr_decay_iters"), facts.run.number("min_lr"), facts.max_iters
    if goal and end is not None:
        return _known(say("term.decay.end_of", low=low, end=end or goal, goal=goal))
    return _known(say("term.decay.end", low=low, end=end))


def _grad_norm(facts: Facts) -> list[Message]:
    norms = sorted(value for _, value in facts.run.curve("grad_norm").finite())
    return [say("term.norm.usual", usual=norms[len(norms) // 2], highest=norms[-1])] if norms else []


def _mfu(facts: Facts) -> list[Message]:
    found = []
    if facts.flops_per_token and facts.tokens_per_s and facts.flops_computed:
        each, rate = facts.flops_per_token / 1e6, facts.flops_computed
        found.append(say("term.mfu.computed", each=each, tokens_per_s=facts.tokens_per_s, rate=rate))
    if facts.mfu and facts.peak:
        device = facts.device.name if facts.device else say("term.mfu.this_device")
        found.append(say("term.mfu.share", mfu=facts.mfu, peak=facts.peak, device=device))
    if facts.printed_mfu is not None and facts.prints_a100_mfu:
        found.append(say("term.mfu.printed_a100", printed=facts.printed_mfu, peak=NANOGPT_PEAK_FLOPS))
    elif facts.printed_mfu is not None:
        found.append(say("term.mfu.printed", printed=facts.printed_mfu))
    return found


def _flops(facts: Facts) -> list[Message]:
    each = facts.flops_per_token
    total = each * facts.tokens if each and facts.tokens else None
    return _known(say("term.flops.token", each=each), say("term.flops.total", total=total, tokens=facts.tokens))


def _compute(facts: Facts) -> list[Message]:
    params, tokens = facts.params, facts.tokens
    total = 6 * params * tokens if params and tokens else None
    return _known(say("term.compute.product", params=params, tokens=tokens, total=total))


def _throughput(facts: Facts) -> list[Message]:
    tokens, step, rate = facts.tokens_per_iter, facts.step_ms, facts.tokens_per_s
    computed = _known(say("term.throughput.computed", tokens=tokens, step=step, rate=rate))
    return computed or _known(say("term.throughput.printed", rate=rate))


def _parameters(facts: Facts) -> list[Message]:
    params, total = facts.params, facts.params_all
    if params and total and total != params:
        return [say("term.parameters.with_positions", params=params, total=total)]
    return _known(say("term.parameters.count", params=params))


def _gap(facts: Facts) -> list[Message]:
    if not facts.last_val or not facts.last_train or not facts.best:
        return []
    (it, val), train = facts.last_val, facts.last_train[1]
    return [
        say("term.gap.last", train=train, val=val, it=it, gap=val - train),
        say("term.gap.best", best=facts.best[1], it=facts.best[0]),
    ]


def _evaluation_noise(facts: Facts) -> list[Message]:
    spread = noise([value for _, value in facts.run.curve("val_loss").finite()])
    return [] if math.isnan(spread) else [say("term.noise.estimate", noise=spread)]


def _checkpoints(facts: Facts) -> list[Message]:
    saved = [notice.it for notice in facts.run.notices_of("saved") if notice.it is not None]
    return [say("term.checkpoint.saved", number=len(saved), it=saved[-1])] if saved else []


def _chinchilla(facts: Facts) -> list[Message]:
    params, tokens = facts.params_dense, facts.tokens
    ratio = tokens / params if tokens and params else None
    return _known(say("term.chinchilla.ratio", tokens=tokens, params=params, ratio=ratio))


def _kv_cache(facts: Facts) -> list[Message]:
    shape = facts.shape
    if shape is None or not facts.is_gpt2:
        return []
    size = 2 * shape.n_layer * shape.n_embd * shape.block_size * 2
    return [say("term.cache.size", mib=size / 2**20)]


def _step_time(facts: Facts) -> list[Message]:
    step = facts.step_ms
    total = step * facts.iterations / 1000 if step else None
    return _known(say("term.step.time", step=step, iterations=facts.iterations, total=total))


NUMBERS: dict[str, Callable[[Facts], list[Message]]] = {
    "loss": _loss,
    "perplexity": _perplexity,
    "bits per byte": _bits_per_byte,
    "nat": _nats,
    "token": _tokens,
    "vocabulary": partial(_setting, "vocab_size"),
    "epoch": _epochs,
    "iteration": _iterations,
    "step": _step_time,
    "micro-batch": _batch,
    "gradient accumulation": _batch,
    "tokens per iteration": _batch,
    "batch size": _batch,
    "context": _context,
    "learning rate": _learning_rate,
    "warm-up": _warm_up,
    "decay": _decay,
    "weight decay": partial(_setting, "weight_decay"),
    "dropout": partial(_setting, "dropout"),
    "gradient norm": _grad_norm,
    "gradient clipping": partial(_setting, "grad_clip"),
    "MFU": _mfu,
    "FLOPs": _flops,
    "6ND": _compute,
    "tokens per second": _throughput,
    "parameters": _parameters,
    "overfitting": _gap,
    "validation split": _loss,
    "evaluation noise": _evaluation_noise,
    "checkpoint": _checkpoints,
    "float32": partial(_setting, "dtype"),
    "bfloat16": partial(_setting, "dtype"),
    "float16": partial(_setting, "dtype"),
    "autocast": partial(_setting, "dtype"),
    "compile": partial(_setting, "compile"),
    "KV cache": _kv_cache,
    "seed": partial(_setting, "seed"),
    "AdamW": partial(_setting, "optimizer"),
    "Muon": partial(_setting, "optimizer"),
    "Chinchilla": _chinchilla,
}
