"""`fledge data`: what is in a dataset. One module a sub-command."""

SUBCOMMANDS = ("inspect",)
SUMMARY = "what is in a dataset, and whether it is sound"
USAGE = "fledge data inspect DATASET [--key=value ...]"
ABOUT = """\
  fledge data inspect    shards, counts, a sample of the text, the most common
                         tokens, and whether every byte is what was written

`fledge data inspect --help` explains more.

  fledge data inspect shakespeare_char
"""
