"""Finds the citations in the paragraphs of a PDF: numbers in brackets, or authors and years."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence

from citeloom.papers.fulltext.pdf.paragraphs import PdfParagraph
from citeloom.papers.fulltext.reference_text import first_family, years_in
from citeloom.papers.fulltext.text import Reference, TextMention, TextParagraph
from citeloom.papers.identity import normal_title

_NUMBERS = re.compile(r"\[(\d{1,3}(?:\s*[,;–—-]\s*\d{1,3})*)(?:,\s*[^\[\]\d][^\[\]]{0,40})?\]")
_RANGE = re.compile(r"(\d+)\s*[–—-]\s*(\d+)")
_MARKS = re.compile(r"\[([^\[\]]{2,120})\]")
_NAME = r"[^\W\d_a-z][^\W\d_]*(?:[-'’][^\W\d_]+)*"
_YEARS = r"(?:1[89]|20)\d\d[a-z]?(?:\s*[,;]\s*(?:(?:1[89]|20)\d\d[a-z]?|[a-z]\b))*"
_AUTHOR_YEAR = re.compile(
    rf"(?P<name>{_NAME})(?:['’]s)?(?:\s+et\s+al\.?|(?:,?\s+(?:and|&)|,)\s+{_NAME}){{0,8}},?\s*"
    rf"(?P<open>[(\[])?\s*(?P<years>{_YEARS})(?P<close>[)\]])?"
)
_GROUP = re.compile(r"[(\[][^()\[\]]{0,600}[)\]]")
_LONGEST_RANGE = 30

_Finder = Callable[[str], Iterator[TextMention]]


def paragraphs_with_mentions(
    paragraphs: Sequence[PdfParagraph], references: Sequence[Reference]
) -> tuple[TextParagraph, ...]:
    """Return paragraphs with the places where they cite any of the references."""
    find = _finder(references)
    return tuple(TextParagraph(it.text, tuple(find(it.text)), it.pages) for it in paragraphs)


def _finder(references: Sequence[Reference]) -> _Finder:
    labels = {reference.label for reference in references}
    if sum(label.isdigit() for label in labels) > len(labels) / 2:
        return lambda text: _numbered(text, labels)
    if sum(not label.startswith("#") for label in labels) > len(labels) / 2:
        return lambda text: _labelled(text, labels)
    by_name = _by_author_and_year(references)
    return lambda text: _named(text, by_name)


def _numbered(text: str, labels: set[str]) -> Iterator[TextMention]:
    for found in _NUMBERS.finditer(text):
        named: list[str] = []
        for part in re.split(r"[,;]", found[1]):
            if whole := _RANGE.fullmatch(part.strip()):
                first, last = int(whole[1]), int(whole[2])
                named.extend(map(str, range(first, min(last, first + _LONGEST_RANGE) + 1)))
            else:
                named.append(part.strip())
        if known := tuple(label for label in named if label in labels):
            yield TextMention(found.start(), found.end(), known)


def _labelled(text: str, labels: set[str]) -> Iterator[TextMention]:
    for found in _MARKS.finditer(text):
        named = (part.strip() for part in re.split(r"[,;]", found[1]))
        if known := tuple(label for label in named if label in labels):
            yield TextMention(found.start(), found.end(), known)


def _by_author_and_year(references: Sequence[Reference]) -> Mapping[tuple[str, str], str]:
    """Return the labels by first author and year; what several references share is left out."""
    found: dict[tuple[str, str], set[str]] = {}
    for reference in references:
        family = normal_title(first_family(reference.text))
        for year in years_in(reference.text):
            found.setdefault((family, year), set()).add(reference.label)
            found.setdefault((family, year[:4]), set()).add(reference.label)
    return {name: min(labels) for name, labels in found.items() if len(labels) == 1}


def _named(text: str, by_name: Mapping[tuple[str, str], str]) -> Iterator[TextMention]:
    """Yield mentions: a bracket that only cites as a whole, else the names and years alone."""
    cited = [
        (found.start(), found.end(), labels)
        for found in _AUTHOR_YEAR.finditer(text)
        if (labels := _labels(found, by_name))
    ]
    groups = [(group.start(), group.end()) for group in _GROUP.finditer(text)]
    done = 0
    for start, end in groups:
        inside = [mention for mention in cited if start < mention[0] and mention[1] <= end]
        while cited and cited[0][0] < (inside[0][0] if inside else start):
            yield TextMention(*cited.pop(0))
        if inside:
            named = (label for mention in inside for label in mention[2])
            yield TextMention(start, end, tuple(dict.fromkeys(named)))
            cited = [mention for mention in cited if mention not in inside]
            done = end
    yield from (TextMention(*mention) for mention in cited if mention[0] >= done)


def _labels(found: re.Match[str], by_name: Mapping[tuple[str, str], str]) -> tuple[str, ...]:
    family = normal_title(found["name"])
    labels = []
    base = ""
    for part in re.split(r"[,;]\s*", found["years"]):
        base = part[:4] if len(part) >= 4 else base
        year = part if len(part) >= 4 else base + part.strip()
        label = by_name.get((family, year))
        if label is not None:
            labels.append(label)
    return tuple(labels)
