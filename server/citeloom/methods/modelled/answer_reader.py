"""Reads the answer of a model, in any form, as paragraphs of sentences with citations."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from citeloom.grounding.sentences import sentences
from citeloom.methods.modelled.answer_forms import QUOTED, AnswerForm, AnswerParagraph, form_of
from citeloom.methods.modelled.citing import cite_papers
from citeloom.methods.modelled.clean_words import visible_words
from citeloom.methods.modelled.lengths import CHARACTERS_A_WORD, WORDS_A_REFERENCE
from citeloom.methods.modelled.marks import GONE, Marks, title_words
from citeloom.methods.modelled.short_ids import MARK, ShortIds, ids_in
from citeloom.methods.modelled.written_text import (
    ENDS,
    WrittenParagraph,
    WrittenText,
    add_marks,
    cited_ids,
)
from citeloom.models.formulas import FORMULA_PLACE, set_formulas_aside
from citeloom.models.refusals import is_excuse
from citeloom.models.tokens import padded

BLANK = "\ue012"
"""Stands in a sentence of which words are missing: a placeholder, or an unknown citation."""

_LONGEST = 500_000
_SHORTEST_LEAD = 6
_NUMBER = re.compile(r"[\[【,;，–-]\s*\^?(\d{1,3})(?=\s*[\]】,;，–-])")
_USUAL = WORDS_A_REFERENCE * CHARACTERS_A_WORD
_REPEATED = "No earlier answers"
_PLACEHOLDER = re.compile(
    r"[\[(]?\bAuthors?(?: et al\.?)?,? \(?(?:Year|\d{4}|xxxx)\)?[\])]?|\bAuthor et al\b"
    r"|\[[^\[\]]{0,60}\binsert\b[^\[\]]{0,60}\]|[\[(](?:citation|reference|source)s? needed[\])]",
    re.IGNORECASE,
)
_ASIDE = re.compile(rf"\((?:[\s,;]|{GONE})*\)|{GONE}")
_BROKEN = re.compile(
    rf"(?:\A\W*|\b(?:in|by|of|to|from|with|and|or|as|than|like|on|for|see|is|are|that|while|both)\s+)"
    rf"{GONE}(?:[\s,]|and|or|{GONE})*(?=\w|[.,;:!?]|\Z)",
    re.IGNORECASE,
)
"""A mark that stood for the names of authors: without it the sentence has a hole."""

_NO_WORD = re.compile(r"[A-Za-z0-9]{200}")
"""Such a word is no model's own: it would run over the page, and through every message."""

_MARKS = r"\(?(?:[Ss]ee )?\[P\d[^\[\]]{0,200}\]\)?"
_LABEL = re.compile(
    rf"(?:[Oo]f\s+)?{_MARKS}(?:,? {_MARKS}){{0,5}}(?:\s*[:.]\s+|\s+(?=[“\"'(]?[A-ZÀ-Þ]))"
    r"|\([Ss]ee \[P\d[^\[\]]{0,200}\]\)\s*"
)
"""How papers are shown: a weak model begins its sentence in the same way."""

_LOOSE = re.compile(r"\s+(?=[,.;:!?](?:\s|\Z)|[，。；：、！？])")
_COUNT = re.compile(r"(?:[-*•]|\(\d{1,3}\)|\d{1,2}[.)])\s+(?=\S)")
_SURE = re.compile(
    r"\A(?:(?:sure|certainly)\W+)?(?:here(?:['’]s| is| are)\b[^.:!?\[]{0,160}:\s+)?", re.IGNORECASE
)
_TALK = re.compile(
    r"(?-i:\bI\b(?!\.))|\b(?:let me|let['’]s|please|you|your|the user (?:wants|asks))\b"
    r"|我(?![国们])|让我|您|\A(?:here(?:['’]s| is| are)|title|topic of|note|certainly|want)\b",
    re.IGNORECASE,
)
"""How a model speaks of what it writes or thinks: authors say neither "I" nor "you"."""

_OF_ITSELF = re.compile(
    r"\(?(?:no sentences? cites?|no text|these ids are not|(?:this|that|your|my) answer)\b",
    re.IGNORECASE,
)
"""How a small model repeats what was wrong with its answer before, often with all ids."""


@dataclass(frozen=True)
class AnswerTextReader:
    """Reads paragraphs of plain text that cite papers (see `citeloom.models.port.Reader`).

    Parameters
    ----------
    ids, shown
        Those of all papers of the run, and those that the question shows.
    asked
        What the question says; a sentence of it is no content of an answer.
    """

    ids: ShortIds
    shown: tuple[str, ...]
    asked: str = ""

    def read(self, text: str, *, cut_off: bool) -> WrittenText:
        """Return the text of an answer, its citations as ``[P1, P4]``.

        Raises
        ------
        ValueError
            If it has no sentence, or none that cites a paper which was shown.
        """
        found = self.text_of(text, cut_off=cut_off)
        if not found.paragraphs:
            raise ValueError("there is no text in it")
        if len(self.shown) == 1 and not found.unknown and not cited_ids(found):
            # Where one paper alone is shown, all of the text is about it.
            for part in found.paragraphs:
                part.sentences = [add_marks(sentence, self.shown) for sentence in part.sentences]
        if set(self.shown).isdisjoint(cited_ids(found)):
            raise ValueError(f"no sentence cites any of these papers: {', '.join(self.shown)}")
        return found

    def text_of(self, text: str, *, cut_off: bool) -> WrittenText:
        """Return the text of an answer, also where it cites no paper."""
        if len(text) > _LONGEST:
            raise ValueError("it is far too long; be much shorter")
        heads = frozenset(_heads(self.asked))
        text = "\n".join(line for line in text.splitlines() if line.strip() not in heads)
        return _Reading(self, form_of(text, cut_off=cut_off), cut_off=cut_off).text()

    def example(self, words: str) -> WrittenText:
        """Return a text with a sentence on each paper that is shown.

        Only its last sentence has these words, as if those before it were repeated from the text
        that it continues.
        """
        *before, last = self.shown
        said = ((f"{_REPEATED} {number}", short) for number, short in enumerate(before))
        sentences = [f"{padded(own, _USUAL)} [{short}]." for own, short in (*said, (words, last))]
        return WrittenText(paragraphs=[WrittenParagraph(topic="", sentences=sentences)])


class _Reading:
    """One answer that is read."""

    def __init__(self, reader: AnswerTextReader, form: AnswerForm, *, cut_off: bool) -> None:
        self.reader, self.form, self.cut_off = reader, form, cut_off
        self.marks = Marks(reader.ids, reader.shown)
        lines = [line for paragraph in form.paragraphs for line in paragraph.lines]
        self.last_line = lines[-1] if lines and cut_off else ""
        used = (int(number) for line in lines for number in _NUMBER.findall(line))
        self.marks.learn(form.entries, used)
        own = QUOTED.sub("", reader.asked)
        self.said = {title_words(MARK.sub("", it.text)) for it in sentences(own)} - {""}
        self.said |= {title_words(reader.ids.paper(short).title) for short in reader.ids.all} - {""}
        self.left_out: list[str] = []

    def text(self) -> WrittenText:
        parts = [(part, list(self._sentences(part))) for part in self.form.paragraphs]
        parts = self._without_talk([(part, own) for part, own in parts if own])
        if self.cut_off and parts and not parts[-1][1][-1].rstrip('”"’)').endswith(tuple(ENDS)):
            parts[-1][1].pop()
        seen: set[str] = set()
        paragraphs = []
        for part, own in parts:
            kept = []
            for sentence in own:
                words = title_words(MARK.sub("", sentence))
                if words not in seen and self._is_content(sentence, words):
                    seen.add(words)
                    kept.append(sentence)
            if kept:
                topic = "" if _TALK.search(part.heading) else part.heading
                topic = visible_words(MARK.sub("", self.marks.written(topic)))
                paragraphs.append(WrittenParagraph(topic=topic, sentences=kept))
        return WrittenText(
            paragraphs=paragraphs,
            unknown=tuple(self.marks.unknown),
            left_out=tuple(own.replace(BLANK, "…") for own in self.left_out),
        )

    def _sentences(self, part: AnswerParagraph) -> Iterator[str]:
        for line in part.lines:
            for sentence in marked_sentences(_SURE.sub("", line), self.marks):
                is_open = part.is_list and (sentence[-1].isalnum() or sentence.endswith("]"))
                is_last = line is self.last_line
                yield f"{sentence}." if is_open and not is_last else sentence

    def _without_talk(
        self, parts: Sequence[tuple[AnswerParagraph, list[str]]]
    ) -> list[tuple[AnswerParagraph, list[str]]]:
        """Return the paragraphs without what a model says before its text, and behind it."""
        cited = [number for number, (_, own) in enumerate(parts) if any(map(ids_in, own))]
        first, last = (cited[0], cited[-1]) if cited else (0, len(parts))
        kept = [
            (part, own)
            for number, (part, own) in enumerate(parts)
            if part.is_list
            or not (
                (number < first and own[-1].endswith(":"))
                or (not first <= number <= last and _TALK.search(own[0]))
            )
        ]
        for at, (_, own) in ((0, kept[0]), (-1, kept[-1])) if kept else ():
            while own and _TALK.search(own[at]) and not ids_in(own[at]):
                del own[at]
        return [(part, own) for part, own in kept if own]

    def _is_content(self, sentence: str, words: str) -> bool:
        """Tell whether a sentence says something; what is left out for its words is noted."""
        is_talk = _OF_ITSELF.match(sentence) or is_excuse(sentence)
        if BLANK in sentence or words in self.said or is_talk:
            self.left_out.append(sentence)
            return False
        if _NO_WORD.search(sentence) or (ids_in(sentence) and self._is_citation_alone(sentence)):
            return False
        if sentence.endswith(":") and len(words.split()) < _SHORTEST_LEAD:
            return False
        return len(words.split()) > 1 or len(re.findall(r"[^\W\d_a-zA-Z]", words)) > 5

    def _is_citation_alone(self, sentence: str) -> bool:
        """Tell whether nothing is left of a sentence but whom it cites: "Smith et al. [P1]."."""
        parts = cite_papers(sentence, self.reader.ids, "").parts
        return not any(isinstance(it, str) and any(map(str.isalnum, it)) for it in parts)


def _heads(asked: str) -> Iterator[str]:
    """Yield the lines of quoted texts that are no sentences: authors, titles, venues of papers."""
    for quoted in QUOTED.finditer(asked):
        for line in map(str.strip, quoted[0].splitlines()[1:-1]):
            if len(line.split()) > 1 and not line.endswith(tuple(ENDS)):
                yield line


def marked_sentences(text: str, marks: Marks) -> Iterator[str]:
    """Yield the sentences of a text with the usual marks; ``BLANK`` where words are missing."""
    own, formulas = set_formulas_aside(marks.around_words(text))
    words = marks.written(_PLACEHOLDER.sub(BLANK, " ".join(own.split())))
    found: list[str] = []
    for sentence in sentences(words):
        alone = MARK.match(sentence.text)
        if found and alone and not sentence.text[alone.end() :].strip(" .,;"):
            found[-1] = add_marks(found[-1], ids_in(alone[0]))
        else:
            found.append(sentence.text)
    remaining = iter(formulas)
    for one in found:
        mended = _mended(one)
        if mended.strip(" .,;:"):
            yield re.sub(FORMULA_PLACE, lambda _: next(remaining), mended)


def _mended(sentence: str) -> str:
    """Return a sentence without labels and counts."""
    while label := _LABEL.match(sentence):
        sentence = add_marks(_capital(sentence[label.end() :]), ids_in(label[0]))
    if count := _COUNT.match(sentence):
        sentence = _capital(sentence[count.end() :])
    if _BROKEN.search(sentence):
        sentence = f"{BLANK} {sentence}"
    return _LOOSE.sub("", " ".join(_ASIDE.sub("", sentence).split()))


def _capital(sentence: str) -> str:
    return sentence[:1].upper() + sentence[1:]
