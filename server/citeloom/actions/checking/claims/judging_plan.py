"""Having a model judge the claims of a draft: what that would send and take, and the run."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import takewhile
from typing import ClassVar

from citeloom.actions.checking.claims.check_claims import CheckedClaim, ClaimsCheck, check_claims
from citeloom.actions.checking.claims.judging import (
    check_may_be_sent,
    claims_to_judge,
    judge_claims,
    question_batches,
    sources_of,
)
from citeloom.actions.checking.claims.stored_judgements import KeptJudgements
from citeloom.actions.context import Context
from citeloom.actions.order import Order, OrderKind
from citeloom.actions.order_plan import OrderPlan
from citeloom.actions.writing.choices import obstacle_to
from citeloom.actions.writing.dry_run import Messages, SentQuestions
from citeloom.actions.writing.estimates import kept_answers, simulated_run_of
from citeloom.actions.writing.forecast import Forecast
from citeloom.actions.writing.models import Estimate, estimate
from citeloom.actions.writing.task.plan import open_draft
from citeloom.methods.modelled.asking_together import ask_all
from citeloom.methods.port import Progress
from citeloom.models.prompts import Prompts
from citeloom.models.quoting import Fence, installation_secret
from citeloom.models.receiver import Receiver
from citeloom.models.setup import Setup
from citeloom.models.simulated_run import SimulatedModel
from citeloom.problem import InputError, Remedy
from citeloom.settings import prompts_folder

CITING_SENTENCES = "citing sentences"
"""The part of the draft that is sent."""

PAPER_FACTS = "title and abstract"

JUDGING = OrderKind(
    name="judgeClaims",
    planner="citeloom.actions.checking.claims.judging_plan:plan_judging",
    at_most=1,
    button="Judge",
    doing="Judging claims",
    done="Judged",
    waits="waiting for the check of another draft",
    without_model=Remedy.NAME_MODEL,
)


@dataclass(frozen=True)
class JudgeRequest(Order):
    """An order to have a model judge the claims of the draft with a root."""

    kind: ClassVar[OrderKind] = JUDGING

    @property
    def asked(self) -> str:
        return "Check the draft's claims with a model"

    @property
    def may_ask_model(self) -> bool:
        return True


@dataclass(frozen=True)
class JudgingPlan(OrderPlan):
    """A plan to judge the claims that were checked; a simulated run tells the questions."""

    checked: ClaimsCheck

    @cached_property
    def claims(self) -> list[CheckedClaim]:
        """The claims that are judged."""
        return claims_to_judge(self.checked)

    @property
    def estimate(self) -> Estimate:
        return self._estimated[1]

    def forecast(self) -> Forecast:
        """Return the cost of the judging and what it sends.

        Raises
        ------
        InputError
            If the draft has no claim that can be judged.
        """
        if not self.claims:
            raise InputError(
                "no cited paper has an abstract or a full text",
                advice="fetch abstracts first",
            )
        setup = self.setup
        sources = (source for claim in self.claims for source in sources_of(claim, self.checked))
        papers = {source.paper: source for source in sources}.values()
        return Forecast(
            "",
            uses_model=True,
            estimate=self.estimate,
            receiver=setup.receiver if setup else Receiver(),
            stays_here=setup is None or setup.is_local,
            draft_parts=(CITING_SENTENCES,),
            references=len(papers),
            with_abstract=len(papers),
            obstacle=obstacle_to(setup, has_editor_models=self.context.has_editor_models),
            full_texts=sum(paper.has_full_text for paper in papers),
            paper_facts=PAPER_FACTS,
        )

    def sent(self) -> SentQuestions:
        return self._estimated[0]

    async def run(self, progress: Progress, setup: Setup | None) -> KeptJudgements:
        return await judge_claims(self.checked, self.context, progress, setup)

    @cached_property
    def _estimated(self) -> tuple[SentQuestions, Estimate]:
        context, setup = self.context, self.setup
        fence = Fence(installation_secret(context.user.data_folder))
        batches = question_batches(self.checked, Prompts(prompts_folder()), fence)

        async def ask(model: SimulatedModel) -> None:
            await ask_all(model.ask(batch.question) for batch in batches)

        with kept_answers(context, setup) as memo:
            simulated = simulated_run_of(setup, memo)
            cost, speed = simulated.cost(ask), memo.speed(setup.endpoint) if setup else None
        questions = simulated.sent
        shared = _shared_start(questions)
        sent = SentQuestions(
            len(self.claims),
            sum(len(it.claims) for it in batches if it.question.messages not in questions),
            questions[0][:shared] if questions else (),
            tuple(messages[shared:] for messages in questions),
        )
        return sent, estimate(cost, setup, speed)


async def plan_judging(
    order: JudgeRequest, context: Context, handed_over: str = "", _: Progress | None = None
) -> JudgingPlan:
    """Plan to judge, as `citeloom.actions.plan_of_order.plan_of_order` does."""
    checked = check_claims(open_draft(order.main, context), context, [])
    check_may_be_sent(checked, order.main, context)
    return JudgingPlan(context, handed_over, checked)


def _shared_start(questions: Sequence[Messages]) -> int:
    """Return how many messages all questions begin with, of one question all but its last."""
    least = min((len(messages) for messages in questions), default=1)
    same = takewhile(lambda messages: len(set(messages)) == 1, zip(*questions, strict=False))
    return min(least - 1, sum(1 for _ in same))
