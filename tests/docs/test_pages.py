"""The documentation: every link leads somewhere, every page can be found, every question is answered."""

import re
import unicodedata
from pathlib import Path

import pytest

from tests.docs.shown import FENCE, LANGUAGES, PAGES, QUESTIONS, ROOT, TRANSLATED, commands_of_page

MOST_COLUMNS = 80  # of a code block
MOST_README_LINES = 150


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_links_lead_somewhere(page: Path) -> None:
    text = FENCE.sub("", page.read_text(encoding="utf-8"))
    links = re.findall(r"\]\(([^)\s]+)\)", text) + re.findall(r'(?:src|srcset)="([^"]+)"', text)
    for path, _, anchor in (link.partition("#") for link in links if "://" not in link):
        there = (page.parent / path).resolve() if path else page
        assert there.exists(), path
        assert not anchor or anchor in anchors(there), f"{path}#{anchor}"


def anchors(page: Path) -> set[str]:
    """The headings of a page as links name them."""
    headings = re.findall(r"^#+ (.+)$", FENCE.sub("", page.read_text(encoding="utf-8")), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


def test_every_page_is_in_the_index() -> None:
    linked = set()
    for index in (ROOT / "docs" / "README.md", *(ROOT / "docs" / code / "README.md" for code in LANGUAGES)):
        text = index.read_text(encoding="utf-8") if index.exists() else ""
        linked |= {(index.parent / target).resolve() for target in re.findall(r"\]\(([^)#\s]+)\)", text)}
    assert [page.name for page in PAGES if page.name != "README.md" and page not in linked] == []


def test_the_readme_is_short() -> None:
    assert len((ROOT / "README.md").read_text(encoding="utf-8").splitlines()) <= MOST_README_LINES


@pytest.mark.parametrize("page", QUESTIONS, ids=lambda page: page.stem)
def test_a_question_is_answered_with_a_command(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    assert text.startswith("# ")
    assert "*Asked as: " in text
    assert "## What fledge does not do" in text
    assert commands_of_page(page)
    assert long_lines(text) == []


@pytest.mark.parametrize("page", TRANSLATED, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_code_on_translated_pages_fits(page: Path) -> None:
    assert long_lines(page.read_text(encoding="utf-8")) == []


def long_lines(text: str) -> list[str]:
    code = [line for _, block in FENCE.findall(text) for line in block.splitlines()]
    return [line for line in code if columns(line) > MOST_COLUMNS]


def columns(line: str) -> int:
    """Marks above and below letters take no column of their own."""
    return sum(unicodedata.category(letter) not in ("Mn", "Mc", "Cf") for letter in line)


def test_every_file_that_the_architecture_names_exists() -> None:
    page = (ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8")
    named = set(re.findall(r"`([a-z_]+(?:/[a-z0-9_.]+)+/?)`", page))
    missing = [name for name in named if not (ROOT / "src" / "fledge" / name).exists() and not (ROOT / name).exists()]
    assert named
    assert missing == []
