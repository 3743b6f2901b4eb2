"""Words of the prompt that leak into a text: "the 11th reference", "the target paper", "P2:"."""

import re
from collections.abc import Callable, Collection

from citeloom.grounding.sentences import sentences
from citeloom.methods.modelled.clean_words import clean_words, names_stranger, with_usual_signs
from citeloom.methods.modelled.short_ids import ShortIds, ids_in
from citeloom.methods.modelled.written_text import (
    WrittenSentence,
    WrittenText,
    change_texts,
    cited_ids,
)

_OWN = re.compile(
    r"\b(?P<the>the|this|our)\s+(?:target|proposed|referencing|given)\s+"
    r"(?P<noun>paper|work|article|study|draft)\b(?P<of>'s)?",
    re.IGNORECASE,
)
_NUMBERED = re.compile(
    r"\[\s*Reference\s+P?\d+\s*\]|\bthe\s+\d+(?:st|nd|rd|th)\s+reference(?:\s+(?:paper|work))?\b"
    r"|\breference(?:\s+paper)?\s+(?:no\.\s*|number\s+)?P?\d+\b",
    re.IGNORECASE,
)
_ID = re.compile(r"\bP\d+\b")
_MIXED = re.compile(r"\[\s*(?=[^\[\]]{0,300}\bP\d+\b)[\w:.+/-]+(?:\s*[,;]\s*[\w:.+/-]+)+\s*\]")
_LABEL = re.compile(r"\s*\[?(?P<ids>P\d+(?:[ ,;&]+P\d+)*)\]?\s*:\s+")
"""How papers are shown: a weak model begins its sentence in the same way."""

_IDS = r"(?<![\w-])P\d+(?:(?:[ ,;&]| and )+P\d+)*(?![\w-])"
_BARE = re.compile(rf"\({_IDS}\)|\[{_IDS}\]|{_IDS}")


def with_marks(text: WrittenText, ids: ShortIds) -> WrittenText:
    """Return a text whose ids stand in square brackets, where the model left these out.

    Other words between such brackets name no paper and are dropped. A word like P3 stays a word
    where a paper itself uses it, and where it names no paper that the sentence cites.
    """
    papers = [ids.paper(short) for short in ids.all]
    own = {word for paper in papers for word in _ID.findall(f"{paper.title} {paper.abstract}")}

    def mark_ids(sentence: WrittenSentence) -> WrittenSentence:
        def as_mark(found: re.Match[str]) -> str:
            named = _ID.findall(found[0])
            if found[0][0] == "[" or not all(n in sentence.cites and n not in own for n in named):
                return found[0]
            return f"[{', '.join(named)}]"

        closed = _MIXED.sub(lambda found: f"[{', '.join(_ID.findall(found[0]))}]", sentence.text)
        return sentence.model_copy(update={"text": _BARE.sub(as_mark, closed)})

    return _change_sentences(text, mark_ids)


def without_labels(text: WrittenText, ids: ShortIds) -> WrittenText:
    """Return a text whose sentences cite the papers that a label before them names ("P3: …")."""

    def drop_label(sentence: WrittenSentence) -> WrittenSentence:
        label = _LABEL.match(sentence.text)
        if label is None:
            return sentence
        named = [short for short in _ID.findall(label["ids"]) if short in ids]
        cites = list(dict.fromkeys((*sentence.cites, *named)))
        return sentence.model_copy(update={"text": sentence.text[label.end() :], "cites": cites})

    return _change_sentences(text, drop_label)


def clean_text(text: WrittenText, ids: ShortIds, known: Collection[str]) -> WrittenText:
    """Return a text without what no related work holds, its ids in square brackets.

    ``known`` are names that may stay, as in ``clean_words``. A sentence that names another host,
    address or wallet goes; where no other one cites its papers, only the name does.
    """
    text = without_labels(text, ids)
    only = {*cited_ids(text)}.difference(cited_ids(without_strangers(text, known)))
    text = without_strangers(text, known, only)
    text = change_texts(text, lambda words: clean_words(words, known))
    return without_leaks(with_marks(text, ids))


def without_strangers(
    text: WrittenText, known: Collection[str], papers: Collection[str] = ()
) -> WrittenText:
    """Return a text without the sentences that name hosts, addresses or wallets not in ``known``.

    Those that cite one of ``papers`` stay as they are. Paragraphs stay, also empty ones: their
    papers may get other sentences.
    """

    def left(sentence: WrittenSentence) -> WrittenSentence:
        if not names_stranger(sentence.text, known):
            return sentence
        own = [
            it.text
            for it in sentences(with_usual_signs(sentence.text))
            if not names_stranger(it.text, known)
        ]
        if own or not set(papers).intersection((*ids_in(sentence.text), *sentence.cites)):
            return sentence.model_copy(update={"text": " ".join(own)})
        return sentence

    paragraphs = [
        own.model_copy(update={"sentences": [it for it in map(left, own.sentences) if it.text]})
        for own in text.paragraphs
    ]
    return WrittenText(paragraphs=paragraphs)


def without_leaks(text: WrittenText) -> WrittenText:
    """Return a text that speaks of papers as a paper does.

    "The target paper" becomes "our paper". A reference that is called by its number gets its id
    where the sentence cites one paper alone.
    """
    return _change_sentences(text, _drop_leaks)


def _change_sentences(
    text: WrittenText, change: Callable[[WrittenSentence], WrittenSentence]
) -> WrittenText:
    paragraphs = [
        own.model_copy(update={"sentences": [change(sentence) for sentence in own.sentences]})
        for own in text.paragraphs
    ]
    return WrittenText(paragraphs=paragraphs)


def _drop_leaks(sentence: WrittenSentence) -> WrittenSentence:
    text = _OWN.sub(_ours, sentence.text)
    only = sentence.cites[0] if len(sentence.cites) == 1 and not ids_in(text) else ""

    def as_id(found: re.Match[str]) -> str:
        if found[0].startswith("["):
            return ""
        other = "This work" if found.start() == 0 else "this work"
        return f"[{only}]" if only else other

    return sentence.model_copy(update={"text": _NUMBERED.sub(as_id, text).strip()})


def _ours(found: re.Match[str]) -> str:
    our = "Our" if found["the"][0].isupper() else "our"
    noun = "work" if found["noun"].lower() == "draft" else found["noun"].lower()
    return f"{our} {noun}{found['of'] or ''}"
