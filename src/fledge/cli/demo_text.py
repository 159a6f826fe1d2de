"""The text of the demo in the user's language: which settings file trains on it, and a prompt to try."""

from fledge.config.load import find_config_file
from fledge.texts import say
from fledge.texts.language import language

SETTINGS_FILES = {"ar": "train_arabic_small.py", "hi": "train_hindi_small.py"}
ABOUT = {"arabic_small": say("demo_text.arabic"), "hindi_small": say("demo_text.hindi")}  # what the text is
PROMPTS = {"ar": "اعلم أن", "hi": "राम"}
QUICK = ("--depth=1", "--max_iters=60", "--eval_interval=60")  # of the settings files above; English has its own


def demo_settings(is_quick: bool) -> list[str]:
    """The words of a command line that train the demo."""
    name = SETTINGS_FILES.get(language().code)
    if name is None:
        return [str(find_config_file("quick.py" if is_quick else "demo.py"))]
    return [str(find_config_file(name)), *(QUICK if is_quick else ())]


def demo_file() -> str:
    """The settings file to train on one's own text with."""
    return f"config/{SETTINGS_FILES.get(language().code, 'demo.py')}"


def demo_prompt() -> str:
    return PROMPTS.get(language().code, "O Romeo")


def is_english() -> bool:
    """Whether the demo is on tiny Shakespeare, as nanoGPT's example is."""
    return language().code not in SETTINGS_FILES
