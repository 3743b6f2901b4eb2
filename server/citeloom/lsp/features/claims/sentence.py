"""The hover of a citing sentence, and the quick fixes of what is doubtful in it."""

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from lsprotocol import types

from citeloom.lsp.features.given.arguments import Arguments, CursorPosition, command_of
from citeloom.lsp.features.markup import Page, shorten
from citeloom.lsp.routes import CLAIMS_KIND

if TYPE_CHECKING:
    from citeloom.actions.checking.claims.check_claims import CheckedSentence, ClaimsCheck
    from citeloom.actions.checking.claims.claim_fix import ClaimFix
    from citeloom.lsp.snapshot import Snapshot

LONGEST_SOURCE = 300
MOST_SOURCES = 3
"""Papers of one sentence whose sources are offered."""


async def claim_hover(snapshot: "Snapshot", offset: int) -> types.Hover | None:
    """Return what the cited papers say of the sentence at a place; None where that is not asked."""
    found = await checked_sentence(snapshot, offset)
    if found is None:
        return None
    from citeloom.actions.checking.claims.at_a_place import described_claims

    checked, sentence = found
    page = Page(snapshot.client.markdown)
    for claim in described_claims(sentence, checked.texts):
        page.text(claim.verdict.capitalize(), strong=True)
        for reason in claim.reasons:
            page.text(reason, soft=True)
        sources = [line.split(": ", 1) for line in claim.sources]
        page.items("Sources", [(name, shorten(text, LONGEST_SOURCE)) for name, text in sources])
    return types.Hover(page.content, snapshot.range(sentence.sentence.span))


def check_action(snapshot: "Snapshot") -> object:
    """Return the action that checks the claims of the draft now, whatever the setting."""
    title = "Check what the draft says of the papers that it cites"
    command = command_of("checkClaims", title, Arguments(uri=snapshot.uri(snapshot.path)))
    if not snapshot.client.can("text_document.code_action.code_action_literal_support"):
        return command
    return types.CodeAction(title, kind=CLAIMS_KIND, command=command)


async def claim_actions(
    snapshot: "Snapshot", offset: int, params: types.CodeActionParams
) -> list[types.CodeAction]:
    """Return the quick fixes of the sentence at a place."""
    if not snapshot.client.can("text_document.code_action.code_action_literal_support"):
        return []
    found = await checked_sentence(snapshot, offset)
    if found is None:
        return []
    from citeloom.actions.checking.claims.at_a_place import claim_fixes

    checked, sentence = found
    return [
        *_ways_to_sources(snapshot, checked, sentence, params),
        *_edits(snapshot, claim_fixes(sentence, checked.texts), params),
    ]


def _edits(
    snapshot: "Snapshot", found: "Iterable[ClaimFix]", params: types.CodeActionParams
) -> Iterator[types.CodeAction]:
    for fix in found:
        yield types.CodeAction(
            fix.title,
            kind=types.CodeActionKind.QuickFix,
            diagnostics=[it for it in params.context.diagnostics if it.code == fix.rule],
            edit=snapshot.workspace_edit({snapshot.path: (fix.edit,)}),
        )


def _ways_to_sources(
    snapshot: "Snapshot",
    checked: "ClaimsCheck",
    sentence: "CheckedSentence",
    params: types.CodeActionParams,
) -> Iterator[types.CodeAction]:
    """Yield actions that show the source of each paper that the sentence cites."""
    from citeloom.actions.checking.claims.claim_problems import where
    from citeloom.actions.checking.claims.source_places import sources_at

    at = params.range.start
    position = CursorPosition(line=at.line, character=at.character)
    for source in sources_at(checked, sentence)[:MOST_SOURCES]:
        arguments = Arguments(uri=snapshot.uri(snapshot.path), position=position, key=source.key)
        title = f"Show source in '{source.key}': {where(source.sentence)}"
        yield types.CodeAction(
            title,
            kind=types.CodeActionKind.QuickFix,
            command=command_of("showSource", title, arguments),
        )


async def checked_sentence(
    snapshot: "Snapshot", offset: int
) -> "tuple[ClaimsCheck, CheckedSentence] | None":
    """Return the checked sentence at a place; None where claims were not to be checked."""
    always, root = snapshot.settings.claims == "always", snapshot.project.root
    if not (always or snapshot.checks.has_claims(root)):
        return None
    if snapshot.path not in snapshot.project.documents:
        return None
    checked = await snapshot.checks.of(
        snapshot.opened, snapshot.context, snapshot.papers, claims=always
    )
    if checked.claims is None:
        return None
    from citeloom.actions.checking.claims.at_a_place import checked_sentence_at

    sentence = checked_sentence_at(checked.claims, snapshot.path, offset)
    return None if sentence is None else (checked.claims, sentence)
