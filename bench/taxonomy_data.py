"""Real taxonomies with their papers.

Cora's papers are those that have terms and citations; a paper's terms, which come from its title,
stand for the title. Of its ten fields, parameters are chosen and networks trained on `CORA_TUNING`;
figures are those of `CORA_TESTING`, and of the list on long-context models.
"""

import gzip
import json
from collections import Counter
from functools import cache

from bench.papers import ROOT
from citeloom.methods.hireview.labelled_papers import LabelledPapers
from citeloom.papers.paper import Paper
from citeloom_lab.training.drawn_papers import linked_sample, scattered_sample

__all__ = ["cora", "linked_sample", "long_context", "related_works", "scattered_sample"]

FOLDER = ROOT.parent / "shared/data/taxonomies"
CORA_TUNING = (
    "Encryption and Compression",
    "Information Retrieval",
    "Networking",
    "Operating Systems",
    "Programming",
)
CORA_TESTING = (
    "Artificial Intelligence",
    "Data Structures, Algorithms and Theory",
    "Databases",
    "Hardware and Architecture",
    "Human Computer Interaction",
)


@cache
def cora() -> LabelledPapers:
    """Return Cora's 11,044 papers with terms and citations."""
    with gzip.open(FOLDER / "cora-terms.txt.gz", "rt", encoding="utf-8") as lines:
        terms = [line.rstrip("\n") for line in lines]
    cites: dict[str, list[str]] = {}
    with gzip.open(FOLDER / "cora-citations.tsv.gz", "rt", encoding="utf-8") as lines:
        for line in lines:
            citing, cited = line.split()
            cites.setdefault(f"cora:{citing}", []).append(f"cora:{cited}")
    linked = {*cites, *(cited for several in cites.values() for cited in several)}
    papers, paths = [], {}
    with gzip.open(FOLDER / "cora.jsonl.gz", "rt", encoding="utf-8") as lines:
        for line in lines:
            record = json.loads(line)
            name = f"cora:{record['id']}"
            if record.get("terms") and name in linked:
                title = " ".join(terms[int(term)] for term in record["terms"])
                papers.append(Paper(name, title=title))
                paths[name] = tuple(record["path"])
    return LabelledPapers(tuple(papers), paths, {by: tuple(cited) for by, cited in cites.items()})


@cache
def long_context() -> LabelledPapers:
    """Return the curated list of 1,438 papers on long-context models: titles, no citations."""
    papers, paths = [], {}
    with (FOLDER / "long-context.jsonl").open(encoding="utf-8") as lines:
        for line in lines:
            record = json.loads(line)
            papers.append(Paper(record["id"], title=record["title"], year=record["year"]))
            paths[record["id"]] = tuple(record["paths"][0])
    return LabelledPapers(tuple(papers), paths)


@cache
def related_works() -> LabelledPapers:
    """Return papers with abstracts; the topic of each is the text whose related work cites it.

    What two texts cite is left out, as are texts that cite fewer than four papers.
    """
    papers: dict[str, Paper] = {}
    citing: dict[str, list[str]] = {}
    for path in sorted((ROOT.parent / "shared/data/rwg").glob("*.jsonl")):
        for line in path.read_text(encoding="utf-8").splitlines():
            record = json.loads(line)
            for cited in record["ref_abstract"].values():
                if abstract := cited.get("abstract"):
                    name = " ".join(abstract.lower().split())[:80]
                    papers[name] = Paper(name, title=cited.get("title") or "", abstract=abstract)
                    citing.setdefault(name, []).append(record["id"])
    alone = {name: texts[0] for name, texts in citing.items() if len(set(texts)) == 1}
    sizes = Counter(alone.values())
    paths = {name: (text,) for name, text in alone.items() if sizes[text] >= 4}
    return LabelledPapers(tuple(papers[name] for name in paths), paths)
