"""The console that pages are printed to."""

import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.console import Console


def console() -> "Console":
    """As wide as the terminal; 80 columns in a file."""
    from rich.console import Console

    return Console(highlight=False, width=None if sys.stdout.isatty() else 80)
