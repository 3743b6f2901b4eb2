"""Metrics of texts, by values that were worked out by hand."""

import pytest

from citeloom.methods.result import CitationForm, CitationMark
from citeloom.methods.task import DraftText
from citeloom.papers.paper import Author, Paper
from citeloom.words import words
from citeloom_lab.evaluation.evaluated_text import EvaluatedSentence, EvaluatedText, authors_text
from citeloom_lab.evaluation.example import Example, GoldPart
from citeloom_lab.evaluation.metrics import Scorer, longest_run, readability, verbatim_share
from citeloom_lab.evaluation.resampling import difference, interval
from citeloom_lab.evaluation.rouge import ngrams, overlap_f1

SMITH = Paper(
    "ref:a",
    ("a",),
    "Parsers",
    (Author("Smith"),),
    2001,
    abstract="One two three four five six seven.",
)
LEE = Paper("ref:b", ("b",), "Trees", (Author("Lee"),), 2002)
BY_SMITH = CitationMark((SMITH.id,), CitationForm.TEXTUAL, "Smith")
BESIDE = CitationMark((SMITH.id, LEE.id))


def _example(*gold: GoldPart) -> Example:
    return Example("e", "p", DraftText("", "", "nothing"), (SMITH, LEE), gold)


def _text(*sentences: tuple[GoldPart, ...]) -> EvaluatedText:
    return EvaluatedText((tuple(EvaluatedSentence(parts) for parts in sentences),))


def test_rouge_by_hand() -> None:
    # The gold text has 4 words: parsers are fast now. Ours: smith is left out; parsers are slow.
    example = _example("Parsers are fast ", BESIDE, " now.")
    scores = Scorer(stemming=False).scores(_text((BY_SMITH, " parsers are slow.")), example)
    assert scores.value("rouge1") == pytest.approx(100 * 2 * 2 / (3 + 4))
    assert scores.value("rouge2") == pytest.approx(100 * 2 * 1 / (2 + 3))
    assert scores.value("rouge_l") == pytest.approx(100 * 2 * 2 / (3 + 4))


def test_stemming_makes_forms_of_a_word_equal() -> None:
    example, text = _example("Parsing parsers"), _text(("parsed parser",))
    assert Scorer(stemming=False).scores(text, example).value("rouge1") == 0
    assert Scorer(stemming=True).scores(text, example).value("rouge1") == 100


def test_names_of_those_who_are_cited_cost_nothing() -> None:
    example = _example("Smith et al. ", CitationMark((SMITH.id,)), " parse trees.")
    scores = Scorer().scores(_text((BY_SMITH, " parse trees.")), example)
    assert scores.value("rouge1") == 100


def test_a_text_is_cut_after_its_citations_are_gone() -> None:
    example = _example("one two three")
    text = _text((BY_SMITH, " one two three", BESIDE, " four five six."))
    assert Scorer(cut=3).scores(text, example).value("rouge1") == 100
    assert Scorer().scores(text, example).value("rouge1") == pytest.approx(100 * 6 / 9)


def test_references_keys_and_graph_by_hand() -> None:
    unknown = CitationMark(("ref:evil",))
    text = _text(("Both parse", BESIDE, "."), (BY_SMITH, " counts."), ("More", unknown, "."))
    scores = Scorer().scores(text, _example("Both."))
    assert scores.value("coverage") == 100
    assert scores.value("invented") == 1
    assert (scores.value("edges"), scores.value("clustering")) == (1, 0)
    assert scores.value("degree") == pytest.approx(2 / 3)
    assert scores.value("starts") == pytest.approx(100 / 3)
    only_lee = Scorer().scores(_text(("Trees", CitationMark((LEE.id,)), ".")), _example("Both."))
    assert (only_lee.value("coverage"), only_lee.value("coverage_of_abstracts")) == (50, 0)


def test_citations_count_where_the_references_say_the_sentence() -> None:
    walnut = Paper("ref:w", ("w",), "Walnuts", abstract="Squirrels bury walnuts in orchards.")
    rivers = Paper("ref:r", ("r",), "Rivers", abstract="Salmon swim against cold rivers.")
    example = Example("e", "p", DraftText("", "", "nothing"), (walnut, rivers), ("Both.",))
    both = CitationMark((walnut.id, rivers.id))
    right = ("Orchards have walnuts that squirrels bury", both, ".")
    wrong = ("Orchards have walnuts that squirrels bury", CitationMark((rivers.id,)), ".")

    scores = Scorer().scores(_text(right, wrong, ("Nobody is cited.",)), example)
    assert scores.value("citation_recall") == 50
    assert scores.value("citation_precision") == pytest.approx(100 / 3)
    assert Scorer().scores(_text(("Nobody.",)), example).value("citation_recall") is None


def test_a_text_that_failed_has_no_overlap_and_cites_nobody() -> None:
    scores = Scorer().scores(EvaluatedText((), failure="no"), _example("Both."))
    assert [scores.value(name) for name in ("rouge1", "coverage", "invented", "words")] == [0] * 4
    assert scores.value("readability") is None


def test_authors_texts_have_no_overlap_with_themselves() -> None:
    scores = Scorer().authors_scores(_example("Both parse ", BESIDE, ". ", BESIDE, " count."))
    assert scores.value("rouge1") is None
    assert scores.value("coverage") == 100
    assert scores.value("starts") == 50
    unmarked = Scorer().authors_scores(_example("Smith (2001) parses."))
    assert unmarked.value("coverage") is None
    assert unmarked.value("starts") is None


def test_authors_marks_stay_in_their_sentences() -> None:
    text = authors_text(_example("Both parse ", BESIDE, ". ", BY_SMITH, " counts."))
    assert [sentence.cites for sentence in text.sentences] == [BESIDE.papers, BY_SMITH.papers]


@pytest.mark.parametrize(
    ("written", "share"),
    [
        ("one two three four five six", 1.0),
        ("so one two three four five six eight", 6 / 8),
        ("one two three four five", 0.0),
        ("zero one two three four five six seven zero zero", 7 / 10),
        ("", 0.0),
    ],
    ids=["all", "a run of six", "five are no run", "overlapping runs", "nothing"],
)
def test_verbatim_share_by_hand(written: str, share: float) -> None:
    assert verbatim_share([words(written)], [words(SMITH.abstract)]) == pytest.approx(share)


def test_no_run_goes_over_the_end_of_a_sentence() -> None:
    sentences = [words("one two three"), words("four five six")]
    assert verbatim_share(sentences, [words(SMITH.abstract)]) == 0


def test_readability_by_hand() -> None:
    # 4.71 × 12 letters / 4 words + 0.5 × 4 words / 2 sentences − 21.43
    assert readability([["abc", "abc"], ["abc", "abc"]]) == pytest.approx(4.71 * 3 + 1 - 21.43)


def test_longest_run_ends_with_a_paragraph() -> None:
    begins, other = EvaluatedSentence((BY_SMITH, " a.")), EvaluatedSentence(("A", BESIDE, "."))
    spaced = EvaluatedSentence((" ", BY_SMITH, " a."))
    text = EvaluatedText(((begins, other, begins, spaced), (begins, begins, other)))
    assert longest_run(text) == 2
    assert longest_run(EvaluatedText(((begins, spaced, begins),))) == 3


def test_overlap_of_bags_by_hand() -> None:
    found, gold = ngrams(["a", "a", "b"], 1), ngrams(["a", "c"], 1)
    assert overlap_f1(found, gold) == pytest.approx(2 * 1 / (3 + 2))
    assert ngrams(["a", "b", "c"], 2) == {("a", "b"): 1, ("b", "c"): 1}


def test_intervals_draw_papers_and_not_examples() -> None:
    values = [0.0] * 50 + [10.0] * 50
    apart = interval(values, [str(number) for number in range(100)])
    together = interval(values, ["a"] * 50 + ["b"] * 50)
    assert apart is not None
    assert together is not None
    assert (apart.mean, together.mean) == (5.0, 5.0)
    assert 3.5 < apart.low < 4.5 < 5.5 < apart.high < 6.5
    assert (together.low, together.high, together.is_known) == (0.0, 10.0, False)


def test_paired_differences_leave_out_what_one_of_them_lacks() -> None:
    papers = list("abcdef")
    ours, theirs = [1.0, 2.0, 3.0, 4.0, 5.0, None], [0.0, 1.0, 2.0, 3.0, 4.0, 9.0]
    found = difference(ours, theirs, papers)
    assert found is not None
    assert (found.mean, found.low, found.high, found.examples) == (1.0, 1.0, 1.0, 5)
    assert interval([None], ["a"]) is None
