"""A draft with a preprint, an entry that lacks much and one that may be two papers."""

from dataclasses import replace

from citeloom.papers.paper import Author, Paper
from services.sample import SAMPLE

TWINS = tuple(
    Paper(
        id=f"doi:10.1000/bees.{number}",
        title="A Survey of Dancing Bees in Cities",
        authors=(Author(family, "Kim"),),
        year=2000 + number,
        venue="Journal of Bees",
        type="article",
        doi=f"10.1000/bees.{number}",
        abstract="Bees dance in cities as they do elsewhere. We count them on every roof there is.",
    )
    for number, family in ((3, "Lee"), (9, "Wu"))
)
DRAFT = r"""
%! main.tex
\documentclass{article}
\begin{document}
Plants \cite{garden}, graphs \cite{graphs}, bees \cite{bees}.
\bibliography{refs}
\end{document}
%! refs.bib
% a remark of the author's
@Article{garden,
  Title   = "Attention in Small Gardens: {A} Study of Plants",
  author  = {M{\"u}ller, {\"A}nne and van der Berg, Jan},
  journal = {arXiv preprint arXiv:1905.01234},
  month   = jun,
  year    = 2018,
  note    = {my favourite}
}

@inproceedings{graphs, title = {Graphs \& Trees for {C++} Programmers},
  author = {O'Neil, R{\'o}is{\'i}n}, year = 2021}

@misc{bees, title = {A Survey of Dancing Bees in Cities}}
"""
LATER = (replace(SAMPLE[0], s2_id=""), *SAMPLE[1:], *TWINS)
