"""Real .bib files: read as bibtexparser reads them, and whole after any single edit."""

import random
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import bibtexparser
import pytest
from bibtexparser.middlewares.names import (
    parse_single_name_into_parts,
    split_multiple_persons_names,
)
from bibtexparser.model import Entry as OracleEntry

from citeloom_latex.bib.facts import BibFacts
from citeloom_latex.bib.names import names
from citeloom_latex.bib.resolve import resolve
from citeloom_latex.bib.scan import scan_bib
from citeloom_latex.plain import plain
from corpus import BOTH, CORPUS, found_files, needs_corpus

# Files whose keys are others in bibtexparser 2, with the reason.
PARENTHESES = (
    "bibtexparser knows no parentheses, no @ alone on its line, and hides all of a @comment, "
    "which BibTeX does not"
)
OTHER_KEYS = {
    "Endnote should parse.bib": "bibtexparser drops an entry that has no key",
    "double-comma.bib": "bibtexparser drops an entry with two commas in a row",
    "biblatex-apa-test-references.bib": "bibtexparser reads an entry that is commented out",
    "citation-js.bib": PARENTHESES,
    "syntax-zoo.bib": PARENTHESES,
}
# Entries whose fields are others in bibtexparser 2.
OTHER_FIELDS = {
    "BibTeXEscapeTest1": "bibtexparser lets a backslash hide a brace, BibTeX does not",
    "cornell-position": "a comma is missing; bibtexparser puts the field into the value before it",
}


def bib_texts(folder: Path) -> list[tuple[str, str]]:
    """Return the name and the text of each .bib file below a folder."""
    return [
        (path.relative_to(folder).as_posix(), _decode(path.read_bytes()))
        for path in found_files(folder, "*.bib", 35)
    ]


def _decode(data: bytes) -> str:
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return data.decode("latin-1")


def oracle_entries(text: str) -> list[OracleEntry]:
    """All entries that bibtexparser 2 reads, duplicates included, values as they are written."""
    blocks = bibtexparser.parse_string(text, parse_stack=[]).blocks
    blocks = [getattr(block, "ignore_error_block", None) or block for block in blocks]
    return [block for block in blocks if isinstance(block, OracleEntry)]


@pytest.mark.parametrize("folder", BOTH)
def test_keys_and_fields_are_those_of_bibtexparser(folder: Path) -> None:
    entries = 0
    for name, text in bib_texts(folder):
        facts, oracle = scan_bib(text), oracle_entries(text)
        entries += len(facts.entries)
        own_keys, oracle_keys = [e.key for e in facts.entries], [e.key for e in oracle]
        if Path(name).name in OTHER_KEYS:
            assert own_keys != oracle_keys, name
            continue
        assert own_keys == oracle_keys, name
        for entry, expected in zip(facts.entries, oracle, strict=True):
            if entry.key in OTHER_FIELDS:
                continue
            own = [(field.name, field.value_span.of(text)) for field in entry.fields]
            assert own == [(f.key.lower(), f.value) for f in expected.fields], (name, entry.key)
    assert entries > 100


@pytest.mark.slow
@needs_corpus
def test_names_are_those_of_bibtexparser() -> None:
    """Of more than 10,000 lists of names all but the ones that are no lists of names."""
    lists, others = 0, []
    for _, text in bib_texts(CORPUS):
        for entry in resolve([(text, scan_bib(text))]):
            for value in filter(None, map(entry.values.get, ("author", "editor"))):
                lists += 1
                own = [(n.first, n.von, n.last, n.jr) for n in names(value)]
                if own != oracle_names(value):
                    others.append(value)
    assert lists > 10_000
    # A name that is empty or lower-case throughout, "et al.", commas between whole names, labels.
    assert len(others) <= 40, others


def oracle_names(value: str) -> list[tuple[str, ...]]:
    found = []
    for name in split_multiple_persons_names(value):
        if name.strip() != "others":
            parts = parse_single_name_into_parts(name, strict=False)
            words = (parts.first, parts.von, parts.last, parts.jr)
            found.append(tuple(plain(" ".join(part)) for part in words))
    return found


def single_edits(
    text: str, facts: BibFacts, rng: random.Random, count: int
) -> Iterator[tuple[str, str, bool]]:
    """Yield edited texts, each with the key of the edited entry and whether it must stay."""
    for _ in range(count):
        entry = rng.choice(facts.entries)
        start, end = entry.span.start, entry.span.end
        mark = rng.choice('{}",h')
        places = [i for i in range(start, end) if text[i] == mark]
        if mark == "h":
            cut = rng.randrange(start + 1, end)
            yield text[:cut] + text[end:], entry.key, cut > entry.key_span.end
        elif places:
            place = rng.choice(places)
            yield text[:place] + text[place + 1 :], entry.key, True


def contents(text: str, facts: BibFacts) -> Counter[tuple[str, ...]]:
    """Type, key and fields of all entries, as they are written."""
    return Counter(
        (e.type, e.key, *(text[field.name_start : field.value_end] for field in e.fields))
        for e in facts.entries
    )


@pytest.mark.parametrize("folder", BOTH)
def test_a_single_edit_loses_no_other_entry(folder: Path) -> None:
    """A brace, quote or comma deleted, an entry half typed; in all files of ten entries or more.

    Every other entry keeps its type, its key and all its fields.
    """
    rng = random.Random(2)
    edits = lost = 0
    for name, text in bib_texts(folder):
        text = text[:60_000]
        facts = scan_bib(text)
        if len(facts.entries) < 10:
            continue
        whole = contents(text, facts)
        keys = Counter(entry.key for entry in facts.entries)
        for edited, key, must_stay in single_edits(text, facts, rng, 15):
            edited_facts = scan_bib(edited)
            missing = whole - contents(edited, edited_facts)
            assert missing.total() <= 1 and {one[1] for one in missing} <= {key}, (name, key)
            edits += must_stay
            left = sum(entry.key == key for entry in edited_facts.entries)
            lost += must_stay and left < keys[key]
    print(f"{folder.name}: the edited entry lost in {lost} of {edits} edits, no other entry ever")
    assert edits > 100
    assert lost <= 0.02 * edits
