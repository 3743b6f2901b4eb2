"""Which papers have the words of a query in their title, abstract, authors or key."""

import heapq
import math
import unicodedata
from collections.abc import Iterable, Mapping, Sequence

from citeloom.papers.paper import Paper
from citeloom.words import terms, words

MOST_LOOKED_AT = 300
"""Papers whose words are split, after a look at the whole texts."""

MOST_WORDS = 60
"""Words of a query that count, those that come first."""

IN_TITLE = 3.0
"""How much a word counts in a title, a key or a name; in an abstract it counts once."""


def papers_with_words(query: str, papers: Sequence[Paper]) -> tuple[tuple[Paper, float], ...]:
    """Return the papers that have words of a query, the best first, each with its score.

    A word counts the more the fewer papers have it. The score is the share of what a paper with all
    words in its title would have. Equal ones keep their order.
    """
    wanted = tuple(dict.fromkeys(_folded_terms(query)))[:MOST_WORDS]
    if not wanted:
        return ()
    looks: list[tuple[int, int, int]] = []
    holding = [0] * len(wanted)
    for place, paper in enumerate(papers):
        head, body = _fold(_head(paper)), _fold(paper.abstract)
        in_head = in_body = 0
        for at, word in enumerate(wanted):
            # A text that has the word has its letters; which texts do is looked at closely below.
            if word in head:
                in_head |= 1 << at
            elif word in body:
                in_body |= 1 << at
            else:
                continue
            holding[at] += 1
        if in_head or in_body:
            looks.append((place, in_head, in_body))
    rarity = {
        word: math.log(1 + (len(papers) + 1) / (have + 0.5))
        for word, have in zip(wanted, holding, strict=True)
    }
    weights = [rarity[word] for word in wanted]

    def roughly(look: tuple[int, int, int]) -> float:
        _, in_head, in_body = look
        return math.fsum(
            weight * (IN_TITLE if in_head >> at & 1 else in_body >> at & 1)
            for at, weight in enumerate(weights)
        )

    nearest = [place for place, _, _ in heapq.nlargest(MOST_LOOKED_AT, looks, key=roughly)]
    most = IN_TITLE * math.fsum(weights)
    scored = ((papers[place], _score(papers[place], rarity) / most) for place in nearest)
    return tuple(sorted((each for each in scored if each[1]), key=lambda each: -each[1]))


def _score(paper: Paper, rarity: Mapping[str, float]) -> float:
    head, body = {*_folded_terms(_head(paper))}, {*_folded_terms(paper.abstract)}
    return math.fsum(
        weight * (IN_TITLE if word in head else 1.0)
        for word, weight in rarity.items()
        if word in head or word in body
    )


def _head(paper: Paper) -> str:
    names = (f"{author.given} {author.family}" for author in paper.authors)
    return " ".join((*paper.keys, paper.title, *names, str(paper.year or ""), paper.venue))


def _folded_terms(text: str) -> Iterable[str]:
    """Return the content terms of a text; numbers, too, since a year may be asked for."""
    folded = _fold(text)
    return (*terms(folded), *(word for word in words(folded) if word.isdigit()))


def _fold(text: str) -> str:
    letters = text.casefold()
    if letters.isascii():
        return letters
    apart = unicodedata.normalize("NFKD", letters)
    return "".join(letter for letter in apart if not unicodedata.combining(letter))
