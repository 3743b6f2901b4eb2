"""Authors and years that a sentence names for the papers that it cites."""

import re
import unicodedata
from collections.abc import Iterator, Sequence

from citeloom.grounding.support.source import SourceText
from citeloom.grounding.support.verdict import Doubt, DoubtKind

_AUTHOR = re.compile(r"(?<![(\w'’-])(?P<family>[A-Z][\w'’-]*[\w])(?= et al\b(?!\.?,? \(?in prep))")
"""Not *(Smith et al., 2004)*, a reference that is typed by hand beside the cited ones."""

_MADE = r"(?:propos|introduc|present|publish|develop|describ|pioneer|invent)\w*"
_YEAR = re.compile(
    r"\bet al\.?,? \(?(?P<named>(?:19|20)\d\d)\b|"
    rf"\b[Ii]n (?P<before>(?:19|20)\d\d),? (?:[\w.]+ ){{0,5}}?(?:et al\b|{_MADE})|"
    rf"\b{_MADE} (?:[\w-]+ ){{0,5}}?in (?P<behind>(?:19|20)\d\d)\b"
)
_OF_A_PREPRINT = 1
"""A paper is told of by the year of its preprint, too."""


def names_authors(claim: str, cited: Sequence[SourceText]) -> bool:
    """Tell whether a claim names the authors of what it cites, rightly or not."""
    return _AUTHOR.search(claim) is not None or _names_one(claim, cited)


def _names_one(claim: str, cited: Sequence[SourceText]) -> bool:
    families = {_folded(family) for source in cited for family in source.authors}
    return not families.isdisjoint(map(_folded, claim.replace("-", " ").split()))


def misattributed(claim: str, cited: Sequence[SourceText]) -> Iterator[Doubt]:
    """Yield the authors and years in a claim that no cited paper has.

    ``cited`` are all papers that are cited for it. Nothing is told where one of them has no known
    authors, or no year; nor of a year before theirs, which they may tell of, unless their authors
    are named.
    """
    if not cited:
        return
    papers = tuple(source.paper for source in cited)
    named = [*_AUTHOR.finditer(claim)]
    is_named = _names_one(claim, cited)
    if named and not is_named and all(source.authors for source in cited):
        said = ", ".join(sorted({family for source in cited for family in source.authors})[:3])
        found = named[0]
        reason = f"“{found['family']}” is not an author of it: {said}"
        yield Doubt(DoubtKind.AUTHOR, reason, *found.span("family"), papers)
    years = [source.year for source in cited if source.year]
    if not years or len(years) < len(cited):
        return
    texts = " ".join(sentence.text for source in cited for sentence in source.sentences)
    for found in _YEAR.finditer(claim):
        group = found.lastgroup or ""
        year = int(found[group])
        is_near = any(abs(year - known) <= _OF_A_PREPRINT for known in years)
        may_be_told = year < min(years) and not is_named
        if not is_near and not may_be_told and found[group] not in texts:
            known = ", ".join(map(str, sorted(set(years))))
            reason = f"it is from {known}, not from {year}"
            yield Doubt(DoubtKind.YEAR, reason, *found.span(group), papers)


def _folded(name: str) -> str:
    """Return the last word of a family name, without accents and in lower case."""
    plain = unicodedata.normalize("NFKD", re.split(r"[\s-]", name.removesuffix("’s"))[-1])
    return "".join(it for it in plain.lower() if it.isalnum() and not unicodedata.combining(it))
