"""Made papers of a made taxonomy: those of a topic share words, and cite each other more."""

import json
import random

from citeloom.papers.paper import Paper
from citeloom_lab.training.labelled_papers import LabelledPapers


def made_taxonomy(
    fields: int = 3, topics: int = 4, papers: int = 6, seed: int = 0
) -> LabelledPapers:
    rng = random.Random(seed)
    made: list[Paper] = []
    paths: dict[str, tuple[str, ...]] = {}
    for field in range(fields):
        for topic in range(topics):
            for number in range(papers):
                words = [f"field{field}", f"topic{field}{topic}", f"w{rng.randrange(30)}"]
                words += [f"w{rng.randrange(30)}" for _ in range(3)]
                name = f"p{field}{topic}{number}"
                made.append(Paper(name, title=" ".join(rng.sample(words, 5))))
                paths[name] = (f"Field {field}", f"Topic {field}{topic}")
    cites: dict[str, tuple[str, ...]] = {}
    for paper in made:
        near = [other.id for other in made if paths[other.id] == paths[paper.id]]
        drawn = {rng.choice(near), rng.choice(made).id} - {paper.id}
        cites[paper.id] = tuple(sorted(drawn))
    return LabelledPapers(tuple(made), paths, cites)


def as_lines(papers: LabelledPapers) -> str:
    """Return papers as `citeloom train taxonomy` reads them."""
    return "".join(
        json.dumps(
            {
                "id": paper.id,
                "title": paper.title,
                "path": papers.paths[paper.id],
                "cites": papers.cites.get(paper.id, ()),
            }
        )
        + "\n"
        for paper in papers.papers
    )
