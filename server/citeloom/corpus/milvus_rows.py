"""Rows of a collection of Milvus, and the papers that they hold."""

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any
from urllib.parse import quote, unquote

from citeloom.corpus.reading import corpus_paper
from citeloom.papers.paper import Author, Paper

SOME = 1_000
"""Records that are asked about or sent at once, at most."""

LONGEST = 65_535
"""Bytes that a text may have in Milvus."""

_FIELDS = ("year", "venue", "doi", "arxiv_id")

_LARGEST = 16_000_000
"""Bytes that are sent at once, about."""

ScoredRow = tuple[Mapping[str, Any], float]
"""What was found, and how well it fits."""


def id_of(row: Mapping[str, Any]) -> str:
    """Return the id of a row's paper."""
    return unquote(row["id"])


def paper_of(row: Mapping[str, Any]) -> Paper:
    """Return the paper of a row."""
    rest = json.loads("".join(row["rest"]))
    text = row["text"] + rest["text"]
    return corpus_paper(
        id_of(row),
        title=text[: rest["title"]],
        abstract=text[rest["title"] + 1 :],
        authors=tuple(Author(*names) for names in rest["authors"]),
        **{field: rest[field] for field in _FIELDS},
    )


def row_of(paper: Paper) -> dict[str, Any]:
    """Return the row of a paper, without its vector."""
    text = paper.text
    searched = text.encode()[:LONGEST].decode("utf-8", "ignore")
    rest = {
        "title": len(paper.title),
        "text": text[len(searched) :],
        "authors": paper.authors,
        **{field: getattr(paper, field) for field in _FIELDS},
    }
    said = json.dumps(rest)
    return {
        "id": _quoted(paper.id),
        "text": searched,
        "digest": "",  # Nobody reads it, but collections of earlier versions have the field.
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
