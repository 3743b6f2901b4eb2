"""What LaTeX commands and environments show, in running text and in the values of a .bib."""

from collections.abc import Callable
from functools import cache

from citeloom_latex.accents import (
    COMBINING,
    LETTERS,
    MATH_ACCENTS,
    MATHS,
    MATHS_SPELLINGS,
    SUBSCRIPTS,
    SUPERSCRIPTS,
    TEXT_SYMBOLS,
    accented,
)
from citeloom_latex.journals import JOURNALS
from citeloom_latex.tex.patterns import words

Change = Callable[[str], str]
"""How the text of an argument is changed."""

LEFT_OUT = words(
    "figure wrapfigure SCfigure sidewaysfigure marginfigure table wraptable sidewaystable tabular"
    " tabularx tabulary tabbing longtable longtabu supertabular xtabular ltabulary xltabular tabu"
    " NiceTabular tblr longtblr threeparttable array equation equations align"
    " aligned alignat flalign gather gathered multline eqnarray displaymath math dmath split"
    " subequations tikzpicture pgfpicture picture forest algorithm algorithmic algorithm2e"
    " lstlisting listing minted verbatim Verbatim thebibliography CCSXML keywords keyword"
    " IEEEkeywords teaserfigure frontmatterfigure comment tikzcd prooftree mathpar filecontents"
)
"""Environments that hold no running text (their starred forms too)."""

SHORT_FORMS = {"be": "ee", "bea": "eea", "beq": "eeq", "beqa": "eeqa", "ben": "een"}
"""Macros that physicists define for the beginning and the end of an equation."""

REFERENCES = words(
    "ref eqref autoref cref Cref pageref vref nameref subref labelcref cpageref Autoref"
    " fref fullref secref figref tabref Sref"
)
"""Commands that refer to another place of the document."""

DROPPED_ARGUMENTS = {
    name: count
    for count, names in (
        (
            1,
            "bibinfo fontencoding fontfamily fontseries fontshape noopsort"
            " label footnote footnotetext footnotemark thanks vspace hspace includegraphics input"
            " include bibliography bibliographystyle index pagestyle thispagestyle marginpar todo"
            " phantom hphantom vphantom textcolor color colorbox foreignlanguage parbox"
            " raisebox hypertarget hyperlink selectlanguage graphicspath tag caption glsadd"
            " addbibresource printbibliography PACS keywords usepackage documentclass pagenumbering"
            " pagecolor thusetup ustcsetup sjtusetup hypersetup linespread phantomsection date"
            " author email affiliation address orcid hyperdef",
        ),
        (
            2,
            "setcounter addtocounter setlength addtolength fontsize multicolumn rule captionof"
            " resizebox fcolorbox definecolor addcontentsline",
        ),
        (3, "multirow"),
    )
    for name in names.split()
}
"""Commands whose first arguments are no running text, with how many."""

BREAKS = words(
    "par item newpage clearpage cleardoublepage maketitle tableofcontents bigskip medskip smallskip"
    " newline linebreak pagebreak appendix"
)
"""Commands after which something new begins."""

_OPERATORS = words(
    "arccos arcsin arctan arg argmax argmin cos cosh cot coth csc deg det dim exp gcd hom inf ker"
    " lg lim liminf limsup ln log max min mod Pr sec sin sinh sup tan tanh"
)

ABBREVIATIONS = {
    "eg": "e.g.",
    "Eg": "E.g.",
    "ie": "i.e.",
    "Ie": "I.e.",
    "etal": "et al.",
    "etc": "etc.",
    "cf": "cf.",
    "vs": "vs.",
    "wrt": "w.r.t.",
    "aka": "a.k.a.",
    "iid": "i.i.d.",
}
"""Macros that many templates define."""

SYMBOLS = (
    {name: name for name in _OPERATORS}
    | MATHS
    | MATHS_SPELLINGS
    | {name: symbol for name, symbol in TEXT_SYMBOLS.items() if name not in BREAKS}
    | ABBREVIATIONS
)
"""Commands without an argument that show text; a space after them is kept."""

INSIDE_WORDS = LETTERS
"""The same, for letters: a space after them only ends the command."""

TRANSPARENT = words(
    "emph textbf textit textsc textsf texttt textup textmd textrm textsl textnormal text mathbb"
    " mathbf mathcal mathfrak mathit mathnormal mathrm mathscr mathsf mathtt mathop mathbin mathrel"
    " mbox hbox it bf rm sf tt sc sl em itshape scshape slshape upshape rmfamily sffamily ttfamily"
    " bfseries mdseries normalfont boldsymbol bm operatorname ensuremath underline uppercase"
    " lowercase small footnotesize scriptsize tiny large Large LARGE huge Huge normalsize left"
    " right big Big bigg Bigg bigl bigr Bigl Bigr biggl biggr Biggl Biggr displaystyle textstyle"
    " scriptstyle limits nolimits protect relax selectfont noindent centering natexlab xspace"
)
"""Commands that leave no trace themselves, and have no options."""


def dropped_arguments(name: str) -> int:
    """Return how many arguments of a command are no running text."""
    return DROPPED_ARGUMENTS.get(name) or int("cite" in name and name.isascii() and name.isalpha())


def superscript(text: str) -> str:
    return _RAISED[text] if text in _RAISED else _script(text, SUPERSCRIPTS, "^")


def subscript(text: str) -> str:
    return _script(text, SUBSCRIPTS, "_")


def quoted(text: str) -> str:
    return f"“{text}”"


def _script(text: str, table: dict[str, str], sign: str) -> str:
    if all(char in table for char in text):
        return "".join(table[char] for char in text)
    return f"{sign}{text}" if text.isalnum() or len(text) == 1 else f"{sign}({text})"


def _operand(text: str) -> str:
    return text if text.isalnum() or len(text) < 2 else f"({text})"


def _divisor(text: str) -> str:
    return "/" + _operand(text)


def _root(text: str) -> str:
    return "√" + _operand(text)


def keep(text: str) -> str:
    return text


def _drop(text: str) -> str:
    return ""


def _upper_end(text: str) -> str:
    return f" to {text}"


def _accent(mark: str, alone: str = "") -> Change:
    return lambda text: accented(text, mark) or alone


_RAISED = {"∘": "°", "∗": "*", "*": "*", "′": "′", "†": "†"} | {
    ordinal: ordinal for ordinal in ("st", "nd", "rd", "th")
}

ACCENTS = {
    command: _accent(mark, command if command in "~^" else "")
    for command, mark in COMBINING.items()
}

CHANGES: dict[str, tuple[Change, ...]] = {
    "frac": (_operand, _divisor),
    "dfrac": (_operand, _divisor),
    "tfrac": (_operand, _divisor),
    "nicefrac": (_operand, _divisor),
    "sqrt": (_root,),
    "textsuperscript": (superscript,),
    "textsubscript": (subscript,),
    "enquote": (quoted,),
    "mkbibquote": (quoted,),
    "texorpdfstring": (keep, _drop),
    "numrange": (keep, _upper_end),
    "qtyrange": (keep, _upper_end),
    "SIrange": (keep, _upper_end),
    **{command: (_accent(mark),) for command, mark in MATH_ACCENTS.items()},
    **{command: (change,) for command, change in ACCENTS.items() if command.isalpha()},
}
"""Commands whose arguments are changed in the text, with the change of each."""


def rare_symbol(name: str) -> str | None:
    """Return what a rare command shows."""
    return JOURNALS.get(name) or _rare_symbols().get(name)


@cache
def _rare_symbols() -> dict[str, str]:
    """Return pylatexenc's symbols: its table alone, since its parser can fail or not end."""
    from pylatexenc.latex2text import get_default_latex_context_db

    symbols = {}
    for spec in get_default_latex_context_db().iter_macro_specs():
        text = spec.simplify_repl
        if isinstance(text, str) and text and "%" not in text:
            symbols[spec.macroname] = text
    return symbols
