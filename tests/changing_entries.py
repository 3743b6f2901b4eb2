"""A draft with a preprint, an entry that lacks much and one that may be two papers."""

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
