"""Texts of others, shown to a model as what they are: quoted material."""

import hmac
import re
from hashlib import sha256

_MARKS = re.compile(
    r"\s*\[\s*\d+(?:\s*[,;–-]\s*\d+)*\s*\]"
    r"|\s*\((?:[^()]{0,80}\b(?:et al\.?|and [A-Z][\w'-]+)|[A-Z][\w'-]+),?\s*(?:19|20)\d\d[a-z]?"
    r"(?:\s*;[^()]*)?\)"
)
_ORDERS = re.compile(
    r"\b(?:ignore|disregard|forget|override)\b[^.!?]{0,40}\b(?:previous|prior|above|earlier|all|any"
    r"|other|your)\b[^.!?]{0,40}\b(?:instruction|prompt|direction|rule|command|message|text)s?\b"
    r"|\b(?:you are|act as|pretend to be) (?:now )?(?:an? )?(?:ai|assistant|language model|chatbot"
    r"|reviewer)\b"
    r"|\b(?:as an?|dear) (?:ai|language model|llm|assistant)\b"
    r"|\b(?:system|developer) (?:prompt|message)\b"
    r"|\b(?:do not|don't|never) (?:mention|cite|include)\b[^.!?]{0,40}\b(?:other|paper|work)s?\b"
    r"|\b(?:output|print|write|reply|respond with|say) (?:only|exactly|the following)\b"
    r"|\bgive (?:a|an) (?:positive|good|high|favou?rable) (?:review|rating|score)\b"
    r"|\\(?:input|include|write18|immediate|openout|catcode)\b",
    re.IGNORECASE,
)


class Fence:
    """Puts texts between tags that their authors cannot guess, the same in every run.

    The tag is an HMAC of the text under a secret made at installation, so that answers kept by
    us and by providers go on to fit.
    """

    def __init__(self, secret: bytes) -> None:
        self._secret = secret

    def quote(self, text: str, name: str = "") -> str:
        """Return a text between its tags; ``name`` says whose it is (``P3``)."""
        text = text.strip()
        signed = f"{name}\0{text}".encode("utf-8", "surrogatepass")
        tag = "quoted-" + hmac.new(self._secret, signed, sha256).hexdigest()[:12]
        label = f' id="{name}"' if name else ""
        return f"<{tag}{label}>\n{text}\n</{tag}>"


def without_citation_marks(text: str) -> str:
    """Return a text without its own citation marks: ``[12]``, ``(Smith et al., 2019)``."""
    return _MARKS.sub("", text)


def orders_in(text: str) -> tuple[str, ...]:
    """Return the passages of a paper's text that read like instructions to a model."""
    return tuple(" ".join(found[0].split()) for found in _ORDERS.finditer(text))
