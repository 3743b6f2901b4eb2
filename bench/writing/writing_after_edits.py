"""Writes and weaves after an author's random edits: what becomes of them and the author's words.

``python -m bench writing_after_edits [COUNT [SEED]]``. The text is written into the example and
into drafts of ``../shared/data/rwg``; its author changes it at random; then it is written again
(with a reference more or fewer, or other options) or a reference is woven in.
"""

import asyncio
import re
import shutil
import sys
import tempfile
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random

from bench.shared.data import ROOT, related_works
from bench.writing.author_edits import DAMAGES, EDITS, EditedFile
from citeloom.actions.context import Context
from citeloom.actions.writing.insert import insert_into_files
from citeloom.actions.writing.stored.made_texts import waiting_related_work
from citeloom.actions.writing.task.plan import plan
from citeloom.actions.writing.task.request import WriteRequest
from citeloom.actions.writing.weave import weave
from citeloom.actions.writing.weave_plan import WeaveRequest, plan_weave
from citeloom.actions.writing.write import write
from citeloom.placing.marks import find_marks
from citeloom.problem import InputError
from citeloom_latex.prose.tokens import delimiters
from citeloom_latex.spans import Span
from citeloom_latex.tex.scan import scan_tex

EXAMPLE = ROOT / "examples"

_LONG_LINE = 60


@dataclass(frozen=True)
class Draft:
    """A project on the disk: its root, the file of its related work, and all keys."""

    main: Path
    related: Path
    keys: tuple[str, ...]


@dataclass(frozen=True)
class Trial:
    """What was done, and what came of it.

    ``outcome`` is ``written``, ``nothing new`` or ``refused``, and ``message`` why. ``faults`` are
    broken promises.
    """

    edits: tuple[str, ...]
    command: str
    outcome: str
    message: str = ""
    faults: tuple[str, ...] = ()

    @property
    def is_whole(self) -> bool:
        """Whether the edits left the marks whole."""
        return DAMAGES.keys().isdisjoint(self.edits)


def main() -> None:
    """Print what came of random writes and weaves, by kind."""
    given = [int(argument) for argument in sys.argv[1:]]
    number, seed = [*given, *(150, 1)[len(given) :]][:2]
    with tempfile.TemporaryDirectory() as folder:
        drafts = [example_draft(Path(folder) / "example"), *rwg_drafts(Path(folder))]
        trials = [
            run_trial(drafts[at % len(drafts)], Path(folder) / f"trial{at}", seed * 10_000 + at)
            for at in range(number)
        ]
    print_sorted(trials)


def example_draft(folder: Path) -> Draft:
    """Copy the example."""
    shutil.copytree(EXAMPLE, folder)
    keys = re.findall(
        r"^@(?!string)\w+\{([^,]+),", (folder / "references.bib").read_text("utf-8"), re.M
    )
    return Draft(folder / "main.tex", folder / "sections/related.tex", tuple(keys))


def rwg_drafts(folder: Path, least: int = 9, number: int = 4) -> list[Draft]:
    """Make drafts of papers of the data with at least so many references that have abstracts."""
    drafts: list[Draft] = []
    for paper in related_works():
        known = [each for each in paper["ref_abstract"].values() if each.get("abstract")]
        if len(known) >= least and len(drafts) < number:
            drafts.append(_draft_of(paper, known, folder / f"rwg{len(drafts)}"))
    return drafts


def _draft_of(paper: dict[str, str], known: Sequence[dict[str, str]], folder: Path) -> Draft:
    def plain(text: str) -> str:
        return re.sub(r"[^\w ,.;:()'-]", " ", text)

    folder.mkdir()
    keys = [f"key{at}" for at in range(len(known))]
    entries = [
        f"@article{{{key}, title = {{{plain(each.get('title') or key)}}}, author = {{Ann "
        f"Author{chr(65 + at)}}}, year = 2020, abstract = {{{plain(each['abstract'])}}}}}\n"
        for at, (key, each) in enumerate(zip(keys, known, strict=True))
    ]
    (folder / "refs.bib").write_text("".join(entries), "utf-8")
    (folder / "main.tex").write_text(
        "\\documentclass{article}\n\\usepackage{natbib}\n"
        f"\\title{{{plain(paper['title'])}}}\n\\begin{{document}}\n\\maketitle\n"
        f"\\begin{{abstract}}\n{plain(paper['abstract'])}\n\\end{{abstract}}\n"
        f"\\section{{Introduction}}\nWe begin~\\citep{{{','.join(keys)}}}.\n\n"
        "\\section{Related Work}\n\n\\section{Method}\nWe do this.\n"
        "\\bibliographystyle{plainnat}\n\\bibliography{refs}\n\\end{document}\n",
        "utf-8",
    )
    return Draft(folder / "main.tex", folder / "main.tex", tuple(keys))


def run_trial(
    draft: Draft, folder: Path, seed: int, edits: Sequence[str] = (), command: str = ""
) -> Trial:
    """Write into a copy of a draft, edit the text, then write or weave once more.

    ``edits`` and ``command`` are drawn where they are not given.
    """
    random = Random(seed)
    shutil.copytree(draft.main.parent, folder)
    main = folder / draft.main.name
    related = folder / draft.related.relative_to(draft.main.parent)
    keys = tuple(random.sample(draft.keys, len(draft.keys)))
    later, first = keys[0], keys[1:]
    written(WriteRequest(main, keys=first, paragraphs=random.choice([None, 2, 3])))
    file = EditedFile(related.read_text("utf-8"), random, draft.keys)
    if not edits:
        edits = random.choices(list(EDITS), k=random.randint(1, 5))
        if random.random() < 0.1:
            edits.append(random.choice(list(DAMAGES)))
    for name in edits:
        (EDITS.get(name) or DAMAGES[name])(file)
    related.write_text(file.text, "utf-8", newline="")
    again = WriteRequest(main, keys=first)
    commands: dict[str, WriteRequest | WeaveRequest] = {
        "the same": again,
        "one more": replace(again, keys=keys),
        "one fewer": replace(again, keys=first[1:]),
        "other options": replace(again, paragraphs=random.randint(1, 5), words=150),
        "another method": replace(again, method=random.choice(["lexrank", "textrank"])),
        "weave": WeaveRequest(main, keys=(later,), seed=seed),
    }
    command = command or random.choice(list(commands))
    try:
        changed = written(commands[command])
    except InputError as error:
        unchanged = related.read_text("utf-8") == file.text
        refused = () if unchanged else ("refused, yet changed",)
        return Trial(tuple(edits), command, "refused", str(error), refused)
    outcome = "written" if changed else "nothing new"
    faults = faults_of(file, related)
    text = related.read_text("utf-8")
    if command in ("one more", "weave") and not re.search(rf"\b{re.escape(later)}\b", text):
        faults.append(f"{later} is not cited")
    return Trial(tuple(edits), command, outcome, "", tuple(faults))


def written(request: WriteRequest | WeaveRequest) -> bool:
    """Write or weave into the files; tell whether one has changed."""
    context = Context()
    if isinstance(request, WeaveRequest):
        planned = plan_weave(request, context)
        text, made = asyncio.run(weave(planned, context)), planned.written
    else:
        result = asyncio.run(write(plan(request, context), context))
        text, made = waiting_related_work(result, request), result.plan
    return bool(insert_into_files(text, made.opened, made.folder).edits)


def faults_of(before: EditedFile, related: Path) -> list[str]:
    """Name the promises that the file after a command breaks."""
    text = related.read_text("utf-8")
    found = [f"{word}: {text.count(word)} times" for word in before.own if text.count(word) != 1]
    now = " ".join(text.split())
    if sum(not block.woven for block in find_marks(text)) != 1 or find_marks(text).problems:
        found.append("not one whole text")
    if is_balanced(before.text) and not is_balanced(text):
        found.append("no longer balanced")
    found += [f"came back: {it}" for it in before.taken_out if " ".join(it.split()) in now]
    lines = Counter(line for line in text.splitlines() if len(line) > _LONG_LINE)
    standing = Counter(before.text.splitlines())
    found += [f"doubled: {line}" for line, times in lines.items() if times > max(1, standing[line])]
    return found


def is_balanced(text: str) -> bool:
    """Tell whether all that opens in a text closes there."""
    depth = 0
    for delimiter in delimiters(text, Span(0, len(text)), scan_tex(text).skipped):
        depth += delimiter.step
        if depth < 0:
            return False
    return depth == 0


def print_sorted(trials: Sequence[Trial]) -> None:
    """Print the trials by command and outcome, and the refusals by what they say."""
    whole = [trial for trial in trials if trial.is_whole]
    refused = [trial for trial in whole if trial.outcome == "refused"]
    print(f"{len(trials)} trials, {len(trials) - len(whole)} with damaged marks")
    print(f"marks whole: {len(refused)} of {len(whole)} refused ({len(refused) / len(whole):.0%})")
    for (command, outcome), times in sorted(
        Counter((trial.command, trial.outcome) for trial in whole).items()
    ):
        print(f"  {command}: {outcome} {times}")
    for is_whole in (True, False):
        print("refused, marks whole:" if is_whole else "refused, marks damaged:")
        said = Counter(
            re.sub(r"^.*?error: |'.*?'|\d+|\b[0-9a-f]{10}\b", "…", trial.message)[:150]
            for trial in trials
            if trial.outcome == "refused" and trial.is_whole is is_whole
        )
        for message, times in said.most_common():
            print(f"  {times} × {message}")
    unharmed = [trial for trial in trials if not trial.is_whole and trial.outcome != "refused"]
    print(f"damaged, yet written: {[trial.edits for trial in unharmed]}")
    for trial in trials:
        for fault in trial.faults:
            print(f"FAULT {trial.command} after {trial.edits}: {fault}")
