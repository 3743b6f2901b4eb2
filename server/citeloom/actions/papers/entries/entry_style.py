"""How the entries of a draft's .bib file are written."""

from dataclasses import dataclass, replace

from citeloom.draft.document import Bibliography
from citeloom.draft.project import Project
from citeloom.draft.typesetting import letters_encoding, typesetting_of
from citeloom.placing.entries.entry_fields import FileLatex
from citeloom.placing.entries.entry_habits import EntryHabits, entry_habits
from citeloom_latex.typesetting import Typesetting


@dataclass(frozen=True, slots=True)
class EntryStyle:
    """The habits of a file's entries, and the LaTeX of their values."""

    habits: EntryHabits
    latex: FileLatex

    @property
    def with_abstracts(self) -> EntryHabits:
        """The same habits, with abstracts wherever one is known."""
        return replace(self.habits, abstracts=True)


def entry_style(project: Project, bib: Bibliography) -> EntryStyle:
    """Return the style of a file; where it has no entries, that of all files."""
    own = project.library.entries_of(bib)
    encoding = "ascii" if bib.text.isascii() else letters_encoding(project, bib.encoding)
    is_draft = project.root in project.documents
    return EntryStyle(
        entry_habits(own or project.entries, biblatex=_uses_biblatex(project)),
        FileLatex(encoding, typesetting_of(project) if is_draft else Typesetting()),
    )


def _uses_biblatex(project: Project) -> bool:
    return any(
        package.name == "biblatex"
        for document in project.documents.values()
        for package in document.facts.packages
    )
