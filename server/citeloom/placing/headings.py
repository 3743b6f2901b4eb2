"""The commands of headings below a section's own."""

from citeloom_latex.tex.facts import Section

_COMMANDS = ("section", "subsection", "subsubsection", "paragraph", "subparagraph")
"""Those of levels 1 to 5, which all document classes with sections have."""


def heading_commands(section: Section | None) -> tuple[str, ...]:
    """Return the commands of headings below a section, the highest first.

    They are starred if its own is. Without a section, the text is for one to come.
    """
    level, star = (section.level, "*" * section.starred) if section else (1, "")
    below = _COMMANDS[max(0, level) :] or _COMMANDS[-1:]
    return tuple(f"{command}{star}" for command in below)
