"""A later text of all stale sentences, in the place of one that had not all of them."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from citeloom.actions.writing.anchor import PassageAnchor
from citeloom.actions.writing.waiting import (
    PassageChange,
    Unfinished,
    WaitingText,
    WovenSentences,
)
from citeloom.methods.result import Usage
from citeloom.placing.record import Origin
from citeloom_latex.edit import Edit
from citeloom_latex.spans import Span

ROOT = Path("/paper/main.tex")


def _text(lines: Sequence[str], unfinished: Unfinished | None = None) -> WaitingText:
    difference = "--- main.tex\n+++ main.tex\n" + "".join(f"-{it}\n+New.\n" for it in lines)
    edit = Edit(Span(0, 0), "")
    change = PassageChange(ROOT, PassageAnchor("", 0, 1), edit, (), (), difference)
    content = WovenSentences((change,), ())
    origin = Origin("zero-shot", 0, "")
    return WaitingText(ROOT, content, ("",), origin, (), True, Usage(), unfinished=unfinished)


EARLIER = _text(["Ash grows.", "Elm grows."], Unfinished.FAILED)


@pytest.mark.parametrize(
    ("later", "takes_its_place"),
    [
        (_text(["Yew grows."]), True),
        (_text(["Ash grows.", "Elm grows.", "Yew grows."], Unfinished.FAILED), True),
        (_text(["Ash grows.", "Yew grows."], Unfinished.CANCELLED), False),
    ],
    ids=["all that is stale now", "more than the first", "other sentences"],
)
def test_a_later_text_takes_its_place_where_nothing_is_lost(
    later: WaitingText, takes_its_place: bool
) -> None:
    assert later.takes_place_of(EARLIER) == takes_its_place


@pytest.mark.parametrize(
    "earlier",
    [
        replace(EARLIER, inserted=("a1",)),
        replace(EARLIER, taken=("c1",)),
        replace(EARLIER, unfinished=None),
        replace(EARLIER, root=Path("/other/main.tex")),
    ],
    ids=["inserted", "decided on", "whole", "of another draft"],
)
def test_what_its_author_has_taken_and_other_texts_stay(earlier: WaitingText) -> None:
    assert not _text(["Ash grows.", "Elm grows."]).takes_place_of(earlier)
