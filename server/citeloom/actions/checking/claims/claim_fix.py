"""An edit that may mend what is doubtful in a sentence."""

from dataclasses import dataclass

from citeloom_latex.edit import Edit


@dataclass(frozen=True, slots=True)
class ClaimFix:
    """An edit, and the rule of the problem that it mends; empty where it mends none."""

    title: str
    edit: Edit
    rule: str
