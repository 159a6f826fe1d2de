"""The inputs that the words of a command line stand for."""

from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from fledge.common.errors import FledgeError
from fledge.config.fields import did_you_mean
from fledge.data.corpus.by_language import LANGUAGE_CORPORA, language_corpus
from fledge.data.corpus.catalog import NAMED_CORPORA, shipped_text
from fledge.data.corpus.inputs import Input
from fledge.data.corpus.local import find_local_files
from fledge.data.corpus.remote import find_remote, is_remote
from fledge.data.dataset import SHIPPED_TOKENIZERS
from fledge.texts import say


def find_inputs(words: Sequence[str], subset: str, encoding: str) -> tuple[list[Input], Counter[str]]:
    """The inputs in order, and how many files were skipped, by reason."""
    skipped: Counter[str] = Counter()
    if not all(words):
        raise FledgeError(say("corpus.empty_name"), say("corpus.unset_variable"))
    if words[0] in SHIPPED_TOKENIZERS:
        return [shipped_text(words[0])], skipped
    if words[0] in NAMED_CORPORA:
        return NAMED_CORPORA[words[0]].find(subset), skipped
    if found := language_corpus(words[0]):
        corpus, language = found
        return corpus.find(language, subset), skipped
    _check_corpus_names(words)
    inputs: list[Input] = []
    local = [Path(word) for word in words if not is_remote(word)]
    if local:
        inputs, skipped = find_local_files(local, encoding)
    for word in words:
        if is_remote(word):
            inputs += find_remote(word)
    return inputs, skipped


def _check_corpus_names(words: Sequence[str]) -> None:
    """Say what `finweb2:hindi` may mean. A path rarely has a colon."""
    for word in words:
        name, colon, language = word.partition(":")
        near = did_you_mean(name, LANGUAGE_CORPORA)
        if colon and near and not is_remote(word) and not Path(word).exists():
            problem = say("corpus.no_corpus", name=name, language=language, near=near)
            raise FledgeError(problem, say("corpus.or_path"))
