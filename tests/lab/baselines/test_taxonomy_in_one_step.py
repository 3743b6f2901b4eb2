"""What a model answers that makes the taxonomy in one step becomes one of all papers."""

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from citeloom.methods.modelled.short_ids import ShortIds
from citeloom.methods.port import Ports
from citeloom.methods.registry import method_named
from citeloom.methods.verify import verify
from citeloom.models.port import AnswerError, Question
from citeloom_lab.baselines.one_step import AnsweredTopic, AnsweredTopics, taxonomy_of_answer
from modelled_runs import task
from stand_in_model import Answer, StandIn
from virtual_time import timed

SIX = task(6)
IDS = ShortIds(SIX.references)
EVERYBODY = [paper.id for paper in SIX.references]

answers = st.lists(
    st.builds(
        AnsweredTopic,
        name=st.sampled_from(["Trees", "trees", "Ranks", "", "\\evil{x}", "P1", "word " * 40]),
        above=st.integers(-2, 9),
        papers=st.lists(st.sampled_from([*IDS.all, "P9", "key", ""]), max_size=5),
    ),
    max_size=7,
).map(lambda topics: AnsweredTopics(topics=topics))


@given(answers)
def test_any_answer_becomes_a_taxonomy_of_all_papers(answer: AnsweredTopics) -> None:
    taxonomy = taxonomy_of_answer(answer, IDS)
    assert sorted(taxonomy.all_papers()) == sorted(EVERYBODY)
    own = [topic.name for topic in taxonomy.walk()]
    assert len({name.lower() for name in own}) == len(own) <= len(EVERYBODY)
    assert all(name and "\\" not in name and len(name.split()) <= 12 for name in own)
    for topic in taxonomy.walk():
        assert topic.papers or len(topic.topics) > 1


def topic(name: str, above: int, *papers: str) -> AnsweredTopic:
    return AnsweredTopic(name=name, above=above, papers=list(papers))


def test_topics_stand_inside_of_those_that_they_name() -> None:
    answer = AnsweredTopics(
        topics=[
            topic("Reading", 0),
            topic("Parsing", 1, "P1", "P4"),
            topic("Ranking", 1, "P2", "P1"),
            topic("Retrieval", 0, "P3", "P6"),
        ]
    )
    taxonomy = taxonomy_of_answer(answer, IDS)
    reading, retrieval = taxonomy.topics
    assert [inner.name for inner in reading.topics] == ["Parsing", "Ranking"]
    assert EVERYBODY[0] not in reading.topics[1].papers, "it has its home under Parsing"
    assert reading.topics[1].papers == (EVERYBODY[1], EVERYBODY[4]), "Work 4 is on ranking"
    assert retrieval.papers == (EVERYBODY[2], EVERYBODY[5])


def test_topics_above_each_other_stand_at_the_top() -> None:
    answer = AnsweredTopics(topics=[topic("A", 2, "P1", "P2"), topic("B", 1, "P3", "P4")])
    assert {own.name for own in taxonomy_of_answer(answer, IDS).walk()} == {"A", "B"}


def test_without_a_taxonomy_all_papers_are_of_one_topic() -> None:
    class Clueless(StandIn):
        async def ask(self, question: Question[Answer]) -> Answer:
            if question.step == "taxonomy":
                raise AnswerError("nothing", "")
            found: Any = await super().ask(question)
            return found  # type: ignore[no-any-return]

    method = method_named("hireview-one-step")
    parameters = method.parameters()
    result, _ = timed(method.write(SIX, parameters, Ports(model=Clueless())))
    verify(result, SIX)
    assert result.taxonomy is not None and len(result.taxonomy.topics) == 1
    assert any("all references are one topic" in warning for warning in result.warnings)
