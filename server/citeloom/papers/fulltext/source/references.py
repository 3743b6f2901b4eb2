"""The list of references of a LaTeX source: from its .bbl file, its .bib files, or its own text."""

import re
from collections.abc import Iterator, Mapping, Sequence

from citeloom.papers.entry import paper_of
from citeloom.papers.fulltext.reference_text import reference_of
from citeloom.papers.fulltext.text import Reference
from citeloom_latex.bib.resolve import resolve
from citeloom_latex.bib.scan import scan_bib
from citeloom_latex.plain import plain
from citeloom_latex.tex.facts import TexFacts
from citeloom_latex.tex.scan import scan_tex

_END = re.compile(r"\\end\s*\{thebibliography\}")
_NEWBLOCK = re.compile(r"\\newblock\b")
_BIBLATEX_ENTRY = re.compile(r"\\entry\{([^{}]+)\}\{[^{}]*\}")
_BIBLATEX_FIELD = re.compile(r"\\field\{(\w+)\}\{((?:[^{}]|\{(?:[^{}]|\{[^{}]*\})*\})*)\}")
_BIBLATEX_VERBATIM = re.compile(r"\\verb\{(\w+)\}\s*\\verb (\S+)")
_BIBLATEX_FAMILY = re.compile(r"\bfamily=\{((?:[^{}]|\{[^{}]*\})*)\}")


def references_in(
    text: str, facts: TexFacts, bbl: Sequence[str], bib: Sequence[str]
) -> tuple[Reference, ...]:
    """Return the references of a source, labelled by their keys.

    Parameters
    ----------
    text, facts
        The whole text and its facts; it may hold its list itself.
    bbl
        Texts of the .bbl files, of BibTeX or biblatex.
    bib
        Texts of the .bib files: their entries count where they are cited, and know titles better.
    """
    found: dict[str, Reference] = {}
    for listed in (text, *bbl):
        here = facts if listed is text else scan_tex(listed)
        for bibitem in (*_bibitems(listed, here), *_biblatex(listed)):
            found.setdefault(bibitem.label, bibitem)
    cited = {key.key for citation in facts.citations for key in citation.keys}
    for key, entry in _entries(bib).items():
        if key in found or key in cited or "*" in cited:
            text_there = found[key].text if key in found else entry.text
            found[key] = Reference(key, text_there, entry.title, entry.doi, entry.arxiv_id)
    return tuple(found.values())


def _bibitems(text: str, facts: TexFacts) -> Iterator[Reference]:
    items = facts.bibitems
    for number, item in enumerate(items):
        end = items[number + 1].span.start if number + 1 < len(items) else len(text)
        if over := _END.search(text, item.span.end, end):
            end = over.start()
        blocks = [" ".join(plain(block).split()) for block in _blocks(text[item.span.end : end])]
        title = blocks[1].rstrip(".,") if len(blocks) >= 3 else ""
        yield reference_of(item.key, " ".join(block for block in blocks if block), title)


def _blocks(text: str) -> list[str]:
    return _NEWBLOCK.split(re.sub(r"(?<!\\)%[^\n]*\n?", "", text))


def _biblatex(text: str) -> Iterator[Reference]:
    # What stands before an end is searched for its first beginning: a pattern for both would read
    # to the end of the text for each beginning that has no end.
    for part in text.split("\\endentry")[:-1]:
        entry = _BIBLATEX_ENTRY.search(part)
        if entry is None:
            continue
        part = part[entry.start() :]
        fields = {match[1]: plain(match[2]) for match in _BIBLATEX_FIELD.finditer(part)}
        named = {match[1]: match[2] for match in _BIBLATEX_VERBATIM.finditer(part)}
        families = ", ".join(plain(match[1]) for match in _BIBLATEX_FAMILY.finditer(part))
        title = ": ".join(fields[name] for name in ("title", "subtitle") if name in fields)
        places = (fields.get(name, "") for name in ("journaltitle", "booktitle", "year"))
        doi = f"doi:{named['doi']}" if "doi" in named else ""
        eprint = f"arXiv:{named['eprint']}" if "eprint" in named else ""
        said = (families, title, *places, doi, eprint)
        yield reference_of(entry[1], ". ".join(part for part in said if part), title)


def _entries(bib: Sequence[str]) -> Mapping[str, Reference]:
    found: dict[str, Reference] = {}
    for resolved in resolve([(text, scan_bib(text)) for text in bib]):
        paper = paper_of(resolved)
        authors = ", ".join(f"{author.given} {author.family}".strip() for author in paper.authors)
        said = (authors, paper.title, paper.venue, str(paper.year or ""))
        text = ". ".join(part for part in said if part)
        key = resolved.entry.key
        found.setdefault(key, Reference(key, text, paper.title, paper.doi, paper.arxiv_id))
    return found
