"""Plots as PNG: drawn by a Chromium that is on the machine, as the page itself would draw them."""

import base64
import json
import os
import re
import shutil
import struct
import subprocess
import tempfile
import zlib
from collections.abc import Sequence
from pathlib import Path

from fledge.analyze.report.claim import claim
from fledge.analyze.report.markup import Html, join
from fledge.analyze.report.page import document
from fledge.analyze.report.plots import Plot, plots_of, to_json
from fledge.analyze.report.view import View
from fledge.common.errors import FledgeError, RunFailed
from fledge.common.files import atomic_file

NAMES = (
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
    "chrome",
    "microsoft-edge",
    "msedge",
    "brave-browser",
)
PLACES = (  # where these are on systems that keep no such name in PATH
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
    "/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge",
    "C:/Program Files/Google/Chrome/Application/chrome.exe",
    "C:/Program Files (x86)/Microsoft/Edge/Application/msedge.exe",
)
SECONDS = 120  # for all plots, on a slow machine
SIGNATURE = b"\x89PNG\r\n\x1a\n"
SOFTWARE = b"Software\0fledge"
FOUND = re.compile(r'id="picture-(\w+)"[^>]*?src="data:image/png;base64,([A-Za-z0-9+/=]+)"')


def find_browser() -> str:
    """A Chromium, or a browser made of one. BROWSER_PATH names another."""
    if named := os.environ.get("BROWSER_PATH"):
        if shutil.which(named):
            return named
        raise FledgeError(f"BROWSER_PATH={named} is no program.", "Set it to a Chromium, Chrome or Edge.")
    for name in (*NAMES, *PLACES):
        if found := shutil.which(name):
            return found
    raise FledgeError(
        "--png needs Chromium, Chrome or Edge, and none was found.",
        "Install one, or set BROWSER_PATH to it. Each plot of the report also has a button that saves it as PNG.",
    )


def write_pictures(folder: Path, views: Sequence[View], browser: str) -> list[Path]:
    plots = plots_of(views)
    paths = [folder / f"{plot.key}.png" for plot in plots]
    for path in paths:
        claim(path, SOFTWARE, "--png=DIR")
    drawn = draw(plots, views, browser)
    for path, plot in zip(paths, plots, strict=True):
        with atomic_file(path) as temporary:
            temporary.write_bytes(_signed(drawn[plot.key]))
    return paths


def draw(plots: Sequence[Plot], views: Sequence[View], browser: str) -> dict[str, bytes]:
    """The plots' PNGs by key, from one look of the browser at a page that draws them all."""
    if not plots:
        return {}
    images = join(*(Html(f'<img id="picture-{plot.key}" alt="">') for plot in plots))
    text = document("pictures", images, json.dumps(to_json(plots, views), allow_nan=False), "pictures")
    with tempfile.TemporaryDirectory(prefix="fledge-", ignore_cleanup_errors=True) as folder:
        source = Path(folder) / "pictures.html"
        source.write_text(text, encoding="utf-8")
        shown = _look(browser, source, Path(folder) / "profile")
    found = {key: base64.b64decode(data) for key, data in FOUND.findall(shown)}
    if missing := [plot.key for plot in plots if plot.key not in found]:
        raise RunFailed(f"{browser} did not draw {', '.join(missing)}.", "Is it a Chromium, Chrome or Edge?")
    return found


def _look(browser: str, source: Path, profile: Path) -> str:
    """The page's document after its script has run. The clock of the page stands still while it works."""
    words = [
        browser,
        "--headless",
        "--disable-gpu",
        "--hide-scrollbars",
        "--no-first-run",
        f"--user-data-dir={profile}",
        f"--virtual-time-budget={1000 * SECONDS}",
        "--dump-dom",
    ]
    if hasattr(os, "geteuid") and os.geteuid() == 0:  # as root its sandbox does not start
        words.append("--no-sandbox")
    try:
        done = subprocess.run([*words, source.as_uri()], capture_output=True, timeout=SECONDS, check=False)
    except (OSError, subprocess.TimeoutExpired) as error:
        raise RunFailed(f"{browser} drew nothing: {error}.", "Try another with BROWSER_PATH.") from error
    return done.stdout.decode("utf-8", "replace")


def _signed(png: bytes) -> bytes:
    """The picture with a word on who made it, so that it may be written over by the next one."""
    end = len(SIGNATURE) + 8 + 13 + 4  # of the header, which comes first and has 13 bytes
    body = b"tEXt" + SOFTWARE
    chunk = struct.pack(">I", len(SOFTWARE)) + body + struct.pack(">I", zlib.crc32(body))
    return png[:end] + chunk + png[end:]
