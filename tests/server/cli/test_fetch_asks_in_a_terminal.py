"""What ``citeloom fetch --write`` asks in a terminal before it writes."""

import io
from pathlib import Path

import pytest

from citeloom.actions.context import Context
from citeloom.actions.papers.fetched_entry import FetchedEntry
from citeloom.cli.fetching import write_to_bib
from citeloom.papers.outcome import Outcome, Status
from citeloom.papers.paper import Paper
from citeloom.settings import UserSettings
from services.sample import SAMPLE
from services.whole_fetch import project

BIB = "@misc{a, title = {Gardens}}\n"


@pytest.mark.parametrize(
    ("answers", "doi"),
    [
        ("2\ny\n", "10.1000/graphs.2"),
        ("2\nn\n", ""),
        ("0\n", ""),
        ("9\n", ""),
        ("-1\n", ""),
    ],
    ids=["second", "refused", "none", "too-high", "below-zero"],
)
def test_the_paper_is_chosen_and_the_change_agreed_to(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    answers: str,
    doi: str,
) -> None:
    main = project(tmp_path / "draft", "\\cite{a}\\bibliography{refs}", BIB)
    own = Paper("a", ("a",), title="Gardens")
    outcome = Outcome(own, Status.AMBIGUOUS, candidates=SAMPLE[:2])
    monkeypatch.setattr("sys.stdin", io.StringIO(answers))
    monkeypatch.setattr(write_to_bib, "_is_asked", lambda: True)
    context = Context(user=UserSettings(data_folder=tmp_path / "data"))
    entries = [FetchedEntry("a", outcome, own, "")]
    write_to_bib.write_found(
        main, entries, context, publications=False, dry_run=False, outside=False
    )
    assert "'a' may be:" in capsys.readouterr().err
    expected = BIB.replace("}}", f"}}, doi = {{{doi}}}}}") if doi else BIB
    assert (tmp_path / "draft" / "refs.bib").read_text("utf-8") == expected
