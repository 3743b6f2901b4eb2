"""Citations in a citing sentence as readers see them."""

from pathlib import Path

import pytest

from citeloom.actions.context import Context, open_project
from citeloom.actions.keys.keys_as_names import name_citations
from projects import make_project, sample

PROJECT = sample("keys_as_names")


@pytest.mark.parametrize(
    ("sentence", "shown"),
    [
        ("Bees dance [@lee].", "Bees dance (Lee and Wu, 2020)."),
        ("Bees dance [@lee; @roe; @none].", "Bees dance (Lee and Wu, 2020; Roe, 2019; none)."),
        ("[@many] show it.", "Aö et al. (2001) show it."),
        ("As shown by [@roe], bees dance.", "As shown by Roe (2019), bees dance."),
        ("See [@bare] and [ref].", "See (bare) and [ref]."),
        ("It is [@].", "It is [@]."),
    ],
    ids=["one", "several", "subject", "after a preposition", "without authors", "no key"],
)
def test_citations_are_named(tmp_path: Path, sentence: str, shown: str) -> None:
    project = open_project(make_project(tmp_path, PROJECT), Context()).project
    assert name_citations(sentence, project) == shown
