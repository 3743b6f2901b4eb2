"""Edits that bring what a search has found into a .bib entry, and touch nothing else."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from citeloom.draft.document import Bibliography
from citeloom.papers.identifiers import arxiv_id, doi_of, is_arxiv_doi
from citeloom.papers.lookup import published_since
from citeloom.papers.matching import names_preprints
from citeloom.papers.outcome import Outcome, Status
from citeloom.papers.paper import Paper
from citeloom_latex.bib.change import remove_field, set_field
from citeloom_latex.bib.entry import Entry
from citeloom_latex.bib.resolve import ResolvedEntry
from citeloom_latex.bib.text import BibText
from citeloom_latex.edit import Edit
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
    if outcome.status is not Status.AMBIGUOUS:
        return
    for paper in outcome.candidates:
        values = identifying_values(paper, entry)
        made = values and _edit(bib, entry.entry, values)
        if made:
            what = f"Choose the right paper: {_paper_in_words(paper)}"
            yield BibEdit(f"{what} ({_summary_of(bib, entry.entry, made[0])})", made[1])


def doi_edit(bib: Bibliography, entry: ResolvedEntry, outcome: Outcome) -> BibEdit | None:
    """Return the edit that adds the DOI of an entry's paper; None where none is missing."""
    has_one = entry.values.get("doi", "").strip() or doi_of(entry.values)
    doi = outcome.paper.doi if outcome.found and not has_one else ""
    if not doi or is_arxiv_doi(doi) or publication_edit(bib, entry, outcome) is not None:
        return None
    made = _edit(bib, entry.entry, [("doi", doi)])
    return BibEdit(f"Add DOI {doi}", made[1]) if made else None


def abstract_edit(bib: Bibliography, entry: ResolvedEntry, abstract: str) -> BibEdit | None:
    """Return the edit that gives an entry an abstract of plain text, in place of one it has.

    None where it has this one, or is too broken to be changed.
    """
    made = _edit(bib, entry.entry, [("abstract", to_latex(abstract, _encoding(bib)))])
    return BibEdit(f"Add the abstract of '{entry.entry.key}'", made[1]) if made else None


def publication_edit(bib: Bibliography, entry: ResolvedEntry, outcome: Outcome) -> BibEdit | None:
    """Return the edit that turns a preprint's entry into one of the published version, or None.

    It sets the DOI, the journal or the title of the proceedings, the year, and the type of the
    entry if the old type prints no such venue. It removes values that name the preprint server
    there, but keeps the arXiv id, in ``eprint`` if it was nowhere else. Its title says all of
    this. None where the place of publication is not known.
    """
    own = entry.entry
    values, type_ = publication_values(bib, entry, outcome)
    made = _edit(bib, own, values, type_)
    if made is None:
        return None
    said = _summary_of(bib, own, made[0])
    kind = f"@{made[2].type} instead of @{own.type}; " if made[2].type != own.type else ""
    return BibEdit(f"Replace preprint by its published version ({kind}{said})", made[1])


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


def _edit(
    bib: Bibliography, entry: Entry, values: Values, type_: str = ""
) -> tuple[Values, Edit, Entry] | None:
    """Return the values that differ, one edit for all of them, and the new text of the entry.

    None where nothing differs or the entry is too broken to change.
    """
    if not entry.whole:
        return None
    number = bib.facts.entries.index(entry)
    changed, text = with_values(BibText.of(bib.text), number, values, type_)
    if not changed:
        return None
    now = text.facts.entries[number]
    return changed, _smallest(bib.text, text.text, entry.span, now.end), now


def with_values(
    text: BibText, number: int, values: Values, type_: str = ""
) -> tuple[Values, BibText]:
    """Return the values that an entry, by its number, did not have, and the text where it has them.

    Nothing is changed where one of them cannot be written, or the entry is broken.
    """
    before, changed = text, list[tuple[str, str | None]]()
    try:
        for name, value in values:
            now = text.facts.entries[number]
            there = now.field(name)
            if value is not None and there and _inner(text.text, there.value_span) == value:
                continue
            edit = (
                remove_field(text.text, now, name)
                if value is None
                else set_field(text.text, text.facts, now, name, value)
            )
            text = text.replaced(edit.span, edit.new_text)
            changed.append((name, value))
    except ValueError:
        return (), before
    if changed and type_:
        now = text.facts.entries[number]
        span = Span(now.start + 1, now.start + 1 + len(now.type))
        old = span.of(text.text)
        if type_ != now.type and old.lower() == now.type:
            text = text.replaced(span, type_.upper() if old.isupper() else type_)
    return changed, text


def _smallest(old: str, new: str, span: Span, new_end: int) -> Edit:
    """Return the edit from an entry's old text to its new one, without what both share."""
    before, after = old[span.start : span.end], new[span.start : new_end]
    head = _common_start(before, after)
    tail = _common_start(before[head:][::-1], after[head:][::-1])
    return Edit(Span(span.start + head, span.end - tail), after[head : len(after) - tail])


def _common_start(one: str, other: str) -> int:
    """Count the characters that two texts share at their beginning."""
    pairs = enumerate(zip(one, other, strict=False))
    return next((at for at, (a, b) in pairs if a != b), min(len(one), len(other)))


def _summary_of(bib: Bibliography, entry: Entry, changed: Values) -> str:
    parts = []
    for name, value in changed:
        field = entry.field(name)
        old = _short(_inner(bib.text, field.value_span)) if field else ""
        if value is None:
            parts.append(f"without {name} = {old}")
        else:
            instead = f" instead of {old}" if old else ""
            parts.append(f"{name} = {_short(value)}{instead}")
    return ", ".join(parts)


def _inner(text: str, span: Span) -> str:
    value = span.of(text)
    return value[1:-1] if len(value) > 1 and value[0] in '{"' else value


def _paper_in_words(paper: Paper) -> str:
    people = paper.authors[0].family if paper.authors else ""
    people += " et al." if len(paper.authors) > 1 else ""
    facts = [_short(paper.title), people, str(paper.year or ""), _short(paper.venue)]
    return ", ".join(filter(None, facts))


def _short(text: str) -> str:
    text = " ".join(text.split())
    return text if len(text) <= _SHOWN else f"{text[: _SHOWN - 2].rstrip()} …"
