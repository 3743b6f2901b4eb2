"""Which headings stand over related work."""

import re
import unicodedata
from collections.abc import Sequence
from enum import IntEnum
from functools import lru_cache

from citeloom_latex.plain import plain
from citeloom_latex.tex.patterns import COMMENT, GROUP, OPTION, SPACE

RELATED_WORK_TITLES = (
    "related work",
    "related works",
    "related research",
    "related literature",
    "related studies",
    "related approaches",
    "background",
    "prior work",
    "prior works",
    "prior art",
    "prior research",
    "previous work",
    "previous works",
    "previous research",
    "earlier work",
    "existing work",
    "literature",
    "literature review",
    "literature survey",
    "literature overview",
    "review of literature",
    "survey of literature",
    "state of the art",
    "travaux connexes",
    "travaux apparentés",
    "travaux liés",
    "travaux antérieurs",
    "travaux existants",
    "travaux précédents",
    "état de l'art",
    "revue de la littérature",
    "revue de littérature",
    "verwandte arbeiten",
    "verwandte literatur",
    "bisherige arbeiten",
    "frühere arbeiten",
    "stand der forschung",
    "stand der technik",
    "stand der wissenschaft",
    "forschungsstand",
    "literaturübersicht",
    "literaturüberblick",
    "literaturrecherche",
    "trabajos relacionados",
    "trabajo relacionado",
    "trabajos previos",
    "trabajos anteriores",
    "estado del arte",
    "estado de la cuestión",
    "antecedentes",
    "revisión de la literatura",
    "revisión bibliográfica",
    "trabalhos relacionados",
    "trabalhos correlatos",
    "trabalhos anteriores",
    "estado da arte",
    "revisão da literatura",
    "revisão de literatura",
    "revisão bibliográfica",
    "相关工作",
    "相关研究",
    "相关文献",
    "國內外研究現狀",
    "国内外研究现状",
    "国内外相关研究",
    "研究现状",
    "研究综述",
    "文献综述",
    "文献回顾",
    "相關工作",
    "相關研究",
    "文獻回顧",
    "文獻探討",
    "文獻綜述",
)
"""Headings of related work in the usual languages."""

_NOTE = re.compile(
    rf"\\(?:label|footnote|footnotemark|thanks|index|ref|vspace|hspace)\*?+{SPACE}(?:{OPTION})?+"
    rf"{SPACE}(?:{GROUP})?+"
)
_COMMENT = re.compile(rf"(?<!\\){COMMENT}")
_NUMBER = re.compile(
    r"(?:§\s*|(?:chapter|section|part|kapitel|chapitre|capítulo)\s+)?"
    r"(?:\d+(?:\.\d+)*|[ivx]+(?=[.):])|[a-z](?=[.)])|第.{1,3}[章节節])[.):]*\s*[-–—]?\s*"
)
_JOINT = re.compile(
    r"\s*(?:[&/,;:+|、，：及与與和]|\s[-–—]+\s|\b(?:and|und|et|y|e|with|sowie)\b)\s*", re.IGNORECASE
)
_LEAD = re.compile(
    r"(?:(?:an?|the|our|brief|short|further|additional|other|more|extended|detailed|general|overview"
    r"|review|survey|discussion|summary|of|on) )+"
)
_FIELD = re.compile(r" (?:on|in|for|of|about|zu|zum|zur|sur|sobre|en|em) .*")
_COMPARES = re.compile(r"\b(?:with|to)\b")
_GENERAL = frozenset({"background", "literature", "antecedentes"})
_MARKS = re.compile(r"[^\w\s&/,;:+|、，：()'§.–—-]")


class HeadingMatch(IntEnum):
    """How well a heading fits related work; a greater one is a better match.

    A general title ("Background") may stand over other matter too. ``PART``: only a part of the
    heading fits ("Background and Motivation").
    """

    NONE = 0
    GENERAL_PART = 1
    GENERAL = 2
    PART = 3
    WHOLE = 4


def is_related_work(title: str, titles: Sequence[str] = RELATED_WORK_TITLES) -> bool:
    """Tell whether a heading, given by its LaTeX title, stands over related work.

    Upper and lower case, accents, hyphens, numbering, formatting, labels and footnotes do not
    matter. One part of a heading is enough ("Background and Motivation"), and a field may be
    named after it ("Related Work on Parsing"); but all of a part must fit: "Background
    Subtraction" and "Prior Distributions" do not.
    """
    return heading_match(title, titles) is not HeadingMatch.NONE


def heading_match(title: str, titles: Sequence[str] = RELATED_WORK_TITLES) -> HeadingMatch:
    """Return how well a heading fits; what fits is as for `is_related_work`."""
    return _heading_match(title, tuple(titles))


@lru_cache(maxsize=4096)
def _heading_match(title: str, titles: tuple[str, ...]) -> HeadingMatch:
    wanted = _all_folded(titles)
    shown = _shown(title)
    whole = {_folded(shown), _folded(_FIELD.sub("", shown))}
    best = HeadingMatch.NONE
    for candidate in (shown, _FIELD.sub("", shown)):
        for part in map(_folded, [candidate, *_JOINT.split(candidate)]):
            bare = part if part in wanted else _LEAD.sub("", part, count=1)
            if bare not in wanted:
                continue
            if bare in _GENERAL:
                found = HeadingMatch.GENERAL if part in whole else HeadingMatch.GENERAL_PART
            elif part in whole:
                found = HeadingMatch.WHOLE
            else:
                # "Comparison with Prior Work" stands over results.
                compares = _COMPARES.search(shown) is not None
                found = HeadingMatch.GENERAL_PART if compares else HeadingMatch.PART
            best = max(best, found)
    return best


def _shown(title: str) -> str:
    """Return a title as its readers see it, without notes and numbering, in lower case."""
    title = _NOTE.sub("", _COMMENT.sub("", title))
    shown = unicodedata.normalize("NFKC", plain(title)).casefold().replace("’", "'")
    shown = re.sub(r"\([^()]*\)", " ", shown)
    shown = " ".join(_MARKS.sub(" ", shown).split())
    return _NUMBER.sub("", shown, count=1) if _NUMBER.match(shown) else shown


@lru_cache(maxsize=64)
def _all_folded(titles: tuple[str, ...]) -> frozenset[str]:
    return frozenset(map(_folded, titles))


def _folded(title: str) -> str:
    """Return words without accents, hyphens and the marks around them."""
    letters = unicodedata.normalize("NFKD", title.casefold().replace("’", "'"))
    bare = "".join(
        " " if char in "-–" else char for char in letters if not unicodedata.combining(char)
    )
    return " ".join(bare.strip(" .,:;'()–—-§&/").split())
