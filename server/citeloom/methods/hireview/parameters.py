"""The settings of HiReview: its clustering, its versions, and a switch for a row of Table 2."""

from enum import StrEnum
from typing import TYPE_CHECKING, Any, Self

from pydantic import Field, PrivateAttr, model_validator

from citeloom.methods.port import Parameters
from citeloom.methods.task import WritingTask

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from citeloom.methods.hireview.taxonomy import Taxonomy

    Clusterer = Callable[..., tuple[Taxonomy, Mapping[str, Any]]]


class Clustering(StrEnum):
    """Who makes the taxonomy."""

    AUTO = "auto"
    PAPER = "paper"
    AGGLOMERATIVE = "agglomerative"


class ClusteringParameters(Parameters):
    """Parameters of the clustering.

    How alike two papers are is a weighted sum; its logistic function is their probability of a
    shared topic. Defaults were chosen on fields of Cora (docs/measurements.md).
    """

    clustering: Clustering = Field(
        Clustering.AUTO,
        description="paper (Eqs. 3-7, by the laboratory), agglomerative, or auto: the better one.",
    )
    weights: str = Field(
        "",
        description="paper: a file of 'citeloom train taxonomy', whose network says how probable "
        "links are; auto is then paper.",
    )
    threshold: float = Field(
        0.2,
        gt=0,
        lt=1,
        description="paper: minimum probability of a link (its authors: 0.1, 0.2, 0.5, 0.8).",
    )
    neighbours: int = Field(
        3,
        ge=0,
        description=(
            "Minimum links of a paper; the nearest papers by text make up for missing ones."
        ),
    )
    likeness_weight: float = Field(
        1.0,
        ge=0,
        description="Weight of text similarity, relative to that of linked papers.",
    )
    citation_weight: float = Field(2.0, ge=0, description="Weight of one paper citing the other.")
    co_citation_weight: float = Field(2.0, ge=0, description="Weight of being cited together.")
    coupling_weight: float = Field(2.0, ge=0, description="Weight of citing the same papers.")
    bias: float = Field(-2.0, description="paper: constant added to the weighted sum of the four.")
    neighbour_weight: float = Field(
        1.0,
        ge=0,
        description="paper: weight of the texts of papers linked by citations.",
    )
    papers_per_topic: float = Field(
        5.0, ge=1, description="agglomerative: average number of papers in a narrowest topic."
    )
    least_papers: int = Field(
        0,
        ge=0,
        description="Topics with fewer papers of their own are joined to the nearest; 0 for 3 with "
        "paper, else 2.",
    )

    # The laboratory's clustering; who knows the laboratory puts it there.
    _by_paper: Any = PrivateAttr(None)

    @model_validator(mode="after")
    def _weights_have_a_use(self) -> Self:
        if self.weights and self.clustering is Clustering.AGGLOMERATIVE:
            raise ValueError("'agglomerative' does not use weights; set one of the two")
        return self

    @property
    def follows_paper(self) -> bool:
        """Whether Eqs. 3-7 make the taxonomy."""
        return self.clustering is Clustering.PAPER or bool(self.weights)

    @property
    def least(self) -> int:
        """How many papers of its own a topic has at least."""
        by_default = 3 if self.follows_paper else 2
        return self.least_papers or by_default

    @property
    def by_paper(self) -> "Clusterer":
        """Makes a taxonomy of papers and their ties by Eqs. 3-7, and tells how it came about."""
        if self._by_paper is None:
            raise ValueError("the laboratory's clustering was not named")
        by_paper: Clusterer = self._by_paper
        return by_paper

    def with_paper(self, by_paper: "Clusterer") -> Self:
        """Return these parameters with the laboratory's clustering."""
        made = self.model_copy()
        made._by_paper = by_paper
        return made


class HiReviewParameters(ClusteringParameters):
    """Parameters of HiReview.

    The row without retrieval has no switch: the references of a draft are given, nothing is
    retrieved. That without clustering is a method of the laboratory.
    """

    taxonomy: bool = Field(
        True, description="Whether to build a taxonomy, or only clusters without names."
    )
    versions: int = Field(
        2, ge=1, le=10, description="Versions of the text; a model scores them, the best is kept."
    )
    temperature: float = Field(1.0, ge=0, le=2, description="Temperature of the topics' texts.")
    sections: bool = Field(
        False, description="Whether topics are subsections with headings, or paragraphs."
    )

    @property
    def has_headings(self) -> bool:
        """Whether topics get headings; clusters have no names for these."""
        return self.sections and self.taxonomy


def with_given(parameters: HiReviewParameters, task: WritingTask) -> HiReviewParameters:
    """Return the parameters; where the task gives a taxonomy, it stands before the switches."""
    if task.taxonomy is None:
        return parameters
    return parameters.model_copy(update={"taxonomy": True})
