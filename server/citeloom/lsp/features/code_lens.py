"""Code lens over a related-work section: write, or insert what was written."""

from typing import TYPE_CHECKING

from lsprotocol import types

from citeloom.actions.section import related_sections

if TYPE_CHECKING:
    from citeloom.lsp.server import Server


def answer(server: "Server", params: types.CodeLensParams) -> list[types.CodeLens]:
    """Return the lenses of a document."""
    from citeloom.lsp.writing import Section

    snapshot = server.session.snapshot(params.text_document.uri)
    found = []
    for at in related_sections(snapshot.opened, snapshot.source):
        section = Section(snapshot.project.root, at.name)
        waiting = server.writing.offers.get(section.key)
        if waiting is not None:
            title, name = f"Insert related work ({waiting[1].title()})", "insert"
            argument: dict[str, object] = {"offer": section.key}
        elif server.writing.is_running(section):
            title, name, argument = "Cancel writing related work", "cancel", {}
        else:
            title, name = "Write related work", "write"
            argument = {"uri": params.text_document.uri, "section": at.name}
        command = types.Command(title, f"citeloom.{name}", arguments=[argument])
        found.append(types.CodeLens(snapshot.range(at.span), command))
    return found
