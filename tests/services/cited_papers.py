"""Papers that cite each other, for tests of citation links."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import pairwise

from citeloom.papers.paper import Author, Paper

WORDS = ("garden", "plant", "light", "water", "leaf", "root", "soil", "seed", "bee", "path", "wall")


def made_papers(number: int, since: int = 2000) -> tuple[Paper, ...]:
    """Return papers that both services know, each with a title of its own."""
    return tuple(
        Paper(
            id=f"doi:10.1000/made.{n}",
            title=f"The {WORDS[n % 11]} and the {WORDS[n // 11 % 11]} in study number {n}",
            authors=(Author(f"Name{n}", "Ann"),),
            year=since + n % 20,
            doi=f"10.1000/made.{n}",
            s2_id=f"{n:040x}",
            abstract=f"We study a {WORDS[n % 11]} beside a {WORDS[n // 11 % 11]}, {n} times over.",
        )
        for n in range(number)
    )


def as_cited(paper: Paper) -> Paper:
    """Return a paper as a .bib has it: with title, author, year and DOI."""
    sources = dict.fromkeys(("title", "authors", "year", "doi"), "bib")
    key = paper.id.rpartition(".")[2]
    return replace(paper, s2_id="", abstract="", keys=(f"key{key}",), sources=sources)


def chain(papers: Sequence[Paper]) -> Mapping[str, Sequence[str]]:
    """Let each paper cite the next one."""
    return {one.id: (other.id,) for one, other in pairwise(papers)}
