"""The order of completed keys: what stands around the cite command decides among those that fit."""

import os
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from families import families
from hypothesis import given
from hypothesis import strategies as st

from citeloom.actions.context import context_over, open_project
from citeloom.actions.keys.complete import candidates, is_indexed, typed_key_at
from citeloom.draft.document import Document
from citeloom.draft.entry_search import fold
from citeloom.draft.terms import entry_terms
from citeloom.settings import user_settings
from citeloom_latex.bib import scan as bib_scan
from citeloom_latex.lined import LinedText
from citeloom_latex.spans import Span
from cursors import at_cursor
from projects import make_project, sample

FAMILIES = families(__file__)

DRAFT = sample("order_of_keys")


def ordered(folder: Path, typed: str, project: str = DRAFT) -> list[str]:
    """Return the keys offered where ``|`` stands in what is typed."""
    opened, source, offset = at_cursor(folder, project.replace("TYPED", typed))
    assert isinstance(source, Document)
    found = typed_key_at(source, offset)
    assert found is not None
    return [candidate.key for candidate in candidates(opened.project, source, found)]


@pytest.mark.parametrize(("typed", "first"), FAMILIES["the_first_key_is_what_the_place_speaks_of"])
def test_the_first_key_is_what_the_place_speaks_of(tmp_path: Path, typed: str, first: str) -> None:
    assert ordered(tmp_path, typed)[0] == first


def test_a_word_is_no_name_without_its_capital(tmp_path: Path) -> None:
    assert ordered(tmp_path, r"After a long walk on brown stone \cite{|}.")[:1] == ["k3"]


def test_a_sentence_says_nothing_of_its_own_keys(tmp_path: Path) -> None:
    """A key that the sentence cites already would be the best for all that it says."""
    typed = r"Mosses live on rocks \cite{k7}, and growth of mosses \cite{|}."
    assert ordered(tmp_path, typed)[0] == "k1"


def test_commands_and_comments_are_no_words(tmp_path: Path) -> None:
    typed = "\\emph{Growth} % soccer crickets\n is slow \\label{bees} $ants$ \\cite{|}."
    assert ordered(tmp_path, typed)[0] == "k1"


def test_a_key_that_is_typed_over_counts_for_nothing(tmp_path: Path) -> None:
    """Its own command does not speak for a key that is to be replaced."""
    assert ordered(tmp_path, r"Ferns grow \cite{k3,|k7}.")[0] == "k1"


WORDS = st.sampled_from(
    (
        *("bees", "Brown", "growth", "soccer", "quorum", "Ferns.", "\\cite{k1,k5}", "\\cite{k7}"),
        *("\n\n", "%", "$", "{", "}", "\\section{Ants}", "\\cite{k2", "é"),
    )
)
TEXTS = st.lists(WORDS, max_size=12).map(" ".join)
PREFIXES = st.sampled_from(("", "k", "K", "k3", "b", "ow", "20", "on", "é", "k bees"))


@given(before=TEXTS, after=TEXTS, prefix=PREFIXES)
def test_what_stands_around_changes_the_order_alone(before: str, after: str, prefix: str) -> None:
    with TemporaryDirectory() as name:
        folder = Path(name).resolve()
        make_project(folder, DRAFT.replace("TYPED", ""))
        text = f"{before}\n\nIt \\cite{{{prefix}}} {after}\n\\bibliography{{refs}}"
        main = folder / "main.tex"
        context = context_over({main: LinedText(text)}, user_settings())
        project = open_project(main, context).project
        document = project.documents[main]
        typed = typed_key_at(document, len(before) + len("\n\nIt \\cite{") + len(prefix))
        if typed is None or typed.others:
            return
        assert typed.text == prefix
        keys = [candidate.key for candidate in candidates(project, document, typed)]
        words = fold(prefix).split()
        fitting = project.library.search.entries_holding(words)
        assert sorted(keys) == sorted(project.library.entries.keys[number] for number in fitting)
        begins = [bool(words) and key.startswith(words[0]) for key in keys]
        assert begins == sorted(begins, reverse=True)


def test_the_order_does_not_hang_on_hashes(tmp_path: Path) -> None:
    code = (
        "import sys; sys.path[:0] = sys.argv[2:]\n"
        "from pathlib import Path\n"
        "from test_order_of_keys import ordered\n"
        "print(ordered(Path(sys.argv[1]), r'Ferns, bees and soccer at a quorum \\cite{k4,|}'))"
    )
    paths = [str(Path(__file__).parent), *sys.path]
    said = {
        subprocess.run(
            [sys.executable, "-c", code, str(tmp_path), *paths],
            capture_output=True,
            text=True,
            check=True,
            env={**os.environ, "PYTHONHASHSEED": seed},
        ).stdout
        for seed in ("1", "2", "3")
    }
    assert len(said) == 1 and "k1" in said.pop()


def test_an_edit_has_nothing_else_indexed_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bib_scan, "PART", 40)
    main = make_project(tmp_path, DRAFT.replace("TYPED", r"\cite{}"))
    bib = tmp_path / "refs.bib"
    texts = {path: LinedText(path.read_text()) for path in (main, bib)}
    context = context_over(texts, user_settings())
    first = open_project(main, context).project.library
    assert first.terms.scores({"fern": 1.0}, {}, body=1.0).keys() == {0}
    read: list[str] = []
    terms_of = entry_terms.text_terms
    monkeypatch.setattr(entry_terms, "text_terms", lambda text: read.append(text) or terms_of(text))
    texts[main] = texts[main].replaced(Span(60, 60), "Ferns ")
    project = open_project(main, context).project
    assert project.library is first and is_indexed(project) == ("search" in vars(first))
    texts[bib] = texts[bib].replaced(Span(0, 0), "@misc{k0, title = {Moss}}\n")
    changed = open_project(main, context).project.library
    assert changed.terms.scores({"fern": 1.0, "moss": 1.0}, {}, body=1.0).keys() == {0, 1}
    assert "moss" in read and not any("soccer" in text for text in read)
