"""Every place of the command line that prints or asks: by the console, or of what is visible."""

import re
from pathlib import Path

from citeloom import cli
from citeloom_lab import cli as lab
from corpus import found_files

FOLDER = Path(cli.__file__).parent
PRINTS = re.compile(r"(?<![\w.])print\(|typer\.(?:echo|secho)\(|std(?:out|err)\.write")
ASKS = re.compile(r'typer\.(?:prompt|confirm)\((?!visible_line\(|")|(?<![\w.])input\(')
OURS = 'print(f"citeloom {__version__}")'


def test_only_the_console_prints_and_questions_are_visible() -> None:
    laboratory = found_files(Path(lab.__file__).parent, "*.py", 10)
    for path in [*found_files(FOLDER, "*.py", 37), *laboratory]:
        source = path.read_text("utf-8").replace(OURS, "")
        if path != FOLDER / "console.py":
            assert not PRINTS.search(source), path
        assert not ASKS.search(source), path
