"""Everything fledge says about a run or a plan, apart from the code that found it out."""

from fledge.texts.message import Message, say, text

__all__ = ["Message", "say", "text"]
