"""What written sentences hold that their papers do not say, before they are in the draft."""

import json
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest
from typer.testing import CliRunner

from citeloom.actions.checking.claims.new_sentences import with_doubts
from citeloom.actions.checking.claims.written_check import check_versions
from citeloom.actions.checking.claims.written_doubts import (
    DoubtfulSentence,
    WrittenDoubt,
    doubts_in_words,
)
from citeloom.actions.context import Context
from citeloom.actions.papers.citing import KeptTexts
from citeloom.actions.writing.anchor import passage_around
from citeloom.actions.writing.preview import preview_foot, preview_paragraphs
from citeloom.actions.writing.stored.made_texts import waiting_related_work
from citeloom.actions.writing.stored.waiting_files import WaitingFiles
from citeloom.actions.writing.task.plan import Plan, plan
from citeloom.actions.writing.task.request import WriteRequest
from citeloom.actions.writing.waiting import (
    PassageChange,
    SectionText,
    WaitingText,
    WovenSentences,
)
from citeloom.actions.writing.write import Written
from citeloom.cli.main import app_for
from citeloom.cli.writing.planning import say_doubts
from citeloom.grounding.evidence import DRAFT
from citeloom.grounding.support.verdict import DoubtKind
from citeloom.lsp.features.preview_page import preview_page
from citeloom.methods.modelled.assembling import closest_evidence
from citeloom.methods.result import (
    CitationForm,
    CitationMark,
    Paragraph,
    Part,
    Result,
    Sentence,
    SentenceKind,
    Usage,
)
from citeloom.papers.fulltext.cache import FullTextCache
from citeloom.papers.paper import Paper
from citeloom.placing.citation_style import citation_style
from citeloom.placing.record import Origin
from citeloom.placing.render import RenderedText, render
from citeloom_latex.edit import Edit
from citeloom_latex.spans import Span
from projects import make_project

PROJECT = r"""
%! main.tex
\documentclass{article}
\title{Listening to the Night}
\begin{document}
\section{Introduction}
Birds are heard~\cite{ada,per,bare}.
\section{Related Work}
Chess notation is parsed into legal moves by a network~\cite{ada}.

\bibliography{refs}
\end{document}
%! refs.bib
@article{ada, title = {Neural parsing of chess notation}, author = {Okafor, Ada}, year = 2020,
  abstract = {A network parses handwritten chess notation into legal moves for 30 clubs.}}
@article{per, title = {Hearing birds at night}, author = {Lindqvist, Per}, year = 2019,
  abstract = {A detector of flight calls finds thrushes and warblers in long recordings made
    from the roofs of several houses beside the sea.}}
@article{bare, title = {Openings of doors}, author = {Bare, Bo}, year = 2001}
"""

RIGHT = "In long recordings thrushes and warblers are found by a detector of flight calls"
COPIED = "Warblers in long recordings made from the roofs of several houses beside the sea"
SWAPPED = "Handwritten chess notation is parsed by a network into legal moves"


def _plan(main: Path, method: str = "chatcite") -> Plan:
    return plan(WriteRequest(main, method=method, all_cited=True), Context())


def _written(planned: Plan, *versions: Sequence[Sequence[Part]]) -> Written:
    def rendered(sentences: Sequence[Sequence[Part]]) -> RenderedText:
        own = tuple(Sentence(tuple(it), SentenceKind.STATEMENT, ()) for it in sentences)
        documents = planned.project.documents.values()
        style = citation_style([document.facts for document in documents])
        return render([Paragraph("", own)], planned.key_of, style)

    texts = KeptTexts(FullTextCache(Context().user.full_texts), {})
    first, *others = map(rendered, versions)
    return Written(planned, Result(()), first, tuple(others), texts)


def _cite(planned: Plan, *keys: str) -> CitationMark:
    of_key = {key: paper for paper, key in planned.key_of.items()}
    return CitationMark(tuple(of_key[key] for key in keys))


def _doubtful(planned: Plan, *sentences: Sequence[Part]) -> tuple[DoubtfulSentence, ...]:
    (version,) = check_versions(_written(planned, sentences))
    return version.doubtful


@pytest.fixture
def main(tmp_path: Path) -> Path:
    return make_project(tmp_path, PROJECT)


def test_a_sentence_that_its_paper_says_is_not_doubtful(main: Path) -> None:
    planned = _plan(main)
    per, bare = _cite(planned, "per"), _cite(planned, "bare")
    assert not _doubtful(planned, [RIGHT, per, "."])
    # Of this one nothing is known, and nothing is cited by the other.
    assert not _doubtful(planned, ["Doors open 12 times", bare, "."], ["They close 13 times."])


def test_a_wrong_number_is_told_with_its_words_and_the_number_of_its_sentence(main: Path) -> None:
    planned = _plan(main)
    wrong = "A network parses handwritten chess notation into legal moves for 50 clubs"
    ada, per = _cite(planned, "ada"), _cite(planned, "per")
    (sentence,) = _doubtful(planned, [RIGHT, per, "."], ["Much is read."], [wrong, ada, "."])
    (doubt,) = sentence.doubts
    assert (sentence.number, sentence.text) == (2, f"{wrong}.")
    assert sentence.text[doubt.start : doubt.end].startswith("50")
    assert (doubt.kind, doubt.rule, doubt.keys) == (DoubtKind.NUMBER, "not-in-source", ("ada",))
    assert doubt.reason == "'ada': its abstract does not contain 50"


def test_a_swapped_citation_names_the_paper_that_says_it(main: Path) -> None:
    planned = _plan(main)
    per = _cite(planned, "per")
    (sentence,) = _doubtful(planned, [SWAPPED, per, "."], [RIGHT, per, "."])
    (doubt,) = sentence.doubts
    assert doubt.rule == "misplaced-citation" and doubt.keys == ("ada",)
    assert doubt.reason.startswith("'ada' fits this better than 'per': \"Neural parsing")
    assert (doubt.start, doubt.end) == (0, len(sentence.text))


def test_each_of_two_claims_of_a_sentence_is_about_its_own_paper(main: Path) -> None:
    planned = _plan(main)
    ada, per = _cite(planned, "ada"), _cite(planned, "per")
    named = replace(per, form=CitationForm.TEXTUAL, names="Lindqvist")
    both = [SWAPPED, ada, ", whereas a detector of flight calls finds 77 thrushes", per, "."]
    (sentence,) = _doubtful(planned, both)
    (doubt,) = sentence.doubts
    assert doubt.keys == ("per",) and sentence.text[doubt.start : doubt.end].startswith("77")
    led = [named, " finds thrushes and warblers in long recordings by a detector of flight calls."]
    assert not _doubtful(planned, led)


def test_brackets_in_the_words_of_a_model_are_no_citation(main: Path) -> None:
    planned = _plan(main)
    wrong = "A network [@nobody; @1] parses handwritten chess notation [ref] for 50 clubs"
    (sentence,) = _doubtful(planned, [wrong, _cite(planned, "ada"), "."])
    assert {doubt.keys for doubt in sentence.doubts} == {("ada",)}


def test_copied_words_are_told_once_of_any_method(main: Path) -> None:
    for method in ("chatcite", "extractive"):
        planned = _plan(main, method)
        written = _written(planned, [[COPIED, _cite(planned, "per"), "."], ["Much is read."]])
        waits = waiting_related_work(written, WriteRequest(main, method=method))
        assert isinstance(waits.content, SectionText)
        assert not waits.doubtful()
        assert "1 of 1 sentence is copied from the papers" in preview_foot(waits.content, 0)


def test_what_a_model_says_without_citing_is_to_be_looked_at_unless_its_source_says_it(
    main: Path,
) -> None:
    planned = _plan(main)
    (per,) = (it for it in planned.task.references if it.key == "per")
    far = "Warblers sing over most towns."
    near = "A detector of flight calls finds thrushes and warblers in long recordings."

    def lead(words: str, paper: Paper) -> Sentence:
        evidence = closest_evidence(words, paper, planned.task.surroundings)
        assert evidence is not None
        return Sentence((words,), SentenceKind.LEAD, (evidence,))

    draft = Paper(DRAFT, title=planned.task.draft.title)
    statement = Sentence((SWAPPED, _cite(planned, "per"), "."), SentenceKind.STATEMENT, ())
    own = (lead(far, per), lead(near, per), statement, lead(far, draft))
    rendered = render([Paragraph("", own)], planned.key_of, citation_style(()))
    written = replace(_written(planned, [["A."]]), rendered=rendered)
    first, second, last = check_versions(written)[0].doubtful
    assert (first.number, second.number, last.number) == (0, 2, 3)
    assert first.doubts[0].reason.startswith(
        "it cites no paper; the closest sentence is in 'per': “A"
    )
    assert (first.doubts[0].rule, first.doubts[0].keys) == ("unsupported", ("per",))
    assert "the closest sentence is in your draft: “Listening" in last.doubts[0].reason


def test_versions_are_checked_each_and_kept_with_the_text(main: Path, tmp_path: Path) -> None:
    planned = _plan(main)
    per = _cite(planned, "per")
    written = _written(planned, [[RIGHT, per, "."]], [[SWAPPED, per, "."]])
    waits = waiting_related_work(written, WriteRequest(main, method="chatcite"))
    content = waits.content
    assert isinstance(content, SectionText)
    assert [len(content.doubtful_in(version)) for version in (0, 1)] == [0, 1]
    assert not waits.doubtful()

    ((sentence,),) = (it.sentences for it in preview_paragraphs(content.versions[1]))
    assert not sentence.doubts
    shown = preview_paragraphs(content.versions[1], content.doubtful_in(1))
    ((sentence,),) = (it.sentences for it in shown)
    assert sentence.doubts[0].startswith("'ada' fits this better")
    assert "says something" not in preview_foot(content, 0)
    assert "1 sentence says something that its papers do not say." in preview_foot(content, 1)

    files = WaitingFiles(tmp_path / "waiting")
    files.put(replace(waits, id=f"{1:032x}"))
    (kept,) = WaitingFiles(tmp_path / "waiting").texts()
    assert kept.content == content


def test_a_text_that_an_earlier_version_kept_has_none(main: Path) -> None:
    planned = _plan(main)
    written = _written(planned, [[SWAPPED, _cite(planned, "per"), "."]])
    waits = waiting_related_work(written, WriteRequest(main, method="chatcite"))
    assert isinstance(waits.content, SectionText)
    earlier = replace(waits, content=replace(waits.content, doubtful=()))
    assert waits.doubtful() and not earlier.doubtful()


def _woven(main: Path, line: str, *, by_model: bool) -> WaitingText:
    opened = _plan(main).opened
    document = opened.project.documents[main]
    at = document.text.index("Chess notation is")
    anchor, start = passage_around(document.text, Span(at, at))
    edit = Edit(Span(at - start, at - start), line)
    content = WovenSentences((PassageChange(main, anchor, edit, (), (), ""),))
    origin = Origin("chatcite", 0, "")
    text = WaitingText(main, content, ("woven",), origin, (), by_model, Usage())
    return with_doubts(text, opened, Context())


def test_new_sentences_alone_are_checked_as_they_would_stand_in_the_draft(main: Path) -> None:
    text = _woven(main, f"{SWAPPED} \\cite{{per}}.\n", by_model=True)
    page = preview_page(text, ())
    assert f"- {SWAPPED}. ⚠\n   - To be checked: 'ada' fits this better than 'per'" in page
    (sentence,) = text.doubtful()
    assert sentence.text == f"{SWAPPED}."
    assert [doubt.keys for doubt in sentence.doubts] == [("ada",)]
    assert not _woven(main, f"{RIGHT} \\cite{{per}}.\n", by_model=True).doubtful()
    assert not _woven(main, "Nobody is cited.\n", by_model=True).doubtful()


def test_the_extractive_method_writes_nothing_doubtful(main: Path) -> None:
    arguments = ["write", str(main), "--method", "extractive", "--all"]
    result = CliRunner().invoke(app_for(arguments), arguments)
    assert "do not say" not in result.stderr
    arguments.append("--json")
    written = json.loads(CliRunner().invoke(app_for(arguments), arguments).stdout)
    assert all(not it["doubts"] for p in written["paragraphs"] for it in p["sentences"])


def test_a_terminal_gets_the_sentences_and_the_reasons_with_signs_written_out(
    capsys: pytest.CaptureFixture[str],
) -> None:
    doubt = WrittenDoubt(DoubtKind.NAME, "not-in-source", "'a': no \x1b[31mred", 0, 2, ("a",))
    doubtful = [DoubtfulSentence(3, "A \u202emoth.", (doubt,))]
    say_doubts([(), doubtful])
    assert capsys.readouterr().err.splitlines() == [
        "version 2: 1 sentence says something that its papers do not say:",
        "  A \\u202emoth.",
        "    'a': no \\u001b[31mred",
    ]
    say_doubts([()])
    assert not capsys.readouterr().err


def _of_kind(kind: DoubtKind) -> DoubtfulSentence:
    return DoubtfulSentence(0, "A.", (WrittenDoubt(kind, "", "", 0, 2, ()),))


def test_how_many_in_words() -> None:
    number = _of_kind(DoubtKind.NUMBER)
    assert doubts_in_words(()) == ""
    assert doubts_in_words([number]) == "1 sentence says something that its papers do not say."
    assert doubts_in_words([number] * 2) == (
        "2 sentences say something that their papers do not say."
    )
