"""Brings a corpus up to date with a dump: what is new, changed or withdrawn, and nothing else."""

from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from citeloom.corpus.lines import Lines
from citeloom.corpus.reading import BadLine, Withdrawn, records_in
from citeloom.models.embedders.port import Vectors
from citeloom.papers.collection import CorpusStore
from citeloom.papers.paper import Paper

BATCH = 4096
"""Records that are compared, embedded and written together."""

OPTIMISED_AFTER = 64
"""Batches that wrote something, after which reading would become slow without optimising."""

_FIRST_BAD = 20

Embed = Callable[[Sequence[str]], Awaitable[Vectors]]
"""Gives a row of length 1 for each text."""


@dataclass(frozen=True, slots=True)
class Counts:
    """What has been done with the lines of a dump; ``first_bad`` are the first that hold no record.

    ``deleted`` are withdrawn records that were in the corpus, ``withdrawn`` all of the dump.
    """

    new: int = 0
    changed: int = 0
    unchanged: int = 0
    withdrawn: int = 0
    deleted: int = 0
    bad: int = 0
    first_bad: tuple[BadLine, ...] = ()

    @property
    def records(self) -> int:
        """How many records the lines held."""
        return self.new + self.changed + self.unchanged + self.withdrawn


@dataclass(frozen=True, slots=True)
class Standing:
    """How far an update is: what it has done, the byte of the dump that it is at.

    ``read`` tells whether the dump is read to its end and the indexes are being made.
    """

    counts: Counts = Counts()
    position: int = 0
    read: bool = False


Report = Callable[[Standing, int], None]
"""Gets what has been done, and how much ``position`` can become."""


@dataclass(slots=True)
class _Batch:
    """Records by id, the last of each, until they are many enough."""

    records: dict[str, Paper | Withdrawn] = field(default_factory=dict)
    bad: list[BadLine] = field(default_factory=list)
    position: int = 0


async def update(
    store: CorpusStore, dump: Path, embed: Embed | None, report: Callable[[Standing], None]
) -> Counts:
    """Bring a corpus up to date with a dump and return what was done.

    A record that is kept as it is, is not embedded again, so that a run that was stopped
    is gone on with by another. What is not in the dump stays.
    """
    standing, written = Standing(), 0
    report(standing)
    for batch in _batches(dump):
        counts, wrote = await _take_in(store, embed, batch, standing.counts)
        standing = Standing(counts, batch.position)
        report(standing)
        written += wrote
        if written >= OPTIMISED_AFTER:
            store.optimise()
            written = 0
    report(replace(standing, read=True))
    store.optimise()
    return standing.counts


def texts_to_embed(
    store: CorpusStore | None, dump: Path, report: Callable[[Standing], None]
) -> Iterator[str]:
    """Yield the texts that `update` would have embedded; without a store all of the dump's.

    A text that the dump holds twice may come twice.
    """
    counts = Counts()
    for batch in _batches(dump):
        changed = _new_or_changed(store.papers([*batch.records]) if store else {}, batch)
        counts = replace(counts, unchanged=counts.unchanged + len(batch.records))
        report(Standing(counts, batch.position))
        yield from (paper.text for paper in changed)


def _new_or_changed(known: Mapping[str, Paper], batch: _Batch) -> list[Paper]:
    """Return the papers of a batch that are new or differ from those kept."""
    there = (record for record in batch.records.values() if isinstance(record, Paper))
    return [paper for paper in there if known.get(paper.id) != paper]


def _batches(dump: Path) -> Iterator[_Batch]:
    batch = _Batch()
    for line, found in records_in(Lines(dump)):
        batch.position = line.position
        if isinstance(found, BadLine):
            batch.bad.append(found)
        else:
            batch.records[found.id] = found
        if len(batch.records) + len(batch.bad) >= BATCH:
            yield batch
            batch = _Batch()
    if batch.position:
        yield batch


async def _take_in(
    store: CorpusStore, embed: Embed | None, batch: _Batch, counts: Counts
) -> tuple[Counts, bool]:
    known = store.papers([*batch.records])
    gone = [record.id for record in batch.records.values() if isinstance(record, Withdrawn)]
    to_write = _new_or_changed(known, batch)
    to_delete = [name for name in gone if name in known]
    if to_write:
        vectors = await embed([paper.text for paper in to_write]) if embed else None
        store.put(to_write, vectors)
    store.delete(to_delete)
    changed = sum(paper.id in known for paper in to_write)
    return replace(
        counts,
        new=counts.new + len(to_write) - changed,
        changed=counts.changed + changed,
        unchanged=counts.unchanged + len(batch.records) - len(gone) - len(to_write),
        withdrawn=counts.withdrawn + len(gone),
        deleted=counts.deleted + len(to_delete),
        bad=counts.bad + len(batch.bad),
        first_bad=(*counts.first_bad, *batch.bad)[:_FIRST_BAD],
    ), bool(to_write or to_delete)
