## The command `fledge` itself

cli-about =
    fledge { $version }: raises a small GPT on the hardware you have, and tells the
    truth about the run.

      fledge demo                    data, training and a sample in minutes
      fledge prepare my_book.txt     your own text as a dataset
      fledge train config/demo.py    train; nanoGPT's commands work too
      fledge explain                 what happened; reads other trainers' logs too
      fledge watch                   runs in your browser, live
      fledge sample                  text from the newest run
cli-commands = Commands (`fledge COMMAND --help` explains each):
# after "fledge: ", which stands before every line of an error
cli-stopped = stopped.
cli-unknown_command = unknown command { QUOTED($name) }.{ $near }
cli-lists_commands = `fledge --help` lists them.
cli-unknown_subcommand = fledge { $command } has no { QUOTED($word) }.{ $near }
cli-subcommands = It has { $names }.
cli-needs_package = fledge { $command } needs { $package }, which is not installed.
cli-windows = fledge runs on Linux and macOS.
cli-use_wsl = On Windows, use it in WSL: wsl --install

## Commands of other tools: what does the same here

cli-instead-finetune = Fine-tuning is training from given weights: fledge train --init_from=gpt2 --dataset=NAME
cli-instead-resume = To continue a run: fledge train --init_from=resume --out_dir=RUN
cli-instead-eval = To evaluate a run: fledge train --init_from=resume --eval_only --out_dir=RUN
cli-instead-generate = To write text: fledge sample RUN --start='Once upon a time'
cli-instead-chat = To talk to a model: fledge serve RUN has a page. It continues text: fledge does not train chat models.
cli-instead-export_hf = fledge export RUN --to=hf writes a folder for transformers.
cli-instead-convert = fledge export RUN --to=hf writes a folder for transformers; fledge train and sample read such folders.
cli-instead-init = No set-up is needed: fledge demo, or fledge prepare YOUR_TEXT.txt and fledge train
cli-instead-run = To start a run: fledge train config/demo.py
cli-instead-download = To fetch and tokenize data: fledge prepare NAME
cli-instead-preprocess = To tokenize text: fledge prepare YOUR_TEXT.txt
cli-instead-benchmark = To measure this machine: fledge bench speed
cli-instead-log = To read a run or a log: fledge explain LOG
cli-instead-doctor = To see this machine: fledge devices
