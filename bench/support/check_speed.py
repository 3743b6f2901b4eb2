"""Processor time of `check --claims` on a draft with a hundred citing sentences, without a model.

The sentences are people's, of the first examples of ``../shared/data/rwg``, in one draft with all
that these cite in its .bib. Each figure is the median of several runs in one process.
"""

import json
import re
import tempfile
from pathlib import Path
from statistics import median
from time import process_time
from typing import Any

from bench.rwg_split import RWG
from bench.weaving_held_back import make_project
from citeloom.actions.checking.check import check
from citeloom.actions.context import Context
from citeloom.grounding.sentences import sentences
from citeloom_latex.escape import to_latex

SENTENCES = 100
RUNS = 5

_WAYS: dict[str, dict[str, bool]] = {
    "without claims": {},
    "with claims": {"claims": True},
    "thoroughly": {"claims": True, "thorough": True},
}
_MARK = re.compile(r"\s*@(cite_\d+)")


def main() -> None:
    """Print the medians without claims, with them, and thoroughly."""
    with tempfile.TemporaryDirectory() as folder:
        main = draft(Path(folder) / "draft")
        found = check(main, Context(), claims=True).claims
        assert found is not None
        print(f"{len(found.sentences)} sentences cite {len(found.texts.papers)} papers")
        for name, asked in _WAYS.items():
            seconds = []
            for _ in range(RUNS):
                started = process_time()
                check(main, Context(), **asked)
                seconds.append(process_time() - started)
            between = f"{min(seconds):.3f} to {max(seconds):.3f}"
            print(f"{name}: {median(seconds):.3f} s ({between})")


def draft(folder: Path) -> Path:
    """Write the draft; return its main.tex."""
    references: dict[str, Any] = {}
    said: list[str] = []
    for number, example in enumerate(_examples()):
        for sentence in sentences(example["related_work"].replace("\n", " ")):
            marks = _MARK.findall(sentence.text)
            if not marks or len(said) == SENTENCES:
                continue
            references |= {
                f"@{number}x{it}": example["ref_abstract"].get(f"@{it}", {}) for it in marks
            }
            pieces = _MARK.split(sentence.text)
            said.append("".join(
                f"~\\cite{{{number}x{it}}}" if at % 2 else to_latex(it)
                for at, it in enumerate(pieces)
            ))  # fmt: skip
    example = {"title": "A draft", "abstract": "We write.", "ref_abstract": references}
    return make_project(folder, example, "\n".join(said))


def _examples() -> list[dict[str, Any]]:
    paths = sorted(RWG.glob("*.jsonl"))
    return [json.loads(line) for it in paths for line in it.read_text("utf-8").splitlines()]


if __name__ == "__main__":
    main()
