"""The corpora that have a name: tiny Shakespeare, FineWeb-Edu and OpenWebText, with their approximate sizes."""

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from fledge.common.errors import FledgeError
from fledge.config.fields import did_you_mean
from fledge.data.corpus.hub import HubFileMissing, find_on_hub
from fledge.data.corpus.inputs import Input
from fledge.texts import Message, say

SHIPPED = Path(__file__).parents[1] / "shipped"  # texts in the public domain; docs/data.md says where they come from
TINY_SHAKESPEARE = SHIPPED / "tiny_shakespeare.txt"  # the text nanoGPT uses
TINY_SHAKESPEARE_SHA256 = "86c4e6aa9db7c042ec79f339dcb96d42b0075e16b8fc2e86bf0ca57e2dc565ed"
CONVERTED_REVISION = "refs%2Fconvert%2Fparquet"  # the hub's own parquet copy of a dataset in another format


# The sha256 of each shipped text
SHIPPED_TEXTS = {
    "tiny_shakespeare.txt": TINY_SHAKESPEARE_SHA256,
    "arabic_small.txt": "6923f9c5e58c8d453951f27d4247ea0bf46e4c83991c224f8b41b9e15762835f",
    "hindi_small.txt": "402f60691fdc61838bb816227fafa079f91bf8a132068c03db18d3b848fae8f8",
}


def shipped_text(name: str) -> Input:
    """A text that ships with fledge, by its own name: the same on every machine."""
    path = SHIPPED / ("tiny_shakespeare.txt" if name.startswith("shakespeare") else f"{name}.txt")
    return Input(path.name, path.stat().st_size, SHIPPED_TEXTS[path.name], lambda folder, report: path)


@dataclass(frozen=True)
class Subset:
    """A part of a corpus, with approximate figures; None is unknown."""

    path: str  # in the hub's repository
    download_bytes: int | None = None
    documents: int | None = None
    tokens: int | None = None  # GPT-2's
    text_bytes: int | None = None
    files: int | None = None


def no_subset(corpus: str, subset: str, known: Collection[str], also: Sequence[Message] = ()) -> FledgeError:
    problem = say("corpus.no_subset", name=corpus, subset=subset, near=did_you_mean(subset, known))
    return FledgeError(problem, say("corpus.there_are", names=[*known, *also]))


@dataclass(frozen=True)
class NamedCorpus:
    name: str
    repo: str
    default: str
    subsets: dict[str, Subset] = field(hash=False)
    dumps: str = ""  # a path with {}, for subsets named like CC-MAIN-2024-10
    converted: str = ""  # the path in CONVERTED_REVISION, if the main branch has no parquet
    text_column: str = "text"
    val_fraction: float = 0.0005  # nanoGPT's for openwebtext

    def subset(self, name: str = "") -> Subset:
        name = name or self.default
        if name in self.subsets:
            return self.subsets[name]
        if self.dumps and re.fullmatch(r"CC-MAIN-\d{4}-\d{2}", name):
            return Subset(self.dumps.format(name))
        raise no_subset(self.name, name, self.subsets, [say("corpus.like_a_dump")] if self.dumps else [])

    def find(self, name: str = "") -> list[Input]:
        """The files of a subset, as the hub lists them now."""
        path = self.subset(name).path
        try:
            return find_on_hub(f"hf://datasets/{self.repo}/{path}")
        except HubFileMissing:
            if not self.converted:
                raise
        # Of a large dataset the hub converts only the beginning, to a folder of another name, which is not used.
        return find_on_hub(f"hf://datasets/{self.repo}@{CONVERTED_REVISION}/{self.converted}")


# Approximate figures to plan with; a listing of the files has the true sizes.
# FineWeb-Edu: the card says sample-100BT is "around 100B gpt2 tokens", and 350BT likewise. Bytes (of 14, 140 and 472
# files) and documents are those of commit 87f09149ef47, v1.4.0, as published by people who read them from the hub. The
# tokens of sample-10BT are the sum of its column token_count, published likewise; its text is one such reader's
# 45.97 GB, who does not say whether bytes or characters.
# OpenWebText: bytes and documents are the card's (download_size, dataset_size, num_examples; 80 files); tokens are
# those of nanoGPT's data/openwebtext/prepare.py, 9,035,582,198 to train and 4,434,897 to validate.
NAMED_CORPORA = {
    corpus.name: corpus
    for corpus in (
        NamedCorpus(
            name="fineweb_edu",
            repo="HuggingFaceFW/fineweb-edu",
            default="sample-10BT",
            subsets={
                "sample-10BT": Subset(
                    "sample/10BT/*.parquet", 28_518_193_415, 9_672_101, 9_972_918_177, 46_000_000_000, files=14
                ),
                "sample-100BT": Subset(
                    "sample/100BT/*.parquet", 286_394_522_604, 97_270_686, 100_000_000_000, files=140
                ),
                "sample-350BT": Subset(
                    "sample/350BT/*.parquet", 998_102_051_512, 339_347_842, 350_000_000_000, files=472
                ),
            },
            dumps="data/{}/*.parquet",
        ),
        NamedCorpus(
            name="openwebtext",
            repo="Skylion007/openwebtext",
            default="plain_text",
            subsets={
                "plain_text": Subset(
                    "plain_text/train-*.parquet", 24_193_092_408, 8_013_769, 9_040_017_095, 39_769_491_688, files=80
                )
            },
            converted="plain_text/train/*.parquet",
        ),
    )
}
