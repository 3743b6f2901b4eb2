"""What a model answers that chooses the next section."""

import re
from collections.abc import Sequence
from typing import Annotated, Any

from pydantic import BaseModel, Field, create_model

from citeloom.methods.modelled.visible_words import Words

END = "end"

_SECTION = re.compile(r"\bP(?P<paper>\d{1,6})\s*[/.,:#-]?\s*(?:section\s*)?(?P<number>\d{1,6})\b")
_END = re.compile(r"\W*(?:the\s+)?end\b", re.IGNORECASE)

_MOST_LISTED = 300
"""Choices that a schema lists; of more only the message tells."""


class Choice(BaseModel):
    """The next section, or the end of reading."""

    reason: Words = Field(description="Why this is worth reading now, in one sentence.")
    choice: Words = Field(description="The name of the section to read next, or end.")


def choice_type(names: Sequence[str]) -> type[Choice]:
    """Return the type of a choice whose schema lists what may be chosen."""
    if len(names) >= _MOST_LISTED:
        return Choice
    about = Choice.model_fields["choice"].description
    listed: Any = {"enum": [*names, END]}
    choice: Any = (Annotated[str, Field(json_schema_extra=listed)], Field(description=about))
    return create_model("Choice", __base__=Choice, choice=choice)


def is_end(choice: str) -> bool:
    return _END.match(choice) is not None


def chosen_section(choice: str) -> tuple[str, int] | None:
    """Return the short id and the number that a choice names; None where it names none."""
    found = _SECTION.search(choice)
    return (f"P{int(found['paper'])}", int(found["number"])) if found else None
