"""What the model of roles looks at in a sentence: its words, its place and its neighbours."""

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

_TOKEN = re.compile(r"\d[\d.,]*|[^\W\d_]+(?:['’-][^\W\d_]+)*|[%:;?]")
_NUMBER = "#"
_START, _END = "<s>", "</s>"

_OWN = frozenset({"we", "our", "us", "i"})
_OWN_PAIRS = frozenset(
    f"{pointer} {noun}"
    for pointer in ("this", "present", "current")
    for noun in [
        "article",
        "book",
        "chapter",
        "contribution",
        "essay",
        "letter",
        "paper",
        "report",
        "research",
        "review",
        "study",
        "survey",
        "thesis",
        "tutorial",
        "work",
    ]
)

_OPENING = 6
"""Words at the beginning of a sentence that count twice: they say most about what it is for."""

_NEIGHBOUR = 3
"""Words at the beginning of the sentences before and behind that count."""

_FARTHEST = 4
_EIGHTHS = 8
_LONGEST = 6


def sentence_features(sentences: Sequence[str]) -> list[frozenset[str]]:
    """Return the features of each sentence of one abstract, given in order.

    They are words and pairs of words, those at the beginning again behind ``~`` or ``^``, those of
    the neighbours behind ``<`` and ``>``; behind ``@``, where the sentence stands, how long it is,
    and whether it comes before the first in which the authors speak of their own work.
    """
    found = [_tokens(sentence) for sentence in sentences]
    own = [_is_own(tokens) for tokens in found]
    turn = own.index(True) if True in own else None
    return [
        frozenset(_of_words(found[at])).union(
            (f"<{word}" for word in (found[at - 1][:_NEIGHBOUR] if at else [_START])),
            (
                f">{word}"
                for word in (found[at + 1][:_NEIGHBOUR] if at + 1 < len(found) else [_END])
            ),
            _of_place(at, len(found), turn),
            [f"@length {min(_LONGEST, len(found[at]) // 6)}"],
        )
        for at in range(len(found))
    ]


def speaks_of_itself(sentence: str) -> bool:
    """Tell whether the authors speak of their own work in a sentence."""
    return _is_own(_tokens(sentence))


def _tokens(sentence: str) -> list[str]:
    return [
        _NUMBER if token[0].isdigit() else token.lower().replace("’", "'")
        for token in _TOKEN.findall(sentence)
    ]


def _is_own(tokens: Sequence[str]) -> bool:
    return not _OWN.isdisjoint(tokens) or not _OWN_PAIRS.isdisjoint(_pairs(tokens))


def _pairs(tokens: Sequence[str]) -> list[str]:
    return [f"{first} {second}" for first, second in pairwise(tokens)]


def _of_words(tokens: Sequence[str]) -> Iterator[str]:
    yield from tokens
    yield from _pairs(tokens)
    yield from (f"~{token}" for token in tokens[:_OPENING])
    if tokens:
        yield f"^{tokens[0]}"
        yield f"^{' '.join(tokens[:2])}"


def _of_place(at: int, count: int, turn: int | None) -> Iterator[str]:
    yield "@"
    yield f"@from start {min(_FARTHEST, at)}"
    yield f"@from end {min(_FARTHEST, count - 1 - at)}"
    yield f"@eighth {_EIGHTHS * at // count}"
    if turn is None:
        yield "@nobody speaks"
    elif at < turn:
        yield "@before turn"
    else:
        yield f"@behind turn {min(3, at - turn)}"
