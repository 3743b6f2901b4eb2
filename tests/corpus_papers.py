"""A small corpus for drafts: papers on parsing and on gardens, some of them in a project's .bib."""

import json
from pathlib import Path
from typing import Any

from citeloom.corpus.reading import corpus_paper
from citeloom.papers.paper import Paper

TOPICS = (
    ("parsing of malformed documents", "reads any malformed document without an error"),
    ("ranking of sentences", "orders the sentences of drafts while they are typed"),
    ("gardens in the north", "plants elm trees in rows and counts them"),
)


def records(number: int = 9) -> list[dict[str, object]]:
    """Return so many records; the first two are papers of `model_project.PROJECT`."""
    known = [
        {"id": "own-0", "doi": "10.1000/0", "title": "Parsing of kind 0", "year": 2020},
        {"id": "own-1", "title": "Parsing of kind 1", "authors": ["Ann Smith1"], "year": 2020},
    ]
    made = [
        {
            "id": f"paper-{at}",
            "title": f"Study {at} on {topic}",
            "authors": [f"Ann Family{at}", "Bo Müller"],
            "year": 2010 + at,
            "doi": f"10.5555/{at}",
            "venue": "Journal of Drafts",
            "abstract": f"We study {topic} in setting {at}. An editor that {does} is presented.",
        }
        for at in range(number - len(known))
        for topic, does in [TOPICS[at % len(TOPICS)]]
    ]
    abstract = "We present an editor that reads drafts. It parses texts in linear time."
    return [*({**record, "abstract": abstract} for record in known), *made]


def in_corpus(name: str, title: str, abstract: str = "", **known: Any) -> Paper:
    """Return a paper as a corpus keeps it."""
    return corpus_paper(name, title=title, abstract=abstract, **known)


def write_dump(path: Path, number: int = 9) -> Path:
    path.write_text("\n".join(map(json.dumps, records(number))), "utf-8")
    return path
