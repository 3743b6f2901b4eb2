"""The .bib files that the user names as a library of his own."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from citeloom.keeping.reading import LARGEST_TEXT, read_file
from citeloom.papers.entry import paper_of
from citeloom.papers.file_state import file_state
from citeloom.papers.fulltext.local import folders_of_files, is_pdf, places_of_pdfs
from citeloom.papers.libraries.port import LibraryError, LibraryItem
from citeloom_latex.bib.files import file_folders
from citeloom_latex.bib.resolve import resolve
from citeloom_latex.bib.scan import scan_bib
from citeloom_latex.file_encoding import decode

SOURCE = "own_bib"
IS_A_FOLDER = "it is a folder; name the .bib files in it"


@dataclass(frozen=True)
class BibFiles:
    """The entries of some .bib files, each file read as a bibliography of its own."""

    paths: Sequence[Path]
    name: str = SOURCE

    @property
    def place(self) -> Path:
        return self.paths[0]

    def state(self) -> str:
        """Return a text that changes with the files; empty where none is there."""
        states = [file_state(path) for path in self.paths]
        return repr((3, [*map(str, self.paths)], states)) if any(states) else ""

    def may_read(self, file: Path) -> bool:
        """Tell that a file may be read: the user named the .bib file that names it."""
        return is_pdf(file)

    def read(self) -> Iterator[LibraryItem]:
        """Yield the papers of all entries, in order, and where their PDFs may be.

        Raises
        ------
        LibraryError
            If a file cannot be read.
        """
        for path in self.paths:
            if path.is_dir():
                raise LibraryError(f"{path}: {IS_A_FOLDER}")
            try:
                text = decode(read_file(path, LARGEST_TEXT)).text
            except FileNotFoundError:
                continue
            except OSError as error:
                raise LibraryError(f"{path} cannot be read: {error.strerror}") from None
            folders = folders_of_files(file_folders(text), path.parent)
            for entry in resolve([(text, scan_bib(text))]):
                paper = paper_of(entry)
                if paper.title:
                    yield LibraryItem(paper, places_of_pdfs(entry.values.get("file", ""), folders))
