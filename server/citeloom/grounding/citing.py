"""The sentences of a full text that cite papers of a draft: who is cited together with whom."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from citeloom.grounding.sentences import sentences
from citeloom.papers.fulltext.text import FullText, Mention, Paragraph, without
from citeloom.papers.fulltext.whose import paper_ids
from citeloom.papers.paper import Paper


@dataclass(frozen=True, slots=True)
class CitingSentence:
    """A sentence, without its citation marks, and the ids of the papers that it cites.

    ``related_work`` tells whether it stands in a section about related work.
    """

    text: str
    paper_ids: tuple[str, ...]
    heading: str
    related_work: bool


def citing(full_text: FullText, papers: Sequence[Paper]) -> tuple[CitingSentence, ...]:
    """Return the sentences of a full text that cite any of ``papers``, in order.

    A reference counts as a paper only where that is proved, see
    :func:`citeloom.papers.fulltext.whose.paper_of`.
    """
    known = paper_ids(full_text, papers)
    related = {id(section) for section in full_text.related_work}
    return tuple(
        CitingSentence(text, ids, section.heading, id(section) in related)
        for section in full_text.sections
        for paragraph in section.paragraphs
        for text, ids in _citing(paragraph, known)
    )


def _citing(
    paragraph: Paragraph, known: Mapping[str, str]
) -> Iterator[tuple[str, tuple[str, ...]]]:
    if not any(label in known for mention in paragraph.mentions for label in mention.labels):
        return
    for sentence in sentences(paragraph.text):
        inside = tuple(
            Mention(
                max(0, mention.start - sentence.start),
                min(len(sentence.text), mention.end - sentence.start),
                mention.labels,
            )
            for mention in paragraph.mentions
            if sentence.start <= mention.start < sentence.end
        )
        labels = [label for mention in inside for label in mention.labels]
        if ids := tuple(dict.fromkeys(known[label] for label in labels if label in known)):
            yield without(sentence.text, inside), ids
