"""Reads what a model wrote, whatever its form, as paragraphs of sentences with citations."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from citeloom.grounding.sentences import sentences
from citeloom.methods.modelled.answer_forms import AnswerForm, AnswerParagraph, form_of
from citeloom.methods.modelled.lengths import CHARACTERS_A_WORD, WORDS_A_REFERENCE
from citeloom.methods.modelled.marks import GONE, Marks, title_words
from citeloom.methods.modelled.short_ids import MARK, ShortIds, ids_in
from citeloom.methods.modelled.visible_words import visible_words
from citeloom.methods.modelled.written_text import (
    WrittenParagraph,
    WrittenSentence,
    WrittenText,
    add_marks,
    check_citations,
    cited_ids,
)
from citeloom.models.formulas import FORMULA_PLACE, set_formulas_aside
from citeloom.models.refusals import is_excuse
from citeloom.models.tokens import padded

BLANK = "\ue012"
"""Stands in a sentence of which words are missing: a placeholder, or an unknown citation."""

_LONGEST = 500_000
_SHORTEST_LEAD = 6
_USUAL = WORDS_A_REFERENCE * CHARACTERS_A_WORD
_REPEATED = "Nothing answered before"
_STOPS = ".!?。！？।؟"

_USED = re.compile(r"[\[【]\s*\^?\d{1,3}(?:\s*[,;，–-]\s*\^?\d{1,3})*\s*[\]】]")
_PLACEHOLDER = re.compile(
    r"[\[(]?\bAuthors?(?:'s)?(?: et al\.?)?,? \(?(?:Year|\d{4}|[12x]\w?xx)\)?[\])]?"
    r"|\bAuthor et al\b|\(Year\)|\[[^\[\]]{0,60}(?:\binsert\b|'s (?:role|name)\b)[^\[\]]{0,60}\]"
    r"|[\[(](?:citation|reference|source|author|year|title|name)s?(?: (?:needed|here))?[\])]",
    re.IGNORECASE,
)
_ASIDE = re.compile(rf"\((?:\s|[,;]|{GONE})*\)|{GONE}")
_BROKEN = re.compile(
    rf"(?:\A\W*|\b(?:in|by|of|to|from|with|and|or|as|than|like|on|for|see|is|are|that|while|both)\s+)"
    rf"{GONE}(?:[\s,]|and|or|{GONE})*(?=\w|[.,;:!?]|\Z)",
    re.IGNORECASE,
)
"""A mark that stood for the names of authors: without it the sentence has a hole."""

_NO_WORD = re.compile(r"[A-Za-z0-9]{200}")
_LABEL = re.compile(
    r"(?:(?:of|on|for|about|reference|paper|work|id|source)\s+)?"
    r"(?P<marks>\[P\d[^\[\]]{0,200}\](?:,? \[P\d[^\[\]]{0,200}\]){0,5}|P\d{1,4})\s*:\s+",
    re.IGNORECASE,
)
"""How papers are shown: a weak model begins its sentence in the same way."""

_LOOSE = re.compile(r"\s+(?=[,.;:!?](?:\s|\Z)|[，。；：、！？])")
_COUNT = re.compile(r"(?:\(\d{1,3}\)|\d{1,2}[.)])\s+(?=\S)")
_OWN = re.compile(
    r"\b(?P<the>the|this|our)\s+(?:target|proposed|referencing|given)\s+"
    r"(?P<noun>paper|work|article|study|draft)\b",
    re.IGNORECASE,
)
_NUMBERED = re.compile(
    r"\b(?:the\s+\d+(?:st|nd|rd|th)\s+reference(?:\s+(?:paper|work))?"
    r"|reference(?:\s+paper)?\s+(?:no\.\s*|number\s+)?P?\d+)\b",
    re.IGNORECASE,
)
_SURE = re.compile(
    r"\A(?:(?:sure|certainly|of course|absolutely|okay|great)\b[^.:!\n]{0,60}[!.:,]\s+)?"
    r"(?:(?:here(?:['’]s| is| are)|below (?:is|are)|this is)\b[^.:!?\[]{0,160}:\s+)?",
    re.IGNORECASE,
)
_TALK = r"(?-i:I)\b(?!\.)|let me\b|let['’]s\b|让我"
_OPENING = re.compile(
    r"(?:sure|certainly|of course|absolutely|okay|great|understood|thank(?:s| you)|alright|hmm|wait"
    r"|here(?:['’]s| is| are)|below (?:is|are)|the following (?:is|are|text|section)"
    rf"|(?:(?:now|first|finally|so),? )?(?:{_TALK})|to (?:craft|write|create|answer)|the user"
    r"|we (?:need|have|are asked|should)|title:|topic (?:of|you)|your persona|draft:"
    r"|(?:final )?answer:|我将|我需要|好的)",
    re.IGNORECASE,
)
"""How a model begins to speak of what it is going to write, or of what it thinks."""

_CLOSING = re.compile(
    rf"\(?(?:(?:also, )?(?:{_TALK})|please|note\b|feel free|if you|would you|do you|want\b|hope"
    r"|these (?:changes|revisions)|this (?:text|section|draft|version|response|revision)"
    r"|throughout the text|word count|we['’]ve ensured|thank|end of|references?:|\W*$)",
    re.IGNORECASE,
)
_SPEAKS = re.compile(
    rf"\(?(?:now,? )?(?:{_TALK}|no sentences? cites?\b|these ids are not\b|that answer cannot\b)",
    re.IGNORECASE,
)
"""How a model speaks of itself anywhere, or repeats what was wrong: no author says "I"."""


@dataclass(frozen=True)
class TextReader:
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
        said = [sentence for part in found.paragraphs for sentence in part.sentences]
        if len(self.shown) == 1 and not found.unknown and not cited_ids(found):
            # Where one paper alone is shown, all of the text is about it.
            for sentence in said:
                sentence.text, sentence.cites = add_marks(sentence.text, self.shown), [*self.shown]
        check_citations(self.shown, said)
        return found

    def text_of(self, text: str, *, cut_off: bool) -> WrittenText:
        """Return the text of an answer, also where it cites no paper."""
        if len(text) > _LONGEST:
            raise ValueError("it is far too long; be much shorter")
        return _Reading(self, form_of(text, cut_off=cut_off), cut_off=cut_off).text()

    def example(self, words: str, *, poor: bool) -> WrittenText:
        """Return a text with a sentence on each paper that is shown; a poor one is on the first.

        Only its last sentence has these words, as if those before it were repeated from the text
        that it continues.
        """
        *before, last = self.shown[:1] if poor else self.shown
        said = ((f"{_REPEATED} {number}", short) for number, short in enumerate(before))
        sentences = [
            WrittenSentence(text=f"{padded(own, _USUAL)} [{short}].", cites=[short])
            for own, short in (*said, (words, last))
        ]
        return WrittenText(paragraphs=[WrittenParagraph(topic="", sentences=sentences)])


class _Reading:
    """One answer that is read."""

    def __init__(self, reader: TextReader, form: AnswerForm, *, cut_off: bool) -> None:
        self.form, self.cut_off = form, cut_off
        self.marks = Marks(reader.ids, reader.shown)
        lines = [line for paragraph in form.paragraphs for line in paragraph.lines]
        self.last_line = lines[-1] if lines and cut_off else ""
        used = (own for line in lines for found in _USED.findall(line) for own in _numbers(found))
        self.marks.learn(form.entries, used)
        own = re.sub(r"<(quoted-[0-9a-f]+)[^<>]*>[^<]*</\1>", "", reader.asked)
        self.said = {title_words(MARK.sub("", it.text)) for it in sentences(own)} - {""}
        self.said |= {title_words(reader.ids.paper(short).title) for short in reader.ids.all} - {""}
        self.left_out: list[str] = []

    def text(self) -> WrittenText:
        parts = [(part, list(self._sentences(part))) for part in self.form.paragraphs]
        parts = self._without_talk([(part, own) for part, own in parts if own])
        if self.cut_off and parts and not parts[-1][1][-1].rstrip('”"’)').endswith(tuple(_STOPS)):
            parts[-1][1].pop()
        seen: set[str] = set()
        paragraphs = []
        for part, own in parts:
            kept = []
            for sentence in own:
                words = title_words(MARK.sub("", sentence))
                if words not in seen and self._is_content(sentence, words):
                    seen.add(words)
                    cites = list(ids_in(sentence))
                    kept.append(WrittenSentence.model_construct(text=sentence, cites=cites))
            if kept:
                topic = "" if _OPENING.match(part.heading) else part.heading
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
                (number < first and (_OPENING.match(own[0]) or own[-1].endswith(":")))
                or (number > last and _CLOSING.match(own[0]))
            )
        ]
        for own, is_talk in ((kept[0][1], _OPENING), (kept[-1][1], _CLOSING)) if kept else ():
            at = 0 if is_talk is _OPENING else -1
            while own and is_talk.match(own[at]) and not ids_in(own[at]):
                del own[at]
        return [(part, own) for part, own in kept if own]

    def _is_content(self, sentence: str, words: str) -> bool:
        """Tell whether a sentence says something; what is left out for its words is noted."""
        is_echo = words in self.said
        is_talk = _SPEAKS.match(sentence)
        if BLANK in sentence or is_echo or is_talk or is_excuse(sentence):
            self.left_out.append(sentence)
            return False
        if _NO_WORD.search(sentence):
            return False
        if sentence.endswith(":") and len(words.split()) < _SHORTEST_LEAD:
            return False
        return len(words.split()) > 1 or len(re.findall(r"[^\W\d_a-zA-Z]", words)) > 5


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
    """Return a sentence without labels, counts and words of the prompt."""
    if label := _LABEL.match(sentence):
        sentence = add_marks(_capital(sentence[label.end() :]), ids_in(label["marks"]))
    if count := _COUNT.match(sentence):
        sentence = _capital(sentence[count.end() :])
    sentence = _NUMBERED.sub(_this_work, _OWN.sub(_ours, sentence))
    if _BROKEN.search(sentence):
        sentence = f"{BLANK} {sentence}"
    return _LOOSE.sub("", " ".join(_ASIDE.sub("", sentence).split()))


def _numbers(mark: str) -> Iterator[int]:
    yield from map(int, re.findall(r"\d+", mark))


def _capital(sentence: str) -> str:
    return sentence[:1].upper() + sentence[1:]


def _ours(found: re.Match[str]) -> str:
    our = "Our" if found["the"][0].isupper() else "our"
    return f"{our} {'work' if found['noun'].lower() == 'draft' else found['noun'].lower()}"


def _this_work(found: re.Match[str]) -> str:
    return "This work" if found.start() == 0 else "this work"
