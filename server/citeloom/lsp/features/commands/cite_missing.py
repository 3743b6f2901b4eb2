"""``citeloom.citeMissing``: cite papers that the related work lacks behind its own text."""

from typing import TYPE_CHECKING

from citeloom.actions.checking.not_in_related_work import cite_missing
from citeloom.actions.writing.section import section_named
from citeloom.lsp.features.given.arguments import Arguments
from citeloom.lsp.features.given.document import own_snapshot_for
from citeloom.lsp.features.given.edits import make_edit
from citeloom.problem import InputError

if TYPE_CHECKING:
    from citeloom.lsp.parts import Parts


async def run(parts: "Parts", arguments: Arguments) -> object:
    """Have the client make the edit; the answer is as ``make_edit`` gives it."""
    snapshot = own_snapshot_for(parts.session, arguments)
    if not arguments.keys:
        raise InputError("no key is named", advice="citeloom.citeMissing takes 'keys'")
    at = section_named(snapshot.opened, arguments.section or "", snapshot.path)
    path, edit = cite_missing(snapshot.opened, at.number, arguments.keys)
    return await make_edit(parts, snapshot.workspace_edit({path: (edit,)}), "Cite missing papers")
