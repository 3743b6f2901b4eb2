"""What becomes of LaTeX commands and environments in running text."""

from citeloom_latex.accents import LETTERS, MATHS, MATHS_SPELLINGS, TEXT_SYMBOLS
from citeloom_latex.tex.patterns import words

LEFT_OUT = words(
    "figure wrapfigure SCfigure sidewaysfigure marginfigure table wraptable sidewaystable tabular"
    " tabularx tabulary tabbing longtable longtabu supertabular array equation equations align"
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
            "label footnote footnotetext footnotemark thanks vspace hspace includegraphics input"
            " include bibliography bibliographystyle index pagestyle thispagestyle marginpar todo"
            " phantom hphantom vphantom textcolor color colorbox foreignlanguage parbox"
            " raisebox hypertarget hyperlink selectlanguage graphicspath tag caption glsadd"
            " addbibresource printbibliography PACS keywords usepackage documentclass pagenumbering"
            " pagecolor thusetup ustcsetup sjtusetup hypersetup linespread phantomsection date"
            " author email affiliation address orcid",
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
    "arccos arcsin arctan arg argmax argmin cos cosh cot det dim exp gcd inf ker lim liminf limsup"
    " ln log max min mod Pr sin sinh sup tan tanh"
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
    | {
        name: symbol
        for name, symbol in TEXT_SYMBOLS.items()
        if symbol.strip() and name not in BREAKS
    }
    | ABBREVIATIONS
)
"""Commands without an argument that show text; a space after them is kept."""

INSIDE_WORDS = LETTERS
"""The same, for letters: a space after them only ends the command."""
