"""Files from the hub and the web: whole or absent, continued after a cut, and one clear line when it can't be."""

import hashlib
import io
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from fledge.common.errors import FledgeError, RunFailed
from fledge.data.corpus import hub, remote, transfer
from fledge.data.corpus.catalog import NAMED_CORPORA
from fledge.data.corpus.find import find_inputs
from fledge.data.corpus.inputs import Input
from fledge.data.corpus.remote import find_remote, is_remote
from fledge.data.dataset import KNOWN_NAMES, SHIPPED_TOKENIZERS, open_dataset
from tests.data.hub_server import Fault, HubServer, Seen, running
from tests.helpers import Fledge

DATA = "HuggingFaceFW/fineweb-edu"
HALF = 1_500_000


def parquet_bytes(seed: int) -> bytes:
    texts = [bytes(row).hex() for row in np.random.default_rng(seed).integers(0, 256, (3000, 500), dtype=np.uint8)]
    stream = io.BytesIO()
    pq.write_table(pa.table({"text": texts}), stream, compression="none", use_dictionary=False)
    return stream.getvalue()


ONE, TWO = parquet_bytes(1), parquet_bytes(2)
README = b"---\nlicense: odc-by\n---\n# A card\n"


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Iterator[HubServer]:
    import huggingface_hub
    from huggingface_hub import constants

    monkeypatch.setenv("no_proxy", "*")
    monkeypatch.delenv("HF_TOKEN", raising=False)
    monkeypatch.setattr(constants, "HF_TOKEN_PATH", "/nowhere/token")
    monkeypatch.setattr(constants, "HF_HUB_OFFLINE", False)
    with running() as server:
        template = constants.HUGGINGFACE_CO_URL_TEMPLATE.replace(constants.ENDPOINT, server.url)
        monkeypatch.setattr(constants, "HUGGINGFACE_CO_URL_TEMPLATE", template)
        monkeypatch.setattr(constants, "ENDPOINT", server.url)
        yield server
        huggingface_hub.close_session()


@pytest.fixture(autouse=True)
def waits(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """Nobody waits: ours are written down, and the client's own are left out."""
    from huggingface_hub.utils import _http

    waited: list[float] = []

    class Clock:
        time, monotonic = time.time, time.monotonic

        @staticmethod
        def sleep(seconds: float) -> None:
            """At once."""

    monkeypatch.setattr(transfer, "pause", lambda seconds, report: waited.append(seconds))
    monkeypatch.setattr(_http, "time", Clock)
    return waited


@pytest.fixture
def fineweb(server: HubServer) -> HubServer:
    files = {"sample/10BT/000_00000.parquet": ONE, "sample/10BT/001_00000.parquet": TWO, "README.md": README}
    server.repo(DATA, {**files, "data/CC-MAIN-2024-10/000.parquet": TWO, ".gitattributes": b"*.parquet filter=lfs\n"})
    return server


def get(found: Input, folder: Path) -> tuple[Path, int]:
    """The fetched file, and the sum of what was reported."""
    reported: list[int] = []
    return found.fetch(folder, reported.append), sum(reported)


def only(found: list[Input]) -> Input:
    assert len(found) == 1
    return found[0]


def problem(word: str) -> str:
    with pytest.raises(FledgeError) as error:
        find_remote(word)
    message = str(error.value)
    assert "\n" not in message
    assert error.value.exit_code == 2
    return message


def part_of(folder: Path) -> Path:
    return next(folder.glob("*.part"))


# --- the hub: listing ---


def test_a_glob_lists_its_files_and_each_arrives_byte_for_byte(fineweb: HubServer, tmp_path: Path) -> None:
    found = find_remote(f"hf://datasets/{DATA}/sample/10BT/*.parquet")
    names = [f"hf://datasets/{DATA}/sample/10BT/00{i}_00000.parquet" for i in (0, 1)]
    assert [one.name for one in found] == names
    assert [one.size for one in found] == [len(ONE), len(TWO)]
    assert [one.version for one in found] == [hashlib.sha256(data).hexdigest() for data in (ONE, TWO)]
    for one, data in zip(found, (ONE, TWO), strict=True):
        path, reported = get(one, tmp_path)
        assert one.is_temporary
        assert path.read_bytes() == data
        assert reported == len(data)
        assert pq.read_table(path).num_rows == 3000
    assert len(list(tmp_path.iterdir())) == 2


def test_the_clients_own_download_gets_the_same_from_the_server(fineweb: HubServer, tmp_path: Path) -> None:
    """The server is a hub as far as huggingface_hub can tell."""
    from huggingface_hub import HfApi

    api = HfApi(endpoint=fineweb.url)
    for name, data in (("sample/10BT/000_00000.parquet", ONE), ("README.md", README)):
        about = api.get_paths_info(DATA, [name], repo_type="dataset")
        assert [one.size for one in about] == [len(data)]
        path = api.hf_hub_download(
            DATA, name, repo_type="dataset", revision=fineweb.repos[DATA].refs["main"], local_dir=tmp_path
        )
        assert Path(path).read_bytes() == data


SAMPLES = ["sample/10BT/000_00000.parquet", "sample/10BT/001_00000.parquet"]
DUMP = "data/CC-MAIN-2024-10/000.parquet"


@pytest.mark.parametrize(
    ("path", "names"),
    [
        (SAMPLES[1], [SAMPLES[1]]),
        ("sample", SAMPLES),
        ("**/*.parquet", [DUMP, *SAMPLES]),
        ("*/*/000*.parquet", [DUMP, SAMPLES[0]]),
        ("sample/10BT/00[1-9]_*", [SAMPLES[1]]),
        ("", [DUMP, *SAMPLES]),
        ("README.md", ["README.md"]),
    ],
)
@pytest.mark.parametrize("page_size", [1000, 2])
def test_paths_folders_and_globs(fineweb: HubServer, path: str, names: list[str], page_size: int) -> None:
    fineweb.page_size = page_size
    found = find_remote(f"hf://datasets/{DATA}/{path}".rstrip("/"))
    assert [one.name.removeprefix(f"hf://datasets/{DATA}/") for one in found] == names


@pytest.mark.parametrize("revision", ["refs/convert/parquet", "refs%2Fconvert%2Fparquet", "~parquet"])
def test_revisions_with_a_slash(server: HubServer, tmp_path: Path, revision: str) -> None:
    server.repo("a/b", {"x.txt": b"text"}).commit({"default/train/0000.parquet": ONE}, "refs/convert/parquet")
    found = only(find_remote(f"hf://datasets/a/b@{revision}/default/train/*.parquet"))
    assert found.name == "hf://datasets/a/b@refs%2Fconvert%2Fparquet/default/train/0000.parquet"
    assert only(find_remote(found.name)).version == found.version
    assert get(found, tmp_path)[0].read_bytes() == ONE


def test_what_a_browser_shows_is_an_address_too(fineweb: HubServer) -> None:
    for page in ("blob/main/sample/10BT/000_00000.parquet", "resolve/main/sample/10BT/000_00000.parquet?download=true"):
        assert only(find_remote(f"https://huggingface.co/datasets/{DATA}/{page}")).size == len(ONE)
    assert len(find_remote(f"https://huggingface.co/datasets/{DATA}/tree/main/sample")) == 2


def test_what_was_listed_is_what_is_fetched_even_if_the_branch_moves(fineweb: HubServer, tmp_path: Path) -> None:
    found = find_remote(f"hf://datasets/{DATA}/sample/10BT/*.parquet")
    fineweb.repos[DATA].commit({"sample/10BT/000_00000.parquet": TWO})
    assert get(found[0], tmp_path)[0].read_bytes() == ONE
    again = find_remote(f"hf://datasets/{DATA}/sample/10BT/*.parquet")
    assert [one.version for one in again] == [found[1].version]


def test_a_file_that_git_holds_itself_is_checked_too(server: HubServer, tmp_path: Path) -> None:
    server.repo("a/b", {"data/x y#1.txt": b"some text\n" * 100})
    server.fail("/resolve/", Fault(damaged=True))
    found = only(find_remote("hf://datasets/a/b/data"))
    path, reported = get(found, tmp_path)
    assert path.read_bytes() == b"some text\n" * 100
    assert reported == 1000
    assert path.name.endswith("-x_y_1.txt")
    assert len(server.asked("/resolve/")) == 2


# --- the hub: after a cut ---


def test_after_a_cut_the_rest_alone_is_asked_for(fineweb: HubServer, tmp_path: Path, waits: list[float]) -> None:
    found = find_remote(f"hf://datasets/{DATA}/sample/10BT/*.parquet")[0]
    fineweb.fail("/lfs/", Fault(cut_after=HALF), Fault(cut_after=1000))
    path, reported = get(found, tmp_path)
    assert path.read_bytes() == ONE
    assert reported == len(ONE)
    assert [seen.range for seen in fineweb.asked("/lfs/")] == ["", f"bytes={HALF}-", f"bytes={HALF + 1000}-"]
    assert waits == [1.0, 1.0]  # each attempt brought something


def test_a_silent_server_is_left(fineweb: HubServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from huggingface_hub import constants

    monkeypatch.setattr(constants, "HF_HUB_DOWNLOAD_TIMEOUT", 0.2)
    found = find_remote(f"hf://datasets/{DATA}/sample/10BT/*.parquet")[0]
    fineweb.fail("/lfs/", Fault(cut_after=HALF, stalls=True))
    assert get(found, tmp_path)[0].read_bytes() == ONE
    assert [seen.range for seen in fineweb.asked("/lfs/")] == ["", f"bytes={HALF}-"]


@pytest.mark.parametrize("declared", [1000, -1000])
def test_a_wrong_length_is_noticed(fineweb: HubServer, tmp_path: Path, declared: int) -> None:
    found = find_remote(f"hf://datasets/{DATA}/sample/10BT/*.parquet")[0]
    fineweb.fail("/lfs/", Fault(declared=declared))
    assert get(found, tmp_path)[0].read_bytes() == ONE


PROGRAM = """
import sys
from pathlib import Path
from fledge.data.corpus import transfer
from fledge.data.corpus.remote import find_remote
def report(n):
    print(n, flush=True)
transfer.WAITS_S = (60.0,)
print(find_remote(sys.argv[1])[0].fetch(Path(sys.argv[2]), report))
"""


def process(server: HubServer, word: str, folder: Path) -> "subprocess.Popen[str]":
    env = {**os.environ, "HF_ENDPOINT": server.url, "HF_HUB_OFFLINE": "0", "HF_HUB_DISABLE_TELEMETRY": "1"}
    command = [sys.executable, "-c", PROGRAM, word, str(folder)]
    return subprocess.Popen(command, text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=env)


@pytest.mark.parametrize("kind", ["hub", "web"])
def test_killed_half_way_and_continued_by_another_process(fineweb: HubServer, tmp_path: Path, kind: str) -> None:
    fineweb.files["one.parquet"] = ONE
    word = (
        f"hf://datasets/{DATA}/sample/10BT/000_00000.parquet" if kind == "hub" else f"{fineweb.url}/files/one.parquet"
    )
    path = "/lfs/" if kind == "hub" else "/files/"
    fineweb.fail(path, *[Fault()] * (kind == "web"), Fault(cut_after=HALF))  # the web's first request is a HEAD
    first = process(fineweb, word, tmp_path)
    assert first.stdout
    while (line := first.stdout.readline()) != "0\n":  # now it waits
        assert line, first.communicate()
    first.send_signal(signal.SIGKILL)
    first.communicate()
    kept = part_of(tmp_path).read_bytes()
    assert ONE.startswith(kept)
    assert 0 < len(kept) <= HALF
    second = process(fineweb, word, tmp_path)
    out, err = second.communicate(timeout=60)
    assert second.returncode == 0, err
    assert Path(out.splitlines()[-1]).read_bytes() == ONE
    assert sum(map(int, out.splitlines()[:-1])) == len(ONE)
    assert [seen.range for seen in fineweb.asked(path)] == ["", f"bytes={len(kept)}-"]
    assert len(list(tmp_path.iterdir())) == 1


def test_a_download_that_ended_just_before_its_last_step_is_not_done_again(fineweb: HubServer, tmp_path: Path) -> None:
    found = find_remote(f"hf://datasets/{DATA}/sample/10BT/*.parquet")[0]
    path, _ = get(found, tmp_path)
    asked = len(fineweb.seen)
    assert get(found, tmp_path) == (path, len(ONE))
    path.rename(f"{path}.part")
    assert get(found, tmp_path) == (path, len(ONE))
    assert len(fineweb.seen) == asked


@pytest.mark.parametrize("damage", [b"\0" * HALF, ONE + b"more", b"\0" * len(ONE)])
def test_a_damaged_part_is_not_built_upon(fineweb: HubServer, tmp_path: Path, damage: bytes) -> None:
    found = find_remote(f"hf://datasets/{DATA}/sample/10BT/*.parquet")[0]
    path, _ = get(found, tmp_path)
    path.unlink()
    Path(f"{path}.part").write_bytes(damage)
    again, reported = get(found, tmp_path)
    assert again.read_bytes() == ONE
    assert reported == len(ONE)


def test_content_that_is_wrong_twice_is_an_error(fineweb: HubServer, tmp_path: Path) -> None:
    found = find_remote(f"hf://datasets/{DATA}/sample/10BT/*.parquet")[0]
    fineweb.fail("/lfs/", *[Fault(damaged=True)] * 9)
    with pytest.raises(RunFailed, match="checksum"):
        get(found, tmp_path)
    assert [path.stat().st_size for path in tmp_path.iterdir()] == [0]


def test_an_older_version_makes_room(fineweb: HubServer, tmp_path: Path) -> None:
    word = f"hf://datasets/{DATA}/sample/10BT/000_00000.parquet"
    fineweb.fail("/lfs/", *[Fault(cut_after=HALF)], *[Fault(cut_after=0)] * 9)
    with pytest.raises(RunFailed):
        get(only(find_remote(word)), tmp_path)
    assert part_of(tmp_path).stat().st_size == HALF
    fineweb.faults.clear()
    fineweb.repos[DATA].commit({"sample/10BT/000_00000.parquet": TWO})
    path, reported = get(only(find_remote(word)), tmp_path)
    assert path.read_bytes() == TWO
    assert reported == len(TWO)
    assert list(tmp_path.iterdir()) == [path]
    assert fineweb.asked("/lfs/")[-1].range == ""


# --- the hub: trouble ---


def test_429_waits_as_long_as_it_is_asked_to(fineweb: HubServer, tmp_path: Path, waits: list[float]) -> None:
    found = find_remote(f"hf://datasets/{DATA}/sample/10BT/*.parquet")[0]
    limited = {"RateLimit": '"resolvers";r=0;t=40'}
    fineweb.fail("/resolve/", Fault(429, {"Retry-After": "30"}), Fault(429, limited), Fault(503), Fault(500))
    assert get(found, tmp_path)[0].read_bytes() == ONE
    assert waits == [30.0, 41.0, 4.0, 8.0]


def test_a_wait_of_hours_is_the_users(fineweb: HubServer, tmp_path: Path) -> None:
    found = find_remote(f"hf://datasets/{DATA}/sample/10BT/*.parquet")[0]
    fineweb.fail("/resolve/", Fault(429, {"Retry-After": "7200"}))
    with pytest.raises(RunFailed, match=r"120 minutes.*the same command continues"):
        get(found, tmp_path)


def test_5xx_for_ever_is_one_clear_error_and_nothing_is_lost(
    fineweb: HubServer, tmp_path: Path, waits: list[float]
) -> None:
    found = find_remote(f"hf://datasets/{DATA}/sample/10BT/*.parquet")[0]
    fineweb.fail("/lfs/", Fault(cut_after=HALF), *[Fault(503)] * 20)
    with pytest.raises(RunFailed) as error:
        get(found, tmp_path)
    assert str(error.value) == (
        f"can't download hf://datasets/{DATA}/sample/10BT/000_00000.parquet: the hub says HTTP 503, 6 times in a row. "
        "The bytes received so far are kept: the same command continues from there."
    )
    assert error.value.exit_code == 1
    assert waits == [1.0, 2.0, 4.0, 8.0, 16.0]
    fineweb.faults.clear()
    assert get(found, tmp_path)[0].read_bytes() == ONE
    assert fineweb.asked("/lfs/")[-1].range == f"bytes={HALF}-"


@pytest.mark.parametrize("part", ["/api/datasets/HuggingFaceFW/fineweb-edu?", "/tree/"])
def test_the_listing_is_tried_again_too(fineweb: HubServer, part: str) -> None:
    fineweb.fail(part, Fault(503), Fault(429, {"Retry-After": "1"}))
    assert len(find_remote(f"hf://datasets/{DATA}/sample")) == 2
    fineweb.fail(part, *[Fault(503)] * 99)
    with pytest.raises(RunFailed, match=f"can't reach the hub for hf://datasets/{DATA}: the hub says HTTP 503.*again"):
        find_remote(f"hf://datasets/{DATA}/sample")


def test_a_hub_that_is_not_there(server: HubServer, monkeypatch: pytest.MonkeyPatch) -> None:
    from huggingface_hub import constants

    monkeypatch.setattr(constants, "ENDPOINT", "http://127.0.0.1:9")
    with pytest.raises(RunFailed, match=r"can't reach the hub for .*refused.*4 times in a row"):
        find_remote("hf://datasets/a/b")
    monkeypatch.setattr(constants, "ENDPOINT", "hub.example")
    assert "HF_ENDPOINT=hub.example" in problem("hf://datasets/a/b")


def test_something_else_answers(server: HubServer) -> None:
    server.repo("a/b", {"x.txt": b"text"})
    server.fail("/api/datasets", Fault(200))
    assert "not the hub" in problem("hf://datasets/a/b")


def test_gated(fineweb: HubServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    found = find_remote(f"hf://datasets/{DATA}/sample/10BT/*.parquet")[0]
    fineweb.repos[DATA].gated = True
    for token in ("", "hf_abc"):
        monkeypatch.setenv("HF_TOKEN", token)
        with pytest.raises(
            FledgeError, match=f"gated.*Accept them at {fineweb.url}/datasets/{DATA} .*HF_TOKEN"
        ) as error:
            get(found, tmp_path)
        assert error.value.exit_code == 2


def test_private(server: HubServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    server.repo("me/diary", {"x.parquet": ONE}).token = "hf_mine"
    assert "or it is private" in problem("hf://datasets/me/diary")
    monkeypatch.setenv("HF_TOKEN", "hf_mine")
    assert get(only(find_remote("hf://datasets/me/diary")), tmp_path)[0].read_bytes() == ONE
    assert "authorization" in {name.lower() for name in server.asked("/resolve/")[0].headers}
    assert "authorization" not in {name.lower() for name in server.asked("/lfs/")[0].headers}


@pytest.mark.parametrize(("status", "words"), [(401, "does not accept the token"), (403, "refuses"), (418, "HTTP 418")])
def test_other_refusals(fineweb: HubServer, status: int, words: str) -> None:
    # not of all of /api/: the client asks once in a process for something else there
    fineweb.fail("/api/datasets", Fault(status))
    assert words in problem(f"hf://datasets/{DATA}")


def test_what_is_not_there_is_said_with_what_is(fineweb: HubServer) -> None:
    fineweb.repos[DATA].commit({"x": b""}, "refs/convert/parquet")
    assert "no dataset HuggingFaceFW/finewebedu" in problem("hf://datasets/HuggingFaceFW/finewebedu/x")
    assert f"Did you mean {DATA}?" in problem("hf://datasets/HuggingFaceFW/finewebedu/x")
    message = problem(f"hf://datasets/{DATA}@v9/sample")
    assert "no revision v9. There are: main, refs/convert/parquet." in message
    assert "Did you mean sample?" in problem(f"hf://datasets/{DATA}/smaple")
    assert "Did you mean sample/10BT?" in problem(f"hf://datasets/{DATA}/sample/10B/*.parquet")
    message = problem(f"hf://datasets/{DATA}/sample/10BT/*.jsonl")
    assert "nothing in" in message
    assert "There are: sample/10BT/000_00000.parquet, sample/10BT/001_00000.parquet." in message
    assert "There are: .gitattributes, README.md, data/, sample/." in problem(f"hf://datasets/{DATA}/zzzz")


def test_a_folder_without_anything_to_read(server: HubServer) -> None:
    server.repo("a/b", {"README.md": README, "model.bin": b"\0", "b.py": b"import os"})
    assert "no file that can be read in hf://datasets/a/b. There are: README.md, b.py, model.bin." in problem(
        "hf://datasets/a/b"
    )


@pytest.mark.parametrize(
    ("word", "words"),
    [
        ("hf://datasets/a", "hf://datasets/OWNER/NAME[@REVISION]/PATH"),
        ("hf://", "hf://datasets/OWNER/NAME[@REVISION]/PATH"),
        ("hf://datasets/a/b/../c", "'..'"),
        ("hf://gpt2/x", "For a dataset type hf://datasets/gpt2/x"),
        ("hf://buckets/a/b/x", "not a dataset"),
        ("hf://datasets/a/b@/c", "Empty revision"),
    ],
)
def test_addresses_that_are_none(word: str, words: str) -> None:
    assert words in problem(word)


def test_offline(fineweb: HubServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from huggingface_hub import constants

    found = find_remote(f"hf://datasets/{DATA}/sample/10BT/*.parquet")[0]
    monkeypatch.setattr(constants, "HF_HUB_OFFLINE", True)
    assert "HF_HUB_OFFLINE is set" in problem(f"hf://datasets/{DATA}/sample")
    with pytest.raises(FledgeError, match="HF_HUB_OFFLINE is set"):
        get(found, tmp_path)


# --- the web ---


def test_a_file_of_the_web(server: HubServer, tmp_path: Path) -> None:
    server.files["one.parquet"] = ONE
    for place in ("files", "moved", "norange", "dated", "chunked"):
        found = only(find_remote(f"{server.url}/{place}/one.parquet"))
        assert found.name == f"{server.url}/{place}/one.parquet"
        assert found.size == (None if place == "chunked" else len(ONE))
        path, reported = get(found, tmp_path)
        assert path.read_bytes() == ONE
        assert reported == len(ONE)
    assert found.is_temporary


def cut_once(server: HubServer, path: str, *faults: Fault) -> None:
    """The first request for a path is a HEAD."""
    server.fail(path, Fault(), *faults)


def continued_at(seen: Seen) -> int:
    """Where a request continues; a little less than what arrived is in hand when the connection breaks."""
    return int(seen.range.removeprefix("bytes=").removesuffix("-") or 0)


@pytest.mark.parametrize(
    ("place", "etag", "continues"),
    [
        ("files", None, True),
        ("moved", None, True),
        ("dated", None, True),
        ("files", 'W/"weak"', True),
        ("norange", None, True),  # it asks, and takes what it gets
        ("chunked", None, True),
        ("files", "", False),  # nothing would say whether it is still the same file
    ],
)
def test_a_cut_on_the_web(server: HubServer, tmp_path: Path, place: str, etag: str | None, continues: bool) -> None:
    server.files["one.parquet"] = ONE
    if etag is not None:
        server.etags["one.parquet"] = etag
    path = f"/{'files' if place == 'moved' else place}/"
    cut_once(server, path, *[Fault()] * (place == "chunked"), Fault(cut_after=HALF))
    found = only(find_remote(f"{server.url}/{place}/one.parquet"))
    fetched, reported = get(found, tmp_path)
    assert fetched.read_bytes() == ONE
    assert reported == len(ONE)
    last = server.asked(path)[-1]
    assert (HALF / 2 < continued_at(last) <= HALF + 10_000) == continues
    assert ("If-Range" in last.headers) == (continues and etag != 'W/"weak"')


@pytest.mark.parametrize("etag", [None, 'W/"weak"'])
def test_a_file_that_changes_meanwhile_starts_over(server: HubServer, tmp_path: Path, etag: str | None) -> None:
    server.files["one.txt"] = b"a" * 2 * HALF
    if etag:
        server.etags["one.txt"] = etag
    found = only(find_remote(f"{server.url}/files/one.txt"))
    server.fail("/files/", Fault(cut_after=HALF), *[Fault(cut_after=0)] * 20)
    with pytest.raises(RunFailed, match="the same command continues"):
        get(found, tmp_path)
    server.faults.clear()
    server.files["one.txt"] = b"b" * (2 * HALF + 10)
    if etag:
        server.etags["one.txt"] = 'W/"other"'
    path, reported = get(found, tmp_path)  # as listed before
    assert path.read_bytes() == server.files["one.txt"]
    assert reported == 2 * HALF + 10
    again = only(find_remote(found.name))
    assert again.version != found.version
    assert get(again, tmp_path)[0].read_bytes() == server.files["one.txt"]
    assert len(list(tmp_path.iterdir())) == 1


def test_a_file_that_shrinks_meanwhile_starts_over(server: HubServer, tmp_path: Path) -> None:
    server.files["one.txt"], server.etags["one.txt"] = b"a" * 2 * HALF, 'W/"weak"'
    found = only(find_remote(f"{server.url}/files/one.txt"))
    server.fail("/files/", Fault(cut_after=HALF))
    server.fail("/files/", Fault(416))
    assert get(found, tmp_path)[0].read_bytes() == server.files["one.txt"]
    first, second, third = server.asked("/files/")
    assert HALF / 2 < continued_at(second) <= HALF
    assert (first.range, third.range) == ("", "")


def test_trouble_on_the_web(server: HubServer, tmp_path: Path, waits: list[float]) -> None:
    server.files["one.txt"] = b"text"
    found = only(find_remote(f"{server.url}/files/one.txt"))
    server.fail("/files/", Fault(429, {"Retry-After": "20"}), Fault(502))
    assert get(found, tmp_path)[0].read_bytes() == b"text"
    assert waits == [20.0, 2.0]
    server.fail("/other/", *[Fault(500)] * 99)
    with pytest.raises(RunFailed, match=r"can't reach .*HTTP 500.*4 times"):
        find_remote(f"{server.url}/other/one.txt")
    with pytest.raises(RunFailed, match=r"can't reach http://127\.0\.0\.1:9/x\.txt"):
        find_remote("http://127.0.0.1:9/x.txt")


def test_a_silent_web_server_is_left(server: HubServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(remote, "READ_TIMEOUT_S", 0.2)
    server.files["one.parquet"] = ONE
    found = only(find_remote(f"{server.url}/files/one.parquet"))
    server.fail("/files/", Fault(cut_after=HALF, stalls=True))
    assert get(found, tmp_path)[0].read_bytes() == ONE
    assert HALF / 2 < continued_at(server.asked("/files/")[-1]) <= HALF


def test_refusals_of_the_web(server: HubServer, tmp_path: Path) -> None:
    assert "there is no" in problem(f"{server.url}/files/nothing.txt")
    server.fail("/secret", *[Fault(403)] * 9)
    message = problem(f"http://me:word@{server.url.removeprefix('http://')}/secret/x.txt?signature=abc")
    assert "refuses" in message
    assert "word" not in message
    assert "abc" not in message
    assert "Name each file" in problem(f"{server.url}/files/*.txt")
    server.files["one.txt"] = b"text"
    found = only(find_remote(f"{server.url}/packed/one.txt"))
    with pytest.raises(FledgeError, match="compressed"):
        get(found, tmp_path)
    server.files["one.txt.gz"] = b"\x1f\x8b as it is"
    assert get(only(find_remote(f"{server.url}/packed/one.txt.gz")), tmp_path)[0].read_bytes() == b"\x1f\x8b as it is"


def test_files_of_the_same_name_do_not_meet(server: HubServer, tmp_path: Path) -> None:
    server.files = {"a/x.txt": b"a", "b/x.txt": b"b", "q?v=1": b"1"}
    for name, data in server.files.items():
        assert (
            get(only(find_remote(f"{server.url}/files/{name.replace('?', '%3F')}")), tmp_path)[0].read_bytes() == data
        )
    assert len(list(tmp_path.iterdir())) == 3
    assert all(path.parent == tmp_path for path in tmp_path.iterdir())


# --- stores ---


def test_a_store_that_fsspec_knows(tmp_path: Path) -> None:
    import fsspec

    store = fsspec.filesystem("memory")
    for name, data in (("box/a.parquet", ONE), ("box/b.txt", b"text"), ("box/c.bin", b"\0"), ("box/deep/d.txt", b"d")):
        store.pipe(f"/{name}", data)
    try:
        assert [one.name for one in find_remote("memory://box/*.parquet")] == ["memory://box/a.parquet"]
        found = find_remote("memory://box")
        assert [one.name for one in found] == [
            "memory://box/a.parquet",
            "memory://box/b.txt",
            "memory://box/deep/d.txt",
        ]
        first = only(find_remote("memory://box/a.parquet"))

        def report(n: int) -> None:
            raise KeyboardInterrupt

        with pytest.raises(KeyboardInterrupt):
            first.fetch(tmp_path, report)
        assert part_of(tmp_path).stat().st_size > 0
        path, reported = get(first, tmp_path)
        assert path.read_bytes() == ONE
        assert reported == len(ONE)
        assert "there is no" in problem("memory://box/zzz.txt")
        assert "no file that can be read" in problem("memory://box/*.jsonl")
    finally:
        store.rm("/box", recursive=True)


@pytest.mark.parametrize(
    ("word", "words"),
    [
        ("s3://bucket/x.parquet", "pip install s3fs"),
        ("gs://bucket/x.parquet", "pip install gcsfs"),
        ("htps://host/x", "Did you mean https?"),
        ("file:///tmp/x", "by its path"),
    ],
)
def test_what_can_not_be_opened_says_what_to_type(word: str, words: str) -> None:
    assert words in problem(word)


@pytest.mark.parametrize(
    ("word", "said"),
    [
        ("https://me:word@host/a.txt?sig=1#2", "https://host/a.txt"),
        ("HTTP://host:80/a.txt", "http://host:80/a.txt"),
        ("hf://datasets/a/b@main/c-?.parquet", "hf://datasets/a/b@main/c-?.parquet"),
        ("what?.txt", "what?.txt"),
    ],
)
def test_a_word_is_shown_without_secrets(word: str, said: str) -> None:
    assert remote.without_secrets(word) == said


def test_what_is_remote() -> None:
    for word in ("https://host/x", "s3://bucket/x", "hf://datasets/a/b", "HTTP://HOST/x"):
        assert is_remote(word), word
    for word in ("data/x.txt", "/data/x", "C:\\x", "C:/x", "fineweb_edu", "a:b", ""):
        assert not is_remote(word), word


# --- the disk ---


def test_a_full_disk_is_noticed_before_and_during(
    fineweb: HubServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    import shutil

    found = find_remote(f"hf://datasets/{DATA}/sample/10BT/*.parquet")[0]
    with monkeypatch.context() as patched:
        patched.setattr(shutil, "disk_usage", lambda path: shutil._ntuple_diskusage(10, 9, 1))
        with pytest.raises(RunFailed, match=r"needs 0\.00 GB and .* free.*continues"):
            get(found, tmp_path)
    assert not fineweb.asked("/lfs/")

    def full(part: object, block: bytes) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patched:
        patched.setattr(transfer._PartialFile, "write", full)
        with pytest.raises(RunFailed, match=r"No space left.*continues"):
            get(found, tmp_path)
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(FledgeError, match="can't write"):
        get(found, tmp_path / "file" / "below")


def test_whoever_watches_can_stop_it_while_it_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.undo()
    seen: list[int] = []
    transfer.pause(0.02, seen.append)
    assert seen == [0]

    def stop(n: int) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        transfer.pause(0.01, stop)


@pytest.mark.parametrize(("value", "seconds"), [("7", 7), (" 7 ", 7), ("", 0), ("soon", 0), ("-3", 0), ("9" * 30, 0)])
def test_retry_after(value: str, seconds: float) -> None:
    assert transfer.retry_after_s({"Retry-After": value}) == seconds


def test_retry_after_as_a_date() -> None:
    import email.utils

    assert 50 < transfer.retry_after_s({"Retry-After": email.utils.formatdate(time.time() + 60, usegmt=True)}) <= 60
    assert transfer.retry_after_s({"Retry-After": email.utils.formatdate(0, usegmt=True)}) == 0


# --- corpora with names ---


def test_fineweb_edu(fineweb: HubServer) -> None:
    corpus = NAMED_CORPORA["fineweb_edu"]
    assert [one.name.rpartition("/")[2] for one in corpus.find()] == ["000_00000.parquet", "001_00000.parquet"]
    assert only(corpus.find("CC-MAIN-2024-10")).name == f"hf://datasets/{DATA}/data/CC-MAIN-2024-10/000.parquet"
    assert corpus.subset().tokens == 9_972_918_177
    assert corpus.subset("CC-MAIN-2024-10").tokens is None
    with pytest.raises(FledgeError, match=r"Did you mean sample-10BT.*There are: sample-10BT, .*CC-MAIN-2024-10"):
        corpus.subset("sample-10B")
    with pytest.raises(FledgeError, match="no folder data/CC-MAIN-1999-01"):
        corpus.find("CC-MAIN-1999-01")


OWT = "Skylion007/openwebtext"


def test_openwebtext(server: HubServer) -> None:
    server.repo(OWT, {f"plain_text/train-0000{i}-of-00002.parquet": data for i, data in enumerate((ONE, TWO))})
    assert [one.size for one in NAMED_CORPORA["openwebtext"].find()] == [len(ONE), len(TWO)]


def test_openwebtext_from_the_hubs_conversion(server: HubServer) -> None:
    repo = server.repo(OWT, {"openwebtext.py": b"import os", "subsets/openwebtext.tar": b"old"})
    repo.commit({"plain_text/train/0000.parquet": ONE}, "refs/convert/parquet")
    assert only(NAMED_CORPORA["openwebtext"].find()).name.endswith(
        "@refs%2Fconvert%2Fparquet/plain_text/train/0000.parquet"
    )
    repo.commit({"plain_text/partial-train/0000.parquet": ONE}, "refs/convert/parquet")
    with pytest.raises(FledgeError, match="plain_text/train"):
        NAMED_CORPORA["openwebtext"].find()


@pytest.mark.parametrize("name", list(NAMED_CORPORA))
def test_every_figure_is_of_a_plausible_size(name: str) -> None:
    corpus = NAMED_CORPORA[name]
    assert corpus.default in corpus.subsets
    assert hub.read_address(f"hf://datasets/{corpus.repo}/x").repo == corpus.repo
    for subset in corpus.subsets.values():
        assert subset.tokens
        assert subset.documents
        assert subset.download_bytes
        assert 200 < subset.tokens / subset.documents < 3000
        assert 2 < (subset.text_bytes or 4 * subset.tokens) / subset.tokens < 6


# --- all the way to a dataset ---


def test_every_name_is_known_to_who_misses_a_dataset() -> None:
    assert {*KNOWN_NAMES} == {*SHIPPED_TOKENIZERS, *NAMED_CORPORA}


def a_corpus(server: HubServer, files: int) -> list[str]:
    """So many files of a hundred documents each; all the documents."""
    rng = np.random.default_rng(3)
    texts = [" ".join(rng.choice(["bird", "nest", "wing", "egg"], 20)) for _ in range(100 * files)]
    contents = {}
    for number in range(files):
        stream = io.BytesIO()
        pq.write_table(pa.table({"text": texts[100 * number : 100 * number + 100], "score": [1.0] * 100}), stream)
        contents[f"sample/10BT/{number:03d}_00000.parquet"] = stream.getvalue()
    server.repo(DATA, contents)
    return texts


def test_a_named_corpus_becomes_a_dataset_of_as_many_files_as_it_needs(
    server: HubServer, tmp_path: Path, fledge: Fledge, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    texts = a_corpus(server, files=40)
    server.fail("003_00000", Fault(status=503), Fault(cut_after=500), Fault(status=429))
    wanted = sum(len(text) + 1 for text in texts[:350])
    code, out, err = fledge("prepare", "fineweb_edu", "--tokenizer=byte", f"--tokens={wanted}", "--val_fraction=0.1")
    assert code == 0, err
    assert f"train       {wanted:,} tokens" in out
    assert not server.asked("035_00000"), "what is not needed is not fetched"
    assert [path.name for path in (tmp_path / "data").iterdir()] == ["fineweb_edu"]
    data = open_dataset(tmp_path / "data/fineweb_edu")
    documents = data.tokenizer().decode(data.split("train")[:]).split("<|endoftext|>")
    assert set(documents[:-1]) <= set(texts)
    server.seen.clear()
    code, out, _ = fledge("prepare", "fineweb_edu", "--tokenizer=byte", f"--tokens={wanted}", "--val_fraction=0.1")
    assert (code, "already in" in out) == (0, True)
    assert not server.asked("parquet")


def test_a_file_of_the_hub_that_is_not_what_it_says_stops_or_is_left_out(
    server: HubServer, tmp_path: Path, fledge: Fledge, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    a_corpus(server, files=2)
    repo = server.repo(
        DATA, {"a.parquet": b"PAR1 and then nothing of the kind PAR1", "b.jsonl": b'{"text": "whole"}\n' * 9}
    )
    assert repo
    address = f"hf://datasets/{DATA}/*"
    code, _, err = fledge("prepare", address, "--tokenizer=byte", "--val_fraction=0.5", "--name=x")
    assert (code, "--on_error=skip" in err, err.count("\n")) == (2, True, 1)
    server.fail("b.jsonl", *[Fault(status=500)] * 40)
    code, _, err = fledge("prepare", address, "--tokenizer=byte", "--on_error=skip", "--name=y")
    assert (code, err.count("\n")) == (1, 1), err


# --- corpora with a part for each language ---

FINEWEB2, SANGRAHA = "HuggingFaceFW/fineweb-2", "ai4bharat/sangraha"


@pytest.mark.parametrize(
    "word", ["arb_Arab", "arabic", "Arabic", "arb", "ar", "ARB_ARAB", " arabic ", "arb-arab", "العربية"]
)
def test_fineweb2_by_any_name_of_its_language(server: HubServer, word: str) -> None:
    server.repo(
        FINEWEB2,
        {
            "data/arb_Arab/train/000_00000.parquet": ONE,
            "data/arb_Arab/train/001_00000.parquet": TWO,
            "data/arb_Arab/test/000_00000.parquet": ONE,
            "data/arz_Arab/train/000_00000.parquet": ONE,
        },
    )
    found, _ = find_inputs([f"fineweb2:{word}"], "", "utf-8")
    assert [one.name.partition("/data/")[2] for one in found] == [
        f"arb_Arab/train/00{number}_00000.parquet" for number in range(2)
    ]


def test_parts_that_only_the_hub_knows(server: HubServer) -> None:
    server.repo(FINEWEB2, {"data/quy_Latn/train/000_00000.parquet": ONE, "data/hin_Deva/train/000_00000.parquet": ONE})
    found, _ = find_inputs(["fineweb2:quy_Latn"], "", "utf-8")
    assert only(found).name.endswith("data/quy_Latn/train/000_00000.parquet")
    with pytest.raises(FledgeError, match="no folder data/xyz_Latn"):
        find_inputs(["fineweb2:xyz_Latn"], "", "utf-8")


@pytest.mark.parametrize(
    ("subset", "folder"),
    [
        ("", "verified/hin"),
        ("verified", "verified/hin"),
        ("unverified", "unverified/hin"),
        ("synthetic", "synthetic/hin_Deva"),
    ],
)
def test_sangraha(server: HubServer, subset: str, folder: str) -> None:
    folders = ("verified/hin", "unverified/hin", "synthetic/hin_Deva", "synthetic/hin_Latn", "verified/tam")
    server.repo(SANGRAHA, {f"{name}/data-0.parquet": ONE for name in folders})
    for word in ("hin", "hindi", "hi", "हिन्दी"):
        found, _ = find_inputs([f"sangraha:{word}"], subset, "utf-8")
        assert only(found).name.endswith(f"{folder}/data-0.parquet")


@pytest.mark.parametrize(
    ("word", "subset", "says"),
    [
        ("fineweb2:arabik", "", "no language 'arabik'. Did you mean arabic?"),
        ("fineweb2:hindy", "", "Did you mean hindi?"),
        ("fineweb2:english", "", "has no English: that is fineweb_edu. Write a language as fineweb2:hindi"),
        ("fineweb2", "", "has a part for each language"),
        ("fineweb2:", "", "has a part for each language"),
        ("sangraha:arabic", "", "sangraha has no language 'arabic'"),
        ("sangraha:hin", "verifed", "Did you mean verified?"),
        ("finweb2:hindi", "", "Did you mean fineweb2?"),
        ("sangrah:hin", "", "Did you mean sangraha?"),
    ],
)
def test_languages_and_corpora_that_are_not_there(word: str, subset: str, says: str) -> None:
    with pytest.raises(FledgeError) as error:
        find_inputs([word], subset, "utf-8")
    assert says in str(error.value)


def test_a_part_of_fineweb2_becomes_a_dataset(
    server: HubServer, tmp_path: Path, fledge: Fledge, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    texts = [f"{number} नमस्ते दुनिया, यह एक परीक्षा है।" for number in range(200)]
    stream = io.BytesIO()
    pq.write_table(pa.table({"text": texts, "language": ["hin"] * 200}), stream)
    server.repo(FINEWEB2, {"data/hin_Deva/train/000_00000.parquet": stream.getvalue()})
    asked = ("prepare", "fineweb2:hindi", "--tokenizer=bpe:300", "--normalize=hi", "--val_fraction=0.1")
    code, out, err = fledge(*asked)
    assert code == 0, err
    data = open_dataset(tmp_path / "data/fineweb2_hin_Deva")
    assert sum((data.documents or {}).values()) == 200
    assert "--dataset=fineweb2_hin_Deva" in out
    assert "already in" in fledge(*asked)[1]
    error = fledge("train", "--dataset=fineweb2_arb_Arab")[2]
    assert "fledge prepare fineweb2:arb_Arab" in error
