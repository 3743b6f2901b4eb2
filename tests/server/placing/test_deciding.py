"""What an author decides where they and a new text changed the same."""

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from citeloom.placing.decision import INSERT_BELOW, TAKE_NEW, Decision
from citeloom.placing.merge import MergeConflict, Merged, merge
from citeloom.problem import Remedy

BASE = [["Trees are cut.", "Graphs are cut."], ["Words are read."]]
NEW = [["Trees fall.", "Graphs fall."], ["Words are heard."]]
EDITED = "Trees are felled.\nGraphs are cut.\n\nWords are misread.\n\nMine alone.\n"


def standing(merged: Merged) -> list[str]:
    """Return what the merged text has for each collision."""
    return [it.merged.of(merged.content) if it.merged else "" for it in merged.collisions]


def test_the_new_text_stands_everywhere_and_what_collides_with_nothing_stays() -> None:
    merged = merge(EDITED, BASE, NEW, decision=TAKE_NEW)
    assert merged.content == "Trees fall.\nGraphs fall.\n\nWords are heard.\n\nMine alone.\n"
    assert standing(merged) == ["Trees fall.", "Words are heard."]
    assert [it.own for it in merged.collisions] == ["Trees are felled.", "Words are misread."]
    assert all(it.taken for it in merged.collisions) and merged.kept == ("Mine alone.",)


def test_one_passage_is_decided_on_and_the_other_stays_the_authors() -> None:
    trees, words = merge(EDITED, BASE, NEW).collisions
    merged = merge(EDITED, BASE, NEW, decision=Decision(frozenset({words.id})))
    assert merged.content == "Trees are felled.\nGraphs fall.\n\nWords are heard.\n\nMine alone.\n"
    assert [(it.id, it.taken) for it in merged.collisions] == [(trees.id, False), (words.id, True)]
    assert standing(merged) == ["Trees are felled.", "Words are heard."]


def test_a_passage_that_was_edited_again_is_not_the_one_that_was_decided_on() -> None:
    trees, words = merge(EDITED, BASE, NEW).collisions
    decision = Decision(frozenset({trees.id, words.id}))
    again = EDITED.replace("misread", "never read")
    merged = merge(again, BASE, NEW, decision=decision)
    assert merged.content == "Trees fall.\nGraphs fall.\n\nWords are never read.\n\nMine alone.\n"


def test_what_was_taken_out_comes_back_in_the_new_words() -> None:
    merged = merge("Graphs are cut.\n\nWords are read.\n", BASE, NEW, decision=TAKE_NEW)
    assert merged.content == "Trees fall.\nGraphs fall.\n\nWords are heard.\n"
    assert [(it.own, it.taken) for it in merged.collisions] == [("", True)]


def test_sentences_that_were_joined_to_one_are_the_new_ones_again() -> None:
    base = [["Trees are cut early.", "Graphs are cut late.", "End."]]
    new = [["Trees are cut early.", "Graphs fall late.", "End."]]
    joined = "Trees are cut early and graphs are cut late.\nEnd.\n"
    (collision,) = merge(joined, base, new).collisions
    assert len(collision.before) == 2
    merged = merge(joined, base, new, decision=TAKE_NEW)
    assert merged.content == "Trees are cut early.\nGraphs fall late.\nEnd.\n"


FURTHER = "Saplings are planted for each."


@pytest.mark.parametrize(
    ("own", "beside"),
    [
        (f"Trees are felled. {FURTHER}", FURTHER),
        (f"{FURTHER} Trees are felled.", FURTHER),
        (f"Trees are felled.%\n{FURTHER}", FURTHER),
        (f"Trees are felled. % See below.\n{FURTHER}", f"% See below.\n{FURTHER}"),
        (f"Trees are felled.\\footnote{{By us.}} {FURTHER}", FURTHER),
        (f"\\emph{{Trees are felled.}} {FURTHER}", FURTHER),
        ("Trees are felled.~% See below.", "% See below."),
        ("Trees are felled.\\todo{Look.} % Why?\n% And how?", "% Why?\n% And how?"),
        (
            f"Trees % all\n are felled.\\footnote{{% ours\n By us.}}% See below.\n{FURTHER}",
            f"% See below.\n{FURTHER}",
        ),
        ("Trees are felled.\n\\begin{figure}Own.\\end{figure}", "\\begin{figure}Own.\\end{figure}"),
        ("Trees are felled. Felled~\\citep{a} in \\eqref{b}.", "Felled~\\citep{a} in \\eqref{b}."),
    ],
)
def test_what_stands_beside_a_changed_sentence_stays_where_that_is_taken(
    own: str, beside: str
) -> None:
    rest = "\nGraphs are cut.\n\nWords are read.\n"
    merged = merge(f"{own}{rest}", BASE, NEW, decision=TAKE_NEW)
    assert "Trees fall." in merged.content and "felled." not in merged.content
    assert beside in merged.content
    (collision,) = merged.collisions
    assert FURTHER not in collision.own and "felled." in collision.own
    kept = merge(f"{own}{rest}", BASE, NEW).content
    assert kept == f"{own}\nGraphs fall.\n\nWords are heard.\n", "no byte of the author's"


def test_the_halves_of_a_sentence_that_was_split_are_one_passage() -> None:
    base = [["Trees are cut early in spring and sold late in autumn.", "End."]]
    new = [["Trees fall early.", "End."]]
    split = "Trees are cut early in spring. And sold late in autumn."
    (collision,) = merge(f"{split}\nEnd.\n", base, new).collisions
    assert collision.own == split
    merged = merge(f"{split} {FURTHER}\nEnd.\n", base, new, decision=TAKE_NEW)
    assert merged.content == f"Trees fall early.\n{FURTHER}\nEnd.\n"


def test_below_both_texts_stand_and_no_byte_of_the_first_changes() -> None:
    own = "Trees  are felled.\n% why\nGraphs are cut.\n\nWords  are misread.\n"
    merged = merge(own, BASE, NEW, decision=INSERT_BELOW)
    assert merged.content == f"{own}\nTrees fall.\nGraphs fall.\n\nWords are heard.\n"
    assert merged.collisions == ()
    assert merge(merged.content, NEW, NEW, decision=INSERT_BELOW).content == merged.content
    again = merge(merged.content, NEW, [["Birds sing."]])
    assert again.content == f"{own}\nBirds sing.\n", "what stood above is the author's own"


def test_without_the_last_result_all_of_it_is_decided_on() -> None:
    with pytest.raises(MergeConflict) as caught:
        merge(EDITED, [], NEW)
    collision = caught.value.collision
    assert collision is not None and collision.span is not None
    assert collision.span.of(EDITED) == EDITED
    merged = merge(EDITED, [], NEW, decision=Decision(frozenset({collision.id})))
    assert merged.content == "Trees fall.\nGraphs fall.\n\nWords are heard.\n"
    assert standing(merged) == [merged.content]
    with pytest.raises(MergeConflict):
        merge(f"{EDITED}More.\n", [], NEW, decision=Decision(frozenset({collision.id})))
    below = merge(EDITED, [], NEW, decision=INSERT_BELOW).content
    assert below == f"{EDITED}\n{merged.content}"


@pytest.mark.parametrize("decision", [TAKE_NEW, INSERT_BELOW])
@pytest.mark.parametrize("base", [BASE, []])
def test_nothing_is_put_beside_or_in_place_of_half_a_group(
    base: Sequence[Sequence[str]], decision: Decision
) -> None:
    with pytest.raises(MergeConflict) as caught:
        merge("\\begin{quote} Trees are felled.\n\nWords are read.\n", base, NEW, decision=decision)
    assert caught.value.problem.advice == Remedy.CLOSE and caught.value.collision is None


names = st.lists(st.sampled_from("ABCDEF"), min_size=1, max_size=6, unique=True)


@given(names, names, st.data())
def test_each_passage_stands_in_one_of_its_two_versions(
    base: list[str], new: list[str], data: st.DataObject
) -> None:
    old, fresh = [[f"{it} is." for it in base]], [[f"{it} was." for it in new]]
    now = "".join(
        f"{data.draw(st.sampled_from([f'{name} is.', f'{name} is mine.', 'Own.', both(name)]))}\n"
        for name in base
    )
    kept = merge(now, old, fresh)
    ids = [it.id for it in kept.collisions]
    taken = frozenset(data.draw(st.lists(st.sampled_from(ids)))) if ids else frozenset()
    merged = merge(now, old, fresh, decision=Decision(taken))
    assert [(it.id, it.taken) for it in merged.collisions] == [(it, it in taken) for it in ids]
    lines = merged.content.splitlines()
    for collision in merged.collisions:
        assert (set(collision.new) <= set(lines)) == collision.taken
    gone = " ".join(it.own for it in merged.collisions if it.taken)
    assert now.count("Own.") == kept.content.count("Own.") == merged.content.count("Own.")
    assert now.count("mine.") == kept.content.count("mine.")
    assert now.count("mine.") == (merged.content + gone).count("mine.")


def both(name: str) -> str:
    return f"{name} is mine. Own."
