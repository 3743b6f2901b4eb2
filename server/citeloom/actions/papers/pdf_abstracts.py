"""Abstracts from the first pages of PDFs on this disk, for papers that have none."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

from citeloom.actions.papers.attached import attached_files, library_pdfs
from citeloom.actions.papers.text_reader import TextReader
from citeloom.draft.project import Project
from citeloom.methods.port import Progress
from citeloom.papers.completing import fill_for_project
from citeloom.papers.file_state import FileState, file_state
from citeloom.papers.fulltext.local import pdfs_in
from citeloom.papers.fulltext.reference_papers import is_opening_of
from citeloom.papers.identity import normal_title
from citeloom.papers.libraries.completing import OwnLibraries
from citeloom.papers.libraries.own_abstract import OwnAbstract
from citeloom.papers.paper import Paper
from citeloom.papers.source_names import ATTACHED_PDF, OWN_PDF
from citeloom.papers.store.own_abstracts import own_abstracts_of, put_own_abstract
from citeloom.papers.store.store import Store

MOST_EACH = 4
"""PDFs that are read for one paper."""

MOST_READ = 500
"""PDFs that are read in one run; the next run goes on."""

STAGE = "reading first pages of PDFs"

_SHORTEST_KEY = 5
_SHORTEST_NAME = 15
"""Letters of a key, or of a title's beginning, by which a file is known by its name."""


@dataclass(frozen=True)
class _Pdf:
    paper: Paper
    source: str
    path: Path
    state: FileState


@dataclass(frozen=True)
class PdfAbstracts:
    """Reads the abstracts of a project's papers from PDFs that are proved to be the papers.

    Parameters
    ----------
    folders
        Folders of the user's own PDFs: a file counts whose name tells which paper it may be.
    """

    project: Project
    store: Store
    libraries: OwnLibraries
    folders: Sequence[Path] = ()

    async def read(
        self, papers: Sequence[Paper], progress: Progress, *, refresh: bool = False
    ) -> Mapping[str, tuple[OwnAbstract, ...]]:
        """Read the abstracts of papers that have none; return all of the user's own hand.

        They are by the papers' ids. What was read before is read again only if the file has
        changed, or with ``refresh``.
        """
        filled, _ = self.libraries.fill(fill_for_project(papers, self.project.root, self.store))
        bare = [paper for paper in filled if not paper.abstract]
        kept = {} if refresh else self.store.read(own_abstracts_of, self.project.root, papers)
        known = {
            (name, abstract.file.path)
            for name, abstracts in kept.items()
            for abstract in abstracts
            if abstract.file is not None
        }
        wanted = [pdf for pdf in self._pdfs(bare) if (pdf.paper.id, pdf.state.path) not in known][
            :MOST_READ
        ]
        if wanted:
            await self._read(wanted, papers, filled, progress)
        return self.store.read(own_abstracts_of, self.project.root, papers)

    async def _read(
        self,
        wanted: Sequence[_Pdf],
        papers: Sequence[Paper],
        filled: Sequence[Paper],
        progress: Progress,
    ) -> None:
        """Keep the abstracts of PDFs, and that a PDF has none."""
        paths = tuple(dict.fromkeys(pdf.path for pdf in wanted))
        progress.stage(STAGE, 0, len(paths))
        async with TextReader() as reader:
            pages = await reader.first_pages(paths)
        progress.stage(STAGE, len(paths), len(paths))
        of_bib = {paper.id: paper for paper in papers}
        for pdf in wanted:
            page = pages.get(pdf.path)
            proved = page is not None and is_opening_of(pdf.paper, page.opening)
            if pdf.source == OWN_PDF and page is not None:
                # A page that may be several papers is nobody's.
                proved = proved and sum(is_opening_of(it, page.opening) for it in filled) == 1
            text = page.abstract if page is not None and proved else ""
            only = self.project.root if pdf.source == ATTACHED_PDF else None
            abstract = OwnAbstract(text, pdf.source, pdf.state)
            self.store.write(put_own_abstract, only, of_bib[pdf.paper.id], abstract)

    def _pdfs(self, papers: Sequence[Paper]) -> Iterator[_Pdf]:
        of_libraries = library_pdfs(self.libraries, papers)
        by_name = _by_name(papers, self.folders) if papers and self.folders else {}
        for paper in papers:
            places = [
                *((ATTACHED_PDF, path) for path in attached_files(self.project, paper)),
                *of_libraries.get(paper.id, ()),
                *((OWN_PDF, path) for path in by_name.get(paper.id, ())),
            ]
            first = {path: source for source, path in reversed(places)}
            found = (
                _Pdf(paper, first[path], path, state)
                for path in dict.fromkeys(path for _, path in places)
                if (state := file_state(path)) is not None
            )
            yield from islice(found, MOST_EACH)


def _by_name(papers: Sequence[Paper], folders: Sequence[Path]) -> Mapping[str, list[Path]]:
    """Return the PDFs in folders whose names have a paper's key, arXiv id or title in them."""
    names = {paper.id: tuple(_names_of(paper)) for paper in papers}
    found: dict[str, list[Path]] = {}
    for path in pdfs_in(folders):
        letters = normal_title(path.stem)
        for paper_id, parts in names.items():
            if any(part in letters for part in parts):
                found.setdefault(paper_id, []).append(path)
    return found


def _names_of(paper: Paper) -> Iterator[str]:
    yield from (key for key in map(normal_title, paper.keys) if len(key) >= _SHORTEST_KEY)
    if paper.arxiv_id:
        yield normal_title(paper.arxiv_id)
    title = normal_title(paper.title)
    if len(title) >= _SHORTEST_NAME:
        yield title[:40]
