"""Finds the sentences of a full text that cite papers of a draft."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from citeloom.grounding.sentences import sentences
from citeloom.papers.authors import author_names
from citeloom.papers.citing_sentence import CitingSentence
from citeloom.papers.fulltext.reference_papers import paper_ids
from citeloom.papers.fulltext.text import FullText, TextParagraph, without_marks
from citeloom.papers.paper import Paper


def citing_sentences(
    full_text: FullText, papers: Sequence[Paper], by: str = ""
) -> tuple[CitingSentence, ...]:
    """Return the sentences of a full text that cite any of ``papers``, in order.

    A reference counts as a paper only where `citeloom.papers.fulltext.reference_papers.paper_of`
    proves it. ``by`` is the id of the paper of the text.
    """
    known = paper_ids(full_text, papers)
    if not known:
        return ()
    authors = {paper.id: author_names(paper) for paper in papers}
    names = {label: authors[name] for label, name in known.items() if authors[name]}
    related = {id(section) for section in full_text.related_work}
    found = []
    begin = 0
    for section in full_text.sections:
        in_related = id(section) in related
        for paragraph in section.paragraphs:
            found += [
                CitingSentence(text, ids, section.heading, in_related, by, begin + at)
                for at, text, ids in _sentences_with_papers(paragraph, known, names)
            ]
            begin += len(paragraph.text) + 1
    return tuple(found)


def _sentences_with_papers(
    paragraph: TextParagraph, known: Mapping[str, str], names: Mapping[str, str]
) -> Iterator[tuple[int, str, tuple[str, ...]]]:
    if not any(label in known for mention in paragraph.mentions for label in mention.labels):
        return
    for sentence in sentences(paragraph.text):
        inside = tuple(
            replace(
                mention,
                start=max(0, mention.start - sentence.start),
                end=min(len(sentence.text), mention.end - sentence.start),
            )
            for mention in paragraph.mentions
            if sentence.start <= mention.start < sentence.end
        )
        labels = [label for mention in inside for label in mention.labels]
        if ids := tuple(dict.fromkeys(known[label] for label in labels if label in known)):
            yield sentence.start, without_marks(sentence.text, inside, names), ids
