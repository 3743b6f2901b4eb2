"""Which patterns are said to fire on abstracts, and to matter."""

import json
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]

SAID = "Parsers are slow. We propose a parser that reads ten thousand sentences in a second. " * 4
ENDS = ("It needs no grammar.", "It needs no treebank. Copyright 2020 by the authors.")
ROW = r" +\d+ +(\d+) +(\d+) +(yes|no)?  papers/abstracts\.py:\d+ (.*)"


def test_a_pattern_fires_where_an_abstract_has_what_it_looks_for(tmp_path: Path) -> None:
    file = tmp_path / "abstracts.jsonl"
    file.write_text("".join(json.dumps({"abstract": f"{SAID}{end}"}) + "\n" for end in ENDS))
    program = [sys.executable, ROOT / "tools/patterns", "--without", file]
    printed = subprocess.run(program, check=True, capture_output=True, text=True).stdout
    assert printed.startswith("2 abstracts of 1 files, ")
    rows = [row.groups() for row in map(re.compile(ROW).match, printed.split("\n")) if row]
    (of_notices,) = [row for row in rows if "copyright" in row[3]]
    assert of_notices[:3] == ("1", "1", "yes")
    (of_marks,) = [row for row in rows if "jats" in row[3]]
    assert of_marks[:3] == ("0", "0", None)
