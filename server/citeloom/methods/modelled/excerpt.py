"""The parts of a full text, or of the draft, that key elements are read from."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from citeloom.grounding.sentences import sentences
from citeloom.methods.modelled.showing_papers import without_orders
from citeloom.methods.port import FullTexts
from citeloom.methods.task import DraftText
from citeloom.models.injections import instructions_in
from citeloom.models.tokens import text_tokens
from citeloom.papers.fulltext.text import TextParagraph, TextSection
from citeloom.papers.paper import Paper

MOST_TOKENS = 8_000
"""How much of a full text is read: about a conference paper without its references."""

_FIRST = re.compile(
    r"\b(?:introduction|motivation|conclu\w+|concluding|summary|limitations?"
    r"|einleitung|fazit|schluss\w*|zusammenfassung)\b",
    re.IGNORECASE,
)
_NEVER = re.compile(
    r"\b(?:acknowledge?ments?|appendi(?:x|ces)|references|bibliography|funding|competing interests"
    r"|conflicts? of interest|author contributions?|supplementa\w+|data availability)\b",
    re.IGNORECASE,
)

_SUMMARY = "Abstract"


@dataclass(frozen=True, slots=True)
class Excerpt:
    """Sections of a full text, each a heading and its text.

    Where not all sections fit, those with numbers in ``firsts`` are read before the others, and
    those in ``lasts``, about others' work, after them. ``orders`` are sentences that read like
    instructions to a model; they are left out of the sections.
    """

    sections: tuple[tuple[str, str], ...]
    firsts: frozenset[int]
    lasts: frozenset[int]
    orders: tuple[str, ...] = ()

    def text(self, share: float = 1.0) -> str:
        """Return the text as it is read, in the order of the paper.

        It is about as long as this share of ``MOST_TOKENS``. Introduction, conclusion and
        limitations come in first, then an equal share of each other section, and last what the
        paper says of others' work.
        """
        left = MOST_TOKENS * share
        found: dict[int, str] = {}
        others = frozenset(range(len(self.sections))) - self.firsts - self.lasts
        for own in (self.firsts, others, self.lasts):
            total = sum(text_tokens(self.sections[number][1]) for number in own)
            part = min(1.0, left / total) if total else 0.0
            cut = {number: _cut(self.sections[number][1], part) for number in own}
            found |= cut
            left -= sum(text_tokens(cut_text) for cut_text in cut.values() if cut_text)
            left = max(0.0, left)
        return with_headings(
            (self.sections[number][0], text) for number, text in sorted(found.items()) if text
        )


def with_headings(sections: Iterable[tuple[str, str]]) -> str:
    """Return sections, each with its heading above its text, as one text."""
    return "\n\n".join("\n".join(filter(None, section)) for section in sections)


def is_read(heading: str) -> bool:
    """Tell whether a section is read: no references, appendices, thanks and the like."""
    return _NEVER.search(heading) is None


def excerpt_of(paper: Paper, texts: FullTexts) -> Excerpt | None:
    """Return the parts of a paper's kept full text that are read; None where there are none.

    The text's own abstract is among them where no other is known.
    """
    text = texts.of(paper)
    if text is None:
        return None
    related = {id(section) for section in text.related_work}
    kept: list[tuple[str, str]] = []
    orders: list[str] = []
    firsts, lasts = set(), set()
    sections = text.sections
    if not paper.abstract and text.abstract:
        sections = (TextSection(_SUMMARY, 1, (TextParagraph(text.abstract),)), *sections)
    for section, heading in _with_headings(sections):
        words = _plain(section, orders)
        if not words or not is_read(heading) or not is_read(section.heading):
            continue
        number = len(kept)
        kept.append((section.heading, words))
        if id(section) in related or not heading:
            lasts.add(number)
        elif heading == _SUMMARY or _FIRST.search(heading) or _FIRST.search(section.heading):
            firsts.add(number)
    if not kept:
        return None
    return Excerpt(tuple(kept), frozenset(firsts), frozenset(lasts), tuple(dict.fromkeys(orders)))


def order_warnings(papers: Iterable[Paper], texts: FullTexts) -> list[str]:
    """Return a warning for each full text with sentences that give orders to a model."""
    excerpts = ((paper, excerpt_of(paper, texts)) for paper in papers)
    return [
        f"{paper.key or paper.id}: its full text contains text that reads like instructions to a "
        f"language model ('{excerpt.orders[0]}'); these sentences were not shown to it"
        for paper, excerpt in excerpts
        if excerpt and excerpt.orders
    ]


def excerpt_of_draft(draft: DraftText) -> Excerpt | None:
    """Return the parts of the draft that are read beside its title and abstract, if any.

    The draft comes without its related work; what stands in for an abstract is not read twice.
    """
    kept = [
        (section.heading, section.text)
        for section in draft.sections
        if section.text.strip() and section.text != draft.abstract and is_read(section.heading)
    ]
    firsts = {number for number, (heading, _) in enumerate(kept) if _FIRST.search(heading)}
    return Excerpt(tuple(kept), frozenset(firsts), frozenset()) if kept else None


def _with_headings(sections: Sequence[TextSection]) -> Iterator[tuple[TextSection, str]]:
    """Yield sections, each with the heading of the top section around it."""
    top, heading = 99, ""
    for section in sections:
        if section.level <= top:
            top, heading = section.level, section.heading
        yield section, heading


def _plain(section: TextSection, orders: list[str]) -> str:
    """Return a section's text without citation marks and orders; add the orders to ``orders``."""
    paragraphs = []
    for paragraph in section.paragraphs:
        text = paragraph.without_marks
        if instructions_in(text):
            orders += instructions_in(text)
            text = without_orders(text)
        paragraphs.append(text)
    return "\n".join(paragraph for paragraph in paragraphs if paragraph.strip())


def _cut(text: str, share: float) -> str:
    """Return about this share of a text, in whole sentences."""
    if share >= 1:
        return text
    left = text_tokens(text) * share
    end = 0
    for sentence in sentences(text):
        left -= text_tokens(text[end : sentence.end]) - 1
        if left < 0:
            break
        end = sentence.end
    return text[:end]
