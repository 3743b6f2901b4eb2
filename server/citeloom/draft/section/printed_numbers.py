"""The numbers that sections have in print, as far as the draft's own headings tell them."""

from citeloom.draft.flow import Flow


def printed_numbers(flow: Flow) -> tuple[str, ...]:
    """Return the number of each section (``3.2``, ``A.1``); starred ones and parts have none."""
    numbered = [section.section.level for section in flow.sections if section.section.level >= 0]
    top = min(numbered, default=0)
    counts: list[int] = []
    found: list[str] = []
    letters = False
    appendix = _start_of_appendix(flow)
    for section in flow.sections:
        heading = section.section
        depth = heading.level - top
        if heading.starred or depth < 0:
            found.append("")
            continue
        if depth == 0 and not letters and section.at >= appendix:
            letters, counts = True, []
        counts = [*counts, *[0] * (depth + 1 - len(counts))][: depth + 1]
        counts[depth] += 1
        first = chr(ord("A") + (counts[0] - 1) % 26) if letters else str(counts[0])
        found.append(".".join([first, *map(str, counts[1:])]))
    return tuple(found)


def _start_of_appendix(flow: Flow) -> int:
    """Return where the appendix begins, in any file; the end of a document without one."""
    for piece in flow.pieces:
        at = piece.document.facts.appendix
        if at is not None and piece.span.holds(at):
            return piece.at + at - piece.span.start
    return flow.length
