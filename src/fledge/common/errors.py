"""What a user sees when something can't go on: one line that says what, why, and what to type instead."""

from collections.abc import Sequence

from fledge.texts import Message, say, text

MAX_PROBLEMS = 20  # shown at once; a file of something else may have thousands


class FledgeError(Exception):
    """A mistake the user can put right. The command exits with `exit_code` and prints no traceback."""

    exit_code = 2

    def __init__(self, problem: str | Message, fix: str | Message = "") -> None:
        self.problem = str(problem)
        self.fix = str(fix)
        super().__init__(f"{self.problem} {self.fix}".strip())


class RunFailed(FledgeError):
    """The request was sound and the run went wrong: diverged, ran out of memory, filled the disk."""

    exit_code = 1


class Diverged(RunFailed):
    """The loss or the gradient is NaN or infinite."""


def is_out_of_memory(error: BaseException) -> bool:
    """Whether memory ran out: torch has its own error for a GPU, and a plain RuntimeError for the CPU."""
    is_torchs = type(error).__name__ == "OutOfMemoryError" or "can't allocate memory" in str(error)
    return isinstance(error, MemoryError) or is_torchs


def as_fledge_error(error: Exception) -> FledgeError | None:
    """The error in words for the user; None if it is a fault of fledge's own."""
    if isinstance(error, FledgeError):
        return error
    if isinstance(error, OSError):  # a path that no check foresaw: too long, not readable, on a broken disk
        reason = error.strerror or str(error)
        named = say("error.path_named", path=error.filename, reason=reason)
        return FledgeError(named if error.filename else say("error.path", reason=reason), say("error.check_path"))
    if is_out_of_memory(error):
        return RunFailed(say("error.out_of_memory"), say("error.smaller"))
    return None


def why(error: Exception) -> str:
    """An exception as part of a sentence: a KeyError has only its key to say."""
    return text(say("error.missing_key", key=str(error))) if isinstance(error, KeyError) else str(error)


def raise_all(problems: Sequence[str | Message]) -> None:
    """Raise one error that names every problem, so that the user corrects them in one go."""
    if len(problems) == 1:
        raise FledgeError(problems[0])
    if problems:
        shown = [f"  - {problem}" for problem in problems[:MAX_PROBLEMS]]
        if len(problems) > MAX_PROBLEMS:
            shown.append(f"  - {say('error.more_problems', number=len(problems) - MAX_PROBLEMS)}")
        raise FledgeError("\n".join([text(say("error.problems", number=len(problems))), *shown]))
