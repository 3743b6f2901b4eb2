"""The topics that titles of a group share, each with the papers whose titles name it."""

from collections.abc import Sequence
from dataclasses import dataclass

from citeloom.methods.extractive.arranging.nouns import as_topic
from citeloom.methods.extractive.arranging.phrases import Phrase, Phrases, phrases_of
from citeloom.methods.extractive.candidates import CandidateSentence
from citeloom.methods.extractive.from_titles.title_case import EPONYMS, with_names
from citeloom.methods.extractive.from_titles.uses_of_words import UsesOfWords
from citeloom.methods.extractive.lexicon import lexicon

_WHOLE_FIELDS = lexicon("whole_fields")
_LENGTH_WORTH = {1: 0.6, 2: 1.0, 3: 1.15, 4: 1.2}
_LEAST_PAPERS = 2
_CUT = 0.7
"""From this share of its papers on, a longer phrase says what a shorter one in it says."""

_ELSEWHERE = 0.6
"""What a topic loses that all papers of the other groups have too."""

_SINGLE = 3
"""So many titles have a single word that is the topic of some papers of a group."""

_Stems = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class TitleTopic:
    """A topic in words, its stems, and the ids of the papers whose titles name it."""

    text: str
    stems: _Stems
    papers: tuple[str, ...]


class TitleTopics:
    """The topics that titles name; ``running`` are other texts on the same matter."""

    def __init__(self, titles: Sequence[CandidateSentence], running: Sequence[str]) -> None:
        self._uses = uses = UsesOfWords((title.text for title in titles), running)
        self._count = len(titles)
        self._phrases = Phrases(
            (stems, phrase)
            for stems, phrase in phrases_of(titles).items()
            if phrase.whole
            and len(phrase.in_titles) >= _LEAST_PAPERS
            and "-".join(stems) not in _WHOLE_FIELDS
            and not (len(stems) > 1 and uses.is_cut(stems))
        )

    def shared_by(self, papers: Sequence[str]) -> list[TitleTopic]:
        """Return the topics that two or more of these papers' titles name, no paper in two.

        The first is what most of the group shares and the others do not.
        """
        left = list(papers)
        found: list[TitleTopic] = []
        while topic := self._best(left, papers):
            found.append(topic)
            left = [paper for paper in left if paper not in topic.papers]
        return found

    def _best(
        self,
        left: Sequence[str],
        group: Sequence[str],
    ) -> TitleTopic | None:
        inside = set(left)
        holders = {
            phrase.stems: shared
            for phrase in self._phrases.used_by(inside, _LEAST_PAPERS)
            if len(shared := phrase.in_titles & inside) >= self._least(phrase.stems)
        }
        outside = max(1, self._count - len(group))
        ranked: list[tuple[float, _Stems, Phrase]] = []
        for stems, shared in holders.items():
            phrase = self._phrases[stems]
            if _is_cut(stems, holders):
                continue
            elsewhere = len(phrase.in_titles.difference(group)) / outside
            worth = len(shared) * _LENGTH_WORTH[len(stems)] * (1.0 - _ELSEWHERE * elsewhere)
            ranked.append((-worth, stems, phrase))
        for _, stems, phrase in sorted(ranked, key=lambda item: item[:2]):
            counted = self._uses.is_counted(stems[-1]) or stems[-1].endswith("um")
            text = as_topic(phrase.surfaces, phrase.bare and not counted, counted)
            if text and not _is_shouted(text) and stems[-1] not in EPONYMS:
                named = tuple(paper for paper in left if paper in holders[stems])
                return TitleTopic(with_names(text), stems, named)
        return None

    def _least(self, stems: _Stems) -> int:
        """Return how many titles of a group a phrase has to stand in to be its topic."""
        if len(stems) > 1:
            return _LEAST_PAPERS
        return _SINGLE if self._uses.names_a_topic(stems[0]) else self._count + 1


def _is_shouted(text: str) -> bool:
    return text.isupper() and " " in text


def _is_cut(stems: _Stems, holders: dict[_Stems, set[str]]) -> bool:
    least = max(float(_LEAST_PAPERS), _CUT * len(holders[stems]))
    width = len(stems)
    return any(
        len(other) > width
        and len(shared) >= least
        and any(other[at : at + width] == stems for at in range(len(other) - width + 1))
        for other, shared in holders.items()
    )
