"""Which papers are suggested for a draft, and which never are."""

import asyncio
from dataclasses import dataclass, field
from pathlib import Path

from citeloom.actions.context import Context, open_project
from citeloom.actions.suggesting.draft_sentences import WHOLE_DRAFT, DraftPart
from citeloom.actions.suggesting.query import SuggestionQuery
from citeloom.actions.suggesting.sources import Candidates
from citeloom.actions.suggesting.suggest import suggest
from citeloom.actions.suggesting.suggestion import Suggestions
from citeloom.papers.identity import aliases
from citeloom.papers.paper import Author, Paper
from citeloom.problem import InputError
from citeloom.settings import UserSettings
from projects import make_project

DRAFT = r"""
%! main.tex
\documentclass{article}
\title{Parsing by graphs}
\begin{document}
\begin{abstract}
We parse sentences by graphs.
\end{abstract}
\section{Introduction}
Transition parsers are fast \cite{transition}. Graph parsers look at all trees of a sentence.
\section{Experiments}
We measure all of them on treebanks of eleven languages.
\bibliography{refs}
\end{document}
%! refs.bib
@article{transition, title = {Transition parsing for everyone}, author = {Ann Ek}, year = 2010,
  doi = {10.1000/transition}}
@article{uncited, title = {An entry that nobody cites yet}, author = {Bo Ek}, year = 2011}
"""
EISNER = Paper("acl:eisner", title="Three new models of graph parsing", authors=(Author("Eisner"),))
TREEBANK = Paper("acl:treebank", title="A treebank of eleven languages", abstract="It has trees.")


@dataclass(frozen=True)
class Given:
    """A source that gives what it was made with, and keeps what it was asked."""

    candidates: Candidates
    name: str = "given"
    asked: list[SuggestionQuery] = field(default_factory=list)

    async def find(self, query: SuggestionQuery) -> Candidates:
        self.asked.append(query)
        return self.candidates


@dataclass(frozen=True)
class Broken:
    name: str = "broken"

    async def find(self, query: SuggestionQuery) -> Candidates:
        raise InputError("it has fallen over", advice="put it up")


def suggested(
    folder: Path, *sources: Given | Broken, part: DraftPart = WHOLE_DRAFT, text: str = DRAFT,
    dismissed: tuple[str, ...] = (),
) -> Suggestions:  # fmt: skip
    main = make_project(folder, text)
    context = Context(user=UserSettings(data_folder=folder / "data"))
    opened = open_project(main, context)
    return asyncio.run(suggest(opened, context, part, sources=sources, dismissed=dismissed))


def titles(found: Suggestions) -> list[str]:
    return [suggestion.paper.title for suggestion in found.found]


def test_what_is_cited_is_not_suggested_by_whatever_name_it_comes(tmp_path):
    same = (
        Paper("x:1", title="Another title", doi="10.1000/transition"),
        Paper("x:2", title="TRANSITION PARSING FOR EVERYONE"),
        Paper("x:4", title="Parsing by graphs"),
        EISNER,
    )
    assert titles(suggested(tmp_path, Given(Candidates(same)))) == [EISNER.title]


def test_an_entry_that_is_not_cited_yet_is_suggested_with_its_key(tmp_path):
    known = Paper("x:3", title="An entry that nobody cites yet", arxiv_id="1101.00001", year=2010)
    found = suggested(tmp_path, Given(Candidates((known, EISNER)))).found
    assert [suggestion.key for suggestion in found] == ["uncited", ""]


def test_a_source_that_fails_is_a_note_and_the_others_count(tmp_path):
    found = suggested(tmp_path, Broken(), Given(Candidates((EISNER,), notes=("half asleep",))))
    assert titles(found) == [EISNER.title]
    assert found.notes == ("broken: it has fallen over (put it up)", "given: half asleep")


def test_a_dismissed_paper_stays_away_under_each_of_its_names(tmp_path):
    paper = Paper(
        "doi:10.1000/e", title="Three models", authors=(Author("Ek"),), year=1996, doi="10.1000/e"
    )
    for name in aliases(paper):
        assert not suggested(tmp_path, Given(Candidates((paper,))), dismissed=(name,)).found


def test_what_was_withdrawn_or_retracted_is_not_suggested(tmp_path):
    gone = (
        Paper("x", title="Too good", abstract="This paper has been withdrawn by its authors."),
        Paper("y", title="RETRACTED ARTICLE: Far too good"),
        Paper("z", title="Retracted papers and who cites them"),
    )
    assert titles(suggested(tmp_path, Given(Candidates(gone)))) == [gone[2].title]


def test_one_paper_of_two_sources_is_one_suggestion_with_both_names(tmp_path):
    other = Paper("s2:77", title="Three new models of graph parsing", abstract="We give three.")
    found = suggested(
        tmp_path, Given(Candidates((EISNER,)), "one"), Given(Candidates((other,)), "two")
    )
    (suggestion,) = found.found
    assert suggestion.sources == ("one", "two")
    assert suggestion.paper.id == EISNER.id
    assert suggestion.paper.abstract == "We give three."


def test_which_references_cite_a_paper_and_which_it_cites(tmp_path):
    reference = Paper("s2:1", title="Transition parsing for everyone", doi="10.1000/transition")
    citations = (("s2:1", EISNER.id), (TREEBANK.id, "s2:1"))
    given = Given(Candidates((reference, EISNER, TREEBANK), citations))
    found = {suggestion.paper.id: suggestion for suggestion in suggested(tmp_path, given).found}
    assert found[EISNER.id].cited_by == ("transition",)
    assert found[EISNER.id].cites == ()
    assert found[TREEBANK.id].cites == ("transition",)


def test_a_section_or_a_sentence_is_asked_about(tmp_path):
    given = Given(Candidates())
    suggested(tmp_path, given, part=DraftPart(section="Experiments"))
    main = tmp_path / "main.tex"
    at = main.read_text("utf-8").index("Graph parsers")
    suggested(tmp_path, given, part=DraftPart(file=main, at=at))
    suggested(tmp_path, given)
    section, sentence, whole = (
        [asked.sentence.text for asked in query.sentences] for query in given.asked
    )
    assert section == ["We measure all of them on treebanks of eleven languages."]
    assert sentence == ["Graph parsers look at all trees of a sentence."]
    assert whole == ["Transition parsers are fast.", *sentence, *section]


def test_files_outside_of_the_project_are_no_part_of_what_may_be_sent(tmp_path):
    make_project(tmp_path / "library", "%! refs.bib\n@misc{far, title = {Far away from here}}\n")
    text = DRAFT.replace(r"\bibliography{refs}", r"\bibliography{refs,../library/refs}")
    text = text.replace(r"\cite{transition}", r"\cite{transition,far}")
    given = Given(Candidates())
    suggested(tmp_path / "draft", given, text=text)
    (query,) = given.asked
    assert [paper.key for paper in query.references] == ["transition", "far"]
    assert [paper.key for paper in query.sendable.references] == ["transition"]


def test_all_sources_are_asked_at_once_and_keep_their_order(tmp_path):
    """The first one answers only after the second one has been asked."""
    second_is_asked = asyncio.Event()

    class First:
        name = "first"

        async def find(self, query: SuggestionQuery) -> Candidates:
            async with asyncio.timeout(10):
                await second_is_asked.wait()
            return Candidates((EISNER,))

    class Second:
        name = "second"

        async def find(self, query: SuggestionQuery) -> Candidates:
            second_is_asked.set()
            return Candidates((EISNER, TREEBANK))

    found = suggested(tmp_path, First(), Second())
    assert found.found[0].sources == ("first", "second")


def test_a_sentence_on_the_paper_that_it_cites_gets_no_other(tmp_path: Path) -> None:
    said = r"\citet{transition} count treebanks of eleven languages."
    own = "Others have treebanks of eleven languages."
    for sentences, expected in ((said, None), (f"{said} {own}", own)):
        text = DRAFT.replace("We measure all of them on treebanks of eleven languages.", sentences)
        (found,) = suggested(tmp_path, Given(Candidates((TREEBANK,))), text=text).found
        assert (found.sentence and found.sentence.text) == expected


def test_a_title_with_a_circumflex_is_known_when_its_entry_has_been_written(tmp_path: Path) -> None:
    entry = r"@misc{ms2, title = {{MS\textasciicircum{}2}: Summaries of studies}, author = {A Ek}}"
    paper = Paper("x", title="MS\u02c62: Summaries of studies", authors=(Author("Ek", "A"),))
    (found,) = suggested(tmp_path, Given(Candidates((paper,))), text=f"{DRAFT}{entry}\n").found
    assert found.key == "ms2"
