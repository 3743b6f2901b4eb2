"""Full texts from the HTML of arxiv.org/html and ar5iv, which LaTeXML makes of LaTeX sources.

The classes that are read here are those of LaTeXML's output (its stylesheet LaTeXML-html5.xsl and
the manual, https://math.nist.gov/~BMiller/LaTeXML/).
"""

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from html.parser import HTMLParser

from citeloom.papers.abstracts import clean_abstract
from citeloom.papers.fulltext.reference_text import reference_of
from citeloom.papers.fulltext.text import (
    Form,
    FullText,
    Reference,
    TextMention,
    TextParagraph,
    TextSection,
    Unreadable,
)
from citeloom_latex.file_encoding import decode
from citeloom_latex.plain import plain

_LEVELS = {
    "ltx_part": 0,
    "ltx_chapter": 1,
    "ltx_section": 1,
    "ltx_appendix": 1,
    "ltx_subsection": 2,
    "ltx_subsubsection": 3,
    "ltx_paragraph": 4,
    "ltx_subparagraph": 5,
}
_LEFT_OUT = frozenset(
    {
        "ltx_authors", "ltx_figure", "ltx_table", "ltx_float", "ltx_note", "ltx_equation",
        "ltx_equationgroup", "ltx_listing", "ltx_ERROR", "ltx_tag", "ltx_dates", "ltx_keywords",
        "ltx_classification", "ltx_page_footer", "ltx_page_header", "ltx_TOC", "ltx_tabular",
        "ltx_picture", "ltx_rdf", "ltx_acknowledgements",
    }
)  # fmt: skip
_LEFT_OUT_TAGS = frozenset({"script", "style", "nav", "head", "svg", "footer", "button"})
_VOID = frozenset(
    "area base br col embed hr img input link meta param source track wbr".split()  # noqa: SIM905
)
_DEEPEST = 500


def read_html(data: bytes) -> FullText:
    """Read a page of arXiv's HTML or of ar5iv.

    Raises
    ------
    Unreadable
        If the page is not what LaTeXML makes of a paper, or holds no text.
    """
    reader = _HtmlReader()
    try:
        reader.feed(_without_endless(decode(data).text))
        reader.close()
    except RecursionError as error:
        raise Unreadable("the page is nested too deeply") from error
    except ValueError as error:  # A character's number of thousands of digits.
        raise Unreadable(f"the page is malformed: {error}") from error
    if not reader.is_paper:
        raise Unreadable("the page is not the HTML that arXiv makes of a paper")
    text = reader.full_text()
    if not any(section.paragraphs for section in text.sections):
        raise Unreadable("the page has no text: its conversion from LaTeX failed")
    return text


def _without_endless(page: str) -> str:
    """Leave out beginnings of tags and comments that never end.

    ``HTMLParser`` seeks the end of each of them anew. CDATA is none in HTML, but a comment.
    """
    tags, end, rest = page.replace("<![", "<!").rpartition(">")
    comments, last, ended = f"{tags}{end}".rpartition("-->")
    return comments + last + ended.replace("<!--", "") + rest.partition("<")[0]


@dataclass
class _Block:
    """Text that is being collected, and where it cites."""

    parts: list[str] = field(default_factory=list)
    length: int = 0
    mentions: list[TextMention] = field(default_factory=list)

    def add(self, text: str) -> None:
        words = " ".join(text.split())
        before = text[:1].isspace() and self.length and not self.parts[-1].endswith(" ")
        shown = (" " if before else "") + words + (" " if words and text[-1:].isspace() else "")
        if not self.length:
            shown = shown.lstrip()
        if shown:
            self.parts.append(shown)
            self.length += len(shown)

    def paragraph(self) -> TextParagraph:
        text = "".join(self.parts).rstrip()
        mentions = (replace(mention, end=min(mention.end, len(text))) for mention in self.mentions)
        return TextParagraph(
            text,
            tuple(
                mention for mention in mentions if mention.labels and mention.start < mention.end
            ),
        )


@dataclass(slots=True)
class _Open:
    """An element that is open, and what is done at its end."""

    tag: str
    end: Callable[[], None] | None = None


class _HtmlReader(HTMLParser):
    """Collects title, abstract, sections and references while the page is read."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.is_paper = False
        self.title = ""
        self.abstract: list[str] = []
        self.sections: list[tuple[str, int, list[TextParagraph]]] = [("", 1, [])]
        self.references: list[Reference] = []
        self.open: list[_Open] = []
        self.blocks: list[_Block] = []
        self.levels: list[int] = []
        self.left_out = 0
        self.in_abstract = self.in_bibliography = 0
        self.bibblocks: list[str] = []
        self.cited: dict[str, None] | None = None

    def full_text(self) -> FullText:
        while self.open:
            self._close_last()
        sections = tuple(
            TextSection(heading, level, tuple(paragraphs))
            for heading, level, paragraphs in self.sections
            if heading or paragraphs
        )
        abstract = clean_abstract(" ".join(self.abstract), self.title)
        return FullText(Form.HTML, self.title, abstract, sections, tuple(self.references))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        named = {name: value or "" for name, value in attrs}
        classes = set(named.get("class", "").split())
        if tag in _VOID:
            if tag == "br" and not self.left_out:
                self._add(" ")
            return
        if len(self.open) >= _DEEPEST:
            raise RecursionError
        self.open.append(_Open(tag, self._begin(tag, classes, named)))

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if tag not in _VOID:
            self._close_last()

    def handle_endtag(self, tag: str) -> None:
        if any(element.tag == tag for element in self.open):
            while self._close_last() != tag:
                pass

    def handle_data(self, data: str) -> None:
        if not self.left_out:
            self._add(data)

    def _close_last(self) -> str:
        element = self.open.pop()
        if element.end:
            element.end()
        return element.tag

    def _begin(
        self, tag: str, classes: set[str], named: dict[str, str]
    ) -> Callable[[], None] | None:
        """Act on the beginning of an element; return what is to be done at its end."""
        if self.left_out or tag in _LEFT_OUT_TAGS or classes & _LEFT_OUT:
            return self._leave_out()
        if tag == "math":
            self._add(plain(f"${named['alttext']}$") if "alttext" in named else "")
            return self._leave_out()
        if classes & {"ltx_document"}:
            self.is_paper = True
        elif "ltx_abstract" in classes:
            self.in_abstract += 1
            return self._end_abstract
        elif "ltx_bibliography" in classes:
            self.in_bibliography += 1
            return self._end_bibliography
        elif "ltx_bibitem" in classes:
            self.blocks.append(_Block())
            self.bibblocks = []
            return lambda: self._end_bibitem(named.get("id", ""))
        elif "ltx_bibblock" in classes:
            return self._begin_bibblock()
        elif levels := [level for name, level in _LEVELS.items() if name in classes]:
            self.levels.append(levels[0])
            return self._end_section
        elif "ltx_title" in classes:
            self.blocks.append(_Block())
            return lambda: self._end_title(classes)
        elif tag == "p" and "ltx_p" in classes:
            self.blocks.append(_Block())
            return self._end_paragraph
        elif "ltx_cite" in classes:
            return self._begin_cite()
        elif tag == "a" and self.cited is not None:
            address = named.get("href", "").rpartition("#")[2]
            if address:
                self.cited[address] = None
        return None

    def _leave_out(self) -> Callable[[], None]:
        self.left_out += 1

        def end() -> None:
            self.left_out -= 1

        return end

    def _add(self, text: str) -> None:
        if self.blocks:
            self.blocks[-1].add(text)

    def _end_abstract(self) -> None:
        self.in_abstract -= 1

    def _end_bibliography(self) -> None:
        self.in_bibliography -= 1

    def _end_section(self) -> None:
        self.levels.pop()

    def _begin_bibblock(self) -> Callable[[], None] | None:
        if not self.blocks:
            return None
        before = len(self.blocks[-1].parts)

        def end() -> None:
            if self.blocks:
                self._add(" ")
                self.bibblocks.append("".join(self.blocks[-1].parts[before:]).strip())

        return end

    def _end_bibitem(self, label: str) -> None:
        text = self.blocks.pop().paragraph().text
        # Where the style marks blocks, they are authors, title, and where it was published.
        title = self.bibblocks[1].rstrip(".,") if len(self.bibblocks) >= 3 else ""
        if text:
            self.references.append(reference_of(label, text, title))

    def _end_title(self, classes: set[str]) -> None:
        heading = self.blocks.pop().paragraph().text
        if "ltx_title_document" in classes:
            self.title = heading
        elif self.levels and not self.in_abstract and not self.in_bibliography:
            self.sections.append((heading, max(1, self.levels[-1]), []))

    def _end_paragraph(self) -> None:
        block = self.blocks.pop()
        if self.blocks:  # A paragraph in a heading or in another's box belongs to that.
            self._add(f" {block.paragraph().text} ")
            return
        paragraph = block.paragraph()
        if not paragraph.text or self.in_bibliography:
            return
        if self.in_abstract:
            self.abstract.append(paragraph.text)
        else:
            self.sections[-1][2].append(paragraph)

    def _begin_cite(self) -> Callable[[], None] | None:
        if not self.blocks or self.cited is not None:
            return None
        block, start = self.blocks[-1], self.blocks[-1].length
        cited: dict[str, None] = {}
        self.cited = cited

        def end() -> None:
            self.cited = None
            block.mentions.append(TextMention(start, block.length, tuple(cited)))

        return end
