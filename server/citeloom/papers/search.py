"""The search for one paper: the wanted paper, the services' answers, and the outcome."""

from dataclasses import dataclass, field, replace
from typing import Self

from citeloom.papers.found import Found
from citeloom.papers.matching import IDENTIFIERS, are_one, common_identifier, confirms, judge
from citeloom.papers.outcome import Failure, Outcome, Status
from citeloom.papers.paper import Paper
from citeloom.papers.store.trust import by_trust, fill_gaps, merge_answers


@dataclass(eq=False)
class PaperSearch:
    """One search while it lasts.

    Parameters
    ----------
    wanted
        The paper as the .bib has it.
    asked
        Names of the services that were asked by identifiers.
    """

    wanted: Paper
    asked: set[str] = field(default_factory=set)
    _meant: Paper = field(init=False)
    _found: dict[str, Found] = field(default_factory=dict)
    _how: str = ""
    _hits: list[Found] = field(default_factory=list)
    _candidates: tuple[Paper, ...] = ()
    _misdirected: Paper | None = None
    _failures: dict[str, Failure] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self._meant = self.wanted

    @classmethod
    def resume(cls, wanted: Paper, begun: Outcome) -> Self:
        """Return an interrupted search for a paper with what it has found."""
        search = cls(wanted)
        search._found = {answer.service: answer for answer in begun.found}
        search._how = begun.how
        search.asked = set(search._found)
        return search

    @property
    def known(self) -> Paper:
        """The paper with all that is known of it, without identifiers that lead elsewhere."""
        return fill_gaps(self._meant, merge_answers(self._said)) if self._found else self._meant

    @property
    def is_found(self) -> bool:
        """Whether a service's paper is proved to be this one."""
        return bool(self._found)

    @property
    def abstract(self) -> str:
        """The abstract, if there is one by now."""
        return self.known.abstract

    @property
    def wants_title_search(self) -> bool:
        """Whether only its title can find it, and its abstract is wanted."""
        return not self.is_found and not self.wanted.abstract and bool(self.wanted.title)

    def take(self, service: str, found: Found) -> bool:
        """Take the answer to an identifier of the paper; tell whether it is another paper."""
        known = self.known
        if confirms(known, found.paper):
            # An entry that names two papers does not make them one.
            if self._found and not are_one(merge_answers(self._said), found.paper):
                return False
            self._how = self._how or common_identifier(known, found.paper) or _best(known)
            self._found[service] = found
            return False
        if not found.paper.title or (
            self._found and not common_identifier(self._meant, found.paper)
        ):
            return False
        self._misdirected = self._misdirected or found.paper
        self._meant = _without_common(self._meant, found.paper)
        return True

    def choose(self, service: str, hits: list[Found]) -> bool:
        """Take the hits of a search by title; tell whether any hit so far is the paper."""
        self._hits += hits
        verdict = judge(self._meant, [hit.paper for hit in self._hits])
        self._candidates = verdict.candidates
        if verdict.match is None:
            return False
        self._how = verdict.how
        self.asked.add(service)
        self._found[service] = next(hit for hit in self._hits if hit.paper is verdict.match)
        return True

    def fail(self, failure: Failure) -> None:
        """Note that a service failed."""
        self._failures[failure.service] = failure

    def outcome(self) -> Outcome:
        """Return the outcome if the search ended now."""
        if self.wanted.abstract:
            status = Status.FROM_BIB
        elif self._found:
            status = Status.MATCHED
        elif self._candidates:
            status = Status.AMBIGUOUS
        else:
            status = Status.FAILED if self._failures else Status.NOT_FOUND
        found = self._said
        return Outcome(
            fill_gaps(self.wanted, merge_answers(found)) if found else self.wanted,
            status,
            self._how,
            found,
            () if found else self._candidates,
            self._misdirected,
            tuple(self._failures.values()),
        )

    @property
    def _said(self) -> tuple[Found, ...]:
        return by_trust(self._found.items())


def _best(paper: Paper) -> str:
    return next((name for name, field in IDENTIFIERS if getattr(paper, field)), "")


def _without_common(paper: Paper, other: Paper) -> Paper:
    """Return a paper without the identifiers that led to another; all, where none is in it."""
    wrong = [field for _, field in IDENTIFIERS if _is_common(paper, other, field)]
    gone = wrong or [field for _, field in IDENTIFIERS]
    return replace(paper, **dict.fromkeys(gone, ""))  # type: ignore[arg-type]


def _is_common(paper: Paper, other: Paper, field: str) -> bool:
    value = getattr(paper, field)
    return bool(value) and value.lower() == getattr(other, field).lower()
