"""What having a model judge claims would send, question by question, and what that would take."""

import asyncio
from dataclasses import dataclass
from itertools import takewhile

from citeloom.actions.checking.claims.check_claims import CheckedClaim, ClaimsCheck
from citeloom.actions.checking.claims.judging import (
    ANSWER_TOKENS,
    STEP,
    claims_to_judge,
    question_about,
    sources_of,
)
from citeloom.actions.context import Context
from citeloom.actions.writing.models import Estimate, Setup, estimate
from citeloom.grounding.support.source import SourceText
from citeloom.models.cost import Cost, StepCost
from citeloom.methods.modelled.lengths import text_tokens
from citeloom.models.memo import Memo
from citeloom.models.port import Message
from citeloom.models.prompts import Prompts
from citeloom.models.quoting import Fence
from citeloom.models.rehearsal import RehearsedModel
from citeloom.models.secret import installation_secret
from citeloom.models.setup import MEMO
from citeloom.settings import prompts_folder

Messages = tuple[Message, ...]


@dataclass(frozen=True)
class JudgingPlan:
    """The questions about a draft's claims to which no answer is kept, in their order.

    ``claims`` is the number of all claims that are judged, ``papers`` are those that they cite,
    ``instructions`` the messages with which every question begins.
    """

    setup: Setup | None
    claims: int
    papers: tuple[SourceText, ...]
    instructions: Messages
    questions: tuple[Messages, ...]
    estimate: Estimate

    @property
    def kept(self) -> int:
        """The number of claims of which the answers are kept: nothing of them is sent."""
        return self.claims - len(self.questions)

    @property
    def about_calls(self) -> str:
        """What else goes with the questions, in sentences."""
        return (
            "With each goes the form of the answer, as a JSON schema or in words. Where an answer "
            "cannot be used, the same question is asked again, with that answer and what is wrong "
            "with it."
        )


def plan_judging(checked: ClaimsCheck, context: Context, setup: Setup | None) -> JudgingPlan:
    """Return what a model would be asked about all claims; nobody is asked."""
    prompts, fence = Prompts(prompts_folder()), Fence(installation_secret(context.user.data_folder))
    claims = claims_to_judge(checked)
    asked = [question_about(claim, checked, prompts, fence) for claim in claims]
    sent, speed = [question.messages for question in asked], None
    if setup is not None:
        path = context.user.data_folder / MEMO
        kept, limits = path if path.exists() else None, setup.settings
        with Memo(kept, limits.memo_days, limits.memo_megabytes) as memo:
            model = RehearsedModel(setup, memo)

            async def unanswered() -> list[Messages]:
                return [await model.messages_to_send(question) for question in asked]

            sent, speed = asyncio.run(unanswered()), memo.speed(setup.endpoint)
    questions = tuple(filter(None, sent))
    shared = _shared_start(questions)
    return JudgingPlan(
        setup,
        len(claims),
        _papers(claims, checked),
        questions[0][:shared] if questions else (),
        tuple(messages[shared:] for messages in questions),
        estimate(_cost(questions), setup, speed),
    )


def _cost(questions: tuple[Messages, ...]) -> Cost:
    count = len(questions)
    if not count:
        return Cost()
    tokens = sum(text_tokens(message.text) for messages in questions for message in messages)
    return Cost((StepCost(STEP, count, 2 * count, tokens // count, ANSWER_TOKENS),))


def _papers(claims: list[CheckedClaim], checked: ClaimsCheck) -> tuple[SourceText, ...]:
    found = {source.paper: source for claim in claims for source in sources_of(claim, checked)}
    return tuple(found.values())


def _shared_start(questions: tuple[Messages, ...]) -> int:
    """Return how many messages all questions begin with, of one question all but its last."""
    least = min((len(messages) for messages in questions), default=1)
    same = takewhile(lambda messages: len(set(messages)) == 1, zip(*questions, strict=False))
    return min(least - 1, sum(1 for _ in same))
