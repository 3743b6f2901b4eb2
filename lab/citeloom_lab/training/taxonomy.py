"""Train a network on papers with their places in a taxonomy, and keep its weights in a file."""

from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

from citeloom.actions.writing.save import check_free
from citeloom.extras import MissingExtraError
from citeloom.keeping.atomic import write_atomically
from citeloom.methods.port import Progress
from citeloom.problem import InputError, Place

if TYPE_CHECKING:
    from citeloom_lab.training.train import Trained


@dataclass(frozen=True, slots=True)
class TrainingRequest:
    """A request to train on the papers of ``data`` and to write the weights to ``output``.

    ``pairs`` is one of `PairInputs`.
    """

    data: Path
    output: Path
    force: bool = False
    width: int = 1024
    epochs: int = 500
    patience: int = 10
    seed: int = 0
    pairs: str = "ties"


def train_taxonomy(request: TrainingRequest, progress: Progress) -> "Trained":
    """Train a network; write its weights, also those of a training that was interrupted.

    Raises
    ------
    InputError
        If the file is there already, PyTorch is not installed, or the papers cannot be learnt from.
    KeyboardInterrupt
        If it is interrupted before there is anything to keep; then nothing is written.
    """
    check_free(request.output, force=request.force)
    if find_spec("torch") is None:
        raise MissingExtraError("train", "training", "citeloom-lab")
    from citeloom_lab.training.labelled_file import read_labelled_papers
    from citeloom_lab.training.network.shape import PairInputs

    papers = read_labelled_papers(request.data)
    try:
        from citeloom_lab.training.train import TrainingOptions, train
    except (ImportError, OSError) as error:
        raise InputError(f"PyTorch cannot be loaded: {error}") from None
    from citeloom_lab.training.network.weights import weights_as_bytes

    options = TrainingOptions(
        request.width, request.epochs, request.patience, request.seed, PairInputs(request.pairs)
    )
    try:
        trained = train(papers, options, progress)
    except InputError as error:
        raise error.at(Place(request.data)) from None
    check_free(request.output, force=request.force)
    write_atomically(request.output, weights_as_bytes(trained.weights))
    return trained
