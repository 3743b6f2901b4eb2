"""Check the result of any method: known ids, evidence, coverage."""

from collections.abc import Mapping
from itertools import chain

from citeloom.grounding.evidence import CITING, DRAFT, Evidence
from citeloom.methods.port import MethodFault
from citeloom.methods.result import Result, Sentence, SentenceKind
from citeloom.methods.task import Surroundings, WritingTask
from citeloom.methods.weaving import Weave, WeavingTask
from citeloom.papers.paper import Paper


def verify(result: Result, task: WritingTask) -> None:
    """Check that a result cites only papers of its task and has a source behind every sentence.

    Raises
    ------
    MethodFault
        If a sentence cites an unknown paper, has no evidence, or its evidence is not what the
        paper says; or if a paper that no sentence cites is not named as uncited, or one is not in
        the taxonomy. A method that does this is at fault, and nothing of its result is used.
    """
    versions = (result.paragraphs, *result.alternatives)
    papers = {paper.id: paper for paper in task.references}
    for sentence in chain.from_iterable(p.sentences for paragraphs in versions for p in paragraphs):
        _verify_sentence(sentence, task, papers)
    cited = {
        paper for p in result.paragraphs for sentence in p.sentences for paper in sentence.cites
    }
    forgotten = {paper.id for paper in task.references} - cited - set(result.uncited)
    if forgotten:
        raise MethodFault(f"the method left out papers: {', '.join(sorted(forgotten))}")
    if result.taxonomy is not None:
        astray = {paper.id for paper in task.references} ^ set(result.taxonomy.all_papers())
        if astray:
            raise MethodFault(
                f"the taxonomy's papers are not those of the task: {', '.join(sorted(astray))}"
            )


def verify_weave(weave: Weave, task: WeavingTask) -> None:
    """Check that the new paper is cited, with a source, in sentences that fit into the paragraph.

    Raises
    ------
    MethodFault
        If not; then nothing of the result is used.
    """
    papers = {paper.id: paper for paper in task.writing.references}
    for change in weave.changes:
        _verify_sentence(change.sentence, task.writing, papers)
    if not any(task.paper.id in change.sentence.cites for change in weave.changes):
        raise MethodFault(f"the method does not cite {task.paper.key or task.paper.id}")
    places = [0, *(change.after for change in weave.changes), len(task.sentences)]
    if places != sorted(places):
        raise MethodFault("the method's changes do not fit into the paragraph")


def _verify_sentence(sentence: Sentence, task: WritingTask, papers: Mapping[str, Paper]) -> None:
    """Check that a sentence cites only papers of its task and has a source in one of them."""
    draft = Paper(DRAFT, title=task.draft.title, abstract=task.draft.abstract)
    unknown = [paper for paper in sentence.cites if paper not in papers]
    if unknown:
        raise MethodFault(f"the method cites unknown papers: {', '.join(unknown)}")
    if sentence.kind is not SentenceKind.AUTHOR and not sentence.evidence:
        raise MethodFault(f"the method gives no source for '{sentence.text}'")
    _verify_evidence(sentence, papers, draft, task.surroundings)


def _verify_evidence(
    sentence: Sentence, papers: Mapping[str, Paper], draft: Paper, around: Surroundings
) -> None:
    for evidence in sentence.evidence:
        paper = draft if evidence.paper == DRAFT else papers.get(evidence.paper)
        if paper is None or not _stands(evidence, paper, around):
            raise MethodFault(f"the method's source for '{sentence.text}' is not in the paper")


def _stands(evidence: Evidence, paper: Paper, around: Surroundings) -> bool:
    start, end = evidence.start, evidence.end
    if evidence.source == CITING:
        found = (evidence.by, start, evidence.sentence)
        of_it = (
            (sentence.by, sentence.at, sentence.text) for sentence in around.mentions_of(paper)
        )
        return end == start + len(evidence.sentence) and found in of_it
    source = {"abstract": paper.abstract, "title": paper.title}.get(evidence.source, "")
    return not evidence.by and source[start:end] == evidence.sentence
