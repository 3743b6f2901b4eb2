"""Which papers have the words of a query in their title, abstract, authors or key."""

import math
import unicodedata
from collections.abc import Iterable, Sequence

from citeloom.grounding.words import terms, words
from citeloom.papers.paper import Paper

MOST_LOOKED_AT = 300
"""Papers whose words are split, after a look at the whole texts."""

IN_TITLE = 3.0
"""How much a word counts in a title, a key or a name; in an abstract it counts once."""


def papers_with_words(query: str, papers: Sequence[Paper]) -> tuple[tuple[Paper, float], ...]:
    """Return the papers that have words of a query, the best first, each with its score.

    A word counts the more the fewer papers have it. The score is the share of what a paper with all
    words in its title would have. Equal ones keep their order.
    """
    wanted = dict.fromkeys(_folded_terms(query))
    if not wanted:
        return ()
    heads = [_fold(_head(paper)) for paper in papers]
    bodies = [_fold(paper.abstract) for paper in papers]
    roughly: dict[int, float] = {}
    rarity: dict[str, float] = {}
    for word in wanted:
        # A text that has the word has its letters; which texts do is looked at closely below.
        holding = [at for at in range(len(papers)) if word in heads[at] or word in bodies[at]]
        rarity[word] = math.log(1 + (len(papers) + 1) / (len(holding) + 0.5))
        for at in holding:
            more = IN_TITLE if word in heads[at] else 1.0
            roughly[at] = roughly.get(at, 0.0) + more * rarity[word]
    nearest = sorted(roughly, key=lambda at: (-roughly[at], at))[:MOST_LOOKED_AT]
    most = IN_TITLE * math.fsum(rarity.values())
    scored = []
    for at in nearest:
        head, body = {*_folded_terms(heads[at])}, {*_folded_terms(bodies[at])}
        score = math.fsum(
            rarity[word] * (IN_TITLE if word in head else 1.0)
            for word in wanted
            if word in head or word in body
        )
        if score:
            scored.append((papers[at], score / most))
    return tuple(sorted(scored, key=lambda found: -found[1]))


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
