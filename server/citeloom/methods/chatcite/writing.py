"""Write related work by ChatCite's reflective increments (Algorithm 1)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any

from citeloom.grounding.evidence import DRAFT
from citeloom.methods.chatcite.answered_elements import as_brief_notes, as_notes
from citeloom.methods.chatcite.answered_sentences import PlacedSentences
from citeloom.methods.chatcite.cost import VOTE_TOKENS
from citeloom.methods.chatcite.key_elements import KeyElementReader, Notes
from citeloom.methods.chatcite.numbered_text import NumberedText
from citeloom.methods.chatcite.parameters import ChatCiteParameters
from citeloom.methods.chatcite.turn import Draft, Turn
from citeloom.methods.chatcite.voting import Vote, orders_for_votes, rank_by_votes, vote_among
from citeloom.methods.modelled.asking import SOME_FAILED, ask_for_text
from citeloom.methods.modelled.asking_together import answer_or_error, ask_together
from citeloom.methods.modelled.finishing import finish_result
from citeloom.methods.modelled.fitting import ask_until_it_fits
from citeloom.methods.modelled.lengths import (
    TOKENS_A_REFERENCE,
    WORDS_A_REFERENCE,
    text_tokens,
    words_of,
)
from citeloom.methods.modelled.refused import Refused, ask_around
from citeloom.methods.modelled.short_ids import ShortIds
from citeloom.methods.modelled.showing_papers import paper_head
from citeloom.methods.modelled.written_text import (
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
from citeloom.models.port import (
    AnswerError,
    ContextTooLongError,
    LanguageModel,
    Message,
    ModelError,
    Question,
    RefusedError,
)
from citeloom.papers.paper import Paper

EMPTY = WrittenText(paragraphs=[])
_EMPTY = "(empty so far)"

MOST_FAILED = 3
"""After so many turns one after the other without an answer no further one is tried."""


async def related_work(
    task: WritingTask, parameters: ChatCiteParameters, ports: Ports, model: LanguageModel
) -> Result:
    ids = ShortIds(task.references)
    refused = Refused()
    reader = KeyElementReader(task, parameters, ports, model, refused)
    reading = [reader.of_draft(), *(reader.notes_on(paper) for paper in task.references)]
    tell = partial(ports.progress.stage, "key elements", total=len(reading))
    tell(0)
    draft, *notes = await ask_together(reading, tell)
    of_paper = dict(zip((paper.id for paper in task.references), notes, strict=True))
    weaver = Increments(task, parameters, ports, model, ids, draft, of_paper, refused)
    written = await _take_turns(weaver)
    trace = {
        "key_elements": {
            paper: {element.name: element.sentence for element in own}
            for paper, own in of_paper.items()
        },
        "draft": {element.name: element.sentence for element in draft},
        "draft_read": reader.draft_read,
        "read": reader.texts_read,
        "turns": written.trace,
    }
    result = await finish_result(written.versions, ids, task, model, ports, trace, refused)
    warnings = (*result.warnings, *reader.warnings, *weaver.warnings)
    return replace(result, warnings=warnings)


@dataclass
class _Written:
    """What the turns have written: texts, the best first, and their trace."""

    versions: list[WrittenText]
    trace: list[dict[str, Any]]


async def _take_turns(weaver: "Increments") -> _Written:
    """Weave in reference by reference; one that fails does not end the others."""
    parameters, papers = weaver.parameters, weaver.task.references
    steps = [(paper,) for paper in papers] if parameters.increments else [papers]
    written = _Written([EMPTY], [])
    failed = 0
    failure: ModelError | None = None
    for number, step in enumerate(steps):
        weaver.ports.progress.stage("weaving in references", number, len(steps))
        shown = [paper for paper in step if paper.id not in weaver.refused.left_out]
        if not shown:
            continue
        kept = written.versions[: parameters.n_keep]
        try:
            turn = await weaver.take_turn(kept, shown)
        except (AnswerError, ContextTooLongError) as error:
            failure = error
            if all(paper.id in weaver.refused.left_out for paper in shown):
                continue
            failed += 1
            if failed == MOST_FAILED:
                break
            continue
        failed = 0
        written.trace.append(turn.as_trace([paper.id for paper in shown]))
        written.versions = turn.best
    if written.versions == [EMPTY]:
        raise failure or RefusedError("the model refuses all references", "")
    if failed:
        weaver.warnings[SOME_FAILED] = None
    return written


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
class Increments:
    """Weaves papers into texts and asks for votes on the results.

    ``notes`` are the key elements of papers, by their ids; ``refused`` are papers that the model
    refuses. ``warnings`` tell of votes and turns that failed.
    """

    task: WritingTask
    parameters: ChatCiteParameters
    ports: Ports
    model: LanguageModel
    ids: ShortIds
    draft: Notes
    notes: dict[str, Notes]
    refused: Refused = field(default_factory=Refused)
    warnings: dict[str, None] = field(default_factory=dict)

    async def take_turn(self, texts: Sequence[WrittenText], papers: Sequence[Paper]) -> Turn:
        """Weave papers into each of the texts, and vote on the candidates.

        Raises
        ------
        AnswerError
            If no answer can be used; one that cannot be is no candidate.
        """
        # What is known of these comes from their titles alone already.
        by_title = dict(self.refused.by_title)
        drafts = [
            answer_or_error(
                ask_around(
                    papers, self.refused, partial(self._draft, text, papers, sample, by_title)
                )
            )
            for text in texts
            for sample in range(self.parameters.samples)
        ]
        found = await ask_together(drafts)
        for paper in self.refused.by_title.keys() - by_title.keys():
            self.notes[paper] = ()
        usable = [draft for draft in found if isinstance(draft, Draft)]
        if not usable:
            raise next(error for error in found if isinstance(error, AnswerError))
        return await self.vote_on(usable, papers)

    async def vote_on(self, drafts: Sequence[Draft], papers: Sequence[Paper]) -> Turn:
        """Vote on texts into which papers were woven; a vote that fails does not count."""
        candidates = tuple(drafts)
        if not self.parameters.votes or len(candidates) == 1:
            return Turn(candidates, (), tuple(range(len(candidates))))
        seed = "|".join((str(self.task.seed), *(paper.id for paper in papers)))
        orders = orders_for_votes(len(candidates), self.parameters.n_votes, seed)
        texts = [draft.text for draft in candidates]
        found = await ask_together(
            answer_or_error(self._vote(texts, papers, order, sample))
            for sample, order in enumerate(orders)
        )
        votes = [vote for vote in found if isinstance(vote, int)]
        if not votes:
            self.warnings["no vote on some turns could be used; the first version was taken"] = None
        places = rank_by_votes(votes, len(candidates))
        return Turn(candidates, tuple(votes), tuple(places), tuple(orders))

    async def _draft(
        self,
        text: WrittenText,
        papers: Sequence[Paper],
        sample: int,
        by_title: Mapping[str, None],
        refused: Refused,
    ) -> Draft:
        """Weave papers into a text, without what the model refuses."""
        shown = refused.shown(papers)
        bare = refused.by_title.keys() - by_title.keys()
        notes = self.notes | dict.fromkeys(bare, ())
        if self.parameters.answers_by_number(words_of(self.task)):
            return await self._weave_by_number(text, shown, notes, sample)
        return Draft(await self._weave(text, shown, notes, sample))

    async def _weave(
        self,
        text: WrittenText,
        papers: Sequence[Paper],
        notes: Mapping[str, Notes],
        sample: int,
    ) -> WrittenText:
        new = [self.ids.short(paper.id) for paper in papers]
        before = [short for short in cited_ids(text) if short in self.ids]
        answer = text_type([*before, *(short for short in new if short not in before)])
        if self._plans:
            answer = with_plan(answer)
        shown = self._quote(text)

        async def ask(share: float) -> WrittenText:
            question = Question(
                "increments",
                self._messages(shown if text.paragraphs else _EMPTY, papers, notes, share),
                answer,
                self.parameters.temperature,
                sample,
                ids_check(self.ids, [*before, *new]),
                text_tokens(as_plain(text)) + TOKENS_A_REFERENCE * len(new),
            )
            return await ask_for_text(self.model, question)

        return await ask_until_it_fits(ask)

    async def _weave_by_number(
        self,
        text: WrittenText,
        papers: Sequence[Paper],
        notes: Mapping[str, Notes],
        sample: int,
    ) -> Draft:
        """Ask for new and changed sentences alone, and put them into the text."""
        numbered = NumberedText(text, [self.ids.short(paper.id) for paper in papers], self.ids)
        shown = self.ports.fence.quote(numbered.shown) if text.paragraphs else _EMPTY

        async def ask(share: float) -> PlacedSentences:
            question = Question(
                "increments",
                self._messages(shown, papers, notes, share),
                numbered.answer,
                self.parameters.temperature,
                sample,
                numbered.check,
                TOKENS_A_REFERENCE * len(papers),
            )
            return await ask_for_text(self.model, question)

        answer = await ask_until_it_fits(ask)
        return Draft(numbered.with_new(answer), numbered.usable(answer))

    @property
    def _plans(self) -> bool:
        return self.parameters.plan and not self.parameters.increments

    def _messages(
        self, text: str, papers: Sequence[Paper], notes: Mapping[str, Notes], share: float
    ) -> tuple[Message, ...]:
        """Ask to weave papers into a text, or without increments for a text on all of them."""
        values = {
            "language": self.task.draft.language,
            "length": _length(self.task),
            "draft": self._show_draft(share),
            "papers": self._show_notes(papers, notes, share),
        }
        if self.parameters.answers_by_number(words_of(self.task)):
            return self.ports.prompts["chatcite/increment-by-number"].messages(text=text, **values)
        if self.parameters.increments:
            return self.ports.prompts["chatcite/increment"].messages(text=text, **values)
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
                papers=self._show_notes(known, self.notes, share, in_full=papers),
                candidates="\n\n".join(versions),
            )
            temperature = self.parameters.temperature
            question = Question("votes", messages, answer, temperature, sample, written=VOTE_TOKENS)
            return await self.model.ask(question)

        return order[(await ask_until_it_fits(ask)).best - 1]

    def _show_notes(
        self,
        papers: Sequence[Paper],
        known: Mapping[str, Notes],
        share: float,
        in_full: Sequence[Paper] | None = None,
    ) -> str:
        """Show key elements of papers; of those that are not ``in_full`` a brief note."""
        shown = []
        for paper in papers:
            short, own = self.ids.short(paper.id), known[paper.id]
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
