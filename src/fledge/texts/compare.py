"""What a comparison says: names, conclusions, the verdict and the next steps. A and B are the labels of two groups."""

TEXTS: dict[str, str] = {
    # names and numbers inside sentences
    "compare.metric.val_loss": "val",
    "compare.metric.val_bpb": "val bits per byte",
    "compare.metric.loss": "batch loss (smoothed)",
    "compare.axis.iterations": "iterations",
    "compare.axis.tokens": "tokens",
    "compare.axis.time": "time",
    "compare.axis.flops": "FLOPs",
    "compare.position.iterations": "{x:,.0f}",
    "compare.position.tokens": "{x:tokens}",
    "compare.position.time": "{x:duration}",
    "compare.position.flops": "{x:.3g} FLOP",
    "compare.ratio.times": "{ratio:times}",
    "compare.ratio.share": "{share:.0%}",
    "compare.change": "{name} {first} against {second}",
    "compare.losses": "{metric} {low} against {high}",
    "compare.loss.measured": "{value:.4f} ({label})",
    "compare.loss.interpolated": "about {value:.4f} ({label})",
    "compare.loss.at_least": "at least {value:.4f} ({label})",
    "compare.between": "{a} and {b}: {text}",
    # what was compared
    "compare.other_data.text": "The losses are measured on different text or different tokens: they can't be compared.",
    "compare.other_data.changes": "The runs differ in {changes:list}.",
    "compare.other_data.first_losses": (
        "The first losses are {a:.2f} and {b:.2f}; "
        "the first loss of a new model is the logarithm of its vocabulary size."
    ),
    "compare.different_experiments.text": "These are different experiments.",
    "compare.scale.evidence": "They differ in scale: {differences:list}.",
    "compare.scale.tokens": "{a:tokens} against {b:tokens} tokens ({ratio:times})",
    "compare.scale.tokens_from_zero": "{a:tokens} against {b:tokens} tokens",
    "compare.scale.parameters": "{a:parameters} against {b:parameters} parameters",
    "compare.scale.context": "context {a:,.0f} against {b:,.0f}",
    "compare.unknown_text.text": "Whether both losses are measured on the same text and tokens is not known.",
    "compare.unknown_text.evidence": "Name it: --dataset=NAME, or one per run with commas.",
    "compare.unknown_settings.text": "The runs differ, and the settings that made them differ are not known.",
    "compare.no_setting.text": (
        "No known setting differs: what differs comes from chance, the machine or settings that were not logged."
    ),
    "compare.one_setting.micro_batch": "the micro-batch",
    "compare.one_setting.text": "Only {setting} changed: differences beyond noise come from it.",
    "compare.one_setting.text_at_least": (
        "Only {setting} is known to have changed: differences beyond noise come from it."
    ),
    "compare.several_settings.text": "No single setting can be credited: {number:word} settings changed at once.",
    "compare.several_settings.text_at_least": (
        "No single setting can be credited: at least {number:word} settings changed at once."
    ),
    "compare.changes": "Changed: {changes:separated}.",
    "compare.changed_with": "{names:list} changed with {leader}.",
    "compare.device.text": "The device does not explain the loss.",
    "compare.device.names": "{a} ran on {device_a}, {b} on {device_b}.",
    "compare.device.unnamed": "an unnamed device",
    "compare.device.same_config": (
        "One config gives the same loss on every device, up to chance: to compare devices, run the same config on both."
    ),
    # losses
    "compare.batch_loss.text": (
        "Not both have a validation loss, so batch losses are compared: dropout raises them, memorising lowers them."
    ),
    "compare.batch_loss.evidence": "They are smoothed: means of equal parts of the curve.",
    "compare.not_aligned.text": "Which loss is lower at equal iterations, tokens or time is not known.",
    "compare.not_aligned.evidence": "The two logs have no losses at the same point.",
    "compare.equal.not_evaluated": (
        "At equal {axes:list} ({positions:separated}) it can't be told: "
        "{labels:list} was not evaluated near there ({losses})."
    ),
    "compare.equal.unknown_noise": (
        "At equal {axes:list} ({positions:separated}) {losses} is {apart:.4f} apart; "
        "how much of that is chance is not known."
    ),
    "compare.equal.within_seed_noise": (
        "At equal {axes:list} ({positions:separated}) {losses} is within seed noise ({apart:.4f} apart; {noise})."
    ),
    "compare.equal.within_evaluation_noise": (
        "At equal {axes:list} ({positions:separated}) {losses} is within evaluation noise ({apart:.4f} apart; {noise})."
    ),
    "compare.equal.ahead": (
        "At equal {axes:list} ({positions:separated}) {ahead} is ahead: {losses} ({apart:.4f} apart; {noise})."
    ),
    "compare.equal.ahead_at_least": (
        "At equal {axes:list} ({positions:separated}) {ahead} is ahead: {losses} (at least {apart:.4f} apart; {noise})."
    ),
    "compare.equal.both_measured": "Both losses are as printed.",
    "compare.equal.measured": "The loss of {label} is as printed.",
    "compare.equal.interpolated": "The loss of {label} is interpolated between two evaluations.",
    "compare.equal.bounded": "{label} was not evaluated there, and was higher than at its next evaluation.",
    "compare.equal.training_time": "Time is training time, without evaluation.",
    "compare.crossing.text": "{passes} passes {passed} at {place}.",
    "compare.crossing.place": "{position} ({axis})",
    "compare.crossing.evidence": "The last change of order beyond noise: {places:list}.",
    # noise
    "compare.noise_size.none": "no evaluation noise",
    "compare.noise_size.seeds": "seed noise is {threshold:.2g}",
    "compare.noise_size.evaluation": "evaluation noise is {threshold:.2g}",
    "compare.noise.text": "Losses closer than {threshold:.2g} can't be told apart.",
    "compare.noise.threshold": "The threshold is {sds:.0f} standard deviations of the difference.",
    "compare.noise.shared_windows": (
        "Both were evaluated on the same windows, whose losses are assumed to correlate by {correlation}."
    ),
    "compare.noise.two_groups": (
        "The threshold is half the 95% interval of the difference of {first} and {second} seeds (Welch's t-test)."
    ),
    "compare.noise.one_group": (
        "95 of 100 single runs lie closer than that to the mean of {label}'s {seeds} seeds "
        "(standard deviation {sd:.4f})."
    ),
    "compare.noise.batch_losses": (
        "It is measured by the spread of the batch losses around their trend, in means of {batches}."
    ),
    "compare.noise.curve": "It is measured by the spread along the curve of evaluations.",
    "compare.noise.whole_split": "The whole validation split was evaluated.",
    "compare.noise.single_batches": (
        "It is at most the spread of single printed batch losses, because an evaluation averages several."
    ),
    "compare.noise.eval_iters": "eval_iters={number:.0f} random batches",
    "compare.noise.default_eval_iters": "nanoGPT's usual {number} random batches",
    "compare.noise.batches": (
        "It is measured by the spread of the printed batch losses; an evaluation averages {batches}."
    ),
    "compare.noise.evaluation_size": (
        "An evaluation averages {batches} of {batch:.0f} x {block:.0f} tokens; "
        "the loss of a window is assumed to vary by {window:.2f} nats."
    ),
    "compare.noise.unknown": "Evaluation noise is not known.",
    "compare.noise.unknown_settings": "Evaluation noise is not known: give {options:list}.",
    "compare.noise.no_loss": "The runs have no loss in common.",
    "compare.unknown_noise.text": "How much of a difference is chance is not known, so neither is called better.",
    "compare.one_seed.text": "How much another seed would change the loss is not known: each has one seed.",
    "compare.one_seed.evidence": (
        "Evaluation noise does not include it; a standard deviation of about {share:.2%} of the loss is assumed."
    ),
    "compare.seeds.beyond_chance": (
        "Over the seeds {b} minus {a} is {difference:+.4f} ({low:+.4f} to {high:+.4f}): more than chance."
    ),
    "compare.seeds.within_chance": (
        "Over the seeds {b} minus {a} is {difference:+.4f} ({low:+.4f} to {high:+.4f}): chance can explain it."
    ),
    "compare.seeds.evidence": "Welch's t-test: t = {t:.2f}, {df:.1f} degrees of freedom, p = {p:.2g}.",
    "compare.seeds_apart.text": "Two single runs like these may lie {apart:.2g} apart by chance.",
    "compare.seeds_apart.evidence": "95 of 100 such pairs lie closer, by Student's t from {seeds} seeds.",
    # speed
    "compare.speed.equal": "Both are equally fast: {a_rate:,.0f} and {b_rate:,.0f} tokens/s.",
    "compare.speed.slower": "{b} is {far} slower: {b_rate:,.0f} against {a_rate:,.0f} tokens/s.",
    "compare.speed.faster": "{b} is {far} faster: {b_rate:,.0f} against {a_rate:,.0f} tokens/s.",
    "compare.speed.rates": "{a}: {a_rate:,.0f} tokens/s, {b}: {b_rate:,.0f}.",
    "compare.speed.step_times": "The usual step takes {a_ms:,.0f} and {b_ms:,.0f} ms, without evaluation.",
    "compare.speed.steps_only": "A step takes {a_ms:,.1f} ms ({a}) and {b_ms:,.1f} ms ({b}).",
    "compare.speed.unknown_tokens": "Tokens per step are not known: give {options:list}.",
    "compare.compute.more": "{b} does {share:.0%} more FLOP/s: {b_rate:flops} against {a_rate:flops}.",
    "compare.compute.fewer": "{b} does {share:.0%} fewer FLOP/s: {b_rate:flops} against {a_rate:flops}.",
    "compare.compute.times": "{b} does {ratio:times} the FLOP/s: {b_rate:flops} against {a_rate:flops}.",
    "compare.compute.share_of_device": "That is {b:.0%} and {a:.0%} of the {device}'s {peak:flops}.",
    "compare.compute.share_of_unnamed_device": "That is {b:.0%} and {a:.0%} of the device's {peak:flops}.",
    "compare.compute.share_of_each_device": "That is {b:.0%} and {a:.0%} of the peak of each one's device.",
    "compare.compute.token_cost": (
        "A token costs {b} {ratio:times} the FLOPs: {b_params:parameters} against {a_params:parameters} parameters."
    ),
    "compare.compute.token_cost_of_another_model": "A token costs {b} {ratio:times} the FLOPs: it is another model.",
    "compare.compute.printed_mfu": "The logs print mfu {b:.1%} and {a:.1%}, relative to an A100's 312 TFLOP/s.",
    "compare.wider.text": "The wider matrices ({wide:,.0f} against {narrow:,.0f}) explain the MFU.",
    "compare.wider.evidence": (
        "A matrix twice as wide does twice the FLOPs per number it reads, so more of the device is used."
    ),
    "compare.micro_batch.text": (
        "The micro-batch cannot be credited with the MFU: "
        "the wider matrices ({wide:,.0f} against {narrow:,.0f}) explain it."
    ),
    "compare.micro_batch.text_both": (
        "The larger micro-batch and the wider matrices ({wide:,.0f} against {narrow:,.0f}) may both raise the MFU: "
        "these runs can't tell them apart."
    ),
    "compare.micro_batch.equal_tokens": (
        "Tokens per step are equal ({tokens:,.0f}): {wide_batch:.0f} x {wide_steps:.0f} "
        "against {narrow_batch:.0f} x {narrow_steps:.0f}."
    ),
    "compare.micro_batch.batches": (
        "The micro-batches are {wide_batch:.0f} x {wide_steps:.0f} against {narrow_batch:.0f} x {narrow_steps:.0f}."
    ),
    # single runs
    "compare.finding.text": "{label}: {title}.",
    "compare.overfitted.own_best": (
        "At its best step ({best_step:,}) {label} is at about {best:.2f}; "
        "at step {last_step:,}, val {last:.4f}, it is overfitted."
    ),
    "compare.overfitted.own_best_evidence": "At that step val is {best:.4f}.",
    "compare.overfitted.published_best": (
        "At its best step {label} is at about {best:.2f}; at step {last_step:,}, val {last:.4f}, it is overfitted."
    ),
    "compare.overfitted.published": "{source} has {best:.4f} for this config; this log does not show that step.",
    "compare.overfitted.text": "{label} is overfitted at step {last_step:,}, val {last:.4f}.",
    # the verdict
    "compare.verdict.seeds_without_loss": "These are seeds of one config, without a loss at an equal iteration.",
    "compare.verdict.seeds": (
        "One config, {seeds} seeds: {metric} is {mean:.4f} at iteration {iteration:,} "
        "(95% interval of the mean {low:.4f} to {high:.4f})."
    ),
    "compare.verdict.seeds_sd": "The standard deviation between seeds is {sd:.4f}.",
    "compare.verdict.other_data": (
        "The losses can't be compared: they are measured on different text or different tokens."
    ),
    "compare.verdict.different_experiments": "These are different experiments: {differences:list}.",
    "compare.verdict.not_aligned": "Which loss is lower at an equal point is not known.",
    "compare.verdict.not_shown": "{label} is not shown to be better or worse.",
    "compare.verdict.within_seeds": "Another seed may change the loss by more than that.",
    "compare.verdict.better": "{ahead} is better at equal {axes:list} ({positions:separated}): {losses}.",
    "compare.verdict.better_over_seeds": (
        "{ahead} is better at equal {axes:list} ({positions:separated}): {losses} (p = {p:.2g}, {a} and {b} seeds)."
    ),
    "compare.verdict.ahead": "At equal {axes:list} ({positions:separated}) {ahead} is ahead: {losses}.",
    "compare.verdict.also_ahead": "At equal {axes:list} ({positions:separated}) {ahead} is also ahead: {losses}.",
    "compare.verdict.some_other_data": (
        "The losses can't all be compared: some are, or may be, measured on different text or different tokens."
    ),
    "compare.verdict.none_aligned": "Which loss is lowest at an equal point is not known.",
    "compare.verdict.ranking": "At equal {axis} ({position}) {metric} is, best first: {order:list}.",
    "compare.verdict.rank": "{label} {value:.4f}",
    "compare.verdict.best_not_shown": "{best} is not shown to be better than {others:list}.",
    "compare.verdict.best": "{best} is ahead of the others by more than chance.",
    # next steps
    "compare.next.same_text": "Train {b}'s settings on {a}'s text",
    "compare.next.same_config": "To compare devices, run the same config on both",
    "compare.next.tune": "Measure what the micro-batch does, at equal tokens per step",
    "compare.next.micro_batch": "Or run {a} with {b}'s micro-batch alone: {options}",
    "compare.next.one_setting": "Run {a} with {b}'s {name} alone",
    "compare.next.one_at_a_time": "Run {a} with {b}'s {name} alone, and the other changes one at a time",
    "compare.next.confirm": "Another seed would tell whether it holds ({label})",
    "compare.next.more_seeds": "More seeds would tell: run the same with another seed ({label})",
    "compare.next.one_more_seed": "One more seed narrows the interval",
    "compare.next.other_trainer": "the command of {run}, with {options:list}",
}
