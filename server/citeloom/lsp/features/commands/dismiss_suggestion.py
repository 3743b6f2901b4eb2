"""``citeloom.dismissSuggestion``: suggest a paper no more in a project."""

from typing import TYPE_CHECKING

from citeloom.actions.suggesting.dismissed import dismiss
from citeloom.lsp.features.given.arguments import Arguments
from citeloom.lsp.features.given.document import own_snapshot_for

if TYPE_CHECKING:
    from citeloom.lsp.parts import Parts


def run(parts: "Parts", arguments: Arguments) -> object:
    """Keep that the paper is dismissed, and forget the suggestion."""
    snapshot = own_snapshot_for(parts.session, arguments)
    root = snapshot.project.root
    suggestion = parts.suggesting.suggested(root, arguments.paper)
    dismiss(snapshot.data_folder, root, suggestion.paper)
    parts.suggesting.drop(root, suggestion)
    return {"dismissed": suggestion.paper.id}
