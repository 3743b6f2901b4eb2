"""Which lines of a PDF are headings, and of what level."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from citeloom.papers.fulltext.pdf.lines import Line, spacing
from citeloom_latex.tex.related_work import is_related_work

REFERENCES = frozenset(
    {
        "references", "bibliography", "literature cited", "references and notes", "works cited",
        "reference list", "literatur", "literaturverzeichnis", "références", "bibliographie",
        "referencias", "bibliografía", "参考文献", "參考文獻",
    }
)  # fmt: skip
"""Headings, in lower case, that stand over a list of references."""

ABSTRACTS = frozenset({"abstract", "summary", "zusammenfassung", "résumé", "resumen", "摘要"})
"""Headings, in lower case, that stand over an abstract."""

_KNOWN = REFERENCES | ABSTRACTS | {
    "introduction", "conclusion", "conclusions", "discussion", "results", "methods", "method",
    "methodology", "acknowledgements", "acknowledgments", "acknowledgement", "acknowledgment",
    "appendix", "appendices", "experiments", "evaluation", "limitations", "future work",
    "conclusion and future work", "conclusions and future work", "materials and methods",
    "supplementary material", "ethics statement", "broader impact", "contents",
    "table of contents", "preliminaries", "motivation", "results and discussion",
    "experimental setup", "data availability", "author contributions",
}  # fmt: skip
_CONTENTS = frozenset({"contents", "table of contents", "inhaltsverzeichnis", "inhalt"})
_NUMBER = re.compile(
    r"(?P<number>(?:[A-Z]?\d{1,2}|[A-Z])(?:\.\d{1,2})*\.?|[IVX]{1,5}\.|[A-Z]\.\d+)(?P<gap>\)?\s+)"
    r"(?=[^\W\d_]|[“‘\"(])"
)
_PREFIX = re.compile(r"(?:chapter|appendix|part|kapitel|anhang|chapitre)\s+[\dA-ZIVX]+[.:]?", re.I)
_NO_HEADING = re.compile(
    r"(?:figure|fig\.|table|algorithm|listing|theorem|lemma|definition|proposition|corollary"
    r"|remark|proof|example|claim|equation|abb\.|tabelle)\b[\s.]*[\dA-Z(.:]",
    re.IGNORECASE,
)
_SENTENCE = re.compile(r"[^\W\d_]{3}[.,;]$")
_WORD = re.compile(r"[^\W\d_]{3}")
_ROMAN = re.compile(r"[IVX]{1,5}")
_LETTER = re.compile(r"[A-Z]")
_LONGEST = 160
_LARGER = 1.08
_SMALLEST, _SMALLEST_CAPITALS = 0.85, 0.7
"""Sizes of a heading beside that of the text; small capitals are capitals of a smaller size."""


@dataclass(frozen=True, slots=True)
class PdfHeading:
    """A heading: its text without its number, and the lines ``first`` up to ``last`` it takes.

    ``rest`` is what follows it on its last line, where it is run into the text.
    """

    text: str
    level: int
    first: int
    last: int
    rest: str = ""


@dataclass(frozen=True, slots=True)
class _FoundHeading:
    text: str
    number: str
    size: float
    first: int
    last: int
    rest: str = ""


def body_size(lines: Sequence[Line]) -> float:
    """Return the size of most of the text."""
    sizes: Counter[float] = Counter()
    for line in lines:
        sizes[line.size] += len(line.text)
    return sizes.most_common(1)[0][0] if sizes else 0.0


def headings_of(lines: Sequence[Line]) -> tuple[PdfHeading, ...]:
    """Return the headings among lines in reading order, the paper's title not counted."""
    body = body_size(lines)
    found = list(_found(lines, body))
    # Below sections I, II, … stand subsections A, B, … that nothing but a font tells from text.
    lettered = sum(_ROMAN.fullmatch(heading.number) is not None for heading in found) > 1
    if lettered:
        found = list(_found(lines, body, lettered=True))
    found = _below_front_matter(found, lines)
    deep = _levels_of_sizes(found)
    return tuple(
        PdfHeading(
            heading.text, _level(heading, deep, lettered), heading.first, heading.last, heading.rest
        )
        for heading in found
    )


def _below_front_matter(
    found: list["_FoundHeading"], lines: Sequence[Line]
) -> list["_FoundHeading"]:
    """Leave out the names of authors: what stands before a heading that is one for certain."""
    for at, heading in enumerate(found):
        if lines[heading.first].page > lines[0].page + 1:
            break
        if heading.number or is_known(heading.text):
            return found[at:]
    return found


def is_numbered(text: str) -> bool:
    """Tell whether a text begins with the number of a heading."""
    return bool(_split(text, text)[0])


def is_known(text: str) -> bool:
    """Tell whether a text is a heading that many papers have."""
    folded = text.lower().strip(" .:")
    return folded in _KNOWN or is_related_work(folded)


def _found(
    lines: Sequence[Line], body: float, *, lettered: bool = False
) -> Iterator[_FoundHeading]:
    at = 0
    usual = spacing(lines)
    in_contents = False
    while at < len(lines):
        line = lines[at]
        in_list = in_contents and line.text[-1:].isdigit()
        if _is_heading(lines, at, body, usual, lettered) and not in_list:
            last = at + 1
            prefix = _PREFIX.fullmatch(line.text)
            plain = not line.bold and line.size < _LARGER * body
            while last < len(lines) and _goes_on(lines[last - 1], lines[last], prefix, plain):
                prefix = None
                last += 1
            texts = [line.text for line in lines[at:last]]
            number, text = _split(" ".join(texts), line.pieces[0])
            if _PREFIX.fullmatch(texts[0]) and len(texts) > 1:
                number, text = "1", " ".join(texts[1:])
            if text:
                in_contents = text.lower() in _CONTENTS
                yield _FoundHeading(text, number, line.size, at, last)
            at = last
            continue
        if _runs_in(lines, at, body, usual):
            number, text = _split(line.lead, line.pieces[0])
            if text:
                rest = line.text[len(line.lead) :].strip()
                yield _FoundHeading(text, number, 0.0, at, at + 1, rest)
        at += 1


def _is_heading(lines: Sequence[Line], at: int, body: float, usual: float, lettered: bool) -> bool:
    line = lines[at]
    text = line.text
    if not text or len(text) > _LONGEST or _NO_HEADING.match(text):
        return False
    number, bare = _split(text, line.pieces[0])
    if sum(map(str.isalpha, bare)) < max(2, 0.5 * len(bare.replace(" ", ""))):
        return False
    larger = line.size >= _LARGER * body
    capitals = bare.isupper() and len(bare) > 3
    if line.size < (_SMALLEST_CAPITALS if capitals else _SMALLEST) * body:
        return False
    apart = _stands_apart(lines, at, usual)
    if is_known(bare) and (line.bold or larger or capitals or (apart and bare[:1].isupper())):
        return True
    in_columns = len(line.pieces) > (2 if number else 1)
    if in_columns or not _WORD.search(bare) or (_SENTENCE.search(text) and not number):
        return False
    if number:
        # A letter without a full stop is the first of a text, set large.
        letter = lettered and bool(_LETTER.match(text)) and text[1:3] == ". " and bare[:1].isupper()
        shown = larger or (apart and (line.bold or capitals))
        shown = shown or (letter and apart and text[-1] not in ".:" and "," not in text)
        return shown and (not text.endswith((",", ";")) or _bold_goes_on(lines, at))
    return (larger or line.bold) and apart and bare[:1].isalnum()


def _bold_goes_on(lines: Sequence[Line], at: int) -> bool:
    """Tell whether a bold line goes on in the next, as a heading does that ends with a comma."""
    return (
        at + 1 < len(lines) and lines[at].bold and _goes_on(lines[at], lines[at + 1], None, False)
    )


def _stands_apart(lines: Sequence[Line], at: int, usual: float) -> bool:
    """Tell whether there is more space above a line than within paragraphs."""
    line = lines[at]
    if at == 0 or lines[at - 1].column != line.column:
        return True
    return lines[at - 1].base - line.base > 1.15 * usual * max(line.size, lines[at - 1].size)


def _goes_on(before: Line, line: Line, after_prefix: re.Match[str] | None, plain: bool) -> bool:
    """Tell whether a heading goes on in the next line.

    One that is ``plain``, neither bold nor larger than the text, is told by its capitals alone.
    """
    if plain and not after_prefix and not line.text.isupper():
        return False
    if before.column != line.column or _NO_HEADING.match(line.text):
        return False
    near = 0 < before.base - line.base < (6 if after_prefix else 1.6) * max(before.size, line.size)
    same = abs(before.size - line.size) < 0.3 and before.bold == line.bold
    looks = same and (before.bold or before.size > line.size * 0.99)
    if after_prefix:
        return near and line.size >= before.size
    return near and looks and not _split(line.text, line.pieces[0])[0] and not is_known(before.text)


def _runs_in(lines: Sequence[Line], at: int, body: float, usual: float) -> bool:
    """Tell whether a line begins with a bold heading of its paragraph."""
    line = lines[at]
    lead = line.lead
    if not lead or line.bold or len(lead) > 100 or abs(line.size - body) > 0.1 * body:
        return False
    if _NO_HEADING.match(lead) or not lead[:1].isalnum() or lead[-1] not in ".:?!":
        return False
    starts = _stands_apart(lines, at, usual) or line.indent > 0.5 * line.size
    return starts and sum(map(str.isalpha, lead)) > 3


def _split(text: str, first: str) -> tuple[str, str]:
    """Return the number of a heading, empty without one, and the rest of it.

    ``first`` is what stands before the first wide gap: it tells ``A`` and ``I`` from words.
    """
    found = _NUMBER.match(text)
    if found is None or (found["number"] in ("A", "I") and found["number"] != first):
        return "", text.strip()
    return found["number"].rstrip("."), text[found.end() :].strip()


def _level(heading: _FoundHeading, deep: dict[float, int], lettered: bool) -> int:
    if lettered and _LETTER.fullmatch(heading.number) and not _ROMAN.fullmatch(heading.number):
        return 2
    if heading.number:
        return 1 + heading.number.count(".")
    if heading.rest or not heading.size:
        return 4
    return 1 if is_known(heading.text) else deep.get(heading.size, 1)


def _levels_of_sizes(found: Sequence[_FoundHeading]) -> dict[float, int]:
    """Return the level of each size of heading: that of numbered ones, else by rank."""
    numbered: dict[float, Counter[int]] = {}
    for heading in found:
        if heading.number and heading.size:
            numbered.setdefault(heading.size, Counter())[1 + heading.number.count(".")] += 1
    known = {size: counts.most_common(1)[0][0] for size, counts in numbered.items()}
    if known:
        return known
    sizes = sorted({heading.size for heading in found if heading.size}, reverse=True)
    return {size: min(rank, 3) for rank, size in enumerate(sizes, start=1)}
