"""Claims without their superlatives and numbers: sentences still, or nothing is proposed."""

import pytest

from citeloom.grounding.support.quantities import quantities
from citeloom.grounding.support.softening import Softening, less_certain, softened
from citeloom.grounding.support.superlatives import superlatives
from citeloom.grounding.support.verdict import Doubt, DoubtKind


def _after(text: str, softening: Softening | None) -> str | None:
    if softening is None:
        return None
    assert text.count(softening.words) == 1
    return text.replace(softening.words, softening.instead)


@pytest.mark.parametrize(
    ("text", "after"),
    [
        ("Ada first proposed parsers of moves.", "Ada proposed parsers of moves."),
        ("Ada presents the first neural model.", "Ada presents a neural model."),
        ("The first approach that reads moves is Ada's.", "An approach that reads moves is Ada's."),
        ("Ada uses the first unique dataset.", "Ada uses a unique dataset."),
        ("They are the first methods that read.", "They are methods that read."),
        ("Ada was the first to read moves.", None),
        ("It is one of the first methods that read.", None),
        ("Ada reads moves for the first time.", "Ada reads moves."),
        ("It is a state-of-the-art parser of moves.", "It is a parser of moves."),
        ("They use an unprecedented number of moves.", "They use a number of moves."),
        ("They use a unique approach for moves.", "They use an approach for moves."),
        ("Ada achieves state-of-the-art results on moves.", "Ada achieves results on moves."),
        ("Ada achieves state-of-the-art performance on moves.", None),
        ("It is the state of the art in parsing.", None),
        ("Ada has the only parser that reads moves.", "Ada has a parser that reads moves."),
        ("It is the only one that reads moves.", None),
        ("Ada gives the largest corpus of moves.", "Ada gives a large corpus of moves."),
        ("Ada gives the largest data sets of moves.", "Ada gives large data sets of moves."),
        ("The largest telephone network proves that moves are read.", None),
        ("The largest network works in practice.", None),
        ("The best performs in noise.", None),
        ("The most accurate parser consists of moves.", None),
        ("The largest model proof that moves are read.", None),
        ("The first network models speech.", None),
        ("Ada gives the best parsers in noise.", "Ada gives parsers in noise."),
        ("It is the most accurate parser of moves.", "It is an accurate parser of moves."),
        ("It is most accurate on moves.", "It is accurate on moves."),
        ("Ada pioneered the reading of moves.", None),
    ],
)
def test_superlatives(text: str, after: str | None) -> None:
    found = next(superlatives(text))
    doubt = Doubt(DoubtKind.SUPERLATIVE, "", found.start, found.end)

    assert _after(text, softened(text, doubt)) == after


@pytest.mark.parametrize(
    ("text", "after"),
    [
        ("It beats parsers by 14.2 points on moves.", "It beats parsers on moves."),
        ("It beats parsers by about 14%.", "It beats parsers."),
        ("It is tested on 12,000 score sheets.", "It is tested on score sheets."),
        ("It reads 94.1% of all moves.", None),
        ("Of 300 hours it heard 12.", None),
    ],
)
def test_numbers(text: str, after: str | None) -> None:
    number = quantities(text)[0]
    doubt = Doubt(DoubtKind.NUMBER, "", number.start, number.end)

    assert _after(text, softened(text, doubt)) == after
    contradicted = Doubt(DoubtKind.NUMBER, "", number.start, number.end, is_sure=True)
    assert softened(text, contradicted) is None


@pytest.mark.parametrize(
    ("source", "after"),
    [
        ("We show by examples that moves are read.", ["Ada shows that moves are always read."]),
        ("A theorem says that every move is read.", []),
    ],
)
def test_certainties_that_the_source_does_not_have(source: str, after: list[str]) -> None:
    text = "Ada proves that moves are always read."
    found = [_after(text, it) for it in less_certain(text, source) if it.instead]

    assert found == after
    always = [_after(text, it) for it in less_certain(text, source) if not it.instead]
    assert always == (["Ada proves that moves are read."] if after else [])
