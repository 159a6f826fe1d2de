## Logs and run directories: what they say of themselves, and why one can't be read.

## what the lines of a log count

logs-counts-iterations = iterations
logs-counts-micro_batches = micro-batches
logs-counts-log_lines = log की लाइनें
logs-counts-epochs = epochs
logs-counts-wandb_steps = wandb के steps
logs-counts-samples = samples
logs-counts-steps_of_epochs = epochs के steps

## how a run ended

logs-ended-finished = पूरा हुआ
logs-ended-interrupted = बीच में रोका गया
logs-ended-diverged = diverge हुआ
logs-ended-out_of_memory = मेमोरी कम पड़ी
logs-ended-error = error

## where a setting is from

logs-origin-default = default
logs-origin-default_of = { $setting } का default
logs-origin-trained = train किए हुए weights का default
logs-origin-command_line = command line
logs-origin-run = run
logs-origin-dataset = dataset
logs-origin-column = कॉलम का नाम
logs-origin-nanogpt = nanoGPT का default
logs-origin-line = लाइन { $number }

## where the time along a run is from

logs-time-printed = log में लिखा समय
logs-time-summed = steps का जोड़, evaluations के बिना
