"""Name the topics of a taxonomy bottom-up: each from those inside of it and all titles below."""

from collections import Counter
from collections.abc import Container, Iterator, Sequence
from functools import partial
from itertools import count
from typing import Any

from pydantic import BaseModel, Field

from citeloom.methods.hireview.taxonomy import (
    Place,
    Taxonomy,
    Topic,
    height_of,
    placed_topics,
    with_names,
)
from citeloom.methods.modelled.asker import Asker, OrElse, Shown
from citeloom.methods.modelled.clean_words import Words, known_names, without_commands
from citeloom.methods.modelled.short_ids import MARK
from citeloom.methods.modelled.showing_papers import quote_text, without_orders
from citeloom.models.port import Question, RefusedError
from citeloom.papers.paper import Paper
from citeloom.words import STOP_WORDS, words

STEP = "naming topics"
_NAME_TOKENS = 40

_MOST_WORDS = 12
_LONGEST = 90
_LEAST_LETTERS = 4
_SHARED = 3
_END = " .,;:!?-–—"
_NAMELESS = OrElse(None, "words from their titles are used as names")


class AnsweredName(BaseModel):
    """Names for a topic: the best one, and others in case that another topic has it."""

    name: Words = Field(description="The best name of the topic, in a few words.")
    other_names: list[Words] = Field(
        description="Two other names for it, in case that another topic has the first.",
        json_schema_extra={"maxItems": 2},
    )


class TopicNames:
    """Asks a model for the names of topics."""

    def __init__(self, asker: Asker) -> None:
        self._asker = asker
        self._papers = {paper.id: paper for paper in asker.task.references}
        self._known = known_names(asker.task)

    async def named(self, taxonomy: Taxonomy) -> Taxonomy:
        """Return the taxonomy with a name for each topic that has none, no two of them the same.

        Levels are named one after the other, from the narrowest topics up, side by side within one.
        """
        taken = {folded_name(topic.name) for topic in taxonomy.walk() if topic.name}
        for height in range(1, taxonomy.depth + 1):
            level = [
                placed
                for placed in placed_topics(taxonomy)
                if not placed.topic.name and height_of(placed.topic) == height
            ]
            asked = [self._names_for(own.topic) for own in level]
            answers = await self._asker.together(STEP, asked)
            names: dict[Place, str] = {}
            for placed, found in zip(level, answers, strict=True):
                own = [self._papers[paper].title for paper in placed.topic.all_papers()]
                name = free_name(found, own, taken)
                taken.add(folded_name(name))
                names[placed.place] = name
            taxonomy = with_names(taxonomy, names)
        return taxonomy

    async def _names_for(self, topic: Topic) -> Sequence[str]:
        """Return what a model calls a topic, the best name first; none where it gives none."""
        papers = [self._papers[paper] for paper in topic.all_papers()]

        try:
            answer = await self._asker.ask(papers, partial(self._question, topic), _NAMELESS)
        except RefusedError:
            self._asker.go_on(STEP, _NAMELESS.instead)
            answer = None
        if answer is None:
            return ()
        found = (clean_name(name, self._known) for name in (answer.name, *answer.other_names))
        return [name for name in found if name]

    def _question(self, topic: Topic, shown: Shown) -> Question[Any]:
        return shown.value(
            STEP,
            "hireview/name",
            AnsweredName,
            _NAME_TOKENS,
            narrower="yes" if topic.topics else "",
            titles=self._show_titles(topic, shown),
        )

    def _show_titles(self, topic: Topic, shown: Shown) -> str:
        """Return the titles right under a topic, then each narrower topic with those below it."""
        groups = self._groups(topic, shown)
        return "\n\n".join(quote_text(group, "", self._asker.ports.fence) for group in groups)

    def _groups(self, topic: Topic, shown: Shown) -> Iterator[str]:
        if own := self._titles(topic.papers, shown):
            yield own
        for inner in topic.topics:
            yield f"{inner.name}:\n{self._titles(inner.all_papers(), shown)}".strip()

    def _titles(self, papers: Sequence[str], shown: Shown) -> str:
        own = shown.showable(self._papers[paper] for paper in papers)
        titles = [title for paper in own if (title := _title_of(paper))]
        return "\n".join(titles[: max(1, round(len(titles) * shown.share))])


def free_name(found: Sequence[str], titles: Sequence[str], taken: Container[str]) -> str:
    """Return the first name that no other topic has, of those found, else words of the titles.

    ``taken`` are the names of other topics, folded.
    """
    return next(name for name in _names(found, titles) if folded_name(name) not in taken)


def _names(found: Sequence[str], titles: Sequence[str]) -> Iterator[str]:
    yield from found
    name = shared_words(titles)
    yield name
    yield from (f"{name} ({number})" for number in count(2))


def clean_name(name: str, known: frozenset[str] = frozenset()) -> str:
    """Return a model's name for a topic without all that is no name, at most twelve words.

    It begins with a capital, unless its first word has capitals of its own.
    """
    words_of_name = MARK.sub("", without_commands(name, known)).split()[:_MOST_WORDS]
    clean = " ".join(words_of_name)[:_LONGEST].strip(_END)
    return clean[:1].upper() + clean[1:] if clean.partition(" ")[0].islower() else clean


def shared_words(titles: Sequence[str]) -> str:
    """Return the words that most of the titles have, the most frequent first."""
    counts = Counter(
        word
        for title in titles
        for word in dict.fromkeys(words(title))
        if len(word) >= _LEAST_LETTERS and word not in STOP_WORDS
    )
    shared = [word for word, count in counts.most_common(_SHARED) if count > 1]
    found = shared or list(counts)[:_SHARED]
    return " ".join(found).capitalize() or "Further work"


def _title_of(paper: Paper) -> str:
    return " ".join(without_orders(paper.title).split())


def folded_name(name: str) -> str:
    """Return a name as it is compared: its words in lower case."""
    return " ".join(words(name)) or name.casefold()
