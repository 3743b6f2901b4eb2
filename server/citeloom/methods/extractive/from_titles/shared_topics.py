"""The topics that titles of a group share, each with the papers whose titles name it."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from citeloom.methods.extractive.arranging.phrases import Phrase, phrases_of
from citeloom.methods.extractive.candidates import CandidateSentence
from citeloom.methods.extractive.from_titles.title_case import EPONYMS, NamesInTexts, with_names
from citeloom.papers.paper import Paper
from citeloom.words import terms


def titles_as_sentences(papers: Iterable[Paper], names: NamesInTexts) -> list[CandidateSentence]:
    """Return the titles as sentences, in which phrases are looked for."""
    texts = ((paper, names.in_a_sentence(paper.title)) for paper in papers)
    return [
        CandidateSentence(paper, 0, 0, len(paper.title), text, tuple(terms(text)), usable=True)
        for paper, text in texts
    ]


@dataclass(frozen=True, slots=True)
class TitleTopic:
    """A topic in words, and the ids of the papers whose titles name it."""

    text: str
    papers: tuple[str, ...]


class TitleTopics:
    """The topics that titles name."""

    def __init__(self, titles: Sequence[CandidateSentence]) -> None:
        self._count = len(titles)
        self._phrases = phrases_of(titles)

    def shared_by(self, papers: Sequence[str]) -> list[TitleTopic]:
        """Return the topics that several of these papers' titles name, no paper in two.

        The first is what most of the group shares and the others do not.
        """
        left = list(papers)
        found: list[TitleTopic] = []
        while best := max(self._ranked(left), key=lambda it: (it[0], it[1].stems), default=None):
            phrase = best[1]
            named = tuple(paper for paper in left if paper in phrase.in_titles)
            if not phrase.text.istitle():
                found.append(TitleTopic(with_names(phrase.text), named))
            left = [paper for paper in left if paper not in named]
        return found

    def _ranked(self, left: Sequence[str]) -> Iterator[tuple[float, Phrase]]:
        """Yield the phrases that name topics of some papers, with their worth."""
        inside = set(left)
        for phrase in self._phrases.used_by(inside, 2):
            enough = len(phrase.in_titles & inside) > 1 and len(phrase.stems) > 1
            is_name = phrase.stems[-1] in EPONYMS or (phrase.text.isupper() and " " in phrase.text)
            if enough and not is_name and (worth := phrase.worth(inside, self._count)):
                yield worth, phrase
