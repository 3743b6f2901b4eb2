"""The cited entries of a project alone, as they stand in its .bib files."""

import re
from collections.abc import Iterator, Sequence

from citeloom.draft.document import Bibliography
from citeloom.draft.project import Project
from citeloom_latex.bib.facts import StringDefinition
from citeloom_latex.bib.grammar import read_value
from citeloom_latex.bib.resolve import ResolvedEntry, keys_of
from citeloom_latex.bib.survey import NAMING_OTHERS

_WORD = re.compile(r"[^\s\"#%'(),={}]+")
_PREAMBLE = re.compile(r"@preamble\s*+\{", re.IGNORECASE)


def cited_bib(project: Project) -> str:
    """Return the text of a .bib file with the cited entries and those that these need.

    Each is as the author has written it, in the order of the files: strings and preambles before
    the entries, and of these the ones that others name where they stand.
    """
    kept = dict.fromkeys((it.file, it.entry.span) for it in needed_entries(project))
    blocks: list[str] = []
    for number, bib in enumerate(project.bibliographies):
        spans = [span for file, span in kept if file == number]
        texts = [span.of(bib.text) for span in sorted(spans, key=lambda it: it.start)]
        if texts:
            blocks += [*_preambles(bib), *_strings(bib, " ".join(texts)), *texts]
    return "\n\n".join(blocks) + "\n" * bool(blocks)


def needed_entries(project: Project) -> Sequence[ResolvedEntry]:
    r"""Return the entries that a draft cites (``\nocite`` too), those that they name, and so on."""
    cited = project.times_cited
    of_key = project.library.entry_of_lower_key
    needed = list(project.entries if "*" in cited else filter(None, map(of_key.get, cited)))
    seen = {it.entry.key.lower() for it in needed}
    for entry in needed:  # The loop adds to it.
        for key in (key for field in NAMING_OTHERS for key in keys_of(entry.values, field)):
            named = of_key.get(key)
            if named is not None and key not in seen:
                seen.add(key)
                needed.append(named)
    return needed


def _strings(bib: Bibliography, used: str) -> Iterator[str]:
    """Yield the definitions of strings that a text uses, and those that these use."""
    known: dict[str, list[StringDefinition]] = {}
    for string in bib.facts.strings:
        known.setdefault(string.name, []).append(string)
    needed: dict[StringDefinition, None] = {}
    waiting = [used]
    for text in waiting:  # The loop adds to it.
        for word in {found.lower() for found in _WORD.findall(text)} & known.keys():
            for string in known.pop(word):
                needed[string] = None
                waiting.append(string.span.of(bib.text))
    spans = dict.fromkeys(string.span for string in needed)
    yield from (span.of(bib.text) for span in sorted(spans, key=lambda it: it.start))


def _preambles(bib: Bibliography) -> Iterator[str]:
    """Yield the preambles of a file, which define what its entries use."""
    entries = [entry.span for entry in bib.facts.entries]
    for found in _PREAMBLE.finditer(bib.text):
        end = read_value(bib.text, found.end() - 1, len(bib.text))
        if end >= 0 and not any(span.holds(found.start()) for span in entries):
            yield bib.text[found.start() : end]
