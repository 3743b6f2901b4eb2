"""What can be done with the sentence and the paragraph at a place of a written text."""

from collections.abc import Iterator

from citeloom.actions.context import Opened
from citeloom.actions.writing.revising.compared import compared_with_next
from citeloom.actions.writing.revising.place import RevisablePlace, block_at, revisable_place
from citeloom.actions.writing.revising.positions import own_words_at
from citeloom.actions.writing.revising.request import Revision
from citeloom.actions.writing.section import section_at
from citeloom.draft.document import Document, Source
from citeloom.problem import InputError


def revisions_at(opened: Opened, source: Source, offset: int) -> tuple[Revision, ...]:
    """Return the revisions that can be made at an offset of a file.

    Behind a sentence of the author's that cites in the related work, where what waits is offered,
    what the draft does instead can be said.
    """
    if not isinstance(source, Document):
        return ()
    if block_at(source, offset) is None:
        at = section_at(opened, source, offset)
        is_there = at is not None and at.related and own_words_at(opened, source, offset)
        return (Revision.POSITION,) if is_there else ()
    try:
        place = revisable_place(opened, source, offset)
    except InputError:
        return ()  # Who asks for a revision all the same is told why there is none.
    return tuple(_revisions(place))


def _revisions(place: RevisablePlace) -> Iterator[Revision]:
    sentence = place.sentence
    on_a_paper = sentence is not None and bool(sentence.keys)
    citing = [own for own in place.sentences if own.keys]
    if on_a_paper:
        yield Revision.SENTENCE
    if citing:
        if not place.is_interrupted:
            yield Revision.PARAGRAPH
            yield Revision.THEME
        yield Revision.SHORTEN
    if on_a_paper:
        if compared_with_next(place) is not None:
            yield Revision.COMPARE
        yield Revision.POSITION
