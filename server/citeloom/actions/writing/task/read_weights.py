"""Read the file of a trained network's weights that a method's parameters name."""

from pathlib import Path
from typing import TypeVar

from citeloom.keeping.reading import UnreadFileError, read_file
from citeloom.methods.hireview.clustering_parameters import ClusteringParameters
from citeloom.methods.parameters import Parameters
from citeloom.problem import InputError, Place

P = TypeVar("P", bound=Parameters)


def with_read_weights(parameters: P) -> P:
    """Return parameters with the network of the file that they name; as they are if they name none.

    The user names it, by ``--set`` or in an editor's request; no file of a project can.

    Raises
    ------
    InputError
        If the file cannot be read or holds no weights that can be used.
    """
    if not isinstance(parameters, ClusteringParameters) or not parameters.weights:
        return parameters
    from citeloom.methods.hireview.network.trained_network import network_of
    from citeloom.methods.hireview.network.weights import (
        LARGEST_WEIGHTS,
        WeightsError,
        weights_of,
    )

    path = Path(parameters.weights)
    try:
        path = path.expanduser()
        network = network_of(weights_of(read_file(path, LARGEST_WEIGHTS)))
    except WeightsError as error:
        raise error.at(Place(path)) from None
    except FileNotFoundError:
        raise InputError("there is no such file of weights", Place(path)) from None
    except UnreadFileError as error:
        raise InputError(error.strerror, Place(path)) from None
    except OSError as error:
        raise InputError(f"cannot be read: {error.strerror}", Place(path)) from None
    except (ValueError, RuntimeError) as error:  # A name with a zero byte, or of nobody's home.
        raise InputError(f"cannot be read: {error}", Place(path)) from None
    return parameters.with_network(network)
