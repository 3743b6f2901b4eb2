"""A sentence of an abstract as a statement on its paper."""

import re
from collections.abc import Callable
from dataclasses import dataclass

from citeloom.methods.extractive.lexicon import lexicon
from citeloom.methods.extractive.rewriting import persons
from citeloom.methods.extractive.rewriting.agreement import agreed
from citeloom.methods.extractive.rewriting.heads import FINDINGS, HEADS, PROPOSED, head_end
from citeloom.methods.extractive.rewriting.names import Subject
from citeloom.methods.extractive.rewriting.openers import (
    DANGLING,
    PAPER_NOUN,
    THIS_PAPER,
    without_opener,
)
from citeloom.methods.extractive.rewriting.verbs import (
    VERBS,
    is_adverb,
    is_past,
    is_singular_verb,
    is_verb_form,
)
from citeloom.methods.extractive.text.roles import Role
from citeloom.methods.extractive.text.words import STOP_WORDS, words
from citeloom.methods.result import CitationForm, CitationMark

MARK = "\ue000"
"""Stands for the authors in a text that is being rewritten."""

_WE = re.compile(r"^We\b|\bwe\b")
_OUR_START = re.compile(r"^Our (?P<new>(?:newly |recently )?(?:proposed|presented|developed) )?")
_OUR = re.compile(r"\bour (?P<new>(?:newly |recently )?(?:proposed|presented|developed) )?")
_PROPOSED = re.compile(
    r"\b(?:[Tt]he|[Tt]his) (?P<new>(?:newly |recently )?(?:proposed|presented|introduced)) "
)
_THE_START = re.compile(
    r"^(?:The|This|Extensive|Experimental|Empirical|Preliminary|Initial|Comprehensive|Thorough|"
    r"Quantitative|Qualitative|Numerical|Simulation|Human|Automatic|Evaluation)\b "
    r"(?:(?:new|novel|overall|resulting|whole|experimental|empirical|final|main|extensive|"
    r"comprehensive|evaluation|preliminary|initial|simulation|numerical|presented|human) )*"
    r"|^(?=(?:Results|Experiments|Evaluations|Simulations|Findings)\b)"
)
_PAPER_SUBJECT = re.compile(
    rf"(?:^|(?<=, )|(?<=\band )|(?<=\bwhile )|(?<=\bbut ))(?P<np>{THIS_PAPER}|the authors?) "
    r"(?=(?P<verb>(?:[\w-]+ly |also |then |further |first |thus |therefore |hence )*[\w'-]+))",
    re.IGNORECASE,
)
_AIM = re.compile(
    rf"^(?:The|Our|One) (?:(?:main|primary|overall|key|central|first|ultimate|major|chief) )?"
    rf"(?P<aim>aim|goal|objective|purpose)s? (?:of (?:{THIS_PAPER}|the authors?) )?"
    r"(?P<be>is|was|are|were) (?:therefore |thus )?to ",
    re.IGNORECASE,
)
_IT_IS = re.compile(
    r"^It (?:is|was|has been|can be) (?:\w+ly |also )?"
    r"(?P<verb>shown|found|demonstrated|argued|concluded|"
    r"observed|proved|proven|suggested|proposed|noted) (?=that\b)",
    re.IGNORECASE,
)
_ACTIVE = {
    "shown": "show", "found": "find", "demonstrated": "demonstrate", "argued": "argue",
    "concluded": "conclude", "observed": "observe", "proved": "prove", "proven": "prove",
    "suggested": "suggest", "proposed": "propose", "noted": "note",
}  # fmt: skip
_PASSIVE = re.compile(
    r"\b(?:is|are|was|were|has been|have been) (?:then |also |first |\w+ly )?(?:proposed|presented|"
    r"introduced|described|developed|investigated|studied|examined|reported|explored|derived|"
    r"analy[sz]ed|outlined|suggested|discussed|reviewed|considered|addressed|compared|surveyed)\b"
    r"(?! (?:by|and|or|that|in detail)\b)"
)
_COINED = re.compile(r"(?:The )?(?:[\w-]*[a-z0-9][A-Z]|[A-Z]{2}|[A-Z][\w-]*\d)")
"""A start with the name of a thing: BERT, fastText, GPT-2."""

_SUBORDINATE = re.compile(r"\b(?:that|which|who|whose|because|since|although|while|if|when)\b")
_OF_PAPER = re.compile(
    rf"\b(?:of|by|in) (?:this|the present|the current|our) (?:[\w-]+ ){{0,2}}?{PAPER_NOUN}\b"
    r"(?!'s)",
    re.IGNORECASE,
)
_NOT_AN_ACT = lexicon("states")
_BARE_PAPER = re.compile(
    rf"\b(?:this|the present|the current) (?:[\w-]+ ){{0,2}}?{PAPER_NOUN}\b|\bhere(?=[,.;])",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Rewriting:
    """A statement: its parts, and how awkward the rewriting left it (0 is not at all)."""

    parts: tuple[str | CitationMark, ...]
    awkwardness: float


def rewritten(sentence: str, subject: Subject, role: Role = Role.OTHER) -> Rewriting:
    """Return a cleaned sentence in the third person, with one citation of the subject's paper.

    The authors stand where the sentence says "we", "our", "this paper" or "the proposed method";
    a sentence that speaks of none of them keeps its words and is cited at its end. Nothing is
    added to what the sentence says but who says it.
    """
    text, held = persons.hold_quotations(" ".join(sentence.split()).replace(MARK, ""))
    text = persons.expanded(persons.first_person_plural(text))
    text, own = without_opener(text)
    text = text.rstrip(" .;:,!…")
    if text.endswith("?"):
        text, cost = _asked(text, subject), 1.5
    else:
        text, cost = _with_authors(text, subject, own, role)
    text = persons.release_quotations(persons.in_third_person(text), held)
    text = text if text.startswith(MARK) else text[:1].upper() + text[1:]
    return Rewriting(_parts(text, subject), cost)


def _asked(text: str, subject: Subject) -> str:
    verb = "asks" if subject.one else "ask"
    return f"{MARK} {verb} “{persons.in_third_person(text)}”"


def _with_authors(text: str, subject: Subject, own: bool, role: Role) -> tuple[str, float]:
    if persons.people_in_general(text):
        return _reported(text, subject), 3.0
    steps: tuple[Callable[[str, Subject], tuple[str, float] | None], ...] = (
        _aim,
        _paper_as_subject,
        _our_thing_first,
        _we_as_subject,
        _it_is_shown,
        _our_thing,
        _proposed_thing,
        _thing_first,
    )
    for step in steps:
        if (done := step(text, subject)) is not None:
            new, cost = done
            return _without_paper(new, subject), cost + _dangles(new, subject)
    passive = _PASSIVE.search(text) if own or re.match(r"An? (?:new|novel)\b", text) else None
    if passive and not subject.again and not _SUBORDINATE.search(text[: passive.start()]):
        return f"{text[: passive.end()]} by {MARK}{text[passive.end() :]}", _dangles(text)
    if _OF_PAPER.search(text) and not subject.again:
        return _without_paper(text, subject), 0.3 + _dangles(text)
    if re.search(r"\b(?:our|us|we)\b", text, re.IGNORECASE) or _BARE_PAPER.search(text):
        return _reported(_without_paper(text, subject), subject), 0.5 + _dangles(text)
    if _dangles(text):
        mistakable = re.match(r"(?:They|Their|He|She)\b", text) is not None
        return _reported(text, subject), 3.0 if mistakable else 1.5
    return text, 0.2 if _COINED.match(text) else 0.9


def _dangles(text: str, subject: Subject | None = None) -> float:
    """Return the cost of a start that points back: none where it says whose the thing is."""
    if re.match(rf"the [^,;]{{0,80}} (?:of|by) {MARK}", text, re.IGNORECASE):
        return 0.0
    if subject is not None and subject.again and text.lower().startswith("their "):
        return 0.0
    return 1.5 if DANGLING.match(text) else 0.0


def _aim(text: str, subject: Subject) -> tuple[str, float] | None:
    match = _AIM.match(text)
    if match is None:
        return None
    past = match.group("be").lower() in {"was", "were"}
    verb = "aimed" if past else "aims" if subject.one else "aim"
    return f"{MARK} {verb} to {text[match.end() :]}", 0.1


def _paper_as_subject(text: str, subject: Subject) -> tuple[str, float] | None:
    for match in _PAPER_SUBJECT.finditer(text):
        np, before, after = match.group("np"), text[: match.start()], text[match.end() :]
        pointing = np.lower().startswith(("this", "the present", "the current", "our"))
        bare = not match.start() and re.fullmatch(rf"the {PAPER_NOUN}", np, re.IGNORECASE)
        if not (pointing or bare or np.lower().startswith("the author")):
            continue
        verb = match.group("verb").split()[-1].lower()
        authors = np.lower().startswith("the authors")
        if not (authors or is_singular_verb(verb) or is_past(verb)):
            continue
        noun = np.split()[-1].lower()
        if verb in _NOT_AN_ACT and not authors and not _is_concerned(after):
            whose = f"the {noun} of {MARK}" if subject.names else f"the {noun}"
            return before + whose + " " + after, 0.3 if subject.names else 0.8
        clause, doubt = agreed(after, subject.one, not authors)
        return before + MARK + " " + clause, doubt
    return None


def _is_concerned(after: str) -> bool:
    return (
        re.match(r"(?:is|was) (?:mainly |primarily )?(?:concerned|interested)\b", after) is not None
    )


def _our_thing_first(text: str, subject: Subject) -> tuple[str, float] | None:
    match = _OUR_START.match(text)
    return _thing(text, match, subject) if match else None


def _our_thing(text: str, subject: Subject) -> tuple[str, float] | None:
    match = _OUR.search(text)
    return _thing(text, match, subject) if match else None


def _proposed_thing(text: str, subject: Subject) -> tuple[str, float] | None:
    match = _PROPOSED.search(text)
    return _thing(text, match, subject) if match else None


def _thing_first(text: str, subject: Subject) -> tuple[str, float] | None:
    match = _THE_START.match(text)
    if match is None:
        return None
    found = head_end(text[match.end() :])
    if found is None or " " in text[match.end() : match.end() + found[0]]:
        return None
    end = match.end() + found[0]
    rest = text[end:]
    if not re.match(r" (?:\w+ly |also )?(?:on\b|in\b|for\b|with\b|over\b|\w)", rest):
        return None
    verb = re.sub(r"^ (?:\w+ly |also )?", "", rest).split()[0].lower().rstrip(",.")
    participle = verb in {"used", "based", "proposed", "presented", "called", "described"}
    if participle or not (is_verb_form(verb) or found[1] in FINDINGS):
        return None
    thing = re.sub(r"^(?:The|This) ", "", text[:end])
    new, cost = _owned(thing[:1].lower() + thing[1:], rest, subject)
    return new, cost + (0.5 if text.startswith("This") else 0.1)


def _thing(text: str, match: re.Match[str], subject: Subject) -> tuple[str, float] | None:
    """Return a text whose "our model" is the model of its authors; None if that fits nowhere."""
    found = head_end(text[match.end() :])
    if found is None:
        return None
    end = match.end() + found[0]
    thing, rest, before = text[match.end() : end], text[end:], text[: match.start()]
    new = (match.group("new") or "").strip()
    if new and subject.names:
        return f"{before}the {thing} {new} by {MARK}{rest}", 0.0
    owned, cost = _owned(f"{new} {thing}".strip(), rest, subject)
    return before + owned, cost


def _owned(thing: str, rest: str, subject: Subject) -> tuple[str, float]:
    if subject.names:
        return f"the {thing} of {MARK}{rest}", 0.05
    if subject.again:
        return f"their {thing}{rest}", 0.0
    last = thing.split()[-1].lower()
    if last in PROPOSED and not thing.lower().startswith("proposed"):
        thing = f"proposed {thing}"
    return f"the {thing}{rest}", 0.4 if last in PROPOSED else 0.2


def _we_as_subject(text: str, subject: Subject) -> tuple[str, float] | None:
    match = _WE.search(text)
    if match is None:
        return None
    clause, doubt = agreed(text[match.end() :].lstrip(), subject.one, was_one=False)
    before = text[: match.start()]
    late = 0.2 if len(before.split()) > 12 else 0.0
    return f"{before}{MARK} {clause}", doubt + late


def _it_is_shown(text: str, subject: Subject) -> tuple[str, float] | None:
    match = _IT_IS.match(text)
    if match is None:
        return None
    verb = _ACTIVE[match.group("verb").lower()]
    clause, _ = agreed(f"{verb} ", subject.one, was_one=False)
    return f"{MARK} {clause}{text[match.end() :]}", 0.0


def _without_paper(text: str, subject: Subject) -> str:
    """Return a text in which "of this paper" names the authors, or their work."""
    if MARK in text or not subject.names:
        text = _OF_PAPER.sub(lambda match: f"{match.group().split()[0]} their work", text)
    else:
        text = _OF_PAPER.sub(lambda match: f"{match.group().split()[0]} {MARK}", text, count=1)
    return _BARE_PAPER.sub(lambda match: "their work" if match.group() != "here" else "there", text)


def _reported(text: str, subject: Subject) -> str:
    """Return a sentence as something that its authors report."""
    verb = "reports" if subject.one else "report"
    return f"{MARK} {verb} that {uncapitalised(text)}"


def uncapitalised(text: str) -> str:
    """Return a text to stand inside a sentence: its first word in lower case, names aside."""
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
    return text[0].lower() + text[1:] if common and not text[:2].isupper() else text


def _parts(text: str, subject: Subject) -> tuple[str | CitationMark, ...]:
    end = CitationMark((subject.paper,))
    if MARK not in text:
        return (text, end, ".")
    before, _, after = text.partition(MARK)
    after = after.replace(MARK, "they")
    if not subject.names:
        noun = subject.noun if not before else subject.noun[0].lower() + subject.noun[1:]
        return (before + noun + after, end, ".")
    mark = CitationMark((subject.paper,), CitationForm.TEXTUAL, subject.names)
    parts = (before, mark, after + ".")
    return tuple(part for part in parts if part)
