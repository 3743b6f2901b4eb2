"""What an earlier check of claims still says of a draft that was edited since."""

from pathlib import Path

import pytest

from citeloom.actions.checking.claims.check_claims import ClaimsCheck, check_claims
from citeloom.actions.checking.claims.since_a_check import SinceCheck
from citeloom.actions.context import Context, open_project
from citeloom.grounding.support.verdict import Finding
from projects import make_project

PROJECT = r"""
%! main.tex
\documentclass{article}
\begin{document}
Flight calls of warblers are found in long recordings~\cite{per}.
\bibliography{refs}
\end{document}
%! refs.bib
@misc{per, title = {Birds}, abstract = {A detector finds flight calls of warblers in long
recordings of nocturnal migration.}}
@misc{new, title = {Sea}, abstract = {Waves of the sea are measured by buoys.}}
"""


def checked(main: Path) -> ClaimsCheck:
    context = Context()
    return check_claims(open_project(main, context), context, [])


@pytest.mark.parametrize(
    ("old", "new", "is_known", "holds"),
    [
        ("Flight", "Before it.\n\nFlight", True, True),
        ("long recordings~", "nocturnal recordings~", False, True),
        (r"\cite{per}", r"\cite{new}", False, False),
        ("finds flight calls", "finds songs", True, False),
    ],
    ids=["moved", "changed", "a paper that was not read", "another abstract"],
)
def test_what_counts_of_a_check(
    tmp_path: Path, old: str, new: str, is_known: bool, holds: bool
) -> None:
    main = make_project(tmp_path, PROJECT)
    before = checked(main)
    make_project(tmp_path, PROJECT.replace(old, new))
    since = SinceCheck(before, open_project(main, Context()).project)
    at = main.read_text("utf-8").index("Flight")
    sentence = since.sentence_at(main, at + 3)
    assert sentence is not None
    found = since.known(sentence)
    assert (found is not None) is is_known
    if found is not None:
        assert found.claims == before.sentences[0].claims
        assert found.sentence.span.start == at
        assert since.holds(found) is holds
        return
    assert since.can_check(sentence) is holds
    if holds:
        alone = since.check(sentence)
        assert since.holds(alone) and alone == checked(main).sentences[0]
        assert alone.claims[0].check.finding is Finding.SAME_WORDS
