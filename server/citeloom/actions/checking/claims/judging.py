"""Ask the user's language model whether papers say what a draft's claims say of them."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from citeloom.actions.checking.claims.check_claims import CheckedClaim, ClaimsCheck
from citeloom.actions.checking.claims.judgement import (
    Judgement,
    ModelVerdict,
    check_quotes,
    judgement_of,
)
from citeloom.actions.context import Context, project_folder
from citeloom.actions.writing.models import no_model, ports, usage_of
from citeloom.actions.writing.task.sendable import SENT, check_references
from citeloom.draft.references import cited_entries
from citeloom.grounding.support.claim import Claim
from citeloom.grounding.support.source import (
    ABSTRACT,
    FULL_TEXT,
    TITLE,
    SourceSentence,
    SourceText,
)
from citeloom.methods.modelled.asking_together import ask_all
from citeloom.methods.modelled.method import model_of
from citeloom.methods.modelled.showing_papers import without_orders
from citeloom.methods.port import Ports, Progress
from citeloom.methods.result import Usage
from citeloom.models.port import AnswerError, ContextTooLongError, LanguageModel, Question
from citeloom.models.prompts import Prompts
from citeloom.models.quoting import Fence
from citeloom.models.setup import Setup

STEP = "claims"
JUDGING = "judging claims"
_ANSWER_TOKENS = 120
AT_ONCE = 8
_OF_FULL_TEXT = 20
"""Sentences of a full text that are shown for one claim: those that say most of it."""


@dataclass(frozen=True)
class JudgedClaims:
    """The checked claims with what the model says of each, and what that took.

    ``failed`` is the number of claims of which there is no usable answer.
    """

    claims: ClaimsCheck
    usage: Usage
    failed: int


def claims_to_judge(checked: ClaimsCheck) -> list[CheckedClaim]:
    """Return the claims of which at least one cited paper's abstract or text is known."""
    claims = (claim for sentence in checked.sentences for claim in sentence.claims)
    return [claim for claim in claims if sources_of(claim, checked)]


def check_may_be_sent(checked: ClaimsCheck, main: Path, context: Context) -> None:
    """See that nothing would be sent that stands outside of the project."""
    project = checked.texts.project
    folder = project_folder(project, main, context)
    check_references([it.entry.key for it in cited_entries(project)], project, folder)
    folder.check({it.sentence.path for it in checked.sentences}, SENT)


async def judge_claims(
    checked: ClaimsCheck, context: Context, progress: Progress, setup: Setup | None
) -> JudgedClaims:
    """Ask about each claim. The caller has seen to it that the user agrees.

    Answers are kept by the memo, so that a run that was stopped goes on.

    Raises
    ------
    InputError
        If no model is configured; as ServiceError if it cannot be used.
    """
    if setup is None:
        raise no_model(JUDGING)
    claims = claims_to_judge(checked)
    found: list[Judgement | None] = []
    root = checked.texts.project.root
    async with ports(context, setup, progress, root, {}) as (opened, ledger):
        model = model_of(opened, JUDGING)
        for start in range(0, len(claims), AT_ONCE):
            progress.stage("asking about claims", start, len(claims))
            some = claims[start : start + AT_ONCE]
            found += await ask_all(_judgement(claim, checked, opened, model) for claim in some)
        usage = usage_of(ledger)
    said = {id(claim): judgement for claim, judgement in zip(claims, found, strict=True)}
    sentences = tuple(
        replace(
            sentence,
            claims=tuple(replace(it, judgement=said.get(id(it))) for it in sentence.claims),
        )
        for sentence in checked.sentences
    )
    return JudgedClaims(replace(checked, sentences=sentences), usage, found.count(None))


def question_about(
    claim: CheckedClaim, checked: ClaimsCheck, prompts: Prompts, fence: Fence
) -> Question[ModelVerdict]:
    """Return the question whether its papers say a claim."""
    sources = sources_of(claim, checked)
    texts = enumerate(_texts(claim, checked), 1)
    shown = "\n\n".join(fence.quote(text, f"P{at}") for at, text in texts)
    messages = prompts["judging/claim-support"].messages(
        claim=fence.quote(claim.claim.text), papers=shown
    )

    def check(answer: ModelVerdict) -> None:
        check_quotes(answer, sources)

    return Question(STEP, messages, ModelVerdict, 0.0, check=check, written=_ANSWER_TOKENS)


def sources_of(claim: CheckedClaim, checked: ClaimsCheck) -> list[SourceText]:
    """Return the texts of the papers that are shown with a claim, and that a model may quote.

    Sentences that read like instructions to a model are none of them.
    """
    known = checked.texts.checker.sources
    ids = (support.paper for support in claim.check.papers)
    shown = (_without_orders(known[paper]) for paper in ids if paper in known)
    return [source for source in shown if source.is_known]


def _without_orders(source: SourceText) -> SourceText:
    own = " ".join(it.text for it in source.sentences if it.source == ABSTRACT)
    left = without_orders(own)
    kept = tuple(
        it
        for it in source.sentences
        if it.text in (left if it.source == ABSTRACT else without_orders(it.text))
    )
    return source if len(kept) == len(source.sentences) else replace(source, sentences=kept)


async def _judgement(
    claim: CheckedClaim, checked: ClaimsCheck, opened: Ports, model: LanguageModel
) -> Judgement | None:
    """Return what the model says of a claim; None where its answer cannot be used."""
    try:
        answer = await model.ask(question_about(claim, checked, opened.prompts, opened.fence))
    except AnswerError as error:
        if not isinstance(error.answer, ModelVerdict):
            return None
        answer = error.answer
    except ContextTooLongError:
        return None
    return judgement_of(answer, sources_of(claim, checked))


def _texts(claim: CheckedClaim, checked: ClaimsCheck) -> Iterator[str]:
    """Yield what is shown of each paper that a claim cites."""
    for source in sources_of(claim, checked):
        title = " ".join(it.text for it in source.sentences if it.source == TITLE)
        own = [it for it in source.sentences if it.source not in (TITLE, FULL_TEXT)]
        full = [it for it in source.sentences if it.source == FULL_TEXT]
        if best := _nearest(full, claim):
            own += best
        yield f"{title}\n\n" + "\n".join(sentence.text for sentence in own)


def _nearest(full: Sequence[SourceSentence], claim: CheckedClaim) -> list[SourceSentence]:
    """Return the sentences that have most words of a claim, in their order."""
    wanted = Claim(claim.claim.text, ()).forms.keys()
    ranked = sorted(range(len(full)), key=lambda at: (-len(wanted & full[at].roots), at))
    return [full[at] for at in sorted(ranked[:_OF_FULL_TEXT])]
