"""Makes a Config: from settings files and a command line, or from a run's config.json."""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path

from fledge.common.errors import FledgeError, raise_all
from fledge.config.arguments import Argument, read_arguments
from fledge.config.checks import contradictions
from fledge.config.fields import Assignment, Value, convert, did_you_mean
from fledge.config.file import read_config_file
from fledge.config.mixture_spec import short_name
from fledge.config.schema import ARCH_DEFAULTS, SETTINGS, Config, sizes_of_depth
from fledge.texts import say, text

# Settings that a run of an earlier version does not have, and what it did: continued, it goes on so.
BEFORE: dict[str, Value] = {"momentum_warmup": 0}


def load_config(argv: Sequence[str], trust: bool = False) -> Config:
    """Settings files and `--key=value`, left to right, the later ones winning, as in nanoGPT."""
    arguments, problems = read_arguments(SETTINGS, argv)
    written, wrong = read_written(arguments, trust)
    return make_config(written, problems + wrong)


def read_written(arguments: Sequence[Argument], trust: bool = False) -> tuple[list[Assignment], list[str]]:
    """What the user wrote, in files and on the command line, in order, and every problem found."""
    written: list[Assignment] = []
    problems: list[str] = []
    values = {key: spec.default for key, spec in SETTINGS.items()}  # a file's expressions may use them
    for argument in arguments:
        if argument.assignment:
            found = [argument.assignment]
        else:
            found, wrong = _read_file(argument.text, values, trust)
            problems += wrong
        values.update({entry.key: entry.value for entry in found})
        written += found
    return written, problems


def _read_file(name: str, values: Mapping[str, Value], trust: bool) -> tuple[list[Assignment], list[str]]:
    """The settings of a file. One that is missing or cannot be read is a problem among others."""
    try:
        return read_config_file(find_config_file(name), SETTINGS, values, trust)
    except FledgeError as error:
        return [], [str(error)]


def config_from_json(document: object, overrides: Sequence[Assignment] = (), source: object = "config.json") -> Config:
    """The Config that a run wrote to `source`, changed by `overrides`."""
    if not isinstance(document, dict):
        raise FledgeError(say("config.damaged", source=source), say("config.new_run"))
    written: list[Assignment] = []
    problems: list[str] = []
    for key, entry in document.items():
        if key not in SETTINGS or not isinstance(entry, dict):
            continue  # a setting of another version
        try:
            value = convert(SETTINGS[key], entry.get("value"))
            written.append(Assignment(key, value, str(entry.get("origin", "default"))))
        except ValueError as error:
            problems.append(text(say("config.json_value", source=source, key=key, error=error)))
    origin = "default of earlier versions"
    earlier = [Assignment(key, value, origin) for key, value in BEFORE.items() if key not in document]
    return make_config([*earlier, *written, *overrides], problems)


def find_config_file(name: str) -> Path:
    """The file itself, or the shipped one of that name when it isn't here."""
    path = Path(name)
    if path.exists():
        return path
    shipped = shipped_configs()
    stem = path.name if path.suffix == ".py" else path.name + ".py"
    if stem in shipped and path.parent.name in ("", "config"):
        return shipped[stem]
    if path.suffix != ".py" and "/" not in name:
        raise FledgeError(
            say("config.not_understood", name=name), say("config.written_so", near=did_you_mean(stem, shipped))
        )
    raise FledgeError(
        say("config.missing_file", name=name),
        say("config.shipped", shipped=", ".join(sorted(shipped)), near=did_you_mean(stem, shipped)),
    )


def shipped_configs() -> dict[str, Path]:
    """The settings files that come with fledge: inside the package, or beside src/ in a checkout."""
    here = Path(__file__).resolve()
    for folder in (here.parents[1] / "shipped_configs", here.parents[3] / "config"):
        if folder.is_dir():
            return {path.name: path for path in sorted(folder.glob("*.py"))}
    return {}


def make_config(written: Sequence[Assignment], problems: Sequence[str] = ()) -> Config:
    """The defaults changed by what was written, checked. Raises every problem at once."""
    values = {key: spec.default for key, spec in SETTINGS.items()}
    origins = dict.fromkeys(values, "default")
    for entry in written:
        values[entry.key], origins[entry.key] = entry.value, entry.origin
    for key, value in ARCH_DEFAULTS[str(values["arch"])].items():
        if origins[key] == "default":
            values[key], origins[key] = value, f"default of arch={values['arch']}"
    if values["arch"] != "modern" and _is_left_behind("ngram_counts", origins):
        values["ngram_counts"], origins["ngram_counts"] = 0, f"default of arch={values['arch']}"
    depth = int(values["depth"])
    for key, size in sizes_of_depth(depth).items():
        if origins[key] == "default":
            values[key], origins[key] = size, f"default of depth={depth}"
    if values["out_dir"] == "auto":
        values["out_dir"] = f"runs/{short_name(str(values['dataset']))}-{values['arch']}"
    config = Config(**values, origins=origins)  # type: ignore[arg-type]
    raise_all([*problems, *contradictions(config)])
    return config


def _is_left_behind(key: str, origins: Mapping[str, str]) -> bool:
    """Whether a file wrote a setting for its arch, and another was chosen: `config/demo.py --arch=qwen3`."""
    file, other = origins[key].rpartition(":")[0], origins["arch"]
    return bool(file) and other != "default" and other.rpartition(":")[0] != file


def dump_json(config: Config) -> str:
    return json.dumps(config.to_json(), indent=1) + "\n"
