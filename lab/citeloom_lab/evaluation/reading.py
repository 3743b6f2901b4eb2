"""Reads data sets of related-work texts, a JSON object on each line; see docs/evaluation.md."""

import re
from ast import literal_eval
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, TypeAdapter, ValidationError

from citeloom.corpus.lines import Lines
from citeloom.methods.result import CitationMark
from citeloom.methods.task import DraftSection, DraftText
from citeloom.papers.abstracts import clean_abstract
from citeloom.papers.fulltext.text import Form, FullText, TextParagraph, TextSection
from citeloom.papers.paper import Author, Paper
from citeloom.papers.services.building import author_of
from citeloom.problem import InputError, Place
from citeloom_lab.evaluation.example import DataSet, Example, GoldPart
from citeloom_lab.evaluation.other_forms import CitedPapers, in_a_known_form

MOST_EXAMPLES = 100_000
LARGEST_LIST = 256_000_000
"""Bytes of a file that is one list; the training part of Multi-XScience has 166 million."""

FORM = (
    'a line is {"id": "a", "title": "…", "abstract": "…", "references": [{"id": "b", "title": "…", '
    '"abstract": "…"}], "text": "Others [@b] …"}'
)

_OWN_MARK = re.compile(r"\s*\[(@[^\[\]@;\s]+(?:\s*;\s*@[^\[\]@;\s]+)*)\]")
_NUMBERED_MARK = re.compile(r"@cite_\w+")
_YEAR = re.compile(r"\b(?:18|19|20)\d\d\b")


def _as_text(value: object) -> object:
    return "" if value is None else str(value) if isinstance(value, int) else value


def _as_names(value: object) -> object:
    """Return names that a file has as a list, or as Python's text of one."""
    if isinstance(value, str):
        try:
            value = literal_eval(value) if value.startswith("[") else [value]
        except (ValueError, SyntaxError, RecursionError, MemoryError):
            value = [value]
    return [] if value is None else value


_Text = Annotated[str, BeforeValidator(_as_text)]
_Name = Annotated[_Text, Field(min_length=1, max_length=1_000)]
_Names = Annotated[tuple[str, ...], BeforeValidator(_as_names), Field(max_length=20_000)]


class _Section(BaseModel):
    model_config = ConfigDict(extra="forbid")

    heading: _Text = ""
    text: _Text = ""


class _Reference(BaseModel):
    model_config = ConfigDict(extra="ignore")

    title: _Text = ""
    abstract: _Text = ""
    authors: _Names = ()
    year: _Text = ""
    sections: tuple[_Section, ...] = ()


class _NamedReference(_Reference):
    id: _Name


class _Line(BaseModel):
    """What both forms have."""

    model_config = ConfigDict(extra="ignore")

    id: _Name
    paper: _Text = ""
    title: _Text = ""
    abstract: _Text = ""
    language: Literal["en"] | _Name = "en"


class _OwnLine(_Line):
    """Our own form: references in a list, and a text that cites them as ``[@id; @id]``."""

    sections: tuple[_Section, ...] = ()
    references: tuple[_NamedReference, ...] = Field(min_length=1, max_length=10_000)
    text: str = Field(min_length=1)


class _NumberedLine(_Line):
    """The form of `../shared/data/rwg`: references by mark, and a text that has these marks."""

    introduction: _Text = ""
    related_work: str = Field(min_length=1)
    ref_abstract: dict[str, _Reference] = Field(min_length=1, max_length=10_000)


_OBJECT = TypeAdapter(dict[str, Any])
_OBJECTS = TypeAdapter(list[dict[str, Any]])


def read_data_set(path: Path) -> DataSet:
    """Return the examples of a file of JSON lines, which may be compressed.

    Raises
    ------
    InputError
        If the file cannot be read, or a line is not of a known form; it names the line.
    """
    found: dict[str, Example] = {}
    cited = CitedPapers(path)
    for number, values in _records(path):
        place = Place(path, number)
        try:
            known = in_a_known_form(values, number, cited)
        except (AttributeError, KeyError, TypeError, ValueError):
            raise InputError("is not of the form that its fields name", place, FORM) from None
        example = _example(known, place)
        if example.id in found:
            raise InputError(f"the example '{example.id}' stands there twice", place)
        if len(found) == MOST_EXAMPLES:
            raise InputError(f"has more than {MOST_EXAMPLES:,} examples", place)
        found[example.id] = example
    if not found:
        raise InputError("has no examples", Place(path), FORM)
    return DataSet(_name(path), tuple(found.values()))


def data_files(path: Path) -> list[Path]:
    """Return the data sets of a folder, whose names have .jsonl; any other path is one itself.

    Raises
    ------
    InputError
        If a folder has none.
    """
    if not path.is_dir():
        return [path]
    found = sorted(file for file in path.iterdir() if ".jsonl" in file.suffixes)
    if not found:
        raise InputError("has no data set", Place(path), "data sets are files *.jsonl")
    return found


def _name(path: Path) -> str:
    """Return what tables call a data set: its file's name up to the endings."""
    return path.name.partition(".")[0] or path.name


def _records(path: Path) -> Iterator[tuple[int, dict[str, Any]]]:
    """Yield the objects of a file with the numbers of their lines, or of their places in a list."""
    lines = Lines(path)
    if lines.whole(1) == b"[":
        try:
            yield from enumerate(_OBJECTS.validate_json(lines.whole(LARGEST_LIST)), 1)
        except ValidationError:
            raise InputError("is no list of JSON objects, or too long a one", Place(path)) from None
        return
    for line in lines:
        place = Place(path, line.number)
        if line.text is None:
            raise InputError("is too long a line, or is no UTF-8", place)
        if line.text:
            with _wrong_at(place):
                values = _OBJECT.validate_json(line.text)
            yield line.number, values


def _example(values: dict[str, Any], place: Place) -> Example:
    with _wrong_at(place):
        if "ref_abstract" in values:
            return _of_numbered(_NumberedLine.model_validate(values))
        return _of_own(_OwnLine.model_validate(values), place)


@contextmanager
def _wrong_at(place: Place) -> Iterator[None]:
    """Say of values that are of no known form where they stand, and what is wrong."""
    try:
        yield
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        where = ".".join(str(part) for part in first["loc"])
        message = f"{where}: {first['msg']}" if where else str(first["msg"])
        raise InputError(message, place, FORM) from None


def _of_own(line: _OwnLine, place: Place) -> Example:
    ids = [reference.id for reference in line.references]
    if twice := next((name for name in ids if ids.count(name) > 1), ""):
        raise InputError(f"the reference '{twice}' stands there twice", place)
    gold = tuple(_own_parts(line.text))
    cited = (paper for part in gold if isinstance(part, CitationMark) for paper in part.papers)
    if unknown := next((paper for paper in cited if paper not in map(_paper_id, ids)), ""):
        name = unknown.removeprefix(_paper_id(""))
        raise InputError(f"the text cites '{name}', which is no reference of the example", place)
    sections = tuple(DraftSection(section.heading, section.text) for section in line.sections)
    return _built(line, {reference.id: reference for reference in line.references}, gold, sections)


def _of_numbered(line: _NumberedLine) -> Example:
    references = {name.removeprefix("@"): found for name, found in line.ref_abstract.items()}
    introduction = line.introduction
    sections = (DraftSection("Introduction", introduction),) if introduction else ()
    return _built(line, references, tuple(_numbered_parts(line, references)), sections)


def _built(
    line: _Line,
    references: Mapping[str, _Reference],
    gold: tuple[GoldPart, ...],
    sections: tuple[DraftSection, ...],
) -> Example:
    source = "abstract" if line.abstract else "nothing"
    draft = DraftText(_plain(line.title), _plain(line.abstract), source, sections, line.language)
    known = sha256(repr((line.title, line.abstract)).encode("utf-8", "replace")).hexdigest()
    return Example(
        line.id,
        line.paper or known[:12],
        draft,
        tuple(_paper(name, reference) for name, reference in references.items()),
        gold,
        {
            _paper_id(name): _full_text(reference)
            for name, reference in references.items()
            if any(section.text for section in reference.sections)
        },
    )


def _paper(name: str, reference: _Reference) -> Paper:
    year = _YEAR.search(reference.year)
    return Paper(
        _paper_id(name),
        (name,),
        title=_plain(reference.title),
        authors=tuple(_authors(reference.authors)),
        year=int(year[0]) if year else None,
        abstract=clean_abstract(_plain(reference.abstract), _plain(reference.title)),
    )


def _authors(names: Iterable[str]) -> Iterator[Author]:
    return (author_of(name) for name in names if name.strip())


def _full_text(reference: _Reference) -> FullText:
    sections = tuple(
        TextSection(section.heading, 1, _paragraphs(section.text)) for section in reference.sections
    )
    return FullText(Form.LATEX, _plain(reference.title), _plain(reference.abstract), sections)


def _paragraphs(text: str) -> tuple[TextParagraph, ...]:
    pieces = (_plain(piece) for piece in re.split(r"\n\s*\n", text))
    return tuple(TextParagraph(piece) for piece in pieces if piece)


def _own_parts(text: str) -> Iterator[GoldPart]:
    at = 0
    for match in _OWN_MARK.finditer(text):
        yield text[at : match.start()]
        names = (name.strip().removeprefix("@") for name in match[1].split(";"))
        yield CitationMark(tuple(map(_paper_id, names)))
        at = match.end()
    yield text[at:]


def _numbered_parts(
    line: _NumberedLine, references: Mapping[str, _Reference]
) -> Iterator[GoldPart]:
    text, at = line.related_work, 0
    for match in _NUMBERED_MARK.finditer(text):
        yield text[at : match.start()]
        name = match[0].removeprefix("@")
        yield CitationMark((_paper_id(name),) if name in references else ())
        at = match.end()
    yield text[at:]


def _paper_id(name: str) -> str:
    """Return the id of a reference's paper, which is never that of the draft."""
    return f"ref:{name}"


def _plain(text: str) -> str:
    return " ".join(text.split())
