"""Files of weights: what was written is read; what a stranger made of one is refused."""

import io
import json
import pickle
import zipfile
from collections.abc import Callable
from tracemalloc import get_traced_memory, start, stop

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from citeloom_lab.training.network.shape import PairInputs
from citeloom_lab.training.network.trained_network import network_of
from citeloom_lab.training.network.weights import (
    Weights,
    WeightsError,
    weights_as_bytes,
    weights_of,
)
from small_networks import drawn_weights, small_shape

WEIGHTS = drawn_weights(small_shape())
FILE = weights_as_bytes(WEIGHTS)


def members(data: bytes) -> dict[str, bytes]:
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def archive_of(files: dict[str, bytes], packed: int = zipfile.ZIP_STORED) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", packed) as archive:
        for name, data in files.items():
            archive.writestr(name, data)
    return out.getvalue()


def array_file(array: object, *, pickled: bool = False) -> bytes:
    out = io.BytesIO()
    np.lib.format.write_array(out, np.asarray(array), allow_pickle=pickled)
    return out.getvalue()


def with_member(name: str, data: bytes) -> bytes:
    return archive_of({**members(FILE), name: data})


def with_head(change: Callable[[dict[str, object]], object]) -> bytes:
    head = json.loads(members(FILE)["head.npy"].split(b"\n", 1)[1])
    change(head)
    return with_member("head.npy", array_file(np.frombuffer(json.dumps(head).encode(), np.uint8)))


def claiming(shape: str) -> bytes:
    """Make an array that says it has another shape than it has numbers for."""
    head = f"{{'descr': '<f4', 'fortran_order': False, 'shape': {shape}, }}".encode()
    head = head.ljust(117) + b"\n"
    return b"\x93NUMPY\x01\x00" + len(head).to_bytes(2, "little") + head + b"\0" * 24


@pytest.mark.parametrize("pairs", list(PairInputs))
def test_what_was_written_is_read(pairs: PairInputs) -> None:
    weights = drawn_weights(small_shape(pairs))
    data = weights_as_bytes(weights)
    found = weights_of(data)
    assert found.shape == weights.shape
    assert found.notes == "drawn by chance"
    assert found.arrays.keys() == weights.arrays.keys()
    assert all((found.arrays[name] == array).all() for name, array in weights.arrays.items())
    assert weights_as_bytes(found) == data


def test_numpy_reads_the_file_without_pickles() -> None:
    with np.load(io.BytesIO(FILE), allow_pickle=False) as file:
        assert (file["first.weight"] == WEIGHTS.arrays["first.weight"]).all()


class Runs:
    """Is run where somebody unpickles it."""

    def __reduce__(self) -> tuple[object, tuple[str]]:
        return exec, ("raise SystemExit('a pickle was run')",)


HOSTILE = {
    "nothing": (b"", "not a file of weights"),
    "text": (b"PK but no archive", "not a file of weights"),
    "pickle": (pickle.dumps(Runs()), "not a file of weights"),
    "cut": (FILE[: len(FILE) // 2], "not a file of weights"),
    "no head": (archive_of({"a.npy": array_file([1.0])}), "has no head"),
    "packed": (archive_of(members(FILE), zipfile.ZIP_DEFLATED), "are packed"),
    "pickled array": (
        with_member("first.bias.npy", array_file(np.array([Runs()], object), pickled=True)),
        "broken file of weights",
    ),
    "pickled head": (
        with_member("head.npy", array_file(np.array([Runs()], object), pickled=True)),
        "broken file of weights",
    ),
    "other numbers": (with_member("first.bias.npy", array_file(np.zeros(8))), "broken file"),
    "other shape": (
        with_member("first.bias.npy", array_file(np.zeros(9, np.float32))),
        r"'first.bias' has the shape \(9,\), not \(8,\)",
    ),
    "huge shape": (with_member("first.bias.npy", claiming("(999999999999,)")), "broken file"),
    "negative shape": (with_member("first.bias.npy", claiming("(-2, -3)")), "broken file"),
    "code for a shape": (with_member("first.bias.npy", claiming("exit(1)")), "broken file"),
    "deep shape": (with_member("first.bias.npy", claiming("(" * 60)), "broken file"),
    "no numbers": (
        with_member("first.bias.npy", array_file(np.full(8, np.nan, np.float32))),
        "'first.bias' holds what is no weight",
    ),
    "endless numbers": (
        with_member("first.bias.npy", array_file(np.full(8, np.inf, np.float32))),
        "'first.bias' holds what is no weight",
    ),
    "large numbers": (
        with_member("first.bias.npy", array_file(np.full(8, 1e30, np.float32))),
        "'first.bias' holds what is no weight",
    ),
    "an array more": (
        with_member("x.npy", array_file([1.0])),
        "other arrays than its head says: x",
    ),
    "an array twice": (
        archive_of({**members(FILE), "head": members(FILE)["head.npy"]}),
        "holds other files",
    ),
    "another format": (with_head(lambda head: head.update(format="x")), "head is wrong: format"),
    "a later version": (with_head(lambda head: head.update(version=2)), "head is wrong: version"),
    "huge widths": (
        with_head(lambda head: head["shape"].update(width=10**9)),  # type: ignore[attr-defined]
        "head is wrong: shape.width",
    ),
    "uneven heads": (
        with_head(lambda head: head["shape"].update(heads=3)),  # type: ignore[attr-defined]
        "cannot be shared by the heads",
    ),
    "an unknown field": (with_head(lambda head: head.update(run="x")), "head is wrong: run"),
    "a large head": (
        with_member("head.npy", array_file(np.zeros(200_000, np.uint8))),
        "its head is too large",
    ),
}


@pytest.mark.parametrize(("data", "message"), HOSTILE.values(), ids=HOSTILE)
def test_hostile_files_are_refused(data: bytes, message: str) -> None:
    with pytest.raises(WeightsError, match=message):
        weights_of(data)


def test_an_archive_within_an_archive_takes_no_memory() -> None:
    """What zips announce and what arrays announce is not believed before memory is taken."""
    packed = archive_of({"head.npy": b"\0" * 50_000_000}, zipfile.ZIP_DEFLATED)
    assert len(packed) < 100_000
    start()
    try:
        for data in (packed, with_member("first.bias.npy", claiming("(10000000000,)"))):
            with pytest.raises(WeightsError):
                weights_of(data)
        assert get_traced_memory()[1] < 5_000_000
    finally:
        stop()


@given(st.data())
def test_no_damage_is_more_than_an_error(data: st.DataObject) -> None:
    damaged = bytearray(FILE)
    for _ in range(data.draw(st.integers(1, 4))):
        damaged[data.draw(st.integers(0, len(damaged) - 1))] = data.draw(st.integers(0, 255))
    try:
        network_of(weights_of(bytes(damaged)))
    except WeightsError as error:
        assert str(error)


def test_weights_of_an_unknown_embedder_are_refused() -> None:
    data = with_head(lambda head: head["shape"].update(embedder="other"))  # type: ignore[attr-defined]
    with pytest.raises(WeightsError, match="was trained on 'other' of width 6"):
        network_of(weights_of(data))


def test_weights_have_the_arrays_of_their_shape() -> None:
    arrays = dict(WEIGHTS.arrays)
    del arrays["choice.bias"]
    with pytest.raises(WeightsError, match=r"other arrays than its shape asks for: choice\.bias"):
        Weights(WEIGHTS.shape, arrays)
