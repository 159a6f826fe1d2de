## A plan in a notebook, and in one line before a run starts

plan_card-fits = fit होता है
plan_card-does_not_fit = fit नहीं होता
plan_card-compiled = compile किया हुआ
plan_card-eager = eager
plan_card-computed = computed
plan_card-traced = traced
plan_card-measured = measured
plan_card-table = table
plan_card-assumed = assumed
plan_card-memory = मेमोरी
plan_card-energy = बिजली
plan_card-cost = खर्च
plan_card-parameters = parameters
plan_card-tokens_read = tokens
plan_card-iteration = iteration
plan_card-training = training
plan_card-val_loss = val loss
plan_card-headline_tokens = { COUNT($tokens) } tokens
plan_card-headline_time = लगभग { $span } की training, { $finish } को पूरी
plan_card-headline_memory_of = { SIGNIFICANT($has, digits: 3) } में से { FIXED($gb, digits: 1) } GB तक
plan_card-headline_memory = { FIXED($gb, digits: 1) } GB तक
plan_card-memory_not_known = डिवाइस की मेमोरी मालूम नहीं
plan_card-needs = tensors { GIBIBYTES($tensors) }, कुल मिलाकर { GIBIBYTES($total) } तक: { $verdict }
plan_card-needs_of = tensors { GIBIBYTES($tensors) }, कुल मिलाकर { GIBIBYTES($has) } में से { GIBIBYTES($total) } तक: { $verdict }
plan_card-learning_rate = learning rate
plan_card-iterations = iterations
plan_card-schedule = { $iterations ->
    [one] { NUMBER($iterations) } iteration में learning rate { SIGNIFICANT($first, digits: 3) } से { SIGNIFICANT($last, digits: 3) }।
   *[other] { NUMBER($iterations) } iterations में learning rate { SIGNIFICANT($first, digits: 3) } से { SIGNIFICANT($last, digits: 3) }।
}
plan_card-with_the_rest = बाकी सब मिलाकर
plan_card-speed = रफ़्तार
plan_card-tokens = { $iterations ->
    [one] { NUMBER($iterations) } iteration में { COUNT($tokens) }
   *[other] { NUMBER($iterations) } iterations में { COUNT($tokens) }
}
plan_card-checkpoints = checkpoints
plan_card-on_disk = disk पर { GIBIBYTES($gib) }
plan_card-advice = सलाह
plan_card-note = ध्यान दें
plan_card-time = { DURATION($value) } ({ DURATION($low) } से { DURATION($high) }; { $basis })
plan_card-range = { $value } ({ $low } से { $high }) ({ $basis })
plan_card-range_in = { $value } ({ $low } से { $high }) { $unit } ({ $basis })
plan_card-nats = { FIXED($low, digits: 2) } से { FIXED($high, digits: 2) } nats प्रति token ({ $basis })
