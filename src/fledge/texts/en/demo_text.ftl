## What `fledge demo` says about the texts in other languages than English.

demo_text-trains = Now training a GPT of { PARAMETERS($parameters) } parameters ({ PARAMETERS($table) } of them a table of n-grams) on { $dataset }, which ships with fledge: { NUMBER($iterations, digits: 0) } iterations of { NUMBER($tokens, digits: 0) } tokens.
demo_text-knows_nothing = It starts knowing nothing: a loss of { FIXED($loss, digits: 2) } is a blind guess among { NUMBER($vocabulary, digits: 0) } tokens.
demo_text-arabic = arabic_small is Arabic of the 10th century: the epistles of the Brethren of Purity on nature. So the model writes in their style.
demo_text-hindi = hindi_small is verse of the 16th century: the Ramcharitmanas of Tulsidas. It is in Awadhi and not in today's Hindi, and so is what the model writes.
