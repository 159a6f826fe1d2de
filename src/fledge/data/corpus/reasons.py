"""Why text is left out, in words. A dataset.json counts reasons by their names, the same in every language."""

import re
from collections.abc import Iterable

from fledge.texts import Message, say
from fledge.texts.units import with_commas

ZIP = "a zip archive"
IN_WORDS = {
    "archive in an archive": say("corpus.reason.nested_archive"),
    "binary": say("corpus.reason.binary"),
    "binary file": say("corpus.reason.binary_file"),
    "cut off": say("corpus.reason.cut_off"),
    "cut off file": say("corpus.reason.cut_off_file"),
    "damaged": say("corpus.reason.damaged"),
    "damaged file": say("corpus.reason.damaged_file"),
    "empty": say("corpus.reason.empty"),
    "empty file": say("corpus.reason.empty_file"),
    "empty file file": say("corpus.reason.file_of_nothing"),
    "encrypted": say("corpus.reason.encrypted"),
    "exact duplicate": say("corpus.reason.exact_duplicate"),
    "Git LFS pointer": say("corpus.reason.lfs_pointer"),
    "Git LFS pointer file": say("corpus.reason.lfs_pointer_file"),
    "half a surrogate pair": say("corpus.reason.half_pair"),
    "half a surrogate pair file": say("corpus.reason.half_pair_file"),
    "hidden": say("corpus.reason.hidden"),
    "HTML page": say("corpus.reason.html_page"),
    "HTML page file": say("corpus.reason.html_page_file"),
    "in a dataset": say("corpus.reason.in_a_dataset"),
    "language": say("corpus.reason.language"),
    "line too long": say("corpus.reason.long_line"),
    "misnamed": say("corpus.reason.misnamed"),
    "misnamed file": say("corpus.reason.misnamed_file"),
    "named twice": say("corpus.reason.named_twice"),
    "near duplicate": say("corpus.reason.near_duplicate"),
    "nested too deeply": say("corpus.reason.nested"),
    "no text": say("corpus.reason.no_text"),
    "not JSON": say("corpus.reason.not_json"),
    "not a regular file": say("corpus.reason.irregular"),
    "not an object": say("corpus.reason.not_object"),
    "not of a known text type": say("corpus.reason.unknown_type"),
    "parquet in an archive": say("corpus.reason.parquet_in_archive"),
    "text is not a string": say("corpus.reason.not_string"),
    "text twice": say("corpus.reason.text_twice"),
    "too long": say("corpus.reason.too_long"),
    "too short": say("corpus.reason.too_short"),
    "unpacks without end": say("corpus.reason.endless"),
    "unpacks without end file": say("corpus.reason.endless_file"),
}
NOT_KIND = re.compile(r"not (?P<kind>a zip archive|\S+)(?P<file> file)?")  # an encoding or a format


def reason_in_words(name: str) -> Message | str:
    """The reason of that name; a name that is not known, as another version may write it, as it is."""
    if name in IN_WORDS:
        return IN_WORDS[name]
    found = NOT_KIND.fullmatch(name)
    if found is None:
        return name
    kind = kind_in_words(found["kind"])
    return say("corpus.reason.not_kind_file", kind=kind) if found["file"] else say("corpus.reason.not_kind", kind=kind)


def counted_reasons(counts: Iterable[tuple[str, int]]) -> str:
    """`2 binary, 1 hidden`"""
    return with_commas([say("corpus.reason.counted", reason=reason_in_words(name), number=n) for name, n in counts])


def kind_in_words(kind: str) -> Message | str:
    """A format as part of a sentence: formats are names, but for one."""
    return say("corpus.zip_archive") if kind == ZIP else kind
