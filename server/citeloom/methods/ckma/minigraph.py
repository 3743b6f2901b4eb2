"""The minigraph: a small graph of concepts and their relations (CKMA, Eq. 1)."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated

from pydantic import BaseModel, Field

from citeloom.methods.modelled.visible_words import visible_words

ENTITY_TYPES = ("Task", "Method", "Metric", "Material", "Other-Scientific-Term", "Generic")
RELATION_TYPES = (
    "Compare",
    "Conjunction",
    "Evaluate-For",
    "Used-For",
    "Feature-Of",
    "Part-Of",
    "Hyponym-Of",
)

_LONGEST = 200
"""How many characters a name may have; what is longer does not name a concept."""

_NO_LETTER = re.compile(r"[^a-z]")


class AnsweredRelation(BaseModel):
    head: str
    head_type: Annotated[str, Field(json_schema_extra={"enum": list(ENTITY_TYPES)})]
    relation: Annotated[str, Field(json_schema_extra={"enum": list(RELATION_TYPES)})]
    tail: str
    tail_type: Annotated[str, Field(json_schema_extra={"enum": list(ENTITY_TYPES)})]


class AnsweredGraph(BaseModel):
    """A minigraph as a model gives it."""

    relations: list[AnsweredRelation] = Field(description="The most important relations first.")


class FreeRelation(BaseModel):
    """A relation in the model's own words."""

    head: str
    head_type: str = ""
    relation: str
    tail: str
    tail_type: str = ""


class FreeGraph(BaseModel):
    """A minigraph without the scientific types: the ablation of Table 3."""

    relations: list[FreeRelation] = Field(description="The most important relations first.")


@dataclass(frozen=True, slots=True)
class Relation:
    """A relation between two concepts; its types come from the lists above, or are free words."""

    head: str
    head_type: str
    relation: str
    tail: str
    tail_type: str

    def __str__(self) -> str:
        return f"{self.head} - {self.relation} -> {self.tail}"


Minigraph = tuple[Relation, ...]


def minigraph(
    answer: AnsweredGraph | FreeGraph, most: int | None, *, typed: bool = True
) -> tuple[Minigraph, Minigraph]:
    """Return the relations of an answer that are kept, and those left out.

    Left out are relations of an unknown type, without head or tail, with an overlong name, and
    those beyond ``most``. If ``typed``, a type in another spelling becomes the type of the list,
    and an entity of an unknown type becomes Generic.
    """
    kept: dict[Relation, None] = {}
    dropped: list[Relation] = []
    for answered in answer.relations:
        relation = _relation(answered, typed)
        if relation is None:
            dropped.append(
                Relation(
                    answered.head,
                    answered.head_type,
                    answered.relation,
                    answered.tail,
                    answered.tail_type,
                )
            )
        elif most is not None and len(kept) >= most and relation not in kept:
            dropped.append(relation)
        else:
            kept[relation] = None
    return tuple(kept), tuple(dropped)


def as_text(graph: Sequence[Relation]) -> str:
    """Return the minigraph as a model reads it: one line ``head - relation -> tail`` each (R)."""
    return "\n".join(str(relation) for relation in graph) or "(none)"


def _relation(answered: AnsweredRelation | FreeRelation, typed: bool) -> Relation | None:
    head, tail = visible_words(answered.head), visible_words(answered.tail)
    relation = (
        _matching_name(answered.relation, RELATION_TYPES)
        if typed
        else visible_words(answered.relation)
    )
    if not head or not tail or not relation or max(map(len, (head, relation, tail))) > _LONGEST:
        return None
    if not typed:
        return Relation(head, answered.head_type, relation, tail, answered.tail_type)
    head_type = _matching_name(answered.head_type, ENTITY_TYPES) or "Generic"
    return Relation(
        head,
        head_type,
        relation,
        tail,
        _matching_name(answered.tail_type, ENTITY_TYPES) or "Generic",
    )


def _matching_name(given: str, names: Sequence[str]) -> str:
    letters = _NO_LETTER.sub("", given.lower())
    return next((name for name in names if _NO_LETTER.sub("", name.lower()) == letters), "")
