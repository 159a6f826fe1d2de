## Files and disks.

files-unreadable = can't read { $path }: { $reason }.
files-space_try_again = Free some space and try again.
files-space_export_again = Free some space and export again.
files-space_continue = Free some space and continue: fledge train --init_from=resume --out_dir={ $run }.
files-space_start_again = Free some space and start the run again: it has no checkpoint yet.
files-space_continues_here = Free some space and run the same command again: it continues from here.
files-space_continues_saved = Free some space and run the same command again: it continues where it last saved.

## common/files.py

files-no_home = there is no home directory to keep files in.
files-set_cache = Set FLEDGE_CACHE to a directory.
files-unwritable = can't write { $path }: { $reason }.
files-elsewhere = Write somewhere else: another --out_dir, --data_dir or --out.
files-nested = it is nested too deeply
files-not_json = { $path } is not JSON: { $reason }.
