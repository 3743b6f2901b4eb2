"""Write related work by ChatCite's reflective increments (Algorithm 1)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from citeloom.grounding.evidence import DRAFT
from citeloom.methods.chatcite.answered_elements import as_brief_notes, as_notes
from citeloom.methods.chatcite.key_elements import KeyElementReader, Notes
from citeloom.methods.chatcite.parameters import ChatCiteParameters
from citeloom.methods.chatcite.voting import Vote, orders_for_votes, rank_by_votes, vote_among
from citeloom.methods.modelled.asking import ask_for_text
from citeloom.methods.modelled.asking_together import ask_together
from citeloom.methods.modelled.finishing import finish_result
from citeloom.methods.modelled.fitting import ask_until_it_fits
from citeloom.methods.modelled.lengths import WORDS_A_REFERENCE
from citeloom.methods.modelled.short_ids import ShortIds
from citeloom.methods.modelled.showing_papers import paper_head
from citeloom.methods.modelled.written_text import (
    Planned,
    WrittenText,
    as_plain,
    cited_ids,
    ids_check,
    text_type,
    with_plan,
)
from citeloom.methods.port import Ports
from citeloom.methods.result import Result
from citeloom.methods.task import WritingTask
from citeloom.models.port import LanguageModel, Message, Question
from citeloom.papers.paper import Paper

EMPTY = WrittenText(paragraphs=[])


async def related_work(
    task: WritingTask, parameters: ChatCiteParameters, ports: Ports, model: LanguageModel
) -> Result:
    ids = ShortIds(task.references)
    reader = KeyElementReader(task, parameters, ports, model)
    reading = [reader.of_draft(), *(reader.of_paper(paper) for paper in task.references)]
    tell = partial(ports.progress.stage, "key elements", total=len(reading))
    tell(0)
    draft, *notes = await ask_together(reading, tell)
    of_paper = dict(zip((paper.id for paper in task.references), notes, strict=True))
    weaver = Increments(task, parameters, ports, model, ids, draft, of_paper)
    papers = task.references
    steps = [(paper,) for paper in papers] if parameters.increments else [papers]
    kept = [EMPTY]
    turns: list[dict[str, Any]] = []
    for number, step in enumerate(steps):
        ports.progress.stage("weaving in references", number, len(steps))
        turn = await weaver.take_turn(kept, step)
        turns.append(turn.as_trace([paper.id for paper in step]))
        kept = turn.best[: parameters.n_keep]
    trace = {
        "key_elements": {
            paper: {element.name: element.sentence for element in own}
            for paper, own in of_paper.items()
        },
        "draft": {element.name: element.sentence for element in draft},
        "draft_read": reader.draft_read,
        "read": {paper.id: reader.texts_read[paper.id] for paper in papers},
        "turns": turns,
    }
    result = await finish_result(turn.best, ids, task, model, ports, trace)
    return replace(result, warnings=(*result.warnings, *reader.suspicions))


def _length(task: WritingTask) -> str:
    """Tell the model how long the text may be; the words are the same in each turn."""
    words = (
        f"The finished text will have at most {task.words} words"
        if task.words
        else f"Take about {WORDS_A_REFERENCE} words for each reference, fewer where that is enough"
    )
    if task.paragraphs:
        return f"{words}, in {task.paragraphs} paragraph(s)."
    return f"{words}, in paragraphs by theme."


def _plan_of(text: WrittenText) -> str:
    return text.plan if isinstance(text, Planned) else ""


@dataclass(frozen=True)
class Turn:
    """The candidates of a turn, their votes, and their places, the best first.

    ``orders`` are the orders in which each vote was shown the candidates; all numbers are from 1.
    """

    candidates: tuple[WrittenText, ...]
    votes: tuple[int, ...]
    places: tuple[int, ...]
    orders: tuple[tuple[int, ...], ...] = ()

    @property
    def best(self) -> list[WrittenText]:
        """All candidates, the best first."""
        return [self.candidates[place] for place in self.places]

    def as_trace(self, papers: Sequence[str]) -> dict[str, Any]:
        """Return the turn as JSON values."""
        return {
            "papers": list(papers),
            "candidates": [as_plain(candidate) for candidate in self.candidates],
            **(
                {"plans": plans} if any(plans := [_plan_of(own) for own in self.candidates]) else {}
            ),
            "votes": list(self.votes),
            "orders": [list(order) for order in self.orders],
            "best": self.places[0],
        }


@dataclass(frozen=True)
class Increments:
    """Weaves papers into texts and asks for votes on the results.

    ``notes`` are the key elements of papers, by their ids.
    """

    task: WritingTask
    parameters: ChatCiteParameters
    ports: Ports
    model: LanguageModel
    ids: ShortIds
    draft: Notes
    notes: Mapping[str, Notes]

    async def take_turn(self, texts: Sequence[WrittenText], papers: Sequence[Paper]) -> Turn:
        """Weave papers into each of the texts, and vote on the candidates."""
        drafts = [
            self._weave(text, papers, sample)
            for text in texts
            for sample in range(self.parameters.samples)
        ]
        return await self.vote_on(await ask_together(drafts), papers)

    async def vote_on(self, texts: Sequence[WrittenText], papers: Sequence[Paper]) -> Turn:
        """Vote on texts into which papers were woven."""
        candidates = tuple(texts)
        if not self.parameters.votes or len(candidates) == 1:
            return Turn(candidates, (), tuple(range(len(candidates))))
        seed = "|".join((str(self.task.seed), *(paper.id for paper in papers)))
        orders = orders_for_votes(len(candidates), self.parameters.n_votes, seed)
        votes = await ask_together(
            self._vote(candidates, papers, order, sample) for sample, order in enumerate(orders)
        )
        places = rank_by_votes(votes, len(candidates))
        return Turn(candidates, tuple(votes), tuple(places), tuple(orders))

    async def _weave(self, text: WrittenText, papers: Sequence[Paper], sample: int) -> WrittenText:
        new = [self.ids.short(paper.id) for paper in papers]
        before = [short for short in cited_ids(text) if short in self.ids]
        answer = text_type([*before, *(short for short in new if short not in before)])
        if self._plans:
            answer = with_plan(answer)

        async def ask(share: float) -> WrittenText:
            messages = self._messages(text, papers, share)
            question = Question(
                "increments",
                messages,
                answer,
                self.parameters.temperature,
                sample,
                ids_check(self.ids, [*before, *new]),
            )
            return await ask_for_text(self.model, question)

        return await ask_until_it_fits(ask)

    @property
    def _plans(self) -> bool:
        return self.parameters.plan and not self.parameters.increments

    def _messages(
        self, text: WrittenText, papers: Sequence[Paper], share: float
    ) -> tuple[Message, ...]:
        """Ask to weave papers into a text, or without increments for a text on all of them."""
        values = {
            "language": self.task.draft.language,
            "length": _length(self.task),
            "draft": self._show_draft(share),
            "papers": self._show_notes(papers, share),
        }
        if self.parameters.increments:
            shown = self._quote(text) if text.paragraphs else "(empty so far)"
            return self.ports.prompts["chatcite/increment"].messages(text=shown, **values)
        return self.ports.prompts["chatcite/at-once"].messages(
            plan="yes" if self._plans else "",
            example="yes" if self.parameters.example else "",
            **values,
        )

    async def _vote(
        self,
        candidates: Sequence[WrittenText],
        papers: Sequence[Paper],
        order: Sequence[int],
        sample: int,
    ) -> int:
        """Return the number of the best candidate; the model sees them in this order."""
        answer = vote_among(len(candidates))
        cited = {short for candidate in candidates for short in cited_ids(candidate)}
        known = [
            paper
            for short in self.ids.all
            if short in cited and (paper := self.ids.paper(short)).id in self.notes
        ]

        async def ask(share: float) -> Vote:
            versions = [
                f"Version {number}:\n{self._quote(candidates[candidate - 1], share)}"
                for number, candidate in enumerate(order, start=1)
            ]
            messages = self.ports.prompts["chatcite/vote"].messages(
                draft=self._show_draft(share),
                papers=self._show_notes(known, share, in_full=papers),
                candidates="\n\n".join(versions),
            )
            return await self.model.ask(
                Question("votes", messages, answer, self.parameters.temperature, sample)
            )

        return order[(await ask_until_it_fits(ask)).best - 1]

    def _show_notes(
        self, papers: Sequence[Paper], share: float, in_full: Sequence[Paper] | None = None
    ) -> str:
        """Show key elements of papers; of those that are not ``in_full`` a brief note."""
        shown = []
        for paper in papers:
            short, own = self.ids.short(paper.id), self.notes[paper.id]
            is_brief = in_full is not None and paper not in in_full
            notes = as_brief_notes(own) if is_brief else as_notes(own, share)
            shown.append(f"{short}:\n{self._quote_notes(short, paper_head(paper), notes)}")
        return "\n\n".join(shown)

    def _quote(self, text: WrittenText, share: float = 1.0) -> str:
        plain = as_plain(text)
        return self.ports.fence.quote(plain[: round(len(plain) * share)])

    def _show_draft(self, share: float) -> str:
        return self._quote_notes(DRAFT, self.task.draft.title, as_notes(self.draft, share))

    def _quote_notes(self, name: str, head: str, notes: str) -> str:
        return self.ports.fence.quote(f"{head}\n{notes}", name)
