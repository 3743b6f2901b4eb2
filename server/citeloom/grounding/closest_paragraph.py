"""Which paragraph a paper fits best."""

from collections.abc import Sequence
from dataclasses import dataclass

from citeloom.grounding.vectors import Vector, cosine, idf, tf_idf
from citeloom.papers.paper import Paper
from citeloom.words import terms


@dataclass(frozen=True, slots=True)
class CitingText:
    """What a paragraph says, without its citations, and the papers that it cites."""

    words: str
    papers: tuple[Paper, ...]


def closest_paragraph(paper: Paper, paragraphs: Sequence[CitingText]) -> int:
    """Return the place of the paragraph whose own words are closest to a paper.

    Words count by how few of the cited papers use them. Where no paragraph shares a word with the
    paper, the abstracts that it cites count; where these share none either, the last one is taken.

    Parameters
    ----------
    paragraphs
        At least one.
    """
    cited = {other.id: other for paragraph in paragraphs for other in paragraph.papers}
    weights = idf(terms(_text(other)) for other in (paper, *cited.values()))

    def vector(text: str) -> Vector:
        return tf_idf(terms(text), weights, sublinear=True)

    wanted = vector(_text(paper))
    said = [cosine(wanted, vector(paragraph.words)) for paragraph in paragraphs]
    if any(said):
        return max(range(len(said)), key=lambda at: (said[at], at))
    abstracts = [vector(" ".join(map(_text, paragraph.papers))) for paragraph in paragraphs]
    near = [cosine(wanted, abstract) for abstract in abstracts]
    return max(range(len(near)), key=lambda at: (near[at], at))


def _text(paper: Paper) -> str:
    return f"{paper.title}. {paper.abstract}"
