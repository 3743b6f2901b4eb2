"""What is told of the paper of a key, in parts and without the form of a page."""

import os
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from citeloom.actions.context import Context, open_project
from citeloom.actions.papers.description import (
    DescribedLinks,
    DescribedList,
    DescribedText,
    MissingAbstract,
)
from citeloom.actions.papers.links import links_in
from citeloom.actions.papers.show import show
from citeloom.papers.citing_sentence import CitingSentence, ReadText
from citeloom.papers.from_bib import papers_of
from citeloom.papers.identity import asked_id, title_id
from citeloom.papers.key_elements import KeyElement
from citeloom.papers.paper import Paper
from citeloom.papers.store.citing import put_texts
from citeloom.papers.store.elements import put_elements
from citeloom.papers.store.papers import day_of
from citeloom.papers.store.store import Store
from citeloom.problem import Place
from citeloom_latex.bib.resolve import resolve
from citeloom_latex.bib.scan import scan_bib
from projects import make_project, project_files, sample

PROJECT = sample("description")
NONE_KNOWN = "no abstract yet (no service has answered); fetching may find one"


@pytest.fixture
def main(tmp_path: Path) -> Path:
    return make_project(tmp_path, PROJECT)


@pytest.fixture
def store(own_data_folder: Path) -> Iterator[Store]:
    with Store.open(own_data_folder / "papers.sqlite") as store:
        yield store


def told(main: Path, key: str) -> list[str]:
    """Return the texts, the lists and the links of a description, one line each."""
    lines = []
    for part in show(main, key, Context()).description:
        match part:
            case DescribedText(text):
                lines.append(text)
            case DescribedList(heading, items) if items:
                lines.append(heading)
                for item in items:
                    name = item.name
                    where = f"{name.file.name}:{name.line}" if isinstance(name, Place) else name
                    lines.append(f"- {where}: {item.text}")
            case MissingAbstract():
                lines.append(part.text)
            case DescribedLinks(links):
                lines += [f"{link.name} {link.target}" for link in links]
    return [line for line in lines if line]


def paper(number: int) -> Paper:
    """Return the paper of an entry of the .bib."""
    bib = project_files(PROJECT)["refs.bib"]
    return papers_of(resolve([(bib, scan_bib(bib))]))[number]


def test_a_paper_of_which_only_a_web_page_is_known(main: Path) -> None:
    assert told(main, "bare") == [
        "Bare",
        NONE_KNOWN,
        "Cited once in this draft",
        "- main.tex:3: Others agree (bare; Lee and Wu, 2020), see (hand).",
        "web http://bare.example",
    ]


def test_a_paper_that_only_a_bibliography_by_hand_has(main: Path) -> None:
    assert told(main, "hand") == [
        "J. Hand, By Hand.",
        "From the bibliography in the draft.",
        "Cited once in this draft",
        "- main.tex:3: Others agree (bare; Lee and Wu, 2020), see (hand).",
    ]


def test_what_a_model_extracted_stands_for_the_abstracts_own_sentences(
    main: Path, store: Store
) -> None:
    own = "From the abstract's own sentences"
    before = told(main, "lee")
    assert before[before.index(own) + 1] == "- Aim: We study how bees dance."
    store.write(
        put_elements,
        main,
        paper(0),
        [KeyElement("Aim", "Bees, *explained*.", "some-model", "2025-01-02")],
    )
    after = told(main, "lee")
    heading = after.index("Extracted by some-model, 2025-01-02")
    assert after[heading + 1] == "- Aim: Bees, *explained*." and own not in after
    assert heading < after.index("Abstract")


def test_what_other_references_of_the_draft_say_of_a_paper(main: Path, store: Store) -> None:
    lee, bare = paper(0), paper(1)
    stranger = Paper("", title="Not Cited Here")
    stranger = replace(stranger, id=title_id(stranger))
    texts = []
    for citing, sentence in ((bare, "Bees dance, *they* show."), (stranger, "Nobody asks.")):
        said = CitingSentence(sentence, (lee.id,), "", False, citing.id, 1)
        texts.append(ReadText(citing.id, "1", ("",), {lee.id: asked_id(lee)}, (said,)))
    store.write(put_texts, main, texts, [lee, bare, stranger])
    heading = "What your other references say about it"
    lines = told(main, "lee")
    assert lines[lines.index(heading) + 1] == "- bare: Bees dance, *they* show."
    assert "Nobody asks" not in "".join(lines)
    assert heading not in told(main, "bare")


def test_an_abstract_of_the_store_says_where_it_is_from_and_when(main: Path, store: Store) -> None:
    assert "abstract from the .bib file" in told(main, "lee")
    bare = replace(paper(1), abstract="We ask.", sources={"abstract": "s2", "title": "s2"})
    store.put([bare])
    day = store.read(day_of, bare, "abstract")
    (status,) = (line for line in told(main, "bare") if "abstract from" in line)
    assert status.endswith(f"abstract from Semantic Scholar, {day}")


@pytest.mark.skipif(os.name == "nt", reason="there the name is one of another machine")
def test_no_other_machine_is_asked_for_a_file(main: Path) -> None:
    bib = main.with_name("refs.bib")
    (main.parent / r"\\host\x.pdf").write_bytes(b"")
    bib.write_text(r"@misc{a, file = {\\\\host\\x.pdf}, url = {file:///etc/passwd}, doi = {x}}")
    context = Context()
    project = open_project(main, context).project
    assert [*links_in(project, project.bibliographies[0])] == []
