"""The cite commands that fit a project."""

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from citeloom_latex.tex.facts import Package, TexFacts


@dataclass(frozen=True, slots=True)
class CitationStyle:
    """The commands that a project cites with, without their backslash.

    ``textual`` is used like a noun (``citet``); None if the project has no such command: then
    the names are written out. ``parenthetical`` follows the words that it supports (``citep``).
    """

    textual: str | None
    parenthetical: str


_NATBIB = CitationStyle("citet", "citep")
_BIBLATEX = CitationStyle("textcite", "autocite")
_PLAIN = CitationStyle(None, "cite")

# natbib, and the packages and classes that load it, in lower case.
_LOADS_NATBIB = re.compile(
    r"""(?:
        natbib | natmove
      | aastex\w* | emulateapj | elsarticle | revtex4[-\w]* | acmart | sn-jnl | achemso
      | agujournal\w* | ametsoc\w* | copernicus | mdpi | jss | bmvc2k(?:_natbib)?
      | jmlr\w* | tmlr | (?:neurips|nips|icml|iclr|colm|corl|uai|aistats)_?\d{4}(?:_\w+)?
      | (?:acl|naacl|eacl|aacl|emnlp|coling|naaclhlt|lrec-coling)-?(?:20)?\d{0,4}
    )""",
    re.VERBOSE,
)
# Bibliography styles, in lower case, that give natbib no names: for ``\\citet`` it would print
# "(author?)".
_WITHOUT_NAMES = re.compile(
    r"""(?:
        (?:plain|unsrt|abbrv|alpha)(?:url)? | ieeetr | ieeetran(?:s|sa)? | siam | acm | amsplain
      | amsalpha | splncs(?:03|04)? | elsarticle-num | vancouver | prsty\w*
    )""",
    re.VERBOSE,
)
_NUMERIC = frozenset({"numbers", "super"})

# Packages that have a textual command beside ``cite``, which they print in parentheses.
_OTHERS = {
    "apacite": CitationStyle("citeA", "cite"),
    "chicago": CitationStyle("citeN", "cite"),
    "harvard": CitationStyle("citeasnoun", "cite"),
}

# The textual command of a project that uses this parenthetical one, and the other way round.
_PAIRED = {
    "citep": "citet",
    "parencite": "textcite",
    "autocite": "textcite",
    "smartcite": "textcite",
    "footcite": "textcite",
    "supercite": "textcite",
}
_TEXTUAL = {
    "citet": "citep",
    "textcite": "autocite",
    "citeA": "cite",
    "citeN": "cite",
    "citeasnoun": "cite",
    "newcite": "cite",
}


def citation_style(facts: Sequence[TexFacts]) -> CitationStyle:
    r"""Return the cite commands that fit a project.

    The authors' own commands win over those that the packages offer. A plain ``\cite`` counts as
    their habit only if they use no parenthetical command: with natbib or biblatex it may print no
    parentheses. It does not exclude ``\citet``, which natbib always has. Names are written out,
    though, if natbib prints numbers, because a numeric style may not know the names, or if the
    bibliography style surely has none.

    Parameters
    ----------
    facts
        What was read of each of the project's .tex files.
    """
    packages = [package for document_facts in facts for package in document_facts.packages]
    alias = {
        macro.name: macro.alias
        for document_facts in facts
        for macro in document_facts.wrappers
        if macro.alias
    }
    used = Counter(
        _base(alias.get(cited.command, cited.command))
        for document_facts in facts
        for cited in document_facts.citations
    )
    offered, numeric = _style_of_packages(packages)
    parenthetical = _most_used(used, _PAIRED)
    textual = _most_used(used, _TEXTUAL)
    if offered is _NATBIB and any(
        _WITHOUT_NAMES.fullmatch(document_facts.bibliography_style.lower())
        for document_facts in facts
    ):
        best = max(parenthetical or "cite", "cite", key=lambda command: used[command])
        return CitationStyle(None, best)
    if parenthetical is None:
        if used["cite"]:
            parenthetical = "cite"
        elif textual is not None and offered.textual != textual:
            parenthetical = _TEXTUAL[textual]
        else:
            parenthetical = offered.parenthetical
    if textual is None:
        if parenthetical == "cite" and numeric:
            textual = None
        else:
            textual = _PAIRED.get(parenthetical, offered.textual)
    return CitationStyle(textual, parenthetical)


def _style_of_packages(packages: Sequence[Package]) -> tuple[CitationStyle, bool]:
    """Return the commands of the packages, and whether natbib prints numbers."""
    numeric = False
    style = _PLAIN
    for package in packages:
        name, options = package.name.rpartition("/")[2].lower(), package.options
        if name in {"biblatex", "biblatex-chicago"}:
            natbib = any(re.fullmatch(r"natbib(\s*=\s*true)?", option) for option in options)
            return (_NATBIB if natbib else _BIBLATEX), False
        if name == "apacite" and "natbibapa" in options:
            style = _NATBIB
        elif _LOADS_NATBIB.fullmatch(name) and "nonatbib" not in options:
            style = _NATBIB
            numeric = numeric or not _NUMERIC.isdisjoint(options)
        elif style is _PLAIN:
            style = _OTHERS.get(name, _PLAIN)
    return style, numeric


def _base(command: str) -> str:
    """Return the base of a command: ``citet`` of ``Citet``, ``textcite`` of ``textcites``."""
    lower = command[:1].lower() + command[1:]
    return lower[:-1] if lower.endswith("cites") else lower


def _most_used(used: Counter[str], commands: dict[str, str]) -> str | None:
    best = max(commands, key=lambda command: used[command])
    return best if used[best] else None
