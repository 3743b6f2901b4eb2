"""Tells how many texts of an evaluation are done, and about how long the others will take."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from time import monotonic

from citeloom.actions.writing.cost_words import duration_words
from citeloom.methods.port import Progress


class Remaining:
    """The progress of an evaluation; what a method reports of its own steps is not shown.

    The time left goes by what the texts of each method took that were written now.

    Parameters
    ----------
    wanted
        How many texts each method has to write.
    """

    def __init__(self, progress: Progress, wanted: Mapping[str, int]) -> None:
        self._progress = progress
        self._left = dict(wanted)
        self._total = sum(wanted.values())
        self._seconds: dict[str, list[float]] = {}

    def next_text(self, data: str, method: str) -> None:
        """Report that the next text is that of a method for an example of a set."""
        seconds = self.seconds_left()
        left = "" if seconds is None else f", about {duration_words(seconds)} left"
        done = self._total - sum(self._left.values())
        self._progress.stage(f"{data}, {method}{left}:", done, self._total)
        self._left[method] -= 1

    def seconds_left(self) -> float | None:
        """Return about how long the texts that are left take; None before one is written.

        A method none of whose texts has been written counts as the others do on average.
        """
        known = {method: sum(own) / len(own) for method, own in self._seconds.items()}
        if not known:
            return None
        usual = sum(known.values()) / len(known)
        return sum(left * known.get(method, usual) for method, left in self._left.items())

    @contextmanager
    def writing(self, method: str) -> Iterator[None]:
        """Count the time of a text that is written now."""
        began = monotonic()
        yield
        self._seconds.setdefault(method, []).append(monotonic() - began)

    def stage(self, name: str, done: int = 0, total: int = 0) -> None:
        pass
