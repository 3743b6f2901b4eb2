"""Orders in whole papers, written after the search for them by somebody who had not read it."""

import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from citeloom.papers.paper import Author, Paper


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


def _read() -> tuple[HeldOutOrder, ...]:
    path = Path(__file__).parent / "data" / "orders_held_out.toml"
    listed: list[dict[str, Any]] = tomllib.loads(path.read_text(encoding="utf-8"))["order"]
    return tuple(
        HeldOutOrder(**order | {key: tuple(order.get(key, ())) for key in ("hidden", "never")})
        for order in listed
    )


HELD_OUT = _read()
