## What any command may say when it can't go on.

error-path = { $reason }.
error-path_named = { $path }: { $reason }.
error-check_path = Check that path.
error-out_of_memory = out of memory.
error-smaller = Try a smaller --batch_size or model.
# a part of a sentence
error-missing_key = { $key } is missing
error-problems = { $number } problems:
error-more_problems = and { NUMBER($number) } more

## --lang and --digits

error-unknown_language = fledge does not speak { QUOTED($name) }.
error-languages = It speaks { $languages }: --lang=en, or FLEDGE_LANG=en
error-unknown_digits = digits={ $digits } is neither western nor native. Try --digits=western, or FLEDGE_DIGITS=western.

## A word that is not known, and one like it that is

error-did_you_mean = Did you mean { $near }?
