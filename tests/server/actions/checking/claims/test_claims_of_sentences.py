"""What a sentence claims, and by which of its citations."""

import pytest
from families import families

from citeloom.actions.checking.claims.cited_claims import claims_of

FAMILIES = families(__file__)


@pytest.mark.parametrize(
    ("sentence", "claims"), FAMILIES["claims"].values(), ids=FAMILIES["claims"]
)
def test_claims(sentence: str, claims: list[object]) -> None:
    assert [[claim.text, [*claim.keys]] for claim in claims_of(sentence)] == claims


@pytest.mark.parametrize("count", [51, 19_000])
def test_a_sentence_with_dozens_of_citations_is_one_claim(count: int) -> None:
    (claim,) = claims_of("Oaks grow tall [@ada; @bo], " * count)

    assert claim.keys == ("ada", "bo")
    assert claim.text.startswith("Oaks grow tall, Oaks grow tall")
