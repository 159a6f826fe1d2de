"""Where a thread is: the collective that it waits in, or its place in fledge."""

import os
from types import FrameType

from fledge.texts import say, text

OF_TORCH = os.sep + os.path.join("torch", "distributed") + os.sep
BACKWARD = ("_engine_run_backward", "backward")
OURS = os.sep + "fledge" + os.sep
HEAR = (os.path.join("parallel", "meeting.py"), "hear")


def place_of(frame: FrameType | None) -> tuple[str, bool]:
    """What a thread does: the collective that it waits in, or else its place in fledge; and whether it waits."""
    collective, ours, is_backward, waits = "", "", False, False
    while frame is not None:
        file, name = frame.f_code.co_filename, frame.f_code.co_name
        if name in BACKWARD and f"{os.sep}torch{os.sep}" in file:
            is_backward = True
        if not ours and OF_TORCH in file and name not in ("wrapper", "forward"):
            # The outermost of torch's that fledge, or DDP, has called; one of its own parts if there is no other.
            if not name.startswith("_"):
                collective = name
            collective = collective or name.strip("_")
        if not ours and OURS in file:
            inside = file.rpartition(OURS)[2]
            place = f"{inside}:{frame.f_lineno}"
            ours, waits = text(say("watchdog.in_function", name=name, place=place)), (inside, name) == HEAR
        frame = frame.f_back
    if is_backward:
        return text(say("watchdog.in_backward")), True
    if collective:
        return text(say("watchdog.in_call", call=collective, place=ours)), True
    return ours, waits
