"""The sentence that opens a paragraph, when one of the papers that it introduces is gone."""

import asyncio
import shutil
from pathlib import Path

import pytest
from written_drafts import change

from citeloom.actions.context import Context
from citeloom.actions.writing.insert import insert_into_files
from citeloom.actions.writing.kept.made_texts import waiting_related_work
from citeloom.actions.writing.revising.request import ReviseRequest
from citeloom.actions.writing.revising.revise import revise
from citeloom.actions.writing.task.plan import plan
from citeloom.actions.writing.task.request import WriteRequest
from citeloom.actions.writing.waiting import WovenSentences
from citeloom.actions.writing.write import write
from citeloom.methods.port import NoProgress
from citeloom.methods.result import SentenceKind
from citeloom.placing.record import RecordedSentence
from citeloom.placing.revising.fewer_keys import with_fewer_keys

EXAMPLE = Path(__file__).parents[5] / "examples"
LEAD = "Closest to our topic are papers on related work~\\citep{%s}."
KEYS = "casey2019framework,liu2025select,beger2025citegeist"


def test_a_lead_no_longer_cites_a_paper_that_is_gone(tmp_path: Path) -> None:
    folder = shutil.copytree(EXAMPLE, tmp_path / "paper")
    request = WriteRequest(folder / "main.tex", method="extractive")
    written = asyncio.run(write(plan(request, Context()), Context()))
    text = waiting_related_work(written, request)
    insert_into_files(text, written.plan.opened, written.plan.folder)
    assert LEAD % KEYS in (folder / "sections/related.tex").read_text("utf-8")
    change(folder / "references.bib", "{casey2019framework,", "{gone,")
    found = asyncio.run(revise(ReviseRequest(request.main), Context(), NoProgress()))
    assert isinstance(found.content, WovenSentences)
    assert f"-{LEAD % KEYS}" in found.content.difference
    assert f"+{LEAD % KEYS.partition(',')[2]}" in found.content.difference
    assert found.title == "1 sentence rewritten from changed sources, 1 left out"


@pytest.mark.parametrize(
    ("latex", "lost", "expected"),
    [
        (r"On trees~\citep[e.g.][]{a, b,c}.", "b", r"On trees~\citep[e.g.][]{a,c}."),
        (r"Trees~\cite{a} and \Citet{b,c} grow.", "c", r"Trees~\cite{a} and \Citet{b} grow."),
        (r"Trees~\cite{a} and \citet{b,c} grow.", "a", None),
        (r"On trees~\citep{a,b,c}.", "ab", None),
        (r"Two papers on trees~\cite{a,b,c}.", "c", r"Two papers on trees~\cite{a,b}."),
        (r"Three papers address trees~\cite{a,b,c}.", "a", r"Two papers address trees~\cite{b,c}."),
    ],
)
def test_a_citation_with_fewer_keys(latex: str, lost: str, expected: str | None) -> None:
    sentence = RecordedSentence(latex, SentenceKind.LEAD, ("a", "b", "c"), ())
    found = with_fewer_keys(sentence, set(lost))
    assert (None if found is None else found.latex) == expected
