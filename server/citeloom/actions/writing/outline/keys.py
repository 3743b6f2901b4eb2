"""The papers that a line of an outline names by their citation keys."""

import re
from collections.abc import Sequence

from citeloom.actions.keys.undefined import nearest
from citeloom.papers.paper import Paper

_COMMAND = re.compile(r"\\(?P<name>[A-Za-z]++)\*?+(?:\[[^\]]*+\])*+\{(?P<keys>[^}]*+)\}")
_AROUND = "[](){}<>`'\"@"


class UnknownKeyError(ValueError):
    """A line names no paper, but this."""

    def __init__(self, key: str) -> None:
        super().__init__(key)
        self.key = key


class OutlineKeys:
    """The keys of the papers that an outline may hold."""

    def __init__(self, papers: Sequence[Paper]) -> None:
        self._id_of = {key: paper.id for paper in papers for key in paper.keys}
        folded: dict[str, set[str]] = {}
        for key, paper in self._id_of.items():
            folded.setdefault(key.casefold(), set()).add(paper)
        self._folded = {key: next(iter(ids)) for key, ids in folded.items() if len(ids) == 1}

    def papers_of(self, content: str) -> tuple[str, ...]:
        """Return the ids of the papers that stand behind a bullet: mostly one.

        Raises
        ------
        UnknownKeyError
            If the line names no paper, or one that is not known.
        """
        command = _COMMAND.match(content)
        if command and "cite" in command["name"]:
            return tuple(self._paper_of(key.strip()) for key in command["keys"].split(","))
        first = content.split(maxsplit=1)[0]
        if first.endswith(","):
            head = re.split(r":(?=\s|$)", content, maxsplit=1)[0]
            listed = [self._found(key.strip()) for key in head.split(",") if key.strip()]
            if None not in listed:
                return tuple(paper for paper in listed if paper is not None)
        return (self._paper_of(first),)

    def nearest(self, key: str) -> list[str]:
        """Return the keys that look like another one."""
        return nearest(key, [*self._id_of])

    def _paper_of(self, key: str) -> str:
        if (paper := self._found(key)) is None:
            bare = key.strip(f"{_AROUND}:,;.")
            raise UnknownKeyError(bare or key)
        return paper

    def _found(self, word: str) -> str | None:
        """Return the paper of a key that may have signs around it, or other capitals."""
        tries = [word]
        if word.endswith(":"):
            tries.append(word[:-1])
        tries.append(word.strip(f"{_AROUND}:,;."))
        for key in tries:
            if key in self._id_of:
                return self._id_of[key]
        for key in tries:
            if key.casefold() in self._folded:
                return self._folded[key.casefold()]
        return None
