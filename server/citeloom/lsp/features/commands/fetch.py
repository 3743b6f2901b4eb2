"""``citeloom.fetch``: fetch what is known of some papers or of all, because the user says so.

With ``offline`` that is what this disk has of them: own libraries, and first pages of PDFs.
"""

from collections.abc import Awaitable
from functools import partial
from typing import TYPE_CHECKING

from citeloom.lsp.features.given.arguments import Arguments
from citeloom.lsp.features.given.document import own_snapshot_for
from citeloom.lsp.questions.outside import ask_outside
from citeloom.lsp.questions.trying_again import tell_outcome

if TYPE_CHECKING:
    from citeloom.lsp.parts import Parts
    from citeloom.lsp.snapshot import Snapshot


def run(parts: "Parts", arguments: Arguments) -> Awaitable[object]:
    """Start to fetch; the answer, when all is done, has what came of each entry."""
    keys = (arguments.key,) if arguments.key else arguments.keys
    return _fetch(parts, own_snapshot_for(parts.session, arguments), keys, arguments)


async def _fetch(
    parts: "Parts", snapshot: "Snapshot", keys: tuple[str, ...], arguments: Arguments
) -> object:
    from citeloom.actions.papers.fetched_words import outcome_line
    from citeloom.lsp.questions.outcome_words import disk_words

    if arguments.offline:
        parts.session.papers.forget()  # Another look finds a library that is there by now.
    report = await parts.fetching.fetch(
        snapshot,
        keys,
        refresh=arguments.refresh,
        full_text=arguments.full_text,
        offline=arguments.offline,
    )
    again = partial(run, parts, arguments)
    if report.refused is not None:
        user = snapshot.context.user
        parts.background.run(ask_outside(parts.editor, user, report.refused, again))
    came = report.entries
    if arguments.offline:
        parts.editor.say(disk_words(came))
    else:
        tell_outcome(parts.editor, parts.background, came, again)
    return {
        "fetched": [
            {
                "key": fetched.key,
                "outcome": str(fetched.outcome.status),
                "how": fetched.outcome.how,
                "abstract": fetched.abstract,
                "fullText": fetched.full_text,
                "notes": list(fetched.notes),
                "said": disk_words([fetched]) if arguments.offline else outcome_line(fetched),
            }
            for fetched in came
        ],
        "notes": list(report.notes),
    }
