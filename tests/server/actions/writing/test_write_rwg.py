"""Related work for every example of the evaluation data: keys, coverage, evidence."""

import asyncio
from pathlib import Path

import pytest

from citeloom.actions.context import Context
from citeloom.actions.writing.task.plan import plan
from citeloom.actions.writing.task.request import WriteRequest
from citeloom.actions.writing.write import write
from rwg import Example, examples, make

EXAMPLES = list(examples())


@pytest.mark.slow
@pytest.mark.skipif(not EXAMPLES, reason="the evaluation data (../shared/data/rwg) is absent")
@pytest.mark.parametrize("example", EXAMPLES, ids=[one.id for one in EXAMPLES])
def test_every_reference_is_cited_with_evidence(example: Example, tmp_path: Path) -> None:
    main = make(example, tmp_path)
    planned = plan(WriteRequest(main), Context())
    written = asyncio.run(write(planned, Context()))
    sentences = [s for p in written.result.paragraphs for s in p.sentences]
    cited = {paper for sentence in sentences for paper in sentence.cites}
    assert cited == {paper.id for paper in planned.task.references if paper.title or paper.abstract}
    assert {planned.key_of[paper] for paper in cited} <= set(example.references)
    assert all(sentence.evidence for sentence in sentences)
