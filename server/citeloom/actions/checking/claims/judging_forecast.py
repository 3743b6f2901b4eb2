"""Forecast what it would cost and send to have a model judge the claims of a draft."""

from pathlib import Path

from citeloom.actions.checking.claims.check_claims import check_claims
from citeloom.actions.checking.claims.judging import (
    check_may_be_sent,
    claims_to_judge,
    judging_estimate,
    shown_papers,
)
from citeloom.actions.context import Context, open_project
from citeloom.actions.writing.choices import obstacle_to
from citeloom.actions.writing.forecast import Forecast
from citeloom.actions.writing.models import configured_model
from citeloom.models.receiver import Receiver
from citeloom.problem import InputError

CITING_SENTENCES = "citing sentences"
"""The part of the draft that is sent."""

PAPER_FACTS = "title and abstract"


def judging_forecast(root: Path, context: Context, handed_over: str = "") -> Forecast:
    """Forecast judging the claims of the draft with a root; nobody is asked.

    Raises
    ------
    InputError
        If the draft cannot be read or has no claim that can be judged, as ``check_may_be_sent``
        and ``configured_model`` do.
    """
    checked = check_claims(open_project(root, context), context, [])
    if not claims_to_judge(checked):
        raise InputError(
            "no sentence cites a paper of which an abstract or text is known",
            advice="get abstracts of cited papers first",
        )
    check_may_be_sent(checked, root, context)
    setup = configured_model(handed_over)
    papers = shown_papers(checked)
    return Forecast(
        "",
        uses_model=True,
        estimate=judging_estimate(checked, setup),
        receiver=setup.receiver if setup else Receiver(),
        stays_here=setup is None or setup.is_local,
        draft_parts=(CITING_SENTENCES,),
        references=len(papers),
        with_abstract=len(papers),
        obstacle=obstacle_to(setup, has_editor_models=context.has_editor_models),
        full_texts=sum(paper.has_full_text for paper in papers),
        paper_facts=PAPER_FACTS,
    )
