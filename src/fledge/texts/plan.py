"""Notes and advice of a plan, and what a tuning says about its choice."""

TEXTS: dict[str, str] = {
    "plan.note.compile": "compile={compiled}: {why}",
    "plan.note.bound_untested": (
        "memory of the compiled step: bounded by the eager step's, as fledge does not know how torch {version} compiles"
    ),
    "plan.note.bound_failed": (
        "memory of the compiled step: bounded by the eager step's, as lowering it failed ({error})"
    ),
    "plan.note.communication": "communication between GPUs is not included: a slow link makes the step longer",
    "plan.advice.smaller_batch": (
        "Try --batch_size={batch} --gradient_accumulation_steps={steps} (the same {tokens:,} tokens per iteration): "
        "{gb:.1f} GB."
    ),
    "plan.advice.compile": "Try --compile=True: {gb:.1f} GB.",
    "plan.advice.nothing_fits": (
        "No micro-batch fits: try a smaller model, a smaller --block_size, or a device with more memory."
    ),
    "tune.basis.roofline": "from trace and roofline, not measured",
    "tune.basis.measured": "measured on this machine, torch {version}",
    "tune.refused.does_not_fit": "does not fit",
    "tune.refused.free_memory": "{gb:.1f} GB are free",
    "tune.refused.out_of_memory": "out of memory",
    "tune.sure.data_sheet": (
        "as far as a data sheet tells: the smallest micro-batch within {share:.0%} of the best speed"
    ),
    "tune.sure.budget_ended": (
        "no: {choice} is the largest micro-batch that the budget reached, and larger ones were still faster"
    ),
    "tune.sure.within_noise": ("within noise of {others:list} ({measured}); the smaller micro-batch needs less memory"),
    "tune.sure.doubtful": (
        "not quite: {other} takes {low:+.0%} to {high:+.0%} more time ({measured}); a longer --budget tells them apart"
    ),
    "tune.sure.nothing_else": "yes: nothing else fits",
    "tune.sure.clear": "yes: the next, {other}, has {share:.0%} of its speed ({measured})",
    "tune.measured.rounds": "{rounds} interleaved rounds",
    "tune.measured.once": "one measurement of each",
    "tune.note.gpu_budget_ended": "the budget ended before micro-batch {size}: --budget={budget:.0f} goes on",
    "tune.note.no_room": "the budget was too short for micro-batch {sizes:list}: try --budget={budget:.0f}",
    "tune.note.busy": "other work took {share:.0%} of the core meanwhile: repeat it on an idle machine",
    "tune.note.compile_failed": "{problem}",
    "tune.trial.not_a_setting": "this is not a setting: `fledge train` chooses it with a test of its own",
    "tune.trial.compile_too_long": "in a run this short, compiling takes longer than it saves",
}
