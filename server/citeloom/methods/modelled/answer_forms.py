"""The paragraphs of a model's answer, in whatever form it wrote them: prose, Markdown, JSON …"""

import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from json_repair import repair_json

from citeloom.methods.modelled.visible_words import without_unseen

_THOUGHTS = re.compile(r"[<\[](?P<end>/?)(?:think|thought|reasoning)\w*[>\]]", re.IGNORECASE)
_ANSWER_STARTS = re.compile(
    r"<\|assistant\|>|<\|im_start\|>assistant|<\|start_header_id\|>assistant<\|end_header_id\|>"
    r"|<start_of_turn>model|\[/INST\]"
)
_QUOTED = re.compile(r"<(quoted-[0-9a-f]+)[^<>]*>[^<]*</\1>")
_TAG = re.compile(r"</?quoted-[0-9a-f]+[^<>\n]*>?")
_ELEMENTS = re.compile(
    r"<\|(?![^|<>\n]*cite)[^|<>\n]{0,40}\|>|</?s>|<(?:start|end)_of_turn>|<(?:bos|eos|pad)>"
    r"|\[/?INST\]|<</?SYS>>"
    r"|</?(?:[\w:]*takeaway|answer|response|final[\w-]*|related[\w ]*|output|text)\b[^<>]{0,80}>",
    re.IGNORECASE,
)
"""Elements of chat templates, and those around a whole answer."""

_FENCE = re.compile(r"\s*(?:```|~~~)")
_JSON = re.compile(
    r"(?:\A|\n|:)[ \t]*(?:```\w*\s*)?"
    r"(?P<json>\{\s*(?:[\"'“‘]|\w+\s*:)|\[\s*(?:[\"'“‘](?!\s*P?\d)|[{\[]))"
)
_LATEX_IN_JSON = re.compile(r"\\(?![\"\\/bfnrtu])")
_LONGEST_JSON, _DEEPEST_JSON = 200_000, 60

_HEADING = re.compile(
    r"\s*(?:#{1,6}\s*|\\(?:(?:sub)*section|paragraph)\*?\s*\{"
    r"|(?P<bold>\*\*|__)(?=[^*_]{1,90}(?P=bold):?\s*\Z))"
    r"(?P<words>[^{}]*?)[}*_#:\s]*\Z"
)
_ITEM = re.compile(r"\s*(?:[-*•+]|\(?\d{1,2}[.)])\s+(?=\S)")
_NO_PROSE = re.compile(
    r"\s*(?:\||%|>{5,}|={5,}|<{5,}|[-*_]{3,}\s*\Z"
    r"|\\(?:label|begin|end|title|maketitle|bibliography\w*)\b[^ ]*\s*\Z)"
)
_BEGIN = re.compile(r"\s*\\begin\{((?!document|itemize|enumerate|quote|abstract)\w+\*?)\}")
_REFERENCES = re.compile(
    r"(?:\d+\.?\s*)?(?:references?(?: list)?|bibliography|works? cited|sources|resources|citations"
    r"|literatur(?:verzeichnis)?|références|bibliographie|referencias|bibliografía|bibliografia"
    r"|参考文献|参考资料)\W*\Z",
    re.IGNORECASE,
)
_ENTRY = re.compile(
    r"\s*(?:[-*]\s+)?[\[【(]?\^?(?P<number>P?\d{1,3})[\]】).:]{1,2}:?\s*(?=[^\W_a-z]|[\"“*\[(]|https?:)"
)
_PUBLISHED = re.compile(r"\((?:19|20)\d\d[^()]{0,20}\)|https?://|\bdoi\b")
_NOTE = re.compile(r"\s*\[\^(?P<number>\d{1,3})\]:\s*")
_HEADS = frozenset("topic title heading theme name section_title".split())  # noqa: SIM905
_CITED = frozenset("cites citations cited ids refs references sources papers".split())  # noqa: SIM905
_BESIDE = frozenset(
    "plan reason reasoning thoughts thinking analysis outline notes language style".split()  # noqa: SIM905
)
_LONGEST_HEADING, _LONGEST_LINE, _SHORTEST_SENTENCE = 12, 100, 4
_MARKS = re.compile(r"\s*[\[【][^\[\]【】]*[\]】]")
_MARKED = re.compile(r"[\[【({][^\[\]【】(){}]*[\]】)}]")
_LONG_WORD = re.compile(r"(?<![\w-])[^\W\d]\w{3,}")
_STOPS = ".!?。！？।؟"


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
    text = _ELEMENTS.sub("\n", _TAG.sub("", _QUOTED.sub("", text)))
    said = _prose_of_json(text, cut_off=cut_off)
    return _Lines(_in_fence(text) if said is None else said).form()


def _without_thoughts(text: str) -> str:
    """Return a text without what stands between the tags of thoughts, or before an end of them.

    Behind a beginning without an end stands the answer, too: who reads leaves the thoughts out.
    """
    kept, at, depth = [], 0, 0
    for tag in _THOUGHTS.finditer(text):
        if not depth:
            kept.append(text[at : tag.start()])
        if not tag["end"]:
            depth += 1
        elif depth:
            depth -= 1
        else:
            kept = []
        at = tag.end()
    return "".join((*kept, text[at:]))


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
    value = _value_of(_LATEX_IN_JSON.sub(r"\\\\", part))
    said = "\n\n".join(_words_of(value)) if value else ""
    if cut_off and part.rstrip(" \n\"'}]")[-1:] not in _STOPS:
        said = said.rstrip(_STOPS)
    return said if 2 * len(said.split()) > len(text[: found.start()].split()) else None


def _value_of(part: str) -> Any:
    try:
        return json.JSONDecoder(strict=False).raw_decode(part)[0]
    except (ValueError, RecursionError):
        if re.search(rf"(?:[\[{{]\s*){{{_DEEPEST_JSON}}}", part):
            return None
    try:
        return repair_json(part, return_objects=True, skip_json_loads=True)
    except (ValueError, RecursionError):
        return None


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
        words = said[-1].rstrip() if said else ""
        marked = " ".join(_MARKED.findall(words))
        if words and (cited := [own for own in cited if own not in marked]):
            stop = words[len(words.rstrip(_STOPS)) :]
            said[-1] = f"{words.rstrip(_STOPS)} [{', '.join(cited)}]{stop or '.'}"
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
    sentence = sentence.strip()
    bare = re.sub(rf"(?:{_MARKS.pattern})+\Z", "", sentence).rstrip('”"’)')
    is_ended = sentence[-1:] in _STOPS or bare.endswith(tuple(_STOPS))
    return sentence if is_ended or sentence.startswith("#") else f"{sentence}."


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
            elif note := _NOTE.match(line):
                self.entries.append((note["number"], line[note.end() :]))
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
        if not words or _FENCE.match(line) or _NO_PROSE.match(words):
            self.is_open = False
        elif heading := _HEADING.match(words):
            self.heading, self.is_open = _bare(heading["words"]), False
        elif item := _ITEM.match(line):
            self._add_item(words[len(item[0].strip()) :].strip())
        elif not self.is_open and follows and _is_head(words):
            self.heading = _bare(words)
        elif self.is_open:
            self.found[-1].lines[-1] += f" {words}"
        else:
            self._begin(words)

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
            words = paragraph.lines[0]
            if len(self.found) > 1 and len(paragraph.lines) == 1 and is_heading(words):
                heading = _bare(words)
            else:
                paragraph.heading = paragraph.heading or heading
                heading = ""
                yield paragraph


def _bare(words: str) -> str:
    """Return a heading without its number, marks and signs of Markdown."""
    words = _MARKS.sub("", words.strip(" *_#:."))
    return words[item.end() :].strip(" *_") if (item := _ITEM.match(words)) else words.strip(" *_")


def _is_head(words: str) -> bool:
    """Tell whether a line right above a text is its heading.

    "Introduction:" and "Fast Parsers [1]" are.
    """
    if words.endswith(":"):
        return len(words.split()) < _SHORTEST_SENTENCE
    return _is_title(_MARKS.sub("", words))


def _is_title(bare: str) -> bool:
    is_short = 0 < len(bare.split()) <= _LONGEST_HEADING and len(bare) <= _LONGEST_LINE
    is_alone = bare.strip()[-1:] not in (*_STOPS[1:], ",", ";", ":")
    words = _LONG_WORD.findall(bare)
    return bool(is_short and is_alone and words and all(word[0].isupper() for word in words))


def is_heading(words: str) -> bool:
    """Tell whether a line that stands alone is a heading: a few words, and no sentence."""
    bare = _MARKS.sub("", words).strip()
    if len(bare.split()) > _LONGEST_HEADING or len(bare) > _LONGEST_LINE or bare[-1:] in _STOPS:
        return _is_title(bare)
    is_marked = bare != words.strip()
    return _is_title(bare) or not is_marked or len(bare.split()) < _SHORTEST_SENTENCE


def _is_entry(line: str) -> bool:
    """Tell whether a line without a heading above is one of a list of references."""
    is_marked = "[" in line[:4] or (_PUBLISHED.search(line) and "[P" not in line)
    return bool(is_marked and _ENTRY.match(line))


def _entries(lines: Sequence[str]) -> Iterator[tuple[str, str]]:
    for line in lines:
        if entry := _ENTRY.match(line):
            yield entry["number"], line[entry.end() :]
