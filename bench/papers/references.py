"""Verdicts on real and made-up references: which fields are told, by kind.

The records are the real entries, as services have them (initials, full names of conferences), with
papers of the ACL Anthology as siblings.
"""

import json
from collections import Counter, defaultdict
from dataclasses import replace

from rapidfuzz import fuzz, process

from bench.shared.data import DATA, papers
from citeloom.papers.differences import differences
from citeloom.papers.found import Found
from citeloom.papers.from_bib import papers_of
from citeloom.papers.matching import judge
from citeloom.papers.paper import Paper
from citeloom_latex.bib.resolve import resolve
from citeloom_latex.bib.scan import scan_bib

HALLMARK = DATA / "hallmark/dev_public.jsonl"
FULL_NAMES = {
    "AAAI": "Proceedings of the AAAI Conference on Artificial Intelligence",
    "ACL": "Annual Meeting of the Association for Computational Linguistics",
    "CVPR": "2021 IEEE/CVF Conference on Computer Vision and Pattern Recognition (CVPR)",
    "ECCV": "Lecture Notes in Computer Science",
    "EMNLP": "Conference on Empirical Methods in Natural Language Processing",
    "ICLR": "International Conference on Learning Representations",
    "ICML": "International Conference on Machine Learning",
    "NeurIPS": "Advances in Neural Information Processing Systems 34",
}
_SIBLINGS, _NEAREST = 3_000, 10


def main() -> None:
    """Print how many references of each kind have which verdict."""
    if not HALLMARK.exists():
        print(f"references: {HALLMARK} is not there")
        return
    given = [json.loads(line) for line in HALLMARK.read_text("utf-8").splitlines()]
    entries = [(it.get("hallucination_type") or "real", paper_of(it)) for it in given]
    real = [paper for kind, paper in entries if kind == "real"]
    records = [*map(as_of_a_service, real, range(len(real))), *papers(_SIBLINGS)]
    titles = [record.title.casefold() for record in records]
    held = set(titles[: len(real)])
    by_doi = {record.doi.lower(): record for record in records if record.doi}
    counts: dict[str, Counter[str]] = defaultdict(Counter)
    for kind, paper in entries:
        near = process.extract(
            paper.title.casefold(), titles, scorer=fuzz.token_sort_ratio, limit=_NEAREST
        )
        hits = [records[number] for _, _, number in near]
        if paper.doi.lower() in by_doi:
            hits.insert(0, by_doi[paper.doi.lower()])
        known = paper.title.casefold() in held
        counts[f"{kind}{'' if known else ', its paper not held'}"][verdict(paper, hits)] += 1
    for kind, count in sorted(counts.items()):
        said = ", ".join(f"{name} {number}" for name, number in count.most_common())
        print(f"{kind} ({count.total()}): {said}")


def verdict(paper: Paper, hits: list[Paper]) -> str:
    """Return what is said of a paper, with the fields that are told."""
    found = judge(paper, hits)
    likeliest = found.match or next(iter(found.candidates), None)
    if likeliest is None:
        return "another paper's identifier" if found.misdirected else "not found"
    fields = ", ".join(it.field for it in differences(paper, [Found(likeliest)]))
    if found.match:
        return f"differs ({fields})" if fields else "verified"
    return f"probably this one ({fields})"


def paper_of(given: dict[str, dict[str, str]]) -> Paper:
    fields = ",".join(f"{name}={{{value}}}" for name, value in given["fields"].items())
    text = f"@{given['bibtex_type']}{{{given['bibtex_key']},{fields}}}"
    return papers_of(resolve([(text, scan_bib(text))]))[0]


def as_of_a_service(paper: Paper, number: int) -> Paper:
    """Return an entry as a record: every third with initials, every second with full names."""
    authors, venue = paper.authors, paper.venue
    if number % 3 == 0:
        authors = tuple(
            it._replace(given=" ".join(f"{name[0]}." for name in it.given.split()))
            for it in authors
        )
    if number % 2 == 0:
        venue = FULL_NAMES.get(venue, venue)
    return replace(paper, authors=authors, venue=venue, keys=(), sources={"title": "s2"})
