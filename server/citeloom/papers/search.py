"""The search for one paper: the wanted paper, the services' answers, and the outcome."""

from collections.abc import Collection
from dataclasses import dataclass, field, replace

from citeloom.papers.found import Found
from citeloom.papers.identifiers import is_datacite_doi
from citeloom.papers.identity import IDENTIFIERS, common_identifier
from citeloom.papers.matching import Verdict, are_one, confirms, judge
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
    proves
        Whether a proof is wanted of a paper whose abstract the .bib has, too.
    """

    wanted: Paper
    asked: set[str] = field(default_factory=set)
    proves: bool = False
    _misled: dict[str, set[str]] = field(default_factory=dict)
    """Services to the identifiers of the entry that lead to another paper there."""
    _found: dict[str, Found] = field(default_factory=dict)
    _how: str = ""
    _hits: list[tuple[str, Found]] = field(default_factory=list)
    _nearest: Verdict = field(default_factory=Verdict)
    _misdirected: Paper | None = None
    _failures: dict[str, Failure] = field(default_factory=dict)
    _answered: set[str] = field(default_factory=set)
    _seen_dois: set[str] = field(default_factory=set)

    @property
    def known(self) -> Paper:
        """The paper with all that is known of it, without identifiers that lead elsewhere."""
        meant = _without(self.wanted, set[str]().union(*self._misled.values()))
        return fill_gaps(meant, merge_answers(self._said)) if self._found else meant

    def known_to(self, service: str) -> Paper:
        """Return what to ask a service about.

        An identifier that led another service elsewhere is among it: one service's word is not
        enough to call it wrong.
        """
        return fill_gaps(self.known, _without(self.wanted, self._misled.get(service, set())))

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
        """Whether only its title can find it, and its abstract or a proof is wanted."""
        is_wanted = self.proves or not self.wanted.abstract
        return not self.is_found and is_wanted and bool(self.wanted.title)

    def take(self, service: str, found: Found) -> bool:
        """Take the answer to an identifier of the paper; tell whether it is another paper."""
        self._seen_dois.add(found.paper.doi)
        known = self.known_to(service)
        if confirms(known, found.paper):
            # An entry that names two papers does not make them one.
            if self._found and not are_one(merge_answers(self._said), found.paper):
                return False
            self._how = self._how or common_identifier(known, found.paper) or _best(known)
            self._found[service] = found
            self._trust_again()
            return False
        meant = _without(self.wanted, self._misled.get(service, set()) | self._confirmed)
        if not found.paper.title or (self._found and not common_identifier(meant, found.paper)):
            return False
        if common_identifier(meant, found.paper):
            self._misdirected = self._misdirected or found.paper
        self._misled.setdefault(service, set()).update(_misleading(meant, found.paper))
        return True

    @property
    def _confirmed(self) -> set[str]:
        """The identifiers of the entry that led to this paper at a service."""
        papers = [answer.paper for answer in self._found.values()]
        return {
            field
            for _, field in IDENTIFIERS
            if any(_is_common(self.wanted, it, field) for it in papers)
        }

    def _trust_again(self) -> None:
        """Believe in what led to this paper, whatever another service made of it."""
        right = self._confirmed
        for fields in self._misled.values():
            if fields & right:
                fields.clear()
        if not any(self._misled.values()):
            self._misdirected = None

    def choose(self, service: str, hits: list[Found]) -> bool:
        """Take the hits of a search by title; tell whether the paper is found now.

        A match that is weak waits for what the other services know: see ``settle``.
        """
        if self._found:
            return True
        self._hits += [(service, hit) for hit in hits]
        self._nearest = judge(self.known, [hit.paper for _, hit in self._hits])
        if self._nearest.match is None or self._nearest.is_weak:
            return False
        return self.settle()

    def settle(self) -> bool:
        """Take the best hit of all services that were searched by title, if one is proved."""
        match = self._nearest.match
        if match is None or self._found:
            return self.is_found
        self._how = self._nearest.how
        service, hit = next(hit for hit in self._hits if hit[1].paper is match)
        self.asked.add(service)
        self._found[service] = hit
        return True

    def note_answer(self, service: str) -> None:
        """Note that a service answered what it was asked by identifiers."""
        self._answered.add(service)

    def fail(self, failure: Failure) -> None:
        """Note that a service failed."""
        self._failures[failure.service] = failure

    def outcome(self) -> Outcome:
        """Return the outcome if the search ended now."""
        if self.wanted.abstract and not self.proves:
            status = Status.FROM_BIB
        elif self._found:
            status = Status.MATCHED
        elif self._nearest.candidates:
            status = Status.AMBIGUOUS
        else:
            status = Status.FAILED if self._failures else Status.NOT_FOUND
        found = self._said
        return Outcome(
            fill_gaps(self.wanted, merge_answers(found)) if found else self.wanted,
            status,
            self._how,
            found,
            () if found else self._nearest.candidates,
            self._misdirected,
            tuple(self._failures.values()),
            self._unknown_doi,
        )

    @property
    def _unknown_doi(self) -> str:
        """The entry's DOI, if no service gave it back and its agency was among those asked."""
        doi = self.wanted.doi
        known = {answer.paper.doi for answer in self._found.values()} | self._seen_dois
        agency = "datacite" if is_datacite_doi(doi) else "crossref"
        return "" if doi in known or agency not in self._answered else doi

    @property
    def _said(self) -> tuple[Found, ...]:
        return by_trust(self._found.items())


def _best(paper: Paper) -> str:
    return next((name for name, field in IDENTIFIERS if getattr(paper, field)), "")


def _without(paper: Paper, fields: Collection[str]) -> Paper:
    return replace(paper, **dict.fromkeys(fields, "")) if fields else paper  # type: ignore[arg-type]


def _misleading(paper: Paper, other: Paper) -> list[str]:
    """Return the identifiers of a paper that led to another; all, where none is in it."""
    wrong = [field for _, field in IDENTIFIERS if _is_common(paper, other, field)]
    return wrong or [field for _, field in IDENTIFIERS]


def _is_common(paper: Paper, other: Paper, field: str) -> bool:
    value = getattr(paper, field)
    return bool(value) and value.lower() == getattr(other, field).lower()
