"""The router: the summary that agrees most with the others (CKMA, Eq. 4)."""

import unicodedata
from collections import Counter
from collections.abc import Sequence
from itertools import accumulate

_NO_SPACES = ("CJK", "HIRAGANA", "KATAKANA", "THAI", "LAO", "KHMER", "MYANMAR", "TIBETAN", "YI")
"""Scripts that are written without spaces, by the names of their characters."""

_CHARACTERS_A_WORD = 2


def agreements(summaries: Sequence[str], most_words: int | None = None) -> list[float]:
    """Return for each summary the sum of its ROUGE-1 recalls against the others.

    The summary is the prediction and the other one the target, as ``rouge-score`` computes it
    without stemming; citations are taken out before. Recall rewards length, so what is beyond
    ``most_words`` is not counted.
    """
    counts = [Counter(_cut_back(tokens(summary), most_words)) for summary in summaries]
    return [
        sum(_recall(other, own) for at, other in enumerate(counts) if at != place)
        for place, own in enumerate(counts)
    ]


def tokens(text: str) -> list[str]:
    """Return the words of a text; in scripts without spaces each character is one."""
    found = []
    # One form for letters that can be written in several ways: accents, full width.
    for sign in unicodedata.normalize("NFKC", text).lower():
        if unicodedata.category(sign)[0] not in "LMN":
            found.append(" ")
        else:
            found.append(f" {sign} " if _is_word_alone(sign) else sign)
    return "".join(found).split()


def _is_word_alone(sign: str) -> bool:
    return not sign.isascii() and unicodedata.name(sign, "").startswith(_NO_SPACES)


def _cut_back(words: list[str], most: int | None) -> list[str]:
    if most is None:
        return words
    lengths = accumulate(1 / _CHARACTERS_A_WORD if _is_word_alone(word[0]) else 1 for word in words)
    return words[: sum(length <= most for length in lengths)]


def _recall(target: Counter[str], prediction: Counter[str]) -> float:
    return (target & prediction).total() / max(target.total(), 1)


def rank_by_score(scores: Sequence[float]) -> list[int]:
    """Return the places of the scores, the largest first; of equal ones the lower place first."""
    return sorted(range(len(scores)), key=lambda place: (-scores[place], place))
