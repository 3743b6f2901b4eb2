"""Fetching in the background: nothing before the user agrees, then quietly, and never twice."""

import json
import os
import re
import stat
import threading
from pathlib import Path
from typing import Any

import pytest
from fetching_client import ASKS, DRAFT, Editor, editing, environment

from citeloom.actions.user.fetch_agreement import keep_consent
from citeloom.lsp import fetching as fetching_module
from citeloom.settings import UserSettings
from job_threads import ChildThread
from lsp_client import FULL
from projects import make_project
from services.running import Running, running

OWN = "We study how plants"

pytestmark = pytest.mark.usefixtures("jobs_in_threads")


@pytest.fixture(autouse=True)
def short_pause(monkeypatch: pytest.MonkeyPatch) -> None:
    """A server in this process begins to fetch very soon after the last change."""
    monkeypatch.setattr(fetching_module, "SECONDS_OF_QUIET", 0.1)


@pytest.mark.parametrize("button", [None, "Not now"])
def test_nothing_is_sent_before_the_user_agrees_and_they_are_asked_once_a_session(
    tmp_path: Path, button: str | None
) -> None:
    with editing(tmp_path, button=button) as (editor, services, main):
        editor.open(main)
        question = editor.until("window/showMessageRequest")
        assert question["message"] == (
            "Look up 2 cited papers without an abstract, and new ones in future? Titles, first "
            "authors, years and identifiers are sent to scholarly services, for suggestions also "
            "phrases that titles share; your draft is not."
        )
        assert titles(question) == ["Look up", "What is sent", "Not now"]
        for _ in range(2):
            editor.save(main)
            editor.stays_quiet()
        assert "no abstract yet" in editor.hover(main, r"\cite{gar"), "nothing is blocked"
        assert editor.leave() == 0
        assert len(editor.heard_of("window/showMessageRequest")) == 1
        assert services.log == []
        assert editor.said() == []
    assert not (tmp_path / "data" / "fetching.json").exists(), "the next session asks again"


@pytest.mark.parametrize("answer", ["Look up", "Never", ""])
def test_what_is_sent_to_whom_is_shown_before_an_answer(tmp_path: Path, answer: str) -> None:
    with editing(tmp_path, button="What is sent") as (editor, services, main):
        editor.open(main)
        editor.until("window/showMessageRequest")
        editor.button = answer
        while len(asked := editor.heard_of("window/showMessageRequest")) < 2:
            editor.stays_quiet(0.1)
        details = asked[1]
        assert "titles, first authors, years and identifiers of the cited" in details["message"]
        assert "nothing of the draft, to 127.0.0.1" in details["message"]
        assert titles(details) == ["Look up", "Never"]
        if answer == "Look up":
            editor.hover_until(main, r"\cite{gar", OWN)
        else:
            editor.stays_quiet()
            assert services.log == []
        assert len(editor.heard_of("window/showMessageRequest")) == 2
    kept = tmp_path / "data" / "fetching.json"
    agreed = json.loads(kept.read_text())["agreed"] if kept.exists() else None
    assert agreed == {"Look up": True, "Never": False, "": None}[answer]


def test_the_answer_is_kept_for_the_user_and_the_hover_fills_in(tmp_path: Path) -> None:
    with editing(tmp_path, button="Look up") as (editor, services, main):
        assert "no abstract yet" in editor.hover(main, r"\cite{gar")
        editor.open(main)
        assert OWN in editor.hover_until(main, r"\cite{gar", "We study how plants")
        answer = tmp_path / "data" / "fetching.json"
        if os.name == "posix":
            assert stat.S_IMODE(answer.stat().st_mode) == 0o600
        assert json.loads(answer.read_text())["agreed"] is True
        editor.hover_until(main, r"\cite{graphs", "Trees are graphs without cycles")
        asked = all_asked(editor, services)
        editor.save(main)
        editor.stays_quiet()
        assert len(services.log) == asked, "what is stored is not asked for again"
        assert editor.leave() == 0
        assert editor.said() == []
    bodies = b"".join(one.body for one in services.log).decode()
    sent = bodies + json.dumps([[one.path, one.query] for one in services.log])
    assert "Plants \\cite" not in sent and "documentclass" not in sent
    with running() as services, Editor(environment(tmp_path, services)) as again:
        text = make_project(tmp_path / "other", DRAFT.replace("year = 2021", "year = 2020"))
        again.initialize(text.parent, ASKS)
        again.open(text)
        again.hover_until(text, r"\cite{graphs", "Trees are graphs without cycles")
        assert again.heard_of("window/showMessageRequest") == []


@pytest.mark.parametrize(
    ("setting", "asks", "never"),
    [("off", ASKS, False), ("ask", FULL, False), ("ask", ASKS, True)],
    ids=["off", "a client that cannot ask", "a user who said never"],
)
def test_nobody_is_asked(tmp_path: Path, setting: str, asks: object, never: bool) -> None:
    with editing(tmp_path, capabilities=asks, fetch=setting) as (editor, services, main):
        if never:
            keep_consent(UserSettings(data_folder=tmp_path / "data"), False)
        editor.open(main)
        editor.stays_quiet()
        assert services.log == []
        assert editor.said() == [] and editor.heard_of("window/showMessageRequest") == []


def test_on_by_setting_fetches_without_a_question_on_save_of_the_bib(tmp_path: Path) -> None:
    with editing(tmp_path, capabilities=FULL, fetch="on") as (editor, services, main):
        bib = main.with_name("refs.bib")
        text = bib.read_text()
        editor.open(bib, text)
        assert OWN in editor.hover_until(bib, "@article{gar", "We study how plants")
        asked = all_asked(editor, services)
        bib.write_text(text + "\n@misc{new, title = {A Preprint That Was Never Published}}\n")
        editor.save(bib)
        editor.stays_quiet()
        assert len(services.log) == asked, "the draft does not cite it"
        assert editor.heard_of("window/showMessageRequest") == []


def test_without_a_network_that_is_told_once_with_another_try(tmp_path: Path) -> None:
    with running() as services:
        gone = environment(tmp_path, services)
    main = make_project(tmp_path / "draft", DRAFT)
    with Editor(gone) as editor:
        editor.button = ""
        takes = {"takes": ["citeloom/problem"], "fetch": "on"}
        editor.initialize(main.parent, ASKS, initializationOptions=takes)
        editor.open(main)
        told = editor.until("citeloom/problem")
        assert told["fault"].startswith("No abstract could be fetched: ")
        assert told["fault"].endswith(" cannot be reached; is this machine online?")
        assert (titles(told), told["logHasMore"]) == (["Try again"], True)
        editor.save(main)
        other = make_project(tmp_path / "other", DRAFT.replace("year = 2021", "year = 2020"))
        editor.open(other)
        editor.stays_quiet(1)
        assert "no abstract yet" in editor.hover(other, r"\cite{gar")
        assert editor.leave() == 0
        assert len(editor.heard_of("citeloom/problem")) == 1
        assert editor.said() == []


def test_another_try_fetches_what_services_kept_back(tmp_path: Path) -> None:
    with editing(tmp_path, button=None, fetch="on") as (editor, _, main):
        config = tmp_path / "config.toml"
        online = config.read_text("utf-8")
        config.write_text(re.sub(r":\d+", ":9", online), "utf-8")
        editor.open(main)
        editor.until("window/showMessageRequest")
        (asked,) = (it for it in editor.heard if it.get("method") == "window/showMessageRequest")
        config.write_text(online, "utf-8")
        editor.send({"id": asked["id"], "result": {"title": "Try again"}})
        editor.hover_until(main, r"\cite{gar", OWN)
        assert editor.wait_for("window/showMessage")["message"] == (
            "2 of 2 abstracts were found (2 matched)."
        )


def test_settings_of_the_network_that_cannot_be_read_are_told_of_once(tmp_path: Path) -> None:
    with editing(tmp_path, fetch="on") as (editor, services, main):
        (tmp_path / "config.toml").write_text("contact = 7")
        editor.open(main)
        assert "config.toml" in editor.until("window/showMessage")["message"]
        editor.save(main)
        editor.stays_quiet()
        assert len(editor.said()) == 1 and services.log == []


def titles(question: dict[str, Any]) -> list[str]:
    return [action["title"] for action in question["actions"]]


def all_asked(editor: Editor, services: Running) -> int:
    """Wait until nobody is asked any more; return how often somebody was."""
    while any(thread.name == ChildThread.__name__ for thread in threading.enumerate()):
        editor.stays_quiet(0.1)
    return len(services.log)


@pytest.mark.parametrize("button", ["Allow", "Never"])
def test_a_bib_file_elsewhere_is_asked_about_once(tmp_path: Path, button: str) -> None:
    elsewhere = DRAFT.replace("{refs}", "{../library}").replace("%! refs.bib", "%! ../library.bib")
    for again in (False, True):
        with editing(tmp_path, elsewhere, button=button, fetch="on") as (editor, services, main):
            editor.open(main)
            if not again:
                question = editor.until("window/showMessageRequest")
                assert str(tmp_path / "library.bib") in question["message"]
                assert [action["title"] for action in question["actions"]] == ["Allow", "Never"]
                assert services.log == []
            if button == "Allow":
                assert OWN in editor.hover_until(main, r"\cite{gar", OWN)
            else:
                editor.save(main)
                editor.stays_quiet()
                assert services.log == []
            assert editor.leave() == 0
            assert len(editor.heard_of("window/showMessageRequest")) == (0 if again else 1)
