"""Starts are short: what reads projects, or looks papers up, is imported when it is needed."""

import subprocess
import sys
from pathlib import Path

from projects import make_project, sample

PROJECT = sample("what_starting_imports")


def test_starting_the_server_imports_no_actions_and_no_models_of_settings() -> None:
    code = (
        "import sys, citeloom.lsp.server\n"
        "ours = {name.split('.')[1] for name in sys.modules if name.startswith('citeloom.')}\n"
        "print(sorted(ours), 'pydantic' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "['lsp', 'problem', 'stdio', 'visible'] False"


def test_showing_a_paper_imports_nothing_that_looks_papers_up_or_reads_libraries(
    tmp_path: Path,
) -> None:
    main = make_project(tmp_path, PROJECT)
    code = (
        "import sys\n"
        "from citeloom.cli.main import app_for\n"
        "app_for(sys.argv[1:])(standalone_mode=False)\n"
        "named = ('asyncio', 'httpx', 'rapidfuzz', 'citeloom.papers.matching',\n"
        "         'citeloom.papers.paper_index', 'citeloom.papers.fulltext.fetch')\n"
        "print([name for name in named if name in sys.modules])"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, "show", str(main), "k1"],
        capture_output=True,
        text=True,
        check=True,
    )
    first, *_, last = done.stdout.splitlines()
    assert (first, last) == ("Ferns", "[]")
