"""What a service answered."""

import json
import re
from dataclasses import dataclass
from typing import Any

from citeloom.papers.web.service_failed import ServiceFailed

_PAGE = re.compile(rb"\s*(?:<[?!][^>]*>\s*)*<html\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Answer:
    """One answer: its status, media type and body (decompressed), and who gave it."""

    service: str
    status: int
    type: str
    body: bytes

    def text(self) -> str:
        """Return the body as UTF-8.

        Raises
        ------
        ServiceFailed
            If it is none.
        """
        try:
            return self.body.decode("utf-8")
        except UnicodeDecodeError:
            raise self.unlike("UTF-8") from None

    def json(self) -> Any:
        """Return the body as JSON.

        Raises
        ------
        ServiceFailed
            If it is none.
        """
        try:
            return json.loads(self.text())
        except (ValueError, RecursionError):
            raise self.unlike("JSON") from None

    def unlike(self, kind: str) -> ServiceFailed:
        """Return the error of a body that is not of a kind (``JSON``)."""
        if "html" in self.type or _PAGE.match(self.body):
            said = "it sent a web page instead of data; this network may require a login"
        else:
            said = f"its answer is not valid {kind}; try again later"
        return ServiceFailed(self.service, said)
