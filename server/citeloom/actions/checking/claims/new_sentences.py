"""Check the sentences that are woven into a draft, or revised, before they come into it."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from citeloom.actions.checking.claims.check_claims import CitedTexts, cited_texts
from citeloom.actions.checking.claims.cited_claims import citing_sentences_in
from citeloom.actions.checking.claims.written_check import written_doubt
from citeloom.actions.checking.claims.written_doubts import DoubtfulSentence
from citeloom.actions.context import Context, Opened, context_over, open_root
from citeloom.actions.writing.anchor import passage_start
from citeloom.actions.writing.waiting import PassageChange, WaitingText, WovenSentences
from citeloom.draft.project import Project
from citeloom.grounding.support.claim import Claim
from citeloom_latex.lined import LinedText


def with_doubts(text: WaitingText, opened: Opened, context: Context) -> WaitingText:
    """Return sentences that wait with what in the new ones their papers do not say.

    They are checked thoroughly, as they would stand in the draft.
    """
    content = text.content
    if not isinstance(content, WovenSentences):
        return text
    after = dict(_after(content.changes, opened.project))
    over = context_over(after, context.user, context.folders, disk=context.files)
    texts = cited_texts(open_root(opened.project.root, over), over, [], is_thorough=True)
    found: list[DoubtfulSentence] = []
    for change in content.changes:
        for sentence in _doubtful(change.path, opened.project, texts):
            found.append(replace(sentence, number=len(found)))
    content = replace(content, doubtful=tuple(found))
    told = [
        f"the abstract does not support this: {it.text}" for it in content.baseless if text.by_model
    ]
    return replace(text, content=content, warnings=(*told, *text.warnings))


def _after(changes: Sequence[PassageChange], project: Project) -> Iterator[tuple[Path, LinedText]]:
    for change in changes:
        before = project.documents[change.path].text
        start = passage_start(before, change.anchor)
        assert start is not None
        first, last = start + change.edit.span.start, start + change.edit.span.end
        yield change.path, LinedText(before[:first] + change.edit.new_text + before[last:])


def _doubtful(path: Path, before: Project, texts: CitedTexts) -> Iterator[DoubtfulSentence]:
    document = texts.project.documents[path]
    stood = {it.text for it in citing_sentences_in(before.documents[path])}
    for sentence in citing_sentences_in(document):
        if sentence.text in stood:
            continue
        doubts = tuple(
            written_doubt(doubt, claim.text, claim.keys, sentence.text, texts.paper_of)
            for claim in sentence.claims
            for doubt in texts.checker.check_written(Claim(claim.text, texts.ids_of(claim.keys)))
        )
        if doubts:
            yield DoubtfulSentence(0, sentence.text, doubts)
