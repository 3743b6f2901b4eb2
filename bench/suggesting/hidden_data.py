"""Drafts with their references, and the corpus in which hidden ones are looked for."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from bench.shared.data import ANTHOLOGY, RWG, json_lines
from citeloom.corpus.reading import corpus_paper
from citeloom.grounding.sentences import sentences
from citeloom.papers.identity import normal_title
from citeloom.papers.paper import Paper

_MARK = re.compile(r"@cite_\d+")
_BEGINNING = 150
_LEAST_WORDS = 4


@dataclass
class RwgDraft:
    """A paper of the data: examples of one paper are put together.

    ``with_abstract`` are the references that can be hidden, ``citing`` these with each sentence of
    the related work that cites them; ``left_out`` are the ids of records that cannot be suggested:
    all of its references and the paper itself. ``sentences`` are those of its related work, each
    once, without marks.
    """

    source: str
    title: str
    abstract: str
    references: list[Paper] = field(default_factory=list)
    with_abstract: list[str] = field(default_factory=list)
    citing: list[tuple[str, str]] = field(default_factory=list)
    left_out: set[str] = field(default_factory=set)
    sentences: list[str] = field(default_factory=list)


@dataclass(frozen=True)
class HiddenData:
    """The drafts, and the records of the corpus: each paper once."""

    drafts: tuple[RwgDraft, ...]
    records: tuple[Paper, ...]


class _Records:
    """The records of a corpus, found by their titles and the beginnings of their abstracts."""

    def __init__(self) -> None:
        self.all: list[Paper] = []
        self._named: dict[str, Paper] = {}

    def find(self, title: str, abstract: str) -> Paper | None:
        names = (name for name in _names(title, abstract) if name in self._named)
        return next((self._named[name] for name in names), None)

    def add(self, record: Paper) -> Paper:
        self.all.append(record)
        for name in _names(record.title, record.abstract):
            self._named.setdefault(name, record)
        return record


def read_hidden_data() -> HiddenData:
    """Read the drafts, and the abstracts of the ACL Anthology and of all references."""
    records = _Records()
    for values in json_lines([ANTHOLOGY]):
        title, abstract = values["title"], values["abstract"]
        if records.find(title, abstract) is None:
            records.add(corpus_paper(f"acl:{values['id']}", title=title, abstract=abstract))
    drafts: dict[str, RwgDraft] = {}
    for path in sorted(RWG.glob("*.jsonl")):
        for example in json_lines([path]):
            _take_in(example, path.stem.split("_")[0], drafts, records)
    for draft in drafts.values():
        draft.left_out |= {paper.id for paper in draft.references}
        if own := records.find(draft.title, draft.abstract):
            draft.left_out.add(own.id)
    return HiddenData(tuple(drafts.values()), tuple(records.all))


def _take_in(
    example: Mapping[str, Any], source: str, drafts: dict[str, RwgDraft], records: _Records
) -> None:
    title, abstract = example["title"], example["abstract"]
    draft = drafts.setdefault(next(_names(title, abstract)), RwgDraft(source, title, abstract))
    id_of: dict[str, str] = {}
    for mark, reference in example["ref_abstract"].items():
        title, abstract = reference.get("title") or "", reference.get("abstract") or ""
        if not title and not abstract:
            continue
        record = records.find(title, abstract)
        if record is None and abstract:
            record = records.add(
                corpus_paper(f"reference:{len(records.all)}", title=title, abstract=abstract)
            )
        name = record.id if record else f"title:{normal_title(title)}"
        if name not in {paper.id for paper in draft.references}:
            draft.references.append(Paper(name, title=title, abstract=abstract))
        if abstract:
            id_of[mark] = name
    draft.with_abstract = list(dict.fromkeys((*draft.with_abstract, *id_of.values())))
    for sentence in sentences(example["related_work"]):
        text = " ".join(_MARK.sub("", sentence.text).split())
        if len(text.split()) >= _LEAST_WORDS:
            draft.sentences += [text] if text not in draft.sentences else []
            marks = dict.fromkeys(_MARK.findall(sentence.text))
            draft.citing += [(id_of[mark], text) for mark in marks if mark in id_of]


def _names(title: str, abstract: str) -> Iterator[str]:
    for name in (normal_title(title), normal_title(abstract)[:_BEGINNING]):
        if name:
            yield name
