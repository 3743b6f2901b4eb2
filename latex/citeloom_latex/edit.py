"""An edit of a text."""

from collections.abc import Iterable
from dataclasses import dataclass

from citeloom_latex.spans import Span

_BLOCK = 1 << 14
"""Characters compared at once; copying longer stretches would cost more than comparing."""


@dataclass(frozen=True, slots=True)
class Edit:
    """Put ``new_text`` where ``span`` is; an empty span inserts."""

    span: Span
    new_text: str

    def applied_to(self, text: str) -> str:
        """Return ``text`` with the change made."""
        return text[: self.span.start] + self.new_text + text[self.span.end :]


def with_edits(text: str, edits: Iterable[Edit]) -> str:
    """Return ``text`` with several changes made, of which none overlaps another."""
    pieces, at = [], 0
    for edit in sorted(edits, key=lambda edit: edit.span.start):
        pieces += [text[at : edit.span.start], edit.new_text]
        at = edit.span.end
    return "".join([*pieces, text[at:]])


def difference(old: str, new: str) -> Edit:
    """Return the edit that turns ``old`` into ``new``, from the first to the last difference."""
    most = min(len(old), len(new))
    start = _shared_start(old, new, most)
    end = _shared_end(old, new, most - start)
    return Edit(Span(start, len(old) - end), new[start : len(new) - end])


def _shared_start(text: str, other: str, most: int) -> int:
    at, step = 0, _BLOCK
    while step:
        while at + step <= most and text.startswith(other[at : at + step], at):
            at += step
        step //= 2
    return at


def _shared_end(text: str, other: str, most: int) -> int:
    at, step = 0, _BLOCK
    while step:
        end = len(other) - at
        while at + step <= most and text.endswith(other[end - step : end], 0, len(text) - at):
            at, end = at + step, end - step
        step //= 2
    return at
