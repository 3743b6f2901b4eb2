"""The metrics of one text; docs/evaluation.md defines each and names its source."""

from collections.abc import Iterable
from dataclasses import dataclass

from citeloom.grounding.support.checker import SupportChecker
from citeloom.grounding.support.citation_scores import citation_scores
from citeloom.grounding.support.source import source_text
from citeloom.methods.result import CitationForm, CitationMark
from citeloom.words import words
from citeloom_lab.evaluation.bert_score import TokenEmbedder, bert_scores
from citeloom_lab.evaluation.evaluated_text import EvaluatedSentence, EvaluatedText, authors_text
from citeloom_lab.evaluation.example import Example
from citeloom_lab.evaluation.graph_metrics import graph_metrics
from citeloom_lab.evaluation.rouge import Rouge
from citeloom_lab.evaluation.stripping import stripped

VERBATIM_WORDS = 6
"""Words of a run that counts as copied."""


@dataclass(frozen=True, slots=True)
class TextScores:
    """The values of a text by the names of ``METRICS``; None where one has no meaning for it."""

    values: tuple[float | None, ...]

    def value(self, name: str) -> float | None:
        """Return the value of a metric."""
        return self.values[NAMES.index(name)]


@dataclass(frozen=True, slots=True)
class Metric:
    """A metric: its name in JSON, the heading of its column, and its decimals.

    ``is_interval``: tables show its 95 % interval.
    """

    name: str
    heading: str
    decimals: int
    is_interval: bool = False


METRICS = (
    Metric("rouge1", "R1", 1, True),
    Metric("rouge2", "R2", 1, True),
    Metric("rouge_l", "RL", 1, True),
    Metric("coverage", "cited %", 0),
    Metric("coverage_of_abstracts", "… with abstract %", 0),
    Metric("invented", "invented", 0),
    Metric("verbatim", "verbatim %", 0),
    Metric("words", "words", 0),
    Metric("words_a_sentence", "words a sentence", 1),
    Metric("readability", "ARI", 1),
    Metric("starts", "starts with authors %", 0),
    Metric("longest_run", "longest run", 1),
    Metric("edges", "edges", 2),
    Metric("degree", "degree", 2),
    Metric("clustering", "clustering", 2),
    Metric("bertscore", "BERTScore", 1),
    Metric("citation_recall", "citation recall %", 0),
    Metric("citation_precision", "citation precision %", 0),
)
NAMES = tuple(metric.name for metric in METRICS)


class Scorer:
    """Measures texts.

    Parameters
    ----------
    cut
        Words of a text, without citations, that ROUGE and BERTScore compare; None for all.
    embedder
        Whose vectors BERTScore compares; without one it is left out.
    """

    def __init__(
        self,
        *,
        stemming: bool = True,
        cut: int | None = None,
        embedder: TokenEmbedder | None = None,
    ) -> None:
        self._rouge = Rouge(stemming=stemming)
        self._embedder = embedder
        self._cut = cut
        self._checked: tuple[Example, SupportChecker] | None = None

    def scores(self, text: EvaluatedText, example: Example) -> TextScores:
        """Return the scores of a text that was written for an example; one that failed has 0."""
        return self._scores(text, example, is_authors=False)

    def authors_scores(self, example: Example) -> TextScores:
        """Return the scores of the authors' own text, which has no ROUGE."""
        return self._scores(authors_text(example), example, is_authors=True)

    def _scores(self, text: EvaluatedText, example: Example, *, is_authors: bool) -> TextScores:
        families = {author.family for paper in example.references for author in paper.authors}
        compared = stripped(text.parts, families).split()[: self._cut]
        gold = stripped(example.gold, families)
        rouge = self._rouge.scores(" ".join(compared), gold)
        bert = None
        if self._embedder and not is_authors:
            bert = bert_scores(" ".join(compared), gold, self._embedder).f1
        known = {paper.id for paper in example.references}
        with_abstract = {paper.id for paper in example.references if paper.abstract}
        cites = [sentence.cites for sentence in text.sentences]
        cited = {paper for papers in cites for paper in papers}
        graph = graph_metrics(cites)
        written = [words(stripped(sentence.parts, families)) for sentence in text.sentences]
        written = [sentence for sentence in written if sentence]
        count = sum(map(len, written))
        begins = [begins_with_authors(sentence) for sentence in text.sentences]
        overlap = (rouge.rouge1, rouge.rouge2, rouge.rouge_l)
        has_text, has_marks = bool(written), bool(cited)
        # Authors' texts that name whom they cite in words alone do not tell.
        has_forms = has_marks or not is_authors
        return TextScores(
            (
                *((None, None, None) if is_authors else overlap),
                _share(len(cited & known), len(known)) if has_forms else None,
                _share(len(cited & with_abstract), len(with_abstract))
                if with_abstract and has_forms
                else None,
                float(len(cited - known)),
                100 * verbatim_share(written, _sources(example)) if has_text else None,
                float(count),
                count / len(written) if has_text else None,
                readability(written) if has_text else None,
                _share(sum(begins), len(begins)) if has_text and has_forms else None,
                float(longest_run(text)) if has_text and has_forms else None,
                float(graph.edges) if has_marks else None,
                graph.average_degree if has_marks else None,
                graph.clustering if has_marks else None,
                bert,
                *self._citation_quality(text, example),
            )
        )

    def _citation_quality(
        self, text: EvaluatedText, example: Example
    ) -> tuple[float | None, float | None]:
        """Return the citation recall and precision of the sentences that cite, in per cent."""
        if self._checked is None or self._checked[0] is not example:
            checker = SupportChecker(map(source_text, example.references))
            self._checked = (example, checker)
        citing = [(_said(it), it.cites) for it in text.sentences if it.cites]
        found = citation_scores(citing, self._checked[1])
        shares = (found.recall, found.precision)
        recall, precision = (None if share is None else 100 * share for share in shares)
        return recall, precision


def _said(sentence: EvaluatedSentence) -> str:
    """Return the words of a sentence without its citations."""
    said = " ".join(part for part in sentence.parts if isinstance(part, str))
    return " ".join(said.split())


def _share(part: int, whole: int) -> float:
    return 100 * part / whole if whole else 0.0


def _sources(example: Example) -> Iterable[list[str]]:
    return (
        words(source) for paper in example.references for source in (paper.title, paper.abstract)
    )


def verbatim_share(
    written: Iterable[list[str]], sources: Iterable[list[str]], size: int = VERBATIM_WORDS
) -> float:
    """Return the share of a text's words that stand in a run of ``size`` words of a source.

    No run goes from one sentence to the next.
    """
    known = {
        tuple(source[at : at + size]) for source in sources for at in range(len(source) - size + 1)
    }
    copied = total = 0
    for sentence in written:
        marked = [False] * len(sentence)
        for at in range(len(sentence) - size + 1):
            if tuple(sentence[at : at + size]) in known:
                marked[at : at + size] = [True] * size
        copied += sum(marked)
        total += len(sentence)
    return copied / total if total else 0.0


def readability(written: list[list[str]]) -> float:
    """Return the automated readability index of sentences, about the years of school it takes.

    Source: Senter and Smith, "Automated Readability Index", AMRL-TR-66-220, 1967.
    """
    count = sum(map(len, written))
    letters = sum(len(word) for sentence in written for word in sentence)
    return 4.71 * letters / count + 0.5 * count / len(written) - 21.43


def begins_with_authors(sentence: EvaluatedSentence) -> bool:
    """Tell whether the first thing in a sentence is a citation that is a part of it."""
    first = next((part for part in sentence.parts if not isinstance(part, str) or part.strip()), "")
    return isinstance(first, CitationMark) and first.form is CitationForm.TEXTUAL


def longest_run(text: EvaluatedText) -> int:
    """Return the most sentences of a paragraph in a row that begin with authors."""
    longest = 0
    for paragraph in text.paragraphs:
        run = 0
        for sentence in paragraph:
            run = run + 1 if begins_with_authors(sentence) else 0
            longest = max(longest, run)
    return longest
