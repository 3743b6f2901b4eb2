"""What can be set of Select-Read-Write: its selector, and its limits."""

from enum import StrEnum

from pydantic import Field

from citeloom.methods.port import Parameters


class Selector(StrEnum):
    """Who decides what is read next (section 4.2 of the paper)."""

    SEQUENTIAL = "sequential"
    RANDOM = "random"
    FREE = "free"
    CO_OCCURRENCE = "co-occurrence-graph"
    CITATION = "citation-graph"

    @property
    def asks_model(self) -> bool:
        return self not in (Selector.SEQUENTIAL, Selector.RANDOM)

    @property
    def has_graph(self) -> bool:
        return self in (Selector.CO_OCCURRENCE, Selector.CITATION)


class SelectReadWriteParameters(Parameters):
    """Parameters of Select-Read-Write."""

    selector: Selector = Field(
        Selector.CITATION,
        description="sequential, random, free, co-occurrence-graph or citation-graph.",
    )
    all_sections: bool = Field(
        False,
        description="Whether sentences of all sections join papers in the co-occurrence graph, or "
        "those about related work alone.",
    )
    memory_tokens: int = Field(4096, ge=200, description="Maximum tokens of the working memory.")
    steps: int = Field(60, ge=1, description="Maximum sections to read where a model chooses them.")
    earlier_notes: bool = Field(
        True,
        description=(
            "Whether a run continues from an earlier run's notes on the same draft; its own are "
            "kept either way."
        ),
    )
