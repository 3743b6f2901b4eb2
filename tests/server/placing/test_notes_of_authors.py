"""The author's footnotes, labels, remarks and comments stay, whatever becomes of their sentence."""

import re

import pytest
from families import families
from hypothesis import given
from hypothesis import strategies as st

from citeloom.placing.decision import KEEP_MINE, TAKE_NEW, Decision
from citeloom.placing.merge import MergeConflict, merge
from citeloom.placing.passages.notes import note_item

FAMILIES = families(__file__)

BASE = [["Trees are cut.", "Graphs are cut."], ["Words are read."]]
NEW = [["Trees fall.", "Graphs fall."], ["Words are heard."]]
REST = "\nGraphs are cut.\n\nWords are read.\n"


def taken(own: str) -> str:
    """Return what stands for the first sentence where the new one is taken for the author's."""
    content = merge(f"{own}{REST}", BASE, NEW, decision=TAKE_NEW).content
    assert content.endswith("\nGraphs fall.\n\nWords are heard.\n")
    return content.removesuffix("\nGraphs fall.\n\nWords are heard.\n")


@pytest.mark.parametrize(("own", "expected"), FAMILIES["notes_stay_behind_the_new_sentence"])
def test_notes_stay_behind_the_new_sentence(own: str, expected: str) -> None:
    assert taken(own) == expected


def test_they_stand_once_where_several_sentences_take_the_place() -> None:
    base, own = [["Trees are cut early and late."]], "Trees are felled early and late.\\label{a}\n"
    new = [["Trees are cut early.", "Trees are cut late."]]
    (collision,) = merge(own, base, new).collisions
    content = merge(own, base, new, decision=Decision(frozenset({collision.id}))).content
    assert content.count("\\label{a}") == 1 and "felled" not in content


def test_the_sentence_before_them_is_still_ours_and_they_follow_the_next_one() -> None:
    once = taken(r"Trees are felled.\footnote{By us.}") + "\nGraphs fall.\n\nWords are heard.\n"
    later = [["Trees stand.", "Graphs fall."], ["Words are heard."]]
    again = merge(once, NEW, later)
    assert again.collisions == ()
    assert again.content == once.replace("Trees fall.", "Trees stand.")
    assert merge(again.content, later, later).content == again.content


def test_without_the_last_result_they_stand_behind_the_new_text() -> None:
    own = "Trees are felled.\\label{a} % Why?\n\nWords are misread.\\footnote{By us.}\n"
    content = merge(own, [], NEW, decision=TAKE_NEW).content
    assert content == (
        "Trees fall.\nGraphs fall.\n\nWords are heard.%\n\\label{a}\\footnote{By us.} % Why?\n"
    )


def test_a_passage_without_notes_has_none() -> None:
    assert note_item("Trees %\n are \\emph{cut}~\\cite{a}, \\url{b.c/d}.", "\n") is None


MARK = re.compile(r"N\d+N")
NOTES = (
    *("\\footnote{N0N}", "\\todo[inline]{N0N}", "\\label{N0N}", "\\marginpar{\\emph{N0N}}"),
    *("% N0N\n", "\\footnote{a % N0N\n b}", "\\todonote{N0N {N0N} \\{ }"),
)
SEAMS = range(4)
"""Where a note can stand in a sentence: behind each word."""
sentences = st.lists(st.sampled_from("ABCDEF"), min_size=1, max_size=5, unique=True)


@given(sentences, sentences, st.data())
def test_no_note_is_lost_whatever_is_decided(
    base: list[str], new: list[str], data: st.DataObject
) -> None:
    now, count = "", 0
    for name in base:
        words = data.draw(st.sampled_from([f"{name} is here.", f"{name} is my own.", "Own."]))
        places = data.draw(st.lists(st.sampled_from(SEAMS), max_size=2, unique=True))
        for seam in sorted(places, reverse=True):
            at = [*(place.start() for place in re.finditer(" ", words)), len(words)][seam:][:1]
            note = data.draw(st.sampled_from(NOTES)).replace("N0N", f"N{count}N")
            for place in at:
                words, count = words[:place] + note + words[place:], count + 1
        now += f"{words}\n" + data.draw(st.sampled_from(["", "\n"]))
    before = [[f"{name} is here." for name in base]] if data.draw(st.booleans()) else []
    after = [[f"{name} was there." for name in new]]
    decision = data.draw(st.sampled_from([TAKE_NEW, KEEP_MINE]))
    try:
        merged = merge(now, before, after, decision=decision)
    except MergeConflict:
        assert not before
        return
    assert sorted(MARK.findall(merged.content)) == sorted(MARK.findall(now)), merged.content
    again = merge(merged.content, after, [["G is far."], *after])
    assert sorted(MARK.findall(again.content)) == sorted(MARK.findall(now)), again.content
