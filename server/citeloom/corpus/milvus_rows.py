"""Rows of a collection of Milvus, and the records that they hold."""

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any
from urllib.parse import quote, unquote

from citeloom.corpus.record import Record
from citeloom.papers.paper import Author

SOME = 1_000
"""Records that are asked about or sent at once, at most."""

LONGEST = 65_535
"""Bytes that a text may have in Milvus."""

_LARGEST = 16_000_000
"""Bytes that are sent at once, about."""

ScoredRow = tuple[Mapping[str, Any], float]
"""What was found, and how well it fits."""


def id_of(row: Mapping[str, Any]) -> str:
    """Return the id of a row's record."""
    return unquote(row["id"])


def record_of(row: Mapping[str, Any]) -> Record:
    """Return the record of a row."""
    rest = json.loads("".join(row["rest"]))
    text = row["text"] + rest["text"]
    return Record(
        id=id_of(row),
        title=text[: rest["title"]],
        abstract=text[rest["title"] + 1 :],
        authors=tuple(Author(*names) for names in rest["authors"]),
        year=rest["year"],
        topic=rest["topic"],
        venue=rest["venue"],
        doi=rest["doi"],
        arxiv_id=rest["arxiv_id"],
    )


def row_of(record: Record) -> dict[str, Any]:
    """Return the row of a record, without its vector."""
    text = record.text
    searched = text.encode()[:LONGEST].decode("utf-8", "ignore")
    rest = {
        "title": len(record.title),
        "text": text[len(searched) :],
        "authors": record.authors,
        "year": record.year,
        "topic": record.topic,
        "venue": record.venue,
        "doi": record.doi,
        "arxiv_id": record.arxiv_id,
    }
    said = json.dumps(rest)
    return {
        "id": _quoted(record.id),
        "text": searched,
        "digest": record.digest,
        "rest": [said[start : start + LONGEST] for start in range(0, len(said), LONGEST)],
    }


def parts_to_send(rows: Sequence[dict[str, Any]]) -> Iterator[list[dict[str, Any]]]:
    """Yield rows in their order, so few at once that a server takes them."""
    some: list[dict[str, Any]] = []
    size = 0
    for row in rows:
        own = len(row["text"]) + sum(map(len, row["rest"]))
        if some and (len(some) == SOME or size + own > _LARGEST):
            yield some
            some, size = [], 0
        some.append(row)
        size += own
    yield some


def parts_of(ids: Sequence[str]) -> Iterator[Sequence[str]]:
    """Yield ids in their order, so few at once that a server is asked about them."""
    for start in range(0, len(ids), SOME):
        yield ids[start : start + SOME]


def is_one_of(ids: Sequence[str]) -> str:
    """Return the expression by which a server finds the rows of ids."""
    quoted = (f'"{_quoted(name)}"' for name in ids)
    return f"id in [{', '.join(quoted)}]"


def _quoted(name: str) -> str:
    # The client puts ids into expressions as they are, and a sign such as " would end one.
    return quote(name, safe=":/")
