"""What ``make demo`` prints: only keys of the example's .bib, and all that are cited."""

import functools
import os
import re
import subprocess
import sys
from pathlib import Path

from citeloom_latex.bib.scan import scan_bib

EXAMPLES = Path(__file__).parent.parent / "examples"


@functools.cache
def run_demo(seed: str = "1") -> str:
    command = [sys.executable, "-m", "citeloom", "write", str(EXAMPLES / "main.tex")]
    run = subprocess.run(
        command, capture_output=True, check=True, env={**os.environ, "PYTHONHASHSEED": seed}
    )
    return run.stdout.decode("utf-8")


def cited_in(text: str) -> set[str]:
    cited = re.findall(r"\\cite[pt]?(?:\[[^\]]*\])*\{([^}]*)\}", text)
    return {key for keys in cited for key in keys.split(",")}


def test_the_demo_cites_all_that_the_draft_cites_and_nothing_else() -> None:
    draft = "".join(path.read_text("utf-8") for path in EXAMPLES.rglob("*.tex"))
    bib = (EXAMPLES / "references.bib").read_text("utf-8")
    cited = cited_in(run_demo())
    assert cited == cited_in(draft)
    assert cited <= {one.key for one in scan_bib(bib).entries}


def test_the_demo_is_the_same_each_time() -> None:
    assert run_demo("1") == run_demo("2")


def test_the_readme_shows_what_is_written() -> None:
    readme = (EXAMPLES.parent / "README.md").read_text("utf-8")
    shown = re.findall(r"^(\\citet.*|[A-Z].*\\citep.*)$", readme, re.MULTILINE)
    assert len(shown) > 3
    assert set(shown) <= set(run_demo().splitlines())
