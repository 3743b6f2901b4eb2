"""Zotero's library as items."""

import re
import sqlite3
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from shutil import rmtree
from tempfile import TemporaryDirectory
from time import time

from citeloom.keeping.paths import path_named
from citeloom.keeping.private import make_private_folder
from citeloom.papers.identifiers import arxiv_id, clean_doi, pmid
from citeloom.papers.libraries.port import LibraryError, LibraryItem
from citeloom.papers.libraries.zotero.citation_keys import (
    DATABASES,
    READ_ONLY,
    ItemName,
    better_bibtex_keys,
)
from citeloom.papers.libraries.zotero.database_copy import copied_database, database_states
from citeloom.papers.libraries.zotero.folder import DATABASE
from citeloom.papers.paper import Author, Paper
from citeloom_latex.bib.bounds import TEXT, TITLE

SOURCE = "zotero"
COPIES = "zotero-copy-"
"""How the names of folders begin in which a database lies while it is read."""

_SECONDS_OF_COPIES = 3600

_TITLES = ("title", "caseName", "nameOfAct", "subject")
_DATES = ("date", "issueDate", "dateDecided", "dateEnacted")
_VENUES = ("publicationTitle", "proceedingsTitle", "bookTitle", "repository", "university")
_FIELDS = (
    *_TITLES, *_DATES, *_VENUES, "abstractNote", "DOI", "citationKey", "extra", "url", "archiveID",
)  # fmt: skip
_NO_PAPERS = ("attachment", "note", "annotation")
_NO_AUTHORS = frozenset({
    "bookAuthor", "castMember", "commenter", "contributor", "counsel", "editor", "recipient",
    "reviewedAuthor", "seriesEditor", "sponsor", "translator",
})  # fmt: skip
_IN_EXTRA = re.compile(
    r"^[^\S\n]*+(citation key|doi|arxiv|pmid)\s*:\s*(\S{1,500})", re.IGNORECASE | re.MULTILINE
)
_FOUR_DIGITS = re.compile(r"[12]\d\d\d")

_ITEMS = f"""
    SELECT i.itemID, i.key, i.libraryID FROM items i
    JOIN itemTypes t ON t.itemTypeID = i.itemTypeID
    JOIN libraries l ON l.libraryID = i.libraryID AND l.type IN ('user', 'group')
    WHERE t.typeName NOT IN {_NO_PAPERS} AND i.itemID NOT IN (SELECT itemID FROM deletedItems)
    ORDER BY l.type <> 'user', i.itemID
"""
_VALUES = """
    SELECT d.itemID, d.fieldID, v.value FROM itemData d
    JOIN itemDataValues v ON v.valueID = d.valueID WHERE d.fieldID IN ({})
"""
_CREATORS = """
    SELECT ic.itemID, t.creatorType, c.lastName, c.firstName, c.fieldMode FROM itemCreators ic
    JOIN creators c ON c.creatorID = ic.creatorID
    JOIN creatorTypes t ON t.creatorTypeID = ic.creatorTypeID ORDER BY ic.itemID, ic.orderIndex
"""


@dataclass(frozen=True)
class ZoteroLibrary:
    """The items of the user's own library and of the groups, without the trash.

    Parameters
    ----------
    folder
        The folder of Zotero's data.
    private
        A folder of ours, in which copies lie while they are read.
    base
        The folder that linked files are named from; None without one.
    """

    folder: Path
    private: Path
    base: Path | None = None
    name: str = SOURCE

    @property
    def place(self) -> Path:
        return self.folder

    @property
    def paths(self) -> Sequence[Path]:
        return (self.folder,)

    def state(self) -> str:
        """Return a text that changes with Zotero's files; empty where there is no database."""
        path = self.folder / DATABASE
        states = database_states(path)
        if states[0] is None:
            return ""
        others = [database_states(self.folder / name) for name in (*DATABASES, READ_ONLY)]
        return repr((2, str(path), str(self.base), states, others))

    def may_read(self, file: Path) -> bool:
        """Tell whether a stored file, or one below the base, is still there where links lead."""
        try:
            for top in (self.folder / STORAGE, self.base):
                if top is not None and file.is_relative_to(top):
                    return file.resolve().is_relative_to(top.resolve())
        except (OSError, RuntimeError):
            return False
        return True

    def read(self) -> Iterator[LibraryItem]:
        """Yield the items, the user's own before those of groups.

        Raises
        ------
        LibraryError
            If the database is being written to all the time, is broken, or has a form that is not
            known.
        """
        try:
            make_private_folder(self.private)
            _remove_left(self.private)
            temporary = TemporaryDirectory(
                prefix=COPIES, dir=self.private, ignore_cleanup_errors=True
            )
        except OSError as error:
            raise LibraryError(f"it cannot be copied: {error.strerror or error}") from None
        with temporary as made:
            keys = better_bibtex_keys(self.folder, Path(made))
            with copied_database(self.folder / DATABASE, Path(made)) as database:
                try:
                    rows = _read_rows(database)
                    files = pdfs_of_items(database, self.folder, self.base)
                except sqlite3.OperationalError as error:
                    raise LibraryError(f"its format is not supported ({error})") from None
        yield from _items(rows, keys, files)


@dataclass(frozen=True)
class _Rows:
    items: Sequence[tuple[int, object, object]]
    values: Mapping[int, Mapping[str, str]]
    creators: Mapping[int, Sequence[tuple[str, Author]]]


def _remove_left(private: Path) -> None:
    """Remove copies that a killed program left."""
    for folder in private.glob(f"{COPIES}*"):
        if time() - folder.stat().st_mtime > _SECONDS_OF_COPIES:
            rmtree(folder, ignore_errors=True)


def _read_rows(database: sqlite3.Connection) -> _Rows:
    # Small queries: one that joins all of this takes minutes for a large library.
    named = {
        number: name
        for number, name in database.execute("SELECT fieldID, fieldName FROM fields")
        if name in _FIELDS and isinstance(number, int)
    }
    values: dict[int, dict[str, str]] = defaultdict(dict)
    query = _VALUES.format(", ".join(map(str, named)))
    for item, field, value in database.execute(query):
        values[item][named[field]] = TEXT.limit(_string(value))
    creators: dict[int, list[tuple[str, Author]]] = defaultdict(list)
    for item, kind, last, first, mode in database.execute(_CREATORS):
        family, given = TITLE.limit(_string(last)), "" if mode == 1 else TITLE.limit(_string(first))
        if author := Author(family, given) if family else Author(given) if given else None:
            creators[item].append((_string(kind), author))
    return _Rows(database.execute(_ITEMS).fetchall(), values, creators)


def _items(
    rows: _Rows, keys: Mapping[ItemName, Sequence[str]], files: Mapping[int, Sequence[Path]]
) -> Iterator[LibraryItem]:
    for item, name, library in rows.items:
        values = rows.values.get(item, {})
        paper = _paper(values, keys.get((library, name), ()), rows.creators.get(item, ()))
        if paper.title:
            yield LibraryItem(paper, tuple(files.get(item, ())))


def _paper(
    values: Mapping[str, str], keys: Sequence[str], creators: Sequence[tuple[str, Author]]
) -> Paper:
    extra: dict[str, str] = {}
    if written := values.get("extra"):
        for name, value in _IN_EXTRA.findall(written):
            extra.setdefault(name.lower(), value)
    doi = clean_doi(values.get("DOI", "")) or clean_doi(extra.get("doi", ""))
    named = {
        "doi": doi,
        "arxiv": extra.get("arxiv", ""),
        "url": values.get("url", ""),
        "note": values.get("archiveID", ""),
    }
    all_keys = (values.get("citationKey", ""), extra.get("citation key", ""), *keys)
    authors = tuple([author for kind, author in creators if kind not in _NO_AUTHORS])
    return Paper(
        "",
        keys=tuple(dict.fromkeys(filter(None, all_keys))),
        title=_first(values, _TITLES),
        authors=authors or tuple([author for _, author in creators]),
        year=_year(_first(values, _DATES)),
        venue=_first(values, _VENUES),
        doi=doi,
        arxiv_id=arxiv_id(named) if _names_arxiv(named) else "",
        pmid=pmid(extra) if extra else "",
        abstract=values.get("abstractNote", ""),
    )


def _names_arxiv(named: Mapping[str, str]) -> bool:
    return (
        bool(named["arxiv"]) or "arxiv" in f"{named['doi']} {named['url']} {named['note']}".lower()
    )


def _first(values: Mapping[str, str], names: Sequence[str]) -> str:
    for name in names:
        if value := values.get(name):
            return " ".join(TITLE.limit(value).split())
    return ""


def _year(date: str) -> int | None:
    """Return the year of a date as Zotero keeps it: ``2020-03-00 March 2020``."""
    found = _FOUR_DIGITS.match(date)
    return int(found[0]) if found else None


def _string(value: object) -> str:
    return value if isinstance(value, str) else str(value) if isinstance(value, int) else ""


STORAGE = "storage"

_QUERY = """
    SELECT a.parentItemID, ai.key, a.linkMode, a.path, l.type FROM itemAttachments a
    JOIN items ai ON ai.itemID = a.itemID
    JOIN libraries l ON l.libraryID = ai.libraryID AND l.type IN ('user', 'group')
    WHERE a.contentType = 'application/pdf' AND a.path IS NOT NULL AND a.parentItemID IS NOT NULL
    AND a.itemID NOT IN (SELECT itemID FROM deletedItems)
    ORDER BY a.parentItemID, a.linkMode, a.itemID
"""
_STORED, _LINKED = (0, 1), 2
_IN_STORAGE, _BELOW_BASE = "storage:", "attachments:"
_KEY = re.compile(r"[A-Za-z0-9]{1,20}")


def pdfs_of_items(
    database: sqlite3.Connection, folder: Path, base: Path | None
) -> Mapping[int, Sequence[Path]]:
    """Return where the PDFs of items are, by the items' numbers; none is looked at.

    Parameters
    ----------
    folder
        The folder of Zotero's data.
    base
        The folder that linked files are named from; None without one.
    """
    found: dict[int, list[Path]] = defaultdict(list)
    for item, key, mode, path, library in database.execute(_QUERY):
        if not isinstance(key, str) or not isinstance(path, str) or "\0" in path:
            continue
        place = None
        if mode in _STORED:
            place = _stored(folder, key, path)
        elif mode == _LINKED and library == "user":  # A group links no files of this machine.
            place = _linked(base, path)
        if place is not None:
            found[item].append(place)
    return found


def _stored(folder: Path, key: str, path: str) -> Path | None:
    name = path.removeprefix(_IN_STORAGE)
    is_name = name not in ("", ".", "..") and not set("/\\:") & set(name)
    if not path.startswith(_IN_STORAGE) or not is_name or not _KEY.fullmatch(key):
        return None
    return folder / STORAGE / key / name


def _linked(base: Path | None, path: str) -> Path | None:
    if not path.startswith(_BELOW_BASE):
        named = path_named(Path.home(), path)
        return named if Path(path).is_absolute() else None
    if base is None:
        return None
    place = path_named(base, path.removeprefix(_BELOW_BASE))
    return place if place is not None and place.is_relative_to(base) else None
