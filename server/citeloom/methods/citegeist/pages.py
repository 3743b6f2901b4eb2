"""Pages of full texts and of the draft."""

from collections.abc import Iterator
from dataclasses import dataclass

from citeloom.grounding.sentences import sentences
from citeloom.methods.modelled.excerpt import Excerpt, excerpt_of, excerpt_of_draft
from citeloom.methods.port import FullTexts
from citeloom.methods.task import DraftText
from citeloom.papers.paper import Paper

PAGE = 3_000
"""Characters of a page, about as many as a printed one has."""


@dataclass(frozen=True, slots=True)
class Page:
    """A page: the heading that it begins under, and its text.

    Full texts come from HTML and sources too, which have no pages: a page is a section's text, or
    a piece of whole sentences of a long one.
    """

    heading: str
    text: str

    @property
    def words(self) -> str:
        """What it is compared by: heading and text."""
        return f"{self.heading} {self.text}"


def pages_of(paper: Paper, texts: FullTexts) -> tuple[Page, ...]:
    """Return the pages of a paper's kept full text, if there is one.

    Lists of references, appendices and thanks are left out by what they are called.
    """
    excerpt = excerpt_of(paper, texts)
    return tuple(_pages(excerpt)) if excerpt else ()


def pages_of_draft(draft: DraftText) -> tuple[Page, ...]:
    """Return the pages of the draft without its related work; they may be none."""
    excerpt = excerpt_of_draft(draft)
    return tuple(_pages(excerpt)) if excerpt else ()


def _pages(excerpt: Excerpt) -> Iterator[Page]:
    for heading, text in excerpt.sections:
        start = end = 0
        for sentence in sentences(text):
            if sentence.end - start > PAGE and end > start:
                yield Page(heading, text[start:end].strip())
                start = end
            end = sentence.end
        if rest := text[start:].strip():
            yield Page(heading, rest)
