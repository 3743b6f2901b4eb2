"""Words of a prompt that a model repeats are mended before an author sees them."""

import pytest

from citeloom.methods.modelled.leaks import without_leaks
from citeloom.methods.modelled.written_text import WrittenText


@pytest.mark.parametrize(
    ("text", "cites", "mended"),
    [
        ("Unlike the target paper, [P1] parse twice.", [], "Unlike our paper, [P1] parse twice."),
        ("The proposed work's parser is quick.", [], "Our work's parser is quick."),
        ("The 11th reference parses twice.", ["P3"], "[P3] parses twice."),
        ("It differs from the 2nd reference paper.", ["P1", "P2"], "It differs from this work."),
        ("Parsers are quick [Reference 2].", ["P2"], "Parsers are quick ."),
        ("Reference 4 parses twice.", ["P4"], "[P4] parses twice."),
        (
            "A frame of reference 3D scanners share.",
            ["P4"],
            "A frame of reference 3D scanners share.",
        ),
    ],
)
def test_a_leak(text: str, cites: list[str], mended: str) -> None:
    sentence = {"text": text, "cites": cites}
    given = WrittenText.model_validate({"paragraphs": [{"topic": "", "sentences": [sentence]}]})
    assert without_leaks(given).paragraphs[0].sentences[0].text == mended
