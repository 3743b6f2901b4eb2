"""Which sentence of a draft a paper belongs to, and what it says there."""

from pathlib import Path

from citeloom.actions.suggesting.draft_sentences import AskedSentence
from citeloom.actions.suggesting.fitting import DraftFit
from citeloom.actions.suggesting.query import SuggestionQuery
from citeloom.actions.suggesting.suggestion import DraftSentence
from citeloom.methods.task import DraftText
from citeloom.papers.paper import Paper
from citeloom_latex.spans import Span

MISLED = Paper(
    "fake",
    title="Detecting fake news",
    abstract="Experiments on benchmark datasets show much. Fake news misleads many readers.",
)
TREES = Paper("trees", title="Parsing trees", abstract="Experiments on benchmark datasets show it.")
NO_ABSTRACT = Paper("bare", title="Fake news and its readers")
BENCHMARKS = "Experiments on two benchmark datasets show that it works."
NEWS = "Fake news misleads its readers by pictures."


def fit(*sentences: str | tuple[str, str], whole: bool = True) -> DraftFit:
    asked = []
    for number, given in enumerate(sentences):
        text, *keys = (given,) if isinstance(given, str) else given
        span = Span(number, number + 1)
        asked.append(AskedSentence(DraftSentence(Path("main.tex"), span, text), tuple(keys)))
    draft = DraftText("Finding fake news", "Readers are misled by fake news.", "abstract")
    query = SuggestionQuery(draft, tuple(asked), is_whole=whole)
    return DraftFit(query, (MISLED, TREES, NO_ABSTRACT))


def sentence_for(paper: Paper, found: DraftFit) -> str | None:
    sentence = found.sentence_of(paper)
    return sentence.text if sentence else None


def test_a_paper_belongs_to_the_sentence_that_it_speaks_of() -> None:
    assert sentence_for(MISLED, fit(BENCHMARKS, NEWS)) == NEWS


def test_what_all_papers_say_is_no_reason() -> None:
    assert sentence_for(TREES, fit(BENCHMARKS, NEWS)) is None


def test_a_sentence_that_cites_nobody_comes_first() -> None:
    found = fit((NEWS, "key"), NEWS).sentence_of(MISLED)
    assert found is not None
    assert found.span == Span(1, 2)


def test_a_sentence_in_which_authors_speak_of_themselves_comes_last() -> None:
    own = "We show that fake news misleads its readers."
    assert sentence_for(MISLED, fit(own, NEWS)) == NEWS


def test_the_sentence_that_was_asked_about_is_the_one_whatever_fits() -> None:
    assert sentence_for(TREES, fit(NEWS, whole=False)) == NEWS


def test_the_quote_is_the_nearest_sentence_of_the_abstract_else_the_title() -> None:
    draft = fit(NEWS)
    sentence = draft.sentence_of(MISLED)
    assert draft.quote_of(MISLED, sentence) == "Fake news misleads many readers."
    assert draft.quote_of(MISLED, None) == "Fake news misleads many readers."
    assert draft.quote_of(NO_ABSTRACT, None) == NO_ABSTRACT.title
