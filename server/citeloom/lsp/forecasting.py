"""Say what an order would take and send, before it is started and after it has failed."""

import asyncio
from importlib import import_module
from typing import TYPE_CHECKING

from citeloom.lsp.orders import Order
from citeloom.lsp.session import Session

if TYPE_CHECKING:
    from citeloom.actions.context import Context
    from citeloom.actions.writing.forecast import Forecast


async def order_forecast(session: Session, order: Order) -> "Forecast | None":
    """Forecast an order on the texts as they are now; None where no model is asked for it."""
    module, _, name = order.kind.forecast.partition(":")
    forecast = getattr(import_module(module), name)
    context = context_now(session)
    made: Forecast | None = await asyncio.to_thread(
        forecast, order.request, context, session.model_key
    )
    return made


def context_now(session: Session) -> "Context":
    """Return the texts as they are now, for another thread."""
    from citeloom.actions.context import context_over
    from citeloom_latex.lined import LinedText

    texts = {path: LinedText(text) for path, text in session.texts.items()}
    context = session.context
    has_models = context.has_editor_models
    return context_over(texts, context.user, context.folders, has_editor_models=has_models)
