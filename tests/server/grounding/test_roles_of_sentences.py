"""What sentences of an abstract are for."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from citeloom.grounding.roles.model import role_probabilities, roles
from citeloom.grounding.roles.role import Role
from projects import SHARED

DEV = SHARED / "csabstruct" / "dev.jsonl"

COURSE = (
    "Parsing has recently become important in many applications.",
    "However, existing parsers are often slow.",
    "In this paper, we propose a faster parser.",
    "It is trained on three treebanks using dynamic oracles.",
    "Results show that it significantly outperforms the state of the art.",
)


def test_the_usual_course_of_an_abstract() -> None:
    assert roles(COURSE) == [
        Role.BACKGROUND, Role.BACKGROUND, Role.OBJECTIVE, Role.METHOD, Role.RESULT,
    ]  # fmt: skip


def test_an_empty_abstract_has_no_roles() -> None:
    assert roles([]) == []


def test_what_the_authors_do_in_the_first_sentence_is_no_background() -> None:
    found = roles(["This paper describes a new parser of Dutch.", "It is trained on a treebank."])
    assert found[0] is not Role.BACKGROUND


def test_roles_do_not_depend_on_other_abstracts() -> None:
    alone = role_probabilities(COURSE)
    role_probabilities(["We all like parsers.", "The results are good."])
    assert role_probabilities(COURSE) == alone


@given(st.lists(st.text(max_size=80), max_size=12))
def test_every_sentence_of_any_text_has_one_role(texts: list[str]) -> None:
    found = role_probabilities(texts)
    assert [set(likely) for likely in found] == [set(Role)] * len(texts)
    assert all(sum(likely.values()) == pytest.approx(1) for likely in found)
    assert len(roles(texts)) == len(texts)


@pytest.mark.shared("csabstruct")
def test_most_roles_of_csabstruct_are_found() -> None:
    right = total = 0
    for line in DEV.read_text(encoding="utf-8").splitlines():
        abstract = json.loads(line)
        for found, wanted in zip(roles(abstract["sentences"]), abstract["labels"], strict=True):
            right += found.value == wanted
            total += 1
    assert right / total > 0.64
