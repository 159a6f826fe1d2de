"""The sentences of findings by `finding.CODE.part`: titles, evidence and advice. `shared` holds what several use."""

TEXTS: dict[str, str] = {
    # used by several findings
    "finding.shared.line": "Line {line}: {text}",
    "finding.shared.run_says_so": "The run itself reports it.",
    "finding.shared.last": "Last iteration: {it:,}.",
    "finding.shared.last_of": "Last iteration: {it:,} of {goal:,}.",
    "finding.shared.no_iteration": "Not one iteration was done.",
    "finding.shared.lower_rate": "--learning_rate={rate:.2g}",
    "finding.shared.lower_unknown_rate": "a third of the learning rate",
    "finding.shared.resume_directory": "Continue it: fledge train --init_from=resume --out_dir={run}.",
    "finding.shared.resume_checkpoint": "Resume from the checkpoint of iteration {it:,} (nanoGPT: --init_from=resume).",
    "finding.shared.resume_if_saved": (
        "Resume from its last checkpoint, if it has one (nanoGPT: --init_from=resume); no line mentions any."
    ),
    "finding.shared.gap": (
        "At iteration {it:,} train is {train:.4f} and val {val:.4f}: a gap of {gap:.2f} nats; "
        "perplexity {train_perplexity:,.2f} against {val_perplexity:,.2f}."
    ),
    "finding.shared.gap_to_batches": (
        "At iteration {it:,} the batches' loss is about {train:.4f} and val {val:.4f}: a gap of {gap:.2f} nats; "
        "perplexity {train_perplexity:,.2f} against {val_perplexity:,.2f}."
    ),
    "finding.shared.name_gpu": ('Name the GPU to see its own percentage: fledge explain {run} --gpu="RTX 4070".'),
    # nothing is wrong
    "finding.healthy.title": "Nothing is wrong",
    "finding.healthy.title_few": "Nothing is wrong, as far as this log shows",
    "finding.healthy.val": "The validation loss went from {first:.4f} to {last:.4f}.",
    "finding.healthy.batches": "The batch loss went from {first:.4f} to {last:.4f}.",
    "finding.healthy.no_curve": "No problem was found.",
    "finding.healthy.step": "A step takes {step:milliseconds}.",
    "finding.healthy.published_best": "{source} reports {loss:.2f} at best for this config.",
    "finding.healthy.published_end": "{source} reports {loss:.2f} after {iterations:,} iterations for this config.",
    "finding.healthy.few": "Number of losses: {number}, too few to be sure.",
    "finding.healthy.report": "`fledge report {run}` plots it.",
    "finding.healthy.forecast": "`fledge forecast {run}` predicts how it goes on.",
    # the loss is not stable
    "finding.diverged.title": "The run diverged",
    "finding.diverged.loss": "The loss is {value} from iteration {it:,} on ({number:,} of {total:,} printed).",
    "finding.diverged.val": (
        "The validation loss is {value} from iteration {it:,} on ({number:,} of {total:,} printed)."
    ),
    "finding.diverged.stopped": "The run reports that it diverged, after iteration {it:,}.",
    "finding.diverged.last_finite": "The last finite loss is {loss:.4f}, at iteration {it:,}.",
    "finding.diverged.none_finite": "No finite loss came before.",
    "finding.diverged.rose": "It rose first: {loss:.2f} where {usual:.2f} was usual.",
    "finding.diverged.grad_norm": "The gradient norm was {norm:.3g} (usually {usual:.3g}).",
    "finding.diverged.rate": "The learning rate was {rate:.2e}.",
    "finding.diverged.float16": "The dtype is float16.",
    "finding.diverged.faster": (
        "Iterations of NaN take {nan:,.1f} ms and finite ones took {finite:,.1f} ms: "
        "{share:.0%} faster, which is no gain."
    ),
    "finding.diverged.continue": "Continue from the last checkpoint before it, with {rate}.",
    "finding.diverged.restart": "Start again, with {rate}.",
    "finding.diverged.use_bfloat16": "Or use --dtype=bfloat16: float16 overflows at 65,504.",
    "finding.diverged.clip": "Or clip the gradients: --grad_clip=1.0.",
    "finding.not_finite.title": "Some losses are not finite",
    "finding.not_finite.loss": "The loss is {value} at iteration {it:,}, and in {number:,} of {total:,} lines in all.",
    "finding.not_finite.val": (
        "The validation loss is {value} at iteration {it:,}, and in {number:,} of {total:,} lines in all."
    ),
    "finding.not_finite.recovered": "It is finite again, {loss:.4f} at iteration {it:,}.",
    "finding.not_finite.batches_finite": "The batches' loss is finite.",
    "finding.not_finite.advice": "Look at the batches there. If it happens again: --grad_clip=1.0, or {rate}.",
    "finding.not_finite.advice_val": (
        "Look at the validation split: an empty batch, or an overflow in float16 (--dtype=bfloat16)."
    ),
    "finding.diverging.title": "The training loss is rising",
    "finding.diverging.rise": (
        "The loss was about {low:.3f} around iteration {it:,} and is about {now:.3f} at the end."
    ),
    "finding.diverging.val": "The validation loss rises too: {loss:.4f} at iteration {it:,}.",
    "finding.diverging.advice": "Stop it. Continue from the checkpoint before iteration {it:,}, with {rate}.",
    "finding.loss_spike.title": "The loss spiked",
    "finding.loss_spike.worst": "At iteration {it:,} the loss is {loss:.4f} where {usual:.4f} was usual.",
    "finding.loss_spike.several": "There are {number:,} such spikes in all.",
    "finding.loss_spike.came_back": "It came back by itself.",
    "finding.loss_spike.stayed": "It has not come back.",
    "finding.loss_spike.unknown": "The log ends too soon to see it come back.",
    "finding.loss_spike.advice": (
        "A spike that comes back needs nothing. If they grow or last: --grad_clip=1.0, or {rate}."
    ),
    # what it learns
    "finding.plateau.title": "The loss is stuck",
    "finding.plateau.flat": "The loss has been about {loss:.2f} since iteration {since:,}; it began at {first:.2f}.",
    "finding.plateau.guessing": "That is guessing: nothing was learned.",
    "finding.plateau.frequencies_gpt2": (
        "About 7.5 is the loss of a model that knows only how often each token occurs, and nothing of their order."
    ),
    "finding.plateau.frequencies": (
        "That is close to the loss of a model that knows only how often each token occurs."
    ),
    "finding.plateau.check_gradients": ("Check that gradients reach the weights, and that the learning rate is not 0."),
    "finding.plateau.check_targets": ("Check that y is x shifted by one; then try {rate}, or a longer --warmup_iters."),
    "finding.overfitting.title": "Overfitted",
    "finding.overfitting.title_strong": "Strongly overfitted",
    "finding.overfitting.title_no_train": "The validation loss has risen from its best",
    "finding.overfitting.best": (
        "The best val was {best:.4f} at iteration {it:,}; the last one is {rise:.3f} above it."
    ),
    "finding.overfitting.published": (
        "This config's best val is about {loss:.2f} ({source}), reached long before, near iteration {it:,}."
    ),
    "finding.overfitting.epochs": "It saw its {tokens:count} tokens {epochs:.3g} times.",
    "finding.overfitting.advice": (
        "Keep the best checkpoint, stop earlier (fewer --max_iters), or regularise: --dropout={dropout:.1g}, "
        "a smaller model, more text."
    ),
    "finding.overfitting.advice_stop": (
        "Keep the best checkpoint, stop earlier (--max_iters={stop}), or regularise: --dropout={dropout:.1g}, "
        "a smaller model, more text."
    ),
    "finding.wide_gap.title": "Train is far below val, which has not risen",
    "finding.wide_gap.best": "The best val is {best:.4f}, at iteration {it:,}: it has not risen yet.",
    "finding.wide_gap.continue": "Continue while val falls, and keep the best checkpoint.",
    "finding.wide_gap.narrow": "More text or more --dropout would narrow the gap.",
    "finding.memorised.title": "It has memorised its training text",
    "finding.memorised.evidence": (
        "The batch loss fell from {first:.2f} to {last:.4f}: no text written by people is that predictable."
    ),
    "finding.memorised.advice": "Use more text, and hold some of it out for validation: `fledge prepare` does that.",
    "finding.leak.title": "The validation loss is suspiciously low",
    "finding.leak.below_train": (
        "At iteration {it:,} val is {val:.4f} and train {train:.4f}, both evaluated the same way; "
        "val is that far below in {number:,} of {total:,} evaluations."
    ),
    "finding.leak.implausible": (
        "val is {val:.4f} at iteration {it:,}: without a leak no model of {dataset} is below {limit:g}."
    ),
    "finding.leak.predictable": "val is {val:.4f} at iteration {it:,}: no text written by people is that predictable.",
    "finding.leak.check_splits": (
        "Look for the same documents in both splits, or for easier text in the validation split."
    ),
    "finding.leak.maybe_normal": (
        "This is normal for tables, logs and generated text. Otherwise look for the same documents in both splits."
    ),
    "finding.dropout_gap.title": "The batch loss is above the evaluated one: dropout",
    "finding.dropout_gap.evidence": (
        "At iteration {it:,} the evaluated train loss is {train:.4f}, below the batches' {batch:.4f}, "
        "because dropout {dropout:g} is on in training and off in evaluation."
    ),
    "finding.dropout_gap.evidence_likely": (
        "At iteration {it:,} the evaluated train loss is {train:.4f}, below the batches' {batch:.4f}, "
        "probably because dropout is on in training and off in evaluation."
    ),
    "finding.dropout_gap.advice": "Nothing to do. Compare evaluated losses with each other.",
    "finding.not_converged.title": "It was still learning when it stopped",
    "finding.not_converged.val": (
        "Over the last tenth of the run the val loss still fell by {fall:.3f}, to {last:.3f}."
    ),
    "finding.not_converged.batches": (
        "Over the last tenth of the run the batch loss still fell by {fall:.3f}, to {last:.3f}."
    ),
    "finding.not_converged.rate": "The learning rate is still {share:.0%} of its highest.",
    "finding.not_converged.longer": "Train longer: --max_iters={goal} --lr_decay_iters={goal}.",
    "finding.not_converged.forecast": "`fledge forecast {run} --to={goal}` says what to expect.",
    # settings that do not fit
    "finding.decay_mismatch.title": "The learning rate decay does not end with the run",
    "finding.decay_mismatch.too_late": (
        "lr_decay_iters is {decay:,.0f} and max_iters {goal:,.0f}: the run ends before the learning rate has decayed, "
        "and misses the gain of the last part."
    ),
    "finding.decay_mismatch.too_early": (
        "lr_decay_iters is {decay:,.0f} and max_iters {goal:,.0f}: {rest:,.0f} iterations run at the lowest learning "
        "rate, and little is learned in them."
    ),
    "finding.decay_mismatch.advice": "Set --lr_decay_iters={goal:.0f}.",
    "finding.lr_too_high.title": "The learning rate looks too high",
    "finding.lr_too_high.lost": "The loss is {value} from iteration {it:,} on.",
    "finding.lr_too_high.rises": "The loss rises from iteration {it:,} on.",
    "finding.lr_too_high.spikes": "The loss spiked {number} times for {lines} printed lines or more.",
    "finding.lr_too_high.rate": (
        "The learning rate is up to {rate:.1e}; about {usual:.1e} is usual for {params:count} parameters."
    ),
    "finding.lr_too_high.rate_gpt2": (
        "The learning rate is up to {rate:.1e}; about {usual:.1e} is usual for GPT-2's 124M parameters."
    ),
    "finding.lr_too_high.advice": "Try {rate}, or a longer --warmup_iters.",
    "finding.lr_too_low.title": "The learning rate looks too low",
    "finding.lr_too_low.loss": (
        "After {iterations:,} iterations the loss is {loss:.2f}, from {first:.2f}, and falls as evenly as at first."
    ),
    "finding.lr_too_low.rate": "The learning rate is at most {rate:.1e}; about {usual:.1e} is usual.",
    "finding.lr_too_low.advice": "Try --learning_rate={usual:.1e}.",
    "finding.few_tokens.title": "The text is small for this much training",
    "finding.few_tokens.passes": (
        "{tokens:count} training tokens are {epochs:.3g} passes over {dataset:count} tokens of text; "
        "after about {limit:.0f} passes, each one adds less."
    ),
    "finding.few_tokens.per_parameter": "The text has {ratio:.2g} tokens per parameter (about 20 is usual).",
    "finding.few_tokens.advice": "Use more text, fewer --max_iters, a smaller model, or more --dropout.",
    # how it ended
    "finding.out_of_memory.title": "Out of memory",
    "finding.out_of_memory.title_recovered": "It ran short of memory, and continued",
    "finding.out_of_memory.after": "It happened after iteration {it:,}.",
    "finding.out_of_memory.first": "It happened in the first iteration.",
    "finding.out_of_memory.forward": "Memory ran out in the forward pass.",
    "finding.out_of_memory.in_logits": "Memory ran out in the logits.",
    "finding.out_of_memory.backward": "Memory ran out in the backward pass.",
    "finding.out_of_memory.optimizer": "Memory ran out in the optimizer step.",
    "finding.out_of_memory.logits": ("The size is that of the logits: batch_size x block_size x vocab_size numbers."),
    "finding.out_of_memory.after_evaluation": (
        "An evaluation fitted, so it was the first backward pass or optimizer step, which need more."
    ),
    "finding.out_of_memory.continued": "The training continued, to iteration {it:,}.",
    "finding.out_of_memory.advice": (
        "Try half the --batch_size and twice the --gradient_accumulation_steps; `fledge plan` says what fits."
    ),
    "finding.out_of_memory.advice_one": (
        "Try a shorter --block_size or fewer --n_layer: the batch is already one sequence. "
        "`fledge plan` says what fits."
    ),
    "finding.out_of_memory.advice_half": "Try --batch_size={batch}; `fledge plan` says beforehand what fits.",
    "finding.out_of_memory.advice_accumulate": (
        "Try --batch_size={batch} --gradient_accumulation_steps={steps} (the same tokens per step); "
        "`fledge plan` says beforehand what fits."
    ),
    "finding.interrupted.title": "It was interrupted",
    "finding.killed.title": "It was killed",
    "finding.crashed.title": "It crashed",
    "finding.truncated.title": "The log ends before the run does",
    "finding.truncated.title_empty": "The log ends before the first iteration",
    "finding.truncated.empty": "The log has {lines:,} lines and no iteration.",
    "finding.truncated.advice_empty": (
        "It has just started, or it ended there without a message: look at its exit code and at the rest of the log."
    ),
    "finding.truncated.last": "The last iteration is {it:,} of {goal:,}.",
    "finding.truncated.reasons": "It is still running, it was stopped without a message, or the log was cut.",
    "finding.resumed.title": "The run was resumed",
    "finding.resumed.title_clean": "The run was resumed without a jump",
    "finding.resumed.at": "At line {line} it continues from iteration {it:,}.",
    "finding.resumed.back": "At line {line} it continues from iteration {it:,}, after it had reached {reached:,}.",
    "finding.resumed.several": "It was resumed {number} times in all.",
    "finding.resumed.clean": "The loss continued where it was: {before:.3f}, then {now:.3f}.",
    "finding.resumed.nothing_to_do": "Nothing to do.",
    "finding.resumed.too_few": "There are too few losses around it to see a jump.",
    "finding.resume_jump.title": "The loss jumped on resume",
    "finding.resume_jump.jump": "The loss jumped by {jump:.3f}, to {now:.3f}.",
    "finding.resume_jump.advice": (
        "Something was not restored: the optimizer's state, the learning rate, or the position in the data."
    ),
    "finding.never_saved.title": "No checkpoint was ever saved",
    "finding.never_saved.evidence": (
        "The log has {iterations:,} iterations, {evaluations:,} evaluations, and no line about a saved checkpoint."
    ),
    "finding.never_saved.advice": (
        "Set --eval_interval below --max_iters and --always_save_checkpoint=True, or a run that ends loses everything."
    ),
    # how fast it was
    "finding.cpu_fallback.title": "It ran on the CPU without saying so",
    "finding.cpu_fallback.on_cpu": "Line {line}: {text}.",
    "finding.cpu_fallback.advice": (
        "`nvidia-smi` and `fledge devices` show what the driver sees; --device=cuda refuses to run without a GPU."
    ),
    "finding.eval_in_step_time.title": "A slow iteration is an evaluation",
    "finding.eval_in_step_time.contains": (
        "Iteration {it:,} took {whole:milliseconds} because it contains the evaluation: "
        "the step itself is still {step:milliseconds}."
    ),
    "finding.eval_in_step_time.batches": (
        "{number:.0f} batches in {seconds:.2f} s are {each:.1f} ms each, {share:.0%} of a training step on one: "
        "there is no backward pass."
    ),
    "finding.eval_in_step_time.slow_batches": (
        "{number:.0f} batches in {seconds:.2f} s are {each:.1f} ms each, more than a training step on one: "
        "compiling or saving is part of it."
    ),
    "finding.eval_in_step_time.mfu": "The mfu printed there dips for the same reason: it is a moving average.",
    "finding.eval_in_step_time.advice": "Nothing slowed down. Use the time of other iterations.",
    "finding.eval_in_step_time.advice_slow": (
        "The training steps are as fast as before. Evaluate less often, or with --compile=False."
    ),
    "finding.eval_dominates.title": "Evaluation takes longer than training",
    "finding.eval_dominates.evidence": (
        "An evaluation takes {evaluation:duration}, the {between:,.0f} iterations until the next "
        "{training:duration}: evaluation is {share:.0%} of the time."
    ),
    "finding.eval_dominates.advice": "Try --eval_interval={interval:.0f} or fewer --eval_iters.",
    "finding.eval_dominates.advice_iters": "Try --eval_interval={interval:.0f} or --eval_iters={batches:.0f}.",
    "finding.warm_up.title": "The first iteration is slow, as expected",
    "finding.warm_up.times": "The first iteration took {first:duration}, a usual one {step:milliseconds}.",
    "finding.warm_up.compiled": "torch.compile runs in it.",
    "finding.warm_up.not_compiled": "Memory is first allocated in it, and kernels are first loaded.",
    "finding.warm_up.maybe_compiled": "Memory is first allocated in it, and torch.compile, if used, runs in it.",
    "finding.warm_up.evaluation": "The first evaluation is part of it.",
    "finding.warm_up.advice": "Leave it out of any average.",
    "finding.throughput_drift.title_slower": "The steps became slower",
    "finding.throughput_drift.title_faster": "The steps became faster",
    "finding.throughput_drift.slower": (
        "A step took {early:milliseconds} in the first quarter of the log and {late:milliseconds} in the last: "
        "{change:.0%} slower."
    ),
    "finding.throughput_drift.faster": (
        "A step took {early:milliseconds} in the first quarter of the log and {late:milliseconds} in the last: "
        "{change:.0%} faster."
    ),
    "finding.throughput_drift.advice_slower": (
        "Unless each step does more by design: heat, a power limit, another program. `nvidia-smi dmon` shows it."
    ),
    "finding.throughput_drift.advice_faster": (
        "Something else used the machine at first, or it was still compiling and caching."
    ),
    "finding.throughput_jitter.title": "The step time varies a lot",
    "finding.throughput_jitter.evidence": (
        "Half of the steps take {median:milliseconds} or less, one in ten {slow:milliseconds} or more."
    ),
    "finding.throughput_jitter.advice": (
        "Look for what comes and goes: other programs, a slow disk with the data, a laptop on battery."
    ),
    "finding.low_mfu.title": "Little of the device is used",
    "finding.low_mfu.share": "{rate:flops} is {mfu:.1%} of the {peak:flops} of {device}.",
    "finding.low_mfu.this_device": "this device",
    "finding.low_mfu.not_compiled": "A likely cause: it is not compiled (--compile=True).",
    "finding.low_mfu.float32": "A likely cause: float32 (--dtype=bfloat16).",
    "finding.low_mfu.narrow": "A likely cause: matrices only {width:.0f} wide.",
    "finding.low_mfu.few_tokens": "A likely cause: only {tokens:,.0f} tokens in a micro-batch.",
    "finding.low_mfu.unknown": "The log does not show why; `fledge train --profile` would.",
    "finding.low_mfu.advice": "`fledge tune` measures what would be faster.",
    # numbers the trainer prints
    "finding.mfu_units.title": "The printed MFU is in A100 units",
    "finding.mfu_units.reached": (
        "nanoGPT's mfu of {printed:.2%} is in A100 units, whatever the GPU: "
        "of 312 TFLOP/s, so {reached:flops} were achieved."
    ),
    "finding.mfu_units.reached_tflops": (
        "nanoGPT's mfu of {printed:.2%} is in A100 units, whatever the GPU: "
        "of 312 TFLOP/s, so {tflops:.0f} TFLOP/s ({tflops:.2f}) were achieved."
    ),
    "finding.mfu_units.same": "The model, its tokens and {step:,.1f} ms per step say the same.",
    "finding.mfu_units.several_gpus": (
        "The model, its tokens and {step:,.1f} ms per step give {ratio:.0f} times that: "
        "as if {ratio:.0f} GPUs ran, and one of them was printed."
    ),
    "finding.mfu_units.other": (
        "The model, its tokens and {step:,.1f} ms per step give {computed:flops}: "
        "some setting given here differs from the run's."
    ),
    "finding.mfu_units.device": "On the {device}, {peak:flops} at most, that is {share:.0%}.",
    "finding.mfu_units.advice": "Compare with this GPU's percentage.",
    "finding.mfu_impossible.title": "The printed MFU can't be right",
    "finding.mfu_impossible.above": "The printed MFU is {printed:.0%}: more than the whole peak.",
    "finding.mfu_impossible.above_a100": "nanoGPT compares every GPU with an A100's {peak:flops}.",
    "finding.mfu_impossible.above_other": (
        "It is compared with the peak of another GPU or dtype, or FLOPs are counted twice."
    ),
    "finding.mfu_impossible.negative": (
        "The printed MFU is {printed:.0%}: trainers print that for a GPU they do not know, or before they measured."
    ),
    "finding.mfu_impossible.zero_a100": (
        "The printed MFU is {printed:.0%}: nanoGPT compares with an A100, of which this is too little to show."
    ),
    "finding.mfu_impossible.zero": "The printed MFU is {printed:.0%}: the trainer does not know this GPU's peak.",
    "finding.tokens_per_s_wrong.title": "The printed tokens/s are wrong",
    "finding.tokens_per_s_wrong.title_unexplained": "The printed tokens/s do not fit the step time",
    "finding.tokens_per_s_wrong.printed": "The log prints {printed:,.0f} tokens/s.",
    "finding.tokens_per_s_wrong.computed": (
        "{tokens:,.0f} tokens in {step:,.1f} ms are {rate:,.0f} tokens/s: a factor of {factor:,.3g}."
    ),
    "finding.tokens_per_s_wrong.left_out": "That is {what}, {factor:.0f}, which the trainer leaves out.",
    "finding.tokens_per_s_wrong.twice": "That is {what}, {factor:.0f}, which the trainer counts twice.",
    "finding.tokens_per_s_wrong.accumulation": "gradient_accumulation_steps",
    "finding.tokens_per_s_wrong.processes": "the number of processes",
    "finding.tokens_per_s_wrong.micro_batches": "the micro-batches of all processes",
    "finding.tokens_per_s_wrong.advice": "Use {rate:,.0f} tokens/s.",
    "finding.tokens_per_s_wrong.advice_unexplained": (
        "A setting given here differs from the run's, or the trainer counts something else."
    ),
}
