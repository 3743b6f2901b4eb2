"""Having a model judge the claims of a draft: what that would send and take, and the run."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import takewhile
from pathlib import Path
from typing import ClassVar

from citeloom.actions.checking.claims.check_claims import CheckedClaim, ClaimsCheck, check_claims
from citeloom.actions.checking.claims.judging import (
    check_may_be_sent,
    claims_to_judge,
<<<<<<< HEAD
    judge_claims,
    question_about,
=======
    question_batches,
>>>>>>> claims38
    sources_of,
)
from citeloom.actions.checking.claims.kept_judgements import KeptJudgements, kept_judgements
from citeloom.actions.context import Context
from citeloom.actions.order import Order, OrderKind, OrderPlan
from citeloom.actions.writing.choices import obstacle_to
from citeloom.actions.writing.cost_words import usage_words
from citeloom.actions.writing.dry_run import Messages, SentQuestions
from citeloom.actions.writing.forecast import Forecast
from citeloom.actions.writing.models import Estimate, estimate
from citeloom.actions.writing.rehearsal import kept_answers, rehearsal_of
from citeloom.actions.writing.task.plan import open_draft
from citeloom.methods.modelled.asking_together import ask_all
from citeloom.methods.port import Progress
from citeloom.models.prompts import Prompts
from citeloom.models.quoting import Fence
from citeloom.models.receiver import Receiver
from citeloom.models.rehearsal import RehearsedModel
from citeloom.models.secret import installation_secret
from citeloom.models.setup import Setup
from citeloom.problem import InputError, Remedy
from citeloom.settings import prompts_folder

CITING_SENTENCES = "citing sentences"
"""The part of the draft that is sent."""

PAPER_FACTS = "title and abstract"

JUDGING = OrderKind(
    name="judgeClaims",
    at_most=1,
    button="Judge",
    doing="Judging claims",
    done="Judged",
    waits="waiting until another draft is judged",
    said_to_wait="The claims are judged when those of another draft are.",
    kept=" What was answered is kept.",
    without_model=Remedy.NAME_MODEL,
)


@dataclass(frozen=True)
class JudgeRequest(Order):
    """An order to have a model judge the claims of the draft with a root."""

<<<<<<< HEAD
    kind: ClassVar[OrderKind] = JUDGING

    main: Path

    @property
    def asked(self) -> str:
        return "Judge the draft's claims by a model"
=======
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
>>>>>>> claims38

    @property
    def may_ask_model(self) -> bool:
        return True

    async def plan(
        self, context: Context, handed_over: str = "", _: Progress | None = None
    ) -> "JudgingPlan":
        checked = check_claims(open_draft(self.main, context), context, [])
        check_may_be_sent(checked, self.main, context)
        return JudgingPlan(context, handed_over, checked)


@dataclass(frozen=True)
class JudgingPlan(OrderPlan):
    """A plan to judge the claims that were checked; the questions are known by a rehearsal."""

    checked: ClaimsCheck

    @cached_property
    def claims(self) -> list[CheckedClaim]:
        """The claims that are judged."""
        return claims_to_judge(self.checked)

    @property
    def estimate(self) -> Estimate:
        return self._rehearsed[1]

    def forecast(self) -> Forecast:
        """Return what it would take and send.

        Raises
        ------
        InputError
            If the draft has no claim that can be judged.
        """
        if not self.claims:
            raise InputError(
                "no sentence cites a paper of which an abstract or text is known",
                advice="get abstracts of cited papers first",
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
        return self._rehearsed[0]

    async def run(self, progress: Progress, setup: Setup | None) -> KeptJudgements:
        judged = await judge_claims(self.checked, self.context, progress, setup)
        used = usage_words(judged.usage, setup.settings.currency if setup else "")
        return kept_judgements(judged.claims, judged.failed, used)

    @cached_property
    def _rehearsed(self) -> tuple[SentQuestions, Estimate]:
        context, setup = self.context, self.setup
        fence = Fence(installation_secret(context.user.data_folder))
        prompts = Prompts(prompts_folder())

        async def ask(model: RehearsedModel) -> None:
            questions = (question_about(it, self.checked, prompts, fence) for it in self.claims)
            await ask_all(map(model.ask, questions))

        with kept_answers(context, setup) as memo:
            rehearsal = rehearsal_of(setup, memo)
            cost, speed = rehearsal.cost(ask), memo.speed(setup.endpoint) if setup else None
        questions = rehearsal.sent
        shared = _shared_start(questions)
        sent = SentQuestions(
            len(self.claims),
            questions[0][:shared] if questions else (),
            tuple(messages[shared:] for messages in questions),
        )
        return sent, estimate(cost, setup, speed)


<<<<<<< HEAD
def _shared_start(questions: Sequence[Messages]) -> int:
=======
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
>>>>>>> claims38
    """Return how many messages all questions begin with, of one question all but its last."""
    least = min((len(messages) for messages in questions), default=1)
    same = takewhile(lambda messages: len(set(messages)) == 1, zip(*questions, strict=False))
    return min(least - 1, sum(1 for _ in same))
