"""The paragraphs of a model's answer in any form: prose, Markdown, JSON and others."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from citeloom.methods.modelled.clean_words import without_unseen
from citeloom.methods.modelled.written_text import ENDS
from citeloom.models.answers import first_value

_TAG_OF_THOUGHTS = r"(?:think|thought|reasoning)\w*[>\]]"
_THOUGHTS = re.compile(
    rf"[<\[]{_TAG_OF_THOUGHTS}(?:[^<\[]|[<\[](?!/?{_TAG_OF_THOUGHTS}))*+[<\[]/{_TAG_OF_THOUGHTS}"
    rf"|[<\[]{_TAG_OF_THOUGHTS}",
    re.IGNORECASE,
)
_THOUGHTS_END = re.compile(rf"[<\[]/{_TAG_OF_THOUGHTS}", re.IGNORECASE)
_ANSWER_STARTS = re.compile(r"<\|(?:im_start\|>)?assistant(?:<?\|[^|<>]{0,20}\|>)?|\[/INST\]")
QUOTED = re.compile(r"<(quoted-[0-9a-f]++)[^<>]*>[^<]*</\1>")
_ELEMENTS = re.compile(
    r"<\|(?![^|<>\n]*cite)[^|<>\n]{0,40}\|>|</?s>|<(?:start|end)_of_turn>|\[/?INST\]"
    r"|</?(?:[\w:]*takeaway|answer|response|final[\w-]*|related[\w ]*|output|text)\b[^<>]{0,80}>",
    re.IGNORECASE,
)
"""Elements of chat templates, and those around a whole answer."""

_JSON = re.compile(
    r"(?:\A|\n|:)[ \t]*(?:```\w*\s*)?"
    r"(?P<json>\{\s*(?:[\"'“‘]|\w+\s*:)|\[\s*(?:[\"'“‘](?!\s*P?\d)|[{\[]))"
)
_LONGEST_JSON = 200_000

_HEADING = re.compile(
    r"\s*(?:#{1,6}\s*|\\(?:(?:sub)*section|paragraph)\*?\s*\{"
    r"|(?P<bold>\*\*|__)(?=[^*_]{1,90}(?P=bold):?\s*\Z))"
    r"(?P<words>[^{}]*?)[}*_#:\s]*\Z"
)
_ITEM = re.compile(r"\s*(?:[-*•+]|\(?\d{1,2}[.)])\s+(?=\S)")
_NO_PROSE = re.compile(r"\s*(?:\||%|```|>{5,}|[-*_]{3,}\s*\Z|\\(?:label|begin|end)\b[^ ]*\s*\Z)")
"""Tables, comments, fences, rules, ends of blocks to replace, commands of LaTeX."""

_BEGIN = re.compile(r"\s*\\begin\{((?!document|itemize|enumerate|quote|abstract)\w+\*?)\}")
_TEXT_FOLLOWS = re.compile(r"\brelated works?\b[^.!?]{0,60}:\W*\Z", re.IGNORECASE)
"""What stands before such a line is a plan, unless it cites."""

_REFERENCES = re.compile(
    r"(?:\d+\.?\s*)?(?:references?(?: list)?|bibliography|works? cited|sources|resources|citations"
    r"|literatur(?:verzeichnis)?|références|bibliographie|referencias|bibliografía|bibliografia"
    r"|参考文献|参考资料)\W*\Z",
    re.IGNORECASE,
)
_ENTRY = re.compile(
    r"\s*(?:[-*]\s+)?[\[【(]?\^?(?P<number>P?\d{1,3})[\]】).:]{1,2}:?\s*(?=[^\W_a-z]|[\"“*\[(]|https?:)"
)
_FOOTNOTE = re.compile(r"\s*\[\^\d{1,3}\]:")
_HEADS = frozenset("topic title heading theme name section_title".split())  # noqa: SIM905
_CITED = frozenset("cites citations cited ids refs references sources papers".split())  # noqa: SIM905
_BESIDE = frozenset(
    "plan reason reasoning thoughts thinking analysis outline notes language style".split()  # noqa: SIM905
)
_LONGEST_HEADING, _LONGEST_LINE, _SHORTEST_SENTENCE = 12, 100, 4
_MARKS = re.compile(r"\s*[\[【][^\[\]【】]*[\]】]")
_LONG_WORD = re.compile(r"(?<![\w-])[^\W\d]\w{3,}")


@dataclass
class AnswerParagraph:
    """A paragraph under its heading, as the lines that stand for themselves: items of a list."""

    heading: str = ""
    lines: list[str] = field(default_factory=list)
    is_list: bool = False


@dataclass(frozen=True)
class AnswerForm:
    """What an answer is made of; ``entries`` are those of its own list of references, by number."""

    paragraphs: tuple[AnswerParagraph, ...]
    entries: tuple[tuple[str, str], ...]


def form_of(answer: str, *, cut_off: bool) -> AnswerForm:
    """Return the paragraphs of an answer, without thoughts, fences, tables and elements."""
    text = _without_thoughts(without_unseen(answer.replace("\r\n", "\n")))
    starts = list(_ANSWER_STARTS.finditer(text))
    if starts and text[starts[-1].end() :].strip():
        text = text[starts[-1].end() :]
    text = _ELEMENTS.sub("\n", QUOTED.sub("", text))
    said = _prose_of_json(text, cut_off=cut_off)
    return _Lines(_in_fence(text) if said is None else said).form()


def _without_thoughts(text: str) -> str:
    """Return a text without what stands between the tags of thoughts, or before an end of them.

    Behind a beginning without an end stands the answer, too: who reads leaves the thoughts out.
    """
    return _THOUGHTS_END.split(_THOUGHTS.sub("", text))[-1]


def _in_fence(text: str) -> str:
    """Return what stands between fences where ids stand in it alone; else the whole text."""
    pieces = re.split(r"(?m)^[ \t]*(?:```|~~~).*$", text)
    inside, outside = "\n\n".join(pieces[1::2]), "\n\n".join(pieces[::2])
    is_inside = re.search(r"\[P\d|\\cite", inside) and not re.search(r"\[P\d", outside)
    return inside if is_inside else text


def _prose_of_json(text: str, *, cut_off: bool) -> str | None:
    """Return the words of the JSON that an answer holds; None where it holds none, or few."""
    found = _JSON.search(text)
    if not found or len(text) - found.start("json") > _LONGEST_JSON:
        return None
    part = re.split(r"\n[ \t]*```", text[found.start("json") :])[0]
    said = "\n\n".join(_words_of(first_value(part)))
    if cut_off and part.rstrip(" \n\"'}]")[-1:] not in ENDS:
        said = said.rstrip(ENDS)
    return said if 2 * len(said.split()) > len(text[: found.start()].split()) else None


def _words_of(value: Any, name: str = "") -> Iterator[str]:
    """Yield the paragraphs that a value holds, their headings and citations in Markdown."""
    if isinstance(value, str):
        if value.strip():
            yield value
    elif isinstance(value, list):
        parts = [list(_words_of(item, name)) for item in value]
        are_sentences = name == "sentences" or all(
            len(part) <= 1 and not re.search(r"[.!?]\s+[A-Z]", "".join(part)) for part in parts
        )
        if are_sentences:
            yield " ".join(_ended(one) for part in parts for one in part)
        else:
            yield from (one for part in parts for one in part)
    elif isinstance(value, dict):
        cited: list[str] = []
        said: list[str] = []
        for key, own in value.items():
            if key in _HEADS and isinstance(own, str) and len(value) > 1:
                said += [f"# {' '.join(own.split())}"] * bool(own.strip())
            elif key in _CITED and (ids := _ids_of(own)) is not None:
                cited += ids
            elif key in _CITED and isinstance(own, list) and said:
                said += ["# References", *map(_entry, own)]
            elif key not in _BESIDE:
                said += _words_of(own, key)
        if said and cited:
            marked = " ".join(_MARKS.findall(said[-1]))
            words = said[-1].rstrip().rstrip(ENDS)
            stop = said[-1].rstrip()[len(words) :]
            mark = ", ".join(own for own in cited if own not in marked)
            said[-1] = f"{words} [{mark}]{stop or '.'}" if mark else said[-1]
        yield from said


def _ids_of(value: Any) -> list[str] | None:
    """Return what a list of citations names; None where it holds other words."""
    items = value if isinstance(value, list) else [] if value is None else [value]
    named = [str(item).strip(" []【】(){}<>.") for item in items if isinstance(item, str | int)]
    return None if any(len(item.split()) > 8 for item in named) else [it for it in named if it]


def _entry(item: Any) -> str:
    values = item.values() if isinstance(item, dict) else [item]
    return " ".join(str(value) for value in values)


def _ended(sentence: str) -> str:
    bare = re.sub(rf"(?:{_MARKS.pattern})+\Z", "", sentence.strip()).rstrip('”"’)')
    is_ended = bare.endswith(tuple(ENDS)) or sentence.strip().endswith(tuple(ENDS))
    return sentence if is_ended or sentence.startswith("#") else f"{sentence.strip()}."


class _Lines:
    """Reads the lines of an answer as paragraphs."""

    def __init__(self, text: str) -> None:
        self.lines = text.split("\n")
        self.found: list[AnswerParagraph] = []
        self.entries: list[tuple[str, str]] = []
        self.heading = ""
        self.is_open = False

    def form(self) -> AnswerForm:
        end = self._list_at_end()
        ends = {line.strip() for line in self.lines if line.lstrip().startswith("\\end{")}
        replaced = any(line.startswith("=====") for line in self.lines)
        until = ""
        for number, line in enumerate(self.lines):
            if until:
                until = "" if line.strip().startswith(until) else until
            elif replaced and line.startswith("<<<<<"):
                until = "====="
            elif (begins := _BEGIN.match(line)) and f"\\end{{{begins[1]}}}" in ends:
                until = f"\\end{{{begins[1]}}}"
            elif _FOOTNOTE.match(line):
                self.entries += _entries([line])
            elif number >= end or (self.found and self._is_references(line)):
                self.entries += _entries(self.lines[number:])
                break
            else:
                self._add(line, follows=bool("".join(self.lines[number + 1 : number + 2]).strip()))
        return AnswerForm(tuple(self._without_lone_headings()), tuple(self.entries))

    def _is_references(self, line: str) -> bool:
        heading = _HEADING.match(line)
        return bool(_REFERENCES.fullmatch((heading["words"] if heading else line).strip()))

    def _list_at_end(self) -> int:
        """Return where a list of references without a heading begins; else the end."""
        first, entries = len(self.lines), 0
        for number in range(len(self.lines) - 1, 0, -1):
            if _is_entry(self.lines[number]):
                first, entries = number, entries + 1
            elif self.lines[number].strip():
                break
        return first if entries > 1 else len(self.lines)

    def _add(self, line: str, *, follows: bool) -> None:
        words = line.strip().removeprefix(">").strip()
        if not words or _NO_PROSE.match(words):
            self.is_open = False
        elif _TEXT_FOLLOWS.search(words) and not self._has_marks():
            self.found.clear()
            self.is_open = False
        elif heading := _HEADING.match(words):
            self.heading, self.is_open = _bare(heading["words"]), False
        elif item := _ITEM.match(line):
            self._add_item(words[len(item[0].strip()) :].strip())
        elif not self.is_open and follows and _is_heading(words, is_alone=False):
            self.heading = _bare(words)
        elif self.is_open:
            self.found[-1].lines[-1] += f" {words}"
        else:
            self._begin(words)

    def _has_marks(self) -> bool:
        return any("[P" in line for paragraph in self.found for line in paragraph.lines)

    def _add_item(self, words: str) -> None:
        last = self.found[-1] if self.found and not self.heading else None
        if last and (last.is_list or last.lines[-1].endswith(":")):
            last.lines.append(words)
            last.is_list = True
            self.is_open = True
        else:
            self._begin(words, is_list=True)

    def _begin(self, words: str, *, is_list: bool = False) -> None:
        self.found.append(AnswerParagraph(self.heading, [words], is_list))
        self.heading, self.is_open = "", True

    def _without_lone_headings(self) -> Iterator[AnswerParagraph]:
        heading = ""
        for paragraph in self.found:
            is_alone = len(self.found) > 1 and len(paragraph.lines) == 1
            if is_alone and _is_heading(paragraph.lines[0], is_alone=True):
                heading = _bare(paragraph.lines[0])
            else:
                paragraph.heading = paragraph.heading or heading
                heading = ""
                yield paragraph


def _bare(words: str) -> str:
    """Return a heading without its number, marks and signs of Markdown."""
    words = _MARKS.sub("", words.strip(" *_#:."))
    return words[item.end() :].strip(" *_") if (item := _ITEM.match(words)) else words.strip(" *_")


def _is_heading(line: str, *, is_alone: bool) -> bool:
    """Tell whether a line is a heading of what stands below: "Fast Parsers [1]", "Introduction:".

    One that is alone, and not right above a text, may be any few words without an end.
    """
    bare = _MARKS.sub("", line).strip()
    number = len(bare.split())
    if not 0 < number <= _LONGEST_HEADING or len(bare) > _LONGEST_LINE:
        return False
    if is_alone and bare[-1] not in ENDS and (bare == line.strip() or number < _SHORTEST_SENTENCE):
        return True
    if bare.endswith(":"):
        return number < _SHORTEST_SENTENCE
    words = _LONG_WORD.findall(bare)
    is_title = bool(words) and all(word[0].isupper() for word in words)
    return is_title and bare[-1] not in (*ENDS[1:], ",", ";")


def _is_entry(line: str) -> bool:
    """Tell whether a line without a heading above is one of a list of references."""
    return "[" in line[:4] and _ENTRY.match(line) is not None


def _entries(lines: Sequence[str]) -> Iterator[tuple[str, str]]:
    for line in lines:
        if entry := _ENTRY.match(line):
            yield entry["number"], line[entry.end() :]
