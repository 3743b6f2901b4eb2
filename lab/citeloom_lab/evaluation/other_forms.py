"""Published data sets in forms of their own, turned into the two forms that are read.

What their forms are was read in their own descriptions and code, which docs/evaluation.md names.
"""

from collections.abc import Iterator, Mapping
from hashlib import sha256
from pathlib import Path
from typing import Any

from pydantic import TypeAdapter, ValidationError

from citeloom.corpus.lines import Lines
from citeloom.problem import InputError, Place

Values = Mapping[str, Any]

REFERENCES = "references.jsonl"
"""The file beside one of OARelatedWork that holds the cited papers."""

_OBJECT = TypeAdapter(dict[str, Any])


class CitedPapers:
    """The papers that stand in a file beside a data set, by their ids; it is read when first asked.

    Parameters
    ----------
    data
        The file of the data set.
    """

    def __init__(self, data: Path) -> None:
        self._path = data.parent / REFERENCES
        self._papers: dict[str, Values] | None = None

    def records_of(self, names: list[str]) -> list[Values]:
        """Return the papers of these ids; those that the file does not have are left out.

        Raises
        ------
        InputError
            If the file does not exist, or a line of it is no object.
        """
        if self._papers is None:
            if not self._path.is_file():
                raise InputError(
                    "has no file of the papers that it cites",
                    Place(self._path.parent),
                    f"put {REFERENCES} of the data set beside it",
                )
            self._papers = {f"{paper.get('id')}": paper for paper in self._read()}
        papers = self._papers
        return [papers[name] for name in names if name in papers]

    def _read(self) -> Iterator[Values]:
        for line in Lines(self._path):
            if line.text == "":
                continue
            try:
                yield _OBJECT.validate_json(line.text or "")
            except ValidationError:
                place = Place(self._path, line.number)
                raise InputError("is too long a line, or holds no JSON object", place) from None


def in_a_known_form(values: dict[str, Any], number: int, cited: CitedPapers) -> dict[str, Any]:
    """Return an object in one of our two forms if it is in one of the others, else as it is."""
    if "id" in values and "hierarchy" in values:
        return _of_oa_related_work(values, cited)
    if "id" in values:
        return values
    if "aid" in values and "ref_abstract" in values:
        return _of_multi_xscience(values)
    if "relatedwork" in values and "refs" in values:
        return _of_target_aware(values, number)
    return values


def _of_multi_xscience(values: Values) -> dict[str, Any]:
    """Several paragraphs may come from one paper, so that its id names none of them alone."""
    references = values["ref_abstract"]
    if isinstance(references, dict) and "cite_N" in references:
        columns = zip(references["cite_N"], references.get("abstract", ()), strict=False)
        references = {name: {"abstract": abstract} for name, abstract in columns}
    paper, text = f"{values['aid']}", f"{values.get('related_work', '')}"
    part = sha256(text.encode("utf-8", "replace")).hexdigest()[:8]
    return {**values, "id": f"{paper}/{part}", "paper": paper, "ref_abstract": references}


def _of_target_aware(values: Values, number: int) -> dict[str, Any]:
    """Texts are lists of sentences; nothing says which of them cites whom."""
    references = [reference for reference in values["refs"] if reference]
    return {
        "id": f"{number}",
        "abstract": _joined(values.get("abstract")),
        "references": [
            {"id": f"{at}", "abstract": _joined(reference.get("abstract"))}
            for at, reference in enumerate(references, 1)
        ],
        "text": _joined(values["relatedwork"]),
    }


def _joined(sentences: object) -> str:
    parts = sentences if isinstance(sentences, list) else [sentences or ""]
    return " ".join(f"{sentence}" for sentence in parts)


def _of_oa_related_work(values: Values, cited: CitedPapers) -> dict[str, Any]:
    """Return the record of an example whose cited papers stand in another file."""
    names = [f"{name}" for name in values.get("citations", ())]
    papers = {f"{paper['id']}": paper for paper in cited.records_of(names)}
    listed = [f"{entry.get('id')}" for entry in values.get("bibliography", ())]
    abstract, sections = _parts(values["hierarchy"])
    return {
        "id": f"{values['id']}",
        "title": values.get("title"),
        "abstract": abstract,
        "sections": sections,
        "references": [_reference(name, paper) for name, paper in papers.items()],
        "text": _cited_text(values.get("related_work") or {}, listed, papers),
    }


def _reference(name: str, paper: Values) -> dict[str, Any]:
    abstract, sections = _parts(paper.get("hierarchy") or {})
    return {
        "id": name,
        "title": paper.get("title"),
        "authors": paper.get("authors"),
        "year": paper.get("year"),
        "abstract": abstract,
        "sections": sections,
    }


def _parts(hierarchy: Values) -> tuple[str, list[dict[str, str]]]:
    """Return a document's abstract, and its other sections."""
    abstract = ""
    sections: list[dict[str, str]] = []
    for part in _inside(hierarchy):
        heading, text = f"{part.get('headline') or ''}", _words(part)
        if not abstract and not sections and heading.strip().lower() == "abstract":
            abstract = text
        elif text:
            sections.append({"heading": heading, "text": text})
    return abstract, sections


def _inside(part: Values) -> list[Values]:
    content = part.get("content")
    return content if isinstance(content, list) else []


def _texts(part: Values) -> Iterator[Values]:
    """Yield the texts of a part in their order."""
    content = part.get("content")
    if isinstance(content, dict):
        yield content
    for inner in _inside(part):
        yield from _texts(inner)


def _words(part: Values) -> str:
    return " ".join(f"{text.get('text', '')}" for text in _texts(part))


def _cited_text(part: Values, listed: list[str], papers: Mapping[str, Values]) -> str:
    """Return a text with our marks in place of its citations; unknown papers have none."""
    return " ".join(_with_marks(text, listed, papers) for text in _texts(part))


def _with_marks(text: Values, listed: list[str], papers: Mapping[str, Values]) -> str:
    words, at, shown = f"{text.get('text', '')}", 0, ""
    for span in sorted(text.get("citations", ()), key=lambda span: int(span["start"])):
        start, end, index = int(span["start"]), int(span["end"]), span["index"]
        if start < at:
            continue
        name = listed[index] if isinstance(index, int) and 0 <= index < len(listed) else ""
        shown += words[at:start] + (f"[@{name}]" if name in papers else "")
        at = end
    return shown + words[at:]
