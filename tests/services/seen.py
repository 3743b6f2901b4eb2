"""What a loopback service and its handlers exchange."""

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(slots=True)
class Seen:
    """One request as a service saw it, and how much was sent back (bytes of the body)."""

    service: str
    method: str
    path: str
    query: Mapping[str, str]
    headers: Mapping[str, str]
    body: bytes
    at: float
    sent: int = 0


@dataclass(frozen=True, slots=True)
class Reply:
    """What a service answers."""

    body: bytes
    status: int = 200
    type: str = "application/json"
    headers: Mapping[str, str] = field(default_factory=dict)
