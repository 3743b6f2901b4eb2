"""Rewrite a sentence of an abstract as a statement on its paper."""

import re
from collections.abc import Callable, Collection
from dataclasses import dataclass
from functools import lru_cache

from citeloom.grounding.guarded import GuardedPattern, guarded
from citeloom.grounding.words import STOP_WORDS, words
from citeloom.methods.extractive.rewriting import persons
from citeloom.methods.extractive.rewriting.belongings import (
    our_thing,
    our_thing_first,
    proposed_thing,
    thing_first,
)
from citeloom.methods.extractive.rewriting.doers import (
    aim_as_verb,
    it_is_shown,
    paper_as_subject,
    we_as_subject,
)
from citeloom.methods.extractive.rewriting.heads import HEADS
from citeloom.methods.extractive.rewriting.leaning import is_whole, leans
from citeloom.methods.extractive.rewriting.length import shorten
from citeloom.methods.extractive.rewriting.mending import mend, share_subject
from citeloom.methods.extractive.rewriting.names import MARK, Done, Subject
from citeloom.methods.extractive.rewriting.openers import (
    DANGLING,
    PAPER_NOUN,
    means_paper,
    without_opener,
)
from citeloom.methods.extractive.rewriting.soundness import is_sound
from citeloom.methods.extractive.rewriting.variety import reporting_verb, vary_verb
from citeloom.methods.extractive.rewriting.verbs import VERBS, is_adverb
from citeloom.methods.extractive.rewriting.voices import named_thing, passive
from citeloom.methods.result import CitationForm, CitationMark

_STEPS: tuple[Callable[[str, Subject], Done | None], ...] = (
    aim_as_verb,
    paper_as_subject,
    our_thing_first,
    we_as_subject,
    it_is_shown,
    our_thing,
    proposed_thing,
    thing_first,
)
"""The ways to put the authors into a sentence, tried in this order."""

_TOO_AWKWARD = 1.5
"""From here on a statement points to something that it does not say, or may be false."""

_OTHER = "Other work"
"""Who a paper without authors is where the sentence speaks of prior work itself."""

_PASSIVE = re.compile(
    r"\b(?:is|are|was|were|has been|have been) (?:then |also |first |\w+ly )?(?:proposed|presented|"
    r"introduced|described|developed|investigated|studied|examined|reported|explored|derived|"
    r"analy[sz]ed|outlined|suggested|discussed|reviewed|considered|addressed|compared|surveyed)\b"
    r"(?! (?:by|and|or|that|in detail)\b)"
)
_REMEMBERED = 16
"""A sentence is rewritten a few times, one right after the other."""

_COINED = re.compile(r"(?:The )?(?:[\w-]*[a-z0-9][A-Z]|[A-Z]{2}|[A-Z][\w-]*\d)")
"""A start with the name of a thing: BERT, fastText, GPT-2."""

_STOP_INSIDE = GuardedPattern(
    re.compile(r"[.,;]([”\"’'])$"), tuple(f"{stop}{mark}" for stop in ".,;" for mark in "”\"’'")
)
_SUBORDINATE = re.compile(r"\b(?:that|which|who|whose|because|since|although|while|if|when)\b")
_OF_PAPER = guarded(
    "this |the present |the current |our ",
    rf"\b(?:of|by|in) (?:this|the present|the current|our) (?:[\w-]+ ){{0,2}}?{PAPER_NOUN}\b"
    r"(?!'s)",
)
_BARE_PAPER = guarded(
    "this |the present |the current |here",
    rf"\b(?:this|the present|the current) (?:[\w-]+ ){{0,2}}?{PAPER_NOUN}\b|\bhere(?=[,.;])",
)


@dataclass(frozen=True, slots=True)
class Rewriting:
    """A statement: its parts, and how awkward it is after rewriting (0: not at all).

    ``verb`` is what the authors do in it, in the base form; empty where it does not say.
    ``stands_alone`` says whether a reader understands it without the sentences around it,
    ``can_follow`` whether it does right behind the sentence that it follows in its abstract,
    ``authors_first`` whether it begins with its authors or the noun that stands for them,
    ``names_authors`` whether they stand in it at all.
    """

    parts: tuple[str | CitationMark, ...]
    awkwardness: float
    verb: str
    stands_alone: bool
    can_follow: bool
    authors_first: bool
    names_authors: bool = True


@dataclass(frozen=True, slots=True)
class _BareSentence:
    """A sentence without its opener and its quotations, which stand apart.

    ``own`` says whether the opener spoke of the paper, ``general`` whether "we" may be everybody.
    """

    text: str
    quotations: tuple[str, ...]
    own: bool
    general: bool


def rewrite(
    sentence: str, subject: Subject, used: Collection[str] = (), authors_last: bool = False
) -> Rewriting:
    """Return a cleaned sentence in the third person, with one citation of the subject's paper.

    The authors stand where the sentence says "we", "our", "this paper" or "the proposed method";
    a sentence that speaks of none of them keeps its words and is cited at its end. Rewriting adds
    only who says it, and may drop the last clauses of a very long sentence. Reporting verbs in
    ``used`` are replaced by others of the same meaning. A thing with a name of its own comes first
    (``EMS is a metric``), and with ``authors_last`` any thing that they propose.
    """
    text, cost = _with_subject(sentence, subject)
    text = vary_verb(text, used)
    sound = cost < _TOO_AWKWARD and is_sound(text, of_work=subject.is_work)
    alone = sound and not leans(text, subject)
    whole = sound and is_whole(text)
    verb = reporting_verb(text)
    text = named_thing(text) or (passive(text, subject) if authors_last else None) or text
    text = persons.in_third_person(text, of_work=subject.is_work)
    text = persons.release_quotations(text, _bare_sentence(sentence).quotations)
    text = _STOP_INSIDE.sub(r"\1", text)
    text = text if text.startswith(MARK) else text[:1].upper() + text[1:]
    parts, authors_first = _parts(text, subject), text.startswith(MARK)
    return Rewriting(parts, cost, verb, alone, whole, authors_first, MARK in text)


@lru_cache(maxsize=_REMEMBERED)
def _with_subject(sentence: str, subject: Subject) -> Done:
    """Return a sentence with the mark for its authors, before its verb is varied."""
    bare = _bare_sentence(sentence)
    if bare.text.endswith("?"):
        text, cost = _as_question(bare.text, subject), 1.5
    else:
        text, cost = _with_authors(bare.text, subject, bare)
    return mend(share_subject(shorten(text), subject.is_singular)), cost


@lru_cache(maxsize=_REMEMBERED)
def _bare_sentence(sentence: str) -> _BareSentence:
    """Return a sentence without what is no part of its statement."""
    text, held = persons.hold_quotations(" ".join(sentence.split()).replace(MARK, ""))
    text = persons.expand_short_forms(persons.first_person_plural(text))
    text, own = without_opener(text)
    text = persons.without_what_it_lets_us(text.rstrip(" .;:,!…"))
    return _BareSentence(text, tuple(held), own, persons.people_in_general(text))


def _as_question(text: str, subject: Subject) -> str:
    verb = "asks" if subject.is_singular else "ask"
    return f"{MARK} {verb} “{persons.in_third_person(text)}”"


def _with_authors(text: str, subject: Subject, bare: _BareSentence) -> Done:
    if bare.general:
        return _report(text, subject), 3.0
    for step in _STEPS:
        if (done := step(text, subject)) is not None:
            new, cost = done
            return _without_paper(new, subject), cost + _dangles(new, subject)
    passive = _PASSIVE.search(text) if bare.own or re.match(r"An? (?:new|novel)\b", text) else None
    if passive and not subject.again and not _SUBORDINATE.search(text[: passive.start()]):
        return f"{text[: passive.end()]} by {MARK}{text[passive.end() :]}", _dangles(text)
    if _OF_PAPER.search(text) and not subject.again:
        return _without_paper(text, subject), 0.3 + _dangles(text)
    ours = re.search(r"\b(?:our|us|we)\b", text, re.IGNORECASE)
    if ours or _BARE_PAPER.search(text):
        cost = _TOO_AWKWARD if ours else 0.5
        return _report(_without_paper(text, subject), subject), cost + _dangles(text)
    if _dangles(text):
        mistakable = re.match(r"(?:They|Their|It|Its|He|She)\b", text) is not None
        return _report(text, subject), 3.0 if mistakable else 1.5
    return text, 0.2 if _COINED.match(text) else 0.9


def _dangles(text: str, subject: Subject | None = None) -> float:
    """Return the cost of a start that points back; 0 where it names the authors."""
    if re.match(rf"the [^,;]{{0,80}} (?:of|by) {MARK}", text, re.IGNORECASE):
        return 0.0
    if subject is not None and subject.again and text.lower().startswith("their "):
        return 0.0
    return 1.5 if DANGLING.match(text) else 0.0


def _without_paper(text: str, subject: Subject) -> str:
    """Replace "of this paper" by the authors or their work."""
    owner = "their work" if MARK in text or not subject.names else MARK

    def of_owner(match: re.Match[str]) -> str:
        return f"{match.group().split()[0]} {owner}" if means_paper(match) else match.group()

    def work(match: re.Match[str]) -> str:
        if match.group().lower() == "here":
            return "there"
        return "their work" if means_paper(match) else match.group()

    return _BARE_PAPER.sub(work, _OF_PAPER.sub(of_owner, text, count=int(owner == MARK)))


def _report(text: str, subject: Subject) -> str:
    """Put "the authors report that" before a sentence."""
    verb = "reports" if subject.is_singular else "report"
    return f"{MARK} {verb} that {uncapitalise(text)}"


def uncapitalise(text: str) -> str:
    """Write the first word in lower case, unless it is a name, for use inside a sentence."""
    first = words(text)[:1]
    if not first or not text[0].isupper():
        return text
    common = (
        first[0] in STOP_WORDS
        or first[0] in HEADS
        or first[0] in VERBS
        or is_adverb(first[0])
        or re.match(r"[A-Z][a-z]+(?:al|ive|ing|ed|ments|tions) [a-z]", text) is not None
    )
    return (
        text[0].lower() + text[1:]
        if text.startswith("A ") or (common and not text[:2].isupper())
        else text
    )


def _parts(text: str, subject: Subject) -> tuple[str | CitationMark, ...]:
    end = CitationMark((subject.paper,))
    if MARK not in text:
        return (text, end, ".")
    before, _, after = text.partition(MARK)
    after = after.replace(MARK, "it" if subject.is_work else "they")
    if not subject.names:
        told_apart = subject.again or subject.noun.split()[0].lower() not in text.lower()
        noun = subject.noun if told_apart else _OTHER
        noun = noun if not before else noun[0].lower() + noun[1:]
        return (before + noun + after, end, ".")
    mark = CitationMark((subject.paper,), CitationForm.TEXTUAL, subject.names)
    parts = (before, mark, after + ".")
    return tuple(part for part in parts if part)
