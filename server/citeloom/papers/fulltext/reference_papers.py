"""Finds the paper that an entry of a list of references proves to be."""

import re
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache

from citeloom.papers.fulltext.reference_text import years_in
from citeloom.papers.fulltext.text import FullText, Reference
from citeloom.papers.identifiers import arxiv_id, clean_doi, is_arxiv_doi
from citeloom.papers.identity import normal_title, title_id
from citeloom.papers.paper import Paper

SHORTEST_TITLE = 12
"""Letters and digits of a title below which it proves nothing."""

YEARS_APART = 1
"""A preprint and its publication may have years that differ by this much."""

_TITLE_AND_AUTHORS = 1_500
"""Characters at the beginning of a first page in which title and authors stand."""

_BEFORE = re.compile(r"(?:^|[.,:;?!)\]”\"'“‘’«]|\d[a-z]?)\s*+[“\"'‘«]?\s*+$")
_LINE_BEFORE = re.compile(r"(?:^|\n)[^\w\n]*$")
_LINE_AFTER = re.compile(r"[^\w\n]*\d?[^\w\n]*(?:\n|$)")
_AFTER = re.compile(r"\s*(?:$|[.,;?!”\"'’»(\[]|In[: ]|arXiv|CoRR)")


def paper_ids(full_text: FullText, papers: Sequence[Paper]) -> Mapping[str, str]:
    """Return the id of the proved paper of each reference, by label.

    Parameters
    ----------
    full_text
        A full text with its references.
    papers
        The papers that they may be, such as those that a draft cites.
    """
    found = {}
    for reference in full_text.references:
        if paper := paper_of(reference, papers):
            found[reference.label] = paper.id
    return found


def paper_of(reference: Reference, papers: Sequence[Paper]) -> Paper | None:
    """Return the paper that a reference is; None where no paper, or more than one, is proved.

    Proof is a common identifier; or the whole title in the reference, from a boundary to a
    boundary, with the first author's family name and an agreeing year, as long as no identifier
    speaks against it.
    """
    identified = reference.doi or reference.arxiv_id
    by_id = [paper for paper in papers if _same_identifier(reference, paper)] if identified else []
    if not by_id:
        letters, _ = _normal(reference.text)
        # Most papers are sorted out here, where it costs least.
        named = (paper for paper in papers if _of_paper(paper.title) in letters)
        by_id = [
            paper
            for paper in named
            if not _other_identifier(reference, paper) and _says_title(reference.text, paper)
        ]
    return by_id[0] if len(by_id) == 1 else None


def is_opening_of(paper: Paper, opening: str) -> bool:
    """Tell whether text, line by line, is the first page of a paper; see ``id_on_opening``."""
    return bool(id_on_opening(paper, opening))


def id_on_opening(paper: Paper, opening: str) -> str:
    """Return the id of a paper that a first page proves, line by line; empty if it proves none.

    Proof is the whole title at its beginning, on lines of its own, with the first author's family
    name; or the paper's DOI or arXiv id, if the page names it before any other.
    """
    doi, preprint = clean_doi(opening), arxiv_id({"note": opening})
    if doi and doi == paper.doi:
        return f"doi:{doi}"
    if preprint and preprint == paper.arxiv_id:
        return f"arxiv:{preprint}"
    title = normal_title(paper.title)
    family = normal_title(paper.authors[0].family) if paper.authors else ""
    beginning = opening[:_TITLE_AND_AUTHORS]
    letters, places = _normal(beginning)
    if len(title) < SHORTEST_TITLE or not family or family not in letters:
        return ""
    is_on_lines = any(
        _LINE_BEFORE.search(beginning, 0, places[at])
        and _LINE_AFTER.match(beginning, places[at + len(title) - 1] + 1)
        for at in _finds(letters, title)
    )
    return title_id(paper) if is_on_lines else ""


def _same_identifier(reference: Reference, paper: Paper) -> bool:
    return bool(
        (reference.doi and reference.doi == paper.doi)
        or (reference.arxiv_id and reference.arxiv_id == paper.arxiv_id)
    )


def _other_identifier(reference: Reference, paper: Paper) -> bool:
    published = {doi for doi in (reference.doi, paper.doi) if doi and not is_arxiv_doi(doi)}
    preprints = {name for name in (reference.arxiv_id, paper.arxiv_id) if name}
    return len(published) > 1 or len(preprints) > 1


def _says_title(text: str, paper: Paper) -> bool:
    title = _of_paper(paper.title)
    if len(title) < SHORTEST_TITLE or not paper.authors:
        return False
    family = _of_paper(paper.authors[0].family)
    letters, places = _normal(text)
    if title not in letters or not family or family not in letters:
        return False
    years = [int(year[:4]) for year in years_in(text)]
    if paper.year and not any(abs(year - paper.year) <= YEARS_APART for year in years):
        return False
    return any(
        _BEFORE.search(text, 0, places[at]) and _AFTER.match(text, places[at + len(title) - 1] + 1)
        for at in _finds(letters, title)
    )


@lru_cache(maxsize=4096)
def _of_paper(text: str) -> str:
    """Return a title or a name as it is compared; each is compared with many references."""
    return normal_title(text)


@lru_cache(maxsize=8)
def _normal(text: str) -> tuple[str, list[int]]:
    """Return a text as ``normal_title`` compares it, and where each character stands in it."""
    letters: list[str] = []
    places: list[int] = []
    for place, character in enumerate(text):
        if unicodedata.combining(character):
            continue
        normal = normal_title(character)
        letters.append(normal)
        places.extend([place] * len(normal))
    return "".join(letters), places


def _finds(text: str, part: str) -> Iterator[int]:
    at = text.find(part)
    while at >= 0:
        yield at
        at = text.find(part, at + 1)
