"""A paragraph or a sentence told from another point of view, with a language model and without."""

import asyncio
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from tabled import tabled
from written_drafts import ABSTRACTS, inserted, written_draft

from citeloom.actions.context import Context
from citeloom.actions.plan_of_order import plan_of_order
from citeloom.actions.writing.models import configured_model
from citeloom.actions.writing.revising.request import (
    LONGEST_THEME,
    ReviseRequest,
    Revision,
    checked_theme,
)
from citeloom.actions.writing.revising.revise import plans_for_model, revise
from citeloom.actions.writing.waiting import WaitingText
from citeloom.methods.port import NoProgress
from citeloom.problem import InputError
from endpoint_server import Running, running
from model_project import configure
from modelled_runs import TWO_MODELLED

WATER = {
    "ash": "We measure how much water each of them needs in a dry summer.",
    "elm": "We find that elms need little water once their roots are deep.",
}
NEEDS = r"\citet{ash} measures how much water each of them needs in a dry summer."
LITTLE = r"\citet{elm} finds that elms need little water once their roots are deep."
THEME = "water needs"


@pytest.fixture
def main(tmp_path: Path) -> Path:
    more = {key: f"{text} {WATER.get(key, '')}".strip() for key, text in ABSTRACTS.items()}
    return written_draft(tmp_path, more, words=45)


def asked(
    main: Path,
    theme: str = THEME,
    revision: Revision = Revision.THEME,
    method: str = "",
    at: str = "{elm}",
) -> ReviseRequest:
    offset = main.read_text("utf-8").index(at, main.read_text("utf-8").index("citeloom:begin"))
    return ReviseRequest(main, revision, offset, method, theme=checked_theme(theme, revision))


def revised(request: ReviseRequest) -> WaitingText:
    return asyncio.run(revise(request, Context(), NoProgress(), configured_model()))


def cited(said: list[str]) -> set[str]:
    return set(re.findall(r"\\cite\w*\{(\w+)\}", " ".join(said)))


def test_without_a_model_no_theme_can_be_followed(main: Path) -> None:
    with pytest.raises(InputError, match="'extractive' cannot follow a theme") as error:
        revised(asked(main))
    assert "a language model" in str(error.value.problem.advice)


@pytest.mark.parametrize(
    ("theme", "revision", "said"),
    [
        ("", Revision.THEME, "no theme was given"),
        (" \u200b\n ", Revision.THEME, "no theme was given"),
        ("x" * (LONGEST_THEME + 1), Revision.THEME, "the theme has 101 characters"),
        ("water", Revision.SHORTEN, "'shorten' does not take a theme"),
    ],
)
def test_a_theme_is_a_few_words_and_for_what_takes_one(
    theme: str, revision: Revision, said: str
) -> None:
    with pytest.raises(InputError, match=said):
        checked_theme(theme, revision)


def test_a_theme_is_one_line_without_hidden_signs() -> None:
    assert checked_theme(" wa\u202eter \x1b[31m\n needs ", Revision.THEME) == "wa ter [31m needs"


@tabled(least=5)
def test_a_joiner_stays_where_words_are_spelt_with_it(theme: str, expected: str) -> None:
    assert checked_theme(theme, Revision.THEME) == expected


@pytest.fixture
def server() -> Iterator[Running]:
    with running() as server:
        configure(server)
        yield server


@pytest.mark.parametrize("method", TWO_MODELLED)
def test_every_method_that_asks_a_model_is_told_the_theme(
    main: Path, server: Running, method: str
) -> None:
    request = asked(main, "moon light", method=method)
    made = asyncio.run(plan_of_order(request, Context())).forecast()
    assert made is not None and made.notices[0] == "the theme “moon light” is also sent"
    text = revised(request)
    assert text.title == f"{method}: rewrite this paragraph from the point of view of “moon light”"
    assert text.by_model and text.trace == {"theme": "moon light"}
    assert made.estimate.cost.calls == text.usage.calls == len(server.asked)
    told = [str(it) for it in server.asked if "moon light" in str(it)]
    assert told and all("It names a point of view" in it for it in told)
    assert all("moon light" not in it for it in map(str, server.asked) if "key elements" in it)
    assert cited(inserted(main, text)) == {*ABSTRACTS}


def test_another_theme_is_another_question_and_the_same_is_answered_from_the_memo(
    main: Path, server: Running
) -> None:
    revised(asked(main, "moon light", method="zero-shot"))
    revised(asked(main, "moon light", method="zero-shot"))
    assert len(server.asked) == 1
    revised(asked(main, "sun light", method="zero-shot"))
    assert len(server.asked) == 2


def test_it_is_shown_before_it_is_sent(main: Path, server: Running) -> None:
    sent = asyncio.run(
        plan_of_order(asked(main, "moon light", method="zero-shot"), Context())
    ).sent()
    assert sent.theme == "moon light" and {it.key for it in sent.papers} == {*ABSTRACTS}
    assert not server.asked


def test_a_model_is_planned_for_it(main: Path, server: Running) -> None:
    (planned,) = plans_for_model(asked(main, method="ckma"), Context())
    assert planned.task.theme == THEME
