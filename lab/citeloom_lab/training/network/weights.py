"""The weights of a network as bytes: an .npz archive of plain numbers, with a head in JSON."""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from io import BytesIO
from struct import error as StructError  # noqa: N812 (it is an error)
from tokenize import TokenError
from zipfile import ZIP_STORED, BadZipFile, ZipFile, ZipInfo

import numpy as np
from numpy.typing import NDArray
from pydantic import ValidationError

from citeloom.problem import InputError
from citeloom_lab.training.network.shape import NetworkShape, WeightsHead

Array = NDArray[np.float32]

LARGEST_WEIGHTS = 300_000_000
"""Bytes of a file of weights that are read at most."""

LARGEST_NUMBER = 1e3
"""No weight of a network that was trained is larger; with these no sum overflows."""

_HEAD = "head"
_LARGEST_HEAD = 100_000


class WeightsError(InputError):
    """Weights cannot be used; the message says why, and its place is the reader's to add."""


@dataclass(frozen=True, slots=True, eq=False)
class Weights:
    """The shape of a network and its arrays by name, all of them finite numbers.

    Raises
    ------
    WeightsError
        If an array lacks, is too many, has another shape or holds what is no weight.
    """

    shape: NetworkShape
    arrays: Mapping[str, Array]
    notes: str = ""

    def __post_init__(self) -> None:
        expected = self.shape.arrays
        if expected.keys() != self.arrays.keys():
            wrong = ", ".join(sorted(expected.keys() ^ self.arrays.keys())[:3])
            raise WeightsError(f"holds other arrays than its shape asks for: {wrong}")
        for name, array in self.arrays.items():
            if array.shape != expected[name]:
                raise WeightsError(f"'{name}' has the shape {array.shape}, not {expected[name]}")
            if not bool(np.all(np.abs(array) <= LARGEST_NUMBER)):
                raise WeightsError(f"'{name}' holds what is no weight of a trained network")


def weights_as_bytes(weights: Weights) -> bytes:
    """Return weights as a file that `weights_of` and ``numpy.load`` read; always the same bytes."""
    head = WeightsHead(shape=weights.shape, notes=weights.notes).model_dump_json().encode()
    file = BytesIO()
    with ZipFile(file, "w", ZIP_STORED) as archive:
        _write(archive, _HEAD, np.frombuffer(head, dtype=np.uint8))
        for name in weights.shape.arrays:
            _write(archive, name, np.asarray(weights.arrays[name], dtype="<f4"))
    return file.getvalue()


def _write(archive: ZipFile, name: str, array: NDArray[np.generic]) -> None:
    inner = BytesIO()
    np.lib.format.write_array(inner, np.ascontiguousarray(array), allow_pickle=False)
    archive.writestr(ZipInfo(f"{name}.npy"), inner.getvalue())


def weights_of(data: bytes) -> Weights:
    """Return the weights in the bytes of a file.

    Nothing of it is run, unpacked or taken to be as large as it says: memory is taken for what the
    bytes hold, once.

    Raises
    ------
    WeightsError
        If this is no such file, or a broken one.
    """
    try:
        with ZipFile(BytesIO(data)) as archive:
            files = {info.filename.removesuffix(".npy"): info for info in archive.infolist()}
            if len(files) > 100 or len(files) != len(archive.infolist()):
                raise WeightsError("is not a file of weights: it holds other files")
            if any(
                info.compress_type != ZIP_STORED or info.flag_bits & 1 for info in files.values()
            ):
                raise WeightsError("is not a file of weights: its arrays are packed")
            if sum(info.file_size for info in files.values()) > len(data):
                raise WeightsError("is broken: it holds more than it has bytes")
            head = _head(archive, files)
            expected = head.shape.arrays
            if files.keys() - {_HEAD} != expected.keys():
                wrong = ", ".join(sorted((files.keys() - {_HEAD}) ^ expected.keys())[:3])
                raise WeightsError(f"holds other arrays than its head says: {wrong}")
            arrays = {
                name: _floats(archive.read(files[name]), name, sizes)
                for name, sizes in expected.items()
            }
    except (BadZipFile, NotImplementedError, RuntimeError, OSError, EOFError, StructError) as error:
        raise WeightsError(f"is not a file of weights: {error}") from None
    except (ValueError, SyntaxError, TokenError, TypeError, KeyError, RecursionError) as error:
        raise WeightsError(f"is a broken file of weights: {type(error).__name__}") from None
    return Weights(head.shape, arrays, head.notes)


def _head(archive: ZipFile, files: Mapping[str, ZipInfo]) -> WeightsHead:
    if _HEAD not in files:
        raise WeightsError("is not a file of weights: it has no head")
    if files[_HEAD].file_size > _LARGEST_HEAD:
        raise WeightsError("is a broken file of weights: its head is too large")
    numbers, _ = _array(archive.read(files[_HEAD]), "|u1")
    try:
        return WeightsHead.model_validate_json(numbers)
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(str(part) for part in first["loc"])
        raise WeightsError(f"its head is wrong: {where}: {first['msg']}") from None


def _floats(data: bytes, name: str, sizes: tuple[int, ...]) -> Array:
    numbers, shape = _array(data, "<f4")
    if shape != sizes:
        raise WeightsError(f"'{name}' has the shape {shape}, not {sizes}")
    return np.frombuffer(numbers, dtype="<f4").reshape(sizes).astype(np.float32)


def _array(data: bytes, kind: str) -> tuple[bytes, tuple[int, ...]]:
    """Return the bytes of an array's numbers, and its shape.

    The numbers are not read by ``numpy.load``, which takes the memory that a head asks for.
    """
    file = BytesIO(data)
    if np.lib.format.read_magic(file) != (1, 0):
        raise ValueError("another version of arrays")
    shape, fortran, dtype = np.lib.format.read_array_header_1_0(file)
    numbers = data[file.tell() :]
    if fortran or dtype != np.dtype(kind):
        raise ValueError("other numbers")
    if math.prod(shape) * dtype.itemsize != len(numbers) or min(shape, default=1) < 0:
        raise ValueError("another count of numbers")
    return numbers, tuple(shape)
