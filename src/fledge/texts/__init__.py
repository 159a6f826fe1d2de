"""Everything fledge says, apart from the code that found it out."""

from fledge.texts.message import Message, say, t, text
from fledge.texts.units import listed

__all__ = ["Message", "listed", "say", "t", "text"]
