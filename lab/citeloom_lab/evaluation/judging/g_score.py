"""G-Score and its preference vote (ChatCite, section 4): all texts in one conversation."""

import random
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Annotated, Any

from pydantic import AfterValidator, BaseModel, Field, create_model

from citeloom.methods.port import Ports
from citeloom.models.cost import Cost, StepCost
from citeloom.models.port import LanguageModel, Question
from citeloom_lab.evaluation.example import Example
from citeloom_lab.evaluation.judging.judge import Judged, TextJudge, TextsOfExample, usable_answer
from citeloom_lab.evaluation.judging.shown_texts import (
    PROMPT_TOKENS,
    ShownExample,
    draft_tokens,
    gold_tokens,
    reference_tokens,
    written_tokens,
)
from citeloom_lab.evaluation.metrics import Metric

STEP = "g-score"
ASPECTS = ("consistency", "coherence", "comparative", "integrity", "fluency", "cite_accuracy")

_REASON_TOKENS = 150
_POINTS_TOKENS = 50


def one_of(numbers: Sequence[int]) -> Any:
    """Return the type of one of these numbers; its schema lists them."""

    def known(value: int) -> int:
        if value not in numbers:
            raise ValueError(f"the numbers are {numbers[0]} to {numbers[-1]}")
        return value

    # Azure takes an enumeration where it refuses a minimum and a maximum.
    return Annotated[int, AfterValidator(known), Field(json_schema_extra={"enum": list(numbers)})]


_Points: Any = one_of(range(1, 6))


class TextPoints(BaseModel):
    """The points of one text."""

    consistency: _Points = Field(description="Points from 1 to 5: agrees with the authors' text.")
    coherence: _Points = Field(description="Points from 1 to 5: reads as one text.")
    comparative: _Points = Field(description="Points from 1 to 5: compares the references.")
    integrity: _Points = Field(description="Points from 1 to 5: has what a related work needs.")
    fluency: _Points = Field(description="Points from 1 to 5: grammar, words and sentences.")
    cite_accuracy: _Points = Field(description="Points from 1 to 5: cites the right references.")


class Weighing(BaseModel):
    """What a judge thinks of all texts, before their points."""

    reason: str = Field(description="What speaks for and against the texts, in a few sentences.")


@lru_cache(maxsize=32)
def points_of(number: int) -> type[Weighing]:
    """Return the type of an answer on so many texts: a reason, the points of each, the best one."""
    texts: dict[str, Any] = {f"text_{at}": (TextPoints, ...) for at in range(1, number + 1)}
    about = Field(description="The number of the text that you would take.")
    texts["best"] = (one_of(range(1, number + 1)), about)
    return create_model("Points", __base__=Weighing, **texts)


class GScore(TextJudge):
    name = "g-score"
    source = "ChatCite, section 4"
    metrics = (
        Metric("g_score", "G-Score", 1),
        *(Metric(f"g_{aspect}", aspect.replace("_", " "), 2) for aspect in ASPECTS),
        Metric("g_preference", "preferred %", 0),
    )

    def cost(self, example: Example, texts: int, words: int) -> Cost:
        read = draft_tokens(example) + reference_tokens(example) + gold_tokens(example)
        read += PROMPT_TOKENS + texts * written_tokens(words)
        written = _REASON_TOKENS + texts * _POINTS_TOKENS
        return Cost((StepCost(STEP, 1, read, written),)) if texts else Cost()

    async def judge(self, given: TextsOfExample, ports: Ports, model: LanguageModel) -> Judged:
        order = order_of_texts(given)
        if not order:
            return {}
        shown = ShownExample(given.example, ports.fence)
        texts = [
            f"Text {at}:\n{shown.text(given.texts[method])}" for at, method in enumerate(order, 1)
        ]
        messages = ports.prompts["judging/g-score"].messages(
            numbers=", ".join(f'"text_{at}"' for at in range(1, len(order) + 1)),
            draft=shown.draft,
            references=shown.references,
            gold=shown.gold,
            texts="\n\n".join(texts),
        )
        written = _REASON_TOKENS + len(order) * _POINTS_TOKENS
        question = Question(STEP, messages, points_of(len(order)), 0.0, written=written)
        answer = await usable_answer(model, question)
        if answer is None:
            return {}
        points = answer.model_dump()
        return {
            method: _values(points[f"text_{at}"], is_best=points["best"] == at)
            for at, method in enumerate(order, 1)
        }


def order_of_texts(given: TextsOfExample) -> Sequence[str]:
    """Return the methods in the order in which their texts are shown, which the seed decides."""
    order = list(given.texts)
    random.Random(f"g-score|{given.seed}|{given.example.id}").shuffle(order)
    return order


def _values(points: Mapping[str, int], *, is_best: bool) -> dict[str, float]:
    own = {f"g_{aspect}": float(points[aspect]) for aspect in ASPECTS}
    return {"g_score": sum(own.values()), **own, "g_preference": 100.0 * is_best}
