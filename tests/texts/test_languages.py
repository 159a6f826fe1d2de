"""The other languages: every catalog has every message with the same numbers, and writes numbers as its readers do."""

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest
from fluent.syntax import FluentParser, ast
from rich.cells import cell_len

import fledge
from fledge.cli.main import main
from fledge.common.console import console
from fledge.common.errors import FledgeError, raise_all
from fledge.common.lines import wrapped as wrapped_lines
from fledge.texts import listed, say, text
from fledge.texts.bidi import FSI, PDI, RLM, directed, isolate_code, without_isolates
from fledge.texts.bundle import format_message
from fledge.texts.catalog import FOLDER, MISSING, areas, read_area
from fledge.texts.ftl import entries, simple_parts
from fledge.texts.language import LANGUAGES, PSEUDO, RIGHT_TO_LEFT, Language, environment_language, language, speaking
from fledge.texts.message import FUNCTIONS, Message
from fledge.texts.numbers import fixed, native_marks, number, percent, scientific, significant
from fledge.texts.page_words import page_words
from fledge.texts.units import duration, separated
from fledge.texts.width import width, wrapped

OTHERS = [code for code in LANGUAGES if code != "en"]
VARIABLE = re.compile(r"\$([a-zA-Z][\w-]*)")
SAMPLES = {"COMMAS": ["a", "b"], "EITHER": ["a", "b"], "LIST": ["a", "b"], "SEPARATED": ["a", "b"]}
ARABIC = Language("ar")
HINDI = Language("hi")


@pytest.mark.parametrize("code", OTHERS)
def test_a_language_has_every_message_with_the_same_numbers(code: str) -> None:
    for area in areas("en"):
        english, own = read_area("en", area), read_area(code, area)
        missing = [name for name in english if name not in own]
        assert missing == [], f"{code}/{area}.ftl lacks them"
        extra = [name for name in own if name not in english and not name.startswith("-")]
        assert extra == [], f"{code}/{area}.ftl: English has no such messages"
        for name in english.keys() & own.keys():
            given, used = set(VARIABLE.findall(english[name])), set(VARIABLE.findall(own[name]))
            assert used == given, f"{code}/{area}.ftl: {name}"


@pytest.mark.parametrize("path", sorted(FOLDER.glob("*/*.ftl")), ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_both_readers_of_fluent_agree(path: Path) -> None:
    """The quick reader finds the messages that fluent.syntax finds, and writes what fluent.runtime writes."""
    source = path.read_text(encoding="utf-8")
    parsed = FluentParser().parse(source).body
    assert [entry.content for entry in parsed if isinstance(entry, ast.Junk)] == []
    ids = [entry.id.name for entry in parsed if isinstance(entry, ast.Message)]
    assert ids == [name for name in entries(source) if not name.startswith("-")]
    code = path.parent.name
    with speaking(Language(code)):
        for name, written in entries(source).items():
            if name.startswith("-") or simple_parts(written) is None:
                continue
            key, numbers = name.replace("-", "."), sample_numbers(written)
            said = format_message(code, key, numbers, FUNCTIONS)
            if code in RIGHT_TO_LEFT:
                said = isolate_code(directed(said))
            assert text(Message(key, numbers)) == said


def sample_numbers(written: str) -> dict[str, object]:
    numbers: dict[str, object] = dict.fromkeys(VARIABLE.findall(written), 1234567)
    for function, sample in SAMPLES.items():
        numbers |= dict.fromkeys(re.findall(rf"{function}\(\$([\w-]+)", written), sample)
    return numbers


@pytest.mark.parametrize("code", OTHERS)
def test_every_message_can_be_said(code: str) -> None:
    with speaking(Language(code)):
        for area in areas(code):
            for name, written in read_area(code, area).items():
                if not name.startswith("-"):
                    assert text(Message(name.replace("-", "."), sample_numbers(read_area("en", area)[name]))), written


@pytest.mark.parametrize(
    ("language", "said"),
    [
        (Language("en"), ["1,234,567", "1234.50", "12.3%", "+3", "0.0412", "1e-05", "6.00e-04", "nan", "2 min 05 s"]),
        (ARABIC, ["1,234,567", "1234.50", "12.3%", "+3", "0.0412", "1e-05", "6.00e-04", "nan", "2 د و05 ث"]),
        (
            Language("ar", "native"),
            ["١٬٢٣٤٬٥٦٧", "١٢٣٤٫٥٠", "١٢٫٣%", "+٣", "٠٫٠٤١٢", "1e-05", "6.00e-04", "nan", "٢ د و٠٥ ث"],
        ),
        (HINDI, ["12,34,567", "1234.50", "12.3%", "+3", "0.0412", "1e-05", "6.00e-04", "nan", "2 मिनट 05 सेकंड"]),
        (
            Language("hi", "native"),
            ["१२,३४,५६७", "१२३४.५०", "१२.३%", "+३", "०.०४१२", "1e-05", "6.00e-04", "nan", "२ मिनट ०५ सेकंड"],
        ),
    ],
)
def test_numbers_have_the_marks_of_the_language(language: Language, said: list[str]) -> None:
    with speaking(language):
        assert [
            number(1234567),
            fixed(1234.5, 2),
            percent(0.1234, 1),
            number(3, sign="always"),
            significant(0.041234, 3),
            significant(0.00001, 3),
            scientific(6e-4, 2),
            fixed(float("nan"), 4),
            without_isolates(duration(125)),
        ] == said


def test_marks_for_a_plot_that_writes_its_own_numbers() -> None:
    for western in (Language("en", "native"), ARABIC, HINDI):
        with speaking(western):
            assert native_marks() == {}
    with speaking(Language("ar", "native")):
        assert "".join(native_marks()[mark] for mark in "1,234.5") == number(1234) + "٫٥"
    with speaking(Language("hi", "native")):
        assert "".join(native_marks()[mark] for mark in "1,234.5") == "१,२३४.५"


def test_lists_and_plurals() -> None:
    with speaking(ARABIC):
        assert without_isolates(listed(["a", "b", "c"])) == "a وb وc"
        assert without_isolates(separated(["a", "b"])) == "a؛ b"
        said = [without_isolates(text(say("error.problems", number=n))) for n in (2, 3, 11, 100)]
        assert said == ["مشكلتان:", "3 مشكلات:", "11 مشكلة:", "100 مشكلة:"]
    with speaking(HINDI):
        assert listed(["a", "b", "c"]) == "a, b, और c"


def test_several_problems_in_arabic() -> None:
    with speaking(ARABIC), pytest.raises(FledgeError, match="مشكلتان:\n  - a\n  - b"):
        raise_all(["a", "b"])


def test_numbers_names_and_commands_are_isolated_from_right_to_left_text() -> None:
    with speaking(ARABIC):
        said = text(say("error.path_named", path="/tmp/x", reason="سبب"))
        assert said == f"{RLM}{FSI}/tmp/x{PDI}: {FSI}سبب{PDI}."
        assert f"{FSI}--batch_size{PDI} " in text(say("error.smaller"))
    assert isolate_code(f"جرّب --dropout={FSI}0.1{PDI}، أو `fledge plan {FSI}a.py{PDI}`.") == (
        f"جرّب {FSI}--dropout=0.1{PDI}، أو {FSI}`fledge plan a.py`{PDI}."
    )
    product = f"batch_size {FSI}12{PDI} x block_size {FSI}64{PDI} = {FSI}768{PDI}"
    assert isolate_code(f"هنا {product}، ثم") == f"هنا {FSI}batch_size 12 x block_size 64 = 768{PDI}، ثم"
    assert isolate_code(f"حجم {FSI}8{PDI} x {FSI}64{PDI} مقابل") == f"حجم {FSI}8 x 64{PDI} مقابل"
    assert isolate_code(f"نحو {FSI}588{PDI} MB عند {FSI}7,316{PDI} tokens/s.") == (
        f"نحو {FSI}588 MB{PDI} عند {FSI}7,316 tokens/s{PDI}."
    )
    assert isolate_code(f"فيه {FSI}8.7{PDI}M معلمة") == f"فيه {FSI}8.7M{PDI} معلمة"
    assert isolate_code(f"في {FSI}8{PDI} batches") == f"في {FSI}8{PDI} batches"
    assert isolate_code("  fledge plan --gpu=X") == "  fledge plan --gpu=X"


def test_right_to_left_words_have_their_direction_wherever_they_stand() -> None:
    """A line that begins with Latin letters would else be taken for a left-to-right one."""
    assert directed("قيمة batch\nbatch قيمة\nfledge plan") == f"قيمة batch\n{RLM}batch قيمة\nfledge plan"
    assert directed(f"{FSI}B{PDI} أسرع") == f"{RLM}{FSI}B{PDI} أسرع"  # dir="auto" does not know isolates
    assert directed(f"{FSI}12{PDI} من") == f"{FSI}12{PDI} من"
    assert directed(f"{FSI}من{PDI}، {FSI}إلى{PDI}") == f"{RLM}{FSI}من{PDI}، {FSI}إلى{PDI}"  # all letters are isolated
    assert directed(f"{FSI}من {FSI}5{PDI}{PDI}: أو") == f"{FSI}من {FSI}5{PDI}{PDI}: أو"
    assert directed(directed("MFU منخفض")) == f"{RLM}MFU منخفض"
    assert directed("MFU") == "MFU"
    with speaking(ARABIC):
        assert text(say("unit.milliseconds", n=8.2)) == f"{FSI}8.2 ms{PDI}"
        assert text(say("report.table.ratio", ratio=2.5)) == f"{FSI}2.50×{PDI}"
        assert f"{FSI}{RLM}perplexity " in text(
            say("report.table.of_run", run="a", what=say("report.tile.perplexity", perplexity=3.2))
        )
        assert wrapped_lines("هذا سطر قصير يتبعه tokens وما بعدها", 22) == [
            f"{RLM}{FSI}هذا سطر قصير يتبعه{PDI}",
            f"{RLM}{FSI}{RLM}tokens وما بعدها{PDI}",
        ]


def test_a_command_in_right_to_left_text_has_a_line_of_its_own() -> None:
    command = f"{FSI}`fledge forecast a.log --to=20`{PDI}"
    with speaking(ARABIC):
        lines = wrapped_lines(f"الأمر {command} يتوقع. يرسمه {command}.", 40)
    shown, words = "  fledge forecast a.log --to=20", [f"{RLM}{FSI}{one}{PDI}" for one in ("الأمر", "يتوقع. يرسمه")]
    assert lines == [words[0], shown, words[1], shown]
    with speaking(HINDI):
        assert wrapped_lines("`fledge plan` आज़माएँ।", 40) == ["`fledge plan` आज़माएँ।"]


def test_a_table_in_hindi_counts_columns_as_terminals_do() -> None:
    """A vowel sign beside its letter has a column in xterm and VTE, one above or below it has none."""
    console()
    for word in ("का", "हिन्दी", "प्रशिक्षण", "गणना", "step"):
        assert cell_len(word) == width(word), word


def test_english_has_no_isolates() -> None:
    assert text(say("error.path_named", path="/tmp/x", reason="y")) == "/tmp/x: y."


@pytest.mark.parametrize(
    ("environment", "code"),
    [
        ({}, "en"),
        ({"LANG": "ar_EG.UTF-8"}, "ar"),
        ({"LANG": "ar_EG.UTF-8", "LC_ALL": "hi_IN"}, "hi"),
        ({"LANG": "hi_IN", "LC_MESSAGES": "C"}, "en"),
        ({"LANG": "de_DE.UTF-8"}, "en"),
        ({"LANG": "ar", "FLEDGE_LANG": "en"}, "en"),
        ({"FLEDGE_LANG": "hi"}, "hi"),
        ({"FLEDGE_LANG": "fr", "LANG": "ar"}, "en"),
    ],
)
def test_the_shell_says_the_language(environment: dict[str, str], code: str) -> None:
    assert environment_language(environment) == Language(code)


@pytest.mark.parametrize(
    ("words", "chosen"),
    [
        ("--lang=ar", ARABIC),
        ("--lang ar", ARABIC),
        ("--lang=AR_eg", ARABIC),
        ("--digits=native --lang=ar", Language("ar", "native")),
        ("--digits=native", Language("hi", "native")),
        ("", HINDI),
    ],
)
def test_lang_is_an_option_of_every_command(words: str, chosen: Language, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FLEDGE_LANG", "hi")
    assert main(["explain", "/no/such/log", *words.split()]) == 2
    assert language() == chosen


def test_an_unknown_language_is_an_error_in_the_one_of_the_shell(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("FLEDGE_LANG", "hi")
    assert main(["explain", "/no/such/log", "--lang=xx"]) == 2
    said = "fledge 'xx' भाषा नहीं बोलता। वह ये भाषाएँ बोलता है: en, ar, और hi। उदाहरण: --lang=en या FLEDGE_LANG=en"
    assert capsys.readouterr().err == f"fledge: error: {said}\n"


@pytest.mark.parametrize(
    ("variable", "said"),
    [
        ("FLEDGE_LANG", "fledge does not speak 'xx'. It speaks en, ar and hi: --lang=en, or FLEDGE_LANG=en"),
        ("FLEDGE_DIGITS", "digits=xx is neither western nor native. Try --digits=western, or FLEDGE_DIGITS=western."),
    ],
)
def test_a_variable_that_means_nothing_is_an_error(
    variable: str, said: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv(variable, "xx")
    assert main(["--help"]) == 2
    assert capsys.readouterr().err == f"fledge: error: {said}\n"
    assert main(["--lang=en", "--digits=western", "--help"]) == 0


def test_python_chooses_a_language() -> None:
    fledge.use_language("ar")
    assert "الذاكرة" in text(say("error.out_of_memory"))
    with pytest.raises(FledgeError, match="xx"):
        fledge.use_language("xx")
    fledge.use_language("en")
    assert text(say("error.out_of_memory")) == "out of memory."


def test_a_message_that_a_language_lacks_is_said_in_english(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(read_area("ar", "error"), "error-check_path")
    MISSING.clear()
    with speaking(ARABIC):
        assert text(say("error.check_path")) == "Check that path."
    assert {("ar", "error.check_path")} == MISSING


def test_the_words_of_a_page_have_slots_and_plural_forms(monkeypatch: pytest.MonkeyPatch) -> None:
    area = {
        "watch-run-left": " { $time } left",
        "watch-run-saved": "{ $count ->\n    [one] one run of { $name }\n   *[other] { NUMBER($count) } runs\n}",
    }
    monkeypatch.setattr("fledge.texts.page_words.read_area", lambda code, name: area)
    monkeypatch.setattr("fledge.texts.page_words.written", lambda code, key: area[key.replace(".", "-")])
    monkeypatch.setattr("fledge.texts.bundle.read_area", lambda code, name: area)
    words = page_words("watch")["run"]
    assert words["left"] == "{time} left"
    assert words["saved"] == {"plural": "count", "one": "one run of {name}", "other": "{count} runs"}


def test_the_pseudo_language_keeps_commands_and_numbers() -> None:
    with speaking(Language(PSEUDO)):
        said = text(say("error.smaller"))
        assert without_isolates(said) == "Ťŕý· á śḿáĺĺéŕ·· --batch_size óŕ ḿódéĺ·."
        problems = without_isolates(text(say("error.problems", number=3)))
        assert problems == "3 pŕóbĺéḿś··:"


def test_plain_english_imports_neither_fluent_nor_babel() -> None:
    program = (
        "import sys, json; from fledge.cli.main import main\n"
        "codes = [main(['--help']), main(['train', '--help']), main(['nope']), main(['explain', '/no/such/log'])]\n"
        "print(json.dumps([codes, sorted({'fluent', 'babel'} & set(sys.modules))]))"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert json.loads(done.stdout.splitlines()[-1]) == [[0, 0, 2, 2], []]


def test_lines_are_wrapped_by_what_is_seen() -> None:
    assert [width(text) for text in ("abc", "हिंदी", "محسّن", f"{FSI}a b{PDI}", "語")] == [3, 4, 4, 3, 2]
    assert list(wrapped("हिंदी में लिखा हुआ टेक्स्ट", 9)) == ["हिंदी में", "लिखा हुआ", "टेक्स्ट"]
    assert list(wrapped(f"جرب {FSI}fledge plan{PDI} الآن", 11)) == ["جرب", f"{FSI}fledge plan{PDI}", "الآن"]
