"""The declared ranges of dependencies begin with the versions that `make test-minimum` tests."""

import re
import tomllib
from pathlib import Path

ROOT = Path(__file__).parents[1]
REQUIREMENT = re.compile(r"(?P<name>[\w.-]+)(?:\[[\w,]+\])?>=(?P<version>[\w.]+)")


def declared() -> set[tuple[str, str]]:
    """Every direct dependency with its lowest version. One that two extras need must be the same in both."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    extras = project["optional-dependencies"].values()
    found = set()
    for requirement in [*project["dependencies"], *(one for extra in extras for one in extra)]:
        if not requirement.startswith("fledge["):
            match = REQUIREMENT.fullmatch(requirement)
            assert match, f"{requirement} has no lowest version"
            found.add((match["name"].lower(), match["version"]))
    return found


def pinned(name: str) -> list[tuple[str, str]]:
    lines = [line for line in (ROOT / name).read_text().splitlines() if not line.startswith("#")]
    return [(package.lower(), version) for package, _, version in (line.partition("==") for line in lines)]


def test_the_lowest_versions_are_the_tested_ones() -> None:
    assert sorted(declared()) == sorted(pinned("constraints-minimum.txt"))


def test_the_tested_versions_are_in_the_declared_ranges() -> None:
    newest = {name: _numbers(version) for name, version in pinned("constraints.txt")}
    lowest = {name: _numbers(version) for name, version in declared()}
    assert lowest.keys() - newest.keys() == {"wandb", "trackio"}  # the tests do without the extra `track`
    assert [name for name in lowest.keys() & newest.keys() if newest[name] < lowest[name]] == []


def _numbers(version: str) -> tuple[int, ...]:
    return tuple(map(int, version.split(".")))
