"""The settings of HiReview."""

from pydantic import Field

from citeloom.methods.port import Parameters


class HiReviewParameters(Parameters):
    """Parameters of HiReview.

    The row without retrieval has no switch: the references of a draft are given, nothing is
    retrieved. Those without clustering and without taxonomy, and the clustering of the paper, are
    methods of the laboratory.
    """

    versions: int = Field(
        2, ge=1, le=10, description="Versions of the text; a model scores them, the best is kept."
    )
    temperature: float = Field(1.0, ge=0, le=2, description="Temperature of the topics' texts.")
    sections: bool = Field(
        False, description="Whether topics are subsections with headings, or paragraphs."
    )
