"""Every prompt says in words what is asked, and a switch takes all away that belongs to it."""

import re
from collections.abc import Iterator
from dataclasses import replace
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest
from reading_samples import sample

from citeloom.methods.ckma.minigraph import ENTITY_TYPES, RELATION_TYPES
from citeloom.methods.hireview.taxonomy import Taxonomy, Topic
from citeloom.methods.port import Ports
from citeloom.methods.registry import method_named
from citeloom.methods.task import Instruction
from citeloom.methods.weaving import WeavingTask
from citeloom.models.answers import schema_of
from citeloom.models.port import Question
from citeloom.models.prompts import Prompt, Prompts
from citeloom.papers.citing_sentence import CitingSentence
from modelled_runs import task
from stand_in_model import Answer, StandIn
from virtual_time import timed

PAPERS = 7
TYPES = re.compile(rf"\b(?:{'|'.join((*ENTITY_TYPES, *RELATION_TYPES))})\b")
OF_FIRST = re.compile(r"\b0\b")
QUOTED = re.compile(r"<(quoted-\w+)[^>]*>.*?</\1>", re.DOTALL)

RUNS: tuple[tuple[str, dict[str, object]], ...] = (
    ("zero-shot", {}),
    ("chain-of-thought", {}),
    ("few-shot", {}),
    ("plan-based", {}),
    ("reference-wise", {}),
    ("two-step", {}),
    ("ckma", {}),
    ("ckma-ablations", {"minigraph": False}),
    ("ckma-ablations", {"types": False}),
    ("ckma-ablations", {"volume": False}),
    ("ckma-ablations", {"iteration": False}),
    ("ckma-ablations", {"paths": False}),
    ("ckma-ablations", {"chunk_summaries": False}),
    ("chatcite", {}),
    ("chatcite", {"key_elements": False}),
    ("chatcite-at-once", {}),
    ("chatcite-at-once", {"plan": False, "example": False}),
    ("chatcite", {"turns": "paragraph"}),
    ("hireview-one-step", {}),
    ("hireview-clusters", {}),
)


class Seen(Prompts):
    """Notes which prompts are used."""

    def __init__(self) -> None:
        super().__init__()
        self.names: set[str] = set()

    def __getitem__(self, name: str) -> Prompt:
        self.names.add(name)
        return super().__getitem__(name)


class Forgetful(StandIn):
    """Writes nothing of the first paper, so that it is asked for it."""

    async def ask(self, question: Question[Answer]) -> Answer:
        found: Any = await super().ask(question)
        for part in getattr(found, "paragraphs", ()):
            part.sentences[:] = [own for own in part.sentences if not OF_FIRST.search(own)]
        return found


def questions_of(name: str, **switches: object) -> list[Question[Any]]:
    model = StandIn()
    method = method_named(name)
    parameters = method.parameters.model_validate(switches)
    timed(method.write(task(PAPERS), parameters, Ports(model=model)))
    return model.asked


def all_questions(prompts: Prompts) -> Iterator[Question[Any]]:
    for name, switches in RUNS:
        method, model = method_named(name), Forgetful()
        parameters = method.parameters.model_validate(switches)
        timed(method.write(task(PAPERS), parameters, Ports(model=model, prompts=prompts)))
        yield from model.asked
    chatcite, model = method_named("chatcite"), StandIn()
    weaving = WeavingTask(task(1).draft, task(1).references[0], ())
    assert chatcite.weaver is not None
    ports = Ports(model=model, prompts=prompts)
    timed(chatcite.weaver.weave(weaving, chatcite.parameters(), ports))
    yield from model.asked
    for sections in (True, False):
        yield from topic_questions(prompts, sections=sections)
    for selector in ("citation-graph", "co-occurrence-graph", "free"):
        yield from reading_questions(selector, prompts)
    wish = Instruction("say it in fewer words", "It is so.", "It was so.", "It stays so.")
    for told in (
        replace(task(PAPERS), theme="energy use"),
        replace(task(PAPERS), instruction=wish),
    ):
        model, zero_shot = StandIn(), method_named("zero-shot")
        ports = Ports(model=model, prompts=prompts)
        timed(zero_shot.write(told, zero_shot.parameters(), ports))
        yield from model.asked
    given, texts = sample(PAPERS, PAPERS)
    model, citegeist = StandIn(), method_named("citegeist")
    ports = Ports(model=model, prompts=prompts, texts=texts)
    timed(citegeist.write(given, citegeist.parameters(), ports))
    yield from model.asked


def topic_questions(prompts: Prompts, **switches: object) -> list[Question[Any]]:
    """Return what HiReview asks where a topic has narrower ones."""
    given = task(PAPERS)
    ids = [paper.id for paper in given.references]
    inner = (Topic("", tuple(ids[1:3])), Topic("", tuple(ids[3:])))
    given = replace(given, taxonomy=Taxonomy((Topic("", (ids[0],)), Topic("", (), inner))))
    model, method = StandIn(), method_named("hireview")
    parameters = method.parameters.model_validate(switches)
    timed(method.write(given, parameters, Ports(model=model, prompts=prompts)))
    return model.asked


class Wordy(StandIn):
    """Notes more on a section than the memory holds."""

    async def ask(self, question: Question[Answer]) -> Answer:
        found = await super().ask(question)
        if question.step == "reading":
            note = {"papers": ["P1"], "note": f"Note {len(self.asked)}: {'many words ' * 150}"}
            return question.answer.model_validate({"notes": [note]})
        return found


def reading_questions(selector: str, prompts: Prompts) -> list[Question[Any]]:
    """Return what Select-Read-Write asks where there are full texts, and little memory."""
    given, texts = sample(PAPERS, PAPERS, {0: (1,)})
    first, second = (paper.id for paper in given.references[:2])
    both = CitingSentence("Both.", (first, second), "Related Work", related_work=True, by=first)
    given = replace(given, surroundings=replace(given.surroundings, mentions=(both,)))
    model, method = Wordy(), method_named("select-read-write-selectors")
    parameters = method.parameters.model_validate({"selector": selector, "memory_tokens": 200})
    timed(method.write(given, parameters, Ports(model=model, prompts=prompts, texts=texts)))
    return model.asked


def words_of(question: Question[Any]) -> str:
    """Return what a question says in our own words."""
    return QUOTED.sub("", "\n".join(message.text for message in question.messages))


def test_each_field_of_an_answer_is_named_and_explained_in_a_message() -> None:
    prompts = Seen()
    for question in all_questions(prompts):
        said = words_of(question)
        assert ("Answer with one JSON object" in said) == (question.reader is None), question.step
        if question.reader is not None:
            assert "in square brackets" in " ".join(said.split()), question.step
            assert "{" not in said and '"cites"' not in said, question.step
            continue
        for name, field in _fields(schema_of(question.answer)).items():
            assert field.get("description"), (question.step, name)
            explained = re.search(rf'^- "{name}": (.+)$', said, re.MULTILINE)
            assert explained is not None, (question.step, name)
            assert len(explained[1].split()) > 2, (question.step, name)
            form = next(line for line in said.splitlines() if line.startswith("{"))
            assert f'"{name}"' in form, (question.step, name)
    folders = [Path(str(files(name).joinpath("prompts"))) for name in ("citeloom", "citeloom_lab")]
    assert prompts.names == {
        path.relative_to(folder).with_suffix("").as_posix()
        for folder in folders
        for path in folder.rglob("*.md")
        # Those of judges: tests/lab/evaluation/judging.
        if path.parent.name != "judging"
    }


def _fields(node: Any) -> dict[str, Any]:
    """Return the properties of a schema, and of all schemas in it."""
    if isinstance(node, list):
        return {name: own for part in node for name, own in _fields(part).items()}
    if not isinstance(node, dict):
        return {}
    found = dict(node.get("properties", {}))
    return found | {name: own for part in node.values() for name, own in _fields(part).items()}


def test_seven_questions_are_asked_of_a_paper_and_of_the_draft() -> None:
    asked = [one for one in questions_of("chatcite") if one.step == "key elements"]
    assert len(asked) == PAPERS + 1
    for question in asked:
        assert words_of(question).count("?\n") == 7


def test_without_the_minigraph_no_message_speaks_of_a_graph() -> None:
    for question in questions_of("ckma-ablations", minigraph=False):
        assert "graph" not in words_of(question).lower().replace("paragraph", "")
    assert all("Graph of" in words_of(one) for one in questions_of("ckma") if "sum" in one.step)


def test_without_types_no_message_has_one() -> None:
    without = [
        one for one in questions_of("ckma-ablations", types=False) if one.step == "minigraph"
    ]
    for question in without:
        assert not TYPES.search(words_of(question))
        assert "type" not in words_of(question)
        assert "type" not in " ".join(_fields(schema_of(question.answer)))
    with_types = [one for one in questions_of("ckma") if one.step == "minigraph"]
    assert all(len(set(TYPES.findall(words_of(one)))) == 13 for one in with_types)


def test_without_volume_no_message_limits_or_ranks_relations() -> None:
    of_volume = re.compile(r"\b32\b|at most|important|complete name")
    for question in questions_of("ckma-ablations", volume=False):
        if question.step == "minigraph":
            assert not of_volume.search(words_of(question))
            assert not of_volume.search(str(schema_of(question.answer)))
    asked = [one for one in questions_of("ckma") if one.step == "minigraph"]
    assert all(len(set(of_volume.findall(words_of(one)))) == 4 for one in asked)


@pytest.mark.parametrize("switches", [{"iteration": False}, {}])
def test_an_earlier_graph_is_spoken_of_where_there_is_one(switches: dict[str, bool]) -> None:
    asked = questions_of("ckma-ablations", **switches)
    first, *further = (one for one in asked if one.step == "minigraph")
    of_earlier = re.compile(r"so far|earlier papers|old one")
    assert not of_earlier.search(words_of(first))
    assert bool(further) == (not switches)
    assert all(len(set(of_earlier.findall(words_of(one)))) == 3 for one in further)


def test_without_chunk_summaries_no_message_speaks_of_summaries() -> None:
    for question in questions_of("ckma-ablations", chunk_summaries=False):
        assert "summar" not in words_of(question)
    experts = [one for one in questions_of("ckma") if one.step == "experts"]
    assert all("your own summaries" in words_of(one) for one in experts)
    assert all("\nReferences:" not in words_of(one) for one in experts)


def test_without_key_elements_none_of_the_seven_questions_is_asked() -> None:
    for question in questions_of("chatcite", key_elements=False):
        assert "?\n" not in words_of(question)
        assert "seven" not in words_of(question)


OF_STEPS = re.compile(r"step by step|so far|after this step|added|Version")


def test_without_increments_no_message_speaks_of_steps() -> None:
    for question in questions_of("chatcite-at-once"):
        if question.step == "increments":
            assert not OF_STEPS.search(words_of(question))
    asked = [one for one in questions_of("chatcite") if one.step == "increments"]
    assert all(len(set(OF_STEPS.findall(words_of(one)))) == 4 for one in asked)


@pytest.mark.parametrize("plan", [True, False])
@pytest.mark.parametrize("example", [True, False])
def test_a_text_at_once_is_asked_for_in_the_forms_of_table_2(plan: bool, example: bool) -> None:
    asked = questions_of("chatcite-at-once", plan=plan, example=example)
    texts = [one for one in asked if one.step == "increments"]
    for question in texts:
        said = words_of(question)
        assert ("make a plan" in said) == ("between <plan> and </plan>" in said) == plan
        assert ("an example of a good related work" in said) == ("[P901] keep" in said) == example


def test_without_votes_no_message_speaks_of_versions() -> None:
    for question in questions_of("chatcite", votes="none"):
        assert "version" not in words_of(question).lower()


def test_without_a_graph_no_message_speaks_of_links() -> None:
    of_links = re.compile(r"linked|graph\b|You are at")
    for question in reading_questions("free", Prompts()):
        assert not of_links.search(words_of(question).replace("paragraph", ""))
    together = re.compile(r"cites both in one sentence")
    for selector in ("citation-graph", "co-occurrence-graph"):
        asked = [one for one in reading_questions(selector, Prompts()) if one.step == "selecting"]
        assert asked
        for question in asked:
            said = words_of(question)
            assert len(set(of_links.findall(said))) == 3
            assert bool(together.search(said)) == (selector == "co-occurrence-graph")


def test_without_notes_the_writer_hears_of_none() -> None:
    (question,) = questions_of("select-read-write")
    assert not re.search(r"\bnotes?\b|\bP0\b", words_of(question))


OF_TAXONOMY = re.compile(r"[Oo]utline|behind those above it|narrower|belongs to the others")


def test_without_a_taxonomy_no_message_speaks_of_one() -> None:
    asked = questions_of("hireview-clusters")
    assert {one.step for one in asked} == {"writing about topics", "scores"}
    for question in asked:
        assert not OF_TAXONOMY.search(words_of(question)), question.step
    asked = [one for one in topic_questions(Prompts()) if one.step == "writing about topics"]
    assert asked
    for question in asked:
        assert len(set(OF_TAXONOMY.findall(words_of(question)))) >= 2


def test_without_clustering_the_model_makes_the_taxonomy_and_names_nothing_more() -> None:
    asked = questions_of("hireview-one-step")
    assert [one.step for one in asked].count("taxonomy") == 1
    assert "naming topics" not in {one.step for one in asked}


def test_a_single_version_is_not_judged() -> None:
    asked = questions_of("hireview", versions=1)
    assert {one.step for one in asked} == {"naming topics", "writing about topics"}
    assert not any("version" in words_of(one).lower() for one in asked)


def test_topics_are_named_from_those_inside_of_them_and_all_titles_below() -> None:
    asked = [one for one in topic_questions(Prompts()) if one.step == "naming topics"]
    assert ["made of" in words_of(one) for one in asked] == [False, False, False, True]
    shown = asked[-1].messages[-1].text
    assert len(re.findall(r"^Work \d", shown, re.MULTILINE)) == PAPERS - 1
    assert len(re.findall(r":$", shown, re.MULTILINE)) == 2
