"""The numbers that sections have in print, as far as the draft's own headings tell them."""

from collections.abc import Sequence

from citeloom.draft.flow import FlowSection


def printed_numbers(sections: Sequence[FlowSection]) -> tuple[str, ...]:
    """Return the number of each section (``3.2``, ``A.1``); starred ones and parts have none."""
    numbered = [section.section.level for section in sections if section.section.level >= 0]
    top = min(numbered, default=0)
    counts: list[int] = []
    found: list[str] = []
    letters = False
    for section in sections:
        heading = section.section
        depth = heading.level - top
        if heading.starred or depth < 0:
            found.append("")
            continue
        appendix = section.document.facts.appendix
        if depth == 0 and not letters and appendix is not None and appendix <= heading.span.start:
            letters, counts = True, []
        counts = [*counts, *[0] * (depth + 1 - len(counts))][: depth + 1]
        counts[depth] += 1
        first = chr(ord("A") + (counts[0] - 1) % 26) if letters else str(counts[0])
        found.append(".".join([first, *map(str, counts[1:])]))
    return tuple(found)
