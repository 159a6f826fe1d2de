## logs/timeline.py

logs-printed_time = the time that the log prints
logs-summed_time = the sum of the steps, evaluations left out

## logs/readers/dispatch.py

logs-unknown_folder = { $path } holds no run of fledge and no log that it knows.
logs-give_log = Give a run directory or a log file.
logs-no_training = { $name } has no training lines that fledge knows.

## logs/readers/fledge.py

logs-is_it_ours = Is it a run of fledge? Its log.txt can be read alone.
logs-unreadable = { $path } can't be read.

## logs/readers/hf_trainer.py

logs-incomplete_json = { $name } can't be read: it is not complete JSON.
logs-another_checkpoint = Give another checkpoint's.

## logs/readers/registry.py

logs-known_formats = It reads run directories of fledge, logs of { $names }, and lines like { QUOTED($example) }.

## logs/readers/source.py

logs-cant_read = { $name } can't be read: { $reason }.
logs-another_file = Give another file.
logs-too_large = { $name } is too large to be a trainer's state.
logs-log_instead = Give the log instead.
logs-no_log = no run or log { $name }.
logs-give_run = Give a run directory, a log file, or - for standard input.

## logs/readers/tables.py

logs-nameless_csv = { $name } is a CSV export of TensorBoard, and its name does not say which metric it holds.
logs-rename_csv = Rename it as TensorBoard does, run-NAME-tag-train_loss.csv, or give the event file itself.

## what the lines of a log count

logs-counts-iterations = iterations
logs-counts-micro_batches = micro-batches
logs-counts-log_lines = log lines
logs-counts-epochs = epochs
logs-counts-wandb_steps = wandb steps
logs-counts-samples = samples
logs-counts-steps_of_epochs = steps of epochs

## how a run ended

logs-ended-finished = finished
logs-ended-interrupted = interrupted
logs-ended-diverged = diverged
logs-ended-out_of_memory = out of memory
logs-ended-error = error

## where a setting is from

logs-origin-default = default
logs-origin-default_of = default of { $setting }
logs-origin-trained = default for trained weights
logs-origin-earlier = default of earlier versions
logs-origin-assumed = assumed
logs-origin-planned = as planned
logs-origin-command_line = command line
logs-origin-run = the run
logs-origin-dataset = the dataset
logs-origin-column = the column's name
logs-origin-nanogpt = nanoGPT's default
logs-origin-line = line { $number }

## the format of a log that no trainer is known by

logs-format-named_numbers = named numbers

## the run that a command takes when none is named

logs-newest_run = { $command }: { $run }, the newest run
logs-newest_run_with_losses = { $command }: { $run }, the newest run; { $newest } is newer, but has no losses
logs-newest_run_with_log = { $command }: { $run }, the newest run; { $newest } is newer, but has no log
logs-checkpoint_only = { $run } holds a checkpoint and no log of how it was trained.
logs-name_the_log = Name the file with what the trainer printed: { $command }
