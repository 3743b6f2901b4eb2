"""The trial of a language model: one small cited sentence, and what the model is fit for."""

import asyncio
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from citeloom.methods import registry
from citeloom.methods.modelled.asker import Asker, Shown
from citeloom.methods.modelled.written_text import WrittenText, as_plain, cited_ids
from citeloom.methods.port import Ports
from citeloom.methods.rehearsal import rehearsed_cost
from citeloom.methods.task import DraftText, WritingTask
from citeloom.models.port import AnswerError, LanguageModel, Question
from citeloom.models.usage import Speed
from citeloom.papers.paper import Author, Paper

TRIAL, PROMPT = "trial", "modelled/cover"

_DRAFT = DraftText(
    "Trees of a city from the air",
    "We find trees in images from the air.",
    "abstract",
)
_PAPERS = (
    Paper(
        "1",
        title="Counting trees by hand",
        authors=(Author("Smith"), Author("Lee")),
        year=2019,
        abstract="Volunteers count the trees of a town for a year. They miss every tenth tree.",
    ),
    Paper(
        "2",
        title="Tree crowns in satellite images",
        authors=(Author("Moreno"),),
        year=2021,
        abstract="We train a network to find tree crowns in satellite images. It takes minutes.",
    ),
)
_WORDS = 40

_ABSTRACT = "What a paper does stands in some hundred and fifty words of its abstract. " * 12
_REFERENCES = 20
_LONGEST = 3600
"""Seconds that a text may take."""

_AT_ONCE = 4


@dataclass(frozen=True)
class ModelTrial:
    """What a model wrote of two made-up papers, and whether it cited them.

    ``fit`` are the methods that it can be expected to write by: each question about 20 references
    fits into its context, and all are answered within an hour at its speed.
    """

    said: str
    cites: bool
    fit: tuple[str, ...]

    @property
    def in_words(self) -> tuple[str, ...]:
        """What its user should know before the first text, a sentence each."""
        said = (f"It wrote about two papers: {self.said}",) if self.said else ()
        if not self.cites:
            weak = "It did not cite both, and seems too weak to write related work"
            return (*said, f"{weak}; the method 'extractive' needs no model.")
        return (*said, self.fit_in_words)

    @property
    def fit_in_words(self) -> str:
        """The methods that it is fit for, in a sentence."""
        fit = ", ".join(self.fit) or "no method"
        return f"Suitable for {_REFERENCES} references, by its speed and context: {fit}."


async def try_out(
    model: LanguageModel, context: int, told_speed: Callable[[], Speed]
) -> ModelTrial:
    """Ask a model for a sentence on two papers.

    Parameters
    ----------
    context
        Tokens that it reads at once; 0 if that is not known.
    told_speed
        Returns how fast it was, once it has answered.
    """
    asker = Asker(WritingTask(_DRAFT, _PAPERS), Ports(model=model), model)

    def question(shown: Shown) -> Question[WrittenText]:
        papers = shown.papers(_PAPERS)
        return shown.text(TRIAL, PROMPT, shown.ids(_PAPERS), _WORDS, text="", papers=papers)

    try:
        found = await asker.ask((), question)
    except AnswerError as error:
        return ModelTrial(" ".join(error.text.split()), False, ())
    cites = set(cited_ids(found)) >= set(asker.ids.all)
    fit = await asyncio.to_thread(tuple, _fit_methods(context, told_speed())) if cites else ()
    return ModelTrial(as_plain(found), cites, fit)


def _fit_methods(context: int, speed: Speed) -> Iterator[str]:
    papers = tuple(
        Paper(str(number), title="A title of six or seven words", abstract=_ABSTRACT)
        for number in range(_REFERENCES)
    )
    task = WritingTask(_DRAFT, papers)
    for method in registry.METHODS:
        if method.uses_model:
            cost = rehearsed_cost(method, task, method.parameters())
            reads = max((it.input_tokens + it.output_tokens for it in cost.steps), default=0)
            seconds = cost.seconds(speed.wait, speed.tokens_a_second, _AT_ONCE)
            if seconds <= _LONGEST and not 0 < context < reads:
                yield method.name
