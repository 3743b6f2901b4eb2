"""Citegeist as a method."""

from collections.abc import Mapping

from pydantic import Field

from citeloom.methods.modelled.method import ModelMethod
from citeloom.methods.port import FullTexts, Parameters
from citeloom.methods.task import WritingTask


class CitegeistParameters(Parameters):
    """Parameters of Citegeist; the defaults are those of its experiments (section 4)."""

    breadth: int = Field(10, ge=1, le=100, description="References of a batch (b).")
    depth: int = Field(2, ge=0, le=20, description="Pages of each full text that are read (k).")
    diversity: float = Field(
        0.0, ge=0.0, le=1.0, description="Weight of difference relative to similarity (w of Eq. 1)."
    )
    whole_draft: bool = Field(
        False, description="Whether all of the draft is matched, or its abstract alone."
    )
    nearer_than: float = Field(
        0.95,
        ge=0.0,
        lt=1.0,
        description="From a corpus: the share of pairs of its papers that are less alike than the "
        "draft and each paper that is taken; 0 takes the nearest in any case.",
    )


class Citegeist(ModelMethod[CitegeistParameters]):
    """Papers are ranked by how near they are to the draft, summarised, and written about."""

    name = "citegeist"
    summary = "Ranks papers and their pages by the draft, summarises each, writes in batches."
    parameters = CitegeistParameters
    writing = "citeloom.methods.citegeist.batch_writing"
    compares_texts = True

    def reads_full_texts(self, parameters: CitegeistParameters) -> bool:
        return parameters.depth > 0

    def excerpts(
        self,
        task: WritingTask,
        parameters: CitegeistParameters,
        texts: FullTexts,
        *,
        embedded: bool = False,
    ) -> Mapping[str, str]:
        from citeloom.methods.citegeist.likeness import pages_of
        from citeloom.methods.citegeist.ranking import pages_read
        from citeloom.methods.modelled.excerpt import with_headings

        if embedded and parameters.depth:
            found = {paper.id: pages_of(paper, texts) for paper in task.references}
        else:
            found = dict(pages_read(task, parameters, texts))
        return {
            paper: with_headings((page.heading, page.text) for page in pages)
            for paper, pages in found.items()
            if pages
        }
