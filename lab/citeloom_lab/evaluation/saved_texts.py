"""Texts in a file, to be compared with those of a later version of the program."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from hashlib import sha256
from pathlib import Path

from pydantic import BaseModel, ConfigDict, ValidationError

from citeloom.corpus.lines import Lines
from citeloom.problem import InputError, Place
from citeloom_lab.evaluation.evaluated_text import EvaluatedText
from citeloom_lab.evaluation.example import DataSet, Example


class _SavedText(BaseModel):
    model_config = ConfigDict(extra="ignore")

    example: str
    gold: str
    method: str
    text: EvaluatedText


class SavedTexts:
    """The texts of one method, by their examples."""

    def __init__(self, path: Path, texts: Mapping[tuple[str, str], EvaluatedText]) -> None:
        self._path, self._texts = path, texts

    def of(self, example: Example) -> EvaluatedText:
        """Return the text of an example.

        Raises
        ------
        InputError
            If there is none.
        """
        found = self._texts.get((example.id, _gold(example)))
        if found is None:
            raise InputError(f"has no text for the example '{example.id}'", Place(self._path))
        return found


def saved_lines(
    sets: Iterable[DataSet], texts: Mapping[str, Mapping[str, Sequence[EvaluatedText]]]
) -> Iterator[str]:
    """Yield the lines of a file of all texts."""
    for each in sets:
        for method, own in texts[each.name].items():
            for example, text in zip(each.examples, own, strict=True):
                line = _SavedText(example=example.id, gold=_gold(example), method=method, text=text)
                yield line.model_dump_json()


def read_saved_texts(path: Path) -> SavedTexts:
    """Return the texts of a file; it may hold those of one method alone.

    Raises
    ------
    InputError
        If it cannot be read, a line holds no text, or there are several methods.
    """
    found: dict[tuple[str, str], EvaluatedText] = {}
    methods = set()
    for line in Lines(path):
        if line.text == "":
            continue
        try:
            saved = _SavedText.model_validate_json(line.text or "")
        except ValidationError:
            raise InputError("holds no saved text", Place(path, line.number)) from None
        found[saved.example, saved.gold] = saved.text
        methods.add(saved.method)
    if len(methods) > 1:
        raise InputError(
            f"holds texts of several methods ({', '.join(sorted(methods))})",
            Place(path),
            "save those of one",
        )
    return SavedTexts(path, found)


def _gold(example: Example) -> str:
    return sha256(example.gold_words.encode("utf-8", "replace")).hexdigest()[:16]
