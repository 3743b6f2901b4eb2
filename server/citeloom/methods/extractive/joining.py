"""Say once what several papers do: A, B and C present models for …."""

import re
from collections.abc import Sequence
from itertools import takewhile

from citeloom.grounding.words import STOP_WORDS, stem, terms
from citeloom.methods.extractive.lexicon import lexicon
from citeloom.methods.extractive.rewriting.verbs import (
    VERBS,
    base_of,
    is_past,
    is_plural_verb,
    is_verb_form,
    may_be_noun,
)
from citeloom.methods.result import CitationForm, CitationMark, Sentence, SentenceKind

_ACT = re.compile(
    r" (?P<verb>propose|introduce|present|describe|develop|study|studie|investigate|explore|"
    r"examine|use|apply|applie|survey|review|analy[sz]e|address|addresse|train)s? (?P<thing>.+)\.$"
)
_SAME_ACTS = {"introduce": "propose", "present": "propose", "develop": "propose",
              "investigate": "study", "explore": "study", "examine": "study"}  # fmt: skip
"""What a verb is where it is joined with another one that says as much."""

_TAIL = re.compile(r"(?P<head>[a-z][\w-]*[^\Ws]) (?P<tail>(?:for|of|to|on|in) .+)$")
_TASK = re.compile(
    r"^(?:their|the|an?) (?:[\w-]+ ){0,4}?(?:systems?|approach|submissions?|participation|models?|"
    r"contribution|work)\b.*?\b(?P<task>[A-Z][\w-]*?[- ]?(?:20\d\d)?(?: Shared)? Task \d+)\b"
)
_NOT_SHARED = re.compile(r"\b(?:their|its|his|her|they|it|this|these|such)\b|\d", re.IGNORECASE)
_LEAST_SHARED = 3
"""So many words with a meaning that two objects have in common let one verb speak of both."""

_EMPTY = {stem(word) for word in lexicon("empty_topics") | VERBS}
_MOST = 3
_NUMBER = re.compile(r"\b(20\d\d)\b")


def join_same(first: Sentence, second: Sentence) -> Sentence | None:
    """Return one sentence for two whose authors do the same to the same; None where they do not.

    ``first`` may be joined already. What only one of them says of the thing is left out, so that
    each source bears all of the sentence.
    """
    one, other = _acts(first), _acts(second)
    if one is None or other is None or len(one[0]) + len(other[0]) > _MOST:
        return None
    marks, verb, thing = one
    more, verb_of_other, other_thing = other
    same = verb == verb_of_other
    general = _SAME_ACTS.get(verb, verb)
    if not same and general != _SAME_ACTS.get(verb_of_other, verb_of_other):
        return None
    said = _shared_thing(thing, other_thing)
    if said is None or {mark.papers for mark in marks} & {mark.papers for mark in more}:
        return None
    parts: list[str | CitationMark] = []
    joined = (*marks, *more)
    for at, mark in enumerate(joined):
        parts += [mark, " and " if at == len(joined) - 2 else ", "]
    parts[-1] = f" {verb if same else general} {said}."
    return Sentence(tuple(parts), SentenceKind.STATEMENT, first.evidence + second.evidence)


def have_terms_in_common(first: Sentence, second: Sentence) -> bool:
    """Return whether two sentences speak of the same, so that "and" may stand between them."""
    shared = set(terms(first.text)) & set(terms(second.text)) - _EMPTY
    return len(shared) >= _LEAST_SHARED


def _acts(sentence: Sentence) -> tuple[tuple[CitationMark, ...], str, str] | None:
    """Return who acts, the verb (base form) and its object, where that is all of a sentence."""
    *subject, end = sentence.parts
    marks = tuple(part for part in subject if isinstance(part, CitationMark))
    between = [part for part in subject if not isinstance(part, CitationMark)]
    whole = all(mark.form is CitationForm.TEXTUAL for mark in marks) and marks
    if not whole or not isinstance(end, str) or not set(between) <= {", ", " and "}:
        return None
    match = _ACT.fullmatch(end)
    if match is None:
        return None
    verb = match["verb"] if is_plural_verb(match["verb"]) else base_of(match["verb"] + "s")
    return marks, verb, match["thing"]


def _shared_thing(first: str, second: str) -> str | None:
    """Return what two objects have in common, as the object of several authors."""
    if first.lower() == second.lower() and not re.search(r"\b(?:their|its)\b", first):
        return first
    if (one := _TASK.match(first)) and (other := _TASK.match(second)):
        names = {_NUMBER.sub(r" \1 ", match["task"]).replace("-", " ") for match in (one, other)}
        if len({" ".join(name.split()) for name in names}) == 1:
            return f"systems for {one['task']}"
    if ", " in first or ", " in second:
        first, second = _without_aside(first), _without_aside(second)
    common = _common_end(first.split(), second.split())
    said = " ".join(common)
    found = _TAIL.search(said)
    if not found or _NOT_SHARED.search(said) or len(set(terms(said))) < _LEAST_SHARED:
        return None
    before = said[: found.start()].split()
    starts = (thing.split()[: -len(common)] for thing in (first, second))
    if not all(map(_is_start, starts)) or not all(map(_may_modify, before)):
        return None
    return " ".join((*before, _plural(found["head"]), found["tail"])) if _is_head(found) else None


def _is_start(words: Sequence[str]) -> bool:
    """Return whether words are the beginning of a noun phrase in the singular: a new neural."""
    return words[:1] in (["a"], ["an"]) and all(map(_may_modify, words[1:]))


def _may_modify(word: str) -> bool:
    return word.strip("-").replace("-", "").isalnum() and word.lower() not in STOP_WORDS


def _is_head(found: re.Match[str]) -> bool:
    head = found["head"]
    finite = is_verb_form(head) and not may_be_noun(base_of(head))
    return not finite and not is_past(head) and not head.endswith(("ly", "ing"))


def _common_end(first: Sequence[str], second: Sequence[str]) -> list[str]:
    pairs = zip(reversed(first), reversed(second), strict=False)
    same = takewhile(lambda pair: pair[0].lower() == pair[1].lower(), pairs)
    return [word for word, _ in same][::-1]


def _without_aside(thing: str) -> str:
    """Return an object without what is added to it after a comma."""
    return re.split(
        r", (?=(?:which|where|and (?:show|demonstrate|find)|achieving|using)\b)", thing
    )[0]


def _plural(head: str) -> str:
    if head.endswith("y") and head[-2] not in "aeiou":
        return head[:-1] + "ies"
    return head + ("es" if head.endswith(("ch", "sh", "x")) else "s")
