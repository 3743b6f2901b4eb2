"""The outlines of texts: of one that waits, and of one that stands in the draft."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from types import MappingProxyType

from citeloom.actions.context import Opened
from citeloom.actions.writing.anchor import find_section
from citeloom.actions.writing.outline.reading import read_outline
from citeloom.actions.writing.outline.request import OutlineText, keys_in_outline, outline_methods
from citeloom.actions.writing.outline.text import INSTRUCTIONS, UNNAMED, one_line, outline_text
from citeloom.actions.writing.waiting import SectionText, WaitingText
from citeloom.draft.document import Document
from citeloom.draft.references import chosen_references
from citeloom.draft.section.standing_record import read_standing_record
from citeloom.draft.target import Target, target_in
from citeloom.methods.hireview.taxonomy import Taxonomy, Topic
from citeloom.papers.from_bib import papers_of
from citeloom.placing.marks import MarkedBlock
from citeloom.placing.placement import section_block
from citeloom.placing.record import Record, id_of
from citeloom.placing.sidecar import folder_of, outline_path, read_record
from citeloom.problem import InputError, Place


@dataclass(frozen=True)
class Outline:
    """An outline to be edited, as the text follows it; ``path`` is where it belongs."""

    text: str
    path: Path


def waiting_outline(text: WaitingText, opened: Opened) -> Outline:
    """Return the outline of a text that waits for a section.

    Raises
    ------
    InputError
        If it follows none, or its section is gone.
    """
    content, lines = text.content, text.origin.outline
    if not isinstance(content, SectionText) or not lines:
        raise _no_outline(Place(text.root))
    target = target_in(opened.project.flow, find_section(opened, content.anchor))
    name = id_of(content.versions[0])
    return _outline(
        name, lines, opened, target, content.keys, content.exclude, all_cited=content.all_cited
    )


def standing_outline(opened: Opened, number: int) -> Outline:
    """Return the outline of the text between our marks in the section of this number.

    It holds what was woven into the text since.

    Raises
    ------
    InputError
        If there is no such text, it follows no outline, or its record cannot be read.
    """
    target = target_in(opened.project.flow, opened.project.flow.sections[number])
    block = _standing_block(target)
    record = None if block is None else read_standing_record(opened.project, target.document, block)
    if block is None or record is None or not record.origin.outline:
        raise _no_outline(target.document.place(target.section.span.start))
    cited = _topics_of_keys(record, block, target.document)
    return _outline(record.id, record.origin.outline, opened, target, cited=cited)


def follows_outline(name: str, opened: Opened) -> bool:
    """Tell whether the text of this id follows an outline, as far as its record can be read."""
    try:
        record = read_record(folder_of(opened.project.root), name)
    except InputError:
        return False
    return record is not None and bool(record.origin.outline)


def standing_id(target: Target) -> str:
    """Return the id of the text between our marks in a section; empty where there is none."""
    block = _standing_block(target)
    return "" if block is None else block.id


def _standing_block(target: Target) -> MarkedBlock | None:
    document = target.document
    return section_block(document.text, target.section, document.facts)


def _no_outline(place: Place) -> InputError:
    advice = f"write it with the method {outline_methods()}"
    return InputError("this related work has no outline", place, advice)


def _outline(
    name: str,
    lines: Sequence[str],
    opened: Opened,
    target: Target,
    keys: Sequence[str] = (),
    exclude: Sequence[str] = (),
    cited: Mapping[str, str] = MappingProxyType({}),
    *,
    all_cited: bool = False,
) -> Outline:
    """Return an outline with titles, and the references that it leaves out below it.

    ``cited`` are keys that the text cites, each with the topic under which it does.
    """
    project = opened.project
    path = outline_path(folder_of(project.root), name)
    given = OutlineText("".join(f"{line}\n" for line in lines), path)
    chosen = chosen_references(project, target, keys=keys, exclude=exclude, all_cited=all_cited)
    written = tuple(keys_in_outline(given, project))
    topic_of_key = {
        entry.entry.key: topic
        for key, topic in cited.items()
        if (entry := project.entry(key)) is not None
    }
    named = dict.fromkeys((*chosen.keys, *written, *topic_of_key))
    entries = {entry.entry.key: entry for key in named if (entry := project.entry(key)) is not None}
    papers = papers_of(tuple(entries.values()))
    found = read_outline(given.text, papers, path)
    if found.errors:
        further = [f"  - {key}\n" for key in topic_of_key if key not in written]
        topic = f"{UNNAMED}\n" if further else ""
        return Outline("".join((f"{INSTRUCTIONS}\n{given.text}{topic}", *further)), path)
    paper_of = {key: paper.id for paper in papers for key in paper.keys}
    topic_of = {paper_of[key]: topic for key, topic in topic_of_key.items()}
    taxonomy = _with_papers(found.taxonomy, topic_of)
    return Outline(f"{INSTRUCTIONS}\n{outline_text(taxonomy, papers)}", path)


def _topics_of_keys(record: Record, block: MarkedBlock, document: Document) -> dict[str, str]:
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


def _with_papers(taxonomy: Taxonomy, topic_of: Mapping[str, str]) -> Taxonomy:
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
