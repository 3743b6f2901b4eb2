"""Links to a paper for a browser or a viewer."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import quote

from citeloom.actions.papers.attached import named_pdfs
from citeloom.draft.document import Bibliography
from citeloom.draft.project import Project
from citeloom.papers.identifiers import arxiv_id as arxiv_of
from citeloom.papers.identifiers import clean_doi
from citeloom.papers.outcome import Outcome
from citeloom.papers.paper import Paper
from citeloom_latex.bib.resolve import ResolvedEntry
from citeloom_latex.spans import Span

_ARXIV_FIELDS = ("eprint", "arxivid", "arxiv")
_ESCAPED = re.compile(r"\\([_%&#$~])")
_NOT_IN_A_URL = frozenset(" \t\r\n{}<>\"'\\^`|")


@dataclass(frozen=True, slots=True)
class Link:
    """A link: its name, and its web address or the path of a local file."""

    name: str
    target: str | Path


@dataclass(frozen=True, slots=True)
class PlacedLink:
    """A link and where it stands in its .bib file."""

    link: Link
    span: Span


def links(paper: Paper, entry: ResolvedEntry, project: Project) -> tuple[Link, ...]:
    """Return the links to a paper: DOI, arXiv, PDFs; without these, its web page.

    Local PDFs are the files in the entry's field ``file`` that exist.
    """
    found = []
    if paper.doi:
        found.append(_doi(paper.doi))
    if paper.arxiv_id:
        found += [_arxiv(paper.arxiv_id), _arxiv_pdf(paper.arxiv_id)]
    found += _local(entry.values.get("file", ""), entry, project)
    if not found:
        found += _web(entry.values.get("url", ""))
    return tuple(found)


def pdf_of(
    paper: Paper, outcome: Outcome | None, entry: ResolvedEntry, project: Project
) -> Link | None:
    """Return the best PDF of a paper: the user's own, else a service's, else arXiv's."""
    local = _local(entry.values.get("file", ""), entry, project)
    if own := next(local, None):
        return own
    for answer in outcome.found if outcome else ():
        for link in _web(answer.pdf):
            return Link("open access", link.target)
    return _arxiv_pdf(paper.arxiv_id) if paper.arxiv_id else None


def links_in(project: Project, bib: Bibliography) -> Iterator[PlacedLink]:
    """Yield the links in a .bib file of a project: in ``doi``, ``url``, ``eprint`` and ``file``."""
    for entry in project.entries:
        if project.bibliographies[entry.file] is not bib:
            continue
        for field in entry.entry.fields:
            value = entry.values.get(field.name, "")
            link = next(_of_field(field.name, value, entry, project), None)
            if link is not None:
                span = field.value_span
                inner = Span(span.start + 1, span.end - 1)
                delimited = bib.text[span.start] in '{"' and len(span) > 2
                yield PlacedLink(link, inner if delimited else span)


def _of_field(name: str, value: str, entry: ResolvedEntry, project: Project) -> Iterator[Link]:
    if name == "doi" and (doi := clean_doi(value)):
        yield _doi(doi)
    elif name == "url":
        yield from _web(value)
    elif name == "file":
        yield from _local(value, entry, project)
    elif name in _ARXIV_FIELDS:
        kinds = {kind: entry.values.get(kind, "") for kind in ("eprinttype", "archiveprefix")}
        if arxiv := arxiv_of({name: value, **kinds}):
            yield _arxiv(arxiv)


def _doi(doi: str) -> Link:
    return Link("DOI", f"https://doi.org/{quote(doi, safe='/:;.-_')}")


def _arxiv(name: str) -> Link:
    return Link("arXiv", f"https://arxiv.org/abs/{quote(name, safe='/.')}")


def _arxiv_pdf(name: str) -> Link:
    return Link("arXiv PDF", f"https://arxiv.org/pdf/{quote(name, safe='/.')}")


def _web(value: str) -> Iterator[Link]:
    url = _ESCAPED.sub(r"\1", value.strip().removeprefix("\\url{").removesuffix("}"))
    if url.startswith(("https://", "http://")) and _NOT_IN_A_URL.isdisjoint(url):
        yield Link("web", quote(url, safe="/:?#[]@!$&*+,;=%~-._"))


def _local(value: str, entry: ResolvedEntry, project: Project) -> Iterator[Link]:
    """Yield the PDFs of a ``file`` field that exist."""
    for path in named_pdfs(value, project.bibliographies[entry.file]):
        yield Link(f"PDF {path.name}", path)
