"""Right-to-left words in a terminal, which orders every line by itself: each line of a page and a cell is complete."""

import io
import re
from collections.abc import Sequence

import pytest
from rich.table import Table

from fledge.cli.main import main
from fledge.cli.pages.tables import cell, grid, table
from fledge.common.console import console
from fledge.common.lines import wrapped
from fledge.common.terminal import CleanStream, clean, in_direction
from fledge.texts.bidi import FSI, LRI, LRM, OPENING, PDI, RLI, RLM, terminal_line, without_isolates
from fledge.texts.language import Language, speaking
from fledge.texts.width import width

ARABIC = Language("ar")
ANSI = re.compile(r"\x1b\[[0-9;]*m")
NESTED = f"ملاحظة: {FSI}لا توجد بيانات في {FSI}data/my book{PDI}، {FSI}وهذه جملة أطول من سطر واحد{PDI} ثم بقية{PDI}."


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def shown(*objects: object, columns: int = 40, is_terminal: bool = True) -> list[str]:
    """The lines that the page's console prints in Arabic, without colours."""
    with speaking(ARABIC):
        out = type(console())(file=Terminal() if is_terminal else io.StringIO(), highlight=False, width=columns)
        out.print(*objects)
    assert isinstance(out.file, io.StringIO)
    return ANSI.sub("", out.file.getvalue()).splitlines()


def arabic_grid(*rows: tuple[str, ...]) -> Table:
    with speaking(ARABIC):
        return grid(rows)


def depths(line: str) -> list[int]:
    """How many isolates are open after each character."""
    depth, found = 0, []
    for one in line:
        depth += (one in OPENING) - (one == PDI)
        found.append(depth)
    return found


def assert_complete(line: str) -> None:
    """Every isolate ends in the line in which it begins, and none ends that did not begin there."""
    assert depths(line)[-1:] in ([], [0]), line
    assert min(depths(line), default=0) == 0, line


def outside(line: str) -> str:
    return "".join(
        one for one, depth in zip(line, depths(line), strict=True) if depth == 0 and one not in (PDI, LRM, RLM)
    )


@pytest.mark.parametrize("columns", range(12, 60))
def test_every_line_of_a_cell_is_isolated(columns: int) -> None:
    """Whatever its width: nothing of a cell stands outside of its isolates, and nothing is lost."""
    cells = ("  الأساس", NESTED, "tokens", "‏16,384 في كل تكرار من هذا التدريب")
    lines = shown(arabic_grid(cells[:2], cells[2:]), columns=columns)
    for line in lines:
        assert_complete(line)
        assert outside(line).strip() == "", line
        assert width(line) <= columns
    assert sorted(letters(lines)) == sorted(letters(cells))
    assert len(lines) > 2


def letters(lines: Sequence[str]) -> str:
    return without_isolates("".join("".join(lines).split()))


def test_the_lines_of_a_cell_keep_its_direction() -> None:
    """A line that happens to begin with a Latin word still runs from right to left, and a Latin phrase does not."""
    words = f"الخطوة بعد المرحلة tensors، ثم {FSI}one two three four five{PDI}"
    lines = [line.strip() for line in shown(arabic_grid(("", words)), columns=24)]
    assert lines == [
        f"{LRM}{RLI}الخطوة بعد المرحلة{PDI}",
        f"{LRM}{RLI}tensors، ثم {LRI}one two{PDI}{PDI}",
        f"{LRM}{RLI}{LRI}three four five{PDI}{PDI}",
    ]


def test_a_cell_that_fits_is_as_it_was() -> None:
    assert shown(arabic_grid(("الخطوة", "", "12 ms")), columns=40) == [f"{LRM}{FSI}الخطوة{PDI}    {LRM}{FSI}12 ms{PDI}"]
    assert cell("step") == "step"


def test_numbers_stand_below_each_other() -> None:
    with speaking(ARABIC):
        rows = table(("الاسم", "القيمة"), show_header=False)
        rows.add_row("أ", "5")
        rows.add_row("ب", "1,234")
    assert [line.strip() for line in shown(rows)][1:-1] == [
        f"{LRM}{FSI}أ{PDI}      {LRM}{FSI}5{PDI}",
        f"{LRM}{FSI}ب{PDI}  {LRM}{FSI}1,234{PDI}",
    ]


def test_styles_stay_on_their_words() -> None:
    with speaking(ARABIC):
        out = type(console())(file=Terminal(), force_terminal=True, color_system="standard", width=14)
        out.print(grid([("[bold]الخطوة الأولى[/bold] ثم [red]الخطوة الثانية[/red]",)]))
    assert isinstance(out.file, io.StringIO)
    bold, red = ("".join(re.findall(rf"\x1b\[{code}m([^\x1b]*)", out.file.getvalue())) for code in (1, 31))
    assert letters(bold) == "الخطوةالأولى"
    assert letters(red) == "الخطوةالثانية"


def test_a_cell_that_is_cut_off_is_closed() -> None:
    with speaking(ARABIC):
        rows = table(("الاسم", "القيمة"))
        rows.add_row(f"كلمات كثيرة لا مكان {FSI}لها كلها هنا{PDI}", "5")
    for line in shown(rows, columns=20):
        assert_complete(line)


def test_a_page_has_a_direction_in_every_line() -> None:
    lines = shown(f"\n{NESTED}\n", columns=30)
    assert lines[0] == lines[-1] == ""
    for line in lines[1:-1]:
        assert_complete(line)
        assert line.startswith(f" {RLM}{FSI}")  # VTE drops marks in the first column
        assert line.endswith(PDI)
        assert width(line) <= 30
    assert len(lines) > 4
    assert "".join(map(without_isolates, lines)).split() == without_isolates(NESTED).split()


def test_a_page_in_a_file_has_the_words_alone() -> None:
    assert shown("كلمة batch", is_terminal=False) == ["كلمة batch"]


@pytest.mark.parametrize("columns", range(1, 60))
def test_wrapped_paragraphs_are_complete_in_every_line(columns: int) -> None:
    with speaking(ARABIC):
        lines = wrapped(NESTED, columns)
    for line in lines:
        assert_complete(line)
        assert outside(line) == ""
    assert " ".join(map(without_isolates, lines)).split() == without_isolates(NESTED).split()


def test_a_command_of_a_page_has_a_line_that_can_be_copied() -> None:
    said = f"جرّب {FSI}`fledge plan --gpu=X`{PDI}، ثم غيره"
    assert shown(said) == [f" {RLM}{FSI}جرّب{PDI}", "  fledge plan --gpu=X", f" {RLM}{FSI}ثم غيره{PDI}"]


def test_a_printed_line_has_its_commands_apart() -> None:
    with speaking(ARABIC):
        lines = in_direction(f"خطأ: لا بيانات. جرّب: {FSI}fledge prepare PATH{PDI}").split("\n")
        assert lines == [f" {RLM}{FSI}خطأ: لا بيانات. جرّب:{PDI}", "  fledge prepare PATH"]
        assert in_direction("fledge plan\n") == "fledge plan\n"
    assert in_direction(f"أ {FSI}fledge plan{PDI}") == f"أ {FSI}fledge plan{PDI}"


def test_a_cell_that_is_a_command_stays_where_it_is() -> None:
    assert shown(arabic_grid(("الأمر", "fledge plan")))[0] == f"{LRM}{FSI}الأمر{PDI}  {LRM}{FSI}fledge plan{PDI}"


def test_a_bracket_has_no_mark_behind_it() -> None:
    """VTE would not mirror it."""
    laid = terminal_line(f"قيمة ({FSI}{RLM}loss قدرها{PDI}) و({RLM}loss قدرها)")
    assert laid == f"{RLM}{FSI}قيمة ({RLI}loss قدرها{PDI}) و{RLM}(loss قدرها){PDI}"


def test_settings_of_a_run_stay_in_their_columns(monkeypatch: pytest.MonkeyPatch) -> None:
    out = Terminal()
    monkeypatch.setattr("sys.stdout", CleanStream(out))
    assert main(["config", "--n_layer=2", "--lang=ar"]) == 0
    rows = [line for line in out.getvalue().splitlines() if line.startswith(LRM)]
    assert len(rows) > 20
    for line in rows:
        assert_complete(line)
        assert outside(line).strip() == ""
    assert any(line.split() == [f"{LRM}{FSI}n_layer{PDI}", f"{LRM}{FSI}2{PDI}", *line.split()[2:]] for line in rows)


def test_mlterm_gets_no_marks(monkeypatch: pytest.MonkeyPatch) -> None:
    """It gives each a column of its own."""
    monkeypatch.setenv("MLTERM", "3.9.0")
    assert [line.strip() for line in shown(arabic_grid(("الخطوة", "12 ms")), NESTED, columns=80)] == [
        "الخطوة  12 ms",
        without_isolates(NESTED),
    ]
    with speaking(ARABIC):
        assert in_direction(f"خطأ: {FSI}data{PDI}") == "خطأ: data"


def test_a_line_that_begins_with_an_isolate_is_isolated_itself() -> None:
    """It looks like a line that is laid out already, but its last word is outside."""
    assert terminal_line(f"{RLM}{FSI}RTX{PDI}: بطاقة") == f"{RLM}{FSI}{RLM}{FSI}RTX{PDI}: بطاقة{PDI}"
    laid = terminal_line("بطاقة RTX")
    assert terminal_line(laid) == laid
    assert clean(laid) == laid
