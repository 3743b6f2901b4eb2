"""Entries of a .bib that have nothing to do with the draft are not suggested."""

import asyncio
from pathlib import Path

from citeloom.actions.context import Context, open_project
from citeloom.actions.suggesting.from_bib import BibSource
from citeloom.actions.suggesting.query import WHOLE_DRAFT, query_of
from projects import make_project

PAPER = r"""
%! main.tex
\documentclass{article}
\title{Trees of a city from the air}
\begin{document}
\begin{abstract}We find trees in images from the air, and count the trees of a city.\end{abstract}
\section{Introduction}
Trees are counted~\cite{hand,crowns,rows,park}.
\bibliography{refs}
\end{document}
%! refs.bib
@misc{hand, title = {Counting trees by hand in a city}}
@misc{crowns, title = {Tree crowns in images from the air}}
@misc{rows, title = {Counting rows of trees in images}}
@misc{park, title = {Trees in the parks of a city}}
@misc{found, title = {Finding trees in images of parks}}
@misc{aho, title = {The theory of parsing, translation and compiling}}
@misc{gusfield, title = {Algorithms on strings, trees and sequences}}
"""


def test_what_is_further_from_the_draft_than_its_references_is_left_out(tmp_path: Path) -> None:
    context = Context()
    opened = open_project(make_project(tmp_path, PAPER), context)
    found = asyncio.run(BibSource(opened, context).find(query_of(opened, context, WHOLE_DRAFT, [])))
    assert [paper.title for paper in found.papers] == ["Finding trees in images of parks"]
