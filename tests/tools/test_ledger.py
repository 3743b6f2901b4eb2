"""What the ledger counts, on a small tree that was counted by hand."""

import subprocess
from importlib.machinery import SourceFileLoader
from importlib.util import module_from_spec, spec_from_loader
from pathlib import Path
from types import ModuleType

import pytest

from projects import make_project, project_files, sample

ROOT = Path(__file__).parents[2]

FILES = sample("ledger_files")

TABLE = {
    "Papers": ["server/citeloom/papers"],
    "Terminal": ["server/citeloom/cli"],
    "VS Code": ["vscode-extension"],
    "Tests": ["tests"],
}


@pytest.fixture(scope="module")
def ledger() -> ModuleType:
    """Return the program as a module."""
    loader = SourceFileLoader("ledger", str(ROOT / "tools/ledger"))
    spec = spec_from_loader("ledger", loader)
    assert spec is not None
    module = module_from_spec(spec)
    loader.exec_module(module)
    return module


def test_a_tree_that_was_counted_by_hand(ledger: ModuleType) -> None:
    counts = ledger.count(project_files(FILES))
    assert counts == {
        "server/citeloom/papers/names.py": {
            "code": 10, "raw": 22, "files": 1, "patterns": 3, "lists": 2, "words": 17,
        },
        "server/citeloom/papers/words.txt": {"lists": 1, "words": 3},
        "server/citeloom/cli/main.py": {"code": 1, "raw": 1, "files": 1, "patterns": 0},
        "vscode-extension/src/view.ts": {"code": 2, "raw": 7, "files": 1},
        "tests/server/papers/test_names.py": {"test lines": 4, "functions": 2},
    }  # fmt: skip


def test_tests_count_where_what_they_mirror_does(ledger: ModuleType) -> None:
    capabilities = ledger.by_capability(ledger.count(project_files(FILES)), TABLE)
    assert {name: row["code"] for name, row in capabilities.items()} == {
        "Papers": 10, "Terminal": 1, "VS Code": 2, "Tests": 0,
    }  # fmt: skip
    assert capabilities["Papers"]["functions"] == 2


def test_cases_and_seconds_of_a_report(ledger: ModuleType, tmp_path: Path) -> None:
    counts = ledger.count(project_files(FILES))
    report = tmp_path / "report.xml"
    report.write_text(
        """<testsuites><testsuite>
        <testcase classname="tests.server.papers.test_names" name="test_names">
          <properties><property name="cpu" value="1.5"/></properties></testcase>
        <testcase classname="tests.server.papers.test_names.TestMore" name="test_more">
          <properties><property name="cpu" value="2"/></properties></testcase>
        </testsuite></testsuites>"""
    )
    ledger.add_report(counts, report)
    row = counts["tests/server/papers/test_names.py"]
    assert (row["cases"], row["CPU s"]) == (2, 3.5)


def test_two_commits_are_compared(ledger: ModuleType, tmp_path: Path) -> None:
    def git(*arguments: str) -> None:
        named = ("-c", "user.name=A", "-c", "user.email=a@example.org")
        subprocess.run(["git", "-C", tmp_path, *named, *arguments], check=True, capture_output=True)

    make_project(tmp_path, FILES)
    git("init")
    git("add", ".")
    git("commit", "-m", "One")
    make_project(tmp_path, "%! server/citeloom/cli/main.py\nprint(1)\nprint(2)\n")
    (tmp_path / "server/citeloom/papers/words.txt").unlink()
    git("commit", "-am", "Two")

    tables = [
        ledger.by_capability(ledger.count(ledger.files_of(tmp_path, commit)), TABLE)
        for commit in ("HEAD~1", "HEAD")
    ]
    _, *rows = ledger.lines(tables, ("code", "words"))
    assert [row.split() for row in rows] == [
        ["Papers", "10", "17", "(-3)"],
        ["Terminal", "2", "(+1)", "0"],
    ]
    assert ledger.count(ledger.files_of(tmp_path, None)) == ledger.count(
        ledger.files_of(tmp_path, "HEAD")
    )


def test_every_file_has_a_capability(ledger: ModuleType) -> None:
    files = {name: "" for name in ledger.files_of(ROOT, None) if name != ledger.TABLE}
    assert len(files) > 1000
    table = ledger.tomllib.loads((ROOT / ledger.TABLE).read_text("utf-8"))
    folders = {folder: name for name, folders in table.items() for folder in folders}
    lost = [name for name in files if ledger.capability_of(name, folders) == ledger.UNKNOWN]
    assert lost == []
