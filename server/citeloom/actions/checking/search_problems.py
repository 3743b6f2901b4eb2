"""Problems of entries that earlier searches for their papers found; no service is asked."""

from collections.abc import Collection, Iterator, Mapping, Sequence

from citeloom.actions.checking.references import CheckedReference, Verdict, in_words
from citeloom.actions.papers.knowledge import PaperKnowledge
from citeloom.actions.papers.paper_words import paper_line, wrong_identifiers
from citeloom.papers.found import Notice, NoticeKind
from citeloom.papers.outcome import Outcome, Status, same_papers
from citeloom.papers.paper import Paper
from citeloom.papers.source_names import source_name
from citeloom.problem import Place, Problem, Remedy, Severity


def search_problems(
    known: Sequence[PaperKnowledge],
    places: Mapping[str, Place],
    volumes: Mapping[str, str],
    references: Mapping[str, CheckedReference],
) -> Iterator[Problem]:
    """Yield known problems of entries: wrong identifiers, retracted papers, twins.

    Parameters
    ----------
    known
        The papers that the draft cites.
    places
        Where the keys of their entries stand.
    volumes
        The volumes of their books, by key: two of one book are not one paper.
    references
        Their verdicts, by key.
    """
    outcomes = [paper.outcome for paper in known if paper.outcome is not None]
    for paper in known:
        for key in paper.own.keys:
            if paper.outcome is not None:
                yield from _of_entry(key, paper.outcome, places[key], references[key])
            for notice in paper.notices:
                yield _of_notice(key, notice, places[key])
            if paper.published:
                message = f"'{key}' is a preprint that has since been published: "
                message += f"doi:{paper.published}"
                advice = "cite the published version"
                yield Problem(Severity.NOTE, "published-since", message, places[key], advice)
    yield from _twins([paper.own for paper in known], outcomes, places, volumes)


def _of_entry(
    key: str, outcome: Outcome, place: Place, reference: CheckedReference
) -> Iterator[Problem]:
    for message in wrong_identifiers(outcome, key):
        yield Problem(Severity.WARNING, "wrong-identifier", message, place, "correct or remove it")
    if outcome.status is Status.AMBIGUOUS:
        offered = "; ".join(map(paper_line, outcome.candidates))
        number = len(outcome.candidates)
        message = f"'{key}' may be {'' if number == 1 else f'one of {number} papers: '}{offered}"
        details = "\n".join(map(in_words, reference.differences))
        remedy = Remedy.CHOOSE_PAPER
        yield Problem(Severity.WARNING, "ambiguous", message, place, remedy, details)
    elif reference.verdict is Verdict.DIFFERS:
        said = "; ".join(map(in_words, reference.differences))
        message = f"'{key}' differs from its published record: {said}"
        yield Problem(Severity.WARNING, "differs", message, place, "check which one is right")


def _of_notice(key: str, notice: Notice, place: Place) -> Problem:
    where = f"doi:{notice.doi}" if notice.doi else ""
    said = ", ".join(filter(None, (where, notice.date, source_name(notice.source))))
    about = f" ({said})" if said else ""
    match notice.kind:
        case NoticeKind.CORRECTION:
            message = f"a correction was published for '{key}'{about}"
            return Problem(Severity.NOTE, "corrected", message, place)
        case NoticeKind.CONCERN:
            message = f"an expression of concern was published for '{key}'{about}"
        case NoticeKind.WITHDRAWAL:
            message = f"'{key}' was withdrawn{about}"
        case NoticeKind.RETRACTION:
            message = f"'{key}' was retracted{about}"
    advice = "cite it only if the draft mentions this"
    return Problem(Severity.WARNING, "retracted", message, place, advice)


def _twins(
    papers: Sequence[Paper],
    outcomes: Collection[Outcome],
    places: Mapping[str, Place],
    volumes: Mapping[str, str],
) -> Iterator[Problem]:
    """Yield cited keys of the same paper, by the .bib or by what was found."""
    groups = [paper.keys for paper in papers]
    groups += [tuple(key for paper in same for key in paper.keys) for same in same_papers(outcomes)]
    told: set[tuple[str, ...]] = set()
    for group in groups:
        keys = tuple(sorted({*group} & places.keys()))
        if len(keys) > 1 and keys not in told:
            told.add(keys)
            first, *others = keys
            for key in others:
                if volumes.get(key, "") != volumes.get(first, ""):
                    continue
                message = f"'{key}' and '{first}' are the same paper"
                advice = f"use one key, such as '{first}'"
                yield Problem(Severity.WARNING, "same-paper", message, places[key], advice)
