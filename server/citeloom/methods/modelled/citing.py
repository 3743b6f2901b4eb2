"""Turns the marks in a model's words into citations: part of the sentence, or a group beside it."""

import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from citeloom.methods.modelled.short_ids import MARK, ShortIds, ids_in
from citeloom.methods.modelled.written_text import ENDS
from citeloom.methods.result import CitationForm, CitationMark
from citeloom.papers.authors import author_names, is_for_more
from citeloom.papers.paper import Author, Paper

_AND = r"[\s,&、]*(?:[^\W\d_]{1,3}\s*)?"
"""Between two authors: a comma, or a short word of any language."""

_REST = (
    r"(?P<more>,?\s+et\s+al\b\.?|\s+(?:and|&)\s+(?:colleagues|others|co-?workers)|\s*等人?)?"
    r"(?P<year>,?\s*\(?(?:19|20)\d\d[a-z]?\)?)?(?P<ending>['’]s?)?\s*\Z"
)
_OTHERS = re.compile(rf"(?<!\w)[A-ZÀ-Þ][\w'’-]+(?P<second>\s+(?:and|&)\s+[A-ZÀ-Þ][\w'’-]+)?{_REST}")
_FAR = 200
"""Characters before a mark in which names stand."""

_MOST_AUTHORS = 50


@dataclass(frozen=True, slots=True)
class NamesBefore:
    """Names at the end of a text, from ``start`` on, before the mark of papers.

    ``papers`` are those that they name, ``ending`` is a genitive's. Where they are names of others,
    ``others`` has them, and ``papers`` are all of the mark.
    """

    start: int
    papers: Sequence[Paper]
    ending: str
    others: str = ""


def names_before(text: str, papers: Sequence[Paper], every: Sequence[Paper]) -> NamesBefore | None:
    """Return the names at the end of a text, which stand before the mark of some papers.

    Where all authors of these are known, names of others are certain before "et al.", two before a
    year, and those of one of ``every`` paper.
    """
    far = max(0, len(text) - _FAR)
    folded = _folded(text[far:])
    if own := _pattern(_authors(papers)).search(folded):
        named = [it for it in papers if _pattern(_authors([it])).search(folded, own.start())]
        return NamesBefore(far + own.start(), named or papers, own["ending"] or "")
    found = _OTHERS.search(folded)
    if found is None or not all(map(_has_all_authors, papers)):
        return None
    if not (found["more"] or (found["year"] and found["second"])):
        found = _pattern(_authors(every)).search(folded)
    if found is None:
        return None
    start = far + found.start()
    return NamesBefore(start, papers, found["ending"] or "", text[start:].strip())


def _has_all_authors(paper: Paper) -> bool:
    return bool(paper.authors) and not any(map(is_for_more, paper.authors))


def _authors(papers: Sequence[Paper]) -> tuple[Author, ...]:
    return tuple(author for paper in papers for author in paper.authors[:_MOST_AUTHORS])


@lru_cache(maxsize=256)
def _pattern(authors: tuple[Author, ...]) -> re.Pattern[str]:
    """Return the pattern of names of some of these authors, with initials or given names."""
    families = {_folded(author.family) for author in authors if not is_for_more(author)}
    families |= {it for own in families for it in (own.title(), own[:1].upper() + own[1:])}
    given = {_folded(word) for author in authors for word in author.given.split()} - families
    family, first = (
        "|".join(sorted(map(re.escape, filter(None, it)), key=len, reverse=True)) or "(?!)"
        for it in (families, given)
    )
    # Nothing is given back, so that names which are like the words between them take no long time.
    name = rf"(?:(?:[A-Z]\.|{first})[\s-]*)*+(?:{family})(?:{first})?"
    return re.compile(rf"(?<![A-Za-zÀ-ӿ]){name}(?:{_AND}{name})*+{_REST}")


def _folded(text: str) -> str:
    """Return a text without accents and curly signs, each sign in its place."""
    return "".join(unicodedata.normalize("NFD", sign)[0] for sign in text.replace("’", "'"))


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
