"""A record of a corpus: a paper, and the hash by which a change is seen."""

import json
from dataclasses import dataclass
from hashlib import sha256

from citeloom.papers.paper import Author, Paper


@dataclass(frozen=True, slots=True)
class Record:
    """A paper of a corpus, all fields plain Unicode text.

    Parameters
    ----------
    id
        Its name in the corpus, such as ``arxiv:2212.11867``.
    topic
        What it is about in one word; for arXiv the primary category (``cs.CL``).
    withdrawn
        Whether it has been withdrawn, so that it is to leave the corpus.
    """

    id: str
    title: str
    abstract: str
    authors: tuple[Author, ...] = ()
    year: int | None = None
    topic: str = ""
    venue: str = ""
    doi: str = ""
    arxiv_id: str = ""
    withdrawn: bool = False

    @property
    def digest(self) -> str:
        """The SHA-256 of the canonical form: compact JSON of all fields in a fixed order."""
        values = [
            self.id, self.title, self.abstract, self.authors, self.year, self.topic, self.venue,
            self.doi, self.arxiv_id,
        ]  # fmt: skip
        text = json.dumps(values, ensure_ascii=True, separators=(",", ":"))
        return sha256(text.encode("ascii")).hexdigest()

    @property
    def text(self) -> str:
        """What is embedded and searched: title and abstract."""
        return f"{self.title}\n{self.abstract}" if self.abstract else self.title

    def paper(self) -> Paper:
        """Return the paper, as all other parts know it."""
        known = {
            "title": self.title,
            "authors": self.authors,
            "year": self.year,
            "venue": self.venue,
            "doi": self.doi,
            "arxiv_id": self.arxiv_id,
            "abstract": self.abstract,
        }
        filled = {name: value for name, value in known.items() if value}
        return Paper(self.id, sources=dict.fromkeys(filled, "corpus"), **filled)  # type: ignore[arg-type]
