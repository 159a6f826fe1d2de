"""The colours of every page, as a style sheet: reports hold it, the servers send it."""

from pathlib import Path

COLOURS_FILE = Path(__file__).with_name("colours.css")
