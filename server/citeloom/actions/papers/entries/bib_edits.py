"""Edits that bring what a search has found into a .bib entry, and touch nothing else."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial

from citeloom.actions.papers.paper_words import paper_in_words
from citeloom.draft.document import Bibliography
from citeloom.papers.differences import differences
from citeloom.papers.identifiers import arxiv_id, doi_of, is_arxiv_doi
from citeloom.papers.identity import names_preprints
from citeloom.papers.outcome import Outcome, published_since
from citeloom.papers.paper import Paper
from citeloom.papers.source_names import source_name
from citeloom.placing.entries.entry_fields import protected_title, written_names
from citeloom.visible import shorten
from citeloom_latex.bib.bounds import too_long
from citeloom_latex.bib.change import remove_field, set_field
from citeloom_latex.bib.entry import Entry
from citeloom_latex.bib.resolve import ResolvedEntry
from citeloom_latex.bib.scan import scan_bib
from citeloom_latex.edit import Edit, difference
from citeloom_latex.escape import to_latex
from citeloom_latex.spans import Span

_VENUES = ("journal", "journaltitle", "booktitle")
_OF_PREPRINTS = (*_VENUES, "volume", "publisher")
_RETYPED = frozenset(
    {"article", "inproceedings", "misc", "online", "electronic", "unpublished", "techreport"}
    | {"report"}
)
"""Types of entries that a preprint is given, and that its published version may not have."""

_MEETINGS = ("proceedings", "conference", "workshop", "symposium", "meeting")
_SHOWN = 60

Values = Sequence[tuple[str, str | None]]
"""Names of fields with their new values, LaTeX without delimiters; None takes a field away."""


@dataclass(frozen=True, slots=True)
class ChangedEntry:
    """The values that an entry gets and did not have, its type then, and the smallest edit."""

    values: Values
    type: str
    edit: Edit


@dataclass(frozen=True)
class BibEdit:
    """An edit of an entry's .bib file; ``title`` says all that it does."""

    title: str
    edit: Edit


def choice_edits(bib: Bibliography, entry: ResolvedEntry, outcome: Outcome) -> Iterator[BibEdit]:
    """Yield an edit for each paper that an ambiguous entry may mean.

    The edit writes this paper's identifier and nothing else. There is none where the paper has no
    identifier, or the entry has it already.
    """
    for paper in outcome.candidates:
        values = identifying_values(paper, entry)
        made = changed_entry(bib, entry.entry, values) if values else None
        if made:
            what = f"Choose the right paper: {paper_in_words(paper)}"
            yield BibEdit(f"{what} ({_summary_of(bib, entry.entry, made.values)})", made.edit)


def difference_edits(
    bib: Bibliography, entry: ResolvedEntry, own: Paper, outcome: Outcome
) -> Iterator[BibEdit]:
    """Yield an edit for each field that a record of the paper has otherwise, with its value."""
    latex = partial(to_latex, encoding=_encoding(bib))
    for told in differences(own, outcome.found):
        record = next(it.paper for it in outcome.found if it.service == told.source)
        written: Mapping[str, tuple[Sequence[str], str]] = {
            "title": (("title",), protected_title(record.title, latex)),
            "authors": (("author",), written_names(record, latex, family_first=True)),
            "year": (("year", "date"), str(record.year or "")),
            "doi": (("doi",), record.doi),
            "abstract": (("abstract",), latex(record.abstract)),
            "venue": (_VENUES, latex(record.venue) if told.record == record.venue else ""),
        }
        names, value = written[told.field]
        name = next((name for name in names if entry.entry.field(name)), "")
        made = changed_entry(bib, entry.entry, [(name, value)]) if name and value else None
        if made:
            said = _summary_of(bib, entry.entry, made.values)
            yield BibEdit(f"Take from {source_name(told.source)}: {said}", made.edit)


def doi_edit(bib: Bibliography, entry: ResolvedEntry, outcome: Outcome) -> BibEdit | None:
    """Return the edit that adds the DOI of an entry's paper; None where none is missing."""
    has_one = entry.values.get("doi", "").strip() or doi_of(entry.values)
    doi = outcome.paper.doi if outcome.found and not has_one else ""
    if not doi or is_arxiv_doi(doi) or publication_edit(bib, entry, outcome) is not None:
        return None
    made = changed_entry(bib, entry.entry, [("doi", doi)])
    return BibEdit(f"Add DOI {doi}", made.edit) if made else None


def abstract_edit(bib: Bibliography, entry: ResolvedEntry, abstract: str) -> BibEdit | None:
    """Return the edit that gives an entry an abstract of plain text, in place of one it has.

    None where it has this one, or is too broken to be changed.
    """
    values = [("abstract", to_latex(abstract, _encoding(bib)))]
    made = changed_entry(bib, entry.entry, values)
    return BibEdit(f"Add the abstract of '{entry.entry.key}'", made.edit) if made else None


def publication_edit(bib: Bibliography, entry: ResolvedEntry, outcome: Outcome) -> BibEdit | None:
    """Return the edit that turns a preprint's entry into one of the published version, or None.

    It sets the DOI, the journal or the title of the proceedings, the year, and the type of the
    entry if the old type prints no such venue. It removes values that name the preprint server
    there, but keeps the arXiv id, in ``eprint`` if it was nowhere else. Its title says all of
    this. None where the place of publication is not known.
    """
    own = entry.entry
    values, type_ = publication_values(bib, entry, outcome)
    made = changed_entry(bib, own, values, type_)
    if made is None:
        return None
    said = _summary_of(bib, own, made.values)
    kind = f"@{made.type} instead of @{own.type}; " if made.type != own.type else ""
    return BibEdit(f"Replace preprint with its published version ({kind}{said})", made.edit)


def publication_values(
    bib: Bibliography, entry: ResolvedEntry, outcome: Outcome
) -> tuple[Values, str]:
    """Return the values and the type that `publication_edit` gives an entry; none without one."""
    doi = published_since(outcome)
    known = [answer.paper for answer in outcome.found if doi and answer.paper.doi == doi]
    known = [paper for paper in known if paper.venue and not names_preprints(paper.venue)]
    if not known:
        return (), ""
    paper, own = known[0], entry.entry
    in_journal = _is_in_journal(paper, own)
    venue = "booktitle"
    if in_journal:
        venue = "journaltitle" if own.field("journaltitle") else "journal"
    values: list[tuple[str, str | None]] = [
        (name, None)
        for name in _OF_PREPRINTS
        if name != venue and own.field(name) and _is_of_preprint(entry.values.get(name, ""))
    ]
    values += [("doi", doi), (venue, to_latex(paper.venue, _encoding(bib)))]
    if paper.year and str(paper.year) != entry.values.get("year"):
        dated = "date" if own.field("date") and not own.field("year") else "year"
        values.append((dated, str(paper.year)))
        values += [("month", None)] if own.field("month") else []
    values += _kept_id(entry, values)
    type_ = "article" if in_journal else "inproceedings"
    return values, type_ if own.type in _RETYPED else own.type


def _encoding(bib: Bibliography) -> str:
    return "ascii" if bib.text.isascii() else bib.encoding


def _is_in_journal(paper: Paper, entry: Entry) -> bool:
    if paper.type in ("article", "inproceedings"):
        return paper.type == "article"
    return not any(word in paper.venue.lower() for word in _MEETINGS) and entry.type != (
        "inproceedings"
    )


def _is_of_preprint(value: str) -> bool:
    return names_preprints(value) or value.strip().lower().startswith("abs/")


def _kept_id(entry: ResolvedEntry, changes: Values) -> Iterator[tuple[str, str]]:
    """Yield the fields that keep an arXiv id which the changes would otherwise remove."""
    had = arxiv_id(entry.values)
    left = {**entry.values, **{name: value or "" for name, value in changes}}
    if had and not arxiv_id(left) and not entry.entry.field("eprint"):
        yield from _eprint(had)


def _eprint(name: str) -> tuple[tuple[str, str], ...]:
    return ("eprint", name), ("archiveprefix", "arXiv")


def identifying_values(paper: Paper, entry: ResolvedEntry) -> Values:
    """Return the fields that say which paper an entry means; none where it has no identifier."""
    return next(_identifiers(paper, entry), ())


def _identifiers(paper: Paper, entry: ResolvedEntry) -> Iterator[Values]:
    """Yield the fields for each identifier of a paper, the best first."""
    if paper.doi and not is_arxiv_doi(paper.doi):
        yield [("doi", paper.doi)]
    eprint = entry.values.get("eprint", "")
    if paper.arxiv_id and (not eprint or arxiv_id(entry.values)):
        yield _eprint(paper.arxiv_id)
    if paper.pmid:
        yield [("pmid", paper.pmid)]
    if paper.acl_id and not entry.values.get("url"):
        yield [("url", f"https://aclanthology.org/{paper.acl_id}")]
    if paper.s2_id:
        yield [("s2id", paper.s2_id)]


def changed_entry(
    bib: Bibliography, entry: Entry, values: Values, type_: str = ""
) -> ChangedEntry | None:
    """Return what gives an entry values and a type; None where it has them all.

    None too where one of them cannot be written, or the entry is broken or has a name, such as an
    address, that is too long to be read: it is not replaced as if it were none.
    """
    if not entry.whole or any(bound.is_name for _, bound in too_long(entry)):
        return None
    # The entry alone: the time does not depend on the length of the file.
    text = before = entry.span.of(bib.text)
    changed: list[tuple[str, str | None]] = []
    try:
        for name, value in values:
            now = _alone(text)
            there = now.field(name)
            if value is not None and there and _inner(text, there.value_span) == value:
                continue
            if value is None:
                edit = remove_field(text, now, name)
            else:
                edit = set_field(text, now, name, value, bib.style)
            text = edit.applied_to(text)
            changed.append((name, value))
    except ValueError:
        return None
    if not changed:
        return None
    span = Span(1, 1 + len(entry.type))
    old, new_type = span.of(text), entry.type
    if type_ and type_ != entry.type and old.lower() == entry.type:
        new_type = type_
        text = Edit(span, type_.upper() if old.isupper() else type_).applied_to(text)
    edit, start = difference(before, text), entry.start
    moved = Edit(Span(start + edit.span.start, start + edit.span.end), edit.new_text)
    return ChangedEntry(changed, new_type, moved)


def _alone(text: str) -> Entry:
    """Return the entry that a text is; ValueError where it is more or less than one."""
    entries = scan_bib(text).entries
    if len(entries) != 1 or entries[0].span != Span(0, len(text)):
        raise ValueError("expected exactly one entry")
    return entries[0]


def _summary_of(bib: Bibliography, entry: Entry, changed: Values) -> str:
    parts = []
    for name, value in changed:
        field = entry.field(name)
        old = shorten(_inner(bib.text, field.value_span), _SHOWN) if field else ""
        if value is None:
            parts.append(f"without {name} = {old}")
        else:
            instead = f" instead of {old}" if old else ""
            parts.append(f"{name} = {shorten(value, _SHOWN)}{instead}")
    return ", ".join(parts)


def _inner(text: str, span: Span) -> str:
    value = span.of(text)
    return value[1:-1] if len(value) > 1 and value[0] in '{"' else value
