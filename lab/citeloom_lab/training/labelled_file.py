"""Read papers with their places in a taxonomy, a JSON object on each line."""

from pathlib import Path
from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from citeloom.keeping.reading import LARGEST_TEXT, UnreadFileError, read_file
from citeloom.papers.paper import Paper
from citeloom.problem import InputError, Place
from citeloom_lab.training.labelled_papers import LabelledPapers

MOST_PAPERS = 200_000

_Name = Annotated[str, Field(min_length=1, max_length=1_000)]


class _Line(BaseModel):
    model_config = ConfigDict(extra="ignore")

    id: Annotated[_Name, Field(coerce_numbers_to_str=True)]
    title: str = Field("", max_length=5_000)
    terms: tuple[str, ...] = Field((), max_length=1_000)
    path: tuple[_Name, ...] = Field(min_length=1, max_length=20)
    cites: tuple[Annotated[str, Field(coerce_numbers_to_str=True)], ...] = ()


def read_labelled_papers(path: Path) -> LabelledPapers:
    """Return the papers of a file; who cites whom among them.

    Each line has ``id``, ``title`` (or ``terms``, its words), ``path`` (the names of its topics,
    the broadest first) and, where they are known, ``cites`` (ids of papers); more is not read.

    Raises
    ------
    InputError
        If the file cannot be read or a line is not of this form; it names the line.
    """
    try:
        text = read_file(path, LARGEST_TEXT).decode("utf-8-sig")
    except FileNotFoundError:
        raise InputError("the file does not exist", Place(path)) from None
    except UnreadFileError as error:
        raise InputError(error.strerror, Place(path)) from None
    except OSError as error:
        raise InputError(f"cannot be read: {error.strerror}", Place(path)) from None
    except UnicodeDecodeError as error:
        raise InputError(f"is no UTF-8: {error.reason}", Place(path)) from None
    lines: dict[str, _Line] = {}
    for number, row in enumerate(text.split("\n"), 1):
        if not row.strip():
            continue
        line = _line(row, Place(path, number))
        if line.id in lines:
            raise InputError(f"the paper '{line.id}' stands there twice", Place(path, number))
        if len(lines) == MOST_PAPERS:
            raise InputError(f"has more than {MOST_PAPERS:,} papers", Place(path, number))
        lines[line.id] = line
    return LabelledPapers(
        tuple(Paper(line.id, title=line.title or " ".join(line.terms)) for line in lines.values()),
        {line.id: line.path for line in lines.values()},
        {
            line.id: cited
            for line in lines.values()
            if (cited := tuple(dict.fromkeys(name for name in line.cites if name in lines)))
        },
    )


def _line(row: str, place: Place) -> _Line:
    try:
        line = _Line.model_validate_json(row)
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(str(part) for part in first["loc"])
        message = f"{where}: {first['msg']}" if where else str(first["msg"])
        advice = 'a line is {"id": "a", "title": "…", "path": ["Field", "Topic"], "cites": ["b"]}'
        raise InputError(message, place, advice) from None
    if not line.title.strip() and not any(term.strip() for term in line.terms):
        raise InputError(f"the paper '{line.id}' has neither a title nor terms", place)
    return line
