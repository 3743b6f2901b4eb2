"""What can be set of HiReview's clustering."""

from enum import StrEnum

from pydantic import Field

from citeloom.methods.parameters import Parameters


class Clustering(StrEnum):
    """Who makes the taxonomy."""

    AUTO = "auto"
    PAPER = "paper"
    AGGLOMERATIVE = "agglomerative"
    K_MEANS = "k-means"


class ClusteringParameters(Parameters):
    """Parameters of the clustering; the probability of a shared topic is a logistic function."""

    clustering: Clustering = Field(
        Clustering.AUTO,
        description="paper (Eqs. 3-7), agglomerative, k-means, or auto for the best that we know.",
    )
    threshold: float = Field(
        0.5, gt=0, lt=1, description="Least probability of a link (the paper: 0.1, 0.2, 0.5, 0.8)."
    )
    neighbours: int = Field(
        5, ge=0, description="Papers with fewer linked ones get the nearest by text, up to these."
    )
    likeness_weight: float = Field(
        2.0, description="How much likeness of the texts, relative to that of all linked, counts."
    )
    citation_weight: float = Field(1.0, description="How much it counts that one cites the other.")
    co_citation_weight: float = Field(1.0, description="How much being cited together counts.")
    coupling_weight: float = Field(1.0, description="How much citing the same papers counts.")
    bias: float = Field(-2.0, description="What is added to the weighted sum of the four.")
    least_papers: int = Field(
        2, ge=1, description="Topics with fewer papers of their own are joined to the nearest."
    )
