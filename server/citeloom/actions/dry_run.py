"""What of a draft and its references writing would send to a language model, word for word."""

from dataclasses import dataclass

from citeloom.actions.context import Context
from citeloom.actions.write import WriteRequest, plan
from citeloom.papers.paper import Paper


@dataclass(frozen=True)
class Sent:
    """The draft's parts by their names, and the papers; of these title, venue, year, abstract.

    Both are empty where the method asks no model.
    """

    draft: tuple[tuple[str, str], ...] = ()
    papers: tuple[Paper, ...] = ()


def dry_run(request: WriteRequest, context: Context) -> Sent:
    """Return what would be sent; nothing is, and nobody is asked.

    A model gets it in parts, with the method's instructions around; what is longer than its
    context is shortened.

    Raises
    ------
    InputError
        As ``plan`` does.
    """
    planned = plan(request, context)
    if not planned.method.uses_model:
        return Sent()
    draft = planned.task.draft
    parts = [("title", draft.title), (draft.abstract_source, draft.abstract)]
    return Sent(tuple(one for one in parts if one[1]), tuple(planned.task.references))
