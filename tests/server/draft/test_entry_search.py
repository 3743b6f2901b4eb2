"""The index of entries by words: its answers are those of reading every entry's words."""

from itertools import islice
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from citeloom.actions.context import context_over, open_project
from citeloom.actions.keys import complete
from citeloom.actions.keys.around import around
from citeloom.actions.keys.complete import TypedKey, candidates, typed_key_at
from citeloom.actions.keys.ranking import scores
from citeloom.draft import entry_search
from citeloom.draft.document import Document
from citeloom.draft.entry_search import fold
from citeloom.draft.project import Project
from citeloom.settings import user_settings
from citeloom_latex.bib import scan as bib_scan
from citeloom_latex.lined import LinedText
from citeloom_latex.spans import Span
from hypothesis_profiles import examples

MAIN = r"""
\documentclass{article}
\begin{document}
Bees \cite{TYPED} dance.
\bibliography{refs}
\end{document}
"""
NAMED = ("title", "author", "editor", "year", "date")
KEYS = st.sampled_from(("bee1", "Bee2", "ant", "x_bee", "a--b", "a~bee", "", "fern20", "Müller"))
TITLES = st.sampled_from(
    (
        *("Bees Dance", "{B}ees\n and ants", 'M{\\"u}ller on Ferns', "Ants 20", "Straße 𝔸"),
        *("The $bee$", "ant--fern", "bee", "é", ""),
    )
)
ENTRIES = st.tuples(KEYS, TITLES, st.sampled_from(("Bee, Ann", "Ødegård, É", "Ant"))).map(
    lambda read: f"@misc{{{read[0]}, title = {{{read[1]}}}, author = {{{read[2]}}}, year = 2001}}\n"
)
TYPED = st.sampled_from(
    ("", "b", "bee", "e", "ee", "a", "20", "dance", "bee ann", "2001 b", "ü", "strasse", "zq", "a-")
)


def opened(folder: Path, bib: LinedText, typed: str) -> Project:
    texts = {
        folder / "main.tex": LinedText(MAIN.replace("TYPED", typed)),
        folder / "refs.bib": bib,
    }
    return open_project(folder / "main.tex", context_over(texts, user_settings())).project


def words_of_all(project: Project) -> list[str]:
    entries = project.library.entries
    named = (
        " ".join(entry.values[name] for name in NAMED if name in entry.values) for entry in entries
    )
    return [fold(f"{key} {values}") for key, values in zip(entries.keys, named, strict=True)]


def keys_by_full_scoring(project: Project, found: TypedKey, document: Document) -> list[str]:
    """Return the keys that fit, every entry read and every one that fits sorted."""
    fit = scores(project, document, around(document, found.command, found.others))
    words = fold(found.text).split()
    keys = project.library.entries.keys
    ranked = []
    for number, text in enumerate(words_of_all(project)):
        if all(word in text for word in words):
            key = fold(keys[number])
            begins = bool(words) and key.startswith(words[0])
            inside = bool(words) and words[0] in key
            ranked.append((not begins, not inside, number not in fit, -fit.get(number, 0), number))
    ordered = (keys[rank[-1]] for rank in sorted(ranked))
    return [*dict.fromkeys(key for key in ordered if key)][: complete.MOST]


@given(entries=st.lists(ENTRIES, max_size=12), typed=TYPED, most=st.sampled_from((2, 100)))
def test_the_keys_offered_are_those_of_scoring_all(
    entries: list[str], typed: str, most: int
) -> None:
    with TemporaryDirectory() as name, pytest.MonkeyPatch.context() as patched:
        patched.setattr(entry_search, "BLOCK", 3)
        patched.setattr(complete, "MOST", most)
        folder = Path(name).resolve()
        project = opened(folder, LinedText("".join(entries)), typed)
        main = folder / "main.tex"
        document = project.documents[main]
        assert isinstance(document, Document)
        found = typed_key_at(document, document.text.index("\\cite{") + 6 + len(typed))
        assert found is not None and found.text == typed
        offered = [candidate.key for candidate in candidates(project, document, found)]
        assert offered == keys_by_full_scoring(project, found, document)


@given(
    entries=st.lists(ENTRIES, max_size=12),
    asked=st.lists(st.tuples(TYPED, st.integers(0, 12)), max_size=8),
)
def test_what_was_looked_for_before_changes_no_answer(
    entries: list[str], asked: list[tuple[str, int]]
) -> None:
    with TemporaryDirectory() as name, pytest.MonkeyPatch.context() as patched:
        patched.setattr(entry_search, "BLOCK", 3)
        project = opened(Path(name).resolve(), LinedText("".join(entries)), "x")
        search, texts = project.library.search, words_of_all(project)
        for typed, most in asked:
            words = fold(typed).split()
            holding = [n for n, text in enumerate(texts) if all(word in text for word in words)]
            # Whoever has enough of them asks for no more.
            assert [*islice(search.entries_holding(words), most)] == holding[:most]
            assert [*search.holding(words, range(len(texts)))] == holding


@settings(max_examples=examples(40))
@given(
    entries=st.lists(ENTRIES, max_size=12),
    edits=st.lists(
        st.tuples(st.integers(0, 800), st.integers(0, 150), st.lists(ENTRIES, max_size=4)),
        max_size=5,
    ),
    typed=TYPED,
)
def test_an_edited_index_answers_as_one_made_anew(
    entries: list[str], edits: list[tuple[int, int, list[str]]], typed: str
) -> None:
    words = fold(typed).split()
    with TemporaryDirectory() as name, pytest.MonkeyPatch.context() as patched:
        patched.setattr(entry_search, "BLOCK", 3)
        patched.setattr(bib_scan, "PART", 40)
        folder = Path(name).resolve()
        main, bib = folder / "main.tex", folder / "refs.bib"
        texts = {main: LinedText(MAIN.replace("TYPED", "")), bib: LinedText("".join(entries))}
        context = context_over(texts, user_settings())
        assert open_project(main, context).project.library.search
        for start, count, come in edits:
            start = min(start, len(texts[bib].text))
            end = min(start + count, len(texts[bib].text))
            texts[bib] = texts[bib].replaced(Span(start, end), "".join(come))
            project = open_project(main, context).project
            search = project.library.search
            all_words = words_of_all(project)
            assert [search.text(number) for number in range(len(all_words))] == all_words
            assert [*search.entries_holding(words)] == [
                number
                for number, text in enumerate(all_words)
                if all(word in text for word in words)
            ]


def test_an_entry_more_has_no_other_read_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bib_scan, "PART", 40)
    bib = LinedText("".join(f"@misc{{k{n}, title = {{Title {n} of Bees}}}}\n" for n in range(9)))
    texts = {tmp_path / "main.tex": LinedText(MAIN), tmp_path / "refs.bib": bib}
    context = context_over(texts, user_settings())
    search = open_project(tmp_path / "main.tex", context).project.library.search
    assert [*search.entries_holding(["k8"])] == [8]
    read: list[str] = []
    monkeypatch.setattr(entry_search, "fold", lambda text: read.append(text) or fold(text))
    texts[tmp_path / "refs.bib"] = bib.replaced(Span(0, 0), "@misc{moss, title={Moss}}\n")
    search = open_project(tmp_path / "main.tex", context).project.library.search
    assert [*search.entries_holding(["moss"])] == [0] and [*search.entries_holding(["k8"])] == [9]
    assert "moss" in read and "k8" not in read


def test_every_entry_holds_an_empty_word(tmp_path: Path) -> None:
    search = opened(tmp_path, LinedText("@misc{k1, title = {Bees}}\n@misc{k2}"), "").library.search
    assert [*search.entries_holding([""])] == [0, 1]
    assert [*search.entries_holding(["", "bees"])] == [0]
