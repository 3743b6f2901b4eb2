"""Key elements: seven questions to the draft and to each paper, and the notes that come of them."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from hashlib import sha256
from typing import Any

from pydantic import BaseModel, Field

from citeloom.grounding.evidence import DRAFT
from citeloom.methods.chatcite.parameters import ChatCiteParameters
from citeloom.methods.modelled.asker import Asker, OrElse, Shown
from citeloom.methods.modelled.clean_words import visible_words
from citeloom.methods.modelled.excerpt import (
    Excerpt,
    excerpt_of,
    excerpt_of_draft,
    order_warnings,
)
from citeloom.methods.modelled.short_ids import ShortIds
from citeloom.methods.modelled.showing_papers import (
    paper_head,
    quote_text,
    show_draft,
    show_paper,
    usable_mentions,
    without_orders,
)
from citeloom.methods.port import KeptElements
from citeloom.methods.task import DraftText, Surroundings
from citeloom.models.echoes import said_of_several
from citeloom.models.port import AnswerError, ContextTooLongError, Question, RefusedError
from citeloom.models.refusals import is_excuse
from citeloom.papers.key_elements import KeyElement
from citeloom.papers.paper import Paper
from citeloom.visible import shorten

NOT_STATED = "not stated"

_CONTRIBUTIONS = "Contributions"
_BRIEF = 250
"""How many characters of a key element are shown where there are notes on many papers."""


def _answer_to(question: str) -> Any:
    return Field(description=question, examples=[NOT_STATED])


class AnsweredElements(BaseModel):
    """Key elements as a model gives them."""

    research_questions: str = _answer_to("What does the paper want to find out or solve?")
    methodology: str = _answer_to("How does it go about it?")
    results: str = _answer_to("What comes out of its experiments, proofs or studies?")
    conclusions: str = _answer_to("What does it conclude from that?")
    contributions: str = _answer_to("What does it add to its field?")
    innovations: str = _answer_to("What in it was not there before?")
    limitations: str = _answer_to("What does it leave open, or where does it not hold?")


class AnsweredSummary(BaseModel):
    """A plain summary in the place of key elements: the ablation of Table 2."""

    summary: str = Field(description="What the paper is about, does and finds.")


def elements_of(answer: AnsweredElements | AnsweredSummary, source: str) -> tuple[KeyElement, ...]:
    """Return the key elements of an answer that the paper states."""
    return tuple(
        KeyElement(name.replace("_", " ").capitalize(), words, source)
        for name, text in answer
        if (words := visible_words(str(text))) and _is_stated(words) and not is_excuse(words)
    )


def as_notes(elements: Sequence[KeyElement], share: float = 1.0) -> str:
    """Return key elements as text for a model, each cut to this share of its length."""
    lines = [
        f"{element.name}: {element.sentence[: round(len(element.sentence) * share)]}"
        for element in elements
    ]
    return "\n".join(lines) or "(nothing is known of it but its title)"


def as_brief_notes(elements: Sequence[KeyElement]) -> str:
    """Return what a paper adds to its field, else the first of its key elements, cut if long."""
    found = {element.name: element for element in elements}
    element = found.get(_CONTRIBUTIONS) or next(iter(elements), None)
    brief = [replace(element, sentence=shorten(element.sentence, _BRIEF))] if element else []
    return as_notes(brief)


def _is_stated(words: str) -> bool:
    return words.lower().strip(" .") not in (NOT_STATED, "none", "n/a", "unknown")


Notes = tuple[KeyElement, ...]

STEP = "key elements"
FROM_FULL_TEXT = "From its full text:"
FROM_DRAFT = "From its text, without its related work:"

_INSTEAD = "the paper's abstract is used instead"
_ABSTRACT = "Abstract"
_HARDLY_ANY = 0.2
_NOTES_TOKENS = 250
_KEPT = ("abstract", "full text")
"""What key elements are kept of; of a title there may be more to read soon."""


def _kept(paper: Paper, source: str, elements: KeptElements) -> Notes:
    """Return a paper's kept key elements if they come from this source."""
    kept = tuple(elements.get(paper))
    return kept if all(element.source == source for element in kept) else ()


class KeyElementReader:
    """Asks for key elements of the draft and of papers.

    ``texts_read`` says, by a paper's id, which text its key elements were read from, and
    ``draft_read`` from which the draft's were.
    """

    def __init__(self, asker: Asker, parameters: ChatCiteParameters) -> None:
        self._asker, self._task, self._ports = asker, asker.task, asker.ports
        name = "key-elements" if parameters.key_elements else "plain-summary"
        self._prompt = self._ports.prompts[f"chatcite/{name}"]
        self._keep = parameters.key_elements
        self._full_text = parameters.full_text
        self.texts_read: dict[str, str] = {}
        self.draft_read = ""
        self._draft_refused = False

    async def of_draft(self) -> Notes:
        """Ask for the draft's key elements, from its text without its related work.

        Where hardly any of the text fits beside the abstract, the abstract alone is read; where
        the model refuses the text, the title alone.

        Raises
        ------
        RefusedError
            If the model refuses the title too.
        """
        draft = self._task.draft
        try:
            return await self._of_draft(draft)
        except RefusedError:
            self._draft_refused = True
        try:
            notes = await self._of_draft(replace(draft, abstract="", sections=()))
        except RefusedError as error:
            message = f"the model refuses the draft's own text: {error.problem.message}"
            raise RefusedError(message, error.text) from None
        self.draft_read = "its title"
        return notes

    async def _of_draft(self, draft: DraftText) -> Notes:
        excerpt = excerpt_of_draft(draft) if self._full_text else None

        def question(shown: Shown) -> Question[Any]:
            text = _text_of(excerpt, shown)
            self.draft_read = "its text" if text else draft.abstract_source
            page = show_draft(draft, self._ports.fence)
            return self._question(shown, page, FROM_DRAFT, text, DRAFT)

        try:
            answer = await self._asker.ask((), question)
        except RefusedError:
            raise
        except (AnswerError, ContextTooLongError):
            self._asker.go_on(STEP, "the draft's abstract is used instead")
            answer, self.draft_read = None, draft.abstract_source
        found = elements_of(answer, DRAFT) if answer else ()
        return found or _abstract(draft.abstract, DRAFT)

    async def of_paper(self, paper: Paper) -> Notes:
        """Return a paper's kept key elements, or ask for them and keep them.

        The question does not depend on the other papers. Where hardly any of the full text fits
        beside the abstract, the abstract alone is read; where the model refuses its text, its
        title alone. Where no answer can be used, the abstract stands in their place. There are
        none where the model refuses the title too.
        """
        excerpt = excerpt_of(paper, self._ports.texts) if self._full_text else None
        source, alone = self._source(paper, excerpt), ShortIds((paper,))
        if self._keep and (kept := _kept(paper, source, self._ports.elements)):
            around = self._task.surroundings
            self.texts_read[paper.id] = "full text" if excerpt else _read(paper, around)
            return kept

        def question(shown: Shown) -> Question[Any]:
            nonlocal source
            (own,) = shown.showable([paper])
            is_whole = paper.id not in shown.refused.by_title
            text = _text_of(excerpt, shown) if is_whole else ""
            source = self._source(own, excerpt if text else None)
            around = shown.refused.around(self._task.surroundings)
            self.texts_read[paper.id] = "full text" if text else _read(own, around)
            share = 1.0 if excerpt and is_whole else shown.share
            page = show_paper(own, around, alone, self._ports.fence, share)
            return self._question(shown, page, FROM_FULL_TEXT, text, alone.short(paper.id))

        answer = await self._asker.ask([paper], question, OrElse(None, _INSTEAD))
        for own in self._asker.refused.shown([paper]):
            found = elements_of(answer, source) if answer else ()
            if found and self._keep and self.texts_read[paper.id] in _KEPT:
                self._ports.elements.put(paper, found)
            return found or _abstract(own.abstract, source)
        return ()

    async def of_papers(self) -> tuple[Notes, dict[str, Notes]]:
        """Return the draft's key elements and, by papers' ids, those of all references.

        What a model says of several papers alike tells of none: their abstracts stand in its place.
        """
        references = self._task.references
        asked = [self.of_draft(), *map(self.of_paper, references)]
        draft, *notes = await self._asker.together(STEP, asked)
        found = dict(zip((paper.id for paper in references), notes, strict=True))
        said = {it: " ".join(own.sentence for own in notes) for it, notes in found.items()}
        repeated = said_of_several(
            {it: words for it, words in said.items() if words and found[it][0].name != _ABSTRACT}
        )
        for paper in self._asker.refused.shown(references):
            if paper.id in repeated:
                self._asker.not_used(STEP, _INSTEAD)
                self._ports.elements.put(paper, ())
                found[paper.id] = _abstract(paper.abstract, found[paper.id][0].source)
        return draft, found

    def warnings(self, papers: Sequence[Paper]) -> list[str]:
        """Warn of a refused draft, and of each of the papers whose full text speaks to a model."""
        told = "the model refuses the draft's text; it read only the title"
        orders = order_warnings(papers, self._ports.texts) if self._full_text else []
        return [told] * self._draft_refused + orders

    def _question(
        self, shown: Shown, page: str, before: str, text: str, short: str
    ) -> Question[Any]:
        """Return a question on a page; of a full text behind these words where there is one."""
        quoted = f"\n{before}\n{quote_text(text, short, self._ports.fence)}" if text else ""
        answer = AnsweredElements if self._keep else AnsweredSummary
        return shown.value(STEP, self._prompt.name, answer, _NOTES_TOKENS, paper=page + quoted)

    def _source(self, paper: Paper, excerpt: Excerpt | None) -> str:
        """Name the model, the prompt, the language and the text that key elements come from."""
        text = f"{paper.title}\n{paper.abstract}"
        read = "abstract" if paper.abstract else "title"
        if excerpt:
            text, read = f"{text}\n{excerpt.text()}", "from the full text"
        digest = sha256(text.encode("utf-8", "replace")).hexdigest()
        language = self._task.draft.language
        return (
            f"{self._asker.model.name}; prompt {self._prompt.mark}"
            f"{f'; {language}' if language != 'en' else ''}; {read} {digest[:12]}"
        )


def _text_of(excerpt: Excerpt | None, shown: Shown) -> str:
    """Return as much of a full text as fits; nothing where that would be hardly any."""
    return excerpt.text(shown.share) if excerpt and shown.share > _HARDLY_ANY else ""


def _abstract(abstract: str, source: str) -> Notes:
    """Return the text to use instead of key elements."""
    words = without_orders(abstract)
    return (KeyElement(_ABSTRACT, words, source),) if words else ()


def _read(paper: Paper, around: Surroundings) -> str:
    if paper.abstract:
        return "abstract"
    return "what others say" if usable_mentions(paper, around) else "title"


class NotesOnPapers:
    """Key elements of the draft and of papers; ``of`` are those of papers, by their ids."""

    def __init__(self, asker: Asker, draft: Notes, of: Mapping[str, Notes]) -> None:
        self._asker, self._draft, self.of = asker, draft, of
        # What is known of these comes from their titles alone already.
        self._by_title = frozenset(asker.refused.by_title)

    def show_draft(self, shown: Shown) -> str:
        title = self._asker.task.draft.title
        return self._quote(DRAFT, title, as_notes(self._draft, shown.share))

    def show(
        self, papers: Sequence[Paper], shown: Shown, in_full: Sequence[Paper] | None = None
    ) -> str:
        """Show key elements of papers; of those that are not ``in_full`` a brief note."""
        parts = []
        for paper in shown.showable(papers):
            short, own = self._asker.ids.short(paper.id), self.of[paper.id]
            if paper.id in shown.refused.by_title and paper.id not in self._by_title:
                own = ()
            is_brief = in_full is not None and paper.id not in {one.id for one in in_full}
            notes = as_brief_notes(own) if is_brief else as_notes(own, shown.share)
            parts.append(f"{short}:\n{self._quote(short, paper_head(paper), notes)}")
        return "\n\n".join(parts)

    def _quote(self, name: str, head: str, notes: str) -> str:
        return quote_text(f"{head}\n{notes}", name, self._asker.ports.fence)
