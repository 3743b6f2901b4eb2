"""Abbreviations that an abstract explains are written out in a sentence without it."""

import pytest

from citeloom.methods.extractive.text.abbreviations import abbreviations, expand

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


@pytest.mark.parametrize(
    ("text", "expanded"),
    [
        ("We describe a NEL algorithm.", "We describe a named-entity linking algorithm."),
        ("We describe an LKB.", "We describe a Lexical Knowledge Base."),
        ("We annotate a DA and two DAs.", "We annotate a dialogue act (DA) and two DAs."),
        ("NEL helps.", "Named-entity linking helps."),
        ("We link by NEL and test NEL.", "We link by named-entity linking (NEL) and test NEL."),
        ("We train an LSTM.", "We train an LSTM."),
        ("We use named-entity linking (NEL).", "We use named-entity linking (NEL)."),
        ("We use NEL-based rules.", "We use NEL-based rules."),
        ("We study TWs.", "We study trees of words."),
    ],
)
def test_an_unknown_abbreviation_is_written_out(text: str, expanded: str) -> None:
    assert expand(text, abbreviations(ABSTRACT), ()) == expanded


def test_a_known_abbreviation_stays() -> None:
    assert expand("NEL helps.", abbreviations(ABSTRACT), {"NEL"}) == "NEL helps."
