"""The table of the papers' parts names code that is there; numbers are those of the papers."""

import re
from importlib import import_module
from pathlib import Path

from citeloom.methods.ckma.parameters import CkmaParameters

PAGE = Path(__file__).parents[3] / "docs" / "methods.md"


def test_each_part_names_code_that_is_there() -> None:
    table = (
        PAGE.read_text("utf-8").partition("## The papers, part by part")[2].partition("\n## ")[0]
    )
    named = re.findall(r"`((?:ckma|chatcite)\.[\w.]+)`", table)
    assert len(named) >= 10
    for name in named:
        module, _, thing = name.rpartition(".")
        assert hasattr(import_module(f"citeloom.methods.{module}"), thing), name


def test_the_numbers_are_those_of_the_paper() -> None:
    given = CkmaParameters()
    assert (given.chunk_size, given.experts, given.relations) == (3, 3, 32)
