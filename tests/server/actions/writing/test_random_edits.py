"""An author's random edits of a written section, then one more write or weave."""

from pathlib import Path

import pytest

from bench.writing.author_edits import DAMAGES
from bench.writing.writing_after_edits import example_draft, run_trial


@pytest.mark.parametrize("seed", range(6))
def test_no_word_is_lost_and_no_edit_refused(seed: int, tmp_path: Path) -> None:
    trial = run_trial(example_draft(tmp_path / "example"), tmp_path / "paper", seed)
    assert trial.faults == ()
    assert trial.outcome != "refused", trial.message


@pytest.mark.parametrize("damage", DAMAGES)
def test_damaged_marks_are_refused_and_named(damage: str, tmp_path: Path) -> None:
    draft = example_draft(tmp_path / "example")
    # Under another heading the section is found by its marks alone.
    for number, (edit, command) in enumerate(
        [("add_comment", "one more"), ("rename_heading", "one more"), ("rename_heading", "weave")]
    ):
        folder = tmp_path / str(number)
        trial = run_trial(draft, folder, 1, edits=[edit, damage], command=command)
        assert (trial.outcome, trial.faults) == ("refused", ())
        assert "related.tex:" in trial.message
