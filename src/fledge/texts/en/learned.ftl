## `fledge tokenizer stats`: what a vocabulary learned from the text would save.

learned-learning = learning a vocabulary to compare with ...
learned-sample = A vocabulary of { NUMBER($size, digits: 0) } tokens learned from this text has { FIXED($bytes, digits: 2) } bytes per token and { FIXED($words, digits: 2) } tokens per word, in the { PERCENT($share) } of it that it did not learn from; { $other } has { FIXED($other_bytes, digits: 2) } and { FIXED($other_words, digits: 2) } there.
learned-saves = It would save { PERCENT($saved) } of the tokens: with as many tokens a step, an epoch has { FIXED($ratio, digits: 1) } times fewer steps, and a context of { NUMBER($context, digits: 0) } tokens holds { NUMBER($own, digits: 0) } bytes of text instead of { NUMBER($less, digits: 0) }.
learned-saves_little = It would make hardly fewer tokens than { $other }.
learned-column_words =
    tokens/
    word
