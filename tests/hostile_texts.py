"""Texts that would do something to a TeX document, drawn by a seed."""

import random
from collections.abc import Iterator

PIECES = (
    r"\input{canary}", r"\include{canary}", r"\openin5=canary \read5 to\x \x",
    r"\relax\input canary ", r"\immediate\openout7=written.tex \immediate\write7{x}\closeout7",
    r"\write18{touch started}", r"\immediate\write18{touch started}", r"\input|\"touch started\" ",
    r"\directlua{os.execute('touch started')}", r"\directlua{io.open('written.tex','w')}",
    r"\latelua{tex.print('x')}", r"\special{ps: x}", r"\csname input\endcsname{canary}",
    r"\expandafter\input\expandafter{canary}", r"\scantokens{\input canary }", "^^5cinput{canary}",
    "^^5c^^69nput canary ", "^^^^005cinput canary ", "^^M", "^^@", "^^7b^^5c", "^^", "^",
    r"\catcode`\%=12 ", r"\catcode37=14", r"\catcode`\^^M=13", r"\lccode`\~=`\\", r"\active",
    r"\makeatletter\@@input canary ", r"\begin{filecontents}{written.tex}x\end{filecontents}",
    r"\begin{document}", r"\end{document}", r"\begin{x}", r"\end{x}", r"\begin{verbatim}",
    r"\verb|x", r"\verb+\input{canary}+", r"\begin{comment}", r"\iffalse", r"\fi", r"\else",
    r"\ifx", r"\def\a{\a\a}\a", r"\let\par\relax", r"\gdef\cite#1{}", r"\newcommand\x[1]{#1}",
    r"\renewcommand{\cite}{}", r"\loop\iftrue\repeat", r"\bye", r"\stop", r"\endinput",
    r"\batchmode", r"\errorstopmode\show\x", r"\typein{x}", r"\includeonly{x}",
    r"\usepackage{shellesc}", r"\href{command:x}{y}", r"\url{file:///etc/passwd}",
    r"\includegraphics{canary}", r"\bibliography{canary}", r"\item", r"\footnote{",
    r"\cite{nobody}", r"\cite[", r"\label{x}", r"\\[1000pt]", r"\\*", "\\", "\\\\", "\\ ", "\\\n",
    "\\%", r"\{", r"\}", "%", "% citeloom:end", "\n% <<< citeloom\n", "\r% x\r", "#", "#1", "##",
    "&", "&&", "_", "__", "~", "$", "$$", "$$$", "{", "}", "{{", "}}", "}{", "[", "]", "[]", "][",
    "(", ")", "<", ">", "|", '"', "''", "``", "'", "`", "?`", "!`", "--", "---", ",,", "<<", ">>",
    "$x$", "$x_1^2$", r"$\alpha+\beta$", r"$\frac{1}{2}$", r"$\frac{1}$", r"$\input{canary}$",
    r"$x^{\write18{x}}$", r"$\text{\input{canary}}$", r"$\mathrm{\catcode37=12}$", r"$^{x}$",
    r"$x^{y^{z}}$", r"$x^y^z$", r"$x_{1_{2_{3}}}$", r"$\left( x \right)$", r"$\left( x$",
    r"$\sqrt{}$", r"$\hat{x}$", r"$\mathbb{R}\to\mathbb{R}$", r"$\unknown{x}$", r"$x$$y$", r"\(x\)",
    r"\[x\]", r"\(", r"\]", r"$a & b \\ c$", r"$\begin{array}{c}x\end{array}$", "$5 and $6", r"\'e",
    r'\"{o}', r"\c{c}", r"\ss", r"\aa ", r"\O{}", r"\textbf{bold}", r"\emph{", r"\LaTeX",
    r"\textbackslash input{canary}", r"\char92 input", "\uff3cinput{canary}", "\u2216input{canary}",
    "\u29f5def", "\ufe68input", "\u2044", "\uff05", "\uff04x\uff04", "\uff5bx\uff5d",
    "\uff03\uff06\uff3e", "\u202eelpmaxe\u202c", "\u2066x\u2069", "\u200b", "\u200d", "\u200c",
    "\ufeff", "\u00ad", "\u2060", "\u180e", "\u034f", "\ufe0f", "\U000e0069", "\x00", "\x01",
    "\x02", "\x03", "\x07", "\x08", "\x0b", "\x0c", "\x1b[31m", "\x1b]0;x\x07", "\x7f", "\x85",
    "\u2028", "\u2029", "\n\n", "\r\n\r\n", "\t", "\ue001x\ue002", "\ue001\\input{canary}\ue002",
    "\ud800", "\udfff", "\ufffd", "\ufffe", "\uffff", "\U0010ffff", "e\u0301\u0302\u0303", "\u0301",
    "a\u0328\u0301", "x\u20d7", "\u00a0", "\u202f", "\u2011", "\u0131\u0307", "\u1e9e", "\ufb01",
    "\U0001d431", "\u210d", "x\u00b2\u2083", "\u221a", "\u2211", "\u2192", "\u2603",
    "\U0001f642\u200d\U0001f525", "Эйнштейн", "Ωμέγα", "語言", "العربية", "עברית", "हिन्दी", "ไทย",
    "한국어", "Đặng", "Łukasz", "ĳ", "ŉ", "ſ", "ĸ", "§¶†‡©®™€£", "Trees grow", "by 5 % of all",
    "e.g. and i.e.", "C++ & C#", "x_1", "a@b.c", "node.js", "A 'quote' and \"another\"",
    "50\u2009\u2013\u200960", "[P1]", "P1",
)  # fmt: skip
"""Commands, signs and letters, each of which did or may do something other than be read."""

_JOINTS = ("", " ", " ", " ", "\n")
_MOST_PIECES = 6
_LAST = 0x10FFFF


def hostile_texts(seed: int, count: int) -> Iterator[str]:
    """Yield each piece by itself, as far as they go, and then texts of several."""
    draw = random.Random(seed)
    pieces = list(PIECES)
    draw.shuffle(pieces)
    for number in range(count):
        if number % 2:
            yield draw.choice(_JOINTS).join(
                _piece(draw) for _ in range(draw.randint(2, _MOST_PIECES))
            )
        else:
            yield f"Trees {pieces[number // 2 % len(pieces)]} grow."


def _piece(draw: random.Random) -> str:
    if draw.random() < 0.2:
        return "".join(
            chr(draw.choice((draw.randrange(0x3000), draw.randrange(_LAST)))) for _ in range(4)
        )
    piece = draw.choice(PIECES)
    if draw.random() < 0.1:
        cut = draw.randrange(len(piece) + 1)
        return piece[:cut]
    return piece
