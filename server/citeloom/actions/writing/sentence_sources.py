"""Find the sources of a written sentence at a place between our marks."""

from citeloom.draft.document import Source
from citeloom.draft.project import Project
from citeloom.draft.section.standing_record import read_standing_record
from citeloom.placing.marks import find_marks
from citeloom.placing.standing_paragraphs import PlacedSentence, placed_sentences


def sentence_at(project: Project, source: Source, offset: int) -> PlacedSentence | None:
    """Return the written sentence at a place, or None where the author's own words stand."""
    if "citeloom:begin" not in source.text:
        return None
    for block in find_marks(source.text):
        if not block.content.holds(offset):
            continue
        record = read_standing_record(project, source, block)
        if record is None:
            return None
        for placed in placed_sentences(source.text, block, record):
            if placed.span.start <= offset <= placed.span.end:
                return placed
    return None
