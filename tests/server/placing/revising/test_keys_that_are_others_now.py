"""A sentence of ours whose papers have other keys by now."""

from citeloom.methods.result import SentenceKind
from citeloom.placing.record import RecordedSentence
from citeloom.placing.revising.new_keys import with_new_keys


def test_two_keys_that_are_one_now_are_cited_once() -> None:
    latex = r"Trees~\cite[p.~1]{a, b} and \citet{c} grow."
    sentence = RecordedSentence(latex, SentenceKind.STATEMENT, ("a", "b", "c"), ())
    found = with_new_keys(sentence, {"a": "d", "b": "d"})
    assert found.latex == r"Trees~\cite[p.~1]{d} and \citet{c} grow."
    assert found.keys == ("d", "c")
    assert with_new_keys(sentence, {"a": "b"}).latex == r"Trees~\cite[p.~1]{b} and \citet{c} grow."
