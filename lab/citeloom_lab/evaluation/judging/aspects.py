"""Judges that ask about one text in one respect after the other."""

from abc import abstractmethod
from collections.abc import Mapping
from statistics import mean

from pydantic import BaseModel, Field

from citeloom.methods.modelled.asking_together import ask_all
from citeloom.methods.port import Ports
from citeloom.models.cost import Cost, StepCost
from citeloom.models.port import LanguageModel, Question
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
    gold_tokens,
    reference_tokens,
    written_tokens,
)
from citeloom_lab.evaluation.metrics import Metric


class AspectScore(BaseModel):
    """The score of a text in one respect."""

    score: int = Field(description="A whole number.")


class ReasonedScore(AspectScore):
    """A score from 1 to 5 after its reason."""

    reason: str = Field(description="Why the text has this score, in a few sentences.")
    score: int = Field(ge=1, le=5, description="A whole number from 1 to 5.")


class ScoreOfHundred(AspectScore):
    score: int = Field(ge=0, le=100, description="A whole number from 0 to 100.")


class AspectJudge(TextJudge):
    """Asks for each text and each aspect one score; the last metric is their mean.

    ``prompt`` has a section for each aspect, ``written`` are about the tokens of an answer.
    """

    main = -1
    aspects: tuple[str, ...]
    prompt: str
    answer: type[AspectScore]
    written: int

    @abstractmethod
    def read_tokens(self, example: Example) -> int:
        """Estimate what a question shows besides the text that is judged."""

    @abstractmethod
    def shown_beside(self, shown: ShownExample) -> Mapping[str, str]:
        """Return what a question shows besides that text, by the names of the prompt."""

    def cost(self, example: Example, texts: int, words: int) -> Cost:
        read = PROMPT_TOKENS + self.read_tokens(example) + written_tokens(words)
        calls = texts * len(self.aspects)
        return Cost((StepCost(self.name, calls, read, self.written),)) if texts else Cost()

    async def judge(self, given: TextsOfExample, ports: Ports, model: LanguageModel) -> Judged:
        shown = ShownExample(given.example, ports.fence)
        beside = self.shown_beside(shown)
        prompt = ports.prompts[self.prompt]

        async def score(method: str, aspect: str) -> float | None:
            sections = {name: "yes" if name == aspect else "" for name in self.aspects}
            messages = prompt.messages(**sections, **beside, text=shown.text(given.texts[method]))
            question = Question(self.name, messages, self.answer, 0.0, written=self.written)
            found = await usable_answer(model, question)
            return None if found is None else float(found.score)

        pairs = [(method, aspect) for method in given.texts for aspect in self.aspects]
        found = await ask_all(score(*pair) for pair in pairs)
        scores = dict(zip(pairs, found, strict=True))
        return {
            method: self._values([scores[method, aspect] for aspect in self.aspects])
            for method in given.texts
        }

    def _values(self, scores: list[float | None]) -> dict[str, float]:
        """Return the scores by metric, and their mean where all of them are known."""
        known = [score for score in scores if score is not None]
        overall = mean(known) if len(known) == len(scores) else None
        return {
            metric.name: score
            for metric, score in zip(self.metrics, [*scores, overall], strict=True)
            if score is not None
        }


class CoverageLogicRelevance(AspectJudge):
    name = "coverage-logic-relevance"
    source = "Select-Read-Write, section 5.2 and Figure 11"
    aspects = ("coverage", "logic", "relevance")
    metrics = (
        Metric("srw_coverage", "coverage", 2),
        Metric("srw_logic", "logic", 2),
        Metric("srw_relevance", "relevance", 2),
        Metric("srw_overall", "overall", 2),
    )
    judges_authors = True
    prompt = "judging/coverage-logic-relevance"
    answer = ReasonedScore
    written = 120

    def read_tokens(self, example: Example) -> int:
        return draft_tokens(example) + reference_tokens(example)

    def shown_beside(self, shown: ShownExample) -> Mapping[str, str]:
        return {"draft": shown.draft, "references": shown.references}


class AgainstAuthors(AspectJudge):
    name = "hireview"
    source = "HiReview, section 5.2 and its appendix"
    aspects = ("coverage", "structure", "relevance")
    metrics = (
        Metric("hireview_coverage", "coverage", 1),
        Metric("hireview_structure", "structure", 1),
        Metric("hireview_relevance", "relevance", 1),
        Metric("hireview_average", "average", 1),
    )
    prompt = "judging/against-authors"
    answer = ScoreOfHundred
    written = 10

    def read_tokens(self, example: Example) -> int:
        return gold_tokens(example)

    def shown_beside(self, shown: ShownExample) -> Mapping[str, str]:
        return {"title": shown.title, "gold": shown.gold}
