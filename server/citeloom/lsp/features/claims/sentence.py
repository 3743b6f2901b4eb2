"""The hover of a citing sentence, and the quick fixes of what is doubtful in it."""

from typing import TYPE_CHECKING

from lsprotocol import types

from citeloom.lsp.features.markup import Page, shorten

if TYPE_CHECKING:
    from citeloom.actions.checking.claims.check_claims import CheckedSentence, ClaimsCheck
    from citeloom.lsp.snapshot import Snapshot

LONGEST_SOURCE = 300


async def claim_hover(snapshot: "Snapshot", offset: int) -> types.Hover | None:
    """Return what the cited papers say of the sentence at a place; None where that is not asked."""
    found = await _sentence_at(snapshot, offset)
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


async def claim_actions(
    snapshot: "Snapshot", offset: int, params: types.CodeActionParams
) -> list[types.CodeAction]:
    """Return the quick fixes of the sentence at a place."""
    if not snapshot.client.can("text_document.code_action.code_action_literal_support"):
        return []
    found = await _sentence_at(snapshot, offset)
    if found is None:
        return []
    from citeloom.actions.checking.claims.at_a_place import claim_fixes

    checked, sentence = found
    return [
        types.CodeAction(
            fix.title,
            kind=types.CodeActionKind.QuickFix,
            diagnostics=[it for it in params.context.diagnostics if it.code == fix.rule],
            edit=snapshot.workspace_edit({snapshot.path: (fix.edit,)}),
        )
        for fix in claim_fixes(sentence, checked.texts)
    ]


async def _sentence_at(
    snapshot: "Snapshot", offset: int
) -> "tuple[ClaimsCheck, CheckedSentence] | None":
    if not snapshot.settings.claims or snapshot.path not in snapshot.project.documents:
        return None
    checked = await snapshot.checks.of(
        snapshot.opened, snapshot.context, snapshot.papers, claims=True
    )
    if checked.claims is None:
        return None
    from citeloom.actions.checking.claims.at_a_place import checked_sentence_at

    sentence = checked_sentence_at(checked.claims, snapshot.path, offset)
    return None if sentence is None else (checked.claims, sentence)
