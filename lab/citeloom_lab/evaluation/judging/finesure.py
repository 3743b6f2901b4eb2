"""FineSurE (Song et al., ACL 2024): faithfulness, completeness and conciseness."""

from pydantic import BaseModel, Field

from citeloom.methods.modelled.asking_together import ask_all
from citeloom.methods.port import Ports
from citeloom.models.cost import Cost, StepCost
from citeloom.models.port import LanguageModel, Question
from citeloom.models.tokens import text_tokens
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
    gold_tokens,
    reference_tokens,
    written_tokens,
)
from citeloom_lab.evaluation.metrics import Metric

FACTS, WRONG, MATCHED = "key facts", "wrong sentences", "matched facts"
MOST_FACTS = 16

_FACT_TOKENS = 25
_MATCH_TOKENS = 15


class KeyFacts(BaseModel):
    facts: list[str] = Field(description="The key facts, one short sentence each.")


class WrongSentence(BaseModel):
    sentence: int = Field(description="Its number.")
    why: str = Field(description="What is wrong with it, in a few words.")


class WrongSentences(BaseModel):
    """The wrong sentences of a text."""

    wrong: list[WrongSentence] = Field(description="An entry for each wrong sentence.")


class MatchedFact(BaseModel):
    """A key fact and the sentences that state it."""

    fact: int = Field(description="Its number.")
    sentences: list[int] = Field(description="The numbers of the sentences that state it.")


class MatchedFacts(BaseModel):
    facts: list[MatchedFact] = Field(description="An entry for each key fact.")


class FineSurE(TextJudge):
    """Key facts come from the authors' text; what is wrong is seen by draft and references."""

    name = "finesure"
    source = "Song et al., ACL 2024; in CKMA, Figure 5"
    metrics = (
        Metric("finesure_faithfulness", "faithfulness %", 0),
        Metric("finesure_completeness", "completeness %", 0),
        Metric("finesure_conciseness", "conciseness %", 0),
    )

    def cost(self, example: Example, texts: int, words: int) -> Cost:
        if not texts:
            return Cost()
        facts = MOST_FACTS * _FACT_TOKENS
        text, gold = written_tokens(words), gold_tokens(example)
        sources = draft_tokens(example) + reference_tokens(example)
        return Cost(
            (
                StepCost(FACTS, 1, PROMPT_TOKENS + gold, min(facts, gold)),
                StepCost(WRONG, texts, PROMPT_TOKENS + sources + text, text // 4),
                StepCost(MATCHED, texts, PROMPT_TOKENS + facts + text, _MATCH_TOKENS * MOST_FACTS),
            )
        )

    async def judge(self, given: TextsOfExample, ports: Ports, model: LanguageModel) -> Judged:
        if not given.texts:
            return {}
        shown = ShownExample(given.example, ports.fence)
        asking = _Asking(shown, ports, model)
        facts = await asking.key_facts()
        wrong = await ask_all(asking.wrong_in(text) for text in given.texts.values())
        matched: list[dict[int, set[int]] | None] = [None] * len(given.texts)
        if facts:
            matched = await ask_all(asking.matched_in(text, facts) for text in given.texts.values())
        return {
            method: _values(len(text.sentences), own_wrong, own_matched, len(facts))
            for (method, text), own_wrong, own_matched in zip(
                given.texts.items(), wrong, matched, strict=True
            )
        }


class _Asking:
    """Asks the three questions about the texts of one example."""

    def __init__(self, shown: ShownExample, ports: Ports, model: LanguageModel) -> None:
        self._shown, self._ports, self._model = shown, ports, model

    async def key_facts(self) -> list[str]:
        """Return the key facts of the authors' text; none where the answer cannot be used."""
        messages = self._ports.prompts["judging/key-facts"].messages(
            most=str(MOST_FACTS), gold=self._shown.gold
        )
        question = Question(
            FACTS, messages, KeyFacts, 0.0, check=_has_facts, written=MOST_FACTS * _FACT_TOKENS
        )
        answer = await usable_answer(self._model, question)
        facts = answer.facts if answer else []
        return [fact for fact in facts if fact.strip()][:MOST_FACTS]

    async def wrong_in(self, text: EvaluatedText) -> set[int] | None:
        """Return the numbers of the wrong sentences."""
        numbered = self._shown.numbered(text)
        messages = self._ports.prompts["judging/wrong-sentences"].messages(
            draft=self._shown.draft, references=self._shown.references, sentences=numbered
        )
        most = len(text.sentences)

        def check(answer: WrongSentences) -> None:
            _check_numbers([entry.sentence for entry in answer.wrong], most, "sentence")

        written = text_tokens(numbered) // 4
        question = Question(WRONG, messages, WrongSentences, 0.0, check=check, written=written)
        answer = await usable_answer(self._model, question)
        return None if answer is None else {entry.sentence for entry in answer.wrong}

    async def matched_in(self, text: EvaluatedText, facts: list[str]) -> dict[int, set[int]] | None:
        """Return the sentences that state each fact, by the number of the fact."""
        messages = self._ports.prompts["judging/matched-facts"].messages(
            facts=self._shown.listed(facts), sentences=self._shown.numbered(text)
        )
        most = len(text.sentences)

        def check(answer: MatchedFacts) -> None:
            _check_numbers([entry.fact for entry in answer.facts], len(facts), "fact")
            stated = [number for entry in answer.facts for number in entry.sentences]
            _check_numbers(stated, most, "sentence")

        written = _MATCH_TOKENS * len(facts)
        question = Question(MATCHED, messages, MatchedFacts, 0.0, check=check, written=written)
        answer = await usable_answer(self._model, question)
        if answer is None:
            return None
        found: dict[int, set[int]] = {}
        for entry in answer.facts:
            found.setdefault(entry.fact, set()).update(entry.sentences)
        return found


def _has_facts(answer: KeyFacts) -> None:
    if not any(fact.strip() for fact in answer.facts):
        raise ValueError("there are no key facts")


def _check_numbers(numbers: list[int], most: int, what: str) -> None:
    if wrong := [number for number in numbers if not 1 <= number <= most]:
        raise ValueError(f"there is no {what} {wrong[0]}; the numbers are 1 to {most}")


def _values(
    sentences: int, wrong: set[int] | None, matched: dict[int, set[int]] | None, facts: int
) -> dict[str, float]:
    values = {}
    if wrong is not None:
        values["finesure_faithfulness"] = 100 * (1 - len(wrong) / sentences)
    if matched is not None:
        stated = [numbers for numbers in matched.values() if numbers]
        values["finesure_completeness"] = 100 * len(stated) / facts
        used = {number for numbers in stated for number in numbers}
        values["finesure_conciseness"] = 100 * len(used) / sentences
    return values
