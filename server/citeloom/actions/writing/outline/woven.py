"""References that were woven into a text after it was written: where they stand in its outline."""

from collections.abc import Mapping
from dataclasses import replace

from citeloom.actions.writing.outline.text import one_line
from citeloom.draft.document import Document
from citeloom.methods.hireview.taxonomy import Taxonomy, Topic
from citeloom.placing.marks import MarkedBlock
from citeloom.placing.record import Record


def topics_of_keys(record: Record, block: MarkedBlock, document: Document) -> dict[str, str]:
    """Return the topic of the paragraph in which a text cites each key, if it still does."""
    citations = document.facts.citations
    inside = (citation for citation in citations if block.content.contains(citation.span))
    cited = {key.key for citation in inside for key in citation.keys}
    found: dict[str, str] = {}
    for paragraph in record.paragraphs:
        for sentence in paragraph.sentences:
            for key in sentence.keys:
                if key in cited:
                    found.setdefault(key, paragraph.topic)
    return found


def with_papers(taxonomy: Taxonomy, topic_of: Mapping[str, str]) -> Taxonomy:
    """Return a taxonomy with the papers that it lacks, each under the topic of its name.

    Where no topic, or more than one, has the name, a last topic without a name takes the paper.
    """
    held = set(taxonomy.all_papers())
    names = [_folded(topic.name) for topic in taxonomy.walk()]
    under: dict[str, tuple[str, ...]] = {}
    for paper, topic in topic_of.items():
        if paper not in held:
            name = _folded(topic)
            place = name if names.count(name) == 1 else ""
            under[place] = (*under.get(place, ()), paper)
    unplaced = under.pop("", ())

    def filled(topic: Topic) -> Topic:
        papers = (*topic.papers, *under.get(_folded(topic.name), ()))
        return replace(topic, papers=papers, topics=tuple(map(filled, topic.topics)))

    topics = tuple(map(filled, taxonomy.topics))
    return Taxonomy((*topics, Topic("", unplaced)) if unplaced else topics)


def _folded(name: str) -> str:
    return one_line(name).casefold()
