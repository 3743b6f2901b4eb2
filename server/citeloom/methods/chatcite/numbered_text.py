"""A text whose sentences have numbers, so that a turn need not write it anew.

The paper's summarizer writes the whole text in each turn, which for 45 references is some fifty
times the text that comes of it.
"""

from collections.abc import Sequence

from citeloom.methods.chatcite.answered_sentences import (
    PlacedSentence,
    PlacedSentences,
    cited_ids_of,
    sentences_type,
)
from citeloom.methods.modelled.short_ids import ShortIds
from citeloom.methods.modelled.written_text import (
    WrittenParagraph,
    WrittenSentence,
    WrittenText,
    as_plain,
    cited_ids,
)


class NumberedText:
    """A text and the papers that are to come into it; it checks answers and applies them."""

    def __init__(self, text: WrittenText, new: Sequence[str], ids: ShortIds) -> None:
        self._text, self._new, self._ids = text, tuple(new), ids
        self._sentences = [own for part in text.paragraphs for own in part.sentences]
        self._before = [short for short in cited_ids(text) if short in ids]

    @property
    def answer(self) -> type[PlacedSentences]:
        ids = [*self._before, *(short for short in self._new if short not in self._before)]
        return sentences_type(PlacedSentences, PlacedSentence, ids, len(self._sentences))

    @property
    def shown(self) -> str:
        """The text with the numbers of its sentences, paragraph by paragraph."""
        number = 0
        parts = []
        for paragraph in self._text.paragraphs:
            lines = []
            for sentence in paragraph.sentences:
                number += 1
                lines.append(f"({number}) {_plain(sentence)}")
            parts.append("\n".join(lines))
        return "\n\n".join(parts)

    def check(self, answer: PlacedSentences) -> None:
        """Raise ValueError with what a model can mend."""
        cited = [short for sentence in answer.sentences for short in cited_ids_of(sentence)]
        if unknown := [short for short in dict.fromkeys(cited) if short not in self._ids]:
            raise ValueError(f"these ids are not on the list: {', '.join(unknown)}")
        if missing := [short for short in self._new if short not in cited]:
            raise ValueError(f"no sentence cites these papers: {', '.join(missing)}")
        kept = cited_ids(self._applied(self._on_it(answer)))
        if lost := [short for short in self._before if short not in kept]:
            raise ValueError(
                f"no sentence cites these papers any more: {', '.join(lost)}; a sentence that "
                "replaces another one cites all that that one cites"
            )

    def usable(self, answer: PlacedSentences) -> tuple[PlacedSentence, ...]:
        """Return the sentences of an answer that can be used.

        One that neither cites a new paper nor replaces a sentence nor begins a paragraph is left
        out. One that would lose a citation comes after the other one instead of replacing it.
        """
        found = list(self._on_it(answer))
        kept = cited_ids(self._applied(found))
        lost = {short for short in self._before if short not in kept}
        if not lost:
            return tuple(found)
        for place, sentence in enumerate(found):
            if not sentence.replaces:
                continue
            old = cited_ids_of(self._sentences[sentence.replaces - 1])
            if lost.intersection(old) - set(cited_ids_of(sentence)):
                placed = {"after": sentence.replaces, "replaces": 0}
                found[place] = sentence.model_copy(update=placed)
        return tuple(found)

    def with_new(self, answer: PlacedSentences) -> WrittenText:
        """Return the text as it is with an answer's sentences."""
        return self._applied(self.usable(answer))

    def _on_it(self, answer: PlacedSentences) -> list[PlacedSentence]:
        replaced: set[int] = set()
        found = []
        for sentence in answer.sentences:
            if not sentence.text.strip():
                continue
            if sentence.replaces in replaced:
                placed = {"after": sentence.replaces, "replaces": 0}
                sentence = sentence.model_copy(update=placed)
            is_new = not set(self._new).isdisjoint(cited_ids_of(sentence))
            if is_new or sentence.replaces or sentence.new_paragraph:
                found.append(sentence)
                replaced.add(sentence.replaces)
            replaced.discard(0)
        return found

    def _applied(self, new: Sequence[PlacedSentence]) -> WrittenText:
        instead = {sentence.replaces: sentence for sentence in new if sentence.replaces}
        places = _Places(new)
        written: list[tuple[str, Sequence[WrittenSentence]]] = []
        number = 0
        for paragraph in self._text.paragraphs:
            own: list[WrittenSentence] = []
            begun: list[tuple[str, list[PlacedSentence]]] = []
            if not number:
                written += places.paragraphs(0)
                own += places.within(0)
            for sentence in paragraph.sentences:
                number += 1
                own += [instead.get(number, sentence), *places.within(number)]
                begun += places.paragraphs(number)
            written += [(paragraph.topic, own), *begun]
        if not written:
            written = [("", places.within(0)), *places.paragraphs(0)]
        return WrittenText(
            paragraphs=[
                WrittenParagraph(topic=topic, sentences=list(sentences))
                for topic, sentences in written
                if sentences
            ]
        )


class _Places:
    """Inserted sentences by the number that they come after: in its paragraph, or in new ones."""

    def __init__(self, new: Sequence[PlacedSentence]) -> None:
        self._within: dict[int, list[PlacedSentence]] = {}
        self._paragraphs: dict[int, list[tuple[str, list[PlacedSentence]]]] = {}
        for sentence in new:
            if sentence.replaces:
                continue
            begun = self._paragraphs.get(sentence.after)
            if sentence.new_paragraph:
                own = (sentence.new_paragraph, [sentence])
                self._paragraphs.setdefault(sentence.after, []).append(own)
            elif begun:
                begun[-1][1].append(sentence)
            else:
                self._within.setdefault(sentence.after, []).append(sentence)

    def within(self, number: int) -> list[PlacedSentence]:
        return self._within.get(number, [])

    def paragraphs(self, number: int) -> list[tuple[str, list[PlacedSentence]]]:
        return self._paragraphs.get(number, [])


def _plain(sentence: WrittenSentence) -> str:
    return as_plain(WrittenText(paragraphs=[WrittenParagraph(topic="", sentences=[sentence])]))
