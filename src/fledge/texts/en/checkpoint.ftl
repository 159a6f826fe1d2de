## What `fledge checkpoint` says. A template names its numbers; texts/message.py lists the formats.

checkpoint-intact = { $path }: all { NUMBER($bytes) } bytes in { $files } files are as they were written
checkpoint-complete = { $path }: complete, { NUMBER($bytes) } bytes in { $files } files; it has no checksums, so damage inside a file would not show
checkpoint-damaged = { $file } is damaged: { $problem }.
checkpoint-unread = { $path } is as it was written, and can't be read: { $problem }
checkpoint-use_another = Use another checkpoint, or copy it again from where it is whole.
checkpoint-wrote = wrote { $out } from { $source }: { $before } files became { $after }
checkpoint-next = next: { $command }
checkpoint-problem = problem: { $problem }
checkpoint-reading = reading checkpoints
checkpoint-where = --out is missing: where to write it.
checkpoint-for_example = For example --out={ $name }-whole
checkpoint-exists = { $out } exists already.
checkpoint-another_name = Choose another name with --out.
checkpoint-nanogpts = { $path } is nanoGPT's: it is no checkpoint of fledge's.
checkpoint-name_a_run = Name a run, or a directory checkpoints/step-N in it.

## the page of `fledge checkpoint inspect`

checkpoint-page-file = file
checkpoint-page-size = size
checkpoint-page-tensors = tensors
checkpoint-page-dtypes = dtypes
checkpoint-page-iteration = iteration
checkpoint-page-model = model
checkpoint-page-saved_by = saved by
checkpoint-page-on_disk = on disk
checkpoint-page-losses = losses
checkpoint-page-settings = settings
checkpoint-page-progress = { NUMBER($it) }, { NUMBER($tokens) } tokens
checkpoint-page-progress_of = { NUMBER($it) }, { NUMBER($tokens) } tokens, { LIST($pointers) } of its run
checkpoint-page-model_is = { $arch }, { COUNT($parameters) } parameters
checkpoint-page-processes = { $number ->
    [one] 1 process; { $chosen }
   *[other] { NUMBER($number) } processes; { $chosen }
}
checkpoint-page-disk = { $size }, format { $format }
checkpoint-page-train = train { FIXED($loss, digits: 4) }
checkpoint-page-val = val { FIXED($loss, digits: 4) }
checkpoint-page-at = at iteration { NUMBER($it) }
checkpoint-page-best = best val so far { FIXED($loss, digits: 4) }

## a checkpoint that can't be used

checkpoint-none = { $run } holds no checkpoint to continue.
checkpoint-start_one = Start one: `fledge train` without --init_from=resume.
checkpoint-newer_format = { $path } has format { $format }, and this fledge reads { $known }.
checkpoint-update = Update fledge.
checkpoint-torn = { $path } is torn: { NUMBER($actual) } of { NUMBER($size) } bytes.
checkpoint-copy_again = Copy it again, or delete { $path } to go on from an earlier step.
checkpoint-no_key = { $path } is damaged: { $key } is missing or no { $kind }.
checkpoint-damaged_because = { $path } is damaged ({ $reason }).
checkpoint-other_settings = { $path } is damaged: its settings are those of another model.
checkpoint-no_file = no file { $path }.
checkpoint-check_path = Check the path.
checkpoint-another_file = Use another file.
checkpoint-unsafe = { $path } can't be read safely: { $reason }.
checkpoint-holds = { $path } is no checkpoint: it holds a { $kind }.
checkpoint-not_nanogpts = { $path } is no checkpoint of nanoGPT's ({ $reason }).
checkpoint-not_in_nanogpt = nanoGPT has no arch={ $arch }.
checkpoint-gpt2_only = Only runs with arch=gpt2 can be exported to it.
checkpoint-state_does_not_fit = the training state in { $path } does not fit this run ({ $reason }).
checkpoint-from_its_weights = Start from its weights instead: --init_from={ $path } --out_dir=NEW.
checkpoint-optimizer_does_not_fit = the optimizer state in { $path } does not fit ({ $reason }).
checkpoint-use_weights = Use --init_from={ $path }.

## why, as parts of a sentence

checkpoint-no_object = { $key } is no object
checkpoint-no_file_of_it = { QUOTED($name) } is no file of a checkpoint
checkpoint-key_is = { $key } is { QUOTED($value) }
checkpoint-no_value = config has no value for { $key }
checkpoint-not_chosen = { $key } is not chosen
checkpoint-holds_more = it holds more than tensors and plain values
checkpoint-model_holds_more = model holds more than tensors
checkpoint-not_torchs = damaged, or no file of torch's
checkpoint-not_as_written = it is not as it was written
checkpoint-cant_be_read = it can't be read ({ $error })
checkpoint-other_size = it has { NUMBER($size) } bytes, not { NUMBER($wanted) }
checkpoint-other_bytes = its bytes are not those that were written
checkpoint-piece_at = a piece is at { QUOTED($offsets) }
checkpoint-pieces_differ = the pieces of { $name } have different dimensions
checkpoint-pieces_dont_fit = the pieces of { $name } don't make one tensor
checkpoint-another_optimizer = another optimizer
checkpoint-another_optimizer_with = another optimizer, with { $name }
checkpoint-of_process = process { $rank }: { $cause }

## a checkpoint that can't be written

checkpoint-shared_disk = All processes must see the same --out_dir: on several machines, use a disk that they share.
checkpoint-vanished = { $run } has vanished: the checkpoint of iteration { NUMBER($it) } was not saved.
checkpoint-bring_back = Bring the directory back and resume, or start the run again.
checkpoint-not_saved = can't save { $path }: { QUOTED($cause) }.
checkpoint-not_there = { $path } was written and is not there.
checkpoint-damaged_anew = { $path } was damaged while it was written.
checkpoint-check_disk = Check the disk, and try again.
