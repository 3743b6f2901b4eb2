"""What the program knows of one paper."""

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from types import MappingProxyType
from typing import Annotated, NamedTuple

from pydantic import AfterValidator, model_serializer


class Author(NamedTuple):
    """A person (``family`` with its particles: ``van der Berg``) or a group (``given`` empty)."""

    family: str
    given: str = ""


@dataclass(frozen=True)
class Paper:
    """One paper, all fields plain Unicode text without LaTeX.

    Parameters
    ----------
    id
        Stable name of the paper in this program, the same for all projects (``doi:10.1/x``).
    keys
        Citation keys of this paper in the project's .bib files, the one to cite first.
    year
        Year of publication, or None where unknown.
    sources
        Where each field came from: field name to source (``bib``, ``s2``, ``arxiv``).
    """

    id: str
    keys: tuple[str, ...] = ()
    title: str = ""
    authors: tuple[Author, ...] = ()
    year: int | None = None
    venue: str = ""
    type: str = ""
    doi: str = ""
    arxiv_id: str = ""
    s2_id: str = ""
    pmid: str = ""
    acl_id: str = ""
    abstract: str = ""
    sources: Annotated[Mapping[str, str], AfterValidator(MappingProxyType)] = field(
        default_factory=lambda: MappingProxyType({})
    )

    def __getstate__(self) -> dict[str, object]:
        """Return the values for pickling: a read-only mapping cannot be pickled."""
        return {**vars(self), "sources": dict(self.sources)}

    @model_serializer
    def _in_store(self) -> dict[str, object]:
        """Return the values to store: the known ones, without citation keys."""
        known = {name: getattr(self, name) for name in known_fields(self)}
        return {"id": self.id, "sources": dict(self.sources), **known}

    @property
    def key(self) -> str:
        """The key by which the draft cites the paper; empty where it has none."""
        return self.keys[0] if self.keys else ""

    @property
    def text(self) -> str:
        """What it is compared and found by: its title and abstract."""
        return "\n".join(filter(None, (self.title, self.abstract)))


FIELDS = tuple(known.name for known in fields(Paper) if known.name not in {"id", "keys", "sources"})
"""What can be known of a paper, whoever cites it."""


def known_fields(paper: Paper) -> tuple[str, ...]:
    """Return the names of the fields that are filled."""
    return tuple(name for name in FIELDS if getattr(paper, name))
