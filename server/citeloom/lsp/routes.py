"""Which file of ``features`` answers which request."""

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
    """A request: the module whose ``answer`` answers it, and the options that are announced.

    ``shared`` requests are those that other LaTeX servers answer too; they can be switched off
    as a group. ``quiet`` ones are sent by the editor unasked: where a project cannot be read they
    answer nothing instead of an error. ``work`` ones get the jobs and waiting texts. ``outline`` is
    the module for a document that is an outline; without one such a document has no answer.

    Where a large file must be read first, requests wait for that; of those that have one, the
    function ``meanwhile`` of the module answers at once.
    """

    method: str
    module: str
    options: Any = None
    shared: bool = False
    quiet: bool = True
    work: bool = False
    outline: str = ""
    meanwhile: str = ""


ROUTES = (
    RequestRoute(
        types.TEXT_DOCUMENT_HOVER, "hover", outline="outline_hover", meanwhile="answer_unread"
    ),
    RequestRoute(types.TEXT_DOCUMENT_DEFINITION, "definition", shared=True),
    RequestRoute(types.TEXT_DOCUMENT_REFERENCES, "references", shared=True),
    RequestRoute(
        types.TEXT_DOCUMENT_RENAME,
        "rename",
        types.RenameOptions(prepare_provider=True),
        shared=True,
        quiet=False,
    ),
    RequestRoute(types.TEXT_DOCUMENT_PREPARE_RENAME, "prepare_rename", shared=True),
    RequestRoute(
        types.TEXT_DOCUMENT_COMPLETION,
        "completion",
        types.CompletionOptions(trigger_characters=["{", ","], resolve_provider=True),
        shared=True,
    ),
    RequestRoute(types.COMPLETION_ITEM_RESOLVE, "completion_resolve", shared=True),
    RequestRoute(types.TEXT_DOCUMENT_DOCUMENT_SYMBOL, "document_symbol"),
    RequestRoute(types.WORKSPACE_SYMBOL, "workspace_symbol"),
    RequestRoute(types.TEXT_DOCUMENT_DOCUMENT_LINK, "document_link"),
    RequestRoute(types.TEXT_DOCUMENT_INLAY_HINT, "inlay_hint"),
    RequestRoute(
        types.TEXT_DOCUMENT_DIAGNOSTIC,
        "diagnostic",
        types.DiagnosticOptions(
            inter_file_dependencies=True, workspace_diagnostics=False, identifier="citeloom"
        ),
        work=True,
        outline="diagnostic",
    ),
    RequestRoute(
        types.TEXT_DOCUMENT_CODE_ACTION,
        "code_action",
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
        outline="outline_action",
    ),
    RequestRoute(types.TEXT_DOCUMENT_CODE_LENS, "code_lens", work=True, outline="outline_lens"),
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
    **dict.fromkeys(("check", "strip"), "draft"),
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
