"""A failed job whose button is taken when all has begun again: it is begun again, too."""

from pathlib import Path
from typing import Any

import pytest

from endpoint_server import Behaviour, running
from projects import make_project
from writing_client import (
    ASKING,
    MODEL_PAPER,
    Editor,
    configure_model,
    done,
    question,
    run,
    take,
    writing,
)

pytestmark = pytest.mark.usefixtures("jobs_in_threads")

PAPER = MODEL_PAPER.replace(
    "\\section{Related Work}\n", "\\section{Related Work}\nTrees stand still \\cite{ash}.\n"
)


def failed(client: Editor, name: str, **given: Any) -> Any:
    """Run a command whose job fails, and begin all again; return the question that is open."""
    run(client, name, given)
    asked = question(client)
    assert asked["params"]["actions"] == [{"title": "Try again"}]
    assert run(client, "restart") == {"restarted": True}
    return asked


@pytest.mark.parametrize(
    ("name", "given", "said"),
    [
        ("write", {"allCited": True}, "Related work is written (chatcite, "),
        ("weave", {"key": "oak"}, "Woven in (chatcite: oak into paragraph"),
        ("judgeClaims", {}, "The model has judged "),
    ],
)
def test_what_failed_before_is_done_after_it(
    tmp_path: Path, name: str, given: dict[str, Any], said: str
) -> None:
    main = make_project(tmp_path, PAPER)
    endpoint = running(Behaviour(faults=["400"] * 8))
    with endpoint as server, Editor(tmp_path, answers=False) as client:
        configure_model(server.address)
        client.begin("chatcite", ASKING)
        client.open(main)
        asked = failed(client, name, **given)
        server.behaviour.faults.clear()
        take(client, asked, "Try again")
        assert done(client).startswith(said)


def test_why_it_cannot_be_done_is_said(tmp_path: Path) -> None:
    with (
        running(Behaviour(always="400")) as server,
        writing(tmp_path, PAPER, "chatcite", ASKING, answers=False) as (client, document),
    ):
        configure_model(server.address)
        asked = failed(client, "write")
        gone = PAPER.partition("%! main.tex\n")[2].partition("%!")[0]
        client.change(document, gone.replace("Related Work", "Other Things"))
        take(client, asked, "Try again")
        assert "Related Work" in done(client)
