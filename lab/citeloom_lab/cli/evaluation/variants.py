"""``--variant NAME=METHOD:PARAMETER=VALUE,PARAMETER=VALUE``."""

from collections.abc import Iterable

from citeloom.cli.writing.write import parameter_values
from citeloom_lab.evaluation.ablations import Variant


def parse_variants(given: Iterable[str]) -> list[Variant]:
    """Return the variants that options describe."""
    found = []
    for option in given:
        ((name, words),) = parameter_values([option], "--variant").items()
        method, _, parameters = words.partition(":")
        pairs = [pair for pair in parameters.split(",") if pair.strip()]
        found.append(Variant(name, method.strip(), parameter_values(pairs, "--variant")))
    return found
