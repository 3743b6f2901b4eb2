"""What ChatCite knows of the draft and of each paper: its key elements, asked once."""

from hashlib import sha256

from citeloom.grounding.evidence import DRAFT
from citeloom.methods.chatcite.elements import AnsweredElements, AnsweredSummary, elements_of
from citeloom.methods.chatcite.parameters import Parameters
from citeloom.methods.modelled.fitting import fitting
from citeloom.methods.modelled.short_ids import ShortIds
from citeloom.methods.modelled.showing import shown, shown_draft
from citeloom.methods.modelled.told import told_of
from citeloom.methods.port import KeptElements, Ports
from citeloom.methods.task import Surroundings, WritingTask
from citeloom.models.port import LanguageModel, Question
from citeloom.models.prompts import Prompt, Prompts
from citeloom.papers.key_elements import KeyElement
from citeloom.papers.paper import Paper

Notes = tuple[KeyElement, ...]

_KEY_ELEMENTS = "chatcite/key-elements"


def has_notes(
    paper: Paper, language: str, model: str, prompts: Prompts, elements: KeptElements
) -> bool:
    """Tell whether a paper's key elements are kept as a model would be asked for them now."""
    source = _source(paper, language, model, prompts[_KEY_ELEMENTS])
    return bool(_kept(paper, source, elements))


def read_of(paper: Paper, around: Surroundings) -> str:
    """Return which text of a paper its key elements come from."""
    if paper.abstract:
        return "abstract"
    return "what others say" if told_of(paper, around) else "title"


def _kept(paper: Paper, source: str, elements: KeptElements) -> Notes:
    """Return the key elements kept of a paper, if they come from that source."""
    kept = tuple(elements.get(paper))
    return kept if all(one.source == source for one in kept) else ()


def _source(paper: Paper, language: str, model: str, prompt: Prompt) -> str:
    """Return who extracted key elements, by which prompt, in which language, from what."""
    text = sha256(f"{paper.title}\n{paper.abstract}".encode("utf-8", "replace")).hexdigest()
    read = "abstract" if paper.abstract else "title"
    return (
        f"{model}; prompt {prompt.mark}"
        f"{f'; {language}' if language != 'en' else ''}; {read} {text[:12]}"
    )


class Reader:
    """Asks for key elements, of the draft and of papers."""

    def __init__(
        self, task: WritingTask, parameters: Parameters, ports: Ports, model: LanguageModel
    ) -> None:
        name = _KEY_ELEMENTS if parameters.key_elements else "chatcite/plain-summary"
        self._prompt = ports.prompts[name]
        self._answer: type[AnsweredElements] | type[AnsweredSummary]
        self._answer = AnsweredElements if parameters.key_elements else AnsweredSummary
        self._task, self._ports, self._model = task, ports, model
        self._keep = parameters.key_elements

    async def of_draft(self) -> Notes:
        """Return the draft's key elements."""
        return await self._asked(shown_draft(self._task.draft, self._ports.fence), source=DRAFT)

    async def of_paper(self, paper: Paper) -> Notes:
        """Return a paper's key elements: those kept of it, else asked for and kept.

        The question does not depend on what other papers there are.
        """
        alone = ShortIds((paper,))
        source = _source(paper, self._task.draft.language, self._model.name, self._prompt)
        if self._keep and (kept := _kept(paper, source, self._ports.elements)):
            return kept
        around, fence = self._task.surroundings, self._ports.fence
        notes = await fitting(
            lambda share: self._asked(shown(paper, around, alone, fence, share), source)
        )
        if self._keep and paper.abstract:
            self._ports.elements.put(paper, notes)
        return notes

    async def _asked(self, text: str, source: str) -> Notes:
        messages = self._prompt.messages(language=self._task.draft.language, paper=text)
        answer = await self._model.ask(Question("key elements", messages, self._answer, 0.0))
        return elements_of(answer, source)
