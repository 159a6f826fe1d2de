## What `fledge demo` says.

demo-needs = What this run will need (`fledge plan`):
demo-training =
    Now training a GPT of { COUNT($parameters) } parameters ({ COUNT($ngrams) } of them a table of n-grams)
    on tiny Shakespeare, letter by letter: { NUMBER($iterations) } iterations of { NUMBER($letters) } letters.
    It starts knowing nothing: a loss of 4.17 is a blind guess among 65 letters.
demo-happened = What happened (`fledge explain`):
demo-writes = What it writes now:
demo-ended = val loss { FIXED($val, digits: 4) } after { DURATION($seconds) } of training.
demo-ended_beside = val loss { FIXED($val, digits: 4) } after { DURATION($seconds) } of training (nanoGPT's CPU example: 1.88).
demo-next = Everything is in { $run }. Next:
