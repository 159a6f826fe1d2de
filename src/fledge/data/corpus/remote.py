"""Files at an address: https://, s3:// and whatever else fsspec knows; hf:// is in hub.py."""

import contextlib
import functools
import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any
from urllib.parse import urlsplit, urlunsplit

from fledge.common.errors import FledgeError
from fledge.config.fields import did_you_mean
from fledge.data.corpus.hub import find_on_hub, is_hub
from fledge.data.corpus.inputs import Input
from fledge.data.corpus.kinds import kind_of
from fledge.data.corpus.transfer import (
    READ_BYTES,
    TRANSIENT_STATUSES,
    RangeResponse,
    RemoteFile,
    TransferCut,
    body_range,
    on_one_line,
    remote_input,
    retry_after_s,
    with_retries,
)
from fledge.texts import say

CONNECT_TIMEOUT_S = 30.0
READ_TIMEOUT_S = 60.0  # between two blocks
WEB_READ_BYTES = 1 << 16  # aiohttp buffers twice as much, and loses it when the connection breaks
STORE_PACKAGES = {"s3": "s3fs", "gs": "gcsfs", "gcs": "gcsfs", "az": "adlfs", "abfs": "adlfs", "adl": "adlfs"}

CREDENTIALS = say("remote.credentials")

Errors = Callable[[], contextlib.AbstractContextManager[None]]


def is_remote(word: str) -> bool:
    return re.match(r"[A-Za-z][A-Za-z0-9+.-]+://", word) is not None


def without_secrets(word: str) -> str:
    """A word of the command line as it may be shown and saved: a web address without password and signature."""
    return _strip_secrets(word) if re.match("https?://", word, re.IGNORECASE) else word


def find_remote(word: str) -> list[Input]:
    """The files at an address, sorted by name: one, or all that match a glob or are in a folder."""
    if is_hub(word):
        return find_on_hub(word)
    scheme = word.partition("://")[0].lower()
    if scheme in ("http", "https"):
        return [_web_file(word)]
    if scheme in ("file", "local"):
        raise FledgeError(say("remote.local_file", word=word), say("remote.by_path"))
    return _store_files(word, scheme)


# --- the web ---


def _web_file(address: str) -> Input:
    name = _strip_secrets(address)
    if "*" in name:
        raise FledgeError(say("remote.no_glob", name=name), say("remote.each_file"))
    web = _web()

    def about() -> dict[str, Any]:
        with _web_errors(name):
            return dict(web.info(address))

    info = with_retries(about, say("remote.unreachable", name=name))
    remote = RemoteFile(name, info.get("size"), _version(info), address)
    return remote_input(remote, functools.partial(_ask_web, web, address, name))


def _web() -> Any:
    try:
        import aiohttp
        import fsspec
    except ImportError as error:
        raise FledgeError(
            say("remote.web_needs"),
            say("remote.type_pip_data"),
        ) from error
    timeout = aiohttp.ClientTimeout(total=None, sock_connect=CONNECT_TIMEOUT_S, sock_read=READ_TIMEOUT_S)
    # A .gz file stays compressed: some servers declare it as Content-Encoding, and it would be decompressed.
    options = {"timeout": timeout, "trust_env": True, "auto_decompress": False}
    return fsspec.filesystem("https", client_kwargs=options)


@contextlib.contextmanager
def _ask_web(web: Any, address: str, name: str, start: int, version: str) -> Iterator[RangeResponse]:
    headers = {"Accept-Encoding": "identity"}
    if start:
        headers["Range"] = f"bytes={start}-"
        if not version.startswith("W/"):  # a weak ETag is not allowed here; the one of the response is compared
            headers["If-Range"] = version
    errors = functools.partial(_web_errors, name)
    with errors():
        # With any size given, fsspec does not ask for it with these headers.
        file = web.open(address, block_size=0, size=1, headers=headers)
    with contextlib.closing(file):
        response = file.r
        packed = response.headers.get("Content-Encoding", "identity").lower()
        if packed not in ("identity", "") and not name.lower().endswith((".gz", ".tgz", ".zst", ".br")):
            problem = say("remote.sent_compressed", name=name, packed=packed)
            raise FledgeError(problem, say("remote.by_other_means"))
        first, size = body_range(response.status, response.headers)
        yield RangeResponse(first, size, _version(response.headers), _blocks(file, WEB_READ_BYTES, errors))


def _blocks(file: Any, size: int, errors: Errors) -> Iterator[bytes]:
    while True:
        with errors():  # only around reading: an error in writing is the disk's
            block = bytes(file.read(size))
        if not block:
            return
        yield block


def _version(headers: Mapping[str, Any]) -> str:
    return str(headers.get("ETag") or headers.get("Last-Modified") or "")


@contextlib.contextmanager
def _web_errors(name: str) -> Iterator[None]:
    import aiohttp

    try:
        yield
    except FileNotFoundError as error:  # fsspec raises this for a 404, and for any failure to get the size
        raise _web_problem(name, error.__cause__ or error) from error
    except (aiohttp.ClientError, TimeoutError) as error:
        raise _web_problem(name, error) from error


def _web_problem(name: str, error: BaseException) -> Exception:
    import aiohttp

    if isinstance(error, aiohttp.InvalidURL):
        return FledgeError(say("remote.no_address", name=name), say("remote.address_form"))
    if isinstance(error, TimeoutError):
        return TransferCut(say("remote.no_answer"))
    if isinstance(error, FileNotFoundError) or getattr(error, "status", None) == 404:
        return FledgeError(say("remote.not_found", name=name), say("remote.check_address"))
    if not isinstance(error, aiohttp.ClientResponseError):
        return TransferCut(on_one_line(error))
    status = error.status
    if status in TRANSIENT_STATUSES:
        return TransferCut(say("remote.server_says", status=status), retry_after_s(error.headers or {}))
    if status == 416:
        return TransferCut(say("remote.too_short"), start_over=True)
    if status in (401, 403):
        return FledgeError(say("remote.refused", name=name, status=status), say("remote.login"))
    return FledgeError(say("remote.server_answers", status=status, name=name), say("remote.check_address"))


def _strip_secrets(address: str) -> str:
    parts = urlsplit(address)
    return urlunsplit((parts.scheme, parts.netloc.rpartition("@")[2], parts.path, "", ""))


# --- stores: whatever else fsspec can open ---


def _store_files(word: str, scheme: str) -> list[Input]:
    store = _store(scheme)

    def listed() -> dict[str, dict[str, Any]]:
        with _store_errors(word):
            if re.search(r"[*?\[]", word):
                found = store.glob(word, detail=True)
            elif store.isdir(word):
                found = {name: info for name, info in store.find(word, detail=True).items() if kind_of(name)}
            else:
                found = {word: store.info(word)}
            return {name: info for name, info in found.items() if info["type"] == "file"}

    found = with_retries(listed, say("remote.unreachable", name=word))
    if not found:
        raise FledgeError(say("remote.no_file", word=word), say("remote.check_address"))
    return [_store_file(store, scheme, path, info) for path, info in sorted(found.items())]


def _store_file(store: Any, scheme: str, path: str, info: Mapping[str, Any]) -> Input:
    name = path if is_remote(path) else f"{scheme}://{path.lstrip('/')}"
    remote = RemoteFile(name, info.get("size"), _store_version(info), name)
    return remote_input(remote, functools.partial(_ask_store, store, path, name))


def _store(scheme: str) -> Any:
    try:
        import fsspec
    except ImportError as error:
        problem = say("remote.needs_fsspec", scheme=scheme)
        raise FledgeError(problem, say("remote.type_pip_data")) from error
    if scheme not in fsspec.available_protocols():
        near = did_you_mean(scheme, ["http", "https", "hf", *STORE_PACKAGES])
        raise FledgeError(say("remote.no_package", scheme=scheme, near=near), say("remote.known_schemes"))
    try:
        return fsspec.filesystem(scheme)
    except (ImportError, ValueError) as error:
        package = STORE_PACKAGES.get(scheme)
        fix = say("remote.type_pip", package=package) if package else f"({on_one_line(error)})"
        raise FledgeError(say("remote.needs_package", scheme=scheme), fix) from error


@contextlib.contextmanager
def _ask_store(store: Any, path: str, name: str, start: int, version: str) -> Iterator[RangeResponse]:
    errors = functools.partial(_store_errors, name)
    with errors():
        store.invalidate_cache()
        info = store.info(path)
        start = start if _store_version(info) == version else 0
        file = store.open(path, "rb", block_size=8 * READ_BYTES, cache_type="readahead")
        file.seek(start)
    with contextlib.closing(file):
        yield RangeResponse(start, info.get("size"), _store_version(info), _blocks(file, READ_BYTES, errors))


def _store_version(info: Mapping[str, Any]) -> str:
    keys = ("ETag", "etag", "generation", "LastModified", "last_modified", "mtime", "updated", "created")
    return next((str(info[key]) for key in keys if info.get(key)), "")


@contextlib.contextmanager
def _store_errors(name: str) -> Iterator[None]:
    try:
        yield
    except (FledgeError, TransferCut):
        raise
    except FileNotFoundError as error:
        raise FledgeError(say("remote.missing", name=name), say("remote.check_address")) from error
    except PermissionError as error:
        raise FledgeError(say("remote.store_refuses", name=name, reason=on_one_line(error)), CREDENTIALS) from error
    except Exception as error:
        # The classes are not imported: their packages may not be installed.
        if type(error).__name__ in ("NoCredentialsError", "DefaultCredentialsError"):
            raise FledgeError(say("remote.store_problem", name=name, reason=on_one_line(error)), CREDENTIALS) from error
        raise TransferCut(on_one_line(error)) from error
