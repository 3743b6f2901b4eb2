"""The ACL Anthology's file of all papers, as a server of files gives it."""

import gzip
from collections.abc import Sequence
from dataclasses import dataclass

from services.seen import Reply, Seen

PATH = "/anthology+abstracts.bib.gz"


@dataclass(frozen=True)
class AnthologyPaper:
    """A paper of the Anthology; ``doi`` is empty where it has none."""

    id: str
    title: str
    author: str
    year: int
    abstract: str
    doi: str = ""

    @property
    def entry(self) -> str:
        """The paper as the Anthology's .bib has it."""
        doi = f'    doi = "{self.doi}",\n' if self.doi else ""
        return (
            f"@inproceedings{{{self.author.split(',')[0].lower()}-{self.year}-{self.id},\n"
            f'    title = "{self.title}",\n    author = "{self.author}",\n'
            f'    booktitle = "Proceedings of a Conference",\n    year = "{self.year}",\n'
            f'    url = "https://aclanthology.org/{self.id}/",\n{doi}'
            f'    abstract = "{self.abstract}"\n}}\n'
        )


def packed(papers: Sequence[AnthologyPaper]) -> bytes:
    """Return the Anthology's file of some papers."""
    return gzip.compress("".join(paper.entry for paper in papers).encode(), mtime=0)


class AclAnthologyService:
    """Serves the bytes of one file; they can be changed while it runs."""

    def __init__(self, data: bytes = b"", kind: str = "application/x-gzip") -> None:
        self.data, self.kind = data, kind

    def reply(self, seen: Seen) -> Reply:
        """Answer a request as RFC 9110 has it."""
        if seen.path != PATH or not self.data:
            return Reply(b"Not Found", 404, "text/plain")
        return Reply(self.data, 200, self.kind)
