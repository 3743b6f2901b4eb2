"""How long tests wait for an answer that is to come too late."""

from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from citeloom.papers.web.clients import Timeouts
from services.faults import Fault

_Outcome = TypeVar("_Outcome")


def impatient(fault: Fault) -> Timeouts:
    """Return times that a fault exceeds soon, if it is one of being late."""
    short = 0.3 if fault in (Fault.SLOW, Fault.DRIPPING_HEADERS) else 5.0
    return Timeouts(short, short, grace=0.4 if fault is Fault.DRIPPING else 20.0)


def patiently(
    fault: Fault,
    ask: Callable[[Timeouts, Path], _Outcome],
    is_well: Callable[[_Outcome], bool],
    folder: Path,
) -> _Outcome:
    """Ask with times that a fault exceeds soon, in a folder of its own.

    A busy machine may exceed so short a time on behalf of services without a fault, too. Where
    these did not do well all is asked once more, with times that no machine exceeds unasked.
    """
    soon = impatient(fault)
    came = ask(soon, folder / "soon")
    patient = Timeouts(5.0, 5.0, grace=soon.grace)
    return came if soon == patient or is_well(came) else ask(patient, folder / "patient")
