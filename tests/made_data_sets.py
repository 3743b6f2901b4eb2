"""Made-up data sets of related-work texts."""

import json
from pathlib import Path


def made_data_set(folder: Path, examples: int = 4, references: int = 3, name: str = "made") -> Path:
    """Write a data set, two examples of each citing paper; return its file."""
    path = folder / f"{name}.jsonl"
    lines = (json.dumps(_line(number, references)) for number in range(examples))
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path


def _line(number: int, references: int) -> dict[str, object]:
    names = [f"ref{at}" for at in range(references)]
    return {
        "id": f"example{number}",
        "paper": f"paper{number // 2}",
        "title": "A parser of trees",
        "abstract": "We present zanzibarian parsing, which no reference has.",
        "references": [
            {
                "id": name,
                "title": f"Parsing {number} in setting {at}",
                "authors": [f"Ada Family{at}"],
                "year": 2000 + at,
                "abstract": f"We study parsing of language {number} in setting {at}. Our parser "
                f"number {at} reaches better accuracy on trees. We analyse its errors in corpora "
                f"of kind {at}.",
            }
            for at, name in enumerate(names)
        ],
        "text": f"Others study parsing of language {number} [@{'; @'.join(names)}]. Family0 et al. "
        "[@ref0] reach better accuracy.",
    }
