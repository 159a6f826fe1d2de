"""Datasets on the Hugging Face hub: hf://datasets/OWNER/NAME[@REVISION]/PATH, where PATH is a file, folder or glob.

huggingface_hub lists the files (and handles HF_ENDPOINT, HF_TOKEN, HF_HUB_OFFLINE and proxies). Its own download starts
over in every process, does not retry a 5xx, and leaves a partial file behind when it is killed, so transfer.py does it.
That is plain HTTP on purpose: Xet is faster, but can't be continued either.
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
from fledge.data.corpus.inputs import Input
from fledge.data.corpus.kinds import kind_of
from fledge.data.corpus.transfer import (
    TRANSIENT_STATUSES,
    Checksum,
    RangeResponse,
    RemoteFile,
    TransferCut,
    body_range,
    on_one_line,
    remote_input,
    retry_after_s,
    with_retries,
)
from fledge.texts import Message, say

T = TypeVar("T")
LOOKS_LIKE = say("hub.address_form", form="hf://datasets/OWNER/NAME[@REVISION]/PATH")
INFO_TIMEOUT_S = 30.0
MAX_NAMES = 6
MAX_REVISIONS = 10


class HubFileMissing(FledgeError):
    """The dataset exists, but has no such file."""


@dataclass(frozen=True)
class HubPath:
    repo: str
    revision: str | None
    path: str  # "": all files

    @property
    def name(self) -> str:
        return f"hf://datasets/{self.repo}" + (f"@{quote(self.revision, safe='')}" if self.revision else "")


def is_hub(word: str) -> bool:
    """Whether it is an hf:// address or the web page of a dataset, or of a folder or file in one."""
    return word.startswith("hf://") or bool(re.match(r"https?://(www\.)?(huggingface\.co|hf\.co)/datasets/", word))


def find_on_hub(word: str) -> list[Input]:
    """The files that `word` names, sorted, at the current commit of its revision."""
    hub_path = read_address(word)
    api = _hub()
    about = functools.partial(api.dataset_info, hub_path.repo, revision=hub_path.revision, timeout=INFO_TIMEOUT_S)
    commit = str(_ask_hub(hub_path, lambda: about(expand=["sha"]).sha))
    files = _matching(api, hub_path, commit)
    return [_input(api, hub_path, commit, file) for file in sorted(files, key=lambda file: str(file.path))]


def read_address(word: str) -> HubPath:
    try:
        from huggingface_hub.errors import HfUriError
        from huggingface_hub.utils import parse_hf_uri
    except ImportError as error:
        raise FledgeError(
            say("hub.needs"),
            say("remote.type_pip_data"),
        ) from error
    try:
        uri = parse_hf_uri(word.replace("@~", "@refs%2Fconvert%2F", 1))  # the hub's own short form: @~parquet
    except HfUriError as error:
        raise FledgeError(say("hub.no_address", word=word, reason=error.msg), LOOKS_LIKE) from error
    if uri.type != "dataset":
        fix = say("hub.dataset_address", repo=uri.id) if uri.type == "model" else LOOKS_LIKE
        raise FledgeError(say("hub.other_type", word=word, type=uri.type), fix)
    if ".." in uri.path_in_repo.split("/"):
        raise FledgeError(say("hub.dots", word=word), LOOKS_LIKE)
    return HubPath(uri.id, uri.revision, uri.path_in_repo.rstrip("/"))


def _hub() -> Any:
    from huggingface_hub import HfApi

    api = HfApi(library_name="fledge")
    if not api.endpoint.startswith(("http://", "https://")):
        raise FledgeError(say("hub.endpoint", endpoint=api.endpoint), say("hub.https"))
    return api


def _matching(api: Any, hub_path: HubPath, commit: str) -> list[Any]:
    """The files at a path: the file itself, all files in a folder, or those that match a glob."""
    from fsspec.utils import glob_translate

    parts = hub_path.path.split("/") if hub_path.path else []
    fixed = next((i for i, part in enumerate(parts) if re.search(r"[*?\[]", part)), len(parts))
    if fixed < len(parts):
        folder, rest = "/".join(parts[:fixed]), parts[fixed:]
        pattern = re.compile(glob_translate(hub_path.path))
        entries = _entries(api, hub_path, commit, folder, recursive=len(rest) > 1 or "**" in rest[0])
        found = [entry for entry in entries if _is_file(entry) and pattern.match(entry.path)]
        if not found:
            raise HubFileMissing(say("hub.no_match", name=hub_path.name, path=hub_path.path), _some_of(entries))
        return found
    if hub_path.path:
        entries = _entries(api, hub_path, commit, hub_path.path.rpartition("/")[0])
        here = next((entry for entry in entries if entry.path == hub_path.path), None)
        if here is None:
            near = did_you_mean(hub_path.path, [entry.path for entry in entries])
            raise HubFileMissing(
                say("hub.no_path", path=hub_path.path, name=hub_path.name, near=near), "" if near else _some_of(entries)
            )
        if _is_file(here):
            return [here]
    entries = _entries(api, hub_path, commit, hub_path.path, recursive=True)
    found = [entry for entry in entries if _is_file(entry) and _is_data(entry.path, hub_path)]
    if not found:
        raise HubFileMissing(
            say("hub.no_file", place=f"{hub_path.name}/{hub_path.path}".rstrip("/")), _some_of(entries)
        )
    return found


def _entries(api: Any, hub_path: HubPath, commit: str, folder: str, recursive: bool = False) -> list[Any]:
    from huggingface_hub.errors import EntryNotFoundError

    def listed() -> list[Any]:
        return list(
            api.list_repo_tree(hub_path.repo, folder or None, recursive=recursive, revision=commit, repo_type="dataset")
        )

    try:
        # Clients from 2.0 on try the first page again themselves; earlier ones do not.
        return _ask_hub(hub_path, listed)
    except EntryNotFoundError as error:
        around = _entries(api, hub_path, commit, folder.rpartition("/")[0]) if folder else []
        folders = [entry.path for entry in around if not _is_file(entry)]
        near = did_you_mean(folder, folders)
        problem = say("hub.no_folder", folder=folder, name=hub_path.name, near=near)
        raise HubFileMissing(problem, "" if near else _some_of(around)) from error


def _is_file(entry: Any) -> bool:
    return hasattr(entry, "size")


def _is_data(path: str, hub_path: HubPath) -> bool:
    """Whether a file in a folder is data: of a kind that can be read, and not a description or loading script."""
    about = {
        "README.md",
        "LICENSE",
        "LICENSE.txt",
        "LICENSE.md",
        "dataset_infos.json",
        f"{hub_path.repo.split('/')[1]}.py",
    }
    return path not in about and not re.search(r"(^|/)\.", path) and kind_of(path) is not None


def _some_of(entries: list[Any]) -> Message:
    names = sorted(str(entry.path) + ("" if _is_file(entry) else "/") for entry in entries)
    if not names:
        return say("hub.empty")
    if len(names) > MAX_NAMES:
        return say("hub.there_are_more", names=names[:MAX_NAMES], more=len(names) - MAX_NAMES)
    return say("hub.there_are", names=names)


def _input(api: Any, hub_path: HubPath, commit: str, file: Any) -> Input:
    # Git and LFS identify a file by a hash of its content, so every byte can be checked.
    if file.lfs:
        size, checksum = file.lfs.size, Checksum("sha256", file.lfs.sha256)
    else:
        size, checksum = file.size, Checksum("sha1", file.blob_id, b"blob %d\0" % file.size)
    address = f"{api.endpoint}/datasets/{hub_path.repo}/resolve/{commit}/{quote(file.path)}"
    # Without the commit: one that does not change the file keeps a download valid.
    name = f"{hub_path.name}/{file.path}"
    remote = RemoteFile(name, size, checksum.expected, name, checksum)
    return remote_input(remote, functools.partial(_open_range, hub_path, address))


@contextlib.contextmanager
def _open_range(hub_path: HubPath, address: str, start: int, version: str) -> Iterator[RangeResponse]:
    """The file from byte `start` on. The address contains the commit, so the version is the listed one."""
    from huggingface_hub import constants
    from huggingface_hub.errors import EntryNotFoundError
    from huggingface_hub.utils import build_hf_headers, get_session, hf_raise_for_status

    headers = {**build_hf_headers(library_name="fledge"), "Accept-Encoding": "identity"}
    if start:
        headers["Range"] = f"bytes={start}-"
    # Every attempt asks the hub again: the address it redirects to is signed and expires after about an hour.
    ask = get_session().stream("GET", address, headers=headers, timeout=constants.HF_HUB_DOWNLOAD_TIMEOUT)
    try:
        with _hub_errors(hub_path), ask as response:
            hf_raise_for_status(response)
            first, size = body_range(response.status_code, response.headers)
            # As they arrive: a larger block would be lost whole if the connection breaks.
            yield RangeResponse(first, size, version, response.iter_bytes())
    except EntryNotFoundError as error:
        raise FledgeError(say("hub.listed_missing", address=address), say("hub.run_again")) from error


def _ask_hub(hub_path: HubPath, ask: Callable[[], T]) -> T:
    """The result of a request to the hub about a dataset."""

    def attempt() -> T:
        try:
            with _hub_errors(hub_path):
                return ask()
        except (ValueError, KeyError, TypeError) as error:
            fix = say("hub.proxy")
            problem = say("hub.not_hub", name=hub_path.name, reason=on_one_line(error))
            raise FledgeError(problem, fix) from error

    return with_retries(attempt, say("hub.unreachable", name=hub_path.name))


@contextlib.contextmanager
def _hub_errors(hub_path: HubPath) -> Iterator[None]:
    """Turns the client's errors into ours, except a missing entry: the caller knows what else is there."""
    from huggingface_hub import errors

    try:
        yield
    except errors.OfflineModeIsEnabled as error:
        fix = say("hub.unset_offline")
        raise FledgeError(say("hub.offline", name=hub_path.name), fix) from error
    except errors.EntryNotFoundError:
        raise
    except errors.GatedRepoError as error:
        raise FledgeError(
            say("hub.gated", name=hub_path.name),
            say("hub.accept_terms", page=_page(hub_path)),
        ) from error
    except errors.RepositoryNotFoundError as error:
        raise FledgeError(
            say("hub.no_dataset", repo=hub_path.repo, near=_near_repo(hub_path)),
            say("hub.spelling_or_private"),
        ) from error
    except errors.RevisionNotFoundError as error:
        problem = say("hub.no_revision", repo=hub_path.repo, revision=hub_path.revision)
        raise FledgeError(problem, _revisions(hub_path)) from error
    except errors.HfHubHTTPError as error:
        raise _http_problem(hub_path, error.response.status_code, error.response.headers) from error
    except errors.HTTPError as error:  # from the HTTP library: no connection, or a broken one
        raise TransferCut(on_one_line(error)) from error


def _http_problem(hub_path: HubPath, status: int, headers: Mapping[str, str]) -> Exception:
    from huggingface_hub.utils import parse_ratelimit_headers

    if status in TRANSIENT_STATUSES:
        limit = parse_ratelimit_headers(headers)
        wait_s = retry_after_s(headers)
        if status == 429 and limit and not limit.remaining:
            wait_s = limit.reset_in_seconds + 1
        said = say("hub.too_many") if status == 429 else say("hub.says", status=status)
        return TransferCut(said, wait_s)
    if status == 416:
        return TransferCut(say("remote.too_short"), start_over=True)
    if status == 401:
        fix = say("hub.valid_token")
        return FledgeError(say("hub.token_refused", name=hub_path.name), fix)
    if status == 403:
        fix = say("hub.token_rights", page=_page(hub_path))
        return FledgeError(say("hub.refused", name=hub_path.name), fix)
    return FledgeError(say("hub.answers", status=status, name=hub_path.name), say("hub.check_endpoint"))


def _page(hub_path: HubPath) -> str:
    return f"{_hub().endpoint}/datasets/{hub_path.repo}"


def _near_repo(hub_path: HubPath) -> str:
    """` Did you mean ...?` with another dataset of the owner; nothing if they can't be listed."""
    owner = hub_path.repo.split("/")[0]
    try:
        return did_you_mean(hub_path.repo, [found.id for found in _hub().list_datasets(author=owner, limit=100)])
    except Exception:  # only the error message would be better
        return ""


def _revisions(hub_path: HubPath) -> Message:
    try:
        refs = _hub().list_repo_refs(hub_path.repo, repo_type="dataset")
    except Exception:  # as above
        return say("hub.spelling")
    names = [ref.name for ref in (*refs.branches, *refs.tags)] + [ref.ref for ref in refs.converts]
    return say("hub.there_are", names=names[:MAX_REVISIONS])
