"""What earlier searches found wrong with entries, in words."""

from pathlib import Path

from citeloom.actions.checking.references import checked_reference
from citeloom.actions.checking.search_problems import search_problems
from citeloom.actions.papers.knowledge import PaperKnowledge, with_proved_abstract
from citeloom.papers.found import Found
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
    assert problem.message == "'a' may be A Study of Sleep (Lee, 2020) [y]"
    assert problem.details == "authors 'Xu', there 'Lee'"


def test_an_abstract_of_another_paper_gives_way_to_the_proved_one() -> None:
    talk = "The gravity of a black hole is what we ask for in this talk on the waves of a star."
    proved = "We look at how mice lie down in the dark and rest, and at what they do when awake."
    own = Paper("x", keys=("a",), title="A Study of Sleep", abstract=talk)
    record = Paper("y", title=own.title, abstract=proved, sources={"title": "crossref"})
    outcome = Outcome(own, Status.MATCHED, found=(Found(record),))
    known = with_proved_abstract(PaperKnowledge(own, own, outcome))
    assert (known.paper.abstract, known.paper.sources["abstract"]) == (proved, "crossref")
    (differs,) = checked_reference(known).differences
    assert (differs.field, differs.own, differs.record) == ("abstract", talk, proved)
