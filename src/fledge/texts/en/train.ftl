## What a run says while it goes: a machine that is busy with other work.
## A template names its numbers; texts/message.py lists the formats.

## parts of a sentence: why it is slow

load-others = other processes use { FIXED($others, digits: 1) } of { SIGNIFICANT($cores) } cores
load-steal = the host of this virtual machine takes { FIXED($steal, digits: 1) } of { SIGNIFICANT($cores) } cores
load-throttled = the container's quota of { SIGNIFICANT($cores) } cores holds it back for { FIXED($throttled, digits: 1) } cores' worth of time
load-slow_clock = the cores run at { NUMBER($mhz, digits: 0) } MHz, and ran at { NUMBER($usual, digits: 0) } MHz
load-other_work = other work took a part of the cores
load-unknown = nothing that fledge can read here says why

train-slower_than_before = iterations take { MILLISECONDS($now) }, { TIMES($ratio) } the { MILLISECONDS($best) } of the fastest in this run: { SEPARATED($reasons) }
train-slower_than_planned = iterations take { MILLISECONDS($now) }, { TIMES($ratio) } the planned { MILLISECONDS($planned) }: { SEPARATED($reasons) }
train-waiting = this run waits for a core { PERCENT($lost) } of the time: { SEPARATED($reasons) }
train-planned = planned { DURATION($planned) } of training, took { DURATION($took) }
train-planned_but_busy = planned { DURATION($planned) } of training, took { DURATION($took) }: for { PERCENT($share) } of it the machine was busy ({ SEPARATED($reasons) })

## requests to a run that goes on

request-stop = { $run } ends after its current step and saves ({ $writer }).
request-save = { $run } saves a checkpoint after its current step ({ $writer }).
train-no_page = note: training goes on without a page. { $why }

## several processes

processes-failed = rank { $rank }: { $why }
processes-killed = rank { $rank } was killed ({ $signal }).
processes-ended = rank { $rank } ended with code { $code } and without a word.
processes-silent = no process has told the others its { $key } for { DURATION($seconds) }.
processes-restart = fledge: { $why } Starting all processes again, from the last checkpoint ({ $number } of { $most }).
processes-one_gpu = --device={ $device } is one GPU, and --devices={ $number } asks for more. Leave out --device.
processes-mps = mps is one GPU. Leave out --devices, or use --device=cpu.
processes-too_few_gpus = --devices={ $number } asks for { $number } GPUs, and this machine has { $gpus }. Try --devices=auto, or --device=cpu.
processes-already = --devices starts processes, and torchrun has already started { $number }. Leave out one of them.
processes-from_python = fledge.train trains in the process that calls it. For several: fledge train --devices={ $devices } in a terminal.
processes-differs = rank { $rank } has another value of { $name } than rank 0: { $value }, not { $first }.
processes-differ = ranks { $ranks } have another value of { $name } than rank 0: { $value }, not { $first }.
processes-differ_more = { $number } more differ.
processes-differ_advice = Start every process with the same command, code and data.
processes-no_nccl = --backend=nccl is for NVIDIA GPUs with a torch that has NCCL, and this run is on { $device }. Leave out --backend.
processes-lost = a process of this run is gone: { $why }.
processes-restarted = started again by the agent ({ $number }), continues { $run }
processes-restarted_anew = started again by the agent ({ $number }): { $run } had no checkpoint yet
processes-auto_resume_where = --auto_resume needs --out_dir: the place where it looks for the run.

## the watchdog of several processes

watchdog-frozen = { $ranks } gave no sign of life for { DURATION($seconds) }: frozen, or its machine is gone. Last seen at iteration { NUMBER($it) }, at { $where }.
watchdog-absent = { $ranks } has not started for { DURATION($seconds) }, and the others have.
watchdog-no_store = rank { $rank } made no progress for { DURATION($seconds) } at iteration { NUMBER($it) }: it is at { $where }. The store at { $address }, where processes leave their signs of life, does not answer: that machine, or the process that keeps it, is frozen or gone.
watchdog-stuck = { $ranks } made no progress for { DURATION($seconds) } at iteration { NUMBER($it) }: it is at { $where }.
watchdog-all_wait = no process got on for { DURATION($seconds) } at iteration { NUMBER($it) }: all wait, in { $where }. Is the network between them working?
watchdog-others = Others wait in { $where }.
