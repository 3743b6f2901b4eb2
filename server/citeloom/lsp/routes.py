"""Which function of ``features`` answers which request."""

from dataclasses import dataclass
from typing import Any

from lsprotocol import types

RELATED_WORK_KIND = "refactor.rewrite.relatedWork"
SUGGESTION_KIND = "refactor.rewrite.citation"
ENTRY_KIND = "refactor.rewrite.entry"
REVISION_KIND = "refactor.rewrite.sentence"
CLAIMS_KIND = "source.checkClaims"
THOROUGH_KIND = "source.checkClaimsThoroughly"
"""No part of ``CLAIMS_KIND``: an editor that runs that on save would run both."""
JUDGING_KIND = "refactor.judgeClaims"
"""No kind of ``source``: an editor may run those on each save, and no save asks a model."""


@dataclass(frozen=True, slots=True)
class RequestRoute:
    """A request: the function of a module of ``features`` that answers it, and its options.

    ``shared`` requests are those that other LaTeX servers answer too; they can be switched off
    as a group. ``quiet`` ones are sent by the editor unasked: where a project cannot be read they
    answer nothing instead of an error. ``work`` ones get the jobs and waiting texts. ``outline`` is
    the function for a document that is an outline; without one such a document has no answer.

    Where a large file must be read first, requests wait for that; of those that have one, the
    function ``meanwhile`` answers at once.
    """

    method: str
    function: str
    options: Any = None
    shared: bool = False
    quiet: bool = True
    work: bool = False
    outline: str = ""
    meanwhile: str = ""


ROUTES = (
    RequestRoute(
        types.TEXT_DOCUMENT_HOVER,
        "hover.answer",
        outline="outline.hover",
        meanwhile="hover.answer_unread",
    ),
    RequestRoute(types.TEXT_DOCUMENT_DEFINITION, "keys.definition", shared=True),
    RequestRoute(types.TEXT_DOCUMENT_REFERENCES, "keys.references", shared=True),
    RequestRoute(
        types.TEXT_DOCUMENT_RENAME,
        "keys.rename",
        types.RenameOptions(prepare_provider=True),
        shared=True,
        quiet=False,
    ),
    RequestRoute(types.TEXT_DOCUMENT_PREPARE_RENAME, "keys.prepare_rename", shared=True),
    RequestRoute(
        types.TEXT_DOCUMENT_COMPLETION,
        "completion.answer",
        types.CompletionOptions(trigger_characters=["{", ","], resolve_provider=True),
        shared=True,
    ),
    RequestRoute(types.COMPLETION_ITEM_RESOLVE, "completion.resolve", shared=True),
    RequestRoute(types.TEXT_DOCUMENT_DOCUMENT_SYMBOL, "document_symbol.answer"),
    RequestRoute(types.WORKSPACE_SYMBOL, "workspace_symbol.answer"),
    RequestRoute(types.TEXT_DOCUMENT_DOCUMENT_LINK, "document_link.answer"),
    RequestRoute(
        types.TEXT_DOCUMENT_DIAGNOSTIC,
        "diagnostic.answer",
        types.DiagnosticOptions(
            inter_file_dependencies=True, workspace_diagnostics=False, identifier="citeloom"
        ),
        work=True,
        outline="diagnostic.answer",
    ),
    RequestRoute(
        types.TEXT_DOCUMENT_CODE_ACTION,
        "code_action.answer",
        types.CodeActionOptions(
            code_action_kinds=[
                types.CodeActionKind.QuickFix,
                RELATED_WORK_KIND,
                SUGGESTION_KIND,
                ENTRY_KIND,
                CLAIMS_KIND,
                THOROUGH_KIND,
                REVISION_KIND,
                JUDGING_KIND,
            ]
        ),
        work=True,
        outline="outline.actions",
    ),
    RequestRoute(
        types.TEXT_DOCUMENT_CODE_LENS, "code_lens.answer", work=True, outline="outline.lens"
    ),
)

COMMANDS = {
    **dict.fromkeys(("write", "weave", "revise", "moreRevisions"), "ordering"),
    **dict.fromkeys(("judgeClaims", "estimate"), "ordering"),
    **dict.fromkeys(("dryRun",), "dry_run"),
    **dict.fromkeys(("cancel", "restart", "setKey"), "service"),
    **dict.fromkeys(("preview", "insert", "discard", "changes", "decide"), "waiting_texts"),
    **dict.fromkeys(("earlierTexts", "bringBack"), "waiting_texts"),
    **dict.fromkeys(("show", "trace", "graphs", "outline"), "written"),
    **dict.fromkeys(("sections", "addSection"), "sections"),
    **dict.fromkeys(("methods", "models", "modelOffers", "setModel"), "models"),
    **dict.fromkeys(("strip",), "draft"),
    **dict.fromkeys(("checkClaims", "showSource"), "claims"),
    **dict.fromkeys(("references", "openPdf"), "papers"),
    **dict.fromkeys(("fetch", "abstracts", "pasteAbstract"), "abstracts"),
    **dict.fromkeys(("completeEntries",), "complete_entries"),
    **dict.fromkeys(("suggest", "takeSuggestion", "dismissSuggestion"), "suggestions"),
}
"""The commands, without ``citeloom.``, and their files in ``features/commands``."""

WITHOUT_DOCUMENT = frozenset({"cancel", "modelOffers", "models", "restart", "setKey", "setModel"})
"""Commands that are about no document: they wait for none to be read."""

FORECASTS = frozenset({"estimate", "dryRun", "methods"})
"""Commands that neither write nor send, but say what would be sent: nobody is asked for them."""
