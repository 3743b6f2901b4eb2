"""Write related work by ChatCite's reflective increments (Algorithm 1)."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from citeloom.methods.chatcite.answered_elements import as_notes
from citeloom.methods.chatcite.key_elements import KeyElementReader, Notes
from citeloom.methods.chatcite.parameters import ChatCiteParameters
from citeloom.methods.chatcite.voting import Vote, rank_by_votes, vote_among
from citeloom.methods.modelled.asking import ask_for_text
from citeloom.methods.modelled.asking_together import ask_together
from citeloom.methods.modelled.finishing import finish_result
from citeloom.methods.modelled.fitting import ask_until_it_fits
from citeloom.methods.modelled.lengths import WORDS_A_REFERENCE
from citeloom.methods.modelled.short_ids import ShortIds
from citeloom.methods.modelled.showing_papers import paper_head
from citeloom.methods.modelled.written_text import (
    WrittenText,
    as_plain,
    cited_ids,
    ids_check,
    text_type,
)
from citeloom.methods.port import Ports
from citeloom.methods.result import Result
from citeloom.methods.task import WritingTask
from citeloom.models.port import LanguageModel, Question
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
    weaver = Increments(task, parameters, ports, model, ids, draft)
    papers = task.references
    steps = [(paper,) for paper in papers] if parameters.increments else [papers]
    kept = [EMPTY]
    turns: list[dict[str, Any]] = []
    for number, step in enumerate(steps):
        ports.progress.stage("weaving in references", number, len(steps))
        turn = await weaver.take_turn(kept, step, [of_paper[paper.id] for paper in step])
        turns.append(turn.as_trace([paper.id for paper in step]))
        kept = turn.best[: parameters.n_keep]
    trace = {
        "key_elements": {
            paper: {element.name: element.sentence for element in own}
            for paper, own in of_paper.items()
        },
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


@dataclass(frozen=True)
class Turn:
    """The candidates of a turn, their votes, and their places, the best first."""

    candidates: tuple[WrittenText, ...]
    votes: tuple[int, ...]
    places: tuple[int, ...]

    @property
    def best(self) -> list[WrittenText]:
        """All candidates, the best first."""
        return [self.candidates[place] for place in self.places]

    def as_trace(self, papers: Sequence[str]) -> dict[str, Any]:
        """Return the turn as JSON values."""
        return {
            "papers": list(papers),
            "candidates": [as_plain(candidate) for candidate in self.candidates],
            "votes": list(self.votes),
            "best": self.places[0],
        }


@dataclass(frozen=True)
class Increments:
    """Weaves papers into texts and asks for votes on the results."""

    task: WritingTask
    parameters: ChatCiteParameters
    ports: Ports
    model: LanguageModel
    ids: ShortIds
    draft: Notes

    async def take_turn(
        self, texts: Sequence[WrittenText], papers: Sequence[Paper], notes: Sequence[Notes]
    ) -> Turn:
        """Weave papers into each of the texts, and vote on the candidates."""
        drafts = [
            self._weave(text, papers, notes, sample)
            for text in texts
            for sample in range(self.parameters.samples)
        ]
        return await self.vote_on(await ask_together(drafts))

    async def vote_on(self, texts: Sequence[WrittenText]) -> Turn:
        candidates = tuple(texts)
        if not self.parameters.votes or len(candidates) == 1:
            return Turn(candidates, (), tuple(range(len(candidates))))
        votes = await ask_together(
            self._vote(candidates, sample) for sample in range(self.parameters.n_votes)
        )
        return Turn(candidates, tuple(votes), tuple(rank_by_votes(votes, len(candidates))))

    async def _weave(
        self,
        text: WrittenText,
        papers: Sequence[Paper],
        notes: Sequence[Notes],
        sample: int,
    ) -> WrittenText:
        new = [self.ids.short(paper.id) for paper in papers]
        before = [short for short in cited_ids(text) if short in self.ids]
        answer = text_type([*before, *(short for short in new if short not in before)])

        async def ask(share: float) -> WrittenText:
            messages = self.ports.prompts["chatcite/increment"].messages(
                language=self.task.draft.language,
                length=_length(self.task),
                draft=self._quote_notes("draft", self.task.draft.title, self.draft, share),
                text=self._quote(text) if text.paragraphs else "(empty so far)",
                papers="\n\n".join(
                    f"{short}:\n{self._quote_notes(short, paper_head(paper), own, share)}"
                    for short, paper, own in zip(new, papers, notes, strict=True)
                ),
            )
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

    async def _vote(self, candidates: Sequence[WrittenText], sample: int) -> int:
        answer = vote_among(len(candidates))

        async def ask(share: float) -> Vote:
            versions = [
                f"Version {number}:\n{self._quote(candidate, share)}"
                for number, candidate in enumerate(candidates, start=1)
            ]
            messages = self.ports.prompts["chatcite/vote"].messages(
                draft=self._quote_notes("draft", self.task.draft.title, self.draft, share),
                candidates="\n\n".join(versions),
            )
            return await self.model.ask(
                Question("votes", messages, answer, self.parameters.temperature, sample)
            )

        return (await ask_until_it_fits(ask)).best

    def _quote(self, text: WrittenText, share: float = 1.0) -> str:
        plain = as_plain(text)
        return self.ports.fence.quote(plain[: round(len(plain) * share)])

    def _quote_notes(self, name: str, head: str, notes: Notes, share: float) -> str:
        return self.ports.fence.quote(f"{head}\n{as_notes(notes, share)}", name)
