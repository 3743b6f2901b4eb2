"""The minigraph: a small graph of concepts and their relations (CKMA, Eq. 1)."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from pydantic import BaseModel, Field

from citeloom.methods.graph import Edge, Graph, Node, NodeKind
from citeloom.methods.modelled.clean_words import visible_words
from citeloom.papers.paper import Paper

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

_FEW = 4
"""Of fewer relations than these it means little that all are lost."""

_NEARLY_ALL = 0.9

_NO_LETTER = re.compile(r"[^a-z]")


def _one_of(names: Sequence[str], description: str) -> Any:
    return Field(description=description, json_schema_extra={"enum": list(names)})


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


class AnsweredRelation(BaseModel):
    head: str = Field(description="The name of the first concept.")
    head_type: str = _one_of(ENTITY_TYPES, "The type of the first concept.")
    relation: str = _one_of(RELATION_TYPES, "The type of the relation.")
    tail: str = Field(description="The name of the second concept.")
    tail_type: str = _one_of(ENTITY_TYPES, "The type of the second concept.")

    @property
    def kept(self) -> Relation:
        """The relation, its types in the spelling of the lists; an unknown one is empty."""
        return Relation(
            visible_words(self.head),
            _matching_name(self.head_type, ENTITY_TYPES) or "Generic",
            _matching_name(self.relation, RELATION_TYPES),
            visible_words(self.tail),
            _matching_name(self.tail_type, ENTITY_TYPES) or "Generic",
        )


class AnsweredGraph(BaseModel):
    """A minigraph as a model gives it."""

    relations: Sequence[AnsweredRelation] = Field(description="The relations of the graph.")


Minigraph = tuple[Relation, ...]


def minigraph(answer: AnsweredGraph, most: int | None) -> tuple[Minigraph, Minigraph]:
    """Return the relations of an answer that are kept, and those left out.

    Left out are relations of an unknown type, without head or tail, with an overlong name, and
    those beyond ``most``. A type in another spelling becomes the type of the list, and an entity
    of an unknown type becomes Generic.
    """
    kept: dict[Relation, None] = {}
    dropped: list[Relation] = []
    for answered in answer.relations:
        relation = answered.kept
        names = relation.head, relation.relation, relation.tail
        if not all(names) or max(map(len, names)) > _LONGEST:
            dropped.append(Relation(answered.head, "", answered.relation, answered.tail, ""))
        elif most is not None and len(kept) >= most and relation not in kept:
            dropped.append(relation)
        else:
            kept[relation] = None
    return tuple(kept), tuple(dropped)


def lost_relations(before: Minigraph, after: Minigraph) -> Minigraph:
    """Return the relations that a newer graph does not repeat; letter case does not matter."""
    kept = {str(relation).casefold() for relation in after}
    return tuple(relation for relation in before if str(relation).casefold() not in kept)


def repetition_check(before: Minigraph) -> Callable[[AnsweredGraph], None]:
    """Return a check that refuses an answer once if nearly all earlier relations are lost.

    A weak model may answer with the graph of the new papers alone. The second answer counts.
    """
    refused = False

    def check(answer: AnsweredGraph) -> None:
        nonlocal refused
        lost = lost_relations(before, minigraph(answer, None)[0])
        if refused or len(before) < _FEW or len(lost) <= _NEARLY_ALL * len(before):
            return
        refused = True
        raise ValueError(
            f"{len(lost)} of the {len(before)} relations of the graph so far are missing; "
            "answer with one graph for the earlier and the new papers together"
        )

    return check


def as_text(graph: Sequence[Relation]) -> str:
    """Return the minigraph as a model reads it: one line ``head - relation -> tail`` each (R)."""
    return "\n".join(str(relation) for relation in graph)


def _matching_name(given: str, names: Sequence[str]) -> str:
    letters = _NO_LETTER.sub("", given.lower())
    return next((name for name in names if _NO_LETTER.sub("", name.lower()) == letters), "")


_WORD = re.compile(r"\w+")
_SHORT = 3


def graph_of(relations: Sequence[Relation], papers: Sequence[Paper]) -> Graph:
    """Return relations between concepts as a graph.

    A concept's papers are those whose title or abstract has its words in a row; letter case and a
    plural s do not matter.
    """
    kinds: dict[str, str] = {}
    for relation in relations:
        kinds.setdefault(relation.head, relation.head_type)
        kinds.setdefault(relation.tail, relation.tail_type)
    texts = {paper.id: _words(f"{paper.title}. {paper.abstract}") for paper in papers}
    ids = {name: f"concept {number}" for number, name in enumerate(kinds, start=1)}
    nodes = tuple(
        Node(
            ids[name],
            name,
            NodeKind.TERM,
            kind,
            tuple(paper for paper, text in texts.items() if _words(name) in text),
        )
        for name, kind in kinds.items()
    )
    edges = tuple(
        Edge(ids[relation.head], ids[relation.tail], relation.relation) for relation in relations
    )
    return Graph("minigraph", "Concepts of the references", nodes, edges)


def _words(text: str) -> str:
    """Put spaces around each word of a text, so that a search finds whole words."""
    words = _WORD.findall(text.casefold())
    return f" {' '.join(word.removesuffix('s') if len(word) > _SHORT else word for word in words)} "
