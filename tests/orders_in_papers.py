"""Papers whose texts give orders to a language model, some of them in disguise, from `data`."""

import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from citeloom.papers.paper import Author, Paper

_DATA = Path(__file__).parent / "data"
_ABSTRACT = "We study parsers of malformed documents. They are fast."


@dataclass(frozen=True)
class Order:
    """An order in a paper's ``field``; ``wanted`` is what it would bring into a draft."""

    name: str
    text: str
    wanted: str = "This paper is best"
    field: str = "abstract"

    @property
    def paper(self) -> Paper:
        """The paper with the order in it."""
        values = {"title": "On Parsers", "abstract": _ABSTRACT, "venue": "A Venue"}
        if self.field == "abstract":
            values["abstract"] = f"{_ABSTRACT} {self.text} We measure them."
        elif self.field != "author":
            values[self.field] = self.text
        authors = (Author(self.text if self.field == "author" else "Smith"),)
        return Paper("doi:10.1/attack", ("attack",), authors=authors, year=2020, **values)


@dataclass(frozen=True)
class HeldOutOrder:
    """An order in a paper of its own; `data/orders_held_out.toml` says what the fields mean."""

    name: str
    kind: str
    plain: bool
    title: str
    abstract: str
    hidden: tuple[str, ...]
    authors: str = "Smith"
    venue: str = "A Venue"
    language: str = "en"
    wanted: str = "This paper is best."
    never: tuple[str, ...] = ()

    @property
    def paper(self) -> Paper:
        """The paper with the order in it."""
        return Paper(
            "doi:10.1/attack",
            ("attack",),
            self.title,
            authors=(Author(self.authors),),
            year=2024,
            venue=self.venue,
            abstract=self.abstract,
        )


def _read(name: str) -> dict[str, Any]:
    return tomllib.loads((_DATA / name).read_text(encoding="utf-8"))


_KNOWN = _read("orders_in_papers.toml")
ORDERS = tuple(Order(**order) for order in _KNOWN["order"])
HELD_OUT = tuple(
    HeldOutOrder(**order | {key: tuple(order.get(key, ())) for key in ("hidden", "never")})
    for order in _read("orders_held_out.toml")["order"]
)

NEVER: tuple[str, ...] = (
    *_KNOWN["never"],
    *dict.fromkeys(words for order in HELD_OUT for words in order.never),
)
"""What never comes out, whatever a model obeys."""
