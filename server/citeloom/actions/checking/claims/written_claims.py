"""The sentences of a written text that cite, and what they claim of which papers."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from citeloom.actions.checking.claims.cited_claims import CitedClaim, CitingSentence, claims_of
from citeloom.methods.result import CitationMark, Sentence, shown_part
from citeloom.placing.render import RenderedText

_BRACKETS = str.maketrans("[]", "()")
"""What a text itself has in brackets is no citation; each sign stays in its place."""


@dataclass(frozen=True, slots=True)
class WrittenClaims:
    """A citing sentence of a written text, and its number among all its sentences, from 0.

    The keys of its claims are the ids of papers.
    """

    number: int
    sentence: Sentence
    citing: CitingSentence


def written_claims(rendered: RenderedText) -> Iterator[WrittenClaims]:
    """Yield the sentences of a text that cite."""
    sentences = (it.sentence for paragraph in rendered.paragraphs for it in paragraph.sentences)
    for number, sentence in enumerate(sentences):
        if claims := tuple(_claims(sentence)):
            yield WrittenClaims(
                number, sentence, CitingSentence(without_brackets(sentence.text), claims)
            )


def without_brackets(text: str) -> str:
    """Return a written text as its claims have it, each sign in its place."""
    return text.translate(_BRACKETS)


def _claims(sentence: Sentence) -> Iterator[CitedClaim]:
    # As in a draft, the names of a textual citation are no part of what is said of its paper.
    cited = sentence.cites
    text = ""
    for part in sentence.parts:
        if not isinstance(part, CitationMark):
            text += without_brackets(shown_part(part))
        elif part.papers:
            text += f" [{';'.join(f'@{cited.index(paper)}' for paper in part.papers)}]"
    for claim in claims_of(text):
        yield replace(claim, keys=tuple(cited[int(number)] for number in claim.keys))
