"""fledge: raises a small GPT on the hardware you have, and tells the truth about the run."""

__version__ = "0.1.0"
