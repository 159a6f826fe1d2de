## What `fledge checkpoint` says. A template names its numbers; texts/message.py lists the formats.

checkpoint-intact = { $path }: all { NUMBER($bytes) } bytes in { $files } files are as they were written
checkpoint-complete = { $path }: complete, { NUMBER($bytes) } bytes in { $files } files; it has no checksums, so damage inside a file would not show
checkpoint-damaged = { $file } is damaged: { $problem }.
checkpoint-unread = { $path } is as it was written, and can't be read: { $problem }
checkpoint-use_another = Use another checkpoint, or copy it again from where it is whole.
checkpoint-wrote = wrote { $out } from { $source }: { $before } files became { $after }
checkpoint-next = next: { $command }
