"""Where the ACL Anthology's file is kept, and the part of a newer one that has come."""

from dataclasses import dataclass
from pathlib import Path

from citeloom.keeping.private import read_private_json, remove_file, write_private_json

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
        return tuple(path for path in (self.file, self.about, self.part) if path.exists())

    @property
    def about(self) -> Path:
        """Where the version of the file is kept."""
        return self.file.with_name(f"{self.file.name}.json")

    def version(self) -> str:
        """Return what the Anthology calls the version of the file; empty if unknown."""
        kept = read_private_json(self.about)
        version = kept.get("version") if isinstance(kept, dict) else None
        return version if isinstance(version, str) else ""

    def keep_version(self, version: str) -> None:
        """Keep it; raise WriteError if that fails."""
        write_private_json(self.about, {"version": version})

    def remove_part(self) -> None:
        """Remove the part; raise OSError if that fails."""
        remove_file(self.part)
