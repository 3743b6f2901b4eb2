"""How a loopback endpoint behaves in a test."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from endpoint_answers import Body

from embedding_answers import embedding_answer


@dataclass
class Behaviour:
    """What the endpoint does.

    ``faults`` are used up, one a request, before it answers; ``always`` is the fault of every
    request; see the server's ``_fail`` for their names. ``refuses`` are parameters it lacks,
    ``longest`` the most characters of a request that fit, ``most_written`` the most tokens that
    an answer may be allowed. It ``objects_to`` requests in which this pattern is found, by the
    fault ``objects_by``. An answer that is to be streamed comes whole unless it ``streams``;
    ``between`` are the seconds from one piece to the next. It answers nobody before ``together``
    requests have come. With ``says`` it answers what that
    makes of the messages' texts, and ignores any schema. Requests for embeddings are answered as
    ``embeds`` says; of them no text may be longer than ``longest``.
    Answers say that ``answers_as`` wrote them. Its list of models has ``facts`` of each; at paths
    that begin otherwise it ``tells`` something else.
    """

    faults: list[str] = field(default_factory=list)
    always: str = ""
    refuses: frozenset[str] = frozenset()
    forms: tuple[str, ...] = ("json_schema", "json_object")
    longest: int = 0
    most_written: int = 0
    seconds: float = 0.0
    objects_to: str = ""
    objects_by: str = "filter"
    streams: bool = True
    between: float = 0.0
    together: int = 0
    key: str = ""
    obedient: bool = False
    says: Callable[[str], str] | None = None
    embeds: Callable[[Body], Any] = embedding_answer
    models: tuple[str, ...] = ("stand-in",)
    answers_as: str = "stand-in"
    facts: Mapping[str, Any] = field(default_factory=dict)
    tells: Mapping[str, Any] = field(default_factory=dict)
