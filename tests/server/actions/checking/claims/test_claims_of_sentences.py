"""What a sentence claims, and by which of its citations."""

import pytest

from citeloom.actions.checking.claims.cited_claims import claims_of


@pytest.mark.parametrize(
    ("sentence", "claims"),
    [
        (
            "Chess notation is parsed by recurrent networks [@ada2020].",
            [("Chess notation is parsed by recurrent networks.", ("ada2020",))],
        ),
        (
            "Parsers of handwritten chess moves [@ada2020] and detectors of nocturnal flight calls "
            "[@per2019; @kim2018] "
            "exist.",
            [
                ("Parsers of handwritten chess moves", ("ada2020",)),
                ("and detectors of nocturnal flight calls exist.", ("per2019", "kim2018")),
            ],
        ),
        (
            "[@ada2020] parse handwritten chess moves, "
            "while [@per2019] detects nocturnal flight calls.",
            [
                ("parse handwritten chess moves, while", ("ada2020",)),
                ("detects nocturnal flight calls.", ("per2019",)),
            ],
        ),
        (
            "LSTMs [@ada2020], GRUs [@per2019] and convolutional networks read chess notation.",
            [
                (
                    "LSTMs, GRUs and convolutional networks read chess notation.",
                    ("ada2020", "per2019"),
                )
            ],
        ),
        (
            "Moths are attracted by lamps, as [@ada2020] ([@ada2020]) show (see [@per2019]).",
            [("Moths are attracted by lamps, as show.", ("ada2020", "per2019"))],
        ),
        ("This sentence cites nobody, but a figure [ref].", []),
    ],
    ids=["behind", "two parts", "leading", "short parts", "in brackets", "none"],
)
def test_claims(sentence: str, claims: list[tuple[str, tuple[str, ...]]]) -> None:
    assert [(claim.text, claim.keys) for claim in claims_of(sentence)] == claims


@pytest.mark.parametrize("count", [51, 19_000])
def test_a_sentence_with_dozens_of_citations_is_one_claim(count: int) -> None:
    (claim,) = claims_of("Oaks grow tall [@ada; @bo], " * count)

    assert claim.keys == ("ada", "bo")
    assert claim.text.startswith("Oaks grow tall, Oaks grow tall")
