"""Datasets on the Hugging Face hub: hf://datasets/OWNER/NAME[@REVISION]/PATH, where PATH is a file, folder or glob.

huggingface_hub asks and answers (HF_ENDPOINT, HF_TOKEN, HF_HUB_OFFLINE and proxies are its business). Its own download
starts from nothing in every process, does not retry a 5xx, and leaves half a file behind that nobody continues when it
is killed; transfer.py does that part. It is plain HTTP on purpose: Xet is quicker, and can't be continued either.
"""

import contextlib
import functools
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, TypeVar
from urllib.parse import quote

from fledge.common.errors import FledgeError
from fledge.config.fields import did_you_mean
from fledge.data.corpus import kind_of
from fledge.data.corpus.inputs import Input
from fledge.data.corpus.transfer import (
    LISTING_WAITS_S,
    PASSING,
    Answer,
    Checksum,
    Cut,
    Wanted,
    asked_wait_s,
    fetch,
    first_byte,
    in_short,
    patiently,
    whole_size,
)

T = TypeVar("T")
FORM = "hf://datasets/OWNER/NAME[@REVISION]/PATH"
INFO_TIMEOUT_S = 30.0


class NothingThere(FledgeError):
    """The dataset exists and has no such file."""


@dataclass(frozen=True)
class Place:
    repo: str
    revision: str | None
    path: str  # "" is everything

    @property
    def name(self) -> str:
        return f"hf://datasets/{self.repo}" + (f"@{quote(self.revision, safe='')}" if self.revision else "")


def is_hub(word: str) -> bool:
    """An hf:// address, or the page of a dataset, of a folder or of a file there, as a browser shows it."""
    return word.startswith("hf://") or bool(re.match(r"https?://(www\.)?(huggingface\.co|hf\.co)/datasets/", word))


def find_on_hub(word: str) -> list[Input]:
    """The files that `word` names, sorted, at the commit that its revision is right now."""
    place = read_address(word)
    api = _hub()
    commit = _told(place, lambda: _commit(api, place), LISTING_WAITS_S)
    files = _matching(api, place, commit)
    return [_input(api, place, commit, file) for file in sorted(files, key=lambda file: str(file.path))]


def read_address(word: str) -> Place:
    _need_hub_package()
    from huggingface_hub.errors import HfUriError
    from huggingface_hub.utils import parse_hf_uri

    try:
        uri = parse_hf_uri(word.replace("@~", "@refs%2Fconvert%2F", 1))  # the hub's own short form: @~parquet
    except HfUriError as error:
        raise FledgeError(f"{word} is no address on the hub: {error.msg}", f"It looks like {FORM}.") from error
    if uri.type != "dataset":
        raise FledgeError(
            f"{word} is a {uri.type} on the hub, not a dataset.",
            f"For a dataset type hf://datasets/{uri.id}." if uri.type == "model" else f"It looks like {FORM}.",
        )
    if ".." in uri.path_in_repo.split("/"):
        raise FledgeError(f"{word} has '..' in its path.", f"It looks like {FORM}.")
    return Place(uri.id, uri.revision, uri.path_in_repo.rstrip("/"))


def _need_hub_package() -> None:
    try:
        import huggingface_hub.utils  # noqa: F401
    except ImportError as error:
        raise FledgeError(
            "reading from the Hugging Face hub needs huggingface_hub, which is not installed.",
            "Type: pip install 'fledge[data]'",
        ) from error


def _hub() -> Any:
    from huggingface_hub import HfApi

    api = HfApi(library_name="fledge")
    if not api.endpoint.startswith(("http://", "https://")):
        raise FledgeError(f"HF_ENDPOINT={api.endpoint} is no web address.", "It starts with https://")
    return api


def _commit(api: Any, place: Place) -> str:
    info = api.dataset_info(place.repo, revision=place.revision, timeout=INFO_TIMEOUT_S, expand=["sha"])
    return str(info.sha)


def _matching(api: Any, place: Place, commit: str) -> list[Any]:
    """The files at a path: itself, what is below it, or what the glob matches."""
    from fsspec.utils import glob_translate

    parts = place.path.split("/") if place.path else []
    fixed = next((i for i, part in enumerate(parts) if re.search(r"[*?\[]", part)), len(parts))
    if fixed < len(parts):
        folder, rest = "/".join(parts[:fixed]), parts[fixed:]
        pattern = re.compile(glob_translate(place.path))
        entries = _entries(api, place, commit, folder, recursive=len(rest) > 1 or "**" in rest[0])
        found = [entry for entry in entries if _is_file(entry) and pattern.match(entry.path)]
        if not found:
            raise NothingThere(f"nothing in {place.name} matches {place.path}.", _some_of(entries))
        return found
    if place.path:
        entries = _entries(api, place, commit, place.path.rpartition("/")[0])
        here = next((entry for entry in entries if entry.path == place.path), None)
        if here is None:
            near = did_you_mean(place.path, [entry.path for entry in entries])
            raise NothingThere(f"there is no {place.path} in {place.name}.{near}", "" if near else _some_of(entries))
        if _is_file(here):
            return [here]
    entries = _entries(api, place, commit, place.path, recursive=True)
    found = [entry for entry in entries if _is_file(entry) and _is_data(entry.path, place)]
    if not found:
        raise NothingThere(
            f"there is no file that can be read in {place.name}/{place.path}".rstrip("/") + ".", _some_of(entries)
        )
    return found


def _entries(api: Any, place: Place, commit: str, folder: str, recursive: bool = False) -> list[Any]:
    from huggingface_hub.errors import EntryNotFoundError

    def listed() -> list[Any]:
        return list(
            api.list_repo_tree(place.repo, folder or None, recursive=recursive, revision=commit, repo_type="dataset")
        )

    try:
        return _told(place, listed, ())  # the client itself asks six times
    except EntryNotFoundError as error:
        around = _entries(api, place, commit, folder.rpartition("/")[0]) if folder else []
        folders = [entry.path for entry in around if not _is_file(entry)]
        near = did_you_mean(folder, folders)
        problem = f"there is no folder {folder} in {place.name}.{near}"
        raise NothingThere(problem, "" if near else _some_of(around)) from error


def _is_file(entry: Any) -> bool:
    return hasattr(entry, "size")


def _is_data(path: str, place: Place) -> bool:
    """Below a folder: what a reader knows, without what describes the dataset or once loaded it."""
    about = {
        "README.md",
        "LICENSE",
        "LICENSE.txt",
        "LICENSE.md",
        "dataset_infos.json",
        f"{place.repo.split('/')[1]}.py",
    }
    return path not in about and not re.search(r"(^|/)\.", path) and kind_of(path) is not None


def _some_of(entries: list[Any]) -> str:
    names = sorted(str(entry.path) + ("" if _is_file(entry) else "/") for entry in entries)
    if not names:
        return "It is empty."
    more = f" and {len(names) - 6:,} more" if len(names) > 6 else ""
    return f"There are: {', '.join(names[:6])}{more}."


def _input(api: Any, place: Place, commit: str, file: Any) -> Input:
    # What git and LFS know a file by is a hash of its content, so every byte can be checked.
    if file.lfs:
        size, checksum = file.lfs.size, Checksum("sha256", file.lfs.sha256)
    else:
        size, checksum = file.size, Checksum("sha1", file.blob_id, b"blob %d\0" % file.size)
    address = f"{api.endpoint}/datasets/{place.repo}/resolve/{commit}/{quote(file.path)}"
    # The address without the commit: a commit that leaves this file alone does not make it another one.
    wanted = Wanted(f"{place.name}/{file.path}", size, checksum.expected, f"{place.name}/{file.path}", checksum)
    download = functools.partial(fetch, wanted, functools.partial(_ask, place, address))
    return Input(wanted.name, size, wanted.version, download, is_temporary=True)


@contextlib.contextmanager
def _ask(place: Place, address: str, start: int, version: str) -> Iterator[Answer]:
    """The file from byte `start` on. The address has the commit in it, so the version is the one that was listed."""
    from huggingface_hub import constants
    from huggingface_hub.utils import build_hf_headers, get_session, hf_raise_for_status

    headers = {**build_hf_headers(library_name="fledge"), "Accept-Encoding": "identity"}
    if start:
        headers["Range"] = f"bytes={start}-"
    with _explained(place), _still_there(address):
        # Every attempt asks the hub anew: the address it redirects to is signed, and good for an hour or so.
        timeout = constants.HF_HUB_DOWNLOAD_TIMEOUT
        with get_session().stream("GET", address, headers=headers, timeout=timeout) as response:
            hf_raise_for_status(response)
            first = first_byte(response.status_code, response.headers)
            size = whole_size(response.status_code, response.headers)
            # In the pieces they arrive in: a larger block would be lost whole in a cut.
            yield Answer(first, size, version, response.iter_bytes())


@contextlib.contextmanager
def _still_there(address: str) -> Iterator[None]:
    from huggingface_hub.errors import EntryNotFoundError

    try:
        yield
    except EntryNotFoundError as error:
        raise FledgeError(f"the hub listed {address} and does not have it.", "Run the same command again.") from error


def _told(place: Place, ask: Callable[[], T], waits_s: tuple[float, ...]) -> T:
    """What the hub says to a question about a dataset."""

    def attempt() -> T:
        try:
            with _explained(place):
                return ask()
        except (ValueError, KeyError, TypeError) as error:
            fix = "Is HF_ENDPOINT right, or does a proxy answer instead?"
            raise FledgeError(f"what answers for {place.name} is not the hub: {in_short(error)}.", fix) from error

    return patiently(attempt, f"the hub for {place.name}", waits_s)


@contextlib.contextmanager
def _explained(place: Place) -> Iterator[None]:
    """The client's errors as ours; that an entry is missing is left to the caller, who knows what else is there."""
    from huggingface_hub import errors

    try:
        yield
    except errors.OfflineModeIsEnabled as error:
        fix = "Unset it, or name files that are here already."
        raise FledgeError(f"HF_HUB_OFFLINE is set, so {place.name} can't be reached.", fix) from error
    except errors.EntryNotFoundError:
        raise
    except errors.GatedRepoError as error:
        raise FledgeError(
            f"{place.name} is gated: its owners want their terms accepted first.",
            f"Accept them at {_page(place)} and set HF_TOKEN to a token of that account (or type: hf auth login).",
        ) from error
    except errors.RepositoryNotFoundError as error:
        raise FledgeError(
            f"there is no dataset {place.repo} on the hub, or it is private.{_near_repo(place)}",
            "Check the spelling; for a private one set HF_TOKEN (or type: hf auth login).",
        ) from error
    except errors.RevisionNotFoundError as error:
        raise FledgeError(f"{place.repo} has no revision {place.revision}.", _revisions(place)) from error
    except errors.HfHubHTTPError as error:
        raise _http_problem(place, error.response.status_code, error.response.headers) from error
    except errors.HTTPError as error:  # the HTTP library's own: no connection, or one that broke
        raise Cut(in_short(error)) from error


def _http_problem(place: Place, status: int, headers: Mapping[str, str]) -> Exception:
    from huggingface_hub.utils import parse_ratelimit_headers

    if status in PASSING:
        limit = parse_ratelimit_headers(headers)
        wait_s = (
            limit.reset_in_seconds + 1 if status == 429 and limit and not limit.remaining else asked_wait_s(headers)
        )
        return Cut(f"the hub says HTTP {status}" + (" (too many requests)" if status == 429 else ""), wait_s)
    if status == 416:
        return Cut("there is less of the file than has arrived", anew=True)
    if status == 401:
        fix = "Set HF_TOKEN to a valid token, or unset it for what is public."
        return FledgeError(f"the hub does not accept the token for {place.name} (HTTP 401).", fix)
    if status == 403:
        fix = f"Does the token of HF_TOKEN have the right to read it, and are the terms accepted at {_page(place)}?"
        return FledgeError(f"the hub refuses {place.name} (HTTP 403).", fix)
    return FledgeError(f"the hub answers HTTP {status} for {place.name}.", "Check the address, and HF_ENDPOINT.")


def _page(place: Place) -> str:
    return f"{_hub().endpoint}/datasets/{place.repo}"


def _near_repo(place: Place) -> str:
    """` Did you mean ...?` from what else the owner has; silence where that can't be known."""
    owner = place.repo.split("/")[0]
    try:
        return did_you_mean(place.repo, [found.id for found in _hub().list_datasets(author=owner, limit=100)])
    except Exception:  # it would only have made a better error message
        return ""


def _revisions(place: Place) -> str:
    try:
        refs = _hub().list_repo_refs(place.repo, repo_type="dataset")
    except Exception:  # as above
        return "Check the spelling."
    names = [ref.name for ref in (*refs.branches, *refs.tags)] + [ref.ref for ref in refs.converts]
    return f"There are: {', '.join(names[:10])}."
