"""The ablations of the papers, as settings of methods that are compared side by side."""

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Variant:
    """A method with some of its parameters, as ``--set`` has them, under a name of its own."""

    name: str
    method: str
    parameters: Mapping[str, str] = field(default_factory=dict)


def _rows(method: str, by: str = "", **without: Mapping[str, str]) -> tuple[Variant, ...]:
    """Return the whole method, then each variant of it, by what it is without.

    ``by`` is the method of the laboratory that has the switches, where they are not its own.
    """
    rows = {f"{method} without {name.replace('_', ' ')}": own for name, own in without.items()}
    return (
        Variant(method, method),
        *(Variant(name, by or method, own) for name, own in rows.items()),
    )


ABLATIONS: Mapping[str, tuple[Variant, ...]] = {
    "ckma-table-3": _rows(
        "ckma",
        "ckma-ablations",
        minigraph={"minigraph": "no"},
        scientific_types={"types": "no"},
        volume_constraint={"volume": "no"},
        iteration={"iteration": "no"},
        multiple_paths={"paths": "no"},
        chunk_summaries={"chunk_summaries": "no"},
        permutations={"permutations": "no"},
        router={"router": "no"},
    ),
    "chatcite-table-2": (
        *_rows("chatcite", key_elements={"key_elements": "no"}),
        Variant("chatcite without increments", "chatcite-at-once", {"key_elements": "no"}),
    ),
    "chatcite-figure-3": _rows("chatcite", votes={"votes": "none"}),
    "hireview-table-2": (
        Variant("hireview", "hireview"),
        Variant("hireview without taxonomy", "hireview-clusters"),
        Variant("hireview without clustering", "hireview-one-step"),
    ),
    "select-read-write-table-1": tuple(
        Variant(
            f"select-read-write {selector}",
            "select-read-write-selectors",
            {"selector": selector},
        )
        for selector in ("sequential", "random", "free", "co-occurrence-graph", "citation-graph")
    ),
}
"""Rows of the papers' tables by the name that the user types; docs/evaluation.md says what is left
out of them."""
