"""Abbreviations that an abstract explains are written out in a sentence without it."""

import pytest
from families import families

from citeloom.methods.extractive.text.abbreviations import abbreviations, expand

FAMILIES = families(__file__)

ABSTRACT = (
    "Dialogue acts (DAs) matter. Word sense disambiguation (WSD) uses a Lexical Knowledge Base "
    "(LKB), the Inoperability Input–Output Model (IIM), named-entity linking (NEL), trees of words "
    "(TW) and a long short-term memory (LSTM). Two hosts (see Table 1) and taggers (XYZ) remain."
)


def test_an_abstract_explains_its_abbreviations() -> None:
    assert abbreviations(ABSTRACT) == {
        "DA": "dialogue act",
        "WSD": "word sense disambiguation",
        "LKB": "Lexical Knowledge Base",
        "NEL": "named-entity linking",
        "TW": "trees of words",
        "LSTM": "long short-term memory",
    }


@pytest.mark.parametrize(("text", "expanded"), FAMILIES["an_unknown_abbreviation_is_written_out"])
def test_an_unknown_abbreviation_is_written_out(text: str, expanded: str) -> None:
    assert expand(text, abbreviations(ABSTRACT), ()) == expanded


def test_a_known_abbreviation_stays() -> None:
    assert expand("NEL helps.", abbreviations(ABSTRACT), {"NEL"}) == "NEL helps."


@pytest.mark.parametrize(
    ("abstract", "explained"),
    [
        ("Pre-trained language models (PLMs) are large.", {"PLM": "pre-trained language model"}),
        ("We study soluble cyclodextrin (CD) derivatives.", {"CD": "cyclodextrin"}),
        ("We compare trees (TR) of texts.", {}),
        ("We train a bidirectional parser (BP) of texts.", {"BP": "bidirectional parser"}),
    ],
    ids=range(4),
)
def test_hyphens_and_long_words_may_be_abbreviated(
    abstract: str, explained: dict[str, str]
) -> None:
    assert dict(abbreviations(abstract)) == explained
