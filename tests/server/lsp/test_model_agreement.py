"""Nothing of a draft leaves this machine before its user has agreed: who, what, what it costs."""

import json
import os
import stat
from dataclasses import dataclass
from pathlib import Path

import pytest
from connect_proxy import Proxy
from written_drafts import change, written_draft

from endpoint_server import running
from lsp_client import position
from writing_client import (
    ASKING,
    FAR,
    MODEL_PAPER,
    PAPER,
    QUESTION,
    Editor,
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


def test_the_question_says_who_what_and_how_much(tmp_path: Path, proxy: Proxy) -> None:
    configure_model(FAR, input_price=2.0, output_price=8.0, currency="EUR")
    with writing(tmp_path, MODEL_PAPER, "ckma", ASKING, answers=False) as (client, _):
        answer = run(client, "write")
        assert (answer["job"], answer["asked"]) == (None, True)
        asked = question(client)
        assert asked["params"]["actions"] == [{"title": "Write"}, {"title": "Not now"}]
        message = asked["params"]["message"]
        assert message.startswith(
            "Write related work by ckma, with stand-in at model.example.org? To be sent: the "
            "draft's title and abstract, and title, authors, venue, year and abstract of 3 "
            "references. "
        )
        made = answer["estimate"]
        calls, chain = made["calls"], made["chain"]
        assert calls == sum(step["calls"] for step in made["steps"]) > chain > 1
        tokens = f"{made['inputTokens']:,} tokens sent and {made['outputTokens']:,} received"
        assert f"It takes about {calls} calls, {chain} of them one after the other; " in message
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
        said = done(client)
        assert said.startswith("Related work written (zero-shot, ")
        assert "The draft has no abstract; read instead: introduction." in said
        assert not any(one.get("method") == QUESTION for one in client.heard)
    assert not (own_data_folder / "agreed.json").exists()


STANDING = MODEL_PAPER.replace(
    "\\section{Related Work}\n", "\\section{Related Work}\nTrees stand \\cite{ash}.\n"
)
"""A draft whose related work has a paragraph, but not every paper."""


@dataclass(frozen=True)
class Kind:
    """A kind of work that sends parts of a draft: its command, and how its user is asked."""

    command: str
    given: dict[str, object]
    asked: str


KINDS = {
    "write": Kind("write", {}, "Write related work by zero-shot, with"),
    "weave": Kind("weave", {"keys": ["oak"]}, "Weave oak into the related work by chatcite, with"),
    "judge": Kind("judgeClaims", {}, "Check the draft's claims with a model, with"),
    "revise": Kind("revise", {"revision": "sentence"}, "Rewrite by zero-shot, with"),
    "tell on a theme": Kind(
        "revise",
        {"revision": "theme", "theme": "cold winters"},
        "Rewrite this paragraph from the point of view of “cold winters” by zero-shot, with",
    ),
}
OTHER = "https://other.example.net/v1"


@pytest.mark.parametrize("name", KINDS)
def test_no_kind_of_work_sends_anything_before_its_user_has_agreed_to_that_model(
    tmp_path: Path, proxy: Proxy, name: str
) -> None:
    kind = KINDS[name]
    main = written_draft(tmp_path)
    change(main, "Ours is another.", "Ours is another \\cite{oak}.")
    with main.with_name("refs.bib").open("a") as bib:
        bib.write("@misc{oak, title = {Oaks}, abstract = {We find that oaks grow old in parks.}}")
    text = main.read_text("utf-8")
    at = position(text, text.index("{elm} shows"))
    configure_model(FAR)
    with Editor(tmp_path) as client:
        client.begin("zero-shot", {}, claims="always", takes=["citeloom/theme"])
        document = client.open(main)
        place = {"position": at} if kind.command == "revise" else {}
        given = {**document, **place, **kind.given}

        agreed = {"agreed": "stand-in at model.example.org"}
        refused = refusal(client, kind.command, given)
        assert f"Run citeloom.{kind.command} with {agreed}." in refused
        (said,) = heard(client, "window/showMessage")
        assert said["message"].startswith(f"{kind.asked} stand-in at model.example.org? To be sent")
        assert ("The theme “cold winters” is also sent." in said["message"]) is (
            "theme" in kind.given
        )

        configure_model(OTHER)  # In another window.
        refused = refusal(client, kind.command, {**given, **agreed})
        assert "stand-in at other.example.net" in refused
        (_, said) = heard(client, "window/showMessage", 2)
        assert "with stand-in at other.example.net? To be sent: " in said["message"]
        assert proxy.hosts == []
        agreed = {"agreed": "stand-in at other.example.net"}
        assert run(client, kind.command, {**given, **agreed})["job"]
        assert proxy.asked.wait(300)
        assert set(proxy.hosts) == {"other.example.net:443"}
        run(client, "cancel")


def test_who_agreed_to_less_is_asked_again_for_more(tmp_path: Path, proxy: Proxy) -> None:
    configure_model(FAR)
    with writing(tmp_path, STANDING, "chatcite", ASKING, answers=False) as (client, _):
        run(client, "write", {"agreed": "stand-in at model.example.org"})
        run(client, "cancel")
        assert "Cancelled: " in done(client)
        hosts = len(proxy.hosts)
        for count, (name, given, button, parts) in enumerate(
            (
                ("weave", {"keys": ["yew"]}, "Weave in", "title, abstract and paragraphs of its"),
                ("judgeClaims", {}, "Judge", "the draft's citing sentences, and title and"),
            ),
            1,
        ):
            assert run(client, name, given)["job"] is None
            asked = question(client, count)
            assert asked["params"]["actions"] == [{"title": button}, {"title": "Not now"}]
            assert parts in asked["params"]["message"]
        assert len(proxy.hosts) == hosts
