"""From a place in the text back to the written sentence."""

from citeloom.placing.marks import find_marks
from citeloom.placing.standing_paragraphs import placed_sentences
from placing_samples import after, latex_of, put, result


def test_each_sentence_is_found_where_it_stands() -> None:
    text = "\\section{Related Work}\n"
    placement = put(text, result(["AB", "C"]))
    written = after(text, placement).replace("A does", "A\n  does").replace("B does", "B does not")
    found = placed_sentences(written, find_marks(written).blocks[0], placement.record)
    assert [(one.sentence.latex, one.span.of(written)) for one in found] == [
        (latex_of("A"), latex_of("A").replace("A does", "A\n  does")),
        (latex_of("C"), latex_of("C")),
    ]
    assert found[0].sentence.keys == ("key1",)
    assert found[0].sentence.evidence[0].sentence == "A did it."
