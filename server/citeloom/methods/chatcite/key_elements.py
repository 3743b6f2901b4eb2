"""Ask for the key elements of the draft and of papers, once each, and keep them."""

from collections.abc import Iterator
from dataclasses import replace
from hashlib import sha256

from citeloom.grounding.evidence import DRAFT
from citeloom.methods.chatcite.answered_elements import (
    AnsweredElements,
    AnsweredSummary,
    elements_of,
)
from citeloom.methods.chatcite.cost import NOTES_TOKENS
from citeloom.methods.chatcite.parameters import ChatCiteParameters
from citeloom.methods.modelled.excerpt import Excerpt, excerpt_of, excerpt_of_draft
from citeloom.methods.modelled.fitting import ask_until_it_fits
from citeloom.methods.modelled.mentions import usable_mentions
from citeloom.methods.modelled.refused import Refused, ask_around
from citeloom.methods.modelled.short_ids import ShortIds
from citeloom.methods.modelled.showing_papers import quote_text, show_draft, show_paper
from citeloom.methods.port import KeptElements, Ports
from citeloom.methods.task import Surroundings, WritingTask
from citeloom.models.port import (
    AnswerError,
    ContextTooLongError,
    LanguageModel,
    Question,
    RefusedError,
)
from citeloom.models.prompts import Prompt
from citeloom.papers.key_elements import KeyElement
from citeloom.papers.paper import Paper

Notes = tuple[KeyElement, ...]

_KEY_ELEMENTS = "chatcite/key-elements"
FROM_FULL_TEXT = "From its full text:"
FROM_DRAFT = "From its text, without its related work:"


def _kept(paper: Paper, source: str, elements: KeptElements) -> Notes:
    """Return a paper's kept key elements if they come from this source."""
    kept = tuple(elements.get(paper))
    return kept if all(element.source == source for element in kept) else ()


def _source(
    paper: Paper, excerpt: Excerpt | None, language: str, model: str, prompt: Prompt
) -> str:
    """Name the model, the prompt, the language and the text that key elements come from."""
    text = f"{paper.title}\n{paper.abstract}"
    read = "abstract" if paper.abstract else "title"
    if excerpt:
        text, read = f"{text}\n{excerpt.text()}", "from the full text"
    digest = sha256(text.encode("utf-8", "replace")).hexdigest()
    return (
        f"{model}; prompt {prompt.mark}"
        f"{f'; {language}' if language != 'en' else ''}; {read} {digest[:12]}"
    )


class KeyElementReader:
    """Asks for key elements of the draft and of papers.

    ``texts_read`` says, by a paper's id, which text its key elements were read from, and
    ``draft_read`` from which the draft's were.
    """

    def __init__(
        self,
        task: WritingTask,
        parameters: ChatCiteParameters,
        ports: Ports,
        model: LanguageModel,
        refused: Refused | None = None,
    ) -> None:
        name = _KEY_ELEMENTS if parameters.key_elements else "chatcite/plain-summary"
        self._prompt = ports.prompts[name]
        self._answer: type[AnsweredElements] | type[AnsweredSummary]
        self._answer = AnsweredElements if parameters.key_elements else AnsweredSummary
        self._task, self._ports, self._model = task, ports, model
        self._keep = parameters.key_elements
        self._full_text = parameters.full_text
        self.texts_read: dict[str, str] = {}
        self.draft_read = ""
        self._orders: dict[str, str] = {}
        self._refused = refused or Refused()
        self._draft_refused = False

    async def of_draft(self) -> Notes:
        """Ask for the draft's key elements, from its text without its related work.

        Where not even a little of the text fits beside the abstract, the abstract alone is read;
        where the model refuses the text, the title alone.
        """
        excerpt = excerpt_of_draft(self._task.draft) if self._full_text else None

        async def ask(share: float) -> Notes:
            text = excerpt.text(share) if excerpt else ""
            self.draft_read = "its text" if text else self._task.draft.abstract_source
            return await self._ask(self._show_draft(text), DRAFT)

        try:
            return await ask_until_it_fits(ask)
        except ContextTooLongError:
            if excerpt is None:
                raise
            return await ask(0.0)
        except RefusedError:
            return await self._of_title()

    async def _of_title(self) -> Notes:
        title = replace(self._task.draft, abstract="", sections=())
        try:
            notes = await self._ask(show_draft(title, self._ports.fence), DRAFT)
        except RefusedError as error:
            message = f"the model refuses the draft's own text: {error.problem.message}"
            raise RefusedError(message, error.text) from None
        self.draft_read, self._draft_refused = "its title", True
        return notes

    async def notes_on(self, paper: Paper) -> Notes:
        """Return a paper's key elements; none where the model refuses its text and its title."""
        try:
            return await self.of_paper(paper)
        except RefusedError:
            return ()

    async def of_paper(self, paper: Paper) -> Notes:
        """Return a paper's kept key elements, or ask for them and keep them.

        The question does not depend on the other papers. Where not even a little of the full text
        fits beside the abstract, the abstract alone is read; where the model refuses its text, its
        title alone.

        Raises
        ------
        RefusedError
            If the model refuses the title too.
        """

        async def ask(refused: Refused) -> Notes:
            (shown,) = refused.shown([paper])
            return await self._notes(shown, by_title=shown.id in refused.by_title)

        return await ask_around([paper], self._refused, ask)

    async def _notes(self, paper: Paper, *, by_title: bool) -> Notes:
        if by_title:
            return await self._elements_of(paper, None, Surroundings())
        excerpt = excerpt_of(paper, self._ports.texts) if self._full_text else None
        if excerpt and excerpt.orders:
            self._orders[paper.key or paper.id] = excerpt.orders[0]
        try:
            return await self._elements_of(paper, excerpt)
        except ContextTooLongError:
            if excerpt is None:
                raise
            return await self._elements_of(paper, None)

    @property
    def warnings(self) -> Iterator[str]:
        """A warning for each paper whose full text speaks to a model, and on a refused draft."""
        if self._draft_refused:
            yield "the model refuses the draft's text; it has read its title alone"
        for key, passage in self._orders.items():
            yield (
                f"{key}: its full text holds what reads like instructions to a language model "
                f"('{passage}'); these sentences were not shown to it"
            )

    async def _elements_of(
        self, paper: Paper, excerpt: Excerpt | None, around: Surroundings | None = None
    ) -> Notes:
        known = self._task.surroundings if around is None else around
        source = _source(paper, excerpt, self._task.draft.language, self._model.name, self._prompt)
        notes = _kept(paper, source, self._ports.elements) if self._keep else ()
        if not notes:
            notes = await ask_until_it_fits(
                lambda share: self._ask(self._show(paper, known, excerpt, share), source)
            )
            if self._keep and (paper.abstract or excerpt):
                self._ports.elements.put(paper, notes)
        self.texts_read[paper.id] = "full text" if excerpt else _read(paper, known)
        return notes

    def _show(
        self, paper: Paper, around: Surroundings, excerpt: Excerpt | None, share: float
    ) -> str:
        fence, alone = self._ports.fence, ShortIds((paper,))
        page = show_paper(paper, around, alone, fence, 1.0 if excerpt else share)
        text = excerpt.text(share) if excerpt else ""
        return (
            f"{page}\n{FROM_FULL_TEXT}\n{quote_text(text, alone.all[0], fence)}" if text else page
        )

    def _show_draft(self, text: str) -> str:
        fence = self._ports.fence
        page = show_draft(self._task.draft, fence)
        return f"{page}\n{FROM_DRAFT}\n{quote_text(text, DRAFT, fence)}" if text else page

    async def _ask(self, text: str, source: str) -> Notes:
        """Return the key elements in a text; none where no answer can be used."""
        messages = self._prompt.messages(language=self._task.draft.language, paper=text)
        question = Question("key elements", messages, self._answer, 0.0, written=NOTES_TOKENS)
        try:
            return elements_of(await self._model.ask(question), source)
        except RefusedError:
            raise
        except AnswerError:
            return ()


def _read(paper: Paper, around: Surroundings) -> str:
    if paper.abstract:
        return "abstract"
    return "what others say" if usable_mentions(paper, around) else "title"
