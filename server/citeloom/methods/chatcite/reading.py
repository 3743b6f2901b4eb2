"""What ChatCite knows of the draft and of each paper: its key elements, asked once."""

from hashlib import sha256

from citeloom.grounding.evidence import DRAFT
from citeloom.methods.chatcite.elements import AnsweredElements, AnsweredSummary, elements_of
from citeloom.methods.chatcite.parameters import Parameters
from citeloom.methods.modelled.fitting import fitting
from citeloom.methods.modelled.short_ids import ShortIds
from citeloom.methods.modelled.showing import shown, shown_draft
from citeloom.methods.port import Ports
from citeloom.methods.task import WritingTask
from citeloom.models.port import LanguageModel, Question
from citeloom.papers.key_elements import KeyElement
from citeloom.papers.paper import Paper

Notes = tuple[KeyElement, ...]


class Reader:
    """Asks for key elements, of the draft and of papers."""

    def __init__(
        self, task: WritingTask, parameters: Parameters, ports: Ports, model: LanguageModel
    ) -> None:
        name = "key-elements" if parameters.key_elements else "plain-summary"
        self._prompt = ports.prompts[f"chatcite/{name}"]
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
        source = self._source(paper)
        if self._keep:
            kept = tuple(self._ports.elements.get(paper))
            if kept and all(one.source == source for one in kept):
                return kept
        notes = await fitting(
            lambda share: self._asked(shown(paper, alone, self._ports.fence, share), source)
        )
        if self._keep and paper.abstract:
            self._ports.elements.put(paper, notes)
        return notes

    async def _asked(self, text: str, source: str) -> Notes:
        messages = self._prompt.messages(language=self._task.draft.language, paper=text)
        answer = await self._model.ask(Question("key elements", messages, self._answer, 0.0))
        return elements_of(answer, source)

    def _source(self, paper: Paper) -> str:
        """Return who extracted key elements, by which prompt, in which language, from what."""
        text = sha256(f"{paper.title}\n{paper.abstract}".encode("utf-8", "replace")).hexdigest()
        language = self._task.draft.language
        read = "abstract" if paper.abstract else "title"
        return (
            f"{self._model.name}; prompt {self._prompt.mark}"
            f"{f'; {language}' if language != 'en' else ''}; {read} {text[:12]}"
        )
