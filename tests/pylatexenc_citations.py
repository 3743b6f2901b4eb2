r"""A slow reference reader: the citations of a LaTeX text as pylatexenc finds them.

A program of its own, because pylatexenc may take minutes on macro files: it can be stopped. It
reads a text from its standard input and writes one JSON list, ``[[start, command, [keys]], ...]``.

What lies before ``\begin{document}`` is left out: there ``\newcommand{\be}{\begin{equation}}``
would open an environment that swallows the rest. Only nodes are read, never ``latex_to_text``,
which raises on whole files.
"""

import json
import re
import sys
from collections.abc import Iterable, Iterator

from pylatexenc.latexwalker import (
    LatexGroupNode,
    LatexMacroNode,
    LatexNode,
    LatexWalker,
    get_default_latex_context_db,
)
from pylatexenc.macrospec import (
    EnvironmentSpec,
    MacroSpec,
    MacroStandardArgsParser,
    VerbatimArgsParser,
)

_CITE = re.compile(r"[A-Za-z]*[cC]ite[A-Za-z]*")
_VERBATIM = ("comment", "lstlisting", "minted", "Verbatim")
_COMMENT = re.compile(r"(?<!\\)%[^\n]*\n?")


def citations(text: str) -> Iterator[tuple[int, str, list[str]]]:
    """Yield start, command and keys of every citation in the body."""
    known = get_default_latex_context_db()
    known.add_context_category(
        "citations",
        prepend=True,
        macros=[
            MacroSpec(name, args_parser=MacroStandardArgsParser("*[[{"))
            for name in {found[1:] for found in re.findall(r"\\[A-Za-z]+", text)}
            if _CITE.fullmatch(name)
        ],
        environments=[
            EnvironmentSpec(name, args_parser=VerbatimArgsParser("verbatim-environment"))
            for name in _VERBATIM
        ],
    )
    walker = LatexWalker(text, latex_context=known, tolerant_parsing=True)
    nodes, _, _ = walker.get_latex_nodes(pos=max(0, text.find("\\begin{document}")))
    yield from _in_nodes(nodes)


def _in_nodes(nodes: Iterable[LatexNode | None]) -> Iterator[tuple[int, str, list[str]]]:
    for node in nodes:
        if node is None:
            continue
        arguments = node.nodeargd.argnlist if getattr(node, "nodeargd", None) else None
        if node.isNodeType(LatexMacroNode) and _CITE.fullmatch(node.macroname) and arguments:
            keys = arguments[-1]
            if keys is not None and keys.isNodeType(LatexGroupNode):
                listed = _COMMENT.sub("", keys.latex_verbatim()[1:-1]).split(",")
                yield node.pos, node.macroname, [key.strip() for key in listed if key.strip()]
        yield from _in_nodes(arguments or ())
        yield from _in_nodes(getattr(node, "nodelist", None) or ())


if __name__ == "__main__":
    sys.setrecursionlimit(10_000)
    sys.stdin.reconfigure(encoding="utf-8", newline="")  # type: ignore[union-attr]
    print(json.dumps(list(citations(sys.stdin.read()))))
