"""Parts an author's passages into sentences, and joins those that open and close one group."""

from collections.abc import Iterator, Sequence

from citeloom.placing.block import Item, ItemKind
from citeloom.placing.counterparts import Wording, wording_of
from citeloom.placing.folding import SPACES, fold
from citeloom.placing.standing_paragraphs import before_comments, standing_paragraphs
from citeloom_latex.prose.tokens import delimiters
from citeloom_latex.spans import Span
from citeloom_latex.tex.facts import TexFacts
from citeloom_latex.tex.scan import scan_tex

_MADE_OF = 0.7
"""Which share of a sentence's words one of ours has, for the author to have made it of that."""


class UnclosedError(Exception):
    """A passage opens a group that nothing closes, or closes one; ``span`` is where it stands."""

    def __init__(self, span: Span) -> None:
        super().__init__(f"unclosed from {span.start} on")
        self.span = span


def whole_passages(content: str, items: Sequence[Item]) -> list[Item]:
    """Return the items of a text, where each closes all that it opens.

    What stands between an item that opens a group and the one that closes it is joined with them
    to one passage of the author's, our sentences and breaks included.

    Raises
    ------
    UnclosedError
        If a group is never closed, or was never opened.
    """
    steps = _steps(content, items)
    whole: list[Item] = []
    opened: Item | None = None
    depth = 0
    for item, (lowest, step) in zip(items, steps, strict=True):
        if depth + lowest < 0:
            raise UnclosedError(item.span)
        depth += step
        if opened is None and depth == 0:
            whole.append(item)
            continue
        opened = opened or item
        if depth == 0:
            span = Span(opened.span.start, item.span.end)
            text = span.of(content)
            whole.append(Item(ItemKind.AUTHOR, fold(text), opened.lead, text, span))
            opened = None
    if opened is not None:
        raise UnclosedError(opened.span)
    return whole


def own_sentences_apart(content: str, items: Sequence[Item], gone: Sequence[str]) -> Iterator[Item]:
    """Yield the items of a text, where each sentence and comment of the author's is an item.

    Sentences into which the author has split one of ours stay one item.

    Parameters
    ----------
    gone
        LaTeX of the sentences of ours that stand there no more.
    """
    facts, before = scan_tex(content), [wording_of(latex) for latex in gone]
    for item in items:
        if item.kind is ItemKind.AUTHOR:
            yield from _apart(content, item, facts, before)
        else:
            yield item


def _apart(content: str, item: Item, facts: TexFacts, before: Sequence[Wording]) -> Iterator[Item]:
    spans: list[Span] = []
    made_of: list[int | None] = []
    for span in _pieces(content, item.span, facts):
        made = _made_of(wording_of(span.of(content)), before)
        if spans and (made is not None and made == made_of[-1]):
            spans[-1] = Span(spans[-1].start, span.end)
        else:
            spans.append(span)
            made_of.append(made)
    end = item.span.start
    for number, span in enumerate(spans):
        text = span.of(content)
        lead = content[end : span.start] if number else item.lead
        yield Item(ItemKind.AUTHOR, fold(text), lead, text, span)
        end = span.end


def _pieces(content: str, whole: Span, facts: TexFacts) -> Iterator[Span]:
    """Yield the sentences of a passage and what stands between them: all of it but spacing."""
    bounds = {whole.start, whole.end}
    for paragraph in standing_paragraphs(content, whole, facts, {}):
        bounds.update(at for it in paragraph.sentences for at in it.span if whole.holds(at))
    bounds.update(before_comments(content, end, facts) for end in [*bounds])
    start = whole.start
    for end in sorted(bounds - {whole.start}):
        parts = end == whole.end or content[end] in f"{SPACES}%" or content[end - 1] in SPACES
        if parts and (piece := content[start:end].strip(SPACES)):
            at = content.index(piece, start)
            yield Span(at, at + len(piece))
            start = end


def _made_of(sentence: Wording, before: Sequence[Wording]) -> int | None:
    shares = [(sentence.part_in(wording), -number) for number, wording in enumerate(before)]
    share, number = max(shares, default=(0, 0))
    return -number if share >= _MADE_OF else None


def _steps(content: str, items: Sequence[Item]) -> Iterator[tuple[int, int]]:
    """Yield for each item how deep it goes below where it begins, and how deep it ends."""
    skipped = scan_tex(content).skipped
    found = [
        (delimiter.span.start, delimiter.step)
        for delimiter in delimiters(content, Span(0, len(content)), skipped)
    ]
    verbatim = (span for span in skipped if span and not content.startswith("%", span.start))
    found += [step for span in verbatim for step in ((span.start, 1), (span.end - 1, -1))]
    found.sort(key=lambda step: step[0])
    at = 0
    for item in items:
        depth = lowest = 0
        while at < len(found) and found[at][0] < item.span.end:
            depth += found[at][1]
            lowest = min(lowest, depth)
            at += 1
        yield lowest, depth
