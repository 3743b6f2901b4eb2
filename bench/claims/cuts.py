"""How many sentences of people's related work are cut into claims as a reader cut them.

    python -m bench cuts [--show]

``cuts.txt`` has them, by halves of their papers; ``--show`` prints those of the tuning half that
are cut otherwise.
"""

import re
import sys
from collections.abc import Iterator
from pathlib import Path

from citeloom.actions.checking.claims.cited_claims import claims_of

CUTS = Path(__file__).with_name("cuts.txt")
_MARK = re.compile(r"\[(@[^\]]+)\]")


def cut_sentences() -> Iterator[tuple[str, str, list[tuple[str, ...]]]]:
    """Yield the half, the sentence and the keys of each of its claims, as a reader cut it."""
    half = ""
    for line in CUTS.read_text("utf-8").splitlines():
        if line.startswith("#"):
            half = line.removeprefix("# ")
            continue
        claims = [
            tuple(key.strip(" @") for mark in _MARK.findall(part) for key in mark.split(";"))
            for part in line.split("| ")
        ]
        yield half, line.replace("| ", ""), claims


def main() -> None:
    """Print the shares."""
    right: dict[str, list[bool]] = {}
    for half, sentence, claims in cut_sentences():
        found = [claim.keys for claim in claims_of(sentence)]
        is_right = found == claims
        for kind in (half, f"{half}, of {'several' if len(claims) > 1 else 'one'}"):
            right.setdefault(kind, []).append(is_right)
        if "--show" in sys.argv and half == "tuning" and not is_right:
            print(f"{found} {sentence}")
    for kind, each in right.items():
        print(f"{kind}: {sum(each)} of {len(each)}")


if __name__ == "__main__":
    main()
