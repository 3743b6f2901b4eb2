"""What sentences of an abstract are for."""

import json
from pathlib import Path

import pytest

from citeloom.grounding.roles import Role, roles

DEV = Path(__file__).parents[5] / "shared" / "data" / "csabstruct" / "dev.jsonl"


def test_the_usual_course_of_an_abstract() -> None:
    assert roles(
        [
            "Parsing has recently become important in many applications.",
            "However, existing parsers are often slow.",
            "In this paper, we propose a faster parser.",
            "It is trained on three treebanks using dynamic oracles.",
            "Results show that it significantly outperforms the state of the art.",
        ]
    ) == [Role.BACKGROUND, Role.BACKGROUND, Role.OBJECTIVE, Role.METHOD, Role.RESULT]


def test_an_empty_abstract_has_no_roles() -> None:
    assert roles([]) == []


@pytest.mark.skipif(not DEV.exists(), reason="needs ../shared/data/csabstruct")
def test_most_roles_of_csabstruct_are_found() -> None:
    right = total = 0
    for line in DEV.read_text(encoding="utf-8").splitlines():
        abstract = json.loads(line)
        for found, wanted in zip(roles(abstract["sentences"]), abstract["labels"], strict=True):
            right += found.value == wanted
            total += 1
    assert right / total > 0.59
