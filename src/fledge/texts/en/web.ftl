## what a server of ours says: `fledge watch`

web-refused-host = This server is not known by that name. Open the address that it printed when it started.
web-refused-origin = This request comes from another site.
web-refused-token = The token is missing or wrong. Open the address that fledge printed when it started: it ends in ?token=...
web-refused-body = The request is too large: at most { NUMBER($limit) } bytes.
web-refused-slow = The request came too slowly.
web-refused-many = This server has { NUMBER($most) } connections already. Close some pages or clients, and try again.
web-failure = This failed inside fledge. The terminal that it runs in says more.
web-warning-open = warning: --host={ $host } lets other machines connect, without encryption. Whoever has the token can read your runs and act on them. An ssh tunnel to 127.0.0.1 is safer.
web-ctrl_c = Ctrl-C ends it.
web-watch-no_run = There is no such run here.
web-watch-not_ours = Only runs of fledge can be acted on.
web-watch-compare = Choose two to { $most } runs.
web-watch-window = The first and the last iteration must be whole numbers: ?from=0&to=1000.
web-watch-failed = This run can't be analyzed. The terminal that fledge watch runs in says why.
web-watch-unreadable = Fewer than two of these runs can be read.

## the playground

web-play-no_checkpoint = { $run } has no such checkpoint that can be read. It may have been removed by a newer one: choose another.
web-play-busy = { $most } texts are being written already. Stop one, or wait for its end.
web-play-memory = This checkpoint needs { NUMBER($needed, digits: 1) } GB and { NUMBER($free, digits: 1) } GB of memory are free. Runs on this machine come first: try again when one has ended.
web-play-tokenizer = { $name } does not say which tokenizer it was trained with. Try fledge sample, which looks for its dataset.
web-play-vocabulary = { $name } is damaged: its tokenizer has more tokens than its model.
web-play-failed = The model failed to write this text. The terminal that fledge watch runs in says why.
web-play-killed = The process that wrote this text was killed, most likely because memory ran out. Try a smaller checkpoint, or wait until a run has ended.
web-play-ended = The process that wrote this text has ended. The terminal that fledge watch runs in says why.
web-play-start = The process that writes texts can't be started: { $why }.

## web/server.py

web-port_used = port { $port } is in use.
web-try_port = Try --port={ $other }.
web-port_refused = port { $port } is not yours to use.
web-try_high_port = Try one from 1024 on, such as --port=8080.
web-no_address = --host={ $host } is no address of this machine.
web-try_host = Try --host={ $loopback }.
web-cant_listen = can't listen on { $host }, port { $port }: { $reason }.
web-try_any = Try --host={ $loopback } --port=0.
web-bad_token = { $variable } needs at least { $least } letters, digits, or any of - _ . ~.
web-unset_token = Unset it: then a random one is made.

## web/watch/entry.py

web-watch-gone = It is gone, or leads out of the folder.

## web/watch/places.py

web-watch-no_place = no run, log or folder { $name }.
web-watch-without_name = Without a name, fledge watch shows the runs that are here.
web-watch-step = Step
web-watch-skip = Skip to the content
# then a colon, and the address
web-watching = watching
