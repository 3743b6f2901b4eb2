"""Drafts that nothing of the check of claims was made on: their claims, and what these cite.

Two kinds are read. The paragraphs of CORWA (Li et al., NAACL 2022; ``data/*.jsonl`` of the public
repository ``jacklxc/CORWA``) are related work of papers on language; their citations by author and
year are matched to the one paper of ``../shared/data/abstracts`` that has these first authors and
that year, and others are citations of unknown papers. LaTeX projects have abstracts in their .bib.
"""

import hashlib
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from bench.shared.data import ANTHOLOGY, json_lines
from citeloom.actions.checking.claims.check_claims import cited_texts
from citeloom.actions.checking.claims.cited_claims import citing_sentences, claims_of
from citeloom.actions.context import Context, open_project
from citeloom.grounding.support.checker import SupportChecker
from citeloom.grounding.support.claim import Claim
from citeloom.grounding.support.source import source_text
from citeloom.papers.paper import Author, Paper

_NAME = r"(?:(?:\b(?:van|von|de|der|den|di|du|la|le) ){0,2}\b[A-Z][\w'’-]+)"
_TEXTUAL = re.compile(
    rf"(?P<first>{_NAME})(?P<more>(?: et al\.?)|(?: (?:and|&) (?P<second>{_NAME})))?,? "
    r"\((?P<year>(?:19|20)\d\d)[a-z]?\)"
)
_IN_BRACKETS = re.compile(r"\((?P<all>[^()]*\b(?:19|20)\d\d[a-z]?\s*)\)")
_PART = re.compile(
    rf"(?:see |e\.g\.,? )?(?P<first>{_NAME})"
    rf"(?P<more>(?: et al\.?)|(?: (?:and|&) (?P<second>{_NAME})))?,? ?(?P<year>(?:19|20)\d\d)[a-z]?"
)
_LEFT = re.compile(r"[a-z]\.?,? \(?(?:19|20)\d\d[a-z]?[;)]")
"""A citation that could not be read: its sentence is left out."""

_RARE = 3
"""A family name that more first authors have, does not tell which paper is meant."""


_OTHERS_MEANT = frozenset({
    "C16-1324", "D17-1043", "D19-1115", "D19-1460", "D19-1461", "E17-1001", "P17-1130", "P19-1363",
    "W18-6301",
})  # fmt: skip
"""Papers beside whose titles one sees that sentences mean another one of these authors and year.

All 158 that were matched were read, before anything was told of their claims.
"""


@dataclass(frozen=True)
class _Anthology:
    """The known papers by first author and year, and how many each first author's name has."""

    papers: Mapping[tuple[str, str], list[Paper]]
    count: Mapping[str, int]


@dataclass(frozen=True)
class HeldOutDraft:
    """A draft's claims of which all papers have an abstract, and both its checkers."""

    name: str
    claims: tuple[Claim, ...]
    papers: Mapping[str, Paper]
    quiet: SupportChecker
    thorough: SupportChecker

    @property
    def is_tuning(self) -> bool:
        """Whether choices may be made on it: half of the drafts, by their names."""
        return hashlib.sha256(self.name.encode()).digest()[0] % 2 == 0


def corwa_drafts(folder: Path) -> Iterator[HeldOutDraft]:
    """Yield the drafts of CORWA that have claims on two known papers or more."""
    known = _by_authors()
    paragraphs: dict[str, list[str]] = defaultdict(list)
    for value in json_lines(sorted(folder.glob("CORWA_*.jsonl"))):
        paragraphs[value["id"].partition("_")[0]].append(value["paragraph"])
    for name, texts in sorted(paragraphs.items()):
        papers: dict[str, Paper] = {}
        claims: list[Claim] = []
        for text in texts:
            lines = [it.strip() for it in text.split("[BOS]") if it.strip()]
            for line in lines:
                said = _with_marks(line, known, papers)
                if not _LEFT.search(said):
                    claims += [Claim(it.text, it.keys) for it in claims_of(said)]
        if len(papers) > 1:
            yield _draft(name, claims, papers)


def project_draft(main: Path) -> HeldOutDraft:
    """Read a LaTeX project."""
    opened = open_project(main, Context())
    texts = cited_texts(opened, Context(), [])
    each = (claim for sentence in citing_sentences(opened.project) for claim in sentence.claims)
    claims = [Claim(it.text, texts.ids_of(it.keys)) for it in each]
    papers = {paper.id: paper for paper in texts.papers}
    thorough = cited_texts(opened, Context(), [], is_thorough=True).checker
    return HeldOutDraft(
        str(main), tuple(_with_abstracts(claims, papers)), papers, texts.checker, thorough
    )


def _draft(name: str, claims: Iterable[Claim], papers: Mapping[str, Paper]) -> HeldOutDraft:
    sources = [source_text(paper) for paper in papers.values()]
    return HeldOutDraft(
        name,
        tuple(_with_abstracts(claims, papers)),
        papers,
        SupportChecker(sources),
        SupportChecker(sources, is_thorough=True),
    )


def _with_abstracts(claims: Iterable[Claim], papers: Mapping[str, Paper]) -> Iterator[Claim]:
    for claim in claims:
        if claim.text and all(it in papers and papers[it].abstract for it in claim.papers):
            yield claim


def _with_marks(text: str, known: _Anthology, papers: dict[str, Paper]) -> str:
    """Return a sentence with marks in the place of its citations; gathers the known papers."""

    def mark(found: re.Match[str]) -> str:
        paper = _meant(found, known)
        if paper is None:
            return f"@unknown{found['first'].replace(' ', '')}{found['year']}"
        papers[paper.id] = paper
        return f"@{paper.id}"

    def marks(found: re.Match[str]) -> str:
        parts = [_PART.fullmatch(it.strip()) for it in found["all"].split(";") if it.strip()]
        if not all(parts):
            return found[0]
        return f"[{'; '.join(mark(part) for part in parts if part)}]"

    return _TEXTUAL.sub(lambda found: f"[{mark(found)}]", _IN_BRACKETS.sub(marks, text))


def _meant(found: re.Match[str], known: _Anthology) -> Paper | None:
    papers = known.papers.get((found["first"].lower(), found["year"]), [])
    if found["second"]:
        fitting = [
            it
            for it in papers
            if len(it.authors) == 2 and it.authors[1].family.lower() == found["second"].lower()
        ]
    else:
        is_alone = found["more"] is None
        fitting = [
            it for it in papers if (len(it.authors) == 1) == is_alone and len(it.authors) != 2
        ]
        fitting = fitting if known.count[found["first"].lower()] <= _RARE else []
    return fitting[0] if len(fitting) == 1 else None


def _by_authors() -> _Anthology:
    found: dict[tuple[str, str], list[Paper]] = defaultdict(list)
    count: Counter[str] = Counter()
    for value in json_lines([ANTHOLOGY]):
        authors = tuple(
            Author(name.rpartition(" ")[2], name.rpartition(" ")[0]) for name in value["authors"]
        )
        if authors and value["abstract"] and value["id"] not in _OTHERS_MEANT:
            paper = Paper(
                value["id"],
                title=value["title"],
                authors=authors,
                year=int(value["year"]),
                abstract=value["abstract"],
            )
            found[authors[0].family.lower(), value["year"]].append(paper)
            count[authors[0].family.lower()] += 1
    return _Anthology(found, count)
