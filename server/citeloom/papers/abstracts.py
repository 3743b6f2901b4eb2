"""The abstract of a .bib entry, where it is one."""

import re
from unicodedata import normalize

from citeloom.papers.identity import normal_title
from citeloom.papers.withdrawal import is_only_a_notice
from citeloom.words import STOP_WORDS, terms, words

SHORTEST = 40
"""Characters below which a text is no abstract."""

LONGEST = 20_000
"""Characters of an abstract that count; those of theses have some 5,000."""

_JATS = re.compile(r"</?jats:[a-z][^<>]*>")
_LABEL = re.compile(
    r"(?i:abstract)\s*(?:[.:–—|]+|-+(?=\s|[A-Z]))\s*"
    r"|ABSTRACT\s+"
    r"|Abstract\s+(?=(?:We|This|These|The|In|Our|An?|It|To|For|With|While|Many|Recent)\s)"
)
_PLACEHOLDER = re.compile(
    r"(?:there is )?no abstract\b|(?:the |an )?abstract (?:is |was )?(?:not|un)\s?available",
    re.IGNORECASE,
)
_LONGEST_PLACEHOLDER = 120
_SMALL_WORDS = 0.2
"""Share of stop words that a text in English has."""

_SHARED = 0.2
"""Share of the content words of an abstract that two versions of it have in common."""

_FIRST_WORDS = 6
_ADDRESS = re.compile(r"(?:https?://|www\.)\S+", re.IGNORECASE)
_COPYRIGHT = re.compile(
    r"(?<=[.!?])\s*(?:©|\(c\)\s*(?:19|20)\d\d\b|copyright\s*(?:©|\(c\)|(?:19|20)\d\d\b)).{0,120}\Z",
    re.IGNORECASE,
)


_LIGATURE = re.compile("[\ufb00-\ufb06]")
_SMALL_AND_NAME = re.compile(r"\b(the|our|of|and|in|for|with|from|this|that)([A-Z][a-z]{3,})\b")
_WORD_AND_SMALL = re.compile(
    r"\b([a-z]{5,})(the|and|with|from|that|which|when|for|are|was|were|has|to)\b"
)
"""Lost blanks: in 18 of 3,891 abstracts of .bib files, with no other word among them."""


def clean_abstract(text: str, title: str = "") -> str:
    """Return the abstract that a plain text holds, on one line; empty where it holds none.

    A leading "Abstract", a copyright notice at the end and Crossref's tags are taken off;
    ligatures and words that run together are taken apart. What stands in for an abstract is none:
    a dash, "No abstract available", an address, the title again, a notice that the paper was
    withdrawn, or anything below ``SHORTEST`` characters. What is beyond ``LONGEST`` is left out.
    """
    text = " ".join(_JATS.sub(" ", text[: 2 * LONGEST]).split())[:LONGEST].rstrip()
    text = _apart(_LIGATURE.sub(lambda sign: normalize("NFKC", sign.group()), text))
    if label := _LABEL.match(text):
        text = text[label.end() :]
    text = _COPYRIGHT.sub("", text)
    stands_in = (
        len(text) < SHORTEST
        or _ADDRESS.fullmatch(text)
        or (len(text) < _LONGEST_PLACEHOLDER and _PLACEHOLDER.match(text))
        or _is_title(text, title)
        or is_only_a_notice(text)
    )
    return "" if stands_in else text


def _apart(text: str) -> str:
    """Return a text with a blank between words that run together: ``theDrosophila``.

    These are two words where the longer one, ``Drosophila``, stands elsewhere in the text.
    """
    known = set(re.findall(r"\b[A-Za-z]{4,}\b", text))

    def split(found: re.Match[str]) -> str:
        return " ".join(found.groups()) if known & {*found.groups()} else found.group()

    return _WORD_AND_SMALL.sub(split, _SMALL_AND_NAME.sub(split, text))


def is_of_another(abstract: str, title: str, proved: str) -> bool:
    """Tell whether an abstract shares no word with its title, and few with one that is proved.

    Where one of both is not in English nothing is told: they may be translations.
    """
    own, said = set(terms(abstract)), set(terms(proved))
    in_english = all(
        sum(word in STOP_WORDS for word in words(text)) >= _SMALL_WORDS * len(words(text))
        for text in (abstract, proved)
    )
    return in_english and own.isdisjoint(terms(title)) and len(own & said) < _SHARED * len(said)


def _is_title(text: str, title: str) -> bool:
    """Tell whether a text on one line is a title again; its first words tell most that are not."""
    first = " ".join(text.split(" ", _FIRST_WORDS)[:_FIRST_WORDS])
    named = normal_title(title)
    return named.startswith(normal_title(first)) and normal_title(text) == named
