"""What a user sees when something can't go on: one line that says what, why, and what to type instead."""

from collections.abc import Sequence

MAX_PROBLEMS = 20  # shown at once; a file of something else may have thousands


class FledgeError(Exception):
    """A mistake the user can put right. The command exits with `exit_code` and prints no traceback."""

    exit_code = 2

    def __init__(self, problem: str, fix: str = "") -> None:
        self.problem = problem
        self.fix = fix
        super().__init__(f"{problem} {fix}".strip())


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
        where = f"{error.filename}: " if error.filename else ""
        return FledgeError(f"{where}{error.strerror or error}.", "Check that path.")
    if is_out_of_memory(error):
        return RunFailed("out of memory.", "Try a smaller --batch_size or model.")
    return None


def why(error: Exception) -> str:
    """An exception as part of a sentence: a KeyError has only its key to say."""
    return f"{error} is missing" if isinstance(error, KeyError) else str(error)


def raise_all(problems: Sequence[str]) -> None:
    """Raise one error that names every problem, so that the user corrects them in one go."""
    if len(problems) == 1:
        raise FledgeError(problems[0])
    if problems:
        shown = [f"  - {problem}" for problem in problems[:MAX_PROBLEMS]]
        if len(problems) > MAX_PROBLEMS:
            shown.append(f"  - and {len(problems) - MAX_PROBLEMS:,} more")
        raise FledgeError("\n".join([f"{len(problems)} problems:", *shown]))
