"""The corpus, uncited entries and the papers that references cite, as sources of suggestions."""

import asyncio
import gzip
import json
import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from corpus_papers import in_corpus

from citeloom.actions.context import Context, open_project
from citeloom.actions.corpus.opening import CorpusFolder
from citeloom.actions.suggesting.all_sources import sources_in_hand
from citeloom.actions.suggesting.from_bib import BibSource
from citeloom.actions.suggesting.from_references import ReferencesSource
from citeloom.actions.suggesting.suggest import HOW_TO_GET_SOME, suggest
from citeloom.actions.suggesting.suggestion import Suggestions
from citeloom.actions.user.sending_agreement import keep_agreement
from citeloom.models.receiver import Receiver
from citeloom.papers.collection import Embedding
from citeloom.settings import UserSettings
from endpoint_server import Running, running
from projects import make_project
from services.running import running as running_services
from services.sample import SAMPLE
from services.whole_fetch import fetched, project

GARDEN, GRAPHS, PREPRINT, TEACUP = SAMPLE
DRAFT = r"""
%! main.tex
\documentclass{article}
\title{Parsing by graphs}
\begin{document}
\begin{abstract}Sentences are parsed by graphs.\end{abstract}
\section{Introduction}
Transition parsers are fast \cite{transition}. Treebanks of eleven languages were annotated by hand.
\bibliography{refs}
\end{document}
%! refs.bib
@article{transition, title = {Transition parsing}, 
  abstract = {Oracles guide a transition parser to its trees, one after the other.}}
"""
GARDENS = r"""\documentclass{article}\title{Trees for programmers}\begin{document}
\section{Introduction} Plants were studied \cite{garden}.\bibliography{refs}\end{document}
"""
DRAFT_OF_PREPRINTS = r"""\documentclass{article}\title{Preprints that stay}\begin{document}
\section{Introduction} Some stay so \cite{preprint}.\bibliography{refs}\end{document}
"""
RECORDS = (
    in_corpus("own", "Parsing by graphs", "Sentences are parsed by graphs."),
    in_corpus("known", "Transition parsing", "Oracles guide a transition parser to its trees."),
    in_corpus("oracle", "Dynamic oracles", "Oracles that guide a parser after a mistake."),
    in_corpus("trees", "Treebanks of eleven languages", "They were annotated by hand and checked."),
    in_corpus("birds", "Birds", "Nothing of this belongs to it."),
)


def context(folder: Path) -> Context:
    return Context(user=UserSettings(data_folder=folder / "data"))


def corpus(folder: Path, embedding: Embedding = Embedding()) -> CorpusFolder:  # noqa: B008
    import numpy as np

    found = CorpusFolder(folder / "corpus")
    store = found.make_store(embedding)
    store.put(RECORDS, np.eye(len(RECORDS), 8, dtype=np.float32) if embedding.name else None)
    store.optimise()
    return found


def suggested(folder: Path, place: CorpusFolder | None) -> Suggestions:
    main = make_project(folder / "draft", DRAFT)
    opened = open_project(main, context(folder))
    sources = sources_in_hand(opened, context(folder), place)
    return asyncio.run(suggest(opened, context(folder), sources=sources))


def test_the_corpus_is_searched_by_the_draft_and_by_its_references(tmp_path: Path) -> None:
    found = suggested(tmp_path, corpus(tmp_path))
    assert [it.paper.id for it in found.found] == ["oracle"]
    (oracles,) = found.found
    assert oracles.sources == ("corpus",)
    assert oracles.quote == "Oracles that guide a parser after a mistake."
    assert found == suggested(tmp_path, corpus(tmp_path))


def test_without_a_corpus_that_is_a_note(tmp_path: Path) -> None:
    found = suggested(tmp_path, CorpusFolder(tmp_path / "nowhere"))
    assert found.found == ()
    assert any(note.startswith("corpus: no corpus found in") for note in found.notes)
    assert any(
        note.startswith("reference lists of the papers that you cite: the reference lists")
        for note in found.notes
    )


def test_who_has_nothing_to_search_is_told_three_ways_to_get_some(tmp_path: Path) -> None:
    found = suggested(tmp_path, None)
    assert (found.found, found.notes[-1]) == ((), HOW_TO_GET_SOME)
    assert not any("no corpus found" in note for note in found.notes)
    assert HOW_TO_GET_SOME not in suggested(tmp_path, corpus(tmp_path)).notes


def test_papers_of_the_users_libraries_are_suggested_without_building_anything(
    tmp_path: Path,
) -> None:
    library = tmp_path / "own.bib"
    library.write_text(
        """@article{transition, title = {Dynamic oracles}, author = {Gold, Yo},
          abstract = {Oracles that guide a parser after a mistake.}}
        @article{known, title = {Transition parsing}}
        @article{back, title = {RETRACTED: Parsing by oracles}}
        @article{birds, title = {Birds}}""",
        "utf-8",
    )
    user = UserSettings(data_folder=tmp_path / "data", zotero="off", library=(library,))
    own = Context(user=user)
    opened = open_project(make_project(tmp_path / "draft", DRAFT), own)
    place = CorpusFolder(tmp_path / "nowhere")
    found = asyncio.run(suggest(opened, own, sources=sources_in_hand(opened, own, place)))
    (oracles,) = found.found
    assert (oracles.paper.title, oracles.sources) == ("Dynamic oracles", ("your libraries",))
    # The library's key is one of the draft's already, and of another paper.
    assert (oracles.key, oracles.paper.keys) == ("", ())
    assert oracles.quote == "Oracles that guide a parser after a mistake."
    library.unlink()
    again = asyncio.run(suggest(opened, own, sources=sources_in_hand(opened, own, place)))
    assert again.found == ()


def test_a_library_that_cannot_be_read_is_a_note(tmp_path: Path) -> None:
    user = UserSettings(data_folder=tmp_path / "data", zotero="off", library=(tmp_path,))
    own = Context(user=user)
    opened = open_project(make_project(tmp_path / "draft", DRAFT), own)
    place = CorpusFolder(tmp_path / "nowhere")
    found = asyncio.run(suggest(opened, own, sources=sources_in_hand(opened, own, place)))
    assert any(it.startswith("your libraries: your own .bib files cannot") for it in found.notes)


def test_entries_that_the_draft_does_not_cite_are_searched_by_it_and_its_references(
    tmp_path: Path,
) -> None:
    draft = (
        DRAFT
        + """@article{oracles, title = {Dynamic oracles for a transition parser}}
@article{birds, title = {Birds}}
@article{graphs, title = {Graphs}, abstract = {Graphs of sentences.}}
@proceedings{volume, title = {Proceedings of Parsing by Graphs}}
@software{program, title = {A transition parser}}
"""
    )
    own = context(tmp_path)
    opened = open_project(make_project(tmp_path / "draft", draft), own)
    found = asyncio.run(suggest(opened, own, sources=(BibSource(opened, own),))).found
    assert {each.key for each in found} == {"oracles", "graphs"}
    assert {each.sources for each in found} == {("your .bib files",)}


@pytest.fixture
def server() -> Iterator[Running]:
    with running() as found:
        yield found


def test_vectors_count_where_the_embedder_is_on_this_machine(
    tmp_path: Path, server: Running
) -> None:
    configure(server.address)
    host = server.address.split("/")[2]
    found = suggested(tmp_path, corpus(tmp_path, Embedding(f"{host}/stand-in", 8)))
    sent = [text for body in server.asked for text in body["input"]]
    assert any("Oracles guide a transition parser" in text for text in sent)
    assert any("Sentences are parsed by graphs." in text for text in sent)
    # By vectors everything is near to some degree.
    assert "birds" in {it.paper.id for it in found.found}


def test_nothing_is_sent_beyond_this_machine_without_an_agreement(tmp_path: Path) -> None:
    configure("https://embeddings.example/v1")
    found = suggested(tmp_path, corpus(tmp_path, Embedding("embeddings.example/stand-in", 8)))
    assert [it.paper.id for it in found.found] == ["oracle"]
    assert any("nothing is sent to stand-in at embeddings.example" in it for it in found.notes)


def test_an_embedder_that_fails_leaves_the_words(tmp_path: Path) -> None:
    configure("https://embeddings.invalid/v1")
    receiver = Receiver("embeddings.invalid", "stand-in", "embeddings")
    keep_agreement(tmp_path / "data", tmp_path / "draft" / "main.tex", receiver)
    found = suggested(tmp_path, corpus(tmp_path, Embedding("embeddings.invalid/stand-in", 8)))
    assert [it.paper.id for it in found.found] == ["oracle"]
    assert any("searched by words only" in note for note in found.notes)


def configure(address: str) -> None:
    given = {"provider": "custom", "address": address, "name": "stand-in"}
    lines = [f"{name} = {json.dumps(value)}" for name, value in given.items()]
    Path(os.environ["CITELOOM_CONFIG"]).write_text("\n".join(["[embeddings]", *lines]), "utf-8")


def test_what_a_reference_cites_is_suggested_with_who_cites_it(tmp_path: Path) -> None:
    main, data = project(tmp_path / "a"), tmp_path / "data"
    with running_services() as services:
        fetched(services.settings(), main, data)
    main.write_text(GARDENS, "utf-8")
    bib = tmp_path / "a" / "refs.bib"
    bib.write_text("@" + bib.read_text("utf-8").split("\n@")[1], "utf-8")
    opened = open_project(main, context(tmp_path))
    source = ReferencesSource(opened, context(tmp_path))
    found = asyncio.run(suggest(opened, context(tmp_path), sources=[source]))
    graphs = next(it for it in found.found if it.paper.title == GRAPHS.title)
    assert graphs.cited_by == ("garden",)
    assert graphs.sources == ("reference lists of the papers that you cite",)
    assert graphs.paper.abstract == GRAPHS.abstract
    assert GARDEN.title not in {it.paper.title for it in found.found}


def test_what_a_kept_full_text_of_a_reference_cites_is_suggested(tmp_path: Path) -> None:
    text = (
        rf"\documentclass{{article}}\title{{{PREPRINT.title}}}\begin{{document}}\maketitle"
        r"\section{Introduction} Preprints \cite{z} and gardens \cite{g} stay."
        r"\begin{thebibliography}{9}"
        rf"\bibitem{{g}} A. Müller. {GARDEN.title}. doi:10.1000/garden.1, 2019."
        r"\bibitem{z} Z. Zeno. ``Preprints that nobody has published yet''. doi:10.1000/zeno.9."
        r"\end{thebibliography}\end{document}"
    )
    source = ("application/gzip", gzip.compress(text.encode()))
    main, data = project(tmp_path / "a", DRAFT_OF_PREPRINTS), tmp_path / "data"
    with running_services(files={"/e-print/2101.00042": source}) as services:
        fetched(services.settings(), main, data, full_text=True)
    opened = open_project(main, context(tmp_path))
    source_in_hand = ReferencesSource(opened, context(tmp_path))
    found = asyncio.run(suggest(opened, context(tmp_path), sources=[source_in_hand]))
    zeno = next(it for it in found.found if it.paper.doi == "10.1000/zeno.9")
    assert zeno.cited_by == ("preprint",)
    assert zeno.paper.title == "Preprints that nobody has published yet"
