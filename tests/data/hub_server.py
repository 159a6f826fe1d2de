"""A server on 127.0.0.1 that speaks the hub's file API, serves plain files, and fails as it is told to."""

import email.utils
import hashlib
import http.server
import json
import re
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import parse_qs, unquote, urlsplit

MODIFIED = email.utils.formatdate(1_700_000_000, usegmt=True)


@dataclass(frozen=True)
class Fault:
    """What happens to one request instead of, or in the middle of, the right answer."""

    status: int = 0  # answered with this status
    headers: dict[str, str] = field(default_factory=dict)
    cut_after: int = -1  # the connection closes after so many bytes of the body
    stalls: bool = False  # and it is not closed, but silent
    declared: int = 0  # bytes more (or fewer) than there are, declared and, if fewer, sent
    damaged: bool = False  # the right number of wrong bytes


@dataclass
class Seen:
    method: str
    path: str
    headers: dict[str, str]

    @property
    def range(self) -> str:
        return self.headers.get("Range", "")


@dataclass
class Repo:
    commits: dict[str, dict[str, bytes]] = field(default_factory=dict)
    refs: dict[str, str] = field(default_factory=dict)
    gated: bool = False
    token: str = ""  # without it the repository does not exist

    def commit(self, files: dict[str, bytes], ref: str = "main") -> str:
        content = "".join(f"{path} {hashlib.sha256(data).hexdigest()}" for path, data in sorted(files.items()))
        name = hashlib.sha1((ref + content).encode()).hexdigest()
        self.commits[name] = files
        self.refs[ref] = name
        return name


class HubServer(http.server.ThreadingHTTPServer):
    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Handler)
        self.repos: dict[str, Repo] = {}
        self.files: dict[str, bytes] = {}
        self.etags: dict[str, str] = {}  # of plain files, where it is not the content's hash; "" for none
        self.seen: list[Seen] = []
        self.faults: list[tuple[str, list[Fault]]] = []
        self.page_size = 1000
        self.stopped = threading.Event()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_address[1]}"

    def repo(self, name: str, files: dict[str, bytes]) -> Repo:
        self.repos[name] = Repo()
        self.repos[name].commit(files)
        return self.repos[name]

    def fail(self, part_of_path: str, *faults: Fault) -> None:
        """The next requests for such a path, one after the other, meet these."""
        self.faults.append((part_of_path, list(faults)))

    def fault_of(self, path: str) -> Fault:
        for part, faults in self.faults:
            if part in path and faults:
                return faults.pop(0)
        return Fault()

    def asked(self, part_of_path: str, method: str = "GET") -> list[Seen]:
        return [seen for seen in self.seen if part_of_path in seen.path and seen.method == method]

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Nothing: a client that goes away is part of the tests."""


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server: HubServer

    def do_GET(self) -> None:
        self._answer()

    def do_HEAD(self) -> None:
        self._answer()

    def do_POST(self) -> None:
        self._answer()

    def log_message(self, *args: object) -> None:
        """Nothing: the output of the tests stays clean."""

    def _answer(self) -> None:
        length = int(self.headers.get("Content-Length") or 0)
        self.form = parse_qs(self.rfile.read(length).decode())
        self.server.seen.append(Seen(self.command, self.path, dict(self.headers.items())))
        self.fault = self.server.fault_of(self.path)
        if self.fault.status:
            self._send(self.fault.status, b"{}", self.fault.headers)
            return
        path, query = urlsplit(self.path).path, parse_qs(urlsplit(self.path).query)
        kind = path.split("/")[1]
        if kind == "api":
            self._api(path, query)
        elif kind == "datasets":
            self._resolve(path)
        elif kind == "lfs":
            self._lfs(path.split("/")[2])
        elif kind == "moved":
            self._send(302, b"", {"Location": path.replace("/moved/", "/files/")})
        else:
            self._plain(kind, unquote(path))

    # --- the hub's API ---

    def _api(self, path: str, query: dict[str, list[str]]) -> None:
        if path == "/api/datasets":
            owner = query["author"][0]
            self._json([{"id": name} for name in self.server.repos if name.startswith(f"{owner}/")])
            return
        found = re.fullmatch(r"/api/datasets/([^/]+/[^/]+)(?:/([a-z-]+)(?:/([^/]+))?(?:/(.+))?)?", path)
        repo = self._repo(found[1] if found else "")
        if not found or repo is None:
            return
        what, revision, rest = found[2], unquote(found[3] or "main"), unquote(found[4] or "")
        if what == "refs":
            branches = [
                {"name": n, "ref": f"refs/heads/{n}", "targetCommit": c} for n, c in repo.refs.items() if "/" not in n
            ]
            converts = [
                {"name": n.split("/")[-1], "ref": n, "targetCommit": c} for n, c in repo.refs.items() if "/" in n
            ]
            self._json({"branches": branches, "converts": converts, "tags": []})
            return
        commit = repo.refs.get(revision, revision)
        if commit not in repo.commits:
            self._error(404, "RevisionNotFound")
            return
        files = repo.commits[commit]
        if what in (None, "revision"):
            self._json({"id": found[1], "sha": commit})
        elif what == "tree":
            self._tree(files, rest, query)
        elif what == "paths-info":
            wanted = self.form.get("paths", [])
            self._json([_entry(name, files[name]) for name in wanted if name in files])

    def _tree(self, files: dict[str, bytes], folder: str, query: dict[str, list[str]]) -> None:
        prefix = f"{folder}/" if folder else ""
        below = {name.removeprefix(prefix): data for name, data in files.items() if name.startswith(prefix)}
        if not below:
            self._error(404, "EntryNotFound")
            return
        recursive = query.get("recursive", ["false"])[0].lower() == "true"
        folders = {"/".join(name.split("/")[:depth]) for name in below for depth in range(1, name.count("/") + 1)}
        rows = [{"type": "directory", "path": prefix + name, "oid": _sha1(name.encode())} for name in sorted(folders)]
        rows += [_entry(prefix + name, data) for name, data in sorted(below.items())]
        rows = [row for row in rows if recursive or "/" not in row["path"].removeprefix(prefix)]
        at = int(query.get("cursor", ["0"])[0])
        headers = {}
        if at + self.server.page_size < len(rows):
            path, mode = urlsplit(self.path).path, query.get("recursive", ["false"])[0]
            following = f"{self.server.url}{path}?recursive={mode}&cursor={at + self.server.page_size}"
            headers["Link"] = f'<{following}>; rel="next"'
        self._json(rows[at : at + self.server.page_size], headers)

    def _resolve(self, path: str) -> None:
        found = re.fullmatch(r"/datasets/([^/]+/[^/]+)/resolve/([^/]+)/(.+)", path)
        repo = self._repo(found[1] if found else "")
        if not found or repo is None:
            return
        if repo.gated:
            self._error(401 if "Authorization" not in self.headers else 403, "GatedRepo")
            return
        commit = repo.refs.get(unquote(found[2]), unquote(found[2]))
        data = repo.commits.get(commit, {}).get(unquote(found[3]))
        if data is None:
            self._error(404, "EntryNotFound" if commit in repo.commits else "RevisionNotFound")
        elif _is_lfs(found[3]):
            digest = hashlib.sha256(data).hexdigest()
            about = {"X-Repo-Commit": commit, "X-Linked-Etag": f'"{digest}"', "X-Linked-Size": str(len(data))}
            # Another host, like the hub's own: the client follows no HEAD there, and does not take its token along.
            other_host = self.server.url.replace("127.0.0.1", "localhost")
            self._send(302, b"", {**about, "Location": f"{other_host}/lfs/{digest}"})
        else:
            self._bytes(data, {"ETag": f'"{_blob(data)}"', "X-Repo-Commit": commit})

    def _lfs(self, digest: str) -> None:
        every = (
            data for repo in self.server.repos.values() for files in repo.commits.values() for data in files.values()
        )
        data = next(data for data in every if hashlib.sha256(data).hexdigest() == digest)
        self._bytes(data, {"ETag": f'"{digest}"'})

    def _repo(self, name: str) -> Repo | None:
        repo = self.server.repos.get(name)
        if repo is None or (repo.token and self.headers.get("Authorization") != f"Bearer {repo.token}"):
            self._error(401, "RepoNotFound")
            return None
        return repo

    # --- plain files: /files/NAME, and /norange/, /chunked/, /packed/ for servers that do less ---

    def _plain(self, kind: str, path: str) -> None:
        name = path.split("/", 2)[2] if path.count("/") > 1 else ""
        data = self.server.files.get(name)
        if data is None:
            self._send(404, b"not here", {})
            return
        etag = self.server.etags.get(name, f'"{_sha1(data)}"')
        headers = {"ETag": etag} if etag else {}
        if kind == "dated":
            headers = {"Last-Modified": MODIFIED}
        if kind == "packed":
            headers["Content-Encoding"] = "gzip"
        if kind == "chunked":
            self._chunked(data, headers)
        else:
            self._bytes(data, headers, ranges=kind != "norange")

    def _bytes(self, data: bytes, headers: dict[str, str], ranges: bool = True) -> None:
        asked = re.fullmatch(r"bytes=(\d+)-", self.headers.get("Range", "")) if ranges else None
        if asked and self.headers.get("If-Range") not in (None, headers.get("ETag"), headers.get("Last-Modified")):
            asked = None
        if asked and int(asked[1]) >= len(data):
            self._send(416, b"", {"Content-Range": f"bytes */{len(data)}"})
            return
        if self.fault.damaged:
            data = bytes(byte ^ 1 for byte in data)
        if asked:
            start = int(asked[1])
            headers = {**headers, "Content-Range": f"bytes {start}-{len(data) - 1}/{len(data)}"}
            self._send(206, data[start:], headers)
        else:
            self._send(200, data, headers)

    def _chunked(self, data: bytes, headers: dict[str, str]) -> None:
        self.send_response(200)
        for key, value in {**headers, "Transfer-Encoding": "chunked"}.items():
            self.send_header(key, value)
        self.end_headers()
        if self.command == "HEAD":
            return
        for at in range(0, len(data), 10_000):
            block = data[at : at + 10_000]
            self.wfile.write(b"%x\r\n%s\r\n" % (len(block), block))
            if 0 <= self.fault.cut_after <= at:
                self.close_connection = True
                return
        self.wfile.write(b"0\r\n\r\n")

    # --- writing ---

    def _json(self, value: object, headers: dict[str, str] | None = None) -> None:
        self._send(200, json.dumps(value).encode(), {"Content-Type": "application/json", **(headers or {})})

    def _error(self, status: int, code: str) -> None:
        self._send(status, b"{}", {"X-Error-Code": code, "X-Error-Message": code})

    def _send(self, status: int, body: bytes, headers: dict[str, str]) -> None:
        if self.fault.declared < 0:
            body = body[: self.fault.declared]
        self.send_response(status)
        for key, value in headers.items():
            self.send_header(key, value)
        self.send_header("Content-Length", str(len(body) + max(0, self.fault.declared)))
        self.end_headers()
        if self.command == "HEAD":
            return
        if self.fault.cut_after >= 0 or self.fault.declared > 0:
            self.wfile.write(body[: self.fault.cut_after] if self.fault.cut_after >= 0 else body)
            self.wfile.flush()
            if self.fault.stalls:
                self.server.stopped.wait(5)
            self.close_connection = True
            return
        self.wfile.write(body)


def _is_lfs(path: str) -> bool:
    return path.endswith((".parquet", ".zst"))


def _entry(path: str, data: bytes) -> dict[str, Any]:
    entry: dict[str, Any] = {"type": "file", "path": path, "size": len(data), "oid": _blob(data)}
    if _is_lfs(path):
        entry["oid"] = _sha1(b"pointer" + data)
        entry["lfs"] = {"oid": hashlib.sha256(data).hexdigest(), "size": len(data), "pointerSize": 134}
    return entry


def _blob(data: bytes) -> str:
    return _sha1(b"blob %d\0" % len(data) + data)


def _sha1(data: bytes) -> str:
    return hashlib.sha1(data).hexdigest()


@contextmanager
def running() -> Iterator[HubServer]:
    with HubServer() as server:
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
        thread.start()
        try:
            yield server
        finally:
            server.stopped.set()
            server.shutdown()
            thread.join()
