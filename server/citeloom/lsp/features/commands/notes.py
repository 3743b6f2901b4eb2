"""What there is to say of a text that waits, as the draft is now."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from citeloom.actions.writing.offer import has_changed, insertion
from citeloom.lsp.session import Session
from citeloom.problem import InputError

if TYPE_CHECKING:
    from citeloom.lsp.offers import Waiting


def notes_on(session: Session, waiting: "Waiting") -> Iterator[str]:
    """Yield what inserting it now would meet, then what its method had to say."""
    offer = waiting.offer
    try:
        opened = session.snapshot_of(waiting.section.root).opened
        if has_changed(offer, opened):
            yield "It was written before the draft or its references changed."
        kept = insertion(offer, opened).placement.kept
    except InputError as error:
        yield f"It cannot be inserted as the draft is now: {error}"
    else:
        yield from (f"Your own words stay: {one}" for one in kept)
    yield from offer.warnings
