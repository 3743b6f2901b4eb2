"""How alike two titles are, and whether what differs is spelling or another paper."""

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from enum import IntEnum
from functools import lru_cache
from html import unescape

from rapidfuzz.distance import OSA, Levenshtein
from rapidfuzz.fuzz import token_sort_ratio

from citeloom_latex.plain import plain

RETITLED = 85.0
"""Percent of likeness, word order aside, at which an identifier's title is still the entry's."""

_PART_SCORE = 0.9
_SHORTEST_WITH_ERRORS = 12

_TAG = re.compile(r"</?[A-Za-z][\w:-]*(?:\s[^<>]*)?>")
_RENAMED = re.compile(r"\s*(?:RETRACTED|WITHDRAWN)(?: ARTICLE| PAPER)?\s*[:.\-–—]\s*")
_BETWEEN_PARTS = re.compile(r"\s*[:?!—]\s+|\s+[-–]+\s+|\.\s+")
_TAIL = re.compile(
    r"\s*(?:\[(?:pdf|html|online|preprint|abstract)\]|\s[-–|]\s(?:ACL Anthology|Request PDF)"
    r"|\((?:pdf|preprint|with discussion|conference version|in (?:russian|german|french|chinese)"
    r"|(?:short|long|full|demo|poster|industry|invited|position|regular|student|vision)"
    r"(?: research)? (?:paper|talk))\))\s*\Z",
    re.IGNORECASE,
)
"""What reference managers and proceedings put after a title."""

_CUT = re.compile(r"(?P<blank>\s*)(?:…|\.{3,}|\\(?:l|text)?dots\b(?:\{\})?)[\s.}]*\Z")
"""The end of a title whose rest is left out; without a blank before it, in the middle of a word."""

_FEWEST_BEFORE_A_CUT = 4
_DIGIT = re.compile(r"\d")
_ROMAN = {
    "i": "1", "ii": "2", "iii": "3", "iv": "4", "v": "5", "vi": "6", "vii": "7", "viii": "8",
    "ix": "9", "x": "10",
}  # fmt: skip
_GREEK = {
    "α": " alpha ", "β": " beta ", "γ": " gamma ", "δ": " delta ", "ε": " epsilon ",
    "λ": " lambda ", "μ": " mu ", "π": " pi ", "σ": " sigma ", "τ": " tau ", "ω": " omega ",
}  # fmt: skip
_SPELT = str.maketrans(
    {**_GREEK, "&": " and ", "’": "", "'": "", "ø": "o", "ł": "l", "đ": "d", "ı": "i", "æ": "ae"}
)
_SMALL = frozenset({
    "a", "an", "and", "at", "by", "for", "from", "in", "into", "is", "of", "on", "or", "s",
    "the", "to", "toward", "towards", "using", "via", "with",
})  # fmt: skip
_ARTICLES = frozenset({"a", "an", "the"})
_ABOUT_ANOTHER = frozenset({
    "addendum", "appendix", "book", "comment", "comments", "commentary", "corrected",
    "correction", "corrections", "corrigendum", "editorial", "errata", "erratum", "extended",
    "foreword", "introduction", "part", "preface", "rejoinder", "remark", "remarks", "reply",
    "response", "retraction", "review", "revisited", "sequel", "supplement", "supplementary",
    "tutorial", "volume",
})  # fmt: skip
"""Words that, where one title alone has them, make it the title of another publication."""


class TitleLikeness(IntEnum):
    """How two titles compare, the best last."""

    DIFFERENT = 0
    PART = 1
    """One is the other without its subtitle, or cut short."""
    SPELT = 2
    """They differ in spelling, small words or an acronym."""
    SAME = 3


@dataclass(frozen=True, slots=True)
class Likeness:
    """How two titles compare, how alike they are (0 to 1), and how many words they share."""

    kind: TitleLikeness
    score: float
    words: int


_NOT_ALIKE = Likeness(TitleLikeness.DIFFERENT, 0.0, 0)


def likeness(one: str, other: str) -> Likeness:
    """Return how alike two titles are; both in any spelling, LaTeX and HTML included.

    Compared are words without case, accents and punctuation. They may differ in spelling (an
    edit or two within a longer word), in small words, in how words are joined, and in an acronym
    against its words. They may not differ in a number, in a prefix (``supervised`` and
    ``unsupervised``) or in any other word: these make another paper, however long the rest.
    """
    first, second = words(one), words(other)
    if not first or not second:
        return _NOT_ALIKE
    whole = _alike(first, second)
    if whole.kind is not TitleLikeness.DIFFERENT:
        return whole
    for cut, longer in ((one, second), (other, first)):
        if (found := _beginning_of(cut, longer)).kind is not TitleLikeness.DIFFERENT:
            return found
    return max(_part_of(first, other), _part_of(second, one), key=lambda found: found.words)


def same_subject(one: str, other: str) -> bool:
    """Tell whether a title may have been changed into the other: most of it stayed.

    The numbers must be the same, and neither may be a comment on the other or the like.
    """
    first, second = words(one), words(other)
    if is_about_another(first, second):
        return False
    return token_sort_ratio(" ".join(first), " ".join(second)) >= RETITLED


def is_about_another(one: Sequence[str], other: Sequence[str]) -> bool:
    """Tell whether a number, or a word such as "part", stands in one of two titles alone."""
    return any(_DIGIT.search(word) or word in _ABOUT_ANOTHER for word in set(one) ^ set(other))


def searched_title(title: str) -> str:
    """Return the searchable part of a title, without additions or half a word at a cut."""
    title = without_tail(title)
    if not (cut := _CUT.search(title)):
        return title
    left = title[: cut.start()].rstrip()
    return left if cut["blank"] else left.rpartition(" ")[0] or left


def without_tail(title: str) -> str:
    """Return a title without what reference managers and proceedings put after it."""
    return _TAIL.sub("", title) or title


@lru_cache(maxsize=4096)
def words(title: str) -> tuple[str, ...]:
    """Return the words of a title in the form for comparison; Roman numerals as digits."""
    if "\\" in title or "$" in title:
        title = plain(title)
    title = without_tail(title)
    title = _TAG.sub("", unescape(title)) if "<" in title or "&" in title else title
    title = _RENAMED.sub("", title, count=1).casefold().translate(_SPELT).replace("\u02c6", "^")
    decomposed = unicodedata.normalize("NFKD", title)
    kept = "".join(
        char if char.isalnum() or char in "+#" else "" if _is_accent(char) else " "
        for char in decomposed
    )
    return tuple(_ROMAN.get(word, word) for word in kept.split())


def _is_accent(char: str) -> bool:
    return unicodedata.category(char).startswith("M")


def _beginning_of(cut: str, longer: Sequence[str]) -> Likeness:
    """Compare a title that is cut short with the beginning of another."""
    if not _CUT.search(cut):
        return _NOT_ALIKE
    kept = words(searched_title(cut))
    if not _FEWEST_BEFORE_A_CUT <= len(kept) < len(longer):
        return _NOT_ALIKE
    found = _alike(kept, longer[: len(kept)])
    if found.kind is TitleLikeness.DIFFERENT:
        return _NOT_ALIKE
    return Likeness(TitleLikeness.PART, _PART_SCORE * found.score, len(kept))


def _part_of(part: Sequence[str], title: str) -> Likeness:
    """Compare a title with what stands before the other's subtitle."""
    for between in _BETWEEN_PARTS.finditer(title):
        before, after = words(title[: between.start()]), words(title[between.end() :])
        if not before or not after:
            continue
        found = _alike(part, before)
        if found.kind is not TitleLikeness.DIFFERENT and not _is_sequel(after):
            return Likeness(TitleLikeness.PART, _PART_SCORE * found.score, len(before))
    return _NOT_ALIKE


def _is_sequel(subtitle: Sequence[str]) -> bool:
    return (
        not _ABOUT_ANOTHER.isdisjoint(subtitle)
        or bool(_DIGIT.match(subtitle[0]))
        or (len(subtitle) <= 2 and any(_DIGIT.search(word) for word in subtitle))
    )


def _alike(first: Sequence[str], second: Sequence[str]) -> Likeness:
    one, other = "".join(first), "".join(second)
    common = min(len(first), len(second))
    if one == other:
        return Likeness(TitleLikeness.SAME, 1.0, common)
    if not _differ_in_spelling(first, second):
        return _NOT_ALIKE
    return Likeness(
        TitleLikeness.SPELT, max(OSA.normalized_similarity(one, other), _PART_SCORE), common
    )


def _differ_in_spelling(first: Sequence[str], second: Sequence[str]) -> bool:
    """Tell whether every difference of two lists of words is one of spelling.

    ``On X`` and ``Towards X`` are other papers than X; an article at the beginning is none.
    """
    opening = {first[0], second[0]}
    if len(opening) == 2 and not opening.isdisjoint(_SMALL) and opening.isdisjoint(_ARTICLES):
        return False
    errors = 0
    small = 0
    for ours, theirs in _differences(first, second):
        if "".join(ours) == "".join(theirs) or _is_acronym(ours, theirs):
            continue
        if _SMALL.issuperset(ours) and _SMALL.issuperset(theirs):
            small += max(len(ours), len(theirs))
        elif len(ours) == len(theirs):
            pairs = [pair for pair in zip(ours, theirs, strict=True) if pair[0] != pair[1]]
            if not all(_misspelt(*pair) for pair in pairs):
                return False
            errors += len(pairs)
        elif _misspelt("".join(ours), "".join(theirs)):
            errors += 1
        else:
            return False
    length = min(len(first), len(second))
    long_enough = min(len("".join(first)), len("".join(second))) >= _SHORTEST_WITH_ERRORS
    return (not errors or long_enough) and errors <= (length + 1) // 2 and small <= 2


def _differences(
    first: Sequence[str], second: Sequence[str]
) -> list[tuple[Sequence[str], Sequence[str]]]:
    """Return the runs of words in which two lists differ, side by side."""
    found = []
    start, other_start = 0, 0
    for block in Levenshtein.opcodes(first, second).as_matching_blocks():
        ours, theirs = first[start : block.a], second[other_start : block.b]
        if ours or theirs:
            found.append((ours, theirs))
        start, other_start = block.a + block.size, block.b + block.size
    return found


def _is_acronym(one: Sequence[str], other: Sequence[str]) -> bool:
    short, long = (one, other) if len(one) < len(other) else (other, one)
    return len(short) == 1 and len(long) > 1 and short[0] == "".join(word[0] for word in long)


def _misspelt(one: str, other: str) -> bool:
    """Tell whether one word may be the other with an error of typing or of another spelling."""
    if one == other or (one in _SMALL and other in _SMALL):
        return True
    if _DIGIT.search(one) or _DIGIT.search(other):
        return False
    short, long = sorted((one, other), key=len)
    if long.endswith(short):
        return False
    allowed = 0 if len(short) < 4 else 1 if len(short) < 8 else 2
    return OSA.distance(one, other, score_cutoff=allowed) <= allowed
