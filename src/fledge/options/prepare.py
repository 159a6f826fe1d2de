"""`fledge prepare`: text to a dataset directory."""

from dataclasses import dataclass

from fledge.config.fields import setting
from fledge.options.command import Command


@dataclass(frozen=True)
class PrepareOptions:
    tokenizer: str = setting(
        "auto",
        "char for small text, gpt2 for large, byte for anything; bpe:32768 learns 32,768 tokens from your text; or a "
        "file (tokenizer.json, .tiktoken). auto: char for plain text up to 20 MB, otherwise gpt2",
        group="What comes out",
    )
    tokens: int = setting(0, "stop after exactly this many training tokens; 0: take all", least=0)
    name: str = setting("", "the dataset's name; default: the name of the first file or folder")
    data_dir: str = setting("data", "the directory that holds the datasets")
    split: str = setting(
        "auto",
        "documents: each goes to train or val by its hash, and stays there when others are added. contiguous: the "
        "end of the text is val, as in nanoGPT. auto: contiguous for fewer than 1,000 files of plain text",
        choices=("auto", "documents", "contiguous"),
    )
    val_fraction: float = setting(
        0.0,
        "0: 0.1 of a contiguous text, 0.01 of documents, 0.0005 of fineweb_edu and openwebtext, and more if --tokens "
        "is so small that this would be fewer than a million tokens",
        least=0,
        most=0.99,
    )
    shard_tokens: int = setting(
        100_000_000, "tokens per file (train-00000.bin ...); a smaller dataset is train.bin and val.bin", least=1
    )
    single: bool = setting(False, "one train.bin however large, as nanoGPT reads it")
    overwrite: bool = setting(False, "replace a dataset of that name that was made from other text, or by nanoGPT")
    normalize: str = setting(
        "none",
        "unify spellings, which loses information; what is changed is counted. ar: presentation forms, tatweel, "
        "diacritics, alef variants, digits; hi: NFC, nukta letters, needless joiners; nfc; or some: ar:tatweel,digits",
    )
    text_column: str = setting(
        "", "the column of Parquet or JSONL that holds the text; default: text, or content", group="What goes in"
    )
    subset: str = setting(
        "",
        "of fineweb_edu: sample-10BT (the default), sample-100BT, CC-MAIN-2024-10, ...; of sangraha: verified (the "
        "default), unverified, synthetic",
    )
    separator: str = setting("", "what divides documents in a plain text file, such as <|endoftext|>")
    encoding: str = setting("utf-8", "for text that is not UTF-8: latin-1, cp1252, utf-16, gb18030, ...")
    on_error: str = setting(
        "stop",
        "skip: leave damaged records out and count them; what was read of a damaged file stays",
        choices=("stop", "skip"),
    )
    duplicates: str = setting(
        "keep",
        "exact: drop repeated documents; near: also those that differ in a few words (MinHash)",
        choices=("keep", "exact", "near"),
        group="Cleaning: what is dropped is counted",
    )
    min_chars: int = setting(0, "drop shorter documents", least=0)
    max_chars: int = setting(0, "drop longer documents; 0: no limit", least=0, most=1_000_000)
    languages: str = setting("", "keep only documents in these: en, or en,de,hi (guessed from their beginning)")
    workers: int = setting(0, "threads; 0: one per core", least=0, most=1024, group="Speed")


COMMAND = Command(
    name="prepare",
    options=PrepareOptions,
    word="NAME",
    without_words="nothing to prepare. Try: fledge prepare shakespeare_char, or your own file.txt",
)
