"""``citeloom corpus build, search, show``."""

import asyncio
import sys
from pathlib import Path
from time import monotonic
from typing import Annotated

import typer

from citeloom.actions.context import Context
from citeloom.actions.corpus.building import (
    build_corpus,
    check_dump,
    texts_of_update,
)
from citeloom.actions.corpus.corpus_embedder import (
    CorpusEmbedder,
    corpus_embedder,
    search_embedder,
)
from citeloom.actions.corpus.opening import CorpusInMilvus, CorpusPlace, corpus_place
from citeloom.actions.corpus.search import about_corpus, search_corpus
from citeloom.actions.writing.cost_words import duration_words
from citeloom.cli.console import (
    ShownProgress,
    check_agreed,
    is_confirmed,
    print_answer,
    print_message,
    shown_progress,
)
from citeloom.cli.help import Program
from citeloom.corpus.updating import Standing
from citeloom.papers.paper import Paper
from citeloom.problem import InputError

SHOWN_BAD = 5

Place = Annotated[
    str,
    typer.Option(
        "--corpus",
        metavar="PLACE",
        help="A folder or the address of a Milvus server, if not the user's own folder.",
    ),
]
Dump = Annotated[
    Path, typer.Argument(help="arXiv's metadata dump, or JSON lines; plain or compressed.")
]

Yes = Annotated[
    bool,
    typer.Option("--yes", help="Agree to what is sent to the embedder or a server."),
]


def register(app: typer.Typer) -> None:
    commands = Program(no_args_is_help=True, help="Build and search a large collection of papers.")
    commands.command("build", help="Build or update a corpus from a dump.")(build)
    commands.command("search", help="Search the corpus for papers.")(search)
    commands.command("show", help="Show where the corpus is, and how large.")(show)
    app.add_typer(commands, name="corpus")


def build(dump: Dump, corpus: Place = "", yes: Yes = False) -> None:
    place = _place(corpus, yes=yes)
    check_dump(dump)
    embedder = _embedder(place, dump, yes=yes)
    said = "interrupted; finished work is kept; run the same command to continue"
    with shown_progress(said) as progress:
        done = asyncio.run(build_corpus(dump, place, _Progress(progress).report, embedder))
    counts = done.done
    print_answer(
        f"{counts.new:,} new, {counts.changed:,} changed, {counts.unchanged:,} unchanged, "
        f"{counts.deleted:,} deleted as withdrawn"
    )
    for bad in counts.first_bad[:SHOWN_BAD]:
        print_message(f"warning: line {bad.number} is not a record: {bad.why}")
    if counts.bad > SHOWN_BAD:
        print_message(f"warning: {counts.bad - SHOWN_BAD:,} further lines are not records")
    print_answer(f"{done.records:,} records {place.where}")


def search(
    text: Annotated[str, typer.Argument(help="A title, an abstract or a topic.")],
    most: Annotated[int, typer.Option("--most", min=1, max=1000, help="Papers to show.")] = 10,
    corpus: Place = "",
    yes: Yes = False,
) -> None:
    if not text.strip():
        raise InputError("the query is empty", advice="give a title or a few words")
    place = _place(corpus, yes=yes)
    embedder = search_embedder(Context(), place)
    if embedder:
        _check_agreement(embedder, yes=yes)
    found = asyncio.run(search_corpus(text, place, most, embedder))
    if found.warning:
        print_message(f"warning: {found.warning}")
    if not found.hits:
        print_message("nothing found")
    for hit in found.hits:
        print_answer(_line(hit.paper))


def show(corpus: Place = "", yes: Yes = False) -> None:
    place = _place(corpus, yes=yes)
    for line in about_corpus(place):
        print_answer(line)


def _place(named: str, *, yes: bool) -> CorpusPlace:
    """Return where the corpus is, after the user has agreed to what is sent to a server."""
    place = corpus_place(Context(), named)
    if isinstance(place, CorpusInMilvus) and not place.may_be_sent_to:
        sends = f"records and searches go to the Milvus server at {place.address}"
        check_agreed(sends, yes=yes)
        place.agree()
    return place


def _embedder(place: CorpusPlace, dump: Path, *, yes: bool) -> CorpusEmbedder | None:
    """Return the embedder of the corpus, after the user has agreed to what is sent there."""
    embedder = corpus_embedder(Context(), place)
    if embedder and not embedder.is_free:
        with shown_progress("interrupted; nothing was sent") as progress:
            progress.stage("counting what will be sent")
            sent = texts_of_update(dump, place, embedder)
        _check_agreement(embedder, sent, yes=yes)
    return embedder


def _check_agreement(embedder: CorpusEmbedder, sent: str = "", *, yes: bool) -> None:
    """See that the user agrees to what goes to the embedder; ``sent`` says how much will now.

    In a terminal that is asked each time there is something, elsewhere for a corpus once.
    """
    asked = sys.stdin.isatty() and not yes
    if embedder.may_be_sent_to:
        if not sent:
            return
        sends = f"{sent} go to {embedder.receiver}"
        if not asked:
            print_message(sends)
        elif not is_confirmed(sends):
            raise InputError("nothing was sent")
        return
    sends = f"titles and abstracts of this corpus, and its searches, go to {embedder.receiver}"
    sends += f", now {sent}" if sent else ""
    check_agreed(sends, yes=yes)
    embedder.agree()


class _Progress:
    """Shows how many records are done, how many a second, and about how long it will still take."""

    def __init__(self, shown: ShownProgress) -> None:
        self._shown = shown
        self._began = monotonic()

    def report(self, standing: Standing, size: int) -> None:
        if standing.read:
            self._shown.stage("building the indexes")
            return
        seconds = max(monotonic() - self._began, 0.001)
        records = standing.counts.records
        rate = records / seconds
        share = standing.position / max(size, 1)
        left = f", about {duration_words(seconds * (1 - share) / share)} left" if share > 0 else ""
        done = 100 * share
        self._shown.stage(f"{records:,} records, {rate:,.0f} a second, {done:.0f} %{left}")


def _line(paper: Paper) -> str:
    people = ", ".join(author.family for author in paper.authors[:3])
    more = " et al." if len(paper.authors) > 3 else ""
    year = f", {paper.year}" if paper.year else ""
    return f"{paper.id}: {paper.title} ({people or 'nobody named'}{more}{year})"
