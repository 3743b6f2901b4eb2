"""A change of a file of the draft that is shown before it is made."""

from dataclasses import dataclass
from difflib import unified_diff

from citeloom.draft.document import Source
from citeloom.draft.folder import ProjectFolder
from citeloom.placing.file_change import write_edit
from citeloom.placing.folding import split_lines
from citeloom_latex.edit import Edit
from citeloom_latex.file_encoding import encode


@dataclass(frozen=True, slots=True)
class SourceChange:
    """An edit of a file of the draft, as the file was read, and the folder that it stays in."""

    source: Source
    edit: Edit
    folder: ProjectFolder

    def difference(self, name: str) -> str:
        """Return the change as a unified diff of a file of this name."""
        before = self.source.text
        lines = unified_diff(
            split_lines(before), split_lines(self.edit.applied_to(before)), name, name, lineterm=""
        )
        return "\n".join(lines)

    def write(self) -> None:
        """Make the change in the file in one step, unless it has changed since it was read."""
        source = self.source
        expected = encode(source.text, source.encoding)
        write_edit(source.path, self.edit, expected, self.folder.check_written)
