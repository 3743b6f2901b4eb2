"""``citeloom.revise``: start to revise the sentence or the paragraph at a place, or stale ones."""

from typing import TYPE_CHECKING

from citeloom.actions.writing.revising.request import TITLES, ReviseRequest, Revision
from citeloom.lsp.features.given.arguments import Arguments
from citeloom.lsp.features.given.document import own_snapshot_for
from citeloom.lsp.features.given.starting import start
from citeloom.lsp.work import RevisedPlace
from citeloom.lsp.writing import Order
from citeloom.problem import InputError

if TYPE_CHECKING:
    from citeloom.lsp.parts import Parts


def run(parts: "Parts", arguments: Arguments) -> object:
    """Start the job; the answer is as ``start`` gives it."""
    snapshot = own_snapshot_for(parts.session, arguments)
    try:
        revision = Revision(arguments.revision or Revision.STALE)
    except ValueError:
        known = ", ".join(Revision)
        what = f"there is no revision '{arguments.revision}'"
        raise InputError(what, advice=f"revisions: {known}") from None
    place = arguments.position
    at = None if place is None else snapshot.offset(place.position)
    title = TITLES[revision]
    if revision is Revision.STALE and at is None:
        title = "Rewrite all sentences whose sources have changed"
    about = RevisedPlace(snapshot.project.root, snapshot.path, title[0].lower() + title[1:])
    return start(parts, Order(about, ReviseRequest(snapshot.path, revision, at)))
