"""Drafts that cite very many papers: the work grows with the papers, and says how far it is."""

import asyncio
import random
import sys
from collections.abc import Iterator
from itertools import groupby, pairwise
from pathlib import Path

from citeloom.actions.context import Context
from citeloom.actions.writing.task.plan import plan
from citeloom.actions.writing.task.request import WriteRequest
from citeloom.actions.writing.write import Written, write
from projects import make_project

THINGS = ("parsers", "taggers", "trees", "lexicons", "gardens", "summaries", "dialogues")
MEANS = ("graphs", "lattices", "sampling", "pruning", "kernels", "attention", "voting")
LETTERS = "bdfgklmnprstvz"


def made_words(chance: random.Random) -> Iterator[str]:
    """Yield names that nobody has used before."""
    while True:
        yield "".join(chance.choice(LETTERS) + chance.choice("aeiou") for _ in range(4))


def draft_of(papers: int) -> str:
    chance = random.Random(1)
    words = made_words(chance)
    entries = []
    for number in range(papers):
        thing, means, other = chance.choice(THINGS), chance.choice(MEANS), next(words)
        long = f"{other} {next(words)}"
        short = f"{long[0]}{long.split()[1][0]}".upper()
        entries.append(
            f"@article{{k{number}, title = {{{means.title()} for {other} {thing}}},\n"
            f"author = {{{other.title()}, A.}}, year = {1990 + number % 30}, abstract = {{\n"
            f"We present {means} for {other} {thing}. The {long} ({short}) is slow on {thing}. "
            f"Our method with {next(words)} {means} improves {thing} by 2 percent.}}}}"
        )
    cited = "\n".join(f"Some \\cite{{k{number}}} do." for number in range(papers))
    return (
        "%! main.tex\n\\documentclass{article}\n\\title{Fast Parsers}\n\\begin{document}\n"
        "\\begin{abstract}We study fast parsers with lattices.\\end{abstract}\n"
        f"\\section{{Introduction}}\n{cited}\n\\section{{Related Work}}\n\n"
        "\\bibliography{refs}\n\\end{document}\n%! refs.bib\n" + "\n\n".join(entries) + "\n"
    )


class NotedProgress:
    def __init__(self) -> None:
        self.steps: list[tuple[str, int, int]] = []

    def stage(self, name: str, done: int = 0, total: int = 0) -> None:
        self.steps.append((name, done, total))


def write_about(folder: Path, papers: int, progress: NotedProgress) -> Written:
    main = make_project(folder, draft_of(papers))
    planned = plan(WriteRequest(main, method="extractive"), Context())
    return asyncio.run(write(planned, Context(), progress))


def test_the_work_is_in_proportion_to_the_papers(tmp_path: Path) -> None:
    def calls_for(papers: int) -> int:
        calls = 0

        def count(frame: object, event: str, argument: object) -> None:
            nonlocal calls
            calls += event in ("call", "c_call")

        main = make_project(tmp_path / str(papers), draft_of(papers))
        sys.setprofile(count)
        try:
            planned = plan(WriteRequest(main, method="extractive"), Context())
            written = asyncio.run(write(planned, Context()))
            assert written.basis.cited == papers
        finally:
            sys.setprofile(None)
        return calls

    calls_for(20)  # What is loaded and remembered once is not counted.
    small, middle, large = calls_for(50), calls_for(100), calls_for(200)
    assert large - middle < 2.2 * (middle - small)


def test_every_stage_says_how_far_it_is(tmp_path: Path) -> None:
    progress = NotedProgress()
    write_about(tmp_path, 250, progress)
    stages = [[*steps] for _, steps in groupby(progress.steps, key=lambda step: step[0])]
    names = [steps[0][0] for steps in stages]
    assert names == ["reading", "ranking", "grouping", "finding topics", "naming topics", "writing"]
    for steps in stages:
        counts = [(done, total) for _, done, total in steps if total]
        assert len(counts) > 20, steps[0]
        assert len({total for _, total in counts}) == 1
        assert all(before[0] < after[0] <= after[1] for before, after in pairwise(counts))
