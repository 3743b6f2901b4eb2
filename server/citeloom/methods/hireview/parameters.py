"""The settings of HiReview: its clustering, its versions, and a switch for each row of Table 2."""

from pydantic import Field

from citeloom.methods.hireview.clustering_parameters import ClusteringParameters
from citeloom.methods.task import WritingTask


class HiReviewParameters(ClusteringParameters):
    """Parameters of HiReview.

    The row without retrieval has no switch: the references of a draft are given, nothing is
    retrieved. That without clustering is a method of the laboratory.
    """

    taxonomy: bool = Field(
        True, description="Whether there is a taxonomy, or clusters without names alone."
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
