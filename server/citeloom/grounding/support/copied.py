"""Words of a claim that are copied from a paper, and may go on in the sentences beside it."""

from collections.abc import Iterator, Sequence

from citeloom.grounding.support.claim import Claim
from citeloom.grounding.support.source import SourceText
from citeloom.grounding.support.verbatim import (
    LEAST_WORDS,
    VerbatimRun,
    spoken_runs,
    verbatim_runs,
)
from citeloom.grounding.support.verdict import Doubt, DoubtKind
from citeloom.grounding.words import word_count

_LEAST_OWN = 4
"""So many words of a run the claim itself has: fewer are how its sentence begins or ends."""

_LEAST_WHOLE = 6
"""A whole sentence of fewer words may stand in any paper."""


def copied_words(claim: Claim, sources: Sequence[SourceText]) -> Iterator[Doubt]:
    """Yield the longest run of words that a claim has from each source, if there is one.

    The doubt is at those words of the run that stand in the claim.
    """
    before = f"{claim.before} " if claim.before else ""
    text = f"{before}{claim.text} {claim.after}".rstrip()
    own = range(len(before), len(before) + len(claim.text))
    runs = spoken_runs(text, own, _LEAST_OWN)
    for source in sources:
        found: list[VerbatimRun] = []
        for at, (spoken, _) in enumerate(source.passages if runs else ()):
            if any(run in spoken for run in runs):
                # It may begin in the second sentence of the passage, and go on in a third one.
                for _, said in source.passages[at : at + 2]:
                    found += (it for it in verbatim_runs(text, said) if _is_own(it, own))
        if found:
            run = max(found, key=lambda run: run.words)
            reason = f"{run.words} words in a row are those of the source: “{run.text}”"
            first = max(run.start - own.start, 0)
            last = first + len(_part_inside(run, own))
            yield Doubt(DoubtKind.VERBATIM, reason, first, last, (source.paper,), is_sure=True)


def copied_run(text: str, source: SourceText) -> VerbatimRun | None:
    """Return the longest run of words that a sentence alone has from a source, if there is one.

    A sentence that is shorter than such a run counts if it is there as a whole.
    """
    least = min(LEAST_WORDS, max(_LEAST_WHOLE, word_count(text)))
    runs = spoken_runs(text, range(len(text)), least, least)
    found = (
        run
        for spoken, said in (source.passages if runs else ())
        if any(it in spoken for it in runs)
        for run in verbatim_runs(text, said, least)
    )
    return max(found, key=lambda run: run.words, default=None)


def _is_own(run: VerbatimRun, own: range) -> bool:
    return len(_part_inside(run, own).split()) >= _LEAST_OWN


def _part_inside(run: VerbatimRun, own: range) -> str:
    """Return the words of a run that stand in a part of its text."""
    return run.text[max(own.start - run.start, 0) : max(own.stop - run.start, 0)].rstrip(" .!?:;")
