"""Clauses that deny, in languages other than English, by the words that deny there."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice

from citeloom.grounding.words import WORD

_CUES = {
    "German": (
        r"nicht|nie|niemals|kein(?:e[mnrs]?|erlei)?|ohne|weder",
        r"nicht (?:nur|immer|alle\w?|ganz|unbedingt|zuletzt|jede\w?)|ohne (?:weiteres|zweifel)",
        r"aber|sondern|während|obwohl|weil|da|denn|wobei|jedoch",
    ),
    "French": (
        r"(?:ne\s|n['’])(?:[\w'’-]{1,40}\s{1,9}){1,4}?(?:pas|plus|jamais|aucune?|guère|point)|"
        r"sans|aucune?|jamais",
        r"pas (?:seulement|toujours|uniquement|tous|toutes|nécessairement)|sans doute",
        r"mais|tandis|alors|bien|car|parce|cependant|qui",
    ),
    "Spanish": (
        r"no|nunca|jamás|sin|ning(?:ún|un[oa])|tampoco",
        r"no (?:s[oó]lo|solamente|siempre|obstante|tod[oa]s|necesariamente)|sin (?:embargo|duda)",
        r"pero|sino|mientras|aunque|porque|pues|que",
    ),
    "Italian": (
        r"non|mai|senza|nessun[oa]?",
        r"non (?:solo|soltanto|sempre|tutt[ie]|necessariamente)|senza dubbio",
        r"ma|bensì|mentre|sebbene|perché|poiché|che",
    ),
    "Portuguese": (
        r"não|nunca|jamais|sem|nenhuma?",
        r"não (?:só|apenas|somente|sempre|obstante|tod[oa]s|necessariamente)|sem dúvida",
        r"mas|enquanto|embora|porque|pois|que",
    ),
    "Dutch": (
        r"niet|geen|nooit|zonder",
        r"niet (?:alleen|altijd|slechts|alle|per se)|zonder twijfel",
        r"maar|terwijl|hoewel|omdat|want|echter",
    ),
}  # fmt: skip
"""What denies, what only seems to, and the words at which a clause ends."""


def _any_of(pattern: str) -> re.Pattern[str]:
    return re.compile(rf"(?<!\w)(?:{pattern})(?!\w)", re.IGNORECASE)


_OF = {
    name: (
        _any_of(cues),
        _any_of(spared),
        re.compile(rf"[.;:!?,]\s|\s(?:{ends})(?!\w)", re.IGNORECASE),
    )
    for name, (cues, spared, ends) in _CUES.items()
}

_BEGINNING = 6
"""So many letters words have in common that are forms of one: *annotierte*, *annotierten*."""

_SHORTEST = 5
"""Shorter words are mostly articles, prepositions and auxiliary verbs."""

_MOST = 8
"""Words of a text that deny and are looked at."""

_REACH = 400
"""Characters before and behind such a word that are looked at."""


@dataclass(frozen=True, slots=True)
class DeniedClause:
    """A word that denies, at a half-open range of a text, and its clause's other words.

    ``beginnings`` are what the longer ones begin with.
    """

    text: str
    start: int
    end: int
    beginnings: frozenset[str]


def denied_clauses(text: str, language: str) -> Iterator[DeniedClause]:
    """Yield the clauses of a text that deny, by the English name of its language.

    The whole clause counts, as German denies behind what is denied. Of English, and of languages
    whose words are not known here, none are yielded.
    """
    if language not in _OF:
        return
    cues, spared, ends = _OF[language]
    let_be = [found.span() for found in spared.finditer(text)]
    borders = [0, *(found.start() for found in ends.finditer(text)), len(text)]
    for cue in islice(cues.finditer(text), _MOST):
        if any(start < cue.end() and cue.start() < end for start, end in let_be):
            continue
        start = max(cue.start() - _REACH, *(it for it in borders if it <= cue.start()))
        end = min(cue.end() + _REACH, *(it for it in borders if it >= cue.end()))
        inside = " ".join(re.split(r"[\s'’]+", cue[0])[1:-1])  # *ne* … *pas*
        around = f"{text[start : cue.start()]} {inside} {text[cue.end() : end]}"
        yield DeniedClause(cue[0], *cue.span(), beginnings(around))


def beginnings(text: str) -> frozenset[str]:
    """Return what the longer words of a text begin with, in lower case."""
    return frozenset(
        piece[:_BEGINNING]
        for word in WORD.findall(text.lower())
        for piece in re.split(r"[-'’]", word)
        if len(piece) >= _SHORTEST
    )
