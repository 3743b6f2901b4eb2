"""The weights that the model of roles learnt: ``weights.tsv``, a feature and its numbers a line."""

from collections.abc import Mapping
from functools import cache
from importlib.resources import files

SCALE = 100
"""Weights are whole hundredths, so that sums of them are the same on every machine."""

RoleWeights = Mapping[str, tuple[int, ...]]
"""The weights of a feature, one for each role in the order of `Role`."""


@cache
def shipped_weights() -> RoleWeights:
    """Return the weights that came with Citeloom."""
    text = files("citeloom.grounding.roles").joinpath("weights.tsv").read_text(encoding="utf-8")
    return weights_of(text)


def weights_of(text: str) -> RoleWeights:
    """Return the weights in the text of a file."""
    lines = (line.split("\t") for line in text.splitlines())
    return {name: tuple(map(int, numbers)) for name, *numbers in lines}


def weights_as_text(weights: RoleWeights) -> str:
    """Return weights as the text that `weights_of` reads; the same ones always as the same text."""
    return "".join(
        "\t".join((name, *map(str, numbers))) + "\n" for name, numbers in sorted(weights.items())
    )
