import random
from difflib import SequenceMatcher, get_close_matches

import pytest

from citeloom.actions.keys.undefined import LIKENESS, NEAREST, nearest

_SIGNS = "abcdeE:-19"


def made_key(chance: random.Random) -> str:
    return "".join(chance.choices(_SIGNS, k=chance.randint(1, 12)))


@pytest.mark.parametrize("seed", range(20))
def test_the_nearest_keys_are_those_that_difflib_finds_among_all(seed: int) -> None:
    chance = random.Random(seed)
    known = list(dict.fromkeys(made_key(chance) for _ in range(80)))
    by_folded = {key.casefold(): key for key in reversed(known)}
    for _ in range(20):
        key = made_key(chance)
        near = get_close_matches(key.casefold(), by_folded, n=NEAREST, cutoff=LIKENESS)
        assert nearest(key, known) == [by_folded[folded] for folded in near]


def test_of_many_keys_that_are_alike_few_are_compared(monkeypatch: pytest.MonkeyPatch) -> None:
    compared = []
    ratio = SequenceMatcher.ratio

    def counted(matcher: SequenceMatcher[str]) -> float:
        compared.append(matcher)
        return ratio(matcher)

    monkeypatch.setattr(SequenceMatcher, "ratio", counted)
    assert nearest("lee1234x", [f"lee{n}" for n in range(5_000)])[0] == "lee1234"
    assert len(compared) < 100
