"""``citeloom.write``: start to write related work in the background."""

from typing import TYPE_CHECKING

from citeloom.actions.writing.choices import method_named
from citeloom.lsp.features.commands.sections.section_question import ask_section, is_clear
from citeloom.lsp.features.given.arguments import Arguments
from citeloom.lsp.features.given.document import own_snapshot_for
from citeloom.lsp.features.given.request import Asked, asked_of, forecast_of
from citeloom.lsp.features.given.starting import start, start_agreed
from citeloom.lsp.orders import Order, writing

if TYPE_CHECKING:
    from citeloom.lsp.parts import Parts


def run(parts: "Parts", arguments: Arguments) -> object:
    """Start the job; the answer is as ``start`` and ``start_agreed`` give it.

    Where it is not clear which section is meant, the user is asked.
    """
    if parts.editor.can_ask:
        snapshot = own_snapshot_for(parts.session, arguments)
        if not is_clear(snapshot, arguments):
            parts.background.run(ask_section(parts, snapshot, arguments, run))
            return {"job": None, "waits": False, "asked": True}
    asked = asked_of(parts.session, arguments, parts.work.texts)
    order = writing(asked.section, asked.request)
    if not method_named(asked.method).uses_model:
        return start(parts, order)
    parts.jobs.check_free(asked.snapshot, asked.at)
    return _with_model(parts, asked, order, arguments)


async def _with_model(parts: "Parts", asked: Asked, order: Order, arguments: Arguments) -> object:
    made, given = await forecast_of(parts.session, asked), arguments.as_json
    return start_agreed(parts, order, made, agreed=arguments.agreed, dry_run=given)
