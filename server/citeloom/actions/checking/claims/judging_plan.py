"""What having a model judge claims would send, question by question, and what that would take."""

from dataclasses import dataclass
from itertools import takewhile
from pathlib import Path

from citeloom.actions.checking.claims.check_claims import CheckedClaim, ClaimsCheck, check_claims
from citeloom.actions.checking.claims.judging import (
    check_may_be_sent,
    claims_to_judge,
    question_batches,
    sources_of,
)
from citeloom.actions.context import Context
from citeloom.actions.writing.choices import obstacle_to
from citeloom.actions.writing.forecast import Forecast
from citeloom.actions.writing.models import Estimate, Setup, configured_model, estimate
from citeloom.actions.writing.rehearsal import kept_answers, rehearsal_of
from citeloom.actions.writing.task.plan import open_draft
from citeloom.grounding.support.source import SourceText
from citeloom.methods.modelled.asking_together import ask_all
from citeloom.models.port import Message
from citeloom.models.prompts import Prompts
from citeloom.models.quoting import Fence
from citeloom.models.receiver import Receiver
from citeloom.models.rehearsal import RehearsedModel
from citeloom.models.secret import installation_secret
from citeloom.problem import InputError
from citeloom.settings import prompts_folder

CITING_SENTENCES = "citing sentences"
"""The part of the draft that is sent."""

PAPER_FACTS = "title and abstract"

Messages = tuple[Message, ...]


@dataclass(frozen=True)
class JudgingPlan:
    """The questions about a draft's claims to which no answer is kept, in their order.

    ``claims`` is the number of all claims that are judged, ``kept`` of those whose answers are kept
    so that nothing of them is sent; ``papers`` are those that they cite,
    ``instructions`` the messages with which every question begins.
    """

    setup: Setup | None
    claims: int
    papers: tuple[SourceText, ...]
    instructions: Messages
    questions: tuple[Messages, ...]
    estimate: Estimate
    kept: int

    @property
    def about_calls(self) -> str:
        """What else goes with the questions, in sentences."""
        return (
            "With each goes the form of the answer, as a JSON schema or in words. Where an answer "
            "cannot be used, the same question is asked again, with that answer and what is wrong "
            "with it."
        )


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


def plan_judging(checked: ClaimsCheck, context: Context, setup: Setup | None) -> JudgingPlan:
    """Return what a model would be asked about all claims; nobody is asked."""
    prompts, fence = Prompts(prompts_folder()), Fence(installation_secret(context.user.data_folder))
    claims = claims_to_judge(checked)
    batches = question_batches(checked, prompts, fence)

    async def ask(model: RehearsedModel) -> None:
        await ask_all(model.ask(batch.question) for batch in batches)

    with kept_answers(context, setup) as memo:
        rehearsal = rehearsal_of(setup, memo)
        cost, speed = rehearsal.cost(ask), memo.speed(setup.endpoint) if setup else None
    questions = rehearsal.sent
    shared = _shared_start(questions)
    return JudgingPlan(
        setup,
        len(claims),
        _papers(claims, checked),
        questions[0][:shared] if questions else (),
        tuple(messages[shared:] for messages in questions),
        estimate(cost, setup, speed),
        sum(len(it.claims) for it in batches if it.question.messages not in questions),
    )


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


def _papers(claims: list[CheckedClaim], checked: ClaimsCheck) -> tuple[SourceText, ...]:
    found = {source.paper: source for claim in claims for source in sources_of(claim, checked)}
    return tuple(found.values())


def _shared_start(questions: tuple[Messages, ...]) -> int:
    """Return how many messages all questions begin with, of one question all but its last."""
    least = min((len(messages) for messages in questions), default=1)
    same = takewhile(lambda messages: len(set(messages)) == 1, zip(*questions, strict=False))
    return min(least - 1, sum(1 for _ in same))
