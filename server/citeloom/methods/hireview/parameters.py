"""The settings of HiReview: its clustering, its versions, and a switch for a row of Table 2."""

from pydantic import Field

from citeloom.methods.port import Parameters
from citeloom.methods.task import WritingTask


class ClusteringParameters(Parameters):
    """Parameters of the clustering, of our own: how alike two papers are is a weighted sum.

    Defaults were chosen on fields of Cora (docs/measurements.md).
    """

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
    papers_per_topic: float = Field(
        5.0, ge=1, description="Average number of papers in a narrowest topic."
    )
    least_papers: int = Field(
        2, ge=0, description="Topics with fewer papers of their own are joined to the nearest."
    )


class HiReviewParameters(ClusteringParameters):
    """Parameters of HiReview.

    The row without retrieval has no switch: the references of a draft are given, nothing is
    retrieved. That without clustering, and the clustering of the paper, are methods of the
    laboratory.
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
