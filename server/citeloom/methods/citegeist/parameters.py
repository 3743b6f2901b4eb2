"""The settings of Citegeist."""

from pydantic import Field

from citeloom.methods.port import Parameters


class CitegeistParameters(Parameters):
    """Parameters of Citegeist; the defaults are those of its experiments (section 4)."""

    breadth: int = Field(10, ge=1, le=100, description="References in a batch (b).")
    depth: int = Field(2, ge=0, le=20, description="Pages read of each full text (k).")
    diversity: float = Field(
        0.0, ge=0.0, le=1.0, description="Weight of difference relative to similarity (w of Eq. 1)."
    )
    nearer_than: float = Field(
        0.95,
        ge=0.0,
        lt=1.0,
        description=(
            "From a corpus: take only papers closer to the draft than this share of pairs of "
            "papers are to each other; 0 takes the nearest in any case."
        ),
    )
