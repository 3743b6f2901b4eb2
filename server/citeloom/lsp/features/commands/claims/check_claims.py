"""``citeloom.checkClaims``: what the draft's sentences say of the papers that they cite."""

from typing import TYPE_CHECKING

from citeloom.lsp.features.given.arguments import Arguments
from citeloom.lsp.features.given.document import snapshot_for

if TYPE_CHECKING:
    from citeloom.lsp.parts import Parts
    from citeloom.lsp.snapshot import Snapshot


def run(parts: "Parts", arguments: Arguments) -> object:
    """Check now, whatever the setting; the answer is what ``check --claims --json`` has of it.

    The problems stand in the text until their sentences change. ``thorough``: all that the papers'
    texts do not say, until it is asked without.
    """
    snapshot = snapshot_for(parts.session, arguments)
    parts.session.checks.ask_claims(snapshot.project.root, thorough=arguments.thorough)
    return _check(parts, snapshot)


async def _check(parts: "Parts", snapshot: "Snapshot") -> object:
    from citeloom.actions.checking.claims.claims_json import claims_as_json, summary_lines

    checked = await snapshot.checks.of(snapshot.opened, snapshot.context, snapshot.papers)
    claims = checked.claims
    parts.diagnosing.all_changed()
    parts.editor.refresh()
    if claims is None:
        return None
    lines = summary_lines(claims) if claims.sentences else ("No sentence of the draft cites.",)
    parts.editor.say("; ".join(lines))
    return claims_as_json(claims)
