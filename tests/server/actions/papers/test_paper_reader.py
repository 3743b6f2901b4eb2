"""Papers that are known from one check to the next: what is read again, and that it is the same."""

from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from sqlite3 import Connection

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from citeloom.actions.papers import entry_papers, paper_reader
from citeloom.actions.papers.paper_reader import PaperReader
from citeloom.draft.document import Bibliography
from citeloom.draft.library import Library
from citeloom.papers.entry import paper_of
from citeloom.papers.found import Found
from citeloom.papers.outcome import Outcome, Status
from citeloom.papers.paper import Paper
from citeloom.papers.store.papers import get_papers
from citeloom.papers.store.searches import ended_searches, keep_outcome
from citeloom.papers.store.store import Store
from citeloom.problem import Problem
from citeloom_latex.bib.resolve import ResolvedEntry
from citeloom_latex.bib.text import BibText
from citeloom_latex.edit import difference
from citeloom_latex.lined import LinedText
from hypothesis_profiles import examples

GROW = "Elms grow where nobody has planted one, and nobody knows for how long they will."
ENTRIES = {
    "oak": "@article{oak, title = {Oaks of Old}, author = {Bee}, year = 2001}\n",
    "oaks": "@misc{oaks, title = {Oaks of Old}, author = {Bee}, year = 2001, doi = {10.1000/o}}\n",
    "ash": "@article{ash, title = {Ash}, author = {C. Dee}, year = 2002, doi = {10.1000/o}}\n",
    "elm": "@misc{elm, title = {Elms}, author = {E. Eff}, year = 2003, abstract = {"
    + GROW
    + "}}\n",
}


class Edited:
    """A .bib file that is edited, and its entries as an editor's session reads them."""

    def __init__(self) -> None:
        self._text = BibText.of("")
        self._library = Library(())

    def entries(self, text: str) -> list[ResolvedEntry]:
        edit = difference(self._text.text, text)
        self._text = self._text.replaced(edit.span, edit.new_text)
        path = Path("/refs.bib")
        bib = Bibliography(path, LinedText(text), "utf-8", self._text.facts)
        self._library = Library((bib,), self._library)
        return list(self._library.entries)


@contextmanager
def counted(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    """Count, by key, which entries are read, and for which papers the store is asked."""
    seen: list[str] = []

    def read(entry: ResolvedEntry) -> Paper:
        seen.append(f"read {entry.entry.key}")
        return paper_of(entry)

    def ask(connection: Connection, papers: list[Paper], *, outdated: bool) -> dict[str, Outcome]:
        seen.extend(f"asked {one.key}" for one in papers)
        return ended_searches(connection, papers, outdated=outdated)

    with monkeypatch.context() as patch:
        patch.setattr(entry_papers, "paper_of", read)
        patch.setattr(paper_reader, "ended_searches", ask)
        yield seen


def found(title: str, abstract: str) -> Outcome:
    sources = {"title": "crossref", "abstract": "crossref"}
    paper = Paper("doi:10.1/x", title=title, abstract=abstract, sources=sources)
    return Outcome(paper, Status.MATCHED, found=(Found(paper),))


def test_only_what_has_changed_is_read_and_asked_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    bib, text = Edited(), "".join(ENTRIES.values())
    problems: list[Problem] = []
    Store.open(tmp_path / "store").close()
    with closing(PaperReader(tmp_path / "store", tmp_path)) as reader, counted(monkeypatch) as seen:
        first = reader.read(bib.entries(text), problems)
        assert seen == [
            *(f"read {one}" for one in ENTRIES),
            "asked oak",
            "asked ash",
            "asked elm",
        ]
        seen.clear()
        assert reader.read(bib.entries(text), problems) == first and seen == []
        changed = reader.read(bib.entries(text.replace("Elms}", "Elms of Old}")), problems)
        assert seen == ["read elm", "asked elm"]
        assert [one.own.title for one in changed][-1] == "Elms of Old"
        seen.clear()
        gone = reader.read(bib.entries(text.replace(ENTRIES["ash"], "")), problems)
        # The identifier that two papers had is the oak's alone now, which makes it another name.
        assert seen == ["read elm", "asked oak", "asked elm"]
        assert [one.own.key for one in gone] == ["oak", "elm"]
    assert problems == []


def test_what_another_process_stores_is_seen_and_what_it_was_is_not_kept(tmp_path: Path) -> None:
    bib, text = Edited(), "".join(ENTRIES.values())
    with closing(PaperReader(tmp_path / "store", tmp_path)) as reader:
        ash = reader.read(bib.entries(text), [])[1]
        assert (ash.paper.abstract, ash.outcome) == ("", None)
        with Store.open(tmp_path / "store") as other:
            other.write(keep_outcome, ash.own, found("Ash", "Ashes are grey."))
        ash = reader.read(bib.entries(text), [])[1]
        assert ash.paper.abstract == "Ashes are grey."
        assert ash.outcome is not None and ash.outcome.status is Status.MATCHED
        with Store.open(tmp_path / "store") as other:
            other.clear()
        assert reader.read(bib.entries(text), [])[1].paper.abstract == ""


def test_reading_writes_nothing_and_begins_no_store(tmp_path: Path) -> None:
    bib, text = Edited(), ENTRIES["elm"]
    path = tmp_path / "data" / "store"
    with closing(PaperReader(path, tmp_path)) as reader:
        (elm,) = reader.read(bib.entries(text), [])
        assert elm.paper.abstract == GROW
        assert list(tmp_path.iterdir()) == []
        with Store.open(path) as store:
            (elm,) = reader.read(bib.entries(text), [])
            assert store.stats().papers == 0
            assert store.read(get_papers, [elm.own.id]) == {}


def test_a_store_that_was_removed_is_not_asked_and_a_new_one_is(tmp_path: Path) -> None:
    bib, text = Edited(), ENTRIES["ash"]
    path = tmp_path / "store"
    with closing(PaperReader(path, tmp_path)) as reader:
        (ash,) = reader.read(bib.entries(text), [])
        for abstract in ("Ashes are grey.", "Ashes were green."):
            with Store.open(path) as store:
                store.write(keep_outcome, ash.own, found("Ash", abstract))
            assert reader.read(bib.entries(text), [])[0].paper.abstract == abstract
            for file in tmp_path.iterdir():
                file.unlink()
            assert reader.read(bib.entries(text), [])[0].paper.abstract == ""


def test_without_a_store_the_bib_has_to_do_and_that_is_said_each_time(tmp_path: Path) -> None:
    (tmp_path / "store").mkdir()
    bib, text = Edited(), ENTRIES["elm"]
    with closing(PaperReader(tmp_path / "store", tmp_path)) as reader:
        for _ in range(2):
            problems: list[Problem] = []
            (elm,) = reader.read(bib.entries(text), problems)
            assert elm.paper.abstract == GROW
            assert [one.rule for one in problems] == ["store"]
        (tmp_path / "store").rmdir()
        problems = []
        reader.read(bib.entries(text), problems)
        assert problems == []


def test_a_broken_store_is_replaced_and_that_is_said_once(tmp_path: Path) -> None:
    (tmp_path / "store").write_bytes(b"no database, " * 1000)
    bib, text = Edited(), ENTRIES["elm"]
    with closing(PaperReader(tmp_path / "store", tmp_path)) as reader:
        said: list[list[Problem]] = [[], []]
        for problems in said:
            reader.read(bib.entries(text), problems)
    assert [len(one) for one in said] == [1, 0]


@settings(max_examples=examples(40))
@given(
    st.lists(
        st.one_of(
            st.lists(st.sampled_from([*ENTRIES]), max_size=5),
            st.sampled_from(["fetch oak", "fetch elm", "clear", "edit", "edit back"]),
        ),
        max_size=8,
    )
)
def test_it_is_what_a_first_look_finds(
    tmp_path_factory: pytest.TempPathFactory, steps: list[list[str] | str]
) -> None:
    path = tmp_path_factory.mktemp("store") / "store"
    bib, keys, title = Edited(), [*ENTRIES], "Oaks of Old"
    with closing(PaperReader(path, path)) as reader:
        for step in steps:
            match step:
                case "clear":
                    with Store.open(path) as store:
                        store.clear()
                case "edit" | "edit back":
                    title = "Oaks" if step == "edit" else "Oaks of Old"
                case "fetch oak" | "fetch elm":
                    name = step.split()[1]
                    (entry,) = Edited().entries(ENTRIES[name])
                    with Store.open(path) as store:
                        own = paper_of(entry)
                        store.write(
                            keep_outcome, own, found(own.title, f"About {name}, at some length.")
                        )
                case list():
                    keys = step
            text = "".join(ENTRIES[key] for key in keys).replace("Oaks of Old", title)
            again = reader.read(bib.entries(text), [])
            with closing(PaperReader(path, path)) as fresh:
                assert again == fresh.read(Edited().entries(text), [])
