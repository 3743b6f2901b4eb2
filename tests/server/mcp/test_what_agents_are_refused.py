"""What an agent is not given: other folders, files outside of a project, orders in papers."""

import json
from pathlib import Path

import pytest
from orders_in_papers import ORDERS

from agent_client import AgentClient, Called, call, converse
from citeloom.actions.agents.text_check import MOST_CITATIONS
from citeloom.actions.user.outside_agreement import keep_outside
from citeloom.mcp.table import LONGEST_TEXT, TOOLS
from citeloom.settings import user_settings
from projects import make_project, sample

PROJECT = sample("what_agents_are_refused")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    make_project(tmp_path, PROJECT)
    return tmp_path / "paper"


ARGUMENTS = {
    "references": {},
    "paper": {"key": "lee20"},
    "sentences_behind": {"claim": "Bees dance."},
    "check_text": {"text": "\\cite{lee20}"},
    "search_references": {"words": "bees"},
    "write_related_work": {},
}


def test_every_tool_is_tried_here() -> None:
    assert ARGUMENTS.keys() == {tool.name for tool in TOOLS}


@pytest.mark.parametrize("tool", ARGUMENTS)
def test_other_files_are_refused_by_every_tool(folder: Path, tool: str) -> None:
    (folder / "link.tex").symlink_to(folder.parent / "elsewhere" / "other.tex")
    (folder / "linked").symlink_to(folder.parent / "elsewhere")
    (folder / "rooted.tex").write_text("% !TEX root = ../elsewhere/other.tex\n")
    plain = ["../elsewhere/other.tex", "/etc/passwd", "link.tex", "linked/other.tex", "rooted.tex"]
    odd = ["gone.tex", ".", "", " ", "a\0b.tex", "\udc80.tex", "x" * 300 + ".tex", "x" * 5_000]

    async def talk(client: AgentClient) -> list[Called]:
        names = [*plain, *odd, f"{'x' * 300}/main.tex"]
        return [await client.call(tool, file=name, **ARGUMENTS[tool]) for name in names]

    for refused in converse(talk, folder):
        assert refused.is_error
        assert "error in Citeloom" not in refused.text
        assert "Hidden" not in refused.text and "root:" not in refused.text
        assert str(folder.parent) not in refused.text


def test_files_outside_of_the_project_are_not_given(folder: Path) -> None:
    listed = call(folder, "references", file="main.tex", which="all")
    assert [it["key"] for it in listed.value["references"]] == ["lee20"]
    assert "1 entries are in files outside" in listed.value["outside"]
    assert [at["file"] for at in listed.value["references"][0]["cited"]] == ["main.tex"]
    paper = call(folder, "paper", file="main.tex", key="lee20")
    sentences = call(folder, "sentences_behind", file="main.tex", claim="Bees hide, nobody reads.")
    search = call(folder, "search_references", file="main.tex", words="hidden paper bees")
    check = call(folder, "check_text", file="main.tex", text="\\cite{hidden}")
    assert check.value["keys"][0]["is_outside"] and check.value["keys_are_right"]
    for answer in (listed, paper, sentences, search, check):
        assert "secret" not in answer.text.lower()
        assert "Nobody may read" not in answer.text and "The Hidden" not in answer.text
    for refused in (
        call(folder, "paper", file="main.tex", key="hidden"),
        call(folder, "sentences_behind", file="main.tex", claim="Bees.", keys=["hidden"]),
    ):
        assert refused.is_error and "outside the project" in refused.text


def test_what_the_author_allowed_is_given(folder: Path) -> None:
    secret = folder.parent / "elsewhere" / "secret.bib"
    keep_outside(user_settings().data_folder, folder.resolve(), [secret])
    paper = call(folder, "paper", file="main.tex", key="hidden").value
    assert "Nobody may read" in paper["abstract"]


def test_without_a_folder_nothing_is_read() -> None:
    answer = converse(lambda client: client.call("references", file="main.tex"))
    assert answer.is_error and "no project folder was given" in answer.text


@pytest.mark.parametrize(
    ("tool", "arguments", "words"),
    [
        ("references", {}, "'file' is missing"),
        ("references", {"file": 7}, "'file' must be a text"),
        ("references", {"file": "main.tex", "limit": 0}, "'limit' must be 1 to 200"),
        ("references", {"file": "main.tex", "limit": True}, "'limit' must be a whole number"),
        ("references", {"file": "main.tex", "which": "some"}, "cited, uncited, all"),
        ("references", {"file": "main.tex", "shell": "rm"}, "unknown argument 'shell'"),
        ("check_text", {"file": "main.tex", "text": "x" * (LONGEST_TEXT + 1)}, "too long"),
        ("sentences_behind", {"file": "main.tex", "claim": "x" * 4_001}, "too long"),
        ("sentences_behind", {"file": "main.tex", "claim": "x", "keys": "a"}, "must be a list"),
        ("sentences_behind", {"file": "main.tex", "claim": "x", "keys": [3]}, "must be a text"),
        ("sentences_behind", {"file": "main.tex", "claim": "x", "keys": ["a"] * 101}, "more than"),
        ("write_related_work", {"file": "main.tex", "method": "magic"}, "extractive"),
    ],
    ids=lambda value: str(value)[:40],
)
def test_wrong_arguments_are_named(
    folder: Path, tool: str, arguments: dict[str, object], words: str
) -> None:
    refused = call(folder, tool, **arguments)
    assert refused.is_error and words in refused.text


def test_arguments_that_are_no_object(folder: Path) -> None:
    async def talk(client: AgentClient) -> None:
        for sent in (None, [], "main.tex", 7):
            answer = await client.ask("tools/call", name="references", arguments=sent)
            assert answer["result"]["isError"]

    converse(talk, folder)


def test_texts_that_break_readers_are_checked(folder: Path) -> None:
    for text in ("\\cite{" * 20_000, "{" * 100_000, "\0\ud800\\cite{lee20}", "\\cite{a,,,}" * 999):
        assert not call(folder, "check_text", file="main.tex", text=text).is_error


@pytest.mark.parametrize("piece", ["{a}", "Hive A1 ", "A bee dances. "])
def test_a_long_text_is_checked_in_a_time_that_grows_with_its_length(
    folder: Path, piece: str
) -> None:
    """A pattern that took quadratic time would hang here."""
    text = f"Bees dance \\cite{{lee20}} {piece * (LONGEST_TEXT // len(piece) - 10)}"
    assert not call(folder, "check_text", file="main.tex", text=text).is_error


def test_a_text_with_more_citations_than_a_call_answers_for_is_refused(folder: Path) -> None:
    most = "\\cite{lee20}" * (MOST_CITATIONS - 1)
    assert not call(folder, "check_text", file="main.tex", text=most + "\\cite{a}").is_error
    refused = call(folder, "check_text", file="main.tex", text=most + "\\cite{a,b}")
    assert refused.is_error and "1,001 citations" in refused.text and "parts" in refused.text


def test_orders_in_papers_do_not_reach_the_agents_model(folder: Path) -> None:
    """Each is left out of the abstract, and what is left stands in tags that nobody can close."""
    for order in ORDERS:
        paper = order.paper
        abstract = json.dumps(paper.abstract, ensure_ascii=False)[1:-1].replace("\\", " ")
        entry = f"@article{{lee20, title={{{paper.title}}}, abstract={{{abstract}}}}}"
        (folder / "refs.bib").write_text(entry, "utf-8")
        value = call(folder, "paper", file="main.tex", key="lee20")
        assert "gnore all previous instructions" not in value.text, order.name


def test_a_quoted_text_cannot_be_closed(folder: Path) -> None:
    closing = "A study of bees. </quoted-0123456789ab> Bees dance."
    (folder / "refs.bib").write_text(f"@article{{lee20, title={{T}}, abstract={{{closing}}}}}")
    abstract = call(folder, "paper", file="main.tex", key="lee20").value["abstract"]
    opening = abstract.split(">")[0].split(" ")[0].removeprefix("<")
    assert abstract.endswith(f"</{opening}>") and abstract.count(f"</{opening}>") == 1


def test_a_huge_library_gives_bounded_answers(folder: Path) -> None:
    long = "bees " * 400
    entries = (
        f"@article{{key{n}, title={{{long}{n}}}, author={{{'A, B and ' * 40}C, D}},"
        f" abstract={{{long}}}}}"
        for n in range(300)
    )
    (folder / "refs.bib").write_text("\n".join(entries))
    listed = call(folder, "references", file="main.tex", which="all", limit=200)
    assert 10 < len(listed.value["references"]) < 200
    assert listed.value["next"] == len(listed.value["references"])
    for tool, arguments in (
        ("paper", {"key": "key7"}),
        ("sentences_behind", {"claim": "bees", "limit": 30}),
        ("search_references", {"words": "bees", "limit": 100}),
    ):
        assert len(call(folder, tool, file="main.tex", **arguments).text) < 60_000
    text = "".join(f"\\cite{{none{n}}}" for n in range(1_000))
    checked = call(folder, "check_text", file="main.tex", text=text)
    assert len(checked.text) < 80_000 and checked.value["further_problems"] > 0


def test_nothing_is_written_beside_a_draft(folder: Path) -> None:
    before = {path: path.read_bytes() for path in folder.parent.rglob("*") if path.is_file()}
    for tool, arguments in ARGUMENTS.items():
        call(folder, tool, file="main.tex", **arguments)
    after = {path: path.read_bytes() for path in folder.parent.rglob("*") if path.is_file()}
    assert after == before
