"""What can be done with the sentence and the paragraph at a place of a written text."""

from collections.abc import Collection, Iterator
from dataclasses import replace

from citeloom.actions.context import Context, Opened
from citeloom.actions.writing.revising.compared import comparable_sentences
from citeloom.actions.writing.revising.new_sentences import chosen_method
from citeloom.actions.writing.revising.place import RevisablePlace, block_at, revisable_place
from citeloom.actions.writing.revising.request import ReviseRequest, Revision
from citeloom.actions.writing.revising.revise import would_change
from citeloom.draft.document import Document, Source
from citeloom.problem import InputError


def written_place(opened: Opened, source: Source, offset: int) -> RevisablePlace | None:
    """Return the sentence of ours at an offset of a file; None where there is none."""
    if not isinstance(source, Document) or block_at(source, offset) is None:
        return None
    try:
        place = revisable_place(opened, source, offset)
    except InputError:
        return None  # Who asks for a revision all the same is told why there is none.
    sentence = place.sentence
    return None if sentence is None or sentence.is_heading else place


def possible_revisions(
    place: RevisablePlace,
    request: ReviseRequest,
    opened: Opened,
    context: Context,
    which: Collection[Revision],
    told: Collection[Revision] = (),
) -> Iterator[Revision]:
    """Yield the revisions that would change something at a place; not for use in an event loop.

    ``request`` says by which method. What a language model would write, or is ``told``, is not
    tried: it has other words.
    """
    by_model = chosen_method(request, opened).uses_model
    sentence, citing = place.sentence, any(own.keys for own in place.sentences)
    on_a_paper = sentence is not None and bool(sentence.keys)
    whole = citing and not place.is_interrupted
    there = {
        Revision.SENTENCE: on_a_paper,
        Revision.SHORTEN: on_a_paper,
        Revision.COMPARE: any(True for _ in comparable_sentences(place)),
        Revision.PARAGRAPH: whole,
        Revision.THEME: whole and by_model,
        Revision.POSITION: on_a_paper,
    }
    by_it = (Revision.SENTENCE, Revision.SHORTEN, Revision.PARAGRAPH, Revision.THEME)
    is_known = {Revision.COMPARE, *(by_it if by_model else ()), *told}
    for revision in which:
        asked = replace(request, revision=revision)
        if there[revision] and (
            revision in is_known or would_change(asked, place, opened, context)
        ):
            yield revision
