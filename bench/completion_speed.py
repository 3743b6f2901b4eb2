"""The time of a completion among 10,000 entries in a draft of 1 MB, beside the order before.

``python -m bench completion_speed`` counts processor time, by turns in one process.
"""

import tracemalloc
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from time import process_time

from bench import completion_before
from bench.lsp_project import large_project
from bench.paired import paired
from citeloom.actions.context import context_over, open_project
from citeloom.actions.keys.complete import candidates, index, typed_key_at
from citeloom.draft.library import Library
from citeloom.draft.terms.entry_terms import EntryTerms
from citeloom.settings import user_settings
from citeloom_latex.lined import LinedText
from citeloom_latex.spans import Span

TIMES = 20
TYPED = ("", "s", "neural", "2016")


def main() -> None:
    """Print milliseconds of both, the time of the indexes, and their memory."""
    with TemporaryDirectory() as name:
        large = large_project(Path(name).resolve())
        texts = {path: LinedText(path.read_text("utf-8")) for path in (large.main, large.bib)}
        context = context_over(texts, user_settings())
        project = open_project(large.main, context).project
        document = project.documents[large.main]
        place = document.lines.offset(large.key.line, large.key.character, "utf-16")
        typed = typed_key_at(document, place)
        assert typed is not None
        print(f"index of all: {_milliseconds(lambda: index(project)):.0f} ms")
        for text in TYPED:
            asked = replace(typed, text=text)
            ours = partial(_repeat, partial(candidates, project, document, asked))
            theirs = partial(
                _repeat, partial(completion_before.candidates, project, document, asked)
            )
            pair = paired(ours, theirs, clock=process_time)
            more = (pair.ours - pair.theirs) / TIMES * 1e3
            print(
                f"'{text}' typed: {pair.ours / TIMES * 1e3:.1f} ms, before "
                f"{pair.theirs / TIMES * 1e3:.1f} ms: {more:+.1f} ms"
            )
        texts[large.main] = texts[large.main].replaced(Span(place, place), "a")
        project = open_project(large.main, context).project
        print(f"index after a key in the draft: {_milliseconds(lambda: index(project)):.1f} ms")
        bib = texts[large.bib]
        middle = bib.text.index("title", len(bib.text) // 2)
        texts[large.bib] = bib.replaced(Span(middle, middle), "x")
        project = open_project(large.main, context).project
        print(f"index after a key in the .bib: {_milliseconds(lambda: index(project)):.1f} ms")
        _print_memory(project.library)


def _repeat(run: Callable[[], object]) -> None:
    for _ in range(TIMES):
        run()


def _milliseconds(run: Callable[[], object]) -> float:
    started = process_time()
    run()
    return (process_time() - started) * 1e3


def _print_memory(library: Library) -> None:
    entries = library.entries
    tracemalloc.start()
    terms = EntryTerms(entries)
    size = tracemalloc.get_traced_memory()[0]
    tracemalloc.stop()
    assert terms
    print(f"the index by terms holds {size / 1e6:.1f} MB for {len(entries):,} entries")
