"""Sentences and paragraphs revised: what changes, what stays, and whose words they are."""

import asyncio
import re
from dataclasses import replace
from pathlib import Path

import pytest
from written_drafts import ABSTRACTS, change, inserted, lines, record, written_draft

from citeloom.actions.checking.check import check
from citeloom.actions.context import Context, open_project, project_folder
from citeloom.actions.writing.insert import insert_into_files
from citeloom.actions.writing.revising.choosing import without_old
from citeloom.actions.writing.revising.request import ReviseRequest, Revision
from citeloom.actions.writing.revising.revise import revise
from citeloom.actions.writing.waiting import WaitingText, WovenSentences
from citeloom.methods.port import NoProgress
from citeloom.methods.result import SentenceKind
from citeloom.placing.marks import find_marks
from citeloom.placing.record import RecordedSentence
from citeloom.placing.sidecar import folder_of
from citeloom.problem import InputError

RINGS = r"\citet{ash} plants ash trees in rows and count their rings every year."
NORTH = r"\citet{elm} shows that elm trees grow well in the cold north of the country."
SHADE = r"\citet{yew} measures how yew shrubs grow in the shade of tall walls."
MORE = "We propose a method that finds old elm trees by night."


def revised(main: Path, revision: Revision = Revision.STALE, at: str = "") -> WaitingText:
    offset = main.read_text("utf-8").index(at) if at else None
    return asyncio.run(revise(ReviseRequest(main, revision, offset), Context(), NoProgress()))


def written(main: Path, revision: Revision = Revision.STALE, at: str = "") -> list[str]:
    """Revise and write it; return the lines between the marks."""
    return inserted(main, revised(main, revision, at))


def outside(main: Path) -> str:
    """Return all text but that between the marks, and their ids."""
    text = main.read_text("utf-8")
    (block,) = find_marks(text)
    before, after = text[: block.content.start], text[block.content.end :]
    return (before + after).replace(block.id, "")


@pytest.fixture
def main(tmp_path: Path) -> Path:
    made = written_draft(tmp_path)
    assert lines(made) == [RINGS, NORTH, SHADE]
    return made


def test_a_stale_sentence_is_rewritten_and_no_other(main: Path) -> None:
    change(main.with_name("refs.bib"), "grow well in the cold", "grow badly in the hot")
    before = outside(main)
    assert written(main) == [RINGS, NORTH.replace("well in the cold", "badly in the hot"), SHADE]
    assert outside(main) == before
    assert not [it for it in check(main, Context()).problems if it.rule == "stale"]
    sources = {it.sentence for own in record(main).sentences() for it in own.evidence}
    assert any("grow badly in the hot" in source for source in sources)


def test_all_stale_sentences_or_the_one_at_a_place(main: Path) -> None:
    bib = main.with_name("refs.bib")
    change(bib, "grow well in the cold", "grow badly in the hot")
    change(bib, "count their rings", "count their leaves")
    leaves = RINGS.replace("rings", "leaves")
    assert written(main, at="{ash} plants") == [leaves, NORTH, SHADE]
    assert written(main)[1] == NORTH.replace("well in the cold", "badly in the hot")
    with pytest.raises(InputError, match="no sentence has a changed source"):
        revised(main)


def test_without_its_bib_nobody_says_that_no_source_has_changed(main: Path) -> None:
    before = main.read_bytes()
    main.with_name("refs.bib").rename(main.with_name("kept.txt"))
    with pytest.raises(InputError, match=r"not all sources can be compared: .*does not exist"):
        revised(main)
    assert main.read_bytes() == before


def test_a_sentence_whose_citation_was_taken_out_goes(main: Path) -> None:
    change(main, "\\cite{ash,elm}", "\\cite{elm}")
    assert written(main) == [NORTH, SHADE]
    assert all("ash" not in own.keys for own in record(main).sentences())


def test_a_key_that_is_another_now_is_followed_and_no_word_changes(main: Path) -> None:
    change(main.with_name("refs.bib"), "@misc{yew,", "@misc{yewman2020,")
    change(main, "shrubs \\cite{yew}", "shrubs \\cite{yewman2020}")
    assert written(main) == [RINGS, NORTH, SHADE.replace("{yew}", "{yewman2020}")]
    assert not [it for it in check(main, Context()).problems if it.rule == "stale"]
    (*_, last) = record(main).sentences()
    assert last.keys == ("yewman2020",) and {it.key for it in last.evidence} == {"yewman2020"}


def test_a_key_and_an_abstract_that_are_others_now(main: Path) -> None:
    bib = main.with_name("refs.bib")
    change(bib, "@misc{yew,", "@misc{yewman2020,")
    change(main, "shrubs \\cite{yew}", "shrubs \\cite{yewman2020}")
    change(bib, "shade of tall walls", "light of low walls")
    (*_, last) = written(main)
    plain = SHADE.replace("{yew}", "{yewman2020}")
    assert last == plain.replace("shade of tall walls", "light of low walls")
    assert not [it for it in check(main, Context()).problems if it.rule == "stale"]


def test_a_sentence_that_cannot_be_written_again_stays_and_is_said(main: Path) -> None:
    bib = main.with_name("refs.bib")
    change(bib, ABSTRACTS["ash"], ABSTRACTS["ash"].replace("rings", "leaves"))
    change(bib, ABSTRACTS["elm"], "Wir zeigen, dass Ulmen im kalten Norden gut wachsen und alt.")
    change(bib, "title = {On Elm Trees}", "title = {}")
    text = revised(main)
    assert isinstance(text.content, WovenSentences)
    assert RINGS.replace("rings", "leaves") in text.content.changes[0].edit.new_text
    assert len(text.warnings) <= 1


def test_words_of_the_authors_between_the_sentences_stay(main: Path) -> None:
    change(main, f"{NORTH}\n", f"{NORTH} % my note\nMine is this.\n")
    change(main.with_name("refs.bib"), "grow well in the cold", "grow badly in the hot")
    hot = NORTH.replace("well in the cold", "badly in the hot")
    assert written(main) == [RINGS, hot, "% my note", "Mine is this.", SHADE]


def test_two_sentences_are_compared_with_the_sources_of_both(main: Path) -> None:
    rings, north, shade = record(main).sentences()
    both = f"While {RINGS[:-1]}, {NORTH}"
    assert written(main, Revision.COMPARE, "{ash} plants") == [both, SHADE]
    first, second = record(main).sentences()
    assert first.keys == ("ash", "elm")
    assert first.evidence == rings.evidence + north.evidence
    assert second == shade


def test_the_draft_says_of_itself_what_its_abstract_says(main: Path) -> None:
    said = written(main, Revision.POSITION, "{elm} shows")
    assert said[2] == "Unlike \\citet{elm}, we present a garden in which all trees grow together."
    assert [*said[:2], *said[3:]] == [RINGS, NORTH, SHADE]
    new = list(record(main).sentences())[2]
    assert [(it.paper, it.source) for it in new.evidence] == [("draft", "abstract")]


@pytest.mark.parametrize("leaning", ["prune that garden", "prune it", "grow such trees"])
def test_a_sentence_of_the_draft_that_points_to_another_is_not_taken(
    main: Path, leaning: str
) -> None:
    change(main, "We present", f"We show how to {leaning}. We present")
    said = written(main, Revision.POSITION, "{elm} shows")
    assert "we present a garden" in said[2]


def test_nothing_is_said_that_the_draft_does_not_say(main: Path) -> None:
    change(main, "We present a garden", "Here is a garden")
    change(main, "Many build", "We use trees. Many build")
    with pytest.raises(InputError, match="says 'we present'") as refused:
        revised(main, Revision.POSITION, "{elm} shows")
    assert "say in your abstract what you do" in refused.value.problem.advice


def test_what_the_abstract_leaves_out_is_taken_from_the_introduction(main: Path) -> None:
    change(main, "We present a garden", "Here is a garden")
    change(
        main, "Many build", "We use trees. In this paper, we propose a fence of stone. Many build"
    )
    said = written(main, Revision.POSITION, "{elm} shows")
    assert said[2] == "Unlike \\citet{elm}, we propose a fence of stone."
    new = list(record(main).sentences())[2]
    assert [(it.paper, it.source) for it in new.evidence] == [("draft", "introduction")]


def test_it_is_said_where_the_paper_names_what_the_draft_does(main: Path) -> None:
    """Found on a real paper: both were on move pruning, and "Unlike" was not true."""
    assert not revised(main, Revision.POSITION, "{elm} shows").warnings
    change(main, "We present a garden", "We present a method that grows elm trees")
    assert revised(main, Revision.POSITION, "{ash} plants").warnings == ()
    assert revised(main, Revision.POSITION, "{elm} shows").warnings == (
        "'elm' mentions “elm trees”, too: check whether “Unlike” is true of it",
    )


def test_a_sentence_is_written_anew_from_another_one_of_the_abstract(main: Path) -> None:
    change(main.with_name("refs.bib"), ABSTRACTS["elm"], f"{ABSTRACTS['elm']} {MORE}")
    said = written(main, Revision.SENTENCE, "{elm} shows")
    assert "old elm trees by night" in said[1]
    assert [said[0], said[2]] == [RINGS, SHADE]


def test_a_sentence_without_its_opener_is_not_another_one(tmp_path: Path) -> None:
    long = (
        "We show that elm trees grow well in the cold north of the country, where other trees of "
        "their size freeze in every winter and lose their leaves early in each autumn."
    )
    main = written_draft(tmp_path, {**ABSTRACTS, "elm": f"{long} The roots go deep."})
    with pytest.raises(InputError, match="would change nothing here"):
        revised(main, Revision.SENTENCE, "{elm} shows")


def test_a_sentence_written_anew_is_not_the_old_one_with_another() -> None:
    """Found on a real paper: where two sentences fit, the old one stood first among them."""
    old, other, theirs = (
        RecordedSentence(latex, SentenceKind.STATEMENT, ("elm",), ())
        for latex in (NORTH, r"Elms are old~\cite{elm}.", r"Their roots go deep~\cite{elm}.")
    )
    further = replace(old, latex=f"Further, {NORTH}")
    assert without_old([further, other], old) == [other]
    assert without_old([other, theirs], old) == [other, theirs]
    assert without_old([old, theirs], old) == ()
    assert without_old([old], old) == ()


def test_what_takes_up_the_old_sentence_goes_with_it() -> None:
    """Found on a real paper: ``The CNN is trained`` stood without ``a network (CNN)``."""
    old, other, trained = (
        RecordedSentence(latex, SentenceKind.STATEMENT, ("elm",), ())
        for latex in (
            r"\citet{elm} shows a deep network of trees (DNT).",
            r"Elms are old~\cite{elm}.",
            r"The DNT is trained in the north~\cite{elm}.",
        )
    )
    assert list(without_old([other, old, trained], old)) == [other]
    assert list(without_old([old, trained], old)) == []
    assert list(without_old([other, trained], old)) == [other]
    assert list(without_old([other, old, trained], other)) == [old, trained]


def test_a_shorter_sentence_is_of_the_same_paper_and_the_others_stay(main: Path) -> None:
    change(main.with_name("refs.bib"), ABSTRACTS["elm"], f"{ABSTRACTS['elm']} {MORE}")
    before = lines(main)
    said = written(main, Revision.SHORTEN, "{elm} shows")
    (at,) = [n for n, own in enumerate(before) if own != said[n]]
    assert "{elm}" in said[at] and len(said[at].split()) < len(before[at].split())


@pytest.mark.parametrize("revision", [Revision.PARAGRAPH, Revision.SHORTEN, Revision.SENTENCE])
def test_a_citation_whose_entry_is_gone_is_not_left_out_unsaid(
    main: Path, revision: Revision
) -> None:
    change(main.with_name("refs.bib"), "@misc{yew,", "@misc{yewman2020,")
    with pytest.raises(InputError, match=r"'yew' is not in your \.bib") as refused:
        revised(main, revision, "{yew} measures")
    assert "sources have changed" in refused.value.problem.advice
    assert written(main)[-1] == SHADE.replace("{yew}", "{yewman2020}")


def test_where_nothing_can_be_spared_it_is_said(main: Path) -> None:
    for revision, why in (
        (Revision.SHORTEN, "no shorter sentence"),
        (Revision.SENTENCE, "try a method with a language model"),
    ):
        with pytest.raises(InputError, match="would change nothing here") as refused:
            revised(main, revision, "{ash} plants")
        assert why in refused.value.problem.advice


def test_what_the_author_has_edited_is_not_rewritten(main: Path) -> None:
    change(main, "in the cold north", "in my north")
    with pytest.raises(InputError, match="or you have changed it"):
        revised(main, Revision.SENTENCE, "in my north")


@pytest.mark.parametrize("key", ["elm", "yew"])
def test_a_sentence_is_compared_with_the_paper_that_its_author_picks(main: Path, key: str) -> None:
    at = main.read_text("utf-8").index("{ash} plants")
    request = ReviseRequest(main, Revision.COMPARE, at, other=key)
    text = asyncio.run(revise(request, Context(), NoProgress()))
    opened = open_project(main, Context())
    insert_into_files(text, opened, project_folder(opened.project, main, Context()))
    other, left = (NORTH, SHADE) if key == "elm" else (SHADE, NORTH)
    assert lines(main) == [f"While {RINGS[:-1]}, {other}", left]


def test_outside_of_the_marks_nothing_is_revised(main: Path) -> None:
    with pytest.raises(InputError, match="Citeloom has not written any text here"):
        revised(main, Revision.SHORTEN, "Many build")


def test_a_lost_record_is_said(main: Path) -> None:
    for path in folder_of(main).glob("*.json"):
        path.unlink()
    with pytest.raises(InputError, match=re.escape("the record of this text is missing")):
        revised(main, Revision.COMPARE, "{ash} plants")


def test_it_waits_again_after_an_undo(main: Path) -> None:
    before = main.read_text("utf-8")
    text = revised(main, Revision.COMPARE, "{ash} plants")
    opened = open_project(main, Context())
    done = insert_into_files(text, opened, project_folder(opened.project, main, Context()))
    inserted = WaitingText(
        **{**vars(text), "inserted": tuple(record.id for record in done.records)}
    )
    assert inserted.stands_in(open_project(main, Context()))
    main.write_text(before, "utf-8")
    assert not inserted.stands_in(open_project(main, Context()))
