"""What weaving sends to a model is what its user is shown before: nothing more, nothing less."""

import asyncio
from pathlib import Path

from citeloom.actions.context import Context
from citeloom.actions.writing.dry_run import DryRun, weaving_dry_run
from citeloom.actions.writing.models import configured_model
from citeloom.actions.writing.weave import weave
from citeloom.actions.writing.weave_plan import WeaveRequest, plan_weave
from endpoint_server import running
from projects import make_project, sample
from writing_client import configure_model

PAPER = sample("what_weaving_sends")
PASSAGES = (
    *("A garden", "We keep a garden of trees.", "Gardens are old.", "Ours is new.", "a note"),
    *("Many plant ashes in rows", "Others count rings", "Roads are built", "Nobody walks there."),
    *("Ash, 2001", "Ash rows", "We plant ash", "Elm", "Elm rings", "We count the rings"),
    *("Road", "Stone roads", "We build roads", "Oak, 2004", "Oak trees", "We find that oak"),
    *("Lane", "Lanes", "We find lanes"),
)


def looked_at(folder: Path, *keys: str, **more: object) -> tuple[str, str, DryRun]:
    """Return what is shown before, and what is sent when it is woven in."""
    request = WeaveRequest(make_project(folder, PAPER), keys, "chatcite", **more)
    with running() as server:
        configure_model(server.address)
        planned = plan_weave(request, Context())
        dry = weaving_dry_run(planned, Context())
        assert not server.asked
        asyncio.run(weave(planned, Context(), None, configured_model()))
        return shown(dry), str(server.asked), dry


def shown(dry: DryRun) -> str:
    lines = [text for _, text in dry.draft]
    for paper in dry.papers:
        lines += [paper.title, *(it.family for it in paper.authors), paper.abstract]
        lines += [f"{it.family}, {paper.year}" for it in paper.authors]
    for paragraph in dry.paragraphs:
        lines += [paragraph.text, *paragraph.cited.values()]
    return "\n".join(lines)


def found(text: str) -> set[str]:
    return {passage for passage in PASSAGES if passage in text}


def test_of_one_reference_what_is_shown_is_what_is_sent(tmp_path: Path) -> None:
    before, sent, dry = looked_at(tmp_path, "oak")
    (paragraph,) = dry.paragraphs
    assert paragraph.text == "Many plant ashes in rows [ash]. Others count rings [elm]."
    assert paragraph.cited == {"ash": "Ash, 2001", "elm": "Elm"}
    assert found(before) == found(sent)
    assert {"Others count rings", "Ash, 2001", "We find that oak"} <= found(sent)


def test_of_several_all_is_shown_that_may_be_sent(tmp_path: Path) -> None:
    before, sent, dry = looked_at(tmp_path, "oak", "lane")
    assert len(dry.paragraphs) == 2
    assert found(sent) <= found(before)
    assert {"Roads are built", "We find lanes"} <= found(sent)
    assert not {"We build roads", "Gardens are old.", "a note"} & found(before)


def test_a_paragraph_that_is_named_is_the_one_shown(tmp_path: Path) -> None:
    before, sent, dry = looked_at(tmp_path, "oak", "lane", paragraph=2)
    (paragraph,) = dry.paragraphs
    assert paragraph.text == "Roads are built of stone [road]. Nobody walks there."
    assert found(before) == found(sent)


def test_a_method_without_a_model_sends_nothing(tmp_path: Path) -> None:
    planned = plan_weave(WeaveRequest(make_project(tmp_path, PAPER), ("oak",)), Context())
    assert weaving_dry_run(planned, Context()) == DryRun()
