"""Words by which a text accuses a paper: that it is made up, copied, dishonest, taken back."""

import re
import unicodedata
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

_ACCUSING = re.compile(
    r"\b(?P<stem>fabricat|falsif|forge[dr]|fake|bogus\b|phone?y\b|fictitious|sham\b|scam|hoax|"
    r"rigged|doctored|tamper|concoct|manipulated|invented|ma(?=(?:de|king) (?:\w+ ){0,2}?up\b|"
    r"de-up)|plagiar|copied|stole|steal|misconduct|fraud|dishonest|pseudoscien|junk science|"
    r"quack|charlatan|swindl|crook|lied\b|lies? about|liar|cheat|deceiv|misle|brib|"
    r"cherry[ -]?pick|p-?hack|misreport|misrepresent|conceal|hid\b|discredit|debunk|retract|"
    r"be trusted|(?:un|not )trustworthy|paper[ -]?mill|"
    r"never (?:\w+ )?(?:run|carried out|conducted|performed|done)\b)\w*",
    re.IGNORECASE,
)

_LOOKALIKES = str.maketrans("аеорсухіѕјԁѵοανρυι", "aeopcyxisjdvoavpui")


@dataclass(frozen=True, slots=True)
class Accusation:
    """A word that accuses, at a half-open range of a text."""

    text: str
    start: int
    end: int


def accusations(text: str, known: Iterable[str]) -> Iterator[Accusation]:
    """Yield the words of a sentence that can accuse somebody, and that no known text has.

    Whether the sentence accuses with them or denies it, it speaks of it of its own. Signs that
    nobody sees and letters that look like others hide nothing.
    """
    seen, places = _as_read(text)
    found = [*_ACCUSING.finditer(seen)]
    if not found:
        return
    said = {it["stem"].lower() for source in known for it in _ACCUSING.finditer(source)}
    for match in found:
        if match["stem"].lower() not in said:
            start, end = places[match.start()], places[match.end() - 1] + 1
            yield Accusation(text[start:end], start, end)


def _as_read(text: str) -> tuple[str, range | list[int]]:
    """Return a text as its readers see it, and where each of its signs stands."""
    if text.isascii():
        return text, range(len(text))
    seen = [
        (place, sign)
        for place, sign in enumerate(text.translate(_LOOKALIKES))
        if unicodedata.category(sign) not in {"Cf", "Mn"}
    ]
    return "".join(sign for _, sign in seen), [place for place, _ in seen]
