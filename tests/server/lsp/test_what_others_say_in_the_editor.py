"""A paper without an abstract in an editor: what others say of it is sent, and is a source."""

import asyncio
from datetime import date
from pathlib import Path

import pytest

from citeloom.actions.checking.claims.judging_plan import JudgeRequest
from citeloom.actions.context import Context
from citeloom.actions.plan_of_order import plan_of_order
from citeloom.actions.writing.task.request import WriteRequest
from citeloom.lsp.questions.sending import question
from citeloom.papers.fulltext.cache import FullTextCache, Kept
from citeloom.papers.fulltext.fetch import TextSearch
from citeloom.papers.fulltext.text import (
    Form,
    FullText,
    Reference,
    TextMention,
    TextParagraph,
    TextSection,
)
from citeloom.papers.store.store import Store
from endpoint_server import running
from writing_client import ASKING, MODEL_PAPER, configure_model, run, writing

pytestmark = pytest.mark.usefixtures("jobs_in_threads")

PAPER = MODEL_PAPER.replace(
    "title = {Elm Trees}, abstract = {We show that elm trees grow well in the north.}",
    "title = {Elm Trees of the North}, doi = {10.1000/elm}, year = 2019",
).replace("title = {Ash Trees},", "title = {Ash Trees}, eprint = {2101.00042},")
SAID = "Elm trees were measured in seven northern valleys."


def keep_a_text(data: Path) -> None:
    """Keep a full text of the first paper, which cites the second."""
    text = SAID.replace(".", " [9].")
    cites = TextMention(text.index("[9]"), text.index("[9]") + 3, ("9",))
    section = TextSection(
        "Introduction", 1, (TextParagraph("Ash trees grow."), TextParagraph(text, (cites,)))
    )
    listed = Reference("9", "Elm Trees of the North, 2019.", doi="10.1000/elm")
    full_text = FullText(Form.LATEX, "Ash Trees", "", (section,), (listed,))
    cache = FullTextCache(data / "full-texts")
    assert cache.put(Kept("arxiv:2101.00042", date(2024, 1, 1), TextSearch(full_text)))
    with Store.open(data / "papers.sqlite"):
        pass


def test_the_source_is_named_wherever_it_is_shown(tmp_path: Path, own_data_folder: Path) -> None:
    keep_a_text(own_data_folder)
    main = tmp_path / "main.tex"
    with running() as server, writing(tmp_path, PAPER, "zero-shot", ASKING) as (client, _):
        configure_model(server.address)
        dry = run(client, "dryRun")
        assert dry["estimate"]["toldByOthers"] == 1
        made = asyncio.run(plan_of_order(WriteRequest(main, "zero-shot"), Context())).forecast()
        assert (
            "abstract of 3 references, what other papers say about 1 without an abstract. "
        ) in question(made, JudgeRequest(main))
        page = dry["markdown"].partition("### Elm Trees of the North")[2].partition("###")[0]
        assert page.split("No abstract was found.")[1].split() == (
            f"What other references say about it: - {SAID}".split()
        )
        client.written(uri=main.as_uri())
        assert SAID in str(server.asked)
        preview = run(client, "preview")["markdown"]
        assert f"   - **elm**, said about it by ash: “{SAID}”\n" in preview
