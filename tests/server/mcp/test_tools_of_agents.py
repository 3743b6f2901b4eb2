"""What each tool answers: material of the draft's references, and checks of what an agent wrote."""

from dataclasses import replace
from pathlib import Path

import pytest
from kept_texts import MAIN, keep_texts

from agent_client import AgentClient, call, converse
from citeloom.actions.context import Context, open_project
from citeloom.papers.found import Found, Notice, NoticeKind
from citeloom.papers.from_bib import papers_of
from citeloom.papers.outcome import Outcome, Status
from citeloom.papers.store.searches import keep_outcome
from citeloom.papers.store.store import Store
from projects import make_project, sample

PROJECT = sample("tools_of_agents")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return make_project(tmp_path, PROJECT).parent


def test_references_have_their_states_and_places(folder: Path) -> None:
    value = call(folder, "references", file="main.tex", which="cited").value
    assert value["file"] == "main.tex"
    assert value["states"] == {"not in the .bib": 1, "abstract": 2}
    lee, cole, gone = value["references"]
    assert (lee["key"], lee["people"]) == ("lee20", "Lee & Röst 2020")
    assert lee["state"] == "abstract" and lee["abstract_from"] == "the .bib file"
    assert gone["key"] == "gone" and gone["state"] == "not in the .bib"
    places = [(at["section"], at["file"], at["line"]) for at in cole["cited"]]
    assert places == [("Introduction", "main.tex", 4), ("Related Work", "more.tex", 1)]


def test_what_changes_between_two_calls_is_seen(folder: Path) -> None:
    async def talk(client: AgentClient) -> list[tuple[str, str]]:
        found = []
        for abstract in ("", "abstract = {We count wasps. There are many wasps in our gardens.},"):
            (folder / "refs.bib").write_text(f"@misc{{lee20, {abstract} title = {{Wasps}}}}\n")
            listed = (await client.call("references", file="main.tex")).value["references"]
            paper = (await client.call("paper", file="main.tex", key="lee20")).value
            found.append((listed[0]["state"], paper["abstract"]))
        retract(folder / "main.tex", "lee20")
        listed = (await client.call("references", file="main.tex")).value["references"]
        return [*found, (listed[0]["state"], "")]

    (bare, nothing), (known, abstract), (retracted, _) = converse(talk, folder)
    assert (bare, nothing, known, retracted) == ("no abstract", "", "abstract", "retracted")
    assert "We count wasps" in abstract


def test_references_are_paged_and_chosen(folder: Path) -> None:
    first = call(folder, "references", file="main.tex", which="all", limit=3).value
    assert (first["of"], first["next"]) == (4, 3)
    rest = call(folder, "references", file="main.tex", which="all", start=3).value
    assert ([it["key"] for it in rest["references"]], rest["next"]) == (["unread"], None)
    bare = call(folder, "references", file="main.tex", which="all", state="no abstract").value
    assert [it["key"] for it in bare["references"]] == ["unread"]
    wrong = call(folder, "references", file="main.tex", state="lost")
    assert wrong.is_error and "'no abstract'" in wrong.text


def test_references_have_their_abstracts_where_these_are_wanted(folder: Path) -> None:
    plain = call(folder, "references", file="main.tex").value["references"]
    assert not any("abstract" in it for it in plain)
    value = call(folder, "references", file="main.tex", abstracts=True).value
    abstracts = {it["key"]: it.get("abstract", "") for it in value["references"]}
    assert "We propose a camera for every bee." in abstracts["lee20"]
    assert abstracts["lee20"].startswith("<quoted-") and not abstracts["unread"]


def test_a_paper_has_its_abstract_and_what_the_draft_says_of_it(folder: Path) -> None:
    value = call(folder, "paper", file="more.tex", key="lee20").value
    assert value["authors"] == "Kim Lee, Åsa Röst"
    assert "We propose a camera for every bee." in value["abstract"]
    assert value["abstract"].startswith("<quoted-")
    assert [it["line"] for it in value["in_the_draft"]] == [4]
    assert "nobody knows why" in value["in_the_draft"][0]["sentence"]
    assert {it["name"] for it in value["key_elements"]} <= {"Aim", "Method", "Finding"}
    wrong = call(folder, "paper", file="main.tex", key="lee2")
    assert wrong.is_error and "lee20" in wrong.text


def test_the_nearest_sentences_behind_a_claim(folder: Path) -> None:
    claim = "Traps find more wasps than people"
    value = call(folder, "sentences_behind", file="main.tex", claim=claim).value
    best = value["sentences"][0]
    assert (best["key"], best["source"]) == ("cole18", "abstract")
    assert "A net of traps" in best["sentence"]
    assert value["papers"] == 3
    among = call(folder, "sentences_behind", file="main.tex", claim=claim, keys=["unread"]).value
    assert among["sentences"] == [] and among["without_abstract"] == ["unread"]
    wrong = call(folder, "sentences_behind", file="main.tex", claim=claim, keys=["made-up"])
    assert wrong.is_error


def test_full_texts_that_are_kept_are_read_too_with_their_sections() -> None:
    keep_texts(Context().user.data_folder)
    claim = "Citation texts are generated by a model that learns to copy from a cited paper"
    key = "xing2020automatic"
    found = call(MAIN.parent, "sentences_behind", file="main.tex", claim=claim, keys=[key]).value
    whole = [it for it in found["sentences"] if it["source"] == "full text"]
    assert {it["section"] for it in whole} <= {"Introduction", "Results"} and whole
    assert not any("Earlier work" in it["sentence"] for it in found["sentences"])
    every = call(MAIN.parent, "sentences_behind", file="main.tex", claim=claim, limit=30).value
    assert any(it["source"] == "full text" for it in every["sentences"])


def retract(main: Path, key: str) -> None:
    """Keep a search that found that the paper of a key was retracted."""
    context = Context()
    entry = open_project(main, context).project.entry(key)
    assert entry is not None
    (paper,) = papers_of((entry,))
    notices = (Notice(NoticeKind.RETRACTION, "10.1/gone", source="crossref"),)
    found = Found(replace(paper, sources={"title": "crossref"}), notices=notices)
    with Store.open(context.user.store) as store:
        store.write(keep_outcome, paper, Outcome(paper, Status.MATCHED, "DOI", (found,)))


def test_a_text_is_checked_before_it_stands_in_the_draft(folder: Path) -> None:
    retract(folder / "main.tex", "cole18")
    text = "We follow \\citet{lee20} and\n\\cite[see][]{lee2, cole18}; % \\cite{hidden}\n"
    value = call(folder, "check_text", file="main.tex", text=text).value
    assert value["keys_are_right"] is False
    problems = {it["key"]: (it["line"], it["problem"]) for it in value["problems"]}
    assert problems["lee2"] == (2, "undefined citation key; did you mean lee20?")
    assert "was retracted (doi:10.1/gone)" in problems["cole18"][1]
    assert [it["key"] for it in value["keys"]] == ["lee20", "lee2", "cole18"]
    right = call(folder, "check_text", file="main.tex", text="Bees \\cite{lee20}.").value
    assert right["keys_are_right"] is True and right["problems"] == []
    retracted = call(folder, "references", file="main.tex", state="retracted").value
    assert [it["key"] for it in retracted["references"]] == ["cole18"]


def test_what_cited_papers_say_of_each_sentence_is_told(folder: Path) -> None:
    text = (
        "We begin here.\nA camera is proposed for every bee~\\cite{lee20}.\n\n"
        "Traps find fewer spiders than satellites~\\cite{cole18}. Ants~\\cite{unread}."
    )
    checked = call(folder, "check_text", file="main.tex", text=text).value
    assert (checked["keys_are_right"], checked["claims_to_read_again"]) == (False, 2)
    claims = checked["claims"]
    assert [it["line"] for it in claims] == [2, 4, 4]
    said, other, unknown = claims
    assert (said["finding"], said["sources"]) == ("same words as the source", [])
    assert other["finding"] == "nothing found" and "spiders" in other["reasons"][0]
    assert unknown["finding"] == "not compared"

    wrong = "A camera is proposed for every bee of 12 farms~\\cite{lee20}."
    (claim,) = call(folder, "check_text", file="main.tex", text=wrong).value["claims"]
    assert claim["finding"] == "look here"
    assert claim["sentence"] == "A camera is proposed for every bee of 12 farms."
    assert "We propose a camera for every bee." in claim["sources"][0]["sentence"]


def test_a_retracted_paper_is_told_wherever_an_agent_finds_it(folder: Path) -> None:
    retract(folder / "main.tex", "cole18")
    given = {"file": "main.tex", "words": "wasps bees"}
    found = {it["key"]: it for it in call(folder, "search_references", **given).value["references"]}
    claim = "Traps find more wasps than bees"
    near = call(folder, "sentences_behind", file="main.tex", claim=claim).value["sentences"]
    of_cole = [it for it in near if it["key"] == "cole18"]
    for of_paper in (found["cole18"], *of_cole):
        assert of_paper["warning"].startswith("the paper was retracted (doi:10.1/gone)")
    assert of_cole and "warning" not in found["lee20"]


def test_two_entries_of_one_key_are_told(folder: Path) -> None:
    value = call(folder, "check_text", file="main.tex", text="\\cite{cole18}").value
    assert value["problems"][0]["problem"].startswith("2 entries have this key")


def test_entries_are_found_by_words_whatever_their_accents(folder: Path) -> None:
    def found(words: str) -> list[str]:
        value = call(folder, "search_references", file="main.tex", words=words).value
        return [it["key"] for it in value["references"]]

    assert found("elise mor ANT cities") == ["unread"]
    assert found("dancing bees 2020")[0] == "lee20"
    assert found("garden wasps") == ["cole18"]
    assert found("xylophones") == []
    cited = call(folder, "search_references", file="main.tex", words="bees ants").value
    assert {it["key"]: it["is_cited"] for it in cited["references"]} == {
        "lee20": True,
        "unread": False,
    }
