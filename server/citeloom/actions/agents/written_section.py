"""Related work that an agent has asked for: what a process is to write, if the author agreed."""

import asyncio
from dataclasses import replace
from uuid import uuid4

from citeloom.actions.agents.project import AgentProject
from citeloom.actions.context import Context
from citeloom.actions.ordered_task import OrderedTask
from citeloom.actions.user.sending_agreement import check_consent
from citeloom.actions.writing.order_plans import plan_writing
from citeloom.actions.writing.stored.waiting_files import WaitingFiles
from citeloom.actions.writing.task.request import WriteRequest
from citeloom.actions.writing.waiting import WaitingText
from citeloom.problem import InputError


def task_for_agent(given: AgentProject, request: WriteRequest) -> OrderedTask:
    """Return the task of writing related work.

    An agent cannot agree for the author that a draft is sent to a language model.

    Raises
    ------
    InputError
        If the request does not fit the project, the method cannot run, or its user has not agreed
        to what it would send.
    """
    context, root = given.context, given.project.root
    made = asyncio.run(plan_writing(request, context)).forecast()
    if made.obstacle:
        raise InputError(made.obstacle, advice="the method 'extractive' needs no language model")
    check_consent(made, root, context.user.data_folder)
    return OrderedTask({}, context.user, context.folders, request, made.receiver)


def keep_for_author(text: WaitingText, context: Context) -> WaitingText:
    """Keep a written text where the author's editor finds it; return it with its id.

    Raises
    ------
    InputError
        If it cannot be kept.
    """
    kept = replace(text, id=uuid4().hex)
    if not WaitingFiles(context.user.waiting).put(kept):
        raise InputError("the text was written, but could not be saved for the author")
    return kept
