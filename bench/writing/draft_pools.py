"""Pools of drafts with references, of several fields, from the data beside the repository."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

from bench.shared.data import ANTHOLOGY, DATA, json_lines, papers_of_bib
from bench.suggesting.hidden_data import read_hidden_data
from citeloom.grounding.vectors import cosine, idf, tf_idf
from citeloom.papers.paper import Author, Paper
from citeloom.words import terms

CHEMISTRY = DATA / "latex-corpus/benchmarksets/paper/benchmarkset.bib"
ARXIV = DATA / "arxiv-metadata/sample.jsonl"
BIG = "acl-big"
_LEAST_REFERENCES = 3
_SHORTEST_ABSTRACT = 300


@dataclass(frozen=True)
class Draft:
    """A draft of which title and abstract are known, and its references with an abstract."""

    id: str
    title: str
    abstract: str
    references: tuple[Paper, ...]


@dataclass(frozen=True)
class Pool:
    """Drafts with their own references, or papers of which drafts can be made."""

    name: str
    drafts: tuple[Draft, ...] = ()
    papers: tuple[Paper, ...] = ()

    def draft_around(self, paper: Paper, others: Sequence[Paper], count: int) -> Draft:
        """Return a paper as a draft whose references are the papers that it is most like."""
        texts = {each.id: terms(f"{each.title}. {each.title}. {each.abstract}") for each in others}
        weights = idf(texts.values())
        own = tf_idf(texts[paper.id], weights)
        rest = [each for each in others if each.title != paper.title]
        nearest = sorted(
            rest, key=lambda each: (-cosine(own, tf_idf(texts[each.id], weights)), each.id)
        )
        return Draft(f"{self.name}:{paper.id}", paper.title, paper.abstract, tuple(nearest[:count]))


def pools() -> Iterator[Pool]:
    """Yield related work of other fields and of language processing; then pools of papers."""
    drafts = read_hidden_data().drafts
    for source in ("multi", "tdms", "rwsg"):
        own = [
            Draft(
                f"{source}:{number}",
                draft.title,
                draft.abstract,
                tuple(paper for paper in draft.references if paper.abstract.strip()),
            )
            for number, draft in enumerate(drafts)
            if draft.source == source
        ]
        enough = (draft for draft in own if len(draft.references) >= _LEAST_REFERENCES)
        yield Pool(source, drafts=tuple(enough))
    anthology = _anthology()
    yield Pool("acl", papers=anthology)
    yield Pool(BIG, papers=anthology)
    yield Pool("chemistry", papers=pool_of_bib(CHEMISTRY).papers)
    yield Pool("arxiv", papers=_long_enough(_arxiv()))


def pool_of_bib(path: Path) -> Pool:
    """Return the papers of a .bib that have abstracts, under the name of the file."""
    return Pool(path.stem, papers=_long_enough(papers_of_bib([path])))


def _anthology() -> tuple[Paper, ...]:
    return _long_enough(
        Paper(
            record["id"],
            title=record["title"],
            authors=tuple(Author(name.split()[-1]) for name in record["authors"]),
            year=int(record["year"]) if record.get("year") else None,
            abstract=record["abstract"],
        )
        for record in islice(json_lines([ANTHOLOGY]), None, None, 4)
    )


def _arxiv() -> Iterator[Paper]:
    for record in json_lines([ARXIV]):
        yield Paper(
            record["id"],
            title=" ".join(record["title"].split()),
            authors=tuple(Author(family, given) for family, given, _ in record["authors_parsed"]),
            year=int(record["update_date"][:4]),
            abstract=" ".join(record["abstract"].split()),
        )


def _long_enough(papers: Iterator[Paper] | Sequence[Paper]) -> tuple[Paper, ...]:
    return tuple(paper for paper in papers if len(paper.abstract) >= _SHORTEST_ABSTRACT)
