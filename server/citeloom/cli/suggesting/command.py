"""``citeloom suggest``."""

import asyncio
from collections.abc import Iterator
from pathlib import Path
from textwrap import fill
from typing import Annotated

import typer

from citeloom.actions.context import Context, Opened, open_project, project_folder
from citeloom.actions.corpus.opening import corpus_place
from citeloom.actions.draft_line import draft_line
from citeloom.actions.papers.paper_words import paper_line
from citeloom.actions.suggesting.all_sources import all_sources
from citeloom.actions.suggesting.asked_place import (
    columns_of_sentences,
    part_at,
    sentence_in_line,
    suggestion_of,
)
from citeloom.actions.suggesting.dismissed import (
    dismiss,
    dismissed_ids,
    dismissed_papers,
    take_back,
)
from citeloom.actions.suggesting.draft_sentences import DraftPart
from citeloom.actions.suggesting.from_services import NOT_AGREED
from citeloom.actions.suggesting.suggest import suggest
from citeloom.actions.suggesting.suggestion import DraftSentence, Suggestion, Suggestions
from citeloom.actions.suggesting.take import TakenSuggestion, take, write_taken
from citeloom.cli.console import (
    print_answer,
    print_message,
    print_messages,
    print_page,
    print_source,
    short_path,
    shown_progress,
)
from citeloom.cli.corpus import Place
from citeloom.cli.main_file import MainFile
from citeloom.cli.outside import Outside, with_outside
from citeloom.cli.suggesting.as_json import suggestions_json
from citeloom.problem import InputError
from citeloom.visible import visible_line

MOST = 10
WIDTH = 88


def register(app: typer.Typer) -> None:
    app.command("suggest", help="Suggest papers that the draft could cite.")(run)


def run(
    main: MainFile,
    at: Annotated[
        str, typer.Option("--at", metavar="FILE:LINE[:COLUMN]", help="Only for this sentence.")
    ] = "",
    section: Annotated[str, typer.Option(help="Only for this section (heading or number).")] = "",
    most: Annotated[int, typer.Option("--most", min=1, max=100, help="Papers to show.")] = MOST,
    corpus: Place = "",
    online: Annotated[
        bool | None,
        typer.Option(
            "--online/--offline", help="Ask Semantic Scholar and OpenAlex, or no service."
        ),
    ] = None,
    json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
    take: Annotated[
        str,
        typer.Option(metavar="ID", help="Add one: its entry and a citation in its sentence."),
    ] = "",
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="With --take: show the change, and write nothing.")
    ] = False,
    outside: Outside = False,
    dismiss: Annotated[
        str, typer.Option(metavar="ID", help="Do not suggest this one in this project again.")
    ] = "",
    dismissed: Annotated[
        bool, typer.Option("--dismissed", help="List the dismissed suggestions.")
    ] = False,
    restore: Annotated[str, typer.Option(metavar="ID", help="Suggest a dismissed one again.")] = "",
) -> None:
    if sum(map(bool, (take, dismiss, dismissed, restore, json))) > 1:
        raise InputError(
            "--json, --take, --dismiss, --dismissed and --restore cannot be used together"
        )
    if dry_run and not take:
        raise InputError("--dry-run needs --take")
    context = Context()
    opened = open_project(main, context)
    if dismissed:
        _list_dismissed(opened, context)
        return
    if restore:
        _restore(opened, context, restore)
        return
    wanted = take or dismiss
    sentence = _sentence(opened, at, is_list=not wanted) if at else None
    found = _suggest(
        opened, context, sentence, section, corpus, online=online, most=most, named=wanted
    )
    if json:
        print_page(suggestions_json(found, opened))
        return
    if dismiss:
        _dismiss(opened, context, found, wanted)
    elif take:
        _take(main, context, found, wanted, sentence, dry_run=dry_run, outside=outside)
    else:
        _say_notes(found, online=online)
        print_messages(opened.problems)
        _show(found, opened)


def _sentence(opened: Opened, at: str, *, is_list: bool) -> DraftSentence:
    line = draft_line(at, opened.project.folder)
    sentence = sentence_in_line(opened, line)
    columns = columns_of_sentences(opened, line)
    if is_list and not line.column and len(columns) > 1:
        *others, last = map(str, columns)
        begin = f"{', '.join(others)} and {last}"
        print_message(
            f"line {line.number} has {len(columns)} sentences, at columns {begin}: the first is "
            f"used; use --at {at}:{last} for the last"
        )
    return sentence


def _suggest(
    opened: Opened,
    context: Context,
    sentence: DraftSentence | None,
    section: str,
    corpus: str,
    *,
    online: bool | None,
    most: int,
    named: str,
) -> Suggestions:
    part = part_at(sentence) if sentence else DraftPart(section)
    place = corpus_place(context, corpus) if corpus else None
    with shown_progress("interrupted; nothing was changed") as progress:
        progress.stage("looking for papers")
        return asyncio.run(
            suggest(
                opened,
                context,
                part,
                sources=all_sources(opened, context, place, may_ask=online, progress=progress),
                most=most,
                dismissed=dismissed_ids(context.user.data_folder, opened.project.root),
                named=named,
            )
        )


def _say_notes(found: Suggestions, *, online: bool | None) -> None:
    unasked = [note.partition(":")[0] for note in found.notes if note.endswith(NOT_AGREED)]
    for note in found.notes:
        if not note.endswith(NOT_AGREED):
            print_message(note)
    if unasked and online is None:
        print_message(
            f"{' and '.join(unasked)} {'were' if len(unasked) > 1 else 'was'} not asked: you have "
            "not agreed to look up papers online; --online asks them about your references and "
            "never sends the draft"
        )


def _show(found: Suggestions, opened: Opened) -> None:
    if not found.found:
        print_message("no suggestions found")
        return
    for number, suggestion in enumerate(found.found, 1):
        print_page("\n".join(_lines(number, suggestion, opened)))
    print_message("use --take ID to add and cite one, --dismiss ID to hide one in this project")


def _lines(number: int, suggestion: Suggestion, opened: Opened) -> Iterator[str]:
    yield visible_line(f"{number}. {paper_line(suggestion.paper)}")
    if suggestion.quote and suggestion.quote != suggestion.paper.title:
        yield _fill(f"says: {suggestion.quote}")
    if suggestion.key:
        yield _fill(f"in your .bib files as {suggestion.key}")
    for words, keys in (("cited by", suggestion.cited_by), ("cites", suggestion.cites)):
        if keys:
            yield _fill(f"{words} {', '.join(keys)}")
    if sentence := suggestion.sentence:
        place = opened.project.documents[sentence.path].place(sentence.span.start)
        yield _fill(f"at {short_path(place.file)}:{place.line}: {sentence.text}")
    if suggestion.sources:
        yield _fill(f"from {', '.join(suggestion.sources)}")


def _fill(text: str) -> str:
    # Keys and names of files are never broken: they are to be found again.
    return fill(
        visible_line(text),
        WIDTH,
        initial_indent="   ",
        subsequent_indent="     ",
        break_long_words=False,
        break_on_hyphens=False,
    )


def _take(
    main: Path,
    context: Context,
    found: Suggestions,
    name: str,
    sentence: DraftSentence | None,
    *,
    dry_run: bool,
    outside: bool,
) -> None:
    suggestion = suggestion_of(found, name)

    def make() -> TakenSuggestion:
        # The files may have changed while services were asked.
        opened = open_project(main, context)
        folder = project_folder(opened.project, main, context)
        return take(suggestion, opened, folder, sentence)

    taken = with_outside(make, context, outside=outside)
    for change in taken.changes:
        print_source(change.difference(short_path(change.source.path).as_posix()))
    if taken.lost:
        print_message(f"warning: the draft cannot typeset {taken.lost}; the entry has [?] instead")
    if dry_run:
        return
    write_taken(taken)
    names = " and ".join(str(short_path(change.source.path)) for change in taken.changes)
    is_placed = sentence is not None or suggestion.sentence is not None
    if names:
        print_message(f"'{taken.key}' was written to {names}")
    elif is_placed:
        print_message(f"'{taken.key}' is already cited there; nothing was written")
    if not is_placed:
        print_message(f"no sentence fits it best: cite it as \\cite{{{taken.key}}}")


def _dismiss(opened: Opened, context: Context, found: Suggestions, name: str) -> None:
    suggestion = suggestion_of(found, name)
    dismiss(context.user.data_folder, opened.project.root, suggestion.paper)
    print_message(f"dismissed: {paper_line(suggestion.paper)}")


def _list_dismissed(opened: Opened, context: Context) -> None:
    papers = dismissed_papers(context.user.data_folder, opened.project.root)
    for paper in papers:
        print_answer(f"{paper.title} [{paper.id}]")
    if not papers:
        print_message("nothing was dismissed in this project")


def _restore(opened: Opened, context: Context, name: str) -> None:
    paper = take_back(context.user.data_folder, opened.project.root, name)
    if paper is None:
        raise InputError(
            f"'{name}' was not dismissed in this project", advice="--dismissed lists the ids"
        )
    print_message(f"suggested again: {paper.title} [{paper.id}]")
