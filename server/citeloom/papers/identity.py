"""When two entries are the same paper, what is a preprint, and a paper's ids in this program."""

import hashlib
import re
import unicodedata
from functools import lru_cache

from citeloom.papers.authors import is_for_more
from citeloom.papers.identifiers import is_arxiv_doi, is_preprint_doi
from citeloom.papers.paper import Paper

IDENTIFIERS = (
    ("DOI", "doi"),
    ("arXiv id", "arxiv_id"),
    ("Semantic Scholar id", "s2_id"),
    ("PubMed id", "pmid"),
    ("ACL Anthology id", "acl_id"),
)
"""What users call each identifier, and the field of a paper that has it."""

_NOT_COMPARED = re.compile(r"[^a-z0-9+#]+")
_PREPRINT = re.compile(r"arxiv|\bcorr\b|bio ?rxiv|med ?rxiv|preprint|openreview", re.IGNORECASE)


@lru_cache(maxsize=32_768)
def normal_title(title: str) -> str:
    """Return a title in the form for comparison: letters and digits, no case, no accents.

    ``+`` and ``#`` stay, so that C, C++ and C# are three titles. (Each is compared many times.)
    """
    if title.isascii():
        return _NOT_COMPARED.sub("", title.lower())
    # A circumflex that stands alone is a letter for Unicode, and the sign ^ for who wrote it.
    decomposed = unicodedata.normalize("NFKD", title.replace("\u02c6", "^")).casefold()
    return "".join(
        char
        for char in unicodedata.normalize("NFKD", decomposed)
        if char.isalnum() or char in "+#" or _is_vowel_sign(char)
    )


def title_id(paper: Paper) -> str:
    """Return the id that a paper has by title, first author and year; empty without a title."""
    title = normal_title(paper.title)
    if not title:
        return ""
    family = normal_title(paper.authors[0].family) if paper.authors else ""
    return "title:" + short_hash(f"{title}|{family}|{paper.year or ''}")


def identifier_ids(paper: Paper) -> tuple[str, ...]:
    """Return the ids that a paper has by its identifiers, the best first.

    A DOI given by arXiv counts as the arXiv id, so that a preprint is one paper however an
    entry names it.
    """
    doi = "" if is_arxiv_doi(paper.doi) and paper.arxiv_id else paper.doi
    kinds = (
        ("doi", doi),
        ("arxiv", paper.arxiv_id),
        ("s2", paper.s2_id),
        ("acl", paper.acl_id),
        ("pmid", paper.pmid),
    )
    return tuple(f"{kind}:{value}" for kind, value in kinds if value)


def titles_agree(one: str, other: str) -> bool:
    """Tell whether two titles may belong to one paper: they are equal, or one is not known."""
    first, second = normal_title(one), normal_title(other)
    return first == second or not first or not second


def may_be_one(paper: Paper, other: Paper) -> bool:
    """Tell whether no identifier says that two papers with one title are two papers."""
    dois = {doi for doi in (paper.doi, other.doi) if doi and not is_preprint_doi(doi)}
    preprints = {name for name in (paper.arxiv_id, other.arxiv_id) if name}
    return len(dois) <= 1 and len(preprints) <= 1


def aliases(paper: Paper) -> tuple[str, ...]:
    """Return all ids by which a paper may be known: its own, its identifiers', its title's.

    A title with neither author nor year is no name: too many papers are an "Introduction".
    """
    by_title = title_id(paper) if paper.authors and paper.year else ""
    others = (*identifier_ids(paper), by_title)
    return tuple(dict.fromkeys((paper.id, *(name for name in others if name))))


def asked_id(paper: Paper) -> str:
    """Return a hash of what describes a paper; it changes with the entry."""
    named = (author for author in paper.authors if not is_for_more(author))
    authors = [(author.family, author.given) for author in named]
    return short_hash(repr((identifier_ids(paper), paper.title, authors, paper.year, paper.venue)))


def search_id(paper: Paper) -> str:
    """Return the name of a search for a paper.

    A paper with an abstract of its own is not searched for by title, so that another search is.
    """
    return asked_id(paper) + ("+abstract" if paper.abstract else "")


def short_hash(text: str) -> str:
    """Return 16 hex digits of the SHA-256 of a text."""
    return text_hash(text)[:16]


def text_hash(text: str) -> str:
    """Return the whole SHA-256 of a text, which no other text can be made to have."""
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def common_identifier(paper: Paper, other: Paper) -> str:
    """Return the name of the first identifier that two papers have in common; empty without."""
    for name, field in IDENTIFIERS:
        value = getattr(paper, field)
        if value and str(value).lower() == str(getattr(other, field)).lower():
            return name
    return ""


def names_preprints(venue: str) -> bool:
    """Tell whether a venue is a server of preprints."""
    return bool(_PREPRINT.search(venue))


def is_preprint(paper: Paper) -> bool:
    """Tell whether a paper is a preprint, by its identifiers or its venue."""
    return bool(paper.arxiv_id or is_preprint_doi(paper.doi)) or names_preprints(paper.venue)


def is_preprint_entry(paper: Paper) -> bool:
    """Tell whether a .bib has a paper as a preprint: by its venue or, without one, its arXiv id."""
    if paper.sources.get("venue") == "bib":
        return names_preprints(paper.venue)
    return paper.sources.get("arxiv_id") == "bib"


def _is_vowel_sign(char: str) -> bool:
    return unicodedata.category(char).startswith("M") and not "\u0300" <= char <= "\u036f"
