"""Citegeist as a method."""

from collections.abc import Mapping

from citeloom.methods.citegeist.parameters import CitegeistParameters
from citeloom.methods.modelled.method import ModelMethod
from citeloom.methods.port import FullTexts
from citeloom.methods.task import WritingTask


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
