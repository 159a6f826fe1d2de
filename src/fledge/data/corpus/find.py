"""The inputs that the words of a command line stand for."""

from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from fledge.common.errors import FledgeError
from fledge.data.corpus.catalog import NAMED_CORPORA, tiny_shakespeare
from fledge.data.corpus.inputs import Input
from fledge.data.corpus.local import find_local_files
from fledge.data.corpus.remote import find_remote, is_remote
from fledge.data.dataset import SHAKESPEARE_TOKENIZERS
from fledge.texts import say


def find_inputs(words: Sequence[str], subset: str, encoding: str) -> tuple[list[Input], Counter[str]]:
    """The inputs in order, and how many files were skipped, by reason."""
    skipped: Counter[str] = Counter()
    if not all(words):
        raise FledgeError(say("corpus.empty_name"), say("corpus.unset_variable"))
    if words[0] in SHAKESPEARE_TOKENIZERS:
        return [tiny_shakespeare()], skipped
    if words[0] in NAMED_CORPORA:
        return NAMED_CORPORA[words[0]].find(subset), skipped
    inputs: list[Input] = []
    local = [Path(word) for word in words if not is_remote(word)]
    if local:
        inputs, skipped = find_local_files(local, encoding)
    for word in words:
        if is_remote(word):
            inputs += find_remote(word)
    return inputs, skipped
