"""Finds papers that a model names by their authors, as it was shown them, beside or without an id.

Without this "Smith and Lee [P1] propose" would name the authors twice.
"""

import re
from collections.abc import Iterable

from citeloom.methods.modelled.short_ids import ShortIds, ids_in
from citeloom.papers.authors import family_names
from citeloom.papers.paper import Paper

NAMED = "\ue000"
"""Stands before an id in the place of the names of its authors."""

_IN_BRACKETS = re.compile(r"[(\[](?P<inside>[^()\[\]]{4,300})[)\]]")
_NOTE = re.compile(r"\s*(?:see(?: also)?|cf\.|e\.\s?g\.)(?=\W),?\s*", re.IGNORECASE)
_OTHER = re.compile(r"[^\W\d_][^;]{0,80}?,?\s(?:19|20)\d\d[a-z]?\s*(?=;|\Z)")
"""A citation of another paper in the same brackets."""

_SEPARATORS = re.compile(r"[\s,;]*(?:(?:and|und|et|y|e|en)\b|&)?[\s,;]*\Z")
_WORD_AND = r"\s*(?:,?\s+(?:and|und|et|y|e|en)\s+|&\s*)"


def mark_names(text: str, further: Iterable[str], ids: ShortIds) -> str:
    """Return a text with ids in the place of the authors' names that stand for them.

    Names beside their own id go. Names without an id become one where the sentence rests on their
    paper, and where the year or a second author tells that no other paper is meant.
    """
    text = text.replace(NAMED, "")
    for short in ids_in(text):
        if short in ids and (names := _names(ids.paper(short))):
            text = re.sub(rf"(?<!\w){names[0]}\s*(?=\[{short}\])", NAMED, text)
    for short in further:
        if short in ids and short not in ids_in(text):
            text = _mark_unmarked(text, short, ids)
    return text


def mark_cited_names(text: str, cited: Iterable[str], ids: ShortIds) -> str:
    """Return a text with ids in the place of citations by names in brackets: ``(Smith, 2020)``.

    Citations of papers that the sentence does not rest on stay, but where they stand beside one.
    """
    cited = list(cited)
    for short in cited:
        if short in ids and (year := ids.paper(short).year):
            # Where names stand, their year stands too.
            text = re.sub(rf"(\[{short}\])\s*\(\s*{year}[a-z]?\s*\)", r"\1", text)
    forms = [
        (short, re.compile(rf"\b{names},?\s*{ids.paper(short).year}[a-z]?(?!\w)"))
        for short in cited
        if short in ids and ids.paper(short).year and (names := _plain_names(ids.paper(short)))
    ]

    def as_marks(found: re.Match[str]) -> str:
        inside, places = found["inside"], {}
        note = _NOTE.match(inside)
        rest = inside[note.end() :] if note else inside
        for short, form in forms:
            if own := form.search(rest):
                places[own.start()] = short
                rest = f"{rest[: own.start()]}{' ' * len(own[0])}{rest[own.end() :]}"
        words = [piece for piece in rest.split(";") if not _OTHER.fullmatch(piece.strip())]
        if not places or not all(_SEPARATORS.match(piece) for piece in words):
            return found[0]
        mark = f"[{', '.join(places[at] for at in sorted(places))}]"
        return f"({note[0].strip()} {mark})" if note else mark

    return _IN_BRACKETS.sub(as_marks, text) if forms else text


def _plain_names(paper: Paper) -> str:
    names = _names(paper)
    if names is None:
        return ""
    return names[1] or re.escape(family_names(paper)[0][0])


def _mark_unmarked(text: str, short: str, ids: ShortIds) -> str:
    names = _names(ids.paper(short))
    if not names:
        return text
    with_year, several = names
    found = re.search(rf"(?<!\w){with_year}(?<=[)\d])(?!\w)", text)
    if not found and several and not _is_shared(names, ids):
        found = re.search(rf"(?<!\w){several}(?!\w)", text)
    return f"{text[: found.start()]}{NAMED}[{short}]{text[found.end() :]}" if found else text


def _is_shared(names: tuple[str, str], ids: ShortIds) -> bool:
    return sum(_names(ids.paper(short)) == names for short in ids.all) > 1


def _names(paper: Paper) -> tuple[str, str] | None:
    """Return patterns of a paper's authors, with its year or without, and of several authors."""
    families, more = family_names(paper)
    if not families:
        return None
    first, *others = map(re.escape, families)
    several = ""
    if others or more:
        forms = [rf"{first}\s+et\s+al\b\.?", rf"{first}{_WORD_AND}(?:colleagues|others|co-workers)"]
        if 1 <= len(others) <= 2 and not more:
            middle = "".join(rf",\s+{name}" for name in others[:-1])
            forms.insert(0, rf"{first}{middle}{_WORD_AND}{others[-1]}")
        several = f"(?:{'|'.join(forms)})"
    year = rf"(?:,?\s*\(\s*{paper.year}[a-z]?\s*\)|,?\s{paper.year}(?!\w))?" if paper.year else ""
    return (several or first) + year, several
