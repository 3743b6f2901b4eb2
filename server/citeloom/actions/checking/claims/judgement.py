"""What a language model says of a claim; its word counts as far as its quotes are true."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Literal

from pydantic import BaseModel, Field

from citeloom.grounding.support.source import SourceSentence, SourceText
from citeloom.visible import with_whole_signs
from citeloom.words import words


class JudgedVerdict(StrEnum):
    """Whether papers say what a sentence says of them, by a model's word."""

    SUPPORTED = "supported"
    PARTLY = "partly"
    NOT_SUPPORTED = "not supported"
    CANNOT_TELL = "cannot tell"


_LEAST_WORDS = 3
"""A quote of fewer words stands in any text."""

_MOST_QUOTES = 5
"""A weak model on this machine repeats a quote without end."""


class ModelVerdict(BaseModel):
    """A model's answer about one claim; ``claim`` is its number in the question, from 1."""

    claim: int
    verdict: Literal["supported", "partly", "not supported", "cannot tell"]
    quotes: list[str] = Field(
        description="Sentences of the papers, letter by letter.",
        json_schema_extra={"maxItems": _MOST_QUOTES},
    )
    why: str = Field(
        description="The reason, in one short sentence.",
        examples=["They are about something else.", "They speak against it."],
    )


class ModelVerdicts(BaseModel):
    """A model's answer about the claims of a question."""

    claims: list[ModelVerdict]


@dataclass(frozen=True, slots=True)
class Quote:
    """A sentence that a model has quoted and that stands in the text of a paper."""

    paper: str
    sentence: SourceSentence


@dataclass(frozen=True, slots=True)
class Judgement:
    """A model's verdict on a claim, its reason, and its quotes; ``false_quotes`` stand nowhere."""

    verdict: JudgedVerdict
    reason: str
    quotes: tuple[Quote, ...] = ()
    false_quotes: int = 0


def judgement_of(answer: ModelVerdict, sources: Sequence[SourceText]) -> Judgement:
    """Return what counts of an answer: nothing is supported without a quote that is true."""
    quotes: list[Quote] = []
    false = 0
    for said in answer.quotes:
        found = [quote for source in sources for quote in _found(said, source)]
        quotes += [quote for quote in found if quote not in quotes]
        false += not found
    verdict, reason = JudgedVerdict(answer.verdict), with_whole_signs(answer.why.strip())
    needs_one = verdict in (JudgedVerdict.SUPPORTED, JudgedVerdict.PARTLY)
    if needs_one and not quotes:
        what = "its quote is not in the paper" if false else "it quotes nothing"
        reason = f"the model says “{verdict}”, but {what}"
        verdict = JudgedVerdict.CANNOT_TELL
    return Judgement(verdict, reason, tuple(quotes), false)


def check_answer(answer: ModelVerdicts, claims: int, sources: Sequence[SourceText]) -> None:
    """Raise ValueError where a claim is not judged or a quote stands nowhere.

    The message tells the model what to mend.
    """
    if missing := {*range(1, claims + 1)} - {it.claim for it in answer.claims}:
        raise ValueError(f"claims without a verdict: {', '.join(map(str, sorted(missing)))}")
    for said in (quote for it in answer.claims for quote in it.quotes):
        if not any(any(_found(said, source)) for source in sources):
            raise ValueError(f"this quote is in none of the papers: {said[:200]}")


def _found(said: str, source: SourceText) -> list[Quote]:
    """Return the sentence in which a quote stands, or those that it is made of."""
    wanted = _spoken(said)
    if len(wanted.split()) < _LEAST_WORDS:
        return []
    for sentence in source.sentences:
        if wanted in _spoken(sentence.text):
            return [Quote(source.paper, sentence)]
    inside = [it for it in source.sentences if _spoken(it.text) in wanted]
    together = "".join(_spoken(it.text) for it in inside).replace("  ", " ")
    return [Quote(source.paper, it) for it in inside] if together == wanted else []


def _spoken(text: str) -> str:
    return f" {' '.join(words(text))} "
