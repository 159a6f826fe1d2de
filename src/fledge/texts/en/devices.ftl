## cli/commands/devices.py

devices-measure_here = --measure is for this machine, not for { QUOTED($name) }.
devices-leave_one_out = Leave one of the two out.
devices-measuring = measuring this machine's matmuls for about a second ...
