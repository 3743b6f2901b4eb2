"""A stand-in for a plain model: it answers what the messages ask in words, and knows no schema.

The form of an answer is the JSON object that a message shows; a field's value is made by what a
message says of the field, whatever its name. A field of which it says nothing is left out.
"""

import json
import re
from dataclasses import dataclass
from typing import Any

from answering import QUOTED

_EXPLAINED = re.compile(r'^- "(?P<name>\w+)": (?P<said>.+(?:\n  \S.*)*)', re.MULTILINE)
_FORM = re.compile(r"^Answer with one JSON object of this form.*\n+(?P<form>\{.*\})$", re.MULTILINE)
_IDS_ASKED_FOR = re.compile(r"cite all of these: (?P<ids>P\d+(?:, P\d+)*)")
_TEXT_SO_FAR = re.compile(r"^The text so far.*:\n\n<quoted-\w+>\n(?P<text>.*?)\n</", re.M | re.S)
_TYPES = re.compile(r"^- Types of (?P<things>[\w ]+): (?P<names>.+)\.$", re.MULTILINE)
_SENTENCE = re.compile(r"[A-Z\[][^.!?\n]*[.!?](?!,)")
_MARK = re.compile(r"\[(P\d+(?:, P\d+)*)\]")
_FIVE_WORDS = re.compile(r"(?:\S+ ){5}")
"""After so many a word is added: what repeats its sources word for word is no text of its own."""

_WORD = re.compile(r"[a-z]{5,}")
_RELATION = re.compile(r"^(?P<head>.+) - (?P<relation>.+) -> (?P<tail>.+)$", re.MULTILINE)
_ID = re.compile(r"P\d+")
_SECTION_OF = re.compile(r"section to read now is of (?P<id>P\d+)")
_CHOICES = re.compile(r"^What may be read now.*:\n\n<quoted-\w+>\n(?P<listed>.*?)\n</", re.M | re.S)


@dataclass(frozen=True)
class Said:
    """A sentence, and the ids of the references that it rests on."""

    text: str = ""
    ids: tuple[str, ...] = ()


def answer_in_words(request: str) -> str:
    """Return an answer to the texts of a request, in a fence and behind a chatty sentence.

    Where no form is shown it is a paragraph.
    """
    reading = Reading(request)
    return chatty(reading.answer()) if reading.form else reading.prose()


def answer_in_own_words(request: str) -> str:
    """Answer as `answer_in_words` does, in sentences that are not those of the texts."""
    reading = Reading(request)
    return chatty(reading.answer()) if reading.form else reading.prose(in_own_words=True)


def chatty(answer: dict[str, Any]) -> str:
    return f"Sure, here is what you asked for:\n\n```json\n{json.dumps(answer, indent=2)}\n```\n"


class Reading:
    """What a request says in its own words, and the texts that it quotes."""

    def __init__(self, request: str) -> None:
        self.words = QUOTED.sub("", request)
        form = _FORM.search(self.words)
        shown = form["form"].replace(": …", ': "…"') if form else "{}"
        self.form: dict[str, Any] = json.loads(shown)
        self.explained = {
            field["name"]: " ".join(field["said"].split())
            for field in _EXPLAINED.finditer(self.words)
        }
        self.quoted = [(found["id"] or "", found["text"]) for found in QUOTED.finditer(request)]
        so_far = _TEXT_SO_FAR.search(request)
        self.so_far = so_far["text"] if so_far else ""
        choices = _CHOICES.search(request)
        self.choices = (
            [line.split()[0] for line in choices["listed"].splitlines()] if choices else []
        )
        self.used = 0

    @property
    def subject(self) -> str:
        """The text of the first paper that is quoted, else the first text."""
        papers = (text for name, text in self.quoted if _ID.fullmatch(name))
        return next(papers, self.quoted[0][1])

    def prose(self, *, in_own_words: bool = False) -> str:
        """Return a paragraph: a sentence for each reference, its id at the end or as a subject."""
        said = []
        for one in self.sentences():
            is_marked = re.search(r'(?<!")\bP\d', one.text)
            text = one.text if is_marked else f"{one.text[:-1]} [{', '.join(one.ids)}]."
            if in_own_words and not is_marked:
                text = _FIVE_WORDS.sub(r"\g<0>so ", one.text[:-1]) + text[len(one.text) - 1 :]
            said.append(text)
        plan = "<plan>They belong together.</plan>\n\n" if "<plan>" in self.words else ""
        return plan + " ".join(said)

    def answer(self) -> dict[str, Any]:
        return self.object(self.form, Said())

    def object(self, form: dict[str, Any], sentence: Said) -> dict[str, Any]:
        """Return the fields of a form that are explained; those of a sentence are filled by it."""
        values = {
            name: self.value(own, self.explained[name], sentence)
            for name, own in form.items()
            if name in self.explained
        }
        return {name: value for name, value in values.items() if value is not None}

    def value(self, form: Any, said: str, sentence: Said) -> Any:
        """Return what is asked for in these words; None where they do not tell."""
        if isinstance(form, list) and isinstance(form[0], dict):
            return self.objects(form[0], said)
        if said.startswith("the ids of"):
            return list(sentence.ids)
        if isinstance(form, list):
            return [self.value(own, said, sentence) for own in form]
        if said.startswith("the number of"):
            return self.number(said)
        if said.startswith("one sentence") or (sentence.text and said.endswith("sentences.")):
            return sentence.text
        if said.startswith("the name of the section"):
            return self.section(said)
        if said.endswith("?"):
            return self.statement(self.subject)
        if said.endswith("one of the types above."):
            return self.type_name(said)
        if said.startswith(("the name of", "how the first concept", "a few words")):
            return "" if '""' in said else self.term()
        if said.startswith(("what ", "which ", "why ")):
            return self.statement(self.subject)
        return None

    def objects(self, form: dict[str, Any], said: str) -> list[dict[str, Any]]:
        if said.startswith("all notes"):
            return [self.object(form, note) for note in self.notes("old and new" in said)]
        fields = [self.explained.get(name, "") for name in form]
        if any(field.startswith("the ids of") for field in fields):
            return [self.object(form, sentence) for sentence in self.sentences()]
        if said.startswith("the paragraphs"):
            return [self.object(form, Said())]
        return self.relations(form)

    def section(self, said: str) -> str:
        """Return what may be read next; the end where little may be read any more."""
        may_end = "the word end" in said and "at most 1 more" in self.words
        return "end" if may_end else self.choices[0]

    def notes(self, more: bool) -> list[Said]:
        """Return the notes that are quoted and one on the section to read; else the later half."""
        kept = [json.loads(text) for _, text in self.quoted if text.startswith('{"')]
        notes = [list(note.values()) for own in kept for note in next(iter(own.values()))]
        old = [Said(text, tuple(ids)) for ids, text in notes]
        of = _SECTION_OF.search(self.words)
        if not more or of is None:
            return old[len(old) // 2 :]
        return [*old, Said(self.statement(self.quoted[-1][1]), (of["id"],))]

    def relations(self, form: dict[str, Any]) -> list[dict[str, Any]]:
        """Return three new relations behind those so far, all in the fields that are asked for."""
        new = [self.object(form, Said()) for _ in range(3)]
        old = [
            {**new[0], **relation.groupdict()}
            for _, text in self.quoted
            for relation in _RELATION.finditer(text)
        ]
        most = re.search(r"at most (\d+) relations", self.words)
        return (old + new)[: int(most[1]) if most else None]

    def sentences(self) -> list[Said]:
        """Return one sentence for each reference, behind those so far where all are asked for."""
        whole = "Answer with the whole text" in self.words
        found = [one for one in _said_in(self.so_far) if one.ids] if whole else []
        asked = [name for name, _ in self.quoted if _ID.fullmatch(name)]
        for line in _IDS_ASKED_FOR.finditer(self.words):
            asked += line["ids"].split(", ")
        for short in asked:
            if not any(short in sentence.ids for sentence in found):
                found.append(self.sentence(short))
        return found

    def sentence(self, short: str) -> Said:
        """Return a sentence on a reference: of its authors where the id is odd, else of others."""
        own = [text for name, text in self.quoted if name == short]
        if not own:
            told = (one for _, text in self.quoted for one in _said_in(text))
            return next((one for one in told if short in one.ids), Said())
        doer = f"[{short}] " if int(short[1:]) % 2 else "Others "
        title = own[0].splitlines()[:2][-1].lower()
        stated = self.statement(own[0]).replace("not stated", f"We write {title}.")
        return Said(re.sub(r"^We ", doer, stated), (short,))

    def statement(self, text: str) -> str:
        """Return what a quoted text says its authors do, else its first sentence."""
        found = _SENTENCE.findall(text.replace(": ", ":\n"))
        stated = [one for one in found if one.startswith("We ")]
        return (stated or found or ["not stated"])[0]

    def number(self, said: str) -> int | None:
        if said.startswith("the number of the best version"):
            return len(re.findall(r"^Version \d+:", self.words, re.MULTILINE))
        if "comes after" in said:
            return max(
                (int(one) for one in re.findall(r"^\((\d+)\)", self.so_far, re.M)), default=0
            )
        if "0 if all of them stay" in said:
            return 0
        if most := re.search(r"from 0 to (\d+)", said):
            return len(self.so_far + "".join(text for _, text in self.quoted)) % int(most[1])
        return 1 if "from 1" in said else None

    def type_name(self, said: str) -> str | None:
        """Return a type from the list that the words are about."""
        for line in _TYPES.finditer(self.words):
            if ("relation" in said) == ("relation" in line["things"]):
                names = line["names"].split(", ")
                self.used += 1
                return names[self.used % len(names)]
        return None

    def term(self) -> str:
        """Return a word of the texts, another one each time."""
        words = list(dict.fromkeys(_WORD.findall(" ".join(text for _, text in self.quoted))))
        self.used += 1
        return words[self.used % len(words)] if words else "other work"


def _said_in(text: str) -> list[Said]:
    """Return the sentences of a text with the ids that stand in their brackets."""
    return [
        Said(one, tuple(", ".join(_MARK.findall(one)).split(", ")) if _MARK.search(one) else ())
        for one in _SENTENCE.findall(text)
    ]
