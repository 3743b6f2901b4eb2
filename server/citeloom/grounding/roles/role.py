"""The roles that a sentence can have in its abstract."""

from enum import StrEnum


class Role(StrEnum):
    """The role of a sentence in its abstract, as CSAbstruct labels it."""

    BACKGROUND = "background"
    OBJECTIVE = "objective"
    METHOD = "method"
    RESULT = "result"
    OTHER = "other"
