"""The sentence that opens a paragraph, when one of the papers that it introduces is gone."""

import asyncio
import shutil
from dataclasses import replace
from pathlib import Path

import pytest
from written_drafts import change, take_out

from citeloom.actions.checking.check import check
from citeloom.actions.context import Context, open_project, project_folder
from citeloom.actions.writing.insert import insert_into_files
from citeloom.actions.writing.revising.request import ReviseRequest
from citeloom.actions.writing.revising.revise import revise
from citeloom.actions.writing.stored.made_texts import waiting_related_work
from citeloom.actions.writing.task.plan import plan
from citeloom.actions.writing.task.request import WriteRequest
from citeloom.actions.writing.waiting import WaitingText, WovenSentences
from citeloom.actions.writing.write import write
from citeloom.grounding.evidence import Evidence
from citeloom.grounding.sentences import sentences
from citeloom.methods.extractive.method import Extractive
from citeloom.methods.port import NoProgress, Parameters, Ports
from citeloom.methods.registry import METHODS
from citeloom.methods.result import CitationMark, Result, Sentence, SentenceKind
from citeloom.methods.task import WritingTask
from citeloom.placing.record import RecordedSentence
from citeloom.placing.revising.fewer_keys import with_fewer_keys, with_new_keys

EXAMPLE = Path(__file__).parents[5] / "examples"
LEAD = "Another group of papers is concerned with related work~\\citep{%s}."
KEYS = "casey2019framework,liu2025select,beger2025citegeist"


class WithLead(Extractive):
    """Begins its last paragraph with a lead, as texts have that were written before."""

    async def write(self, task: WritingTask, parameters: Parameters, ports: Ports) -> Result:
        result = await super().write(task, parameters, ports)
        papers = {it.key: it for it in task.references}
        led = [papers[key] for key in KEYS.split(",")]
        sources = [
            (it, next(one for one in sentences(it.abstract) if "related work" in one.text.lower()))
            for it in led
        ]
        evidence = (Evidence(it.id, "abstract", own.text, own.start, own.end, 0.5)
                    for it, own in sources)  # fmt: skip
        words = LEAD.partition("~")[0]
        parts = (words, CitationMark(tuple(it.id for it in led)), ".")
        lead = Sentence(parts, SentenceKind.LEAD, tuple(evidence))
        *first, last = result.paragraphs
        return replace(
            result, paragraphs=(*first, replace(last, sentences=(lead, *last.sentences)))
        )


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The example with its related work, the last paragraph of which has a lead."""
    methods = (WithLead() if it.name == "extractive" else it for it in METHODS)
    monkeypatch.setattr("citeloom.methods.registry.METHODS", tuple(methods))
    folder = Path(shutil.copytree(EXAMPLE, tmp_path / "paper"))
    request = WriteRequest(folder / "main.tex", method="extractive")
    written = asyncio.run(write(plan(request, Context()), Context()))
    text = waiting_related_work(written, request)
    insert_into_files(text, written.plan.opened, written.plan.folder)
    assert LEAD % KEYS in (folder / "sections/related.tex").read_text("utf-8")
    return folder


def revised(folder: Path) -> tuple[WaitingText, str]:
    """Rewrite what is stale, and write it; return the text that waited and the section."""
    main = folder / "main.tex"
    found = asyncio.run(revise(ReviseRequest(main), Context(), NoProgress()))
    opened = open_project(main, Context())
    insert_into_files(found, opened, project_folder(opened.project, main, Context()))
    assert not any(it.rule == "stale" for it in check(main, Context()).problems)
    return found, (folder / "sections/related.tex").read_text("utf-8")


def test_a_lead_no_longer_cites_a_paper_that_is_gone(folder: Path) -> None:
    take_out(folder / "references.bib", "casey2019framework")
    found, _ = revised(folder)
    assert isinstance(found.content, WovenSentences)
    assert f"-{LEAD % KEYS}" in found.content.difference
    assert f"+{LEAD % KEYS.partition(',')[2]}" in found.content.difference
    assert found.title == "1 sentence rewritten from changed sources, 1 left out"


def test_a_lead_keeps_a_paper_whose_new_abstract_has_its_words(folder: Path) -> None:
    change(folder / "references.bib", "can save people's time", "can spare people time")
    before = (folder / "sections/related.tex").read_text("utf-8")
    found, text = revised(folder)
    assert LEAD % KEYS in text and text == before
    assert found.title == "1 sentence fits its changed sources as it is"
    assert found.warnings == ("the words stay the same; only the record of their sources changes",)


def test_a_lead_loses_a_paper_whose_new_abstract_speaks_of_something_else(folder: Path) -> None:
    bib = folder / "references.bib"
    before = bib.read_text("utf-8")
    start = before.index("title", before.index("{casey2019framework,"))
    end = before.index("},\n}", start)
    other = "title = {Ash Trees}, abstract = {We plant ash trees and count their rings every year."
    bib.write_text(before[:start] + other + before[end:], "utf-8")
    take_out(bib, "beger2025citegeist")
    found, text = revised(folder)
    assert "Closest to our topic" not in text, "one paper is no group"
    (why,) = (it for it in found.warnings if "too few" in it)
    assert why == (
        "1 sentence left out: too few of the papers it introduces are left (the abstract of "
        "'casey2019framework' has changed since this was written; "
        "'beger2025citegeist' is no longer in your .bib)"
    )
    assert "casey2019framework" in text and "plant ash trees" in text


def test_a_lead_of_which_one_paper_is_gone_and_another_is_corrected(folder: Path) -> None:
    bib = folder / "references.bib"
    take_out(bib, "casey2019framework")
    change(bib, "can save people's time", "can spare people time")
    found, text = revised(folder)
    assert LEAD % KEYS.partition(",")[2] in text
    assert text.count("liu2025select") == 2 and "casey2019framework" not in text
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


def test_two_keys_that_are_one_now_are_cited_once() -> None:
    latex = r"Trees~\cite[p.~1]{a, b} and \citet{c} grow."
    sentence = RecordedSentence(latex, SentenceKind.STATEMENT, ("a", "b", "c"), ())
    found = with_new_keys(sentence, {"a": "d", "b": "d"})
    assert found.latex == r"Trees~\cite[p.~1]{d} and \citet{c} grow."
    assert found.keys == ("d", "c")
    assert with_new_keys(sentence, {"a": "b"}).latex == r"Trees~\cite[p.~1]{b} and \citet{c} grow."
