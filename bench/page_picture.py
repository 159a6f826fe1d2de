"""A picture of `fledge watch` for the README, light and dark, from a real run in its second half.

    python bench/page_picture.py [--quick]

Trains config/demo.py (--quick: config/quick.py, for a first look) with many evaluations in a temporary folder, and
writes docs/images/watch-light.png and watch-dark.png while it goes. Run it on a quiet machine: the page says if others
use the cores. Needs Chromium.
"""

import contextlib
import json
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from playwright.sync_api import Page, ViewportSize, sync_playwright
from watching import TOKEN, get, page

ROOT = Path(__file__).resolve().parents[1]
IMAGES = ROOT / "docs" / "images"
SIZE: ViewportSize = {"width": 1200, "height": 900}
FROM_SHARE = 0.6  # of the iterations: then most runs allow a forecast


def main() -> None:
    chromium = shutil.which("chromium") or shutil.which("google-chrome")
    config, evaluated = "config/demo.py", ["--eval_interval=20", "--log_interval=5"]
    if "--quick" in sys.argv:
        config, evaluated = "config/quick.py", ["--max_iters=400", "--eval_interval=8", "--log_interval=2"]
    fledge = [sys.executable, "-m", "fledge"]
    with tempfile.TemporaryDirectory(prefix="fledge-picture-") as temporary, contextlib.ExitStack() as stack:
        folder = Path(temporary)
        subprocess.run([*fledge, "prepare", "shakespeare_char"], cwd=folder, check=True)
        words = [str(ROOT / config), *evaluated, "--sample_interval=100", "--out_dir=runs/shakespeare"]
        training = subprocess.Popen([*fledge, "train", *words], cwd=folder)
        stack.callback(training.wait)
        stack.callback(training.terminate)
        address, _ = stack.enter_context(page(cwd=folder))
        wait_for_share(address, FROM_SHARE)
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
            for scheme in ("light", "dark"):
                context = browser.new_context(viewport=SIZE, color_scheme=scheme, device_scale_factor=1)
                take(context.new_page(), address, IMAGES / f"watch-{scheme}.png")


def wait_for_share(address: str, share: float) -> None:
    while True:
        runs = json.load(get(f"{address}api/runs"))["runs"]
        if runs and runs[0].get("iter") and runs[0]["iter"] >= share * runs[0]["max_iters"]:
            return
        time.sleep(0.5)


def take(picture: Page, address: str, path: Path) -> None:
    picture.goto(f"{address}?token={TOKEN}")
    picture.get_by_role("link", name="shakespeare").click()
    picture.wait_for_selector("canvas")
    picture.locator(".findings li").first.wait_for()
    picture.wait_for_timeout(1000)
    picture.screenshot(path=path)


if __name__ == "__main__":
    main()
