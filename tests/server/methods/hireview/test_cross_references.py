"""Pointers from a topic to papers that also belong to it, in sections."""

from dataclasses import replace

import pytest
from taxonomy_samples import FURTHER, nested_task

from citeloom.methods.hireview.taxonomy import Taxonomy, Topic
from citeloom.methods.hireview.topic_writing import MOST
from citeloom.methods.port import Ports
from citeloom.methods.registry import method_named
from citeloom.methods.result import CitationMark, Result, Sentence
from citeloom.methods.task import WritingTask
from citeloom.methods.verify import verify
from modelled_runs import task
from stand_in_model import StandIn
from virtual_time import timed


def written(given: WritingTask, **switches: object) -> Result:
    method = method_named("hireview")
    parameters = method.parameters.model_validate(switches)
    result, _ = timed(method.write(given, parameters, Ports(model=StandIn())))
    verify(result, given)
    return result


def pointers(result: Result) -> list[tuple[str, Sentence]]:
    """Return the topics of pointers, and these: sentences whose papers an earlier one tells of."""
    return [
        (paragraph.topic, sentence)
        for paragraph in result.paragraphs
        for sentence in paragraph.sentences
        if sentence.text.startswith(("See also", "Siehe auch", "Voir aussi"))
    ]


def test_a_section_points_to_a_paper_of_another_one() -> None:
    ((topic, sentence),) = pointers(written(nested_task(), sections=True))
    assert (topic, sentence.cites) == ("Parsing", FURTHER[:1])
    assert sentence.text == "See also “Further”."
    assert sentence.parts[:-1] == ("See also “Further”", CitationMark(FURTHER[:1]))
    assert [evidence.paper for evidence in sentence.evidence] == [FURTHER[0]]


def test_paragraphs_have_no_pointers() -> None:
    assert pointers(written(nested_task())) == []


@pytest.mark.parametrize(
    ("language", "said"),
    [("de", "Siehe auch „Further“."), ("fr-CA", "Voir aussi"), ("ja", "")],
)
def test_pointers_are_in_the_drafts_language(language: str, said: str) -> None:
    given = nested_task()
    given = replace(given, draft=replace(given.draft, language=language))
    found = pointers(written(given, sections=True))
    assert [sentence.text.startswith(said) for _, sentence in found] == ([True] if said else [])


def test_one_topic_points_to_a_few_papers_in_one_sentence() -> None:
    twelve = task(12)
    ids = [paper.id for paper in twelve.references]
    taxonomy = Taxonomy(
        (
            Topic("First", tuple(ids[:2]), also=tuple(ids[2:])),
            Topic("Second", tuple(ids[2:6])),
            Topic("Third", tuple(ids[6:])),
        )
    )
    result = written(replace(twelve, taxonomy=taxonomy), sections=True)
    ((_, sentence),) = pointers(result)
    assert sentence.cites == tuple(ids[2 : 2 + MOST])
    assert "“Second” and" in sentence.text and sentence.text.count("“") == 2


def test_it_points_to_nothing_that_is_not_written_about() -> None:
    given = nested_task()
    bare = [replace(own, abstract="", title="") for own in given.references[7:8]]
    papers = (*given.references[:7], *bare, *given.references[8:])
    result = written(replace(given, references=papers), sections=True)
    assert result.uncited == (FURTHER[0],)
    assert pointers(result) == []
