"""Completion of keys: what is typed, what fits, and in which order."""

from pathlib import Path

import pytest

from citeloom.actions.keys.complete import MOST, candidates, typed_at
from citeloom.draft.document import Document
from cursors import at_cursor

PROJECT = r"""
%! main.tex
\documentclass{article}
\begin{document}
Neural summarization of articles TYPED is hard. \cite{gödel31}
\bibliography{refs}
\end{document}
%! refs.bib
@article{smith2020, title = {On {B}ees}, author = {Smith, Jane}, year = 2020}
@article{lee2019, title = {Neural Summarization}, author = {Lee, Kim}, year = 2019}
@article{gödel31, title = {\"Uber formal unentscheidbare S\"atze}, author = {G{\"o}del, Kurt}}
"""


def completed(folder: Path, typed: str) -> tuple[str, list[str]] | None:
    opened, source, offset = at_cursor(folder, PROJECT.replace("TYPED", typed))
    assert isinstance(source, Document)
    found = typed_at(source, offset)
    if found is None:
        return None
    keys = [one.key for one in candidates(opened.project, source, found)]
    return found.span.of(source.text), keys


@pytest.mark.parametrize(
    ("typed", "replaced", "keys"),
    [
        (r"\cite{|}", "", ["lee2019", "gödel31", "smith2020"]),
        (r"\cite{|", "", ["lee2019", "gödel31", "smith2020"]),
        (r"\cite{sm|}", "sm", ["smith2020"]),
        (r"\cite{sm|ith2020, lee2019}", "smith2020", ["smith2020"]),
        (r"\cite{lee2019, | }", "", ["gödel31", "smith2020"]),
        (r"\cite{lee2019,|smith2020}", "smith2020", ["smith2020", "gödel31"]),
        (r"\citep[see][p. 2]{bees|}", "bees", ["smith2020"]),
        (r"\citet{kurt|}", "kurt", ["gödel31"]),
        (r"\citet{uber|}", "uber", ["gödel31"]),
        (r"\citet{2019|}", "2019", ["lee2019"]),
        (r"\citet{nobody|}", "nobody", []),
    ],
)
def test_candidates(tmp_path: Path, typed: str, replaced: str, keys: list[str]) -> None:
    assert completed(tmp_path, typed) == (replaced, keys)


@pytest.mark.parametrize("typed", [r"\cite[p.|]{lee2019}", r"\cite{lee2019}|", "|", r"\emph{|}"])
def test_nothing_elsewhere(tmp_path: Path, typed: str) -> None:
    assert completed(tmp_path, typed) is None


def test_never_more_than_a_hundred(tmp_path: Path) -> None:
    entries = "".join(f"@misc{{key{n:04}, title={{T}}}}\n" for n in range(500))
    opened, source, offset = at_cursor(
        tmp_path, f"%! main.tex\n\\cite{{key|}}\n%! refs.bib\n{entries}"
    )
    assert isinstance(source, Document)
    typed = typed_at(source, offset)
    assert typed is not None
    found = candidates(opened.project, source, typed)
    assert [one.key for one in found] == [f"key{n:04}" for n in range(MOST)]
