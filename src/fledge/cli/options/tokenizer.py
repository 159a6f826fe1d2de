"""`fledge tokenizer`: a vocabulary of your own, and how vocabularies fit your text."""

from dataclasses import dataclass

from fledge.cli.command import Command, Group
from fledge.cli.options.shared import TextOptions
from fledge.config.fields import setting


@dataclass(frozen=True)
class TokenizerTrainOptions(TextOptions):
    vocab_size: int = setting(
        32768,
        "more tokens make text shorter and the model's embedding larger; up to 65536, a token takes 2 bytes on disk",
        group="Vocabulary",
        least=257,
        most=1_000_000,
    )
    out: str = setting("tokenizer.json", "the file to write")
    bytes: int = setting(100_000_000, "how much text to learn from; more costs memory and changes little", least=1)


@dataclass(frozen=True)
class TokenizerStatsOptions(TextOptions):
    tokenizers: str = setting("gpt2,byte", "gpt2, byte and files, with commas between them", group="Measuring")
    bytes: int = setting(10_000_000, "how much text to look at; more for rare characters", least=1)
    json: bool = setting(False, "one JSON document on stdout, for programs to read")


TRAIN = Command(
    name="tokenizer train",
    summary="learn a vocabulary from your text",
    usage="fledge tokenizer train PATH... [--vocab_size=32768] [--out=tokenizer.json]",
    about="""\
Learns byte pairs (BPE) from text: files, folders, URLs, whatever `fledge
prepare` reads. All 256 bytes are in the vocabulary, so that it can write any
text in any language. Words with combining marks stay whole. One part in 20 of
the text is held out, to measure on.

The file is Hugging Face's tokenizer.json: the libraries tokenizers and
transformers read it and give the same tokens.

  fledge tokenizer train corpus/ --vocab_size=32768
  fledge tokenizer train hindi.parquet --text_column=body --out=hindi.json
  fledge prepare corpus/ --tokenizer=tokenizer.json
""",
    options=TokenizerTrainOptions,
    word="PATH",
    without_words="nothing to learn from. Try: fledge tokenizer train my_text.txt",
)
STATS = Command(
    name="tokenizer stats",
    summary="bytes per token of a vocabulary on your text",
    usage="fledge tokenizer stats PATH... [--tokenizers=gpt2,FILE,byte] [--json]",
    about="""\
Encodes your text with each tokenizer and shows, for every file: tokens, bytes
per token, characters per token, and the share of tokens that are a single byte.
Fewer than two bytes per token, or many single bytes, mean that the vocabulary
does not know the language: learn one with `fledge tokenizer train`. A tokenizer
is gpt2, byte, or a file: a Hugging Face tokenizer.json of byte-level BPE
(GPT-2, Llama 3, Qwen, SmolLM2) or a .tiktoken file.

  fledge tokenizer stats hindi.txt arabic.txt english.txt
  fledge tokenizer stats corpus/ --tokenizers=gpt2,tokenizer.json
  fledge tokenizer stats corpus.jsonl.zst --bytes=100e6 --json
""",
    options=TokenizerStatsOptions,
    word="PATH",
    without_words="no text to look at. Try: fledge tokenizer stats my_text.txt",
)
COMMAND = Group(
    name="tokenizer",
    summary="learn a vocabulary from your text; see how one fits it",
    usage="fledge tokenizer train | stats PATH... [--key=value ...]",
    about="""\
  fledge tokenizer train    learn a vocabulary of byte pairs from your text
  fledge tokenizer stats    bytes per token of a vocabulary on your text

GPT-2's vocabulary was learned from English. Text in another language, or source
code, takes fewer tokens with a vocabulary of its own, so that the same training
sees more of it. `fledge tokenizer train --help` explains more.

  fledge tokenizer stats hindi.txt arabic.txt
  fledge tokenizer train hindi.txt --vocab_size=32768 --out=hindi.json
  fledge prepare hindi.txt --tokenizer=hindi.json
""",
    commands={"train": TRAIN, "stats": STATS},
)
