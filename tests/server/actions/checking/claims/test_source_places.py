"""Where a source's sentence stands in the .bib: in the field of its title or abstract."""

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
@article{a, title = {Reading {Chess} Sheets}, abstract = {We read {Chess} sheets.}}
"""


@pytest.mark.parametrize(
    ("source", "place"),
    [(ABSTRACT, "{We read {Chess} sheets.}"), (TITLE, "{Reading {Chess} Sheets}")],
)
def test_its_field_is_selected(source: str, place: str, tmp_path: Path) -> None:
    project = open_project(make_project(tmp_path, PROJECT), Context()).project
    (entry,) = project.entries
    found = place_in_bib(SourceSentence("We read.", source, 0, 8), entry, project)
    assert found is not None and found.span is not None
    assert found.span.of(project.bibliographies[entry.file].text) == place
