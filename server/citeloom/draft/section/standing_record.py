"""The record of a marked text, by the keys that its author has given to papers since."""

from dataclasses import replace

from citeloom.draft.document import Source
from citeloom.draft.project import Project
from citeloom.grounding.same_words import holds_words
from citeloom.papers.entry import paper_of
from citeloom.papers.identity import identifier_ids, title_id
from citeloom.placing.folding import fold
from citeloom.placing.marks import MarkedBlock
from citeloom.placing.record import Record, RecordedParagraph, RecordedSentence
from citeloom.placing.revising.new_keys import names_in, with_new_keys
from citeloom.placing.sidecar import folder_of, read_record


def read_standing_record(project: Project, source: Source, block: MarkedBlock) -> Record | None:
    """Read the record of a marked text; None if there is none.

    A key that was renamed in the text and in the .bib is the new one in it, so that its sentences
    are still known as written.

    Raises
    ------
    SidecarError
        If it cannot be read.
    """
    content = block.content.of(source.text)
    record = read_record(folder_of(project.root), block.id, content)
    return None if record is None else _followed(record, content, project)


def _followed(record: Record, content: str, project: Project) -> Record:
    keys = {key for sentence in record.sentences() for key in sentence.keys}
    lost = {key for key in keys if project.entry(key) is None}
    if not lost:
        return record
    text = fold(content)
    all_names: dict[str, str] = {}

    def now(sentence: RecordedSentence) -> RecordedSentence:
        if lost.isdisjoint(sentence.keys) or fold(sentence.latex) in text:
            return sentence
        for names in names_in(text, sentence, lost):
            if all(_is_called(old, new, record, project) for old, new in names.items()):
                all_names.update(names)
                return with_new_keys(sentence, names)
        return sentence

    paragraphs = tuple(
        RecordedParagraph(paragraph.topic, tuple(map(now, paragraph.sentences)))
        for paragraph in record.paragraphs
    )
    earlier = tuple(map(now, record.earlier))
    if not all_names:
        return record
    origin = record.origin
    origin = replace(
        origin,
        cited_elsewhere=tuple(all_names.get(key, key) for key in origin.cited_elsewhere),
        by_title=tuple(all_names.get(key, key) for key in origin.by_title),
    )
    return replace(record, origin=origin, paragraphs=paragraphs, earlier=earlier)


def _is_called(old: str, new: str, record: Record, project: Project) -> bool:
    """Tell whether the paper that a record calls by a lost key is that of an entry of the .bib.

    The entry has its identifier or title, people and year, or an abstract with all that was
    written from there: who cites another paper instead has changed the sentence.
    """
    entry = project.entry(new)
    if entry is None:
        return old == new
    paper = paper_of(entry)
    behind = [
        it for own in record.sentences() for it in own.evidence if it.key == old and not it.by
    ]
    if not {it.paper for it in behind}.isdisjoint((*identifier_ids(paper), title_id(paper))):
        return True
    said = {it.sentence for it in behind if it.source == "abstract"}
    return bool(said) and all(holds_words([paper.abstract], sentence) for sentence in said)
