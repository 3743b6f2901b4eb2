"""What in a claim the cited papers do not have: numbers, units, names, superlatives, negations."""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from citeloom.grounding.support.denials import denials
from citeloom.grounding.support.framing import framing
from citeloom.grounding.support.names import Name, letters, names
from citeloom.grounding.support.own_work import speaks_of_own_work
from citeloom.grounding.support.polarity import has_word, opposites_of
from citeloom.grounding.support.quantities import (
    Quantity,
    equal_quantity,
    is_of_a_formula,
    quantities,
    units_agree,
)
from citeloom.grounding.support.roots import roots
from citeloom.grounding.support.source import SourceSentence, SourceText
from citeloom.grounding.support.superlatives import has_superlative, superlatives
from citeloom.grounding.support.verdict import Doubt, DoubtKind
from citeloom.visible import shorten

_SUPPOSES = re.compile(r"\b(?:should|would|may|might|could|will)\b", re.IGNORECASE)
"""What is supposed, or is to come, denies nothing that a paper has said."""

SAID = 0.4
"""A paper that says half of a claim is about the same thing: its other number is another number."""

_TOLD = 0.3
"""Below this an abstract leaves out so much that a name or praise that it lacks says nothing."""

_IN_ITS_WORDS = 0.75
"""A claim with so many of a paper's words has its numbers from there too."""

_OF_FORMULAS = frozenset({0, 1})
_IDENTIFIER = re.compile(r"\d{4}\.\d{4,5}")
"""A number of an arXiv paper."""

_LONGEST_QUOTE = 240
"""Characters of a source's sentence in a reason, which is one line of a message."""

_SMALL = 10
_LEAST_SHARED = 2
_SHORT_FORM = re.compile(r"[A-Z]{2,4}s?(?:-\w+)?")
"""A few capitals are more often a field's word (RNN, QA) than one paper's name."""


@dataclass(frozen=True)
class _Cited:
    """The texts of the papers that are cited for a claim."""

    sources: Sequence[SourceText]

    @cached_property
    def papers(self) -> tuple[str, ...]:
        return tuple(source.paper for source in self.sources)

    @cached_property
    def sentences(self) -> list[SourceSentence]:
        return [sentence for source in self.sources for sentence in source.sentences]

    def lack(self, kind: DoubtKind, what: str, start: int, end: int) -> Doubt:
        """Return the doubt that something of a claim is in none of the texts."""
        one = len(self.sources) == 1
        who = f"{self.sources[0].known_as} does not have" if one else "no cited paper has"
        return Doubt(kind, f"{who} {what}", start, end, self.papers)

    def lack_name(self, name: Name) -> Doubt:
        """Return the doubt that a name of a claim is in none of the texts."""
        kind = DoubtKind.DATA_SET if name.is_data else DoubtKind.NAME
        return self.lack(kind, f"the name “{name.text}”", name.start, name.end)

    def other_number(
        self, number: Quantity, like: Sequence[tuple[SourceSentence, Quantity]]
    ) -> Doubt:
        """Return the doubt that texts have other numbers of the same thing."""
        others = ", ".join(dict.fromkeys(found.in_full for _, found in like))
        reason = f"the source has {others} where this says {number.in_full}"
        doubt = self.gainsay(DoubtKind.NUMBER, reason, number.start, number.end)
        written_alike = [found.text for _, found in like if found.power == number.power]
        return replace(doubt, instead=tuple(dict.fromkeys(written_alike)))

    def gainsay(self, kind: DoubtKind, reason: str, start: int, end: int) -> Doubt:
        """Return the doubt that a text says something else than a claim."""
        return Doubt(kind, reason, start, end, self.papers, is_sure=True)


def doubts_in(
    claim: str,
    sources: Sequence[SourceText],
    is_elsewhere: Callable[[str], bool] = lambda _: False,
    is_own: bool = False,
    said: float = 1.0,
    is_thorough: bool = False,
) -> Iterator[Doubt]:
    """Yield what is doubtful in a claim, in order of kinds.

    Parameters
    ----------
    sources
        The texts of the papers that are cited for it; what one of them has is no doubt.
    is_elsewhere
        Tells of a name's ``letters`` whether the draft or another of its papers has them.
    is_own
        Whether the claim speaks of the draft's own work: then its numbers, names and superlatives
        are its own.
    said
        How much of the claim its sources say, from 0 to 1: only where they tell of the same thing
        can they speak against the rest, or does it tell something that they leave a detail out.
    is_thorough
        Whether to tell of every detail that is left out, and of data sets in the draft's own work.
    """
    cited = _Cited(sources)
    unknown = _unknown_names(claim, sources, is_elsewhere)
    if is_own or speaks_of_own_work(claim):
        if is_thorough:
            yield from (cited.lack_name(name) for name in unknown if name.is_data)
        return
    is_said = said >= SAID
    counted = [it for it in quantities(claim) if not _counts_nothing(claim, it)]
    for number in counted:
        if doubt := _of_number(number, counted, claim, cited, said):
            yield doubt if is_said else replace(doubt, is_sure=False)
        elif is_thorough and _is_left_out(number, cited):
            yield cited.lack(DoubtKind.NUMBER, number.text, number.start, number.end)
    is_told = is_thorough or said >= _TOLD
    yield from (cited.lack_name(name) for name in unknown if is_told or name.is_data)
    for found in superlatives(claim):
        if (is_told or found.kind != "best") and not any(
            has_superlative(found.kind, it.text) for it in cited.sentences
        ):
            what = f"“{found.text}”, or anything like it"
            yield cited.lack(DoubtKind.SUPERLATIVE, what, found.start, found.end)
    if is_said:
        yield from _of_polarity(claim, cited)


def _counts_nothing(claim: str, number: Quantity) -> bool:
    return (
        number.value in _OF_FORMULAS
        or _IDENTIFIER.fullmatch(number.text) is not None
        or is_of_a_formula(claim, number)
    )


def _of_number(
    number: Quantity, counted: Sequence[Quantity], claim: str, cited: _Cited, said: float
) -> Doubt | None:
    """Return what is doubtful in one of the numbers that a claim has, if anything is."""
    known = [found for source in cited.sources for found in source.quantities]
    same = [(sentence, found) for sentence, found in known if equal_quantity(number, [found])]
    if any(units_agree(number, found, sentence.roots) for sentence, found in same):
        return None
    said_words = set(roots(claim)) - framing()

    def nearness(it: tuple[SourceSentence, Quantity]) -> int:
        return -len(said_words & it[0].roots)

    like = sorted((it for it in known if _is_like(number, it[1])), key=nearness)
    left = [it for it in known if not any(equal_quantity(own, [it[1]]) for own in counted)]
    if same:
        if number.is_spelled:
            return None
        same.sort(key=nearness)
        if like and like[0] in left and nearness(like[0]) < nearness(same[0]):
            doubt = cited.other_number(number, like[:1])
        else:
            quote = shorten(same[0][0].text, _LONGEST_QUOTE)
            reason = f"{number.text} counts something else there: “{quote}”"
            doubt = cited.gainsay(DoubtKind.UNIT, reason, number.start, number.end)
        if number.unit or number.value > _SMALL:
            return doubt
        # It stands in many texts by chance.
        return replace(doubt, is_sure=False) if said >= _IN_ITS_WORDS else None
    other = [(sentence, found) for sentence, found in like if any(found is it for _, it in left)]
    if len(other) < len(like) and said < _IN_ITS_WORDS:
        return None  # The claim has the source's number too: this one is of something else.
    if like:
        return cited.other_number(number, (other or like)[:3])
    if number.is_spelled:
        return None
    has_full_text = any(source.has_full_text for source in cited.sources)
    is_slip = said >= SAID and _may_stand_for(number, left, claim)
    if not (has_full_text or is_slip or said >= _IN_ITS_WORDS):
        return None
    return cited.lack(DoubtKind.NUMBER, number.text, number.start, number.end)


def _is_left_out(number: Quantity, cited: _Cited) -> bool:
    """Tell whether no text has a number, in figures or in words; *one* is often no number."""
    known = (found for source in cited.sources for _, found in source.quantities)
    return not equal_quantity(number, known) and not (number.is_spelled and number.value <= 1)


def _may_stand_for(
    number: Quantity, left: Sequence[tuple[SourceSentence, Quantity]], claim: str
) -> bool:
    """Tell whether an abstract has a number that a claim lacks, in a sentence on the same thing.

    Then the claim's may be that one with a slip; else it is a detail that abstracts leave out.
    """
    said = set(roots(claim)) - framing()
    return any(
        not found.is_spelled
        and ("" in {number.unit, found.unit} or number.unit == found.unit)
        and len(said & sentence.roots) >= _LEAST_SHARED
        for sentence, found in left
    )


def bears_on(sentence: SourceSentence, numbers: Sequence[Quantity]) -> bool:
    """Tell whether a sentence has one of some numbers, or another one of the same thing."""
    return any(
        _is_like(number, found) or (number.value == found.value and number.unit == found.unit)
        for number in numbers
        for found in sentence.quantities
    )


def _is_like(number: Quantity, found: Quantity) -> bool:
    """Tell whether two numbers are of the same unit or, without one, count the same thing."""
    if number.unit:
        return found.unit == number.unit
    return _count_the_same(number, found)


def _count_the_same(number: Quantity, found: Quantity) -> bool:
    """Tell whether two numbers count the same noun; between a large one and it a word may stand."""
    reach = 2 if found.value > _SMALL else 1
    return not set(number.nouns[:1]).isdisjoint(found.nouns[:reach])


def _unknown_names(
    claim: str, sources: Sequence[SourceText], is_elsewhere: Callable[[str], bool]
) -> Iterator[Name]:
    families = {letters(family) for source in sources for family in source.authors}
    for name in names(claim):
        if any(source.has_name(name.text) for source in sources):
            continue
        pieces = {letters(piece) for piece in name.text.split()}
        if not pieces.isdisjoint(families):
            continue
        if not name.is_data:
            if not name.is_coded or not name.start or _SHORT_FORM.fullmatch(name.text):
                continue
            if is_elsewhere(letters(name.text)):
                continue
        yield name


def _of_polarity(claim: str, cited: _Cited) -> Iterator[Doubt]:
    """Yield what a claim denies and the sources say, and where it says a word's opposite."""
    is_plain = len(cited.sources) == 1 and not _SUPPOSES.search(claim)
    for denial in denials(claim, cited.sources[0]) if is_plain else ():
        quote = shorten(denial.sentence.text, _LONGEST_QUOTE)
        reason = f"the source says it without “{denial.text}”: “{quote}”"
        yield cited.gainsay(DoubtKind.NEGATION, reason, denial.start, denial.end)
    whole = " ".join(sentence.text for sentence in cited.sentences)
    for word, opposites in opposites_of(claim):
        if has_word(whole, frozenset({word})) or has_word(claim, opposites):
            continue
        if has_word(whole, opposites):
            at = claim.lower().index(word)
            reason = f"the source says the opposite of “{word}”"
            yield cited.gainsay(DoubtKind.NEGATION, reason, at, at + len(word))
