"""``citeloom data``."""

from typing import Annotated

import typer

from citeloom.actions.context import Context
from citeloom.actions.corpus.opening import corpus_folder, corpus_place
from citeloom.actions.user.data import (
    StoredData,
    clear,
    clear_full_texts,
    kept_answers,
    stored_data,
)
from citeloom.actions.user.data_files import files_that_stay
from citeloom.cli.console import print_answer
from citeloom.cli.help import Program
from citeloom.plural import number_of
from citeloom.problem import InputError

ELSEWHERE = (
    "keys in the system's keyring (citeloom key remove)",
    "the folders .citeloom/ of projects (citeloom strip MAIN.tex)",
)
"""What is kept outside the data folder, and how to remove it."""


def register(app: typer.Typer) -> None:
    group = Program(help="Show or remove what is stored on this machine.", no_args_is_help=True)
    group.command("show", help="Show what is stored, where, and its size.")(run_show)
    group.command("clear", help="Remove it.")(run_clear)
    app.add_typer(group, name="data")


def run_show() -> None:
    """Show what is stored."""
    for line in _stored_lines(stored_data(Context())):
        print_answer(line)
    _say_answers()
    _say_corpus()


def run_clear(
    full_texts: Annotated[
        bool, typer.Option("--full-texts", help="Remove only the full texts.")
    ] = False,
    answers: Annotated[
        bool,
        typer.Option("--answers", help="Remove only the answers of language models."),
    ] = False,
    corpus: Annotated[bool, typer.Option("--corpus", help="Remove only the corpus.")] = False,
) -> None:
    """Remove what is stored but the corpus."""
    if full_texts:
        count, size = clear_full_texts(Context()).full_texts
        print_answer(f"removed: {count} searches for full texts, {size / 1e6:.1f} MB")
    if answers:
        _say_answers(clear=True)
    if corpus:
        _clear_corpus()
    if full_texts or answers or corpus:
        return
    for line in _stored_lines(clear(Context()), "removed: "):
        print_answer(line)
    _say_answers(clear=True)
    _say_corpus(stays=True)
    for line in (*files_that_stay(Context().user), *ELSEWHERE):
        print_answer(f"kept: {line}")


def _say_answers(*, clear: bool = False) -> None:
    if held := kept_answers(Context(), clear=clear):
        removed = "removed: " if clear else ""
        print_answer(
            f"{removed}{held.path}: {held.answers} model answers, {held.bytes / 1e6:.1f} MB"
        )


def _say_corpus(*, stays: bool = False) -> None:
    folder = corpus_folder(Context())
    if size := folder.size:
        held = f"{folder.path}: a corpus, {size / 1e6:.1f} MB"
        print_answer(f"kept: {held} (citeloom data clear --corpus)" if stays else held)
    try:
        place = corpus_place(Context())
    except InputError:
        # Wrong settings keep nobody from seeing and removing what is stored; doctor names them.
        return
    if place != folder:
        held = f"the corpus that config.toml names: {place.words}"
        print_answer(f"kept: {held}" if stays else held)


def _clear_corpus() -> None:
    folder = corpus_folder(Context())
    size = folder.remove()
    held = f"the corpus, {size / 1e6:.1f} MB" if size else "no corpus"
    print_answer(f"removed: {folder.path}: {held}")


def _stored_lines(held: StoredData, done: str = "") -> list[str]:
    """Return what is stored, line by line; ``done`` is what the first line says was done to it."""
    lines = [f"{path}: a broken or earlier store, moved aside" for path in held.aside]
    lines += held.notes
    count, size_of_texts = held.full_texts
    if count:
        lines.append(
            f"{held.folder}: {count} searches for full texts, {size_of_texts / 1e6:.1f} MB"
        )
    if held.sent is not None:
        lines.append(f"{held.sent}: log of what was sent (citeloom doctor --sent)")
    lines += [f"{file.path}: {file.what}" for file in held.files]
    if held.stats is None:
        return [f"{done}{held.path}: nothing stored", *lines]
    stats = held.stats
    size = f"{stats.bytes / 1e6:.1f} MB"
    pasted = f"{number_of(stats.pasted, 'abstract')} that you pasted, " if stats.pasted else ""
    held_papers = f"{stats.papers} papers, {stats.with_abstract} with an abstract, {pasted}{size}"
    shared = f"{done}{held.path}: {held_papers}; shared by all projects"
    if stats.projects:
        shared += f"; {stats.projects} projects have data of their own"
    return [shared, *lines]
