"""Phrases that several titles share, to search by."""

from collections import Counter
from collections.abc import Iterable, Sequence

from citeloom.papers.titles import words
from citeloom.words import terms

LONGEST = 3
"""Words of a phrase at most."""


def shared_phrases(titles: Iterable[str], most: int) -> Sequence[str]:
    """Return phrases of two or three words that more than one title has.

    First those that the most titles have, of equal ones the longer, then by the alphabet. None
    is a part of another one, and none begins or ends with a word that says nothing.
    """
    holders: Counter[str] = Counter()
    for each in dict.fromkeys(words(title) for title in titles):
        holders.update(_phrases(each))
    shared = [phrase for phrase, number in holders.items() if number > 1]
    shared.sort(key=lambda phrase: (-holders[phrase], -len(phrase.split()), phrase))
    chosen: list[str] = []
    for phrase in shared:
        if len(chosen) == most:
            break
        if not any(
            f" {phrase} " in f" {other} " or f" {other} " in f" {phrase} " for other in chosen
        ):
            chosen.append(phrase)
    return chosen


def _phrases(each: Sequence[str]) -> set[str]:
    found = set()
    for length in range(2, LONGEST + 1):
        for start in range(len(each) - length + 1):
            some = each[start : start + length]
            if terms(some[0]) and terms(some[-1]):
                found.add(" ".join(some))
    return found
