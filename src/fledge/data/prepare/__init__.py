"""Text to a dataset directory: any amount, in bounded memory, on all cores, continued after an interruption."""

from fledge.data.prepare.build import Prepared, prepare
from fledge.data.prepare.request import Request

__all__ = ["Prepared", "Request", "prepare"]
