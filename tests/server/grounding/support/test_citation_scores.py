"""Citation recall and precision, as ALCE defines them."""

from citeloom.grounding.support.checker import SupportChecker
from citeloom.grounding.support.citation_scores import citation_scores
from citeloom.grounding.support.source import source_text
from citeloom.papers.paper import Paper

CHESS = Paper("chess", abstract="A recurrent network parses handwritten chess notation.")
BIRDS = Paper("birds", abstract="Microphones record the nocturnal migration of warblers.")
BARE = Paper("bare", title="Openings")
CHECKER = SupportChecker(map(source_text, (CHESS, BIRDS, BARE)))
TRUE = "Handwritten chess notation is parsed by a recurrent network."


def test_sentences_without_citations_count_against_recall() -> None:
    scores = citation_scores([(TRUE, ("chess",)), ("Nobody is cited here.", ())], CHECKER)

    assert (scores.recall, scores.precision) == (0.5, 1.0)


def test_a_citation_that_adds_nothing_counts_against_precision() -> None:
    scores = citation_scores([(TRUE, ("chess", "birds"))], CHECKER)

    assert (scores.recall, scores.precision) == (1.0, 0.5)


def test_citations_that_support_only_together_all_count() -> None:
    text = "Networks parse chess notation; microphones record nocturnal warblers."
    scores = citation_scores([(text, ("chess", "birds"))], CHECKER)

    assert (scores.recall, scores.precision) == (1.0, 1.0)


def test_papers_without_a_text_support_nothing_and_are_counted() -> None:
    scores = citation_scores([(TRUE, ("bare",))], CHECKER)

    assert (scores.recall, scores.precision, scores.unknown) == (0.0, 0.0, 1)


def test_a_text_without_sentences_has_no_scores() -> None:
    scores = citation_scores([], CHECKER)

    assert scores.recall is None
    assert scores.precision is None
