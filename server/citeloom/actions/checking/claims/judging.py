"""Ask the user's language model whether papers say what a draft's claims say of them."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from citeloom.actions.checking.claims.check_claims import CheckedClaim, ClaimsCheck
from citeloom.actions.checking.claims.judgement import (
    Judgement,
    ModelVerdicts,
    check_answer,
    judgement_of,
)
from citeloom.actions.checking.claims.stored_judgements import KeptJudgements, with_states
from citeloom.actions.context import Context, project_folder
from citeloom.actions.writing.cost_words import usage_words
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
from citeloom.methods.port import Progress
from citeloom.models.port import AnswerError, ContextTooLongError, LanguageModel, Question
from citeloom.models.prompts import Prompts
from citeloom.models.quoting import Fence
from citeloom.models.setup import Setup

STEP = "claims"
JUDGING = "judging claims"
_ANSWER_TOKENS = 120
AT_ONCE = 8
_OF_FULL_TEXT = 20
"""Sentences of a full text that are shown with claims: those that say most of them."""

_IN_A_QUESTION = 5
"""Claims that are asked about together: a long answer is more often wrong in its form."""


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
) -> KeptJudgements:
    """Ask about each claim. The caller has seen to it that the user agrees.

    Answers are kept by the memo, so that a run that was stopped goes on.

    Raises
    ------
    InputError
        If no model is configured; as ServiceError if it cannot be used.
    """
    if setup is None:
        raise no_model(JUDGING)
    said: dict[int, Judgement] = {}
    root = checked.texts.project.root
    async with ports(context, setup, progress, root, {}) as (opened, ledger):
        model = model_of(opened, JUDGING)
        batches = question_batches(checked, opened.prompts, opened.fence)
        for start in range(0, len(batches), AT_ONCE):
            progress.stage("checking claims", start, len(batches))
            some = batches[start : start + AT_ONCE]
            for found in await ask_all(_judgements(batch, checked, model) for batch in some):
                said |= found
        used = usage_words(usage_of(ledger), setup.settings.currency)
    failed = len(claims_to_judge(checked)) - len(said)
    by_state = {state: said[id(it)] for state, it in with_states(checked) if id(it) in said}
    return KeptJudgements(by_state, failed, used)


@dataclass(frozen=True)
class ClaimBatch:
    """Claims on the same papers that are judged together, and the question about them."""

    claims: tuple[CheckedClaim, ...]
    question: Question[ModelVerdicts]


def question_batches(checked: ClaimsCheck, prompts: Prompts, fence: Fence) -> list[ClaimBatch]:
    """Return the questions about all claims, each of some that cite the same papers."""
    by_papers: dict[tuple[str, ...], list[tuple[CheckedClaim, str]]] = {}
    for sentence in checked.sentences:
        for claim in sentence.claims:
            if sources_of(claim, checked):
                papers = tuple(support.paper for support in claim.check.papers)
                shown = _in_its_sentence(claim.claim.text, sentence.sentence.text)
                by_papers.setdefault(papers, []).append((claim, shown))
    return [
        _batch(each[start : start + _IN_A_QUESTION], checked, prompts, fence)
        for each in by_papers.values()
        for start in range(0, len(each), _IN_A_QUESTION)
    ]


def _batch(
    each: Sequence[tuple[CheckedClaim, str]], checked: ClaimsCheck, prompts: Prompts, fence: Fence
) -> ClaimBatch:
    claims = tuple(claim for claim, _ in each)
    sources = sources_of(claims[0], checked)
    texts = enumerate(_texts(claims, sources), 1)
    messages = prompts["judging/claim-support"].messages(
        claims="\n\n".join(fence.quote(shown, f"C{at}") for at, (_, shown) in enumerate(each, 1)),
        papers="\n\n".join(fence.quote(text, f"P{at}") for at, text in texts),
    )

    def check(answer: ModelVerdicts) -> None:
        check_answer(answer, len(claims), sources)

    written = _ANSWER_TOKENS * len(claims)
    return ClaimBatch(
        claims, Question(STEP, messages, ModelVerdicts, 0.0, check=check, written=written)
    )


def _in_its_sentence(claim: str, sentence: str) -> str:
    """Return a sentence with the claim in it marked; the claim alone where it is all of it."""
    at = sentence.find(claim)
    if at < 0 or claim == sentence:
        return f"«{claim}»"
    return f"{sentence[:at]}«{claim}»{sentence[at + len(claim) :]}"


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


async def _judgements(
    batch: ClaimBatch, checked: ClaimsCheck, model: LanguageModel
) -> dict[int, Judgement]:
    """Return what the model says of claims, by their ids; not of those whose answer is unusable."""
    try:
        answer = await model.ask(batch.question)
    except AnswerError as error:
        if not isinstance(error.answer, ModelVerdicts):
            return {}
        answer = error.answer
    except ContextTooLongError:
        return {}
    sources = sources_of(batch.claims[0], checked)
    return {
        id(batch.claims[it.claim - 1]): judgement_of(it, sources)
        for it in answer.claims
        if 0 < it.claim <= len(batch.claims)
    }


def _texts(claims: Sequence[CheckedClaim], sources: Sequence[SourceText]) -> Iterator[str]:
    """Yield what is shown of each paper that claims cite."""
    for source in sources:
        title = " ".join(it.text for it in source.sentences if it.source == TITLE)
        own = [it for it in source.sentences if it.source not in (TITLE, FULL_TEXT)]
        own += _nearest([it for it in source.sentences if it.source == FULL_TEXT], claims)
        yield f"{title}\n\n" + "\n".join(sentence.text for sentence in own)


def _nearest(
    full: Sequence[SourceSentence], claims: Sequence[CheckedClaim]
) -> list[SourceSentence]:
    """Return the sentences that have most words of claims, in their order."""
    wanted = Claim(" ".join(it.claim.text for it in claims), ()).forms.keys()
    ranked = sorted(range(len(full)), key=lambda at: (-len(wanted & full[at].roots), at))
    return [full[at] for at in sorted(ranked[:_OF_FULL_TEXT])]
