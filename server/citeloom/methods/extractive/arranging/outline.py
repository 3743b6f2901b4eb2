"""The outline: which papers each paragraph is about, in which order, and what they share."""

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from citeloom.grounding.vectors import Vector
from citeloom.grounding.words import stem, words
from citeloom.methods.extractive.arranging.groups import (
    by_closeness,
    group_count,
    group_papers,
    reading_order,
    without_small,
)
from citeloom.methods.extractive.arranging.nouns import is_topic
from citeloom.methods.extractive.arranging.phrases import (
    Phrase,
    SharedPhrase,
    phrases_of,
    shared_phrases,
)
from citeloom.methods.extractive.candidates import CandidateSentence, Profile
from citeloom.methods.port import Progress, counted

_TOPIC_WORDS = 3
_FIELD_OF_DRAFT = 0.2
"""From this share of the other papers on, one word of the draft names its field, not a group."""


_SHARE_OF_ANOTHER = 0.5
"""From this share of another group on, a phrase does not tell a group from that one."""


@dataclass(frozen=True, slots=True)
class Group:
    """The papers (ids) of a paragraph, in order, and what they share.

    ``closest`` says whether what they share is the draft's own topic.
    """

    papers: tuple[str, ...]
    topic: str
    shared: SharedPhrase | None
    closest: bool


def outline(
    papers: Sequence[Profile],
    sentences: Sequence[CandidateSentence],
    draft: Vector,
    paragraphs: int | None,
    progress: Progress | None = None,
) -> list[Group]:
    """Return the groups of papers in the order of their paragraphs.

    The papers that share what a group is named by come first in it.

    Parameters
    ----------
    sentences
        All sentences of all papers.
    paragraphs
        How many groups are asked for; None leaves it to the number of papers.
    """
    if not papers:
        return []
    count = group_count(len(papers), paragraphs)
    parts = group_papers(papers, count, paragraphs is not None, progress)
    if paragraphs is None:
        parts = without_small(parts, papers)
    parts = by_closeness(parts, papers, draft)
    phrases = phrases_of(sentences, progress)
    groups: list[Group] = []
    taken: set[str] = set()
    members = [{papers[at].paper.id for at in part} for part in parts]
    for place, part in enumerate(counted(parts, progress, "naming topics")):
        names = tuple(papers[at].paper.id for at in reading_order(part, papers))
        whole = len(parts) == 1 or len(names) == 1
        found = [] if whole else shared_phrases(names, phrases, len(papers))
        shared = next(
            (
                phrase
                for phrase in found
                if taken.isdisjoint(phrase.stems)
                and not _is_field_of(draft, phrases[phrase.stems], members[place], len(papers))
                and not _names_another(phrases[phrase.stems], members, place)
            ),
            None,
        )
        if shared is None:
            groups.append(Group(names, _topic([papers[at] for at in part]), None, closest=False))
            continue
        taken.update(shared.stems)
        named = {sentence.paper.id for sentence in shared.sentences}
        ordered = tuple(sorted(names, key=lambda name: name not in named))
        closest = place == len(parts) - 1 and all(term in draft for term in shared.stems)
        groups.append(Group(ordered, shared.text, shared, closest))
    return groups


def _is_field_of(draft: Vector, phrase: Phrase, group: set[str], papers: int) -> bool:
    """Return whether a phrase is one word of the draft that papers outside the group use too."""
    outside = len(phrase.uses.keys() - group)
    own = len(phrase.stems) == 1 and phrase.stems[0] in draft
    return own and outside >= _FIELD_OF_DRAFT * (papers - len(group))


def _names_another(phrase: Phrase, groups: Sequence[set[str]], own: int) -> bool:
    """Return whether a phrase could name another of the groups just as well."""
    shares = (
        (len(phrase.uses.keys() & group), len(group))
        for place, group in enumerate(groups)
        if place != own
    )
    return any(using > 1 and using >= _SHARE_OF_ANOTHER * papers for using, papers in shares)


def _topic(group: Sequence[Profile]) -> str:
    """Return the two or three nouns that weigh most in a group; those of one paper come last."""
    weights: dict[str, list[float]] = {}
    forms: Counter[str] = Counter()
    for profile in group:
        forms.update(words(f"{profile.paper.title} {profile.paper.abstract}"))
        for term, weight in profile.vector.items():
            weights.setdefault(term, []).append(weight)
    shown: dict[str, str] = {}
    for form in sorted(filter(is_topic, forms), key=lambda form: (-forms[form], form)):
        shown.setdefault(stem(form), form)
    best = sorted(
        weights.keys() & shown.keys(),
        key=lambda term: (len(weights[term]) == 1, -round(math.fsum(weights[term]), 9), term),
    )
    return ", ".join(shown[term] for term in best[:_TOPIC_WORDS])
