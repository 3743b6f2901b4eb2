"""Related work for every example of the evaluation data: keys, coverage, evidence."""

import asyncio
from pathlib import Path

import pytest

from citeloom.actions.context import Context
from citeloom.actions.writing.task.plan import plan
from citeloom.actions.writing.task.request import WriteRequest
from citeloom.actions.writing.write import write
from rwg import examples, make


@pytest.mark.slow
@pytest.mark.shared("rwg")
@pytest.mark.parametrize("number", range(149))
def test_every_reference_is_cited_with_evidence(number: int, tmp_path: Path) -> None:
    example = examples()[number]
    main = make(example, tmp_path)
    planned = plan(WriteRequest(main), Context())
    written = asyncio.run(write(planned, Context()))
    sentences = [s for p in written.result.paragraphs for s in p.sentences]
    cited = {paper for sentence in sentences for paper in sentence.cites}
    assert cited == {paper.id for paper in planned.task.references if paper.title or paper.abstract}
    assert {planned.key_of[paper] for paper in cited} <= set(example.references)
    assert all(sentence.evidence for sentence in sentences)
