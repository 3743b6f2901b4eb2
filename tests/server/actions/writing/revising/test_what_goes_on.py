"""A sentence that says "it" of what the one before speaks of, when that one is written anew."""

import asyncio
from dataclasses import replace
from pathlib import Path

import pytest
from written_drafts import ABSTRACTS, change, lines, record, take_out, written_draft

from citeloom.actions.context import Context, open_project, project_folder
from citeloom.actions.writing.insert import insert_into_files
from citeloom.actions.writing.revising.request import ReviseRequest, Revision
from citeloom.actions.writing.revising.revise import revise
from citeloom.actions.writing.waiting import WaitingText
from citeloom.methods.port import NoProgress
from citeloom.methods.result import SentenceKind
from citeloom.placing.record import RecordedSentence
from citeloom.placing.sidecar import folder_of, write_record

MORE = "We propose a method that finds old elm trees by night."
IT = r"It is dear in years of frost~\cite{elm}."
THIS = "This speaks for the cold."
THEIR = r"Their trees are old~\cite{elm}."


def with_sentence(folder: Path, latex: str, *keys: str) -> Path:
    """Make the draft with one more sentence of ours behind that on 'elm'."""
    main = written_draft(folder)
    change(main.with_name("refs.bib"), ABSTRACTS["elm"], f"{ABSTRACTS['elm']} {MORE}")
    north = lines(main)[1]
    change(main, f"{north}\n", f"{north}\n{latex}\n")
    before = record(main)
    (paragraph,) = before.paragraphs
    rings, old, shade = paragraph.sentences
    new = RecordedSentence(latex, SentenceKind.STATEMENT, keys, old.evidence)
    own = replace(paragraph, sentences=(rings, old, new, shade))
    write_record(folder_of(main), replace(before, paragraphs=(own,)), main)
    return main


def revised(main: Path, revision: Revision = Revision.STALE) -> tuple[WaitingText, list[str]]:
    at = main.read_text("utf-8").index("{elm} shows") if revision is not Revision.STALE else None
    text = asyncio.run(revise(ReviseRequest(main, revision, at), Context(), NoProgress()))
    opened = open_project(main, Context())
    insert_into_files(text, opened, project_folder(opened.project, main, Context()))
    return text, lines(main)


def test_it_is_written_anew_with_its_sentence(tmp_path: Path) -> None:
    main = with_sentence(tmp_path, IT, "elm")
    rings, _, _, shade = lines(main)
    text, after = revised(main, Revision.SENTENCE)
    assert text.title == "rewrite, with the sentence that continues it"
    assert IT not in after and (after[0], after[-1]) == (rings, shade)
    assert all("{elm}" in line for line in after[1:-1]) and len(after) > 2


def test_their_still_fits_behind_another_sentence_on_the_same_paper(tmp_path: Path) -> None:
    main = with_sentence(tmp_path, THEIR, "elm")
    text, after = revised(main, Revision.SENTENCE)
    assert text.title == "rewrite"
    assert THEIR in after and len(after) == 4


@pytest.mark.parametrize(("latex", "keys"), [(IT, ("elm",)), (THIS, ())])
def test_what_goes_on_from_a_stale_sentence_is_rewritten_with_it(
    tmp_path: Path, latex: str, keys: tuple[str, ...]
) -> None:
    main = with_sentence(tmp_path, latex, *keys)
    rings, _, _, shade = lines(main)
    change(main.with_name("refs.bib"), "grow well in the cold", "grow badly in the hot")
    _, after = revised(main)
    assert latex not in after and (after[0], after[-1]) == (rings, shade)
    assert "grow badly in the hot" in after[1]


@pytest.mark.parametrize(("latex", "keys"), [(IT, ("elm",)), (THIS, ()), (THEIR, ("elm",))])
def test_what_goes_on_leaves_with_its_sentence(
    tmp_path: Path, latex: str, keys: tuple[str, ...]
) -> None:
    main = with_sentence(tmp_path, latex, *keys)
    rings, _, _, shade = lines(main)
    take_out(main.with_name("refs.bib"), "elm")
    _, after = revised(main)
    assert after == [rings, shade]
    assert [own.latex for own in record(main).sentences()] == [rings, shade]


def test_words_of_the_authors_behind_a_sentence_stay(tmp_path: Path) -> None:
    main = with_sentence(tmp_path, IT, "elm")
    change(main, "It is dear", "It is very dear")
    change(main.with_name("refs.bib"), "grow well in the cold", "grow badly in the hot")
    _, after = revised(main)
    assert IT.replace("dear", "very dear") in after
