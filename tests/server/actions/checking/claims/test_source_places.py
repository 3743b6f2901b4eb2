"""Where a source's sentence stands in the .bib: whole, whatever the field writes as commands."""

from pathlib import Path

import pytest

from citeloom.actions.checking.claims.source_places import place_in_bib
from citeloom.actions.context import Context, open_project
from citeloom.grounding.support.source import ABSTRACT, TITLE, SourceSentence
from projects import make_project

PROJECT = r"""
%! main.tex
\documentclass{article}\begin{document}\cite{a}\bibliography{refs}\end{document}
%! refs.bib
@article{a, title = {Reading {Chess} Sheets}, abstract = {We read sheets. A \emph{network} of
  91.4\% reads na{\"\i}ve hands. Sheets of paper are read, too, in G{\"o}ttingen}}
"""


@pytest.mark.parametrize(
    ("source", "text", "place"),
    [
        (ABSTRACT, "We read sheets.", "We read sheets."),
        (
            ABSTRACT,
            "A network of 91.4% reads naïve hands.",
            'A \\emph{network} of\n  91.4\\% reads na{\\"\\i}ve hands.',
        ),
        (ABSTRACT, "Sheets of paper are read, too, in Göttingen", "Sheets of paper are"),
        (TITLE, "Reading Chess Sheets", "Reading {Chess} Sheets"),
    ],
)
def test_it_is_selected(source: str, text: str, place: str, tmp_path: Path) -> None:
    project = open_project(make_project(tmp_path, PROJECT), Context()).project
    (entry,) = project.entries
    found = place_in_bib(SourceSentence(text, source, 0, len(text)), entry, project)
    assert found is not None and found.span is not None
    bib = project.bibliographies[entry.file].text
    assert found.span.of(bib) == place
