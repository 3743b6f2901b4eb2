"""Make an outline before anything is written."""

from citeloom.actions.context import Context
from citeloom.actions.writing.models import no_model, ports
from citeloom.actions.writing.outline.request import check_outline_method
from citeloom.actions.writing.outline.text import INSTRUCTIONS, outline_text
from citeloom.actions.writing.task.plan import Plan
from citeloom.methods.port import NoProgress, Progress
from citeloom.models.setup import Setup


async def make_outline(
    plan: Plan, context: Context, progress: Progress | None = None, setup: Setup | None = None
) -> str:
    """Return the outline by which the plan's method would write.

    Writing by it asks nothing again that was asked for it.

    Raises
    ------
    InputError
        If the method cannot follow an outline, or cannot make one; as ServiceError if the model
        cannot be used.
    """
    check_outline_method(plan.method)
    if plan.method.uses_model and setup is None:
        raise no_model(plan.method.name)
    told = progress or NoProgress()
    opened = ports(context, setup, told, plan.project.root, plan.texts)
    async with opened as (given, _):
        taxonomy = await plan.method.outline(plan.task, plan.parameters, given)
    return f"{INSTRUCTIONS}\n{outline_text(taxonomy, plan.task.references)}"
