"""Brings a corpus up to date with a dump: what is new, changed or withdrawn, and nothing else."""

from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path

from pydantic import TypeAdapter, ValidationError

from citeloom.corpus.lines import Lines
from citeloom.corpus.port import CorpusStore
from citeloom.corpus.reading import BadLine, records_in
from citeloom.corpus.record import Record
from citeloom.keeping.private import read_private_json, remove_file, write_private_json
from citeloom.models.embedders.port import Vectors

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
    """How far an update is: what it has done, the line and the byte of the dump that it is at.

    ``read`` tells whether the dump is read to its end and the indexes are being made.
    """

    counts: Counts = Counts()
    line: int = 0
    position: int = 0
    read: bool = False


@dataclass(frozen=True, slots=True)
class Bookmark:
    """Where an update of one dump stopped, kept in a file of the user's.

    A dump is known by its size and its first bytes, so that another one begins at its beginning.
    """

    file: Path

    def standing(self, dump: str) -> Standing:
        """Return where the update of this dump stopped; its beginning where nothing is kept."""
        kept = read_private_json(self.file)
        if not isinstance(kept, dict) or kept.get("dump") != dump:
            return Standing()
        try:
            return _STANDING.validate_python(kept.get("standing"))
        except ValidationError:
            return Standing()

    def is_of(self, dump: str) -> bool:
        """Tell whether an update of this dump has begun and not ended."""
        kept = read_private_json(self.file)
        return isinstance(kept, dict) and kept.get("dump") == dump

    def keep(self, dump: str, standing: Standing) -> None:
        """Keep that all lines up to here are in the corpus, and perhaps some after them."""
        write_private_json(self.file, {"dump": dump, "standing": asdict(standing)})

    def forget(self) -> None:
        """Forget where an update stopped."""
        remove_file(self.file)


_STANDING = TypeAdapter(Standing)


Report = Callable[[Standing, int], None]
"""Gets what has been done, and how much ``position`` can become."""


@dataclass(slots=True)
class _Batch:
    """Records by id, the last of each, until they are many enough."""

    records: dict[str, Record] = field(default_factory=dict)
    bad: list[BadLine] = field(default_factory=list)
    line: int = 0
    position: int = 0


async def update(
    store: CorpusStore,
    dump: Path,
    embed: Embed | None,
    bookmark: Bookmark,
    report: Callable[[Standing], None],
) -> Counts:
    """Bring a corpus up to date with a dump and return what was done, earlier runs included.

    A record is unchanged if its digest is; it is not embedded again. A run that was stopped goes on
    where all was written; a run on what is done changes nothing. What is not in the dump stays.
    """
    lines = Lines(dump)
    name = lines.fingerprint()
    standing, written = bookmark.standing(name), 0
    # Before the first record, so that a corpus that is begun is never taken for a whole one.
    bookmark.keep(name, standing)
    report(standing)
    for batch in _batches(lines, standing.line):
        counts, wrote = await _take_in(store, embed, batch, standing.counts)
        standing = Standing(counts, batch.line, batch.position)
        bookmark.keep(name, standing)
        report(standing)
        written += wrote
        if written >= OPTIMISED_AFTER:
            store.optimise()
            written = 0
    report(replace(standing, read=True))
    store.optimise()
    bookmark.forget()
    return standing.counts


def texts_to_embed(
    store: CorpusStore | None, dump: Path, bookmark: Bookmark, report: Callable[[Standing], None]
) -> Iterator[str]:
    """Yield the texts that `update` would have embedded; without a store all of the dump's.

    A text that the dump holds twice may come twice.
    """
    lines = Lines(dump)
    counts, begin = Counts(), bookmark.standing(lines.fingerprint()).line
    for batch in _batches(lines, begin):
        known = store.digests(list(batch.records)) if store else {}
        changed = _unlike(known, batch)
        counts = replace(counts, unchanged=counts.unchanged + len(batch.records))
        report(Standing(counts, batch.line, batch.position))
        yield from (record.text for record in changed)


def _unlike(known: Mapping[str, str], batch: _Batch) -> list[Record]:
    """Return the records whose digests are not those that are known."""
    there = (record for record in batch.records.values() if not record.withdrawn)
    return [record for record in there if known.get(record.id) != record.digest]


def _batches(lines: Lines, done: int) -> Iterator[_Batch]:
    batch = _Batch()
    for line, found in records_in(lines.after(done)):
        batch.line, batch.position = line.number, line.position
        if isinstance(found, BadLine):
            batch.bad.append(found)
        else:
            batch.records[found.id] = found
        if len(batch.records) + len(batch.bad) >= BATCH:
            yield batch
            batch = _Batch()
    if batch.line:
        yield batch


async def _take_in(
    store: CorpusStore, embed: Embed | None, batch: _Batch, counts: Counts
) -> tuple[Counts, bool]:
    known = store.digests(list(batch.records))
    there = [record for record in batch.records.values() if not record.withdrawn]
    gone = [record.id for record in batch.records.values() if record.withdrawn]
    to_write = _unlike(known, batch)
    to_delete = [name for name in gone if name in known]
    if to_write:
        vectors = await embed([record.text for record in to_write]) if embed else None
        store.put(to_write, vectors)
    store.delete(to_delete)
    changed = sum(record.id in known for record in to_write)
    return replace(
        counts,
        new=counts.new + len(to_write) - changed,
        changed=counts.changed + changed,
        unchanged=counts.unchanged + len(there) - len(to_write),
        withdrawn=counts.withdrawn + len(gone),
        deleted=counts.deleted + len(to_delete),
        bad=counts.bad + len(batch.bad),
        first_bad=(*counts.first_bad, *batch.bad)[:_FIRST_BAD],
    ), bool(to_write or to_delete)
