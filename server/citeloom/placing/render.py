"""Renders a result's paragraphs as LaTeX with the project's keys, one sentence a line."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from citeloom.methods.result import (
    CitationForm,
    CitationMark,
    Heading,
    Paragraph,
    Part,
    Sentence,
    SentenceKind,
)
from citeloom.models.formulas import Formula
from citeloom.placing.citation_style import CitationStyle
from citeloom.problem import InputError, Remedy
from citeloom_latex.escape import to_latex, to_latex_of
from citeloom_latex.formulas import harmless_formula
from citeloom_latex.tex.facts import Section
from citeloom_latex.typesetting import CYRILLIC, Typesetting, script_of

_COMMANDS = ("section", "subsection", "subsubsection", "paragraph", "subparagraph")
"""Those of levels 1 to 5, which all document classes with sections have."""


def heading_commands(section: Section | None) -> tuple[str, ...]:
    """Return the commands of headings below a section, the highest first.

    They are starred if its own is. Without a section, the text is for one to come.
    """
    level, star = (section.level, "*" * section.starred) if section else (1, "")
    below = _COMMANDS[max(0, level) :] or _COMMANDS[-1:]
    return tuple(f"{command}{star}" for command in below)


_SPACES = re.compile(r"[\t-\r\x1c- \x85\u2028\u2029]+")
_NOT_IN_A_KEY = re.compile(r"[\s\x00-\x1f\x7f\\{}%#,~]|\^\^")
_WITH_NOTES = frozenset({"citep", "parencite", "autocite", "smartcite", "footcite"})
"""Commands that take words to stand before the citation, in its own parentheses."""

SUBSECTIONS = ("subsection", "subsubsection", "paragraph", "subparagraph")
_WITHOUT_BRACKETS = str.maketrans("[]", "()")
"""A bracket would end a note."""

_QUOTATION = re.compile("(?:“|„|«\u00a0?)([^“”„«»]+?)(?:“|”|\u00a0?»)")
_IN_NOTES = frozenset({"footcite", "footfullcite", "supercite"})


class RenderError(InputError):
    """The citation cannot be written; the message names the paper or the key."""

    def __init__(self, message: str) -> None:
        super().__init__(message, advice=Remedy.LEAVE_OUT)


@dataclass(frozen=True, slots=True)
class RenderedSentence:
    """A sentence, and its LaTeX on one line.

    ``replaced`` are characters that the document cannot set, with what stands for them.
    """

    latex: str
    sentence: Sentence
    replaced: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class RenderedParagraph:
    """A paragraph's sentences, and its topic in a few words.

    A heading is a paragraph of its own, with one sentence.
    """

    topic: str
    sentences: tuple[RenderedSentence, ...]

    @property
    def is_heading(self) -> bool:
        return self.sentences[0].sentence.kind is SentenceKind.HEADING

    @property
    def latex(self) -> str:
        """The paragraph, one sentence a line."""
        return "\n".join(sentence.latex for sentence in self.sentences)


@dataclass(frozen=True)
class RenderedText:
    """A whole result as LaTeX; ``keys`` maps the ids of its papers to citation keys."""

    paragraphs: tuple[RenderedParagraph, ...]
    keys: Mapping[str, str]

    @property
    def latex(self) -> str:
        """The text with a blank line between paragraphs, without a line end after the last."""
        return "\n\n".join(paragraph.latex for paragraph in self.paragraphs)

    @property
    def sentences(self) -> Iterator[RenderedSentence]:
        return (sentence for paragraph in self.paragraphs for sentence in paragraph.sentences)


def render(
    paragraphs: Sequence[Paragraph],
    keys: Mapping[str, str],
    style: CitationStyle,
    *,
    encoding: str = "utf-8",
    typesetting: Typesetting | None = None,
    headings: Sequence[str] = SUBSECTIONS,
) -> RenderedText:
    """Write paragraphs as LaTeX.

    Every backslash comes from escaping or from a cite command, and every key from ``keys``. If the
    project has no textual command, the authors' names are written out with a citation tied to
    them. Empty sentences and paragraphs are left out.

    Parameters
    ----------
    keys
        The citation key of each paper, by its id.
    encoding
        The encoding of the file that the text is for.
    typesetting
        What the document can set; None writes letters as they are.
    headings
        The commands of headings, the highest first; deeper ones have the last.

    Raises
    ------
    RenderError
        If a paper has no key, or its key cannot be used in a cite command.
    """
    rendered = []

    def new_writer() -> _Writer:
        return _Writer(keys, style, encoding, typesetting)

    for paragraph in paragraphs:
        written = (new_writer().sentence(sentence) for sentence in paragraph.sentences)
        sentences = tuple(sentence for sentence in written if sentence.latex)
        if sentences:
            for heading in paragraph.headings:
                command = headings[min(heading.level, len(headings)) - 1]
                if title := new_writer().heading(heading, command):
                    rendered.append(RenderedParagraph(heading.text, (title,)))
            rendered.append(RenderedParagraph(paragraph.topic, sentences))
    return RenderedText(tuple(rendered), dict(keys))


class _Writer:
    """Writes one sentence."""

    def __init__(
        self,
        keys: Mapping[str, str],
        style: CitationStyle,
        encoding: str,
        typesetting: Typesetting | None,
    ) -> None:
        self._keys, self._style = keys, style
        self._encoding, self._typesetting = encoding, typesetting
        self._replaced: list[tuple[str, str]] = []

    def sentence(self, sentence: Sentence) -> RenderedSentence:
        latex = ""
        for part in _join_texts(sentence.parts):
            if isinstance(part, CitationMark):
                latex = self._append_citation(latex, part)
            else:
                latex = _append_text(latex, self._words(part))
        latex = _without_end(_SPACES.sub(" ", latex)).lstrip(" ~")
        return RenderedSentence(latex, sentence, tuple(self._replaced))

    def heading(self, heading: Heading, command: str) -> RenderedSentence | None:
        """Return a heading with its command; None where it has no words."""
        words = _SPACES.sub(" ", self._text(heading.text)).strip()
        if not words:
            return None
        sentence = Sentence((heading.text,), SentenceKind.HEADING, ())
        return RenderedSentence(f"\\{command}{{{words}}}", sentence, tuple(self._replaced))

    def _words(self, part: str | Formula) -> str:
        if isinstance(part, str):
            return self._text(part)
        formula = harmless_formula(part.latex)
        return f"${formula}$" if formula else self._text(part.words)

    def _text(self, text: str) -> str:
        if self._typesetting is None:
            return to_latex(text, self._encoding)
        texts = _QUOTATION.split(text) if self._typesetting.has_csquotes else [text]
        written = [to_latex_of(it, self._encoding, self._typesetting) for it in texts]
        self._replaced += (letter for it in written for letter in it.replaced)
        return "".join(
            f"\\enquote{{{it.latex}}}" if at % 2 else it.latex for at, it in enumerate(written)
        )

    def _append_citation(self, latex: str, mark: CitationMark) -> str:
        cited = [_key(paper, self._keys) for paper in mark.papers]
        if mark.form is CitationForm.TEXTUAL:
            if self._style.textual is not None:
                return f"{latex}\\{self._style.textual}{_in_braces(cited)}"
            latex += self._text(mark.names)
        latex = _without_end(latex)
        note = self._text(mark.note)
        if not note or self._style.parenthetical in _WITH_NOTES:
            return latex + citation(cited, self._style, after=latex, note=note)
        return f"{latex} ({note}{citation(cited, self._style, after=note)})"


def _without_end(latex: str) -> str:
    """Return LaTeX without the spaces at its end; one behind a backslash is a command."""
    words = latex.rstrip(" ~")
    return latex[: len(words) + words.endswith("\\")]


def _append_text(latex: str, further: str) -> str:
    """Append text; two formulas side by side would be a displayed one."""
    is_display = latex.endswith("$") and further.startswith("$")
    return f"{latex}{'{}' if is_display else ''}{further}"


def _join_texts(parts: Sequence[Part]) -> list[Part]:
    """Join neighbouring texts, so that quotes pair up; a mark without papers is text."""
    joined: list[Part] = []
    for part in parts:
        new = part.names if isinstance(part, CitationMark) and not part.papers else part
        last = joined[-1] if joined else None
        if isinstance(new, str) and isinstance(last, str):
            joined[-1] = last + new
        else:
            joined.append(new)
    return joined


def citation(keys: Sequence[str], style: CitationStyle, *, after: str, note: str = "") -> str:
    """Return a parenthetical citation, tied to the text ``after`` which it stands."""
    tie = "~" if after and style.parenthetical not in _IN_NOTES else ""
    notes = f"[{note.translate(_WITHOUT_BRACKETS)}][]" if note else ""
    return f"{tie}\\{style.parenthetical}{notes}{_in_braces(keys)}"


def _in_braces(keys: Sequence[str]) -> str:
    return "{" + ",".join(keys) + "}"


def _key(paper: str, keys: Mapping[str, str]) -> str:
    key = keys.get(paper, "")
    if not key:
        raise RenderError(f"the paper {paper} has no citation key in this project")
    if _NOT_IN_A_KEY.search(key):
        raise RenderError(
            f"the key '{key}' cannot be used in a cite command; rename it in the .bib"
        )
    return key


_LONGEST = 120
_EAST_ASIAN = ("CJK", "HIRAGANA", "KATAKANA", "HANGUL")


def unset_letters(sentences: Iterable[RenderedSentence], typesetting: Typesetting) -> Iterator[str]:
    """Yield a warning for each sentence with letters that are not set as they are."""
    for sentence in sentences:
        replaced = dict(sentence.replaced)
        if not replaced:
            continue
        letters = ", ".join(f"{char} (U+{ord(char[0]):04X})" for char in list(replaced)[:5])
        letters += ", …" if len(replaced) > 5 else ""
        text = sentence.sentence.text.strip()
        shown = text if len(text) <= _LONGEST else f"{text[:_LONGEST]}…"
        if typesetting.is_unicode:
            yield f"the document's font may lack {letters}; check whether it prints: {shown}"
            continue
        stand = "no letters" if set(replaced.values()) == {""} else _in_words(replaced.values())
        yield (
            f"pdfLaTeX cannot typeset {letters} here; {stand} stand for them. {_offer(replaced)} "
            f"and write again, or change the sentence: {shown}"
        )


def _in_words(instead: Iterable[str]) -> str:
    kinds = {"[?]" if text == "[?]" else "Latin letters" for text in instead if text}
    return " and ".join(sorted(kinds))


def _offer(letters: Iterable[str]) -> str:
    scripts = {script_of(char[0]) for char in letters}
    if scripts == {"CYRILLIC"}:
        return rf"Load \usepackage[{CYRILLIC[0]},T1]{{fontenc}}, or compile with LuaLaTeX,"
    if scripts <= {*_EAST_ASIAN}:
        return "Compile with XeLaTeX and the package xeCJK"
    return "Compile with LuaLaTeX or XeLaTeX and a font that has it"
