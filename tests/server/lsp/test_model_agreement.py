"""Nothing of a draft leaves this machine before its user has agreed: who, what, what it costs."""

import json
import os
import stat
from pathlib import Path

import pytest
from connect_proxy import Proxy

from endpoint_server import running
from lsp_client import FULL, code_actions
from projects import make_project
from writing_client import (
    ASKING,
    FAR,
    MODEL_PAPER,
    PAPER,
    QUESTION,
    Editor,
    actions,
    configure_model,
    done,
    heard,
    question,
    refusal,
    run,
    take,
    writing,
)

pytestmark = pytest.mark.usefixtures("jobs_in_threads")

RELATED_LINE = MODEL_PAPER.splitlines().index("\\section{Related Work}") - 2


def test_the_question_says_who_what_and_how_much(tmp_path: Path, proxy: Proxy) -> None:
    configure_model(FAR, input_price=2.0, output_price=8.0, currency="EUR")
    with writing(tmp_path, MODEL_PAPER, "ckma", ASKING, answers=False) as (client, _):
        answer = run(client, "write")
        assert (answer["job"], answer["asked"]) == (None, True)
        asked = question(client)
        assert asked["params"]["actions"] == [{"title": "Write"}, {"title": "Not now"}]
        message = asked["params"]["message"]
        assert message.startswith(
            "Write related work by ckma, with stand-in at model.example.org? To be sent there: "
            "the draft's title and abstract, and title, authors, venue, year and abstract of 3 "
            "references. "
        )
        made = answer["estimate"]
        calls, chain = made["calls"]["most"], made["chain"]["most"]
        assert calls == sum(one["most"] for one in made["steps"]) > chain > 1
        tokens = f"{made['inputTokens']:,} tokens read and {made['outputTokens']:,} written"
        assert f"It takes {calls} calls, {chain} of them one after the other; " in message
        assert f"; about {tokens}, about {made['money']:.2f} EUR; it takes " in message
        assert made["money"] == pytest.approx(
            (made["inputTokens"] * 2 + made["outputTokens"] * 8) / 1e6
        )

        for count, button in enumerate(("Not now", None), 2):
            take(client, asked, button)
            assert run(client, "show")["jobs"] == []
            assert run(client, "write")["job"] is None
            asked = question(client, count)
        assert client.leave() == 0
    assert proxy.hosts == []


def test_whoever_has_agreed_is_asked_no_more_until_the_model_is_another(
    tmp_path: Path, proxy: Proxy, own_data_folder: Path
) -> None:
    main = tmp_path / "main.tex"
    configure_model(FAR)
    with writing(tmp_path, MODEL_PAPER, "zero-shot", ASKING, answers=False) as (client, _):
        run(client, "write")
        take(client, question(client), "Write")
        assert proxy.asked.wait(300)
        assert set(proxy.hosts) == {"model.example.org:443"}
        run(client, "cancel")
        assert "Cancelled: " in done(client)
    kept = own_data_folder / "agreed.json"
    agreed = ["model.example.org", "stand-in", "title", "abstract"]
    assert json.loads(kept.read_text()) == {str(main): agreed}
    if os.name != "nt":
        assert stat.S_IMODE(kept.stat().st_mode) == 0o600
    with Editor(tmp_path, answers=False) as client:
        client.begin("zero-shot", ASKING)
        client.open(main)
        assert run(client, "write")["job"] is not None
        run(client, "cancel")
        assert "Cancelled: " in done(client)
        for change in ({"name": "another"}, {"address": "https://other.example.org/v1"}):
            configure_model(**{"address": FAR, **change})
            assert not run(client, "estimate")["agreed"]
            assert run(client, "write")["job"] is None
        configure_model(FAR)
        assert run(client, "write")["job"] is None, "the agreement was for the other one's time"


def test_another_project_is_asked_for_by_itself(tmp_path: Path, proxy: Proxy) -> None:
    configure_model(FAR)
    first, second = (make_project(tmp_path / name, MODEL_PAPER) for name in "ab")
    with Editor(tmp_path, answers=False) as client:
        client.begin("zero-shot", ASKING)
        client.open(first)
        client.open(second)
        job = run(client, "write", {"uri": first.as_uri(), "agreed": True})["job"]
        run(client, "cancel", {"job": job})
        assert run(client, "write", {"uri": second.as_uri()})["job"] is None


def test_a_client_without_buttons_gets_the_estimate_and_says_that_it_agrees(
    tmp_path: Path, proxy: Proxy
) -> None:
    configure_model(FAR)
    with writing(tmp_path, MODEL_PAPER, "zero-shot", {}) as (client, document):
        answer = run(client, "write")
        assert (answer["job"], answer["asked"]) == (None, False)
        assert answer["estimate"]["host"] == "model.example.org"
        (said,) = heard(client, "window/showMessage")
        assert said["message"].endswith("or run citeloom.write with {'agreed': true}.")
        agree, write = actions(client, document, {"line": RELATED_LINE, "character": 0})
        assert agree["title"] == (
            "Agree that the draft is sent to stand-in at model.example.org; write (zero-shot)"
        )
        assert write["title"] == "Write related work for 'Related Work' (zero-shot)"
        assert proxy.hosts == []
        assert run(client, "write", *agree["command"]["arguments"])["job"]
        assert proxy.asked.wait(300)
        run(client, "cancel")
        assert "Cancelled: " in done(client)
        (write,) = actions(client, document, {"line": RELATED_LINE, "character": 0})


def test_a_model_that_became_another_behind_the_question_is_sent_nothing(
    tmp_path: Path, proxy: Proxy
) -> None:
    configure_model(FAR)
    with writing(tmp_path, MODEL_PAPER, "zero-shot", ASKING, answers=False) as (client, _):
        run(client, "write")
        asked = question(client)
        configure_model("https://other.example.org/v1")
        take(client, asked, "Write")
        assert "The model is now stand-in at other.example.org" in done(client)
    assert proxy.hosts == []


def test_a_model_on_this_machine_needs_no_agreement(tmp_path: Path, own_data_folder: Path) -> None:
    with (
        running() as server,
        writing(tmp_path, PAPER, "zero-shot", ASKING, answers=False) as (client, _),
    ):
        configure_model(server.address)
        found = run(client, "estimate")
        assert found["staysHere"] and found["agreed"]
        assert found["draftParts"] == ["introduction"], "this draft has neither title nor abstract"
        assert server.asked == []
        run(client, "write")
        assert done(client) == "the draft has no abstract; read instead: introduction"
        assert done(client).startswith("Related work is written (zero-shot, ")
        assert not any(one.get("method") == QUESTION for one in client.heard)
    assert not (own_data_folder / "agreed.json").exists()


def test_methods_say_whether_they_can_write_now(tmp_path: Path) -> None:
    with writing(tmp_path, MODEL_PAPER, "ckma", DISABLING) as (client, document):
        found = run(client, "methods")
        assert found["default"] == "ckma"
        of = {one["name"]: one for one in found["methods"]}
        assert of["extractive"]["canRun"] and not of["extractive"]["usesModel"]
        assert of["ckma"]["usesModel"] and not of["ckma"]["canRun"]
        why = of["ckma"]["why"]
        assert why == "no language model is configured; your own config.toml can name one"
        assert f"N{why[1:]}" in refusal(client, "write") and run(client, "estimate")["why"] == why
        (write,) = code_actions(client, document, {"line": RELATED_LINE, "character": 0})
        assert write["title"].endswith("(ckma)") and write["disabled"] == {"reason": why}
        assert "There is no method 'x'" in refusal(client, "estimate", {"method": "x"})

        Path(os.environ["CITELOOM_CONFIG"]).write_text('[model]\nprovider = "openai"\nname = "m"')
        of = {one["name"]: one for one in run(client, "methods")["methods"]}
        assert "api.openai.com wants a key, and none is known" in of["ckma"]["why"]
        assert run(client, "setKey", {"modelKey": "k" * 20}) == {"set": True}
        assert {one["why"] for one in run(client, "methods")["methods"]} == {""}


CODE_ACTION = FULL["textDocument"]["codeAction"]
DISABLING = {**FULL, "textDocument": {"codeAction": {**CODE_ACTION, "disabledSupport": True}}}


STANDING = MODEL_PAPER.replace(
    "\\section{Related Work}\n", "\\section{Related Work}\nTrees stand \\cite{ash}.\n"
)
"""A draft whose related work has a paragraph, but not every paper."""


def test_weaving_asks_before_the_paragraph_is_sent_even_where_writing_was_agreed_to(
    tmp_path: Path, proxy: Proxy, own_data_folder: Path
) -> None:
    configure_model(FAR)
    with writing(tmp_path, STANDING, "chatcite", ASKING, answers=False) as (client, _):
        run(client, "write", {"agreed": True})
        run(client, "cancel")
        assert "Cancelled: " in done(client)
        hosts = len(proxy.hosts)
        answer = run(client, "weave", {"key": "yew"})
        assert (answer["job"], answer["asked"]) == (None, True)
        asked = question(client)
        assert asked["params"]["actions"] == [{"title": "Weave in"}, {"title": "Not now"}]
        assert asked["params"]["message"].startswith(
            "Weave yew into the related work by chatcite, with stand-in at model.example.org? To "
            "be sent there: the draft's title, abstract and paragraphs of its related work, and "
            "title, authors, venue, year and abstract of 1 reference. It takes 6 calls, 3 of them "
            "one after the other; "
        )
        take(client, asked, "Not now")
        assert run(client, "weave", {"key": "yew"})["job"] is None
        assert len(proxy.hosts) == hosts
        proxy.asked.clear()
        take(client, question(client, 2), "Weave in")
        assert proxy.asked.wait(300)
        run(client, "cancel")
        assert "Cancelled: " in done(client)
        assert run(client, "weave", {"key": "yew"})["job"]
        run(client, "cancel")
        assert "Cancelled: " in done(client)
    assert set(proxy.hosts) == {"model.example.org:443"}


@pytest.mark.parametrize("command", ["write", "judgeClaims"])
def test_who_agrees_to_one_model_has_not_agreed_to_another(
    tmp_path: Path, proxy: Proxy, command: str
) -> None:
    configure_model(FAR)
    with writing(tmp_path, MODEL_PAPER, "zero-shot", FULL) as (client, _):
        assert run(client, command)["job"] is None
        configure_model("https://other.example.net/v1")  # In another window.
        assert run(client, command, {"agreed": True})["job"] is None
        (_, said) = heard(client, "window/showMessage", 2)
        assert "with stand-in at other.example.net? To be sent there: " in said["message"]
        assert proxy.hosts == []
        assert run(client, command, {"agreed": True})["job"]
        assert proxy.asked.wait(300) and set(proxy.hosts) == {"other.example.net:443"}
        run(client, "cancel")
