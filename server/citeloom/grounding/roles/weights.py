"""The weights that the model of roles learnt: ``weights.tsv``, a feature and its numbers a line."""

from collections.abc import Iterator, Mapping
from functools import cache
from importlib.resources import files
from zlib import crc32

from citeloom.grounding.roles.role import Role
from citeloom.problem import InputError

SCALE = 100
"""Weights are whole hundredths, so that sums of them are the same on every machine."""

RoleWeights = Mapping[str, tuple[int, ...]]
"""The weights of a feature, one for each role in the order of `Role`."""

_FILE = "weights.tsv"
_FORMAT = "citeloom roles 1"
_LARGEST_WEIGHT = 10_000


class RoleWeightsError(InputError):
    """The file of weights cannot be used; the message says why."""


@cache
def shipped_weights() -> RoleWeights:
    """Return the weights that came with Citeloom.

    Raises
    ------
    RoleWeightsError
        If the file is missing or broken.
    """
    try:
        text = files("citeloom.grounding.roles").joinpath(_FILE).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise _broken(f"{_FILE} cannot be read: {error}") from None
    return weights_of(text)


def weights_of(text: str) -> RoleWeights:
    """Return the weights in the text of a file.

    Raises
    ------
    RoleWeightsError
        If it holds anything else, or not all that its head says.
    """
    head, _, body = text.partition("\n")
    if not head.startswith(f"{_FORMAT}\t"):
        raise _broken(f"{_FILE} is not a file of weights")
    if head != _head(body):
        raise _broken(f"{_FILE} does not match its first line")
    return dict(_lines(body))


def weights_as_text(weights: RoleWeights) -> str:
    """Return weights as the text that `weights_of` reads; the same ones always as the same text."""
    body = "".join(
        "\t".join((name, *map(str, numbers))) + "\n" for name, numbers in sorted(weights.items())
    )
    return f"{_head(body)}\n{body}"


def _head(body: str) -> str:
    return f"{_FORMAT}\t{crc32(body.encode()):08x}\t" + "\t".join(Role)


def _lines(body: str) -> Iterator[tuple[str, tuple[int, ...]]]:
    for number, line in enumerate(body.splitlines(), 2):
        name, *written = line.split("\t")
        try:
            numbers = tuple(map(int, written))
        except ValueError:
            raise _broken(f"{_FILE}, line {number}: a weight is not a number") from None
        if len(numbers) != len(Role) or max(map(abs, numbers)) > _LARGEST_WEIGHT:
            raise _broken(f"{_FILE}, line {number}: these are not the weights of {len(Role)} roles")
        yield name, numbers


def _broken(what: str) -> RoleWeightsError:
    return RoleWeightsError(f"{what}; install Citeloom again")
