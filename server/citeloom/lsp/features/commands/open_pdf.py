"""``citeloom.openPdf``: open a paper's PDF, where the user has it or may lawfully read it."""

from typing import TYPE_CHECKING

from citeloom.actions.papers.links import pdf_of
from citeloom.lsp.features.given.arguments import Arguments
from citeloom.lsp.features.given.document import snapshot_for
from citeloom.lsp.uris import url_of
from citeloom.problem import InputError

if TYPE_CHECKING:
    from citeloom.lsp.parts import Parts
    from citeloom.lsp.snapshot import Snapshot


def run(parts: "Parts", arguments: Arguments) -> object:
    """Have the client open it; the answer has its address and whether the client opened it."""
    return _open(parts, snapshot_for(parts.session, arguments), arguments.key)


async def _open(parts: "Parts", snapshot: "Snapshot", key: str) -> object:
    entry = snapshot.project.entry(key)
    if entry is None:
        raise InputError(f"no .bib entry '{key}'")
    known = await snapshot.knowledge(entry)
    link = pdf_of(known.paper, known.outcome, entry, snapshot.project)
    if link is None:
        raise InputError(f"no PDF of '{key}' is known")
    address = url_of(link.target)
    opened = await parts.editor.show(address, external=True)
    if not opened:
        parts.editor.say(f"The PDF is at {address}")
    return {"url": address, "opened": opened}
