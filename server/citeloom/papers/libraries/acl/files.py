"""Where the ACL Anthology's file is kept, and what has come of another one."""

from dataclasses import dataclass
from pathlib import Path

from citeloom.keeping.private import remove_file

NAME = "anthology+abstracts.bib.gz"
"""What the Anthology calls it: https://github.com/acl-org/acl-anthology/pull/846."""


@dataclass(frozen=True)
class AnthologyFiles:
    """The files in the user's data folder."""

    folder: Path

    @property
    def file(self) -> Path:
        return self.folder / f"acl-{NAME}"

    @property
    def part(self) -> Path:
        """What has come of a download that is not done."""
        return self.folder / f"acl-{NAME}.part"

    @property
    def all(self) -> tuple[Path, ...]:
        return tuple(path for path in (self.file, self.part) if path.exists())

    def remove_part(self) -> None:
        """Remove the part; raise OSError if that fails."""
        remove_file(self.part)
