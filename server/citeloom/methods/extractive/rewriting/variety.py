"""Replace a reporting verb that has just been used."""

import re
from collections.abc import Collection

from citeloom.methods.extractive.rewriting.names import MARK
from citeloom.methods.extractive.rewriting.soundness import repeats_verb
from citeloom.methods.extractive.rewriting.verbs import base_of, singular

_SAME = {
    "propose": ("introduce", "present"),
    "introduce": ("present",),
    "present": ("describe",),
    "study": ("investigate",),
    "investigate": ("study",),
    "show": ("demonstrate",),
    "demonstrate": ("show",),
}
"""Verbs that say the same before the objects that follow here."""

_REPORTS = re.compile(
    rf"{MARK} (?P<verb>(?:(?:propose|introduce|present)s?(?= (?:an?|two|three|four|several) )|"
    r"(?:study|studies|investigates?)(?= (?:an?|the|how|whether) )|"
    r"(?:show|demonstrate)s?(?= (?:that|how) )))"
)


_TEXT = re.compile(r" an? (?:[\w-]+,? ){0,3}?(?:review|survey|summary|overview|tutorial)\b")
"""What is given, not described: a review of methods."""


def reporting_verb(text: str) -> str:
    """Return the base form of the verb right after the authors; empty where none is known."""
    match = re.search(rf"{MARK} ([a-z]+)", text)
    return base_of(match.group(1)) if match else ""


def vary_verb(text: str, used: Collection[str]) -> str:
    """Replace the verb of a statement by one of the same meaning if it has just been used."""
    match = _REPORTS.search(text)
    if match is None or _TEXT.match(text, match.end()):
        return text
    if (base := base_of(match.group("verb"))) not in used:
        return text
    fresh = next((other for other in _SAME[base] if other not in used), base)
    verb = fresh if match.group("verb") == base else singular(fresh)
    new = text[: match.start("verb")] + verb + text[match.end("verb") :]
    return text if repeats_verb(new) else new
