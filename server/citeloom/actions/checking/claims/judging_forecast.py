"""Forecast what it would cost and send to have a model judge the claims of a draft."""

from pathlib import Path

from citeloom.actions.checking.claims.check_claims import check_claims
from citeloom.actions.checking.claims.judging import check_may_be_sent, claims_to_judge
from citeloom.actions.checking.claims.judging_plan import JudgingPlan, plan_judging
from citeloom.actions.context import Context
from citeloom.actions.writing.choices import obstacle_to
from citeloom.actions.writing.forecast import Forecast
from citeloom.actions.writing.models import configured_model
from citeloom.actions.writing.task.plan import open_draft
from citeloom.models.receiver import Receiver
from citeloom.problem import InputError

CITING_SENTENCES = "citing sentences"
"""The part of the draft that is sent."""

PAPER_FACTS = "title and abstract"


def planned_judging(root: Path, context: Context, handed_over: str = "") -> JudgingPlan:
    """Plan judging the claims of the draft with a root; nobody is asked.

    Raises
    ------
    InputError
        If the draft cannot be read or has no claim that can be judged.
    """
    checked = check_claims(open_draft(root, context), context, [])
    if not claims_to_judge(checked):
        raise InputError(
            "no sentence cites a paper of which an abstract or text is known",
            advice="get abstracts of cited papers first",
        )
    check_may_be_sent(checked, root, context)
    return plan_judging(checked, context, configured_model(handed_over))


def forecast_of_draft(root: Path, context: Context, handed_over: str = "") -> Forecast:
    """Forecast judging the claims of the draft with a root; nobody is asked."""
    return judging_forecast(planned_judging(root, context, handed_over), context)


def judging_forecast(planned: JudgingPlan, context: Context) -> Forecast:
    """Forecast what planned judging would cost and send."""
    setup, papers = planned.setup, planned.papers
    return Forecast(
        "",
        uses_model=True,
        estimate=planned.estimate,
        receiver=setup.receiver if setup else Receiver(),
        stays_here=setup is None or setup.is_local,
        draft_parts=(CITING_SENTENCES,),
        references=len(papers),
        with_abstract=len(papers),
        obstacle=obstacle_to(setup, has_editor_models=context.has_editor_models),
        full_texts=sum(paper.has_full_text for paper in papers),
        paper_facts=PAPER_FACTS,
    )
