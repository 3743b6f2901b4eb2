"""The trial of a language model: one small cited sentence."""

from dataclasses import dataclass

from citeloom.methods.modelled.asker import Asker, Shown
from citeloom.methods.modelled.written_text import WrittenText, as_plain, cited_ids
from citeloom.methods.port import Ports
from citeloom.methods.task import DraftText, WritingTask
from citeloom.models.port import AnswerError, LanguageModel, Question
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


@dataclass(frozen=True)
class ModelTrial:
    """What a model wrote of two made-up papers, and whether it cited both."""

    said: str
    cites: bool

    @property
    def in_words(self) -> tuple[str, ...]:
        """What its user should know before the first text, a sentence each."""
        said = (f"It wrote about two papers: {self.said}",) if self.said else ()
        if not self.cites:
            weak = "It did not cite both, and seems too weak to write related work"
            return (*said, f"{weak}; the method 'extractive' needs no model.")
        return said


async def try_out(model: LanguageModel) -> ModelTrial:
    """Ask a model for a sentence on two papers."""
    asker = Asker(WritingTask(_DRAFT, _PAPERS), Ports(model=model), model)

    def question(shown: Shown) -> Question[WrittenText]:
        papers = shown.papers(_PAPERS)
        return shown.text(TRIAL, PROMPT, shown.ids(_PAPERS), _WORDS, text="", papers=papers)

    try:
        found = await asker.ask((), question)
    except AnswerError as error:
        return ModelTrial(" ".join(error.text.split()), False)
    return ModelTrial(as_plain(found), set(cited_ids(found)) >= set(asker.ids.all))
