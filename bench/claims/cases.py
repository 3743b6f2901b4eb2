"""Sentences to be checked: true ones, and ones with an error that was made on purpose."""

import asyncio
import random
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache

from bench.claims.gold import GoldSentence
from bench.shared.rwg_split import Part, parts, rwg_sets
from citeloom.grounding.support.checker import SupportChecker
from citeloom.grounding.support.quantities import Quantity, quantities
from citeloom.grounding.support.source import source_text
from citeloom.methods.port import MethodError, Ports
from citeloom.methods.registry import method_named
from citeloom.papers.paper import Paper
from citeloom_lab.evaluation.example import Example

SEED = 2026
UNCHANGED = "unchanged"

_DATA_SETS = (
    "MediQuAD", "LexiBench", "OpenDialogBank", "KORA-7", "Halden Treebank", "SynthWiki",
    "the Veridia corpus", "ParaTerm", "VisQuery-2", "the Orsted benchmark",
)  # fmt: skip
_AUXILIARY = re.compile(r"\b(is|are|was|were|can|could|should|has been|have been)\b (?!not)")
_VERBS = {
    "uses": "use", "used": "use", "utilizes": "utilize", "employs": "employ", "employed": "employ",
    "proposed": "propose", "proposes": "propose", "introduced": "introduce", "shows": "show",
    "showed": "show", "demonstrate": "demonstrate", "present": "present", "presents": "present",
    "leverages": "leverage", "provides": "provide", "achieved": "achieve", "compared": "compare",
    "introduces": "introduce", "propose": "propose", "introduce": "introduce", "aligns": "align",
    "outperforms": "outperform", "exploited": "exploit", "applied": "apply", "adopts": "adopt",
    "decreased": "decrease", "enumerated": "enumerate", "combines": "combine", "show": "show",
    "make use": "make use", "focuses": "focus", "experiment": "experiment", "added": "add",
    "generalized": "generalize", "argued": "argue", "reported": "report", "defines": "define",
    "learns": "learn", "contains": "contain", "consists": "consist", "formulates": "formulate",
    "identified": "identify", "measured": "measure", "incorporated": "incorporate",
    "attempted": "attempt", "unifies": "unify", "estimates": "estimate", "allows": "allow",
    "improved": "improve", "established": "establish", "include": "include", "describe": "describe",
    "report": "report", "use": "use", "find": "find", "obtains": "obtain", "evaluate": "evaluate",
    "evaluated": "evaluate", "develop": "develop", "developed": "develop", "achieves": "achieve",
    "improves": "improve", "describes": "describe", "outperform": "outperform", "allow": "allow",
}  # fmt: skip
_VERB = re.compile(rf"\b(?:{'|'.join(sorted(_VERBS, key=len, reverse=True))})\b(?! of\b)")
_UNITS = {"%": " points", "times": " %", "points": " %"}
_LONGEST_UNIT = 5
_NOUN = re.compile(r"[ -]?(?:question-answer pairs|[A-Za-z-]+)")


@dataclass(frozen=True, slots=True)
class Case:
    """A sentence without its marks, the paper that it cites, and what was done to it."""

    kind: str
    text: str
    cited: Paper
    example: Example
    set_name: str

    @property
    def part(self) -> Part:
        """The part of the data that its citing paper is in."""
        return parts()[self.example.paper]


@cache
def checker_of(example_id: str, is_thorough: bool = False) -> SupportChecker:
    """Return the checker of an example's draft."""
    example = _examples()[example_id]
    draft = (example.draft.title, example.draft.abstract)
    return SupportChecker(map(source_text, example.references), draft, is_thorough)


@cache
def _examples() -> dict[str, Example]:
    return {example.id: example for data_set in rwg_sets() for example in data_set.examples}


def written_cases() -> list[Case]:
    """Return the sentences with numbers that the extractive method writes for all examples.

    They say what their abstracts say, in nearly its words: people's sentences hold few numbers.
    """
    method = method_named("extractive")
    found = []
    for example in _examples().values():
        if not any(paper.abstract for paper in example.references):
            continue
        try:
            result = asyncio.run(method.write(example.task(), method.parameters(), Ports()))
        except MethodError:
            continue
        papers = {paper.id: paper for paper in example.references}
        for paragraph in result.paragraphs:
            for sentence in paragraph.sentences:
                in_digits = [it for it in quantities(sentence.text) if not it.is_spelled]
                if len(sentence.cites) == 1 and in_digits:
                    cited = papers[sentence.cites[0]]
                    found.append(Case(UNCHANGED, sentence.text, cited, example, "written"))
    return found


def unchanged(sentences: Sequence[GoldSentence]) -> list[Case]:
    """Return people's sentences as they are."""
    return [Case(UNCHANGED, it.words, it.cited, it.example, "gold") for it in sentences]


def with_errors(cases: Sequence[Case]) -> Iterator[Case]:
    """Yield cases with every error that can be made in them, drawn by the seed."""
    draw = random.Random(SEED)
    for case in cases:
        others = [
            paper
            for paper in case.example.references
            if paper.abstract
            and paper.id != case.cited.id
            and paper.abstract != case.cited.abstract
        ]
        foreign = [it for it in cases if it.example.paper != case.example.paper]
        made: dict[str, str] = {
            "number changed": _other_number(case.text, draw),
            "unit changed": _other_unit(case.text),
            "negation": _denied(case.text),
            "invented data set": _with_data_set(case.text, draw),
            "first added": _with_first(case.text, draw),
        }
        for kind, text in made.items():
            if text and text != case.text:
                yield Case(kind, text, case.cited, case.example, case.set_name)
        if others:
            wrong = draw.choice(others)
            yield Case("wrong paper", case.text, wrong, case.example, case.set_name)
        nowhere = draw.choice(foreign).text
        yield Case("from nowhere", nowhere, case.cited, case.example, case.set_name)
    yield from _swapped(cases)


def _swapped(cases: Sequence[Case]) -> Iterator[Case]:
    """Yield both sentences of each pair in one example that cites two papers, swapped."""
    by_example: dict[str, list[Case]] = {}
    for case in cases:
        by_example.setdefault(case.example.id, []).append(case)
    for own in by_example.values():
        for first, second in zip(own[::2], own[1::2], strict=False):
            if first.cited.abstract != second.cited.abstract:
                for case, cited in ((first, second.cited), (second, first.cited)):
                    yield Case("two swapped", case.text, cited, case.example, case.set_name)


def _digits(text: str) -> list[Quantity]:
    return [it for it in quantities(text) if it.value > 0]


def _other_number(text: str, draw: random.Random) -> str:
    found = _digits(text)
    if not found:
        return ""
    number = draw.choice(found)
    old = re.match(r"[\d.,]+\d|\d|\w+", text[number.start :])
    assert old is not None
    if number.is_spelled:
        words = ["two", "three", "four", "five", "six"]
        new = draw.choice([word for word in words if word != old[0].lower()])
    else:
        plain = float(old[0].replace(",", ""))
        decimals = len(old[0].partition(".")[2])
        changed = plain * draw.choice((0.6, 0.8, 1.3, 1.7))
        new = f"{changed:,.{decimals}f}" if "," in old[0] else f"{changed:.{decimals}f}"
        if float(new.replace(",", "")) == plain:
            new = f"{plain + 1:.{decimals}f}"
    return text[: number.start] + new + text[number.start + len(old[0]) :]


def _other_unit(text: str) -> str:
    for number in _digits(text):
        if number.is_spelled:
            continue
        digits = re.match(r"[\d.,]*\d", text[number.start :])
        assert digits is not None
        after = number.start + len(digits[0])
        if number.unit in _UNITS:
            unit = re.match(r"\s?(?:%|×|x\b|-?fold|times|points|percent)", text[after:])
            if unit:
                return text[:after] + _UNITS[number.unit] + text[after + len(unit[0]) :]
            continue
        noun = _NOUN.match(text, after + text.startswith("+", after))
        if not number.unit and noun and len(noun[0]) > _LONGEST_UNIT:
            return text[: noun.start()] + " hours" + text[noun.end() :]
    return ""


def _denied(text: str) -> str:
    """Return a sentence with a negation at its first verb that is known; empty without one."""
    if verb := _VERB.search(text):
        past = verb[0].endswith("ed") or verb[0] == "found"
        word = "did not" if past else "does not"
        return f"{text[: verb.start()]}{word} {_VERBS[verb[0]]}{text[verb.end() :]}"
    if found := _AUXILIARY.search(text):
        return f"{text[: found.end(1)]} not{text[found.end(1) :]}"
    return ""


def _with_data_set(text: str, draw: random.Random) -> str:
    name = draw.choice(_DATA_SETS)
    said = name if name.startswith("the ") else f"the {name} data set"
    way = draw.choice((f" on {said}", f", evaluated on {said}", f" using {said}"))
    return f"{text.rstrip(' .')}{way}."


def _with_first(text: str, draw: random.Random) -> str:
    way = draw.choice(("for the first time", "are the first", "first"))
    if way == "for the first time":
        return f"{text.rstrip(' .')} for the first time."
    verb = _VERB.search(text)
    if verb is None or way == "are the first":
        return f"{text.rstrip(' .')}, and are the first to do so."
    return f"{text[: verb.start()]}first {text[verb.start() :]}"
