"""One order in the terminal, in an editor and of an agent: one plan, one forecast, one consent."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest
from connect_proxy import Proxy

from agent_client import call
from citeloom.actions.context import Context
from citeloom.actions.plan_of_order import plan_of_order
from citeloom.actions.user.sending_agreement import NeedsConsent, check_consent
from citeloom.actions.writing.forecast import Forecast, forecast_lines
from citeloom.actions.writing.task.request import WriteRequest
from citeloom.lsp.questions.sending import as_json
from citeloom.models.connection.pace import Pace
from citeloom.settings import user_settings
from command_line import local_models_in_time, no_keyring, run
from model_project import PROJECT
from projects import make_project
from writing_client import Editor, ask, configure_model, refusal
from writing_client import run as order

__all__ = ["local_models_in_time", "no_keyring", "run"]

pytestmark = pytest.mark.usefixtures("jobs_in_threads")

Run = Callable[..., tuple[int, str, str]]
FAR = "stand-in at model.example.org"


@dataclass(frozen=True)
class Faces:
    """What each face says of what writing takes, and what it says where it is ordered."""

    terminal: tuple[str, str]
    editor: tuple[dict[str, object], str]
    agent: str

    @property
    def are_refused(self) -> list[bool]:
        said = (self.terminal[1], self.editor[1], self.agent)
        wall = ("nothing was sent", "nothing is sent before you agree", "has not agreed to send")
        return [words in own.lower() for own, words in zip(said, wall, strict=True)]


def asked(main: Path, run: Run) -> Faces:
    _, _, dry = run("write", main, "--dry-run")
    _, _, refused = run("write", main)
    with Editor(main.parent) as client:
        client.begin("", {})
        document = client.open(main)
        estimate = order(client, "estimate", document)
        answer = ask(client, "write", document)
        order(client, "cancel")
    agent = call(main.parent, "write_related_work", file="main.tex")
    return Faces((dry, refused), (estimate, str(answer)), agent.text)


@pytest.mark.parametrize("method", ["zero-shot", "ckma", "hireview"])
def test_what_it_takes_and_whom_it_is_sent_to_is_the_same(
    tmp_path: Path, run: Run, proxy: Proxy, monkeypatch: pytest.MonkeyPatch, method: str
) -> None:
    monkeypatch.setattr(Pace, "next_try", lambda *_: None)
    configure_model("https://model.example.org/v1")
    main = make_project(tmp_path, f'{PROJECT}%! citeloom.toml\nmethod = "{method}"\n')
    made = asyncio.run(plan_of_order(WriteRequest(main), Context())).forecast()
    faces = asked(main, run)
    show(made, faces)
    estimate = dict(faces.editor[0])
    assert (estimate.pop("agreed"), estimate) == (False, as_json(made))
    assert set(forecast_lines(made)) <= set(faces.terminal[0].splitlines())
    assert faces.are_refused == [True, True, True] and proxy.hosts == []
    assert all(FAR in words for words in (faces.terminal[1], faces.editor[1], faces.agent))
    with pytest.raises(NeedsConsent) as needed:
        check_consent(made, main, user_settings().data_folder)
    needed.value.agree()
    after = asked(main, run)
    assert after.are_refused == [False, False, False]
    assert after.editor[0]["agreed"] and set(proxy.hosts) == {"model.example.org:443"}


def test_an_order_of_another_version_is_refused_with_what_helps(tmp_path: Path) -> None:
    main = make_project(tmp_path, PROJECT)
    with Editor(tmp_path) as client:
        client.begin("extractive", {})
        document = client.open(main)
        for name in ("write", "weave", "revise", "judgeClaims", "dryRun", "estimate"):
            told = refusal(client, name, {**document, "version": 2})
            assert told.startswith("The request has version 2; this Citeloom expects 1")
            assert "Update Citeloom and its extension" in told
        assert order(client, "show")["jobs"] == []


def show(made: Forecast, faces: Faces) -> None:
    """Print side by side what they say."""
    said = {"plan": forecast_lines(made), "terminal": faces.terminal, "editor": faces.editor}
    for name, words in {**said, "agent": [faces.agent]}.items():
        print(f"{name}:", *words, sep="\n  ")
