"""Finds the paragraph of a section on other matter that a text on prior papers belongs behind."""

from citeloom.placing.folding import BLANK_LINE
from citeloom.placing.section_end import closings, end_of_own_text
from citeloom.placing.standing_paragraphs import standing_paragraphs
from citeloom_latex.spans import Span
from citeloom_latex.tex.facts import Section, TexFacts


def end_of_citing_paragraph(text: str, section: Section, facts: TexFacts) -> int:
    """Return where the paragraph of a section's own text ends that cites the most papers.

    Of several it is the last one. The section's last paragraph counts only where no other one
    cites a paper: an introduction ends with what its own paper does. Where none does, all of the
    own text counts.
    """
    own = Span(section.body.start, end_of_own_text(text, section, facts))
    paragraphs = standing_paragraphs(text, own, facts, {})
    cited = [
        len({key for it in paragraph.sentences for key in it.keys}) for paragraph in paragraphs
    ]
    if any(cited[:-1]):
        cited.pop()
    if not any(cited):
        return own.end
    last = max(number for number, count in enumerate(cited) if count == max(cited))
    return end_of_paragraph(text, paragraphs[last].sentences[-1].span.end, own, facts)


def end_of_paragraph(text: str, at: int, own: Span, facts: TexFacts) -> int:
    """Return where the paragraph around a place of a section's own text ends.

    That is before a blank line, and never inside an environment.
    """
    while (blank := BLANK_LINE.search(text, at, own.end)) is not None:
        closing = next(closings(text, Span(blank.start(), own.end), facts), None)
        if closing is None:
            return blank.start()
        at = text.index("}", closing)
    return own.end
