"""Rewrite sentences on what the authors made: our model, the proposed method, the results."""

import re

from citeloom.methods.extractive.rewriting.heads import FINDINGS, PROPOSED, head_end
from citeloom.methods.extractive.rewriting.names import MARK, Done, Subject
from citeloom.methods.extractive.rewriting.verbs import is_verb_form

_OUR_START = re.compile(r"^Our (?P<new>(?:newly |recently )?(?:proposed|presented|developed) )?")
_OUR = re.compile(r"\bour (?P<new>(?:newly |recently )?(?:proposed|presented|developed) )?")
_PROPOSED = re.compile(
    r"\b(?:[Tt]he|[Tt]his) (?P<new>(?:newly )?(?:proposed|presented|introduced)) "
)
"""``the recently introduced`` is others'."""

_THE_START = re.compile(
    r"^(?:The|This|Extensive|Experimental|Empirical|Preliminary|Initial|Comprehensive|Thorough|"
    r"Quantitative|Qualitative|Numerical|Simulation|Human|Automatic|Evaluation)\b "
    r"(?:(?:new|novel|overall|resulting|whole|experimental|empirical|final|main|extensive|"
    r"comprehensive|evaluation|preliminary|initial|simulation|numerical|presented|human) )*"
    r"|^(?=(?:Results|Experiments|Evaluations|Simulations|Findings)\b)"
)


_OF_ALL = re.compile(r"(?:current|modern|present|existing|collective|common|shared)\b")
"""What is everybody's: our current classification schemes."""


_MADE = PROPOSED | {
    "benchmark", "corpora", "corpus", "data", "dataset", "datasets", "implementation", "platform",
    "prototype", "software", "submission", "submissions", "task", "tool", "toolkit", "tools",
}  # fmt: skip
_BARE = 0.6
"""The cost of "the system of" somebody, which does not say what it is a system for."""


_ALSO = re.compile(r"^ (?:also|further|thus|therefore|hence|then|additionally|furthermore) ")
"""What ties a sentence to the one before it."""


def our_thing_first(text: str, subject: Subject) -> Done | None:
    """``Our model is`` becomes ``The model of X is``."""
    match = _OUR_START.match(text)
    return _thing(text, match, subject) if match else None


def our_thing(text: str, subject: Subject) -> Done | None:
    """``our model`` inside the sentence becomes ``the model of X``."""
    match = _OUR.search(text)
    return _thing(text, match, subject) if match else None


def proposed_thing(text: str, subject: Subject) -> Done | None:
    """``The proposed model`` becomes ``the model proposed by X``; one "by" others stays theirs."""
    match = _PROPOSED.search(text)
    done = _thing(text, match, subject) if match else None
    return None if done and re.search(rf"{MARK} by\b", done[0]) else done


def thing_first(text: str, subject: Subject) -> Done | None:
    """``The results show`` becomes ``The results of X show``."""
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
    if found[1] in FINDINGS and verb in {"is", "are", "was", "were"}:
        return None
    thing = re.sub(r"^(?:The|This) ", "", text[:end])
    new, cost = _with_owner(thing[:1].lower() + thing[1:], rest, subject)
    return new, cost + (0.5 if text.startswith("This") else 0.1)


def _thing(text: str, match: re.Match[str], subject: Subject) -> Done | None:
    """Write "our model" as the model of its authors; None where that does not fit."""
    found = head_end(text[match.end() :])
    if found is None or _OF_ALL.match(text, match.end()):
        return None
    end = match.end() + found[0]
    thing, rest, before = text[match.end() : end], text[end:], text[: match.start()]
    new = (match.group("new") or "").strip()
    if new and subject.names:
        bare = _BARE if not before and thing.lower() in _MADE else 0.0
        return f"{before}the {thing} {new} by {MARK}{rest}", bare
    owned, cost = _with_owner(f"{new} {thing}".strip(), rest, subject)
    return before + owned, cost


def _with_owner(thing: str, rest: str, subject: Subject) -> Done:
    rest = _ALSO.sub(" ", rest)
    if subject.names:
        return f"the {thing} of {MARK}{rest}", _BARE if thing.lower() in _MADE else 0.05
    if subject.again:
        return f"their {thing}{rest}", 0.0
    last = thing.split()[-1].lower()
    if last in PROPOSED and not thing.lower().startswith("proposed"):
        thing = f"proposed {thing}"
    return f"the {thing}{rest}", 0.4 if last in PROPOSED else 0.2
