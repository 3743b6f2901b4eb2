"""HiReview's topics, texts and versions, step by step as the paper has them."""

import re
from collections import Counter
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from taxonomy_samples import FURTHER, PARSING, RANKING, nested, nested_task, taxonomies

from citeloom.methods.hireview import judging, names, topic_texts, topic_writing
from citeloom.methods.hireview.taxonomy import (
    Taxonomy,
    joined_until,
    placed_topics,
    with_paragraphs,
)
from citeloom.methods.modelled.short_ids import ids_in
from citeloom.methods.port import Ports
from citeloom.methods.registry import method_named
from citeloom.methods.result import Result
from citeloom.methods.task import WritingTask
from citeloom.methods.verify import verify
from citeloom.models.port import AnswerError, ContextTooLongError, Question, RefusedError
from citeloom.models.quoting import Fence
from citeloom.papers.paper import Paper
from hypothesis_profiles import examples
from modelled_runs import task
from stand_in_model import Answer, StandIn
from virtual_time import timed

NINE = tuple(paper.id for paper in task(9).references)
WORK = re.compile(r"Work (\d+) on")


def written(
    given: WritingTask, model: StandIn | None = None, **switches: object
) -> tuple[Result, StandIn]:
    method, model = method_named("hireview"), model or StandIn()
    parameters = method.parameters.model_validate(switches)
    ports = Ports(model=model, fence=Fence(b"secret"))
    result, _ = timed(method.write(given, parameters, ports))
    verify(result, given)
    return result, model


def said(question: Question[Any]) -> str:
    return "\n".join(message.text for message in question.messages)


def of_step(model: StandIn, step: str) -> list[Question[Any]]:
    return [question for question in model.asked if question.step == step]


def papers_in(question: Question[Any]) -> set[str]:
    """Return the ids of the papers whose titles a question shows."""
    return {f"doi:10.1/{number}" for number in WORK.findall(said(question))}


def cited(result: Result) -> list[list[str]]:
    """Return what each paragraph cites, pointers to other topics left out."""
    return [
        [
            paper
            for sentence in paragraph.sentences
            if not sentence.text.startswith("See also")
            for paper in sentence.cites
        ]
        for paragraph in result.paragraphs
    ]


def test_topics_are_named_level_by_level_from_below() -> None:
    unnamed = nested(**dict.fromkeys(("parsing", "ranking", "reading", "retrieval", "further"), ""))
    result, model = written(nested_task(unnamed))
    asked = of_step(model, names.STEP)
    assert [papers_in(question) for question in asked[:-1]] == [
        set(PARSING),
        set(RANKING),
        {"doi:10.1/2", "doi:10.1/5"},
        set(FURTHER),
    ]
    assert papers_in(asked[-1]) == {*PARSING, *RANKING}
    assert result.taxonomy is not None
    inner = result.taxonomy.topics[0].topics
    assert all(f"{topic.name}:" in said(asked[-1]) for topic in inner)


def test_no_two_topics_have_one_name() -> None:
    class Uniform(StandIn):
        """Names every topic alike."""

        async def ask(self, question: Question[Answer]) -> Answer:
            found: Any = await super().ask(question)
            if question.step == names.STEP:
                found.name, found.other_names[:] = "Parsing", ["parsing", "Parsing."]
            return found

    unnamed = nested(**dict.fromkeys(("parsing", "ranking", "reading", "retrieval", "further"), ""))
    result, _ = written(nested_task(unnamed), Uniform())
    assert result.taxonomy is not None
    own = [topic.name for topic in result.taxonomy.walk()]
    assert own.count("Parsing") == 1 and len({name.lower() for name in own}) == 5
    assert all(own)


@pytest.mark.parametrize("error", [RefusedError("no", ""), AnswerError("no", "")], ids=repr)
def test_a_topic_that_gets_no_name_is_named_by_words_of_its_titles(error: AnswerError) -> None:
    class Nameless(StandIn):
        async def ask(self, question: Question[Answer]) -> Answer:
            if question.step == names.STEP and papers_in(question) <= set(RANKING):
                raise error
            return await super().ask(question)

    result, _ = written(nested_task(nested(ranking="", further="")), Nameless())
    assert result.taxonomy is not None
    assert result.taxonomy.topics[0].topics[1].name == "Work ranking sentences"
    assert any("words from their titles" in warning for warning in result.warnings)


def test_each_text_sees_the_whole_taxonomy_its_topic_and_its_papers() -> None:
    _, model = written(nested_task())
    outline = "1 Reading\n  1.1 Parsing\n  1.2 Ranking\n2 Retrieval\n3 Further"
    asked = of_step(model, topic_texts.STEP)
    assert all(outline in said(question) for question in asked)
    assert all(
        "\nReading > Parsing\n" in said(own) for own in asked if papers_in(own) == {*PARSING}
    )
    shown = Counter(frozenset(papers_in(question)) for question in asked)
    assert shown == {
        frozenset({*PARSING, *RANKING}): 2,
        frozenset(PARSING): 2,
        frozenset(RANKING): 2,
        frozenset({"doi:10.1/2", "doi:10.1/5"}): 2,
        frozenset(FURTHER): 2,
    }
    assert {question.temperature for question in asked} == {1.0}
    assert {question.temperature for question in model.asked} == {0.0, 1.0}
    assert [question.sample for question in asked] == [0] * 5 + [1] * 5


def test_what_all_texts_share_comes_first_so_that_providers_can_cache_it() -> None:
    _, model = written(nested_task())
    asked = [own for own in of_step(model, topic_texts.STEP) if len(papers_in(own)) < 5]
    assert len({question.messages[0] for question in asked}) == 1
    shared = [question.messages[1].text.partition("The topic that you")[0] for question in asked]
    assert len(set(shared)) == 1 and "3 Further" in shared[0]
    assert all(question.messages[1].text.endswith("in one paragraph.") for question in asked)


@settings(max_examples=examples(30))
@given(taxonomies(NINE), st.booleans())
def test_every_text_belongs_to_its_papers_and_none_is_lost(
    taxonomy: Taxonomy, sections: bool
) -> None:
    result, model = written(nested_task(taxonomy), sections=sections, versions=1)
    assert result.uncited == ()
    assert result.taxonomy is not None
    assert sorted(result.taxonomy.all_papers()) == sorted(NINE)
    own = {
        topic.name: set(topic.all_papers() if sections else topic.papers)
        for topic in result.taxonomy.walk()
    }
    for paragraph, papers in zip(result.paragraphs, cited(result), strict=True):
        if len(own) == len(list(result.taxonomy.walk())):
            assert set(papers) <= own[paragraph.topic]
        evidence = {e.paper for s in paragraph.sentences for e in s.evidence}
        assert evidence <= {*NINE, "draft"}
    everything = [paper for papers in cited(result) for paper in papers]
    assert sorted(everything) == sorted(NINE), "a paper appears twice"
    topics = list(placed_topics(taxonomy))
    assert model.calls[topic_texts.STEP] == len(topics)
    assert model.calls[names.STEP] == sum(not placed.topic.name for placed in topics)


class Scoring(StandIn):
    """Gives the versions these points, None for no score."""

    def __init__(self, *points: int | None) -> None:
        super().__init__()
        self.points = points

    async def ask(self, question: Question[Answer]) -> Answer:
        found: Any = await super().ask(question)
        if question.step == judging.STEP:
            asked = [own is question for own in of_step(self, judging.STEP)]
            points = self.points[asked.index(True)]
            if points is None:
                raise AnswerError("no score", "")
            found.coverage = found.structure = found.relevance = points
        return found


@pytest.mark.parametrize(
    ("points", "best"), [((10, 90, 50), 1), ((70, 70, 70), 0), ((None, 5, None), 1)], ids=str
)
def test_the_version_with_most_points_is_kept_and_of_equal_ones_the_earlier(
    points: tuple[int | None, ...], best: int
) -> None:
    result, _ = written(nested_task(alternatives=2), Scoring(*points), versions=3)
    assert [version["chosen"] for version in result.trace["versions"]] == [
        number == best for number in range(3)
    ]
    assert len(result.alternatives) == 2


def test_without_a_score_the_first_version_is_it() -> None:
    result, _ = written(nested_task(), Scoring(None, None))
    assert result.trace["versions"][0]["chosen"]
    assert any("the first one was used" in warning for warning in result.warnings)


def test_a_version_without_a_text_is_not_scored_and_comes_last() -> None:
    class MuteAtFirst(StandIn):
        async def ask(self, question: Question[Answer]) -> Answer:
            found = await super().ask(question)
            if question.step == topic_texts.STEP and question.sample % 2 == 0:
                raise AnswerError("nothing", "")
            return found

    result, model = written(nested_task(), MuteAtFirst(), versions=2)
    first, last = result.trace["versions"]
    assert first["chosen"] and first["text"] and not last["text"]
    assert not model.calls[judging.STEP] and not model.calls["coverage"]


def test_a_text_is_shown_to_the_judge_with_its_headings_and_all_references() -> None:
    _, model = written(nested_task(), sections=True)
    for question in of_step(model, judging.STEP):
        assert papers_in(question) == set(NINE)
        assert "# Reading\n\n" in said(question) and "## Parsing\n\n" in said(question)


class Silent(StandIn):
    """Answers nothing on a topic where it sees the outline, or never."""

    def __init__(self, *, ever: bool) -> None:
        super().__init__()
        self.ever = ever

    async def ask(self, question: Question[Answer]) -> Answer:
        found = await super().ask(question)
        is_own = question.step == topic_texts.STEP and papers_in(question) == set(RANKING)
        if is_own and (not self.ever or "Outline of" in question.messages[-1].text):
            raise AnswerError("nothing", "")
        return found


def test_a_topic_that_fails_is_asked_for_as_one_paragraph_of_its_own() -> None:
    result, model = written(nested_task(), Silent(ever=True), sections=True, versions=2)
    assert result.uncited == ()
    (ranking,) = (own for own in result.paragraphs if own.topic == "Ranking")
    assert {paper for sentence in ranking.sentences for paper in sentence.cites} == set(RANKING)
    assert [heading.text for heading in ranking.headings] == ["Ranking"]
    again = [
        own
        for own in of_step(model, topic_texts.STEP)
        if papers_in(own) == set(RANKING) and "Outline of" not in own.messages[-1].text
    ]
    assert [own.sample for own in again] == [2, 3], "as no question before"
    assert all("in one paragraph" in own.messages[-1].text for own in again)
    assert "coverage" not in model.calls


def test_papers_of_a_topic_that_fails_twice_stand_with_the_nearest() -> None:
    result, model = written(nested_task(), Silent(ever=False), sections=True)
    assert result.uncited == ()
    assert model.calls["coverage"] == 1
    headings = [heading.text for own in result.paragraphs for heading in own.headings]
    assert headings == ["Reading", "Parsing", "Retrieval", "Further"]
    (told,) = (line for line in result.warnings if topic_texts.STEP in line)
    assert "written as one paragraph; its references were moved to the nearest topic" in told


def test_a_text_that_several_topics_get_tells_of_none() -> None:
    class Repeating(StandIn):
        async def ask(self, question: Question[Answer]) -> Answer:
            found: Any = await super().ask(question)
            if question.step == topic_texts.STEP and papers_in(question) in (
                set(RANKING),
                set(PARSING),
            ):
                sentences = found.paragraphs[0].sentences
                own = f"This paragraph is about science [{', '.join(ids_in(sentences[0]))}]."
                found.paragraphs[0].sentences[:] = [own]
            return found

    result, _ = written(nested_task(), Repeating())
    assert result.uncited == ()
    said = [own.text for part in result.paragraphs for own in part.sentences]
    assert not any("about science" in own for own in said)


def test_an_introduction_that_fails_leaves_its_heading() -> None:
    class Brief(StandIn):
        async def ask(self, question: Question[Answer]) -> Answer:
            if question.answer is topic_texts.Introduction:
                raise AnswerError("nothing", "")
            return await super().ask(question)

    result, _ = written(nested_task(), Brief(), sections=True)
    headings = [[heading.text for heading in own.headings] for own in result.paragraphs]
    assert headings == [["Reading", "Parsing"], ["Ranking"], ["Retrieval"], ["Further"]]
    levels = [heading.level for own in result.paragraphs for heading in own.headings]
    assert levels == [1, 2, 2, 1, 1]


def test_papers_that_a_text_forgets_are_added_where_they_belong() -> None:
    class Forgetful(StandIn):
        """Leaves out the first paper of a topic."""

        async def ask(self, question: Question[Answer]) -> Answer:
            found: Any = await super().ask(question)
            if question.step == topic_texts.STEP and question.reader:
                first = ids_in(found.paragraphs[0].sentences[0])[0]
                kept = [own for own in found.paragraphs[0].sentences if first not in ids_in(own)]
                found.paragraphs[0].sentences[:] = kept
            return found

    result, model = written(nested_task(), Forgetful())
    assert model.calls["coverage"] == 1
    assert result.uncited == ()
    assert [set(papers) for papers in cited(result)] == [
        set(PARSING),
        set(RANKING),
        {"doi:10.1/2", "doi:10.1/5"},
        set(FURTHER),
    ]


@pytest.mark.parametrize("longest", [6000, 4500, 3600])
def test_texts_are_shortened_until_they_fit(longest: int) -> None:
    given = nested_task()
    papers = tuple(
        replace(
            own,
            abstract=" ".join(
                [own.abstract, *(f"It parses text {number} of {own.key}." for number in range(60))]
            ),
        )
        for own in given.references
    )
    result, model = written(replace(given, references=papers), StandIn(longest=longest))
    assert result.uncited == ()
    fitting = [own for own in model.asked if len(said(own)) <= longest]
    assert {question.step for question in fitting} >= {topic_texts.STEP}


def test_a_context_that_nothing_fits_into_is_told_of() -> None:
    with pytest.raises(ContextTooLongError):
        written(nested_task(), StandIn(longest=50))


@given(taxonomies(NINE), st.integers(1, 9))
def test_topics_are_joined_to_those_above_until_few_hold_papers(
    taxonomy: Taxonomy, most: int
) -> None:
    joined = with_paragraphs(taxonomy, most)
    assert sorted(joined.all_papers()) == sorted(NINE)
    holding = sum(bool(topic.papers) for topic in joined.walk())
    assert holding <= most or joined.depth == 1
    assert len(joined.topics) == len(taxonomy.topics)
    fewer = joined_until(taxonomy, lambda found: sum(1 for _ in found.walk()) <= most)
    assert sum(1 for _ in fewer.walk()) <= most or fewer.depth == 1


def test_asked_for_few_paragraphs_it_warns_where_its_topics_are_more() -> None:
    result, _ = written(task(45, paragraphs=1))
    assert result.taxonomy is not None
    found = len(result.taxonomy.topics)
    assert len(result.paragraphs) == found > 1
    assert any(f"{found} broad topics" in warning for warning in result.warnings)


def test_the_taxonomy_is_drawn_with_its_papers() -> None:
    result, _ = written(nested_task())
    (graph,) = result.graphs
    inside = {node.id: node.inside for node in graph.nodes}
    assert (graph.kind, len(graph.nodes)) == ("taxonomy", 5 + 9)
    assert inside["topic 1.2"] == "topic 1" and inside["doi:10.1/4"] == "topic 1.2"


def test_with_many_references_the_author_is_told_of_sections() -> None:
    many = task(topic_writing.MANY + 1)
    assert any("'sections'" in warning for warning in written(many)[0].warnings)
    assert not written(many, sections=True)[0].warnings
    assert not written(task(topic_writing.MANY))[0].warnings


@given(st.sets(st.integers(0, 9999), min_size=1, max_size=60), st.integers(0, 9999))
def test_a_paper_keeps_its_id_when_one_comes_before_the_others_unless_two_have_one(
    numbers: set[int], new: int
) -> None:
    papers = [Paper(f"doi:10.1/{number}") for number in sorted(numbers - {new})]
    before = topic_texts.lasting_ids(papers)
    after = topic_texts.lasting_ids([Paper(f"doi:10.1/{new}"), *papers])
    moved = [own for own in papers if before.short(own.id) != after.short(own.id)]
    taken = int(after.all[0][1:]) % 1000
    assert all(int(before.short(own.id)[1:]) % 1000 == taken for own in moved)


def test_no_paper_has_an_id_of_the_examples() -> None:
    ids = topic_texts.lasting_ids([Paper(f"doi:10.1/{number}") for number in range(3000)])
    assert len(ids.all) == 3000
    assert not any(int(short[1:]) in range(900, 1000) for short in ids.all)
