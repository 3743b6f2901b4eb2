"""A change of a text."""

from dataclasses import dataclass

from citeloom_latex.spans import Span


@dataclass(frozen=True, slots=True)
class Edit:
    """Put ``new_text`` where ``span`` is; an empty span inserts."""

    span: Span
    new_text: str

    def applied_to(self, text: str) -> str:
        """Return ``text`` with the change made."""
        return text[: self.span.start] + self.new_text + text[self.span.end :]
