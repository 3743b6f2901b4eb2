"""Sentences told from the point of view of a theme, without a language model."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

from citeloom.actions.writing.revising.choosing import repeats, says_the_same, sentences_beside
from citeloom.actions.writing.revising.new_sentences import SentenceWriter
from citeloom.actions.writing.revising.place import RevisablePlace
from citeloom.actions.writing.revising.wanted_words import WantedWords, keys_of, word_count
from citeloom.grounding.sentences import sentences
from citeloom.grounding.theme import Theme
from citeloom.papers.paper import Paper
from citeloom.placing.record import RecordedSentence
from citeloom.placing.revising.dependent_sentences import leans
from citeloom.placing.revising.openers import without_opener
from citeloom.placing.revising.replacing import New, Place, RevisedText, replaced_at
from citeloom.problem import InputError

_BY_A_MODEL = "choose a method with a language model"


async def told_on_theme(
    place: RevisablePlace, wanted: WantedWords, writer: SentenceWriter
) -> RevisedText | None:
    """Put what papers say on a theme in the place of sentences on them.

    A sentence stays where the abstract of one of its papers has nothing on the theme that can be
    taken, which ``writer.notes`` tell of. None where all stands so already.
    """
    teller = _Teller(place, wanted, writer, Theme(writer.request.theme), _papers(wanted, writer))
    going, versions = await teller.told()
    told = keys_of([teller.ours[number] for number in going])
    if left := [key for key in wanted.keys if key not in told]:
        writer.notes.append(_left(left, writer.request.theme))
    old = [teller.ours[number] for number in going]
    beside = sentences_beside(place.text, old)
    taken = _sources(it for it in place.text.ours.values() if it not in old)
    others = [
        it
        for it in versions
        if not repeats(it, beside) and not says_the_same(it, old) and not _sources(it) & taken
    ]
    if not others:
        return None
    new: dict[Place, New] = {(place.paragraph, number): () for number in going}
    new[place.paragraph, going[0]] = writer.one_of(others)
    return replaced_at(place.before, new)


def _left(keys: Sequence[str], theme: str) -> str:
    are, whose = ("is", "its abstract says") if len(keys) == 1 else ("are", "their abstracts say")
    named = ", ".join(f"'{key}'" for key in keys)
    what = f"{whose} nothing usable on “{theme}”"
    return f"{named} {are} unchanged: {what}"


def _sources(told: Iterable[RecordedSentence]) -> set[tuple[str, str]]:
    """Return the sentences of papers that stand behind sentences of ours, with the papers' keys."""
    return {(it.key, it.sentence) for sentence in told for it in sentence.evidence}


def _papers(wanted: WantedWords, writer: SentenceWriter) -> dict[str, Paper]:
    return {paper.key: paper for paper in writer.plan(wanted).task.references}


@dataclass(frozen=True)
class _Teller:
    """Tells the papers of a place on a theme; ``papers`` are these by their keys."""

    place: RevisablePlace
    wanted: WantedWords
    writer: SentenceWriter
    theme: Theme
    papers: Mapping[str, Paper]

    @property
    def ours(self) -> dict[int, RecordedSentence]:
        """The sentences that may go, by the numbers of their items."""
        items = self.place.items
        found = (
            (number, self.place.text.sentence(items[number])) for number in self.wanted.numbers
        )
        return {number: sentence for number, sentence in found if sentence is not None}

    async def told(self) -> tuple[tuple[int, ...], Sequence[New]]:
        """Return the sentences that go, and what can take their place, one text or several.

        Raises
        ------
        InputError
            If nothing can.
        """
        if not self.theme.can_be_found:
            what = f"the theme “{self.theme.words}” has no word to search for"
            raise InputError(what, advice=f"use other words, or {_BY_A_MODEL}")
        going = self._going({key for key, paper in self.papers.items() if self._speaks(paper)})
        versions = await self._versions(keys_of([self.ours[it] for it in going]), going)
        if going and not versions:
            # A paper that cannot be told keeps the others back: tell each of them alone.
            alone = {key: await self._versions((key,), going) for key in self.papers}
            going = self._going({key for key, found in alone.items() if found})
            keys = keys_of([self.ours[it] for it in going])
            both = [without_opener(it) for key in keys for it in alone[key][0]]
            versions = [both] if both else []
        if not versions:
            named = ", ".join(f"'{key}'" for key in self.wanted.keys)
            what = f"the texts of {named} say nothing on "
            advice = f"use words from their abstracts, or {_BY_A_MODEL}"
            raise InputError(f"{what}“{self.theme.words}”", advice=advice)
        return going, versions

    def _going(self, told: Collection[str]) -> tuple[int, ...]:
        """Return the sentences whose papers are all told; one that another one leans on stays."""
        ours = self.ours
        stays: set[int] = set()
        for number in reversed(ours):
            sentence = ours[number]
            if not sentence.keys or not {*sentence.keys} <= {*told}:
                stays.add(number)
            if number in stays and leans(sentence) and number - 1 in ours:
                stays.add(number - 1)
        return tuple(number for number in ours if number not in stays)

    async def _versions(self, keys: Sequence[str], going: Sequence[int]) -> list[New]:
        """Return texts that tell these papers on the theme, and nothing else of them."""
        if not keys:
            return []
        words = word_count([self.ours[it] for it in going if {*self.ours[it].keys} <= {*keys}])
        wanted = WantedWords(tuple(going), tuple(keys), words)
        try:
            versions = await self.writer.versions(wanted)
        except InputError:
            return []
        return [version for version in versions if self._is_told(version)]

    def _is_told(self, version: New) -> bool:
        return all(
            it.source == "abstract" and self.theme.fits(it.sentence, self.papers[it.key].abstract)
            for sentence in version
            for it in sentence.evidence
        )

    def _speaks(self, paper: Paper) -> bool:
        text = paper.abstract
        return any(self.theme.fits(sentence.text, text) for sentence in sentences(text))
