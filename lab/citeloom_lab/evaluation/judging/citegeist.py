"""Citegeist's two scores (section 4): of each cited source, and of the writing."""

from collections.abc import Mapping
from statistics import mean

from pydantic import BaseModel, Field

from citeloom.methods.modelled.asking_together import ask_all
from citeloom.methods.port import Ports
from citeloom.models.cost import Cost, StepCost
from citeloom.models.port import LanguageModel, Message, Question
from citeloom.papers.paper import Paper
from citeloom_lab.evaluation.evaluated_text import EvaluatedText
from citeloom_lab.evaluation.example import Example
from citeloom_lab.evaluation.judging.judge import (
    Judged,
    TextJudge,
    TextsOfExample,
    usable_answer,
)
from citeloom_lab.evaluation.judging.shown_texts import (
    PROMPT_TOKENS,
    ShownExample,
    draft_tokens,
    paper_tokens,
    written_tokens,
)
from citeloom_lab.evaluation.metrics import Metric

RELEVANCE = "source relevance"
QUALITY = "writing quality"

_SCORE_TOKENS = 10


class ScoreOfTen(BaseModel):
    score: int = Field(ge=0, le=10, description="A whole number from 0 to 10.")


class SourceAndWriting(TextJudge):
    """Asks once for each reference with an abstract, whoever cites it, and once for each text."""

    name = "citegeist"
    source = "Citegeist, section 4"
    metrics = (
        Metric("citegeist_relevance", "relevance, mean", 2),
        Metric("citegeist_relevance_sum", "relevance, sum", 1),
        Metric("citegeist_quality", "quality", 2),
    )
    main = 2
    judges_authors = True

    def cost(self, example: Example, texts: int, words: int) -> Cost:
        if not texts:
            return Cost()
        draft = PROMPT_TOKENS + draft_tokens(example)
        papers = _with_abstract(example)
        read = sum(map(paper_tokens, papers)) // max(1, len(papers))
        steps = (
            StepCost(RELEVANCE, len(papers), draft + read, _SCORE_TOKENS),
            StepCost(QUALITY, texts, draft + written_tokens(words), _SCORE_TOKENS),
        )
        return Cost(tuple(step for step in steps if step.calls))

    async def judge(self, given: TextsOfExample, ports: Ports, model: LanguageModel) -> Judged:
        if not given.texts:
            return {}
        shown = ShownExample(given.example, ports.fence)
        relevance, quality = (
            ports.prompts[f"judging/{name}"] for name in ("source-relevance", "writing-quality")
        )

        async def score(step: str, messages: tuple[Message, ...]) -> float | None:
            question = Question(step, messages, ScoreOfTen, 0.0, written=_SCORE_TOKENS)
            found = await usable_answer(model, question)
            return None if found is None else float(found.score)

        papers = _with_abstract(given.example)
        found = await ask_all(
            [
                *(
                    score(
                        RELEVANCE,
                        relevance.messages(draft=shown.draft, reference=shown.reference(paper)),
                    )
                    for paper in papers
                ),
                *(
                    score(QUALITY, quality.messages(draft=shown.draft, text=shown.text(text)))
                    for text in given.texts.values()
                ),
            ]
        )
        of_paper = {paper.id: score for paper, score in zip(papers, found, strict=False)}
        of_text = dict(zip(given.texts, found[len(papers) :], strict=True))
        return {
            method: _values([of_paper.get(paper) for paper in _cited(text)], of_text[method])
            for method, text in given.texts.items()
        }


def _with_abstract(example: Example) -> list[Paper]:
    return [paper for paper in example.references if paper.abstract]


def _cited(text: EvaluatedText) -> dict[str, None]:
    """Return the papers that a text cites, each once."""
    return dict.fromkeys(paper for sentence in text.sentences for paper in sentence.cites)


def _values(relevance: list[float | None], quality: float | None) -> Mapping[str, float]:
    known = [score for score in relevance if score is not None]
    values = {} if quality is None else {"citegeist_quality": quality}
    if known:
        values["citegeist_relevance"] = mean(known)
        values["citegeist_relevance_sum"] = sum(known)
    return values
