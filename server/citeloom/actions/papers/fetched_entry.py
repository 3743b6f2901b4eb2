"""What a fetch found for an entry of a .bib file."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from citeloom.actions.papers.knowledge import retraction_words
from citeloom.papers.fulltext.text import Form
from citeloom.papers.outcome import Outcome, Status
from citeloom.papers.paper import Paper
from citeloom.papers.source_names import LIBRARIES, OWN_HAND, source_name, source_name_of_several


@dataclass(frozen=True)
class FetchedEntry:
    """The result for one entry.

    ``paper`` is all that is known of it now, by services and by the user's own libraries.
    ``abstract_from`` names who has its abstract; it is empty where that is not known. ``full_text``
    says in which form its full text is kept or why there is none; it is empty if nobody looked for
    one. ``notes`` say which parts of the full text were left out or are doubtful. ``text_from``
    names the PDF on this disk that the full text was read from, if it was.
    """

    key: str
    outcome: Outcome
    paper: Paper
    abstract_from: str
    full_text: str = ""
    notes: tuple[str, ...] = ()
    text_from: str = ""

    @property
    def abstract(self) -> bool:
        """Whether its abstract is known now."""
        return bool(self.abstract_from)

    @property
    def retracted(self) -> str:
        """That it was retracted or withdrawn, in words; empty where no source says so."""
        notices = (notice for found in self.outcome.found for notice in found.notices)
        return retraction_words(notices)

    @property
    def full_text_words(self) -> str:
        """Its full text and where that is from, or why there is none."""
        return f"{self.full_text}, {self.text_from}" if self.text_from else self.full_text

    @property
    def has_full_text(self) -> bool:
        """Whether its full text is kept now."""
        return self.full_text in set(Form)


def needs_another_try(fetched: FetchedEntry) -> bool:
    """Tell whether a failed service may have kept the abstract back."""
    outcome = fetched.outcome
    return not fetched.abstract and (outcome.status is Status.FAILED or bool(outcome.failures))


def has_problem(fetched: FetchedEntry) -> bool:
    """Tell whether an entry is ambiguous or unverified, or has a wrong identifier."""
    outcome = fetched.outcome
    unproved = outcome.status in (Status.AMBIGUOUS, Status.NOT_FOUND)
    return unproved or outcome.misdirected is not None or bool(outcome.unknown_doi)


def ends(fetched: Sequence[FetchedEntry]) -> str:
    """Return how many searches ended in each way, in words."""
    counts = Counter(entry.outcome.status for entry in fetched)
    return ", ".join(
        f"{status} about {number}" if status is Status.NOT_ASKED else f"{number} {status}"
        for status, number in counts.items()
    )


def library_counts(fetched: Sequence[FetchedEntry]) -> Iterator[str]:
    """Yield for each source on this disk how many abstracts of entries came from it."""
    for source in (*LIBRARIES, *OWN_HAND):
        if count := sum(entry.abstract_from == source_name(source) for entry in fetched):
            name = source_name(source) if count == 1 else source_name_of_several(source)
            yield f"{count} {'abstract' if count == 1 else 'abstracts'} from {name}"
