"""Tasks of Select-Read-Write with full texts."""

from dataclasses import dataclass

from citeloom.methods.task import DraftSection, DraftText, Surroundings, WritingTask
from citeloom.papers.fulltext.text import Form, FullText, TextParagraph, TextSection
from citeloom.papers.paper import Paper
from modelled_runs import paper

TOLD = "It tells much. " * 60
HEADINGS = ("Introduction", "Method", "Results")


@dataclass
class Texts:
    """The full texts of some papers, by their ids."""

    kept: dict[str, FullText]

    def of(self, paper: Paper) -> FullText | None:
        return self.kept.get(paper.id)


def text_of(paper: Paper, hidden: str = "") -> FullText:
    sections = tuple(
        TextSection(
            heading,
            1,
            (TextParagraph(f"The {heading} of {paper.title} is long. {TOLD} {hidden}"),),
        )
        for heading in HEADINGS
    )
    empty = TextSection("A heading without a text", 1, (TextParagraph(" "),))
    return FullText(Form.PDF, paper.title, sections=(empty, *sections))


def sample(
    number: int, with_text: int, cites: dict[int, tuple[int, ...]] | None = None, hidden: str = ""
) -> tuple[WritingTask, Texts]:
    """Return a task of so many papers, of which the first ones have full texts."""
    papers = tuple(paper(place) for place in range(number))
    texts = {own.id: text_of(own, hidden if place == 1 else "") for place, own in
             enumerate(papers[:with_text])}  # fmt: skip
    named = {
        papers[by].id: tuple(papers[other].id for other in others)
        for by, others in (cites or {}).items()
    }
    sections = (
        DraftSection("Introduction", "Our tool reads papers. It keeps notes."),
        DraftSection("Method", "We walk along citations. We keep what we read."),
    )
    draft = DraftText("A tool", "We present a tool that writes related work.", "abstract", sections)
    around = Surroundings(headings=dict.fromkeys(texts, HEADINGS), cites=named)
    return WritingTask(draft, papers, surroundings=around), Texts(texts)
