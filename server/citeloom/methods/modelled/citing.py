"""Turns the marks in a model's words into citations: part of the sentence, or a group beside it."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from citeloom.methods.modelled.names_before import names_before
from citeloom.methods.modelled.short_ids import MARK, ShortIds, ids_in
from citeloom.methods.modelled.written_text import ENDS
from citeloom.methods.result import CitationForm, CitationMark
from citeloom.papers.authors import author_names
from citeloom.papers.paper import Paper

Part = str | CitationMark

_NOTE = r"(?i:(?:see(?: also)?|cf\.|e\.\s?g\.),?)"
_CITED = re.compile(rf"(?: ?\((?P<note>{_NOTE}) )?{MARK.pattern}(?(note)\))")
_JOIN = re.compile(r"\s*+(?:[,;&、]\s*+)?(?:(?:and|or|und|oder|et|ou|y|o|e|en)\b\s*+|[和与及])?")
"""Its spaces are taken once: each could be a mark's as well, and lists of marks are long."""

_NOUN_NEXT = re.compile(
    r"(?:^[\"'‘]?|\(|(?<!\S)“|\b(?:in|by|of|on|from|with|to|than|unlike|like|following|and|while|that|as|see|recently))"
    r"\s*\Z",
    re.IGNORECASE,
)
"""Before a mark, by 598 citations in real related work."""

_CLAUSE_NEXT = re.compile(r"[,，;；:：。！？]\s*\Z")
_GOES_ON = re.compile(rf"(?:{_JOIN.pattern}{MARK.pattern})*[\s,('’–—-]*[^\W\d_A-ZÀ-Þ]")
_CLOSING = '”"’»)'
_FAR = 200
"""Characters before a mark that tell what stands there."""


@dataclass(frozen=True, slots=True)
class CitedSentence:
    """A sentence with its citations; ``others`` are names of others that stood before a mark."""

    parts: tuple[Part, ...]
    others: tuple[str, ...]


def cite_papers(text: str, ids: ShortIds, language: str) -> CitedSentence:
    """Return a sentence whose marks are citations.

    Behind the names of its authors, and where the sentence needs a noun, a mark is a textual
    citation. Elsewhere marks that stand together are one group.

    Parameters
    ----------
    text
        One sentence, as a reader gives it: its marks stand before its end, and do not begin it
        unless as a part of it. All ids in it are known.
    """
    others: list[str] = []
    text = text if text.rstrip(_CLOSING).endswith(tuple(ENDS)) else f"{text}."
    parts = _without_repetitions(_parts(text, ids, language, others))
    return CitedSentence(tuple(parts), tuple(others))


def _parts(text: str, ids: ShortIds, language: str, others: list[str]) -> Iterator[Part]:
    at, is_textual = 0, False
    every = [ids.paper(short) for short in ids.all]
    for mark in _CITED.finditer(text):
        before, papers, note = text[at : mark.start()], _papers(mark[0], ids), mark["note"] or ""
        names = None if note else names_before(before, papers, every)
        if names:
            before = before[: names.start]
            others += [names.others] * bool(names.others)
            is_textual = True
        elif at and _JOIN.fullmatch(before):
            is_textual = is_textual and not note
            before = before if is_textual else ""
        else:
            is_textual = not note and _needs_a_name(text, mark)
        yield before + " " * (is_textual and not names and mark[0].startswith(" "))
        named = names.papers if names else papers if is_textual else []
        yield from _textual(named, language)
        yield names.ending if names else ""
        yield CitationMark(tuple(it.id for it in papers if it not in named), note=note)
        at = mark.end()
    yield text[at:]


def _papers(mark: str, ids: ShortIds) -> list[Paper]:
    return [ids.paper(short) for short in ids_in(mark)]


def _needs_a_name(text: str, mark: re.Match[str]) -> bool:
    """Tell whether a mark is a part of its sentence: "in [P1]", "Recently, [P1] propose"."""
    before = text[max(0, mark.start() - _FAR) : mark.start()]
    if _CLAUSE_NEXT.search(before):
        return _GOES_ON.match(text, mark.end()) is not None
    return _NOUN_NEXT.search(before) is not None


def _textual(papers: Sequence[Paper], language: str) -> Iterator[Part]:
    """Yield the names of papers as a list; a paper without authors has its title."""
    for number, paper in enumerate(papers):
        if number:
            yield " and " if paper is papers[-1] and language.startswith("en") else ", "
        if names := author_names(paper):
            yield CitationMark((paper.id,), CitationForm.TEXTUAL, names)
        else:
            yield f"“{paper.title}”" if paper.title else ""
            yield CitationMark((paper.id,))


def _without_repetitions(parts: Iterable[Part]) -> list[Part]:
    """Join groups that stand side by side; no paper is in a group twice or behind its name."""
    named = set[str]()
    found: list[Part] = [""]
    for part in parts:
        last = found[-1]
        if not part:
            continue
        if isinstance(part, str):
            found[-1:] = [last + part] if isinstance(last, str) else [last, part]
        elif part.names:
            found.append(part)
            named.update(part.papers)
        else:
            papers, note = part.papers, part.note
            if isinstance(last, CitationMark) and not last.names:
                papers, note = (*last.papers, *papers), last.note or note
                found.pop()
            papers = tuple(paper for paper in dict.fromkeys(papers) if paper not in named)
            found += [CitationMark(papers, note=note)] * bool(papers)
    return [part for part in found if part]
