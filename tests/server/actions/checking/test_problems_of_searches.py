"""What earlier searches found wrong with entries, in words."""

from pathlib import Path

from citeloom.actions.checking.references import checked_reference
from citeloom.actions.checking.search_problems import search_problems
from citeloom.actions.papers.knowledge import PaperKnowledge
from citeloom.papers.outcome import Outcome, Status
from citeloom.papers.paper import Author, Paper
from citeloom.problem import Place


def test_a_single_candidate_is_not_one_of_several() -> None:
    own = Paper("x", keys=("a",), title="A Study of Sleep", authors=(Author("Xu"),), year=2020)
    other = Paper("y", title="A Study of Sleep", authors=(Author("Lee"),), year=2020)
    outcome = Outcome(own, Status.AMBIGUOUS, candidates=(other,))
    known = PaperKnowledge(own, own, outcome=outcome)
    (problem,) = search_problems(
        [known], {"a": Place(Path("refs.bib"))}, {}, {"a": checked_reference(known)}
    )
    assert problem.message == "'a' may be \"A Study of Sleep\", Lee 2020"
    assert problem.details == "authors 'Xu', there 'Lee'"
