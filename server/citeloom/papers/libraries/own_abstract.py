"""Abstracts from the user's own hand: pasted, or read on the first pages of PDFs on the disk."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from types import MappingProxyType

from citeloom.papers.file_state import FileState
from citeloom.papers.paper import Paper
from citeloom.papers.source_names import PASTED


@dataclass(frozen=True, slots=True)
class OwnAbstract:
    """An abstract, where it comes from, and the file that it was read from.

    An empty ``text`` says that the file was read and has none. ``day`` (ISO) is filled when it is
    kept.
    """

    text: str
    source: str
    file: FileState | None = None
    day: str = ""


def pasted_in(abstracts: Iterable[OwnAbstract]) -> OwnAbstract | None:
    """Return the abstract that the user pasted; None where there is none."""
    return next((it for it in abstracts if it.source == PASTED), None)


def read_in(abstracts: Iterable[OwnAbstract]) -> OwnAbstract | None:
    """Return the first abstract that was read from a PDF; None where there is none."""
    return next((it for it in abstracts if it.source != PASTED and it.text), None)


def with_abstract(paper: Paper, abstract: OwnAbstract) -> Paper:
    """Return a paper with this abstract."""
    sources = MappingProxyType({**paper.sources, "abstract": abstract.source})
    return replace(paper, abstract=abstract.text, sources=sources)
