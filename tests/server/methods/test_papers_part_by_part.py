"""The tables of the papers' parts name code, settings and tests that are there, and all of them."""

import ast
import re
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest

from citeloom.methods.chatcite.parameters import ChatCiteParameters
from citeloom.methods.citegeist.parameters import CitegeistParameters
from citeloom.methods.ckma.method import CkmaParameters
from citeloom.methods.ckma.minigraph import ENTITY_TYPES, RELATION_TYPES, AnsweredRelation
from citeloom.methods.hireview.parameters import HiReviewParameters
from citeloom.methods.port import Parameters
from citeloom.methods.select_read_write.parameters import SelectReadWriteParameters

PAGE = Path(__file__).parents[3] / "docs" / "papers.md"
TABLES: dict[str, type[Parameters]] = {
    "CKMA": CkmaParameters,
    "ChatCite": ChatCiteParameters,
    "HiReview": HiReviewParameters,
    "Select-Read-Write": SelectReadWriteParameters,
    "Citegeist": CitegeistParameters,
}
EQUATIONS = {
    "CKMA": range(1, 5),
    "ChatCite": (),
    "HiReview": (*range(1, 10), 11),
    "Select-Read-Write": range(1, 10),
    "Citegeist": (1,),
}
"""Those of the papers; the losses of Eq. 10 stand with the network that is trained by them."""

SETTING = re.compile(r"(?P<method>\w+)\.(?P<name>\w+)=(?P<value>\S+)")


@dataclass(frozen=True)
class Row:
    """A part of a paper: code or settings in backquotes, whether it is faithful, its test."""

    paper: str
    part: str
    code: str
    verdict: str
    test: str

    @property
    def named(self) -> list[str]:
        return re.findall(r"`([^`]+)`", self.code)


def rows() -> list[Row]:
    paper, found = "", []
    for line in PAGE.read_text("utf-8").splitlines():
        cells = [cell.strip() for cell in line.strip().strip("|").split(" |")]
        if len(cells) != 4:
            continue
        if cells[3] == "test":
            paper = cells[0].strip()
        elif not cells[0].startswith("---"):
            found.append(Row(paper, *cells))
    return found


ROWS = rows()


@cache
def sources_of_tests() -> dict[str, str]:
    """Return the sources of all tests of methods by their names."""
    found: dict[str, str] = {}
    server = Path(__file__).parents[1]
    rooms = ("methods", "corpus", "grounding", "actions/corpus", "cli")
    folders = [server.parent / "lab", *(server / room for room in rooms)]
    for path in (path for folder in folders for path in folder.rglob("test_*.py")):
        text = path.read_text("utf-8")
        lines = text.splitlines()
        for node in ast.parse(text).body:
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                first = min(part.lineno for part in (node, *node.decorator_list))
                source = "\n".join(lines[first - 1 : node.end_lineno])
                found[node.name] = found.get(node.name, "") + source
    return found


def test_each_paper_has_its_table() -> None:
    assert {row.paper for row in ROWS} == set(TABLES)
    for paper, numbers in EQUATIONS.items():
        parts = " ".join(row.part for row in ROWS if row.paper == paper)
        assert {int(found) for found in re.findall(r"Eq\. (\d+)", parts)} == set(numbers)


def test_each_part_names_code_that_is_there_and_a_test() -> None:
    for row in ROWS:
        if row.code == "not built":
            assert (row.verdict, row.test) == ("", ""), row
            continue
        assert row.named, row
        for name in row.named:
            assert_there(name)
        assert re.match(r"faithful(?![a-z])|departure: \w", row.verdict), row
        assert row.test.strip("`") in sources_of_tests(), row


def assert_there(name: str) -> None:
    """Assert that a setting, a prompt or something of a module is there."""
    if setting := SETTING.fullmatch(name):
        parameters = {own.__module__.split(".")[-2]: own for own in TABLES.values()}
        value = {"yes": True, "no": False}.get(setting["value"], setting["value"])
        own = parameters[setting["method"]].model_validate({setting["name"]: value})
        assert str(getattr(own, setting["name"])) == str(value)
    elif name.endswith(".md"):
        assert files("citeloom").joinpath("prompts", name).is_file()
    else:
        module, names = module_and_names(name)
        thing: Any = module
        for part in names:
            thing = getattr(thing, part)


def module_and_names(name: str) -> tuple[Any, list[str]]:
    """Return the longest module that a dotted name begins with, and the names in it."""
    elsewhere = ("models.", "corpus.", "papers.", "grounding.", "actions.")
    root = "citeloom." if name.startswith(elsewhere) else "citeloom.methods."
    root = "" if name.startswith("citeloom_lab.") else root
    parts = name.split(".")
    for length in (4, 3, 2, 1):
        try:
            return import_module(root + ".".join(parts[:length])), parts[length:]
        except ModuleNotFoundError:
            continue
    raise AssertionError(f"no module of {name}")


@pytest.mark.parametrize("paper", TABLES)
def test_each_parameter_has_a_row_and_each_switch_a_test_that_turns_it_off(paper: str) -> None:
    settings = {
        setting["name"]: row
        for row in ROWS
        for name in row.named
        if row.paper == paper and (setting := SETTING.fullmatch(name))
    }
    own = TABLES[paper]
    fields = {
        name: field for name, field in own.model_fields.items() if name in own.__annotations__
    }
    assert settings.keys() == fields.keys()
    for name, row in settings.items():
        if fields[name].annotation is bool:
            source = sources_of_tests()[row.test.strip("`")]
            assert re.search(rf"\b{name}=|\"{name}\"", source), name


def test_the_numbers_are_those_of_the_paper() -> None:
    given = CkmaParameters()
    assert (given.chunk_size, given.experts, given.relations) == (3, 3, 32)
    ours = ChatCiteParameters()
    assert (ours.n_samples, ours.n_votes, ours.n_keep, ours.temperature) == (2, 3, 1, 0.7)
    table = {
        setting["name"]: setting["value"]
        for row in ROWS
        for name in row.named
        if (setting := SETTING.fullmatch(name)) and setting["value"][0].isdigit()
    }
    reading = SelectReadWriteParameters()
    assert reading.memory_tokens == 4096
    values = given.model_dump() | ours.model_dump() | HiReviewParameters().model_dump()
    values |= reading.model_dump() | CitegeistParameters().model_dump()
    assert table == {name: str(values[name]) for name in table}


def test_the_constraints_of_table_1() -> None:
    entities = ["Task", "Method", "Metric", "Material", "Other-Scientific-Term", "Generic"]
    relations = ["Compare", "Conjunction", "Evaluate-For", "Used-For", "Feature-Of", "Part-Of"]
    assert (list(ENTITY_TYPES), list(RELATION_TYPES)) == (entities, [*relations, "Hyponym-Of"])
    keys = ["head", "head_type", "relation", "tail", "tail_type"]
    assert list(AnsweredRelation.model_fields) == keys
