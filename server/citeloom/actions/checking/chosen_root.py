"""Which root a file is read with, in words."""

import os
from dataclasses import dataclass
from pathlib import Path

from citeloom.draft.root import RootChoice
from citeloom.keeping.paths import normal_path
from citeloom.placing.folding import line_end_of
from citeloom.visible import first_of
from citeloom_latex.edit import Edit
from citeloom_latex.spans import Span

_MOST_NAMED = 5


def comment_for(root: Path, part: Path) -> str:
    """Return the comment by which a file names its root."""
    return f"% !TEX root = {_path_from(part, root)}"


@dataclass(frozen=True, slots=True)
class OtherRoot:
    """A root that a file can be read with instead, and the edit that chooses it."""

    title: str
    edit: Edit


def other_roots(part: Path, choice: RootChoice, text: str) -> tuple[OtherRoot, ...]:
    """Return the other roots that include a file of this text; none if it has a single root."""
    line_end = line_end_of(text)
    chosen = _path_from(part, choice.path)
    return tuple(
        OtherRoot(
            f"Use {_path_from(part, root)} as root file, not {chosen} ({choice.why})",
            Edit(Span(0, 0), comment_for(root, part) + line_end),
        )
        for root in choice.others[:_MOST_NAMED]
    )


def choice_in_words(part: Path, choice: RootChoice) -> str:
    """Say which root a file is read with; nothing of a root itself."""
    part = normal_path(part)
    if choice.path == part:
        return ""
    line = f"root file {_path_from(part, choice.path)}"
    if not choice.others:
        return line
    others = first_of([_path_from(part, root) for root in choice.others], _MOST_NAMED)
    takes = "includes" if len(choice.others) == 1 else "include"
    comment = comment_for(choice.others[0], part)
    return (
        f"{line}: {choice.why}. {others} {takes} {part.name} too: "
        f"to choose another, write '{comment}' in its first line"
    )


def _path_from(part: Path, root: Path) -> str:
    try:
        return Path(os.path.relpath(root, part.parent)).as_posix()
    except ValueError:  # On Windows, a path on another drive.
        return root.as_posix()
