"""Read a trained network from the file that a parameter of HiReview names."""

from pathlib import Path

from citeloom.keeping.reading import UnreadFileError, read_file
from citeloom.problem import InputError, Place
from citeloom_lab.training.network.trained_network import TrainedNetwork, network_of
from citeloom_lab.training.network.weights import LARGEST_WEIGHTS, WeightsError, weights_of


def read_network(named: str) -> TrainedNetwork:
    """Return the network of a file of weights.

    Raises
    ------
    InputError
        If the file cannot be read or holds no weights that can be used.
    """
    path = Path(named)
    try:
        path = path.expanduser()
        return network_of(weights_of(read_file(path, LARGEST_WEIGHTS)))
    except WeightsError as error:
        raise error.at(Place(path)) from None
    except FileNotFoundError:
        raise InputError("the file of weights does not exist", Place(path)) from None
    except UnreadFileError as error:
        raise InputError(error.strerror, Place(path)) from None
    except OSError as error:
        raise InputError(f"cannot be read: {error.strerror}", Place(path)) from None
    except (ValueError, RuntimeError) as error:  # A name with a zero byte, or of nobody's home.
        raise InputError(f"cannot be read: {error}", Place(path)) from None
