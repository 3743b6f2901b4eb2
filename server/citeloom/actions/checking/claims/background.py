"""Have a model judge the claims of a draft, in a process of its own."""

from pathlib import Path

from citeloom.actions.checking.claims.check_claims import check_claims
from citeloom.actions.checking.claims.judging import check_may_be_sent, judge_claims
from citeloom.actions.checking.claims.kept_judgements import KeptJudgements, kept_judgements
from citeloom.actions.context import open_project
from citeloom.actions.writing.background import BackgroundTask, JobProgress
from citeloom.actions.writing.cost_words import usage_words


async def judge_in_background(task: BackgroundTask[Path], progress: JobProgress) -> KeptJudgements:
    """Ask about the claims of the draft with a root."""
    progress.stage("reading the draft")
    context = task.context
    setup = task.model(progress, asked=True)
    checked = check_claims(open_project(task.request, context), context, [])
    check_may_be_sent(checked, task.request, context)
    judged = await judge_claims(checked, context, progress, setup)
    used = usage_words(judged.usage, setup.settings.currency if setup else "")
    return kept_judgements(judged.claims, judged.failed, used)
