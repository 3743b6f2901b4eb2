"""The sections that can be read: of the draft, of full texts, else abstracts."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from citeloom.grounding.evidence import DRAFT
from citeloom.methods.modelled.excerpt import is_read
from citeloom.methods.modelled.showing_papers import mention_texts, usable_mentions, without_orders
from citeloom.methods.port import FullTexts
from citeloom.methods.task import DraftText, WritingTask
from citeloom.papers.fulltext.text import FullText
from citeloom.papers.paper import Paper

ABSTRACT = "Abstract"

_FETCHING = (
    "fetch full texts to get those on arXiv{}, in open access, attached to entries or in your "
    "own folders of PDFs"
)


@dataclass(frozen=True)
class ReadableSection:
    """A section that can be read, as its paper has it without citation marks.

    ``is_abstract``: it is what is known about a paper without a full text. ``is_own``: it is of the
    draft, whose words nobody else has written.
    """

    heading: str
    paragraphs: tuple[str, ...]
    is_abstract: bool = False
    is_own: bool = False

    @cached_property
    def text(self) -> str:
        """The text that is read: without sentences that give orders to a model."""
        shown = self.paragraphs if self.is_own else map(without_orders, self.paragraphs)
        return "\n".join(filter(None, shown))

    @property
    def size(self) -> int:
        """The length of the whole text."""
        return sum(map(len, self.paragraphs))


def readable_sections(
    task: WritingTask, texts: FullTexts
) -> Mapping[str, tuple[ReadableSection, ...]]:
    """Return the sections of the draft and of each reference, by ids, the draft first."""
    found = {DRAFT: draft_sections(task.draft)}
    for paper in task.references:
        text = texts.of(paper)
        sections = _sections_of(paper, text) if text else ()
        found[paper.id] = sections or _abstract_of(paper, task)
    return found


def has_full_text(sections: Mapping[str, tuple[ReadableSection, ...]]) -> bool:
    """Tell whether there is more to read of any reference than what stands in every question."""
    return any(
        not section.is_abstract
        for paper, own in sections.items()
        if paper != DRAFT
        for section in own
    )


def count_sections(task: WritingTask) -> int:
    """Return how many sections there are to read; 0 where no reference has a full text."""
    headings = task.surroundings.headings
    if not any(paper.id in headings for paper in task.references):
        return 0
    return len(draft_sections(task.draft)) + sum(
        sum(map(is_read, headings.get(paper.id, ()))) or len(_abstract_of(paper, task))
        for paper in task.references
    )


def missing_texts(task: WritingTask) -> tuple[str, ...]:
    """Say how many references have no full text, what would bring them, what is read instead."""
    headings = task.surroundings.headings
    missing = [paper for paper in task.references if paper.id not in headings]
    if not missing:
        return ()
    on_arxiv = sum(bool(paper.arxiv_id) for paper in missing)
    fetching = _FETCHING.format(f" ({on_arxiv} of them, by their identifiers)" * bool(on_arxiv))
    if len(missing) == len(task.references):
        return (
            "no full text was found on this computer, so only abstracts are used; fetch full "
            f"texts first: {fetching}",
        )
    have = (
        "has no full text on this computer and is"
        if len(missing) == 1
        else "have no full text on this computer and are"
    )
    of_all = f"{len(missing)} of {len(task.references)} references"
    names = ", ".join(paper.key or paper.id for paper in missing)
    return (f"{of_all} {have} read from the abstract alone ({names}); {fetching}",)


def draft_sections(draft: DraftText) -> tuple[ReadableSection, ...]:
    """Return the draft's sections without its related work and what stands in for an abstract."""
    return tuple(
        ReadableSection(section.heading, (section.text,), is_own=True)
        for section in draft.sections
        if section.text.strip() and section.text != draft.abstract and is_read(section.heading)
    )


def _sections_of(paper: Paper, text: FullText) -> tuple[ReadableSection, ...]:
    found: list[ReadableSection] = []
    for section in text.sections:
        paragraphs = [paragraph.without_marks for paragraph in section.paragraphs]
        if not section.text.strip() or not is_read(section.heading):
            continue
        if not found and not paper.abstract.strip():
            paragraphs.insert(0, text.abstract)
        found.append(ReadableSection(section.heading, tuple(paragraphs)))
    return tuple(found)


def _abstract_of(paper: Paper, task: WritingTask) -> tuple[ReadableSection, ...]:
    """Return the abstract, else what others say; none where neither is known."""
    known = task.surroundings
    if not paper.abstract.strip() and not usable_mentions(paper, known):
        return ()
    text = without_orders(paper.abstract) or "\n".join(mention_texts(paper, known))
    return (ReadableSection(ABSTRACT, (text,), is_abstract=True),)
