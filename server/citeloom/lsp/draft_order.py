"""Orders for drafts that are open."""

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from citeloom.actions.context import context_over
from citeloom.actions.order import Order
from citeloom.actions.writing.anchor import AnchoredSection
from citeloom.actions.writing.revising.request import ReviseRequest
from citeloom_latex.lined import LinedText

if TYPE_CHECKING:
    from citeloom.actions.order_plan import OrderPlan
    from citeloom.actions.writing.forecast import Forecast
    from citeloom.lsp.session import Session


@dataclass(frozen=True)
class DraftOrder:
    """An order for the draft of a root; the same is done once at a time.

    ``arguments`` are those of its command.
    ``section`` is the one that is written, None for what writes none. ``text`` is that of the file
    in which the place of a revision is counted.
    """

    root: Path
    order: Order
    arguments: Mapping[str, object]
    section: AnchoredSection | None = None
    text: str = ""

    @property
    def dry_run(self) -> Mapping[str, object]:
        """The arguments with which ``citeloom.dryRun`` shows what it would send."""
        return {**self.arguments, "kind": self.order.kind.name}

    @property
    def about(self) -> tuple[Path, object]:
        """What tells it apart from others of its kind."""
        return self.root, self.section or self.order.subject

    @property
    def key(self) -> tuple[object, ...]:
        """What names it: there is at most one unfinished job of a key."""
        return (*self.about, self.order.at if isinstance(self.order, ReviseRequest) else None)

    def title(self, place: str) -> str:
        """Return what is done: its progress is called so; ``place`` is the section in words."""
        return f"{self.order.kind.doing}{self.order.what}{f' for {place}' if place else ''}"

    async def plan(self, session: "Session") -> tuple["OrderPlan", "Forecast | None"]:
        """Plan it on the texts as they are now, and forecast what that would take, in a thread."""
        texts = {path: LinedText(text) for path, text in session.texts.items()}
        own, key = session.context, session.model_key
        has_models = own.has_editor_models
        context = context_over(texts, own.user, own.folders, has_editor_models=has_models)

        def plan_and_forecast() -> tuple["OrderPlan", "Forecast | None"]:
            # Imported late: reading a draft needs no plan.
            from citeloom.actions.plan_of_order import plan_of_order

            plan = asyncio.run(plan_of_order(self.order, context, key))
            return plan, plan.forecast()

        return await asyncio.to_thread(plan_and_forecast)
