"""``citeloom suggest``."""

import asyncio
from collections.abc import Iterator
from pathlib import Path
from textwrap import fill
from typing import TYPE_CHECKING, Annotated

import typer

from citeloom.actions.context import Context, Opened, open_project, project_folder
from citeloom.cli.console import (
    ShownProgress,
    print_answer,
    print_message,
    print_messages,
    print_page,
    print_source,
    short_path,
)
from citeloom.cli.corpus import Place
from citeloom.cli.outside import Outside, with_outside
from citeloom.problem import InputError
from citeloom.visible import visible_line

if TYPE_CHECKING:
    from citeloom.actions.suggesting.suggestion import DraftSentence, Suggestion, Suggestions
    from citeloom.actions.suggesting.take import TakenSuggestion

MOST = 10
LOOKED_THROUGH = 100
"""Suggestions among which one that is named by its id is looked for."""

WIDTH = 88


def register(app: typer.Typer) -> None:
    app.command("suggest", help="Suggest papers that the draft does not cite and might.")(run)


def run(
    main: Annotated[Path, typer.Argument(help="Any .tex file of the project.")],
    at: Annotated[
        str, typer.Option("--at", metavar="FILE:LINE", help="For this sentence alone.")
    ] = "",
    section: Annotated[str, typer.Option(help="For this section: its heading or number.")] = "",
    most: Annotated[int, typer.Option("--most", min=1, max=100, help="Papers to show.")] = MOST,
    corpus: Place = "",
    online: Annotated[
        bool | None,
        typer.Option(
            "--online/--offline", help="Ask Semantic Scholar and OpenAlex, or ask nobody."
        ),
    ] = None,
    json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
    take: Annotated[
        str,
        typer.Option(metavar="N|ID", help="Add one: its entry, and a citation at its sentence."),
    ] = "",
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="With --take: show the change, and write nothing.")
    ] = False,
    outside: Outside = False,
    dismiss: Annotated[
        str, typer.Option(metavar="N|ID", help="Suggest one no more in this project.")
    ] = "",
    dismissed: Annotated[
        bool, typer.Option("--dismissed", help="List what is suggested no more.")
    ] = False,
    restore: Annotated[
        str, typer.Option(metavar="ID", help="Suggest one again that was dismissed.")
    ] = "",
) -> None:
    if sum(map(bool, (take, dismiss, dismissed, restore, json))) > 1:
        raise InputError("--json, --take, --dismiss, --dismissed and --restore exclude each other")
    if dry_run and not take:
        raise InputError("--dry-run belongs to --take")
    context = Context()
    opened = open_project(main, context)
    if dismissed:
        _list_dismissed(opened, context)
        return
    if restore:
        _restore(opened, context, restore)
        return
    sentence = _sentence(opened, at) if at else None
    by_id = not (take or dismiss).isdecimal() and bool(take or dismiss)
    found = _suggest(
        opened,
        context,
        sentence,
        section,
        corpus,
        online=online,
        most=max(most, LOOKED_THROUGH) if by_id else most,
    )
    if json:
        from citeloom.cli.suggest_json import suggestions_json

        print_page(suggestions_json(found, opened))
        return
    _say_notes(found, online=online)
    if dismiss:
        _dismiss(opened, context, found, dismiss)
    elif take:
        _take(main, context, found, take, sentence, dry_run=dry_run, outside=outside)
    else:
        print_messages(opened.problems)
        _show(found, opened)


def _sentence(opened: Opened, at: str) -> "DraftSentence":
    from citeloom.actions.suggesting.asked_place import draft_line, sentence_at

    return sentence_at(opened, draft_line(at, opened.project.folder))


def _suggest(
    opened: Opened,
    context: Context,
    sentence: "DraftSentence | None",
    section: str,
    corpus: str,
    *,
    online: bool | None,
    most: int,
) -> "Suggestions":
    from citeloom.actions.corpus.opening import corpus_place
    from citeloom.actions.suggesting.all_sources import all_sources
    from citeloom.actions.suggesting.asked_place import part_at
    from citeloom.actions.suggesting.dismissed import dismissed_ids
    from citeloom.actions.suggesting.draft_sentences import DraftPart
    from citeloom.actions.suggesting.suggest import suggest

    part = part_at(sentence) if sentence else DraftPart(section)
    place = corpus_place(context, corpus) if corpus else None
    progress = ShownProgress()
    try:
        return asyncio.run(
            suggest(
                opened,
                context,
                part,
                sources=all_sources(opened, context, place, may_ask=online, progress=progress),
                most=most,
                dismissed=dismissed_ids(context.user.data_folder, opened.project.root),
            )
        )
    finally:
        progress.clear()


def _say_notes(found: "Suggestions", *, online: bool | None) -> None:
    from citeloom.actions.suggesting.from_services import NOT_AGREED

    unasked = [note for note in found.notes if note.endswith(NOT_AGREED)]
    for note in found.notes:
        if note not in unasked or online is None:
            print_message(note)
    if unasked and online is None:
        print_message("--online asks them about your references, and never sends the draft")


def _show(found: "Suggestions", opened: Opened) -> None:
    if not found.found:
        print_message("nothing was found that the draft might cite")
    for number, suggestion in enumerate(found.found, 1):
        print_page("\n".join(_lines(number, suggestion, opened)))


def _lines(number: int, suggestion: "Suggestion", opened: Opened) -> Iterator[str]:
    from citeloom.actions.suggesting.paper_words import paper_line

    yield visible_line(f"{number}. {paper_line(suggestion.paper)}")
    if suggestion.quote and suggestion.quote != suggestion.paper.title:
        yield _fill(f"says: {suggestion.quote}")
    for words, keys in (("cited by", suggestion.cited_by), ("cites", suggestion.cites)):
        if keys:
            yield _fill(f"{words} {', '.join(keys)}")
    if sentence := suggestion.sentence:
        place = opened.project.documents[sentence.path].place(sentence.span.start)
        yield _fill(f"at {short_path(place.file)}:{place.line}: {sentence.text}")
    if suggestion.sources:
        yield _fill(f"from {', '.join(suggestion.sources)}")


def _fill(text: str) -> str:
    return fill(visible_line(text), WIDTH, initial_indent="   ", subsequent_indent="     ")


def _take(
    main: Path,
    context: Context,
    found: "Suggestions",
    name: str,
    sentence: "DraftSentence | None",
    *,
    dry_run: bool,
    outside: bool,
) -> None:
    from citeloom.actions.suggesting.asked_place import suggestion_of
    from citeloom.actions.suggesting.take import take, write_taken

    suggestion = suggestion_of(found, name)

    def make() -> "TakenSuggestion":
        # The files may have changed while services were asked.
        opened = open_project(main, context)
        folder = project_folder(opened.project, main, context)
        return take(suggestion, opened, folder, sentence)

    taken = with_outside(make, context, outside=outside)
    for change in taken.changes:
        print_source(change.difference(short_path(change.source.path).as_posix()))
    if taken.lost:
        print_message(
            f"warning: the draft cannot set {taken.lost}; the entry has [?] for these letters"
        )
    if dry_run:
        return
    write_taken(taken)
    names = " and ".join(str(short_path(change.source.path)) for change in taken.changes)
    if not names:
        print_message(f"'{taken.key}' is cited there already; nothing was written")
        return
    print_message(f"'{taken.key}' was written into {names}")
    if sentence is None and suggestion.sentence is None:
        print_message(f"no sentence fits it more than others: cite it as \\cite{{{taken.key}}}")


def _dismiss(opened: Opened, context: Context, found: "Suggestions", name: str) -> None:
    from citeloom.actions.suggesting.asked_place import suggestion_of
    from citeloom.actions.suggesting.dismissed import dismiss
    from citeloom.actions.suggesting.paper_words import paper_line

    suggestion = suggestion_of(found, name)
    dismiss(context.user.data_folder, opened.project.root, suggestion.paper)
    print_message(f"suggested no more: {paper_line(suggestion.paper)}")


def _list_dismissed(opened: Opened, context: Context) -> None:
    from citeloom.actions.suggesting.dismissed import dismissed_papers

    papers = dismissed_papers(context.user.data_folder, opened.project.root)
    for paper in papers:
        print_answer(f"{paper.title} [{paper.id}]")
    if not papers:
        print_message("nothing was dismissed in this project")


def _restore(opened: Opened, context: Context, name: str) -> None:
    from citeloom.actions.suggesting.dismissed import take_back

    paper = take_back(context.user.data_folder, opened.project.root, name)
    if paper is None:
        raise InputError(f"no paper '{name}' was dismissed in this project", advice="--dismissed")
    print_message(f"suggested again: {paper.title} [{paper.id}]")
