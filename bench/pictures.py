"""The README's pictures: a terminal session, and a loss curve with its forecast, each light and dark, from a real run.

    python bench/pictures.py [--quick]

Trains config/demo.py (--quick: config/quick.py, for a first look) twice in a temporary folder: as `fledge demo` does,
and with the many evaluations that a forecast from the middle of the run needs. Writes docs/images/*.svg. Run it on a
quiet machine: the pictures show how long everything took.
"""

import copy
import html
import io
import math
import os
import re
import shlex
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from rich._export_format import CONSOLE_SVG_FORMAT
from rich.console import Console
from rich.terminal_theme import TerminalTheme
from rich.text import Text

import fledge.analyze.report as report
from fledge.analyze.forecast import COVERAGE, Forecast, forecast
from fledge.analyze.report.plots import plots_of
from fledge.analyze.report.view import views_of
from fledge.logs.facts import Facts
from fledge.logs.readers import read_log
from fledge.logs.run import Point, Run

IMAGES = Path(__file__).resolve().parents[1] / "docs" / "images"
STYLE = Path(report.__path__[0]) / "style.css"
COLUMNS = 80
Colours = dict[str, str]  # a theme of style.css: hex colours by name


@dataclass(frozen=True)
class Step:
    """A command in the terminal picture, and how much of its output is shown."""

    command: str
    first_lines: int = 0
    last_lines: int = 0  # 0 and 0: everything


def session(config: str) -> list[Step]:
    return [
        Step(f"fledge plan {config}", first_lines=7),
        Step(f"fledge train {config}", last_lines=8),
        Step("fledge explain"),
        Step("fledge sample --start='ROMEO:' --num_samples=1 --max_new_tokens=150"),
    ]


def main() -> None:
    config, evaluated = "config/demo.py", "--eval_interval=35"
    if "--quick" in sys.argv:
        config, evaluated = "config/quick.py", "--max_iters=200 --eval_interval=10"
    with tempfile.TemporaryDirectory(prefix="fledge-pictures-") as temporary:
        folder = Path(temporary)
        output_of("fledge prepare shakespeare_char", folder)
        text = terminal_text(session(config), folder)
        output_of(f"fledge train {config} {evaluated} --out_dir=runs/evaluated", folder)
        pictures = {}
        for theme, colours in themes().items():
            pictures[f"demo-{theme}.svg"] = terminal_svg(text, colours)
            pictures[f"forecast-{theme}.svg"] = forecast_svg(folder / "runs/evaluated", colours)
    IMAGES.mkdir(exist_ok=True)
    for name, svg in pictures.items():
        (IMAGES / name).write_text(svg, encoding="utf-8")


def themes() -> dict[str, Colours]:
    """The report's colours."""
    blocks = re.findall(r":root \{(.*?)\}", STYLE.read_text(encoding="utf-8"), flags=re.DOTALL)
    light, dark = (dict(re.findall(r"--([\w-]+): (#[0-9a-f]{6})", block)) for block in blocks)
    return {"light": light, "dark": dark}


# the terminal


def terminal_text(steps: Sequence[Step], folder: Path) -> Text:
    lines: list[str] = []
    for step in steps:
        output = output_of(step.command, folder).strip("\n").splitlines()
        lines += [f"\033[32m$\033[0m \033[1m{step.command}\033[0m", *shown(output, step), ""]
    return Text.from_ansi("\n".join(lines[:-1]))


def output_of(command: str, folder: Path) -> str:
    words = shlex.split(command)[1:]
    environment = {**os.environ, "FORCE_COLOR": "1", "COLUMNS": str(COLUMNS)}
    print(f"$ {command}", flush=True)
    done = subprocess.run(
        [sys.executable, "-m", "fledge", *words], cwd=folder, env=environment, capture_output=True, text=True
    )
    if done.returncode:
        sys.exit(f"{command} failed:\n{done.stderr}")
    return done.stdout


def shown(lines: list[str], step: Step) -> list[str]:
    left_out = len(lines) - step.first_lines - step.last_lines
    if not (step.first_lines or step.last_lines) or left_out <= 1:
        return lines
    mark = f"\033[2m… {left_out} more lines\033[0m"
    return [*lines[: step.first_lines], mark, *lines[len(lines) - step.last_lines :]]


def terminal_svg(text: Text, colours: Colours) -> str:
    """Rich's picture of a terminal, with the system's monospaced font: no font is loaded from the network."""
    console = Console(record=True, width=COLUMNS, file=io.StringIO(), force_terminal=True)
    console.print(text)
    template = re.sub(r"@font-face \{\{.*?\}\}", "", CONSOLE_SVG_FORMAT, flags=re.DOTALL)
    template = template.replace("Fira Code, monospace", "ui-monospace, Menlo, Consolas, 'DejaVu Sans Mono', monospace")
    names = ("text", "error", "good", "warning", "note", "run-3", "run-6", "quiet")  # in the order of the ANSI colours
    ansi = [rgb(colours[name]) for name in names]
    theme = TerminalTheme(rgb(colours["card"]), rgb(colours["text"]), ansi, ansi)
    svg = console.export_svg(title="fledge", theme=theme, code_format=template, unique_id="fledge")
    return svg.replace("rgba(255,255,255,0.35)", colours["line"])  # the border, which would be white on white


def rgb(colour: str) -> tuple[int, int, int]:
    """#1f6fb5 as three numbers."""
    red, green, blue = bytes.fromhex(colour.removeprefix("#"))
    return red, green, blue


# the forecast


def forecast_svg(path: Path, colours: Colours) -> str:
    """The val loss, its forecast from the middle of the run with the interval, and what came."""
    reading = read_log(str(path))
    run = reading.runs[0]
    (plot,) = [plot for plot in plots_of(views_of([(Facts(run), reading)])) if plot.key == "evaluated_loss"]
    val = [point for point in plot.lines[0].points if point[0] > 0]
    middle, end = run.last_iter // 2, run.last_iter
    past = Facts(cut(run, middle))
    targets = [it for it, _ in val if it > middle]
    found = [made for made in (forecast(past, to) for to in targets) if made.value is not None]
    if not found or found[-1].to != end:
        sys.exit(f"no forecast from iteration {middle}: {forecast(past, end).to_json()['reason']}")
    return Drawing(colours, val, middle, found).svg()


def cut(run: Run, at: int) -> Run:
    """The run as it was at this iteration."""
    past = copy.deepcopy(run)
    for curve in past.curves.values():
        curve.cut(at + 1)
    past.ended = ""
    return past


@dataclass(frozen=True)
class Drawing:
    """An SVG of a loss curve: what was known, solid; the forecasts, dashed, in a band; what came, dots."""

    colours: Colours
    val: Sequence[Point]
    cut_at: int
    forecasts: Sequence[Forecast]
    width: int = 800
    height: int = 380
    left: int = 64
    right: int = 30
    top: int = 64
    bottom: int = 54

    def x(self, it: float) -> float:
        return self.left + (self.width - self.left - self.right) * it / self.forecasts[-1].to

    def y(self, loss: float) -> float:
        low, high = self.range
        return self.top + (self.height - self.top - self.bottom) * (high - loss) / (high - low)

    @property
    def range(self) -> tuple[float, float]:
        """From below the interval to the loss after a tenth of the run: what is above would flatten the rest."""
        early = next(loss for it, loss in self.val if it >= 0.1 * self.forecasts[-1].to)
        low = min([made.low or math.inf for made in self.forecasts] + [loss for _, loss in self.val])
        return math.floor(10 * low) / 10, math.ceil(10 * early) / 10

    def points(self, points: Sequence[tuple[float, float]]) -> str:
        return " ".join(f"{self.x(it):.1f},{self.y(loss):.1f}" for it, loss in points)

    def text(self, x: float, y: float, words: str, colour: str = "quiet", anchor: str = "start", **style: str) -> str:
        more = "".join(f' {name.replace("_", "-")}="{value}"' for name, value in style.items())
        return (
            f'<text x="{x:.1f}" y="{y:.1f}" fill="{self.colours[colour]}" text-anchor="{anchor}"{more}>'
            f"{html.escape(words)}</text>"
        )

    def axes(self) -> list[str]:
        low, high = self.range
        grid, bottom = self.colours["grid"], self.height - self.bottom
        parts = []
        for tenth in range(round(10 * low), round(10 * high) + 1):
            y = self.y(tenth / 10)
            parts.append(f'<path d="M{self.left} {y:.1f}H{self.width - self.right}" stroke="{grid}"/>')
            parts.append(self.text(self.left - 8, y + 4, f"{tenth / 10:.1f}", anchor="end"))
        for it in range(0, self.forecasts[-1].to + 1, 100 if self.forecasts[-1].to > 500 else 50):
            parts.append(self.text(self.x(it), bottom + 20, f"{it:,}", anchor="middle"))
        middle = (self.left + self.width - self.right) / 2
        return [*parts, self.text(middle, self.height - 12, "iterations", anchor="middle")]

    def svg(self) -> str:
        colours, last = self.colours, self.forecasts[-1]
        known = [point for point in self.val if point[0] <= self.cut_at]
        came = [point for point in self.val if point[0] > self.cut_at]
        start = known[-1]
        band = [start, *((made.to, made.high or 0.0) for made in self.forecasts)]
        band += [(made.to, made.low or 0.0) for made in reversed(self.forecasts)]
        path = [start, *((made.to, made.value or 0.0) for made in self.forecasts)]
        blue, orange = colours["run-0"], colours["run-1"]
        ring = 'r="4" fill="none" stroke-width="2"'
        said = f"forecast {last.value:.3f} ({COVERAGE:.0%} interval {last.low:.3f} to {last.high:.3f})"
        x_cut = self.x(self.cut_at)
        parts = [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {self.width} {self.height}" role="img"',
            ' font-family="system-ui, -apple-system, Segoe UI, Helvetica, Arial, sans-serif" font-size="13">',
            f"<title>Val loss: {html.escape(said)}; came {came[-1][1]:.3f}</title>",
            f'<rect x="0.5" y="0.5" width="{self.width - 1}" height="{self.height - 1}" rx="8" fill="{colours["card"]}"'
            f' stroke="{colours["line"]}"/>',
            self.text(20, 30, "Validation loss, nats per token", "text", font_size="16", font_weight="600"),
            *self.axes(),
            f'<path d="M{x_cut:.1f} {self.top}V{self.height - self.bottom}" stroke="{colours["quiet"]}"'
            ' stroke-dasharray="2 4"/>',
            self.text(x_cut + 10, self.top + 12, f"fledge forecast, asked at iteration {self.cut_at:,}:", "text"),
            self.text(x_cut + 10, self.top + 32, said, "run-1"),
            self.text(x_cut + 10, self.top + 52, f"rings: what came, {came[-1][1]:.3f} at the end", "run-0"),
            f'<polygon points="{self.points(band)}" fill="{orange}" fill-opacity="0.2"/>',
            f'<polyline points="{self.points(path)}" fill="none" stroke="{orange}" stroke-width="2"'
            ' stroke-dasharray="6 4"/>',
            f'<clipPath id="frame"><rect y="{self.top}" width="{self.width}" height="{self.height}"/></clipPath>',
            f'<polyline points="{self.points(known)}" fill="none" stroke="{blue}" stroke-width="2.5"'
            ' clip-path="url(#frame)"/>',
            *(f'<circle cx="{self.x(it):.1f}" cy="{self.y(loss):.1f}" {ring} stroke="{blue}"/>' for it, loss in came),
            "</svg>",
        ]
        return "\n".join(parts) + "\n"


if __name__ == "__main__":
    main()
