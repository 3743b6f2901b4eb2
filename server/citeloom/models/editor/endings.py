"""Whether an answer in words has come to its end: an editor does not say so."""

import json
import re

END = "[end of the answer]"

ASKED_FOR = f"After the answer write a last line: {END}"
"""Asks for the mark, by which a whole answer is told from one that was cut off."""

_FENCE = re.compile(r"\s*```\w*\s*(.*?)\s*```\s*\Z", re.DOTALL)


def without_end(text: str) -> str | None:
    """Return an answer without its end mark; None for one that is not whole.

    What lacks the mark is whole if it is one JSON object from its first sign to its last: no part
    of one is one.
    """
    body, mark, _ = text.rpartition(END)
    if mark:
        return body.rstrip()
    fenced = _FENCE.match(text)
    try:
        found = json.loads(fenced[1] if fenced else text)
    except (ValueError, RecursionError):
        return None
    return text if isinstance(found, dict) else None
