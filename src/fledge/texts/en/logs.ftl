## Logs and run directories: what they say of themselves, and why one can't be read.

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
logs-origin-command_line = command line
logs-origin-run = the run
logs-origin-dataset = the dataset
logs-origin-column = the column's name
logs-origin-nanogpt = nanoGPT's default
logs-origin-line = line { $number }

## where the time along a run is from

logs-time-printed = the time that the log prints
logs-time-summed = the sum of the steps, evaluations left out
