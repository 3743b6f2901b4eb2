"""ROUGE by Google's ``rouge-score``, which is loaded when a text is first scored."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from citeloom.extras import library_version

PACKAGE = "rouge-score"


@dataclass(frozen=True, slots=True)
class RougeScores:
    """F1 of single words, pairs and the longest common subsequence, from 0 to 100."""

    rouge1: float
    rouge2: float
    rouge_l: float


class Rouge:
    """Scores texts against those of authors.

    Parameters
    ----------
    stemming
        Whether Porter's stems of words are compared, of those longer than three letters.
    """

    def __init__(self, *, stemming: bool = True) -> None:
        from rouge_score import rouge_scorer, tokenizers

        self._tokenizer = tokenizers.DefaultTokenizer(stemming)
        kinds = ["rouge1", "rouge2", "rougeL"]
        self._scorer = rouge_scorer.RougeScorer(kinds, tokenizer=self._tokenizer)

    def scores(self, text: str, gold: str) -> RougeScores:
        """Return the scores of a text."""
        found = self._scorer.score(gold, text)
        return RougeScores(
            *(100 * float(found[kind].fmeasure) for kind in ("rouge1", "rouge2", "rougeL"))
        )

    def tokens(self, text: str) -> list[str]:
        """Return the words that are compared."""
        return list(self._tokenizer.tokenize(text))


def rouge_version() -> str:
    """Return the library's name and version."""
    return f"{PACKAGE} {library_version(PACKAGE)}"


def overlap_f1(counts: Counter[tuple[str, ...]], gold: Counter[tuple[str, ...]]) -> float:
    """Return the F1 of two bags of n-grams, as ROUGE-N defines it, from 0 to 1."""
    common = sum(min(count, gold[gram]) for gram, count in counts.items())
    total = counts.total() + gold.total()
    return 2 * common / total if total else 0.0


def ngrams(tokens: Sequence[str], size: int) -> Counter[tuple[str, ...]]:
    """Return how often each run of so many words stands in a text."""
    return Counter(zip(*(tokens[start:] for start in range(size)), strict=False))
