"""How property tests search: `make test` tries the same few examples, `make fuzz` random ones."""

from hypothesis import HealthCheck, settings
from hypothesis.database import DirectoryBasedExampleDatabase
from hypothesis.internal.conjecture import providers

FEW = 100


def load() -> None:
    """Register both profiles; ``--hypothesis-profile=fuzz`` chooses the random search."""
    every = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
    settings.register_profile(
        "repeatable", every, max_examples=FEW, derandomize=True, database=None
    )
    settings.register_profile(
        "fuzz",
        every,
        max_examples=10 * FEW,
        database=DirectoryBasedExampleDatabase(".hypothesis/examples"),
        print_blob=True,
    )
    settings.load_profile("repeatable")
    _ignore_literals_where_repeatable()


def examples(few: int) -> int:
    """Return how many examples a costly test tries: so few, or more in the random search."""
    return few * settings().max_examples // FEW


def _ignore_literals_where_repeatable() -> None:
    """Keep the literals of loaded modules out of the examples, else these depend on the order."""
    of_loaded_modules, none = providers._get_local_constants, providers._local_constants
    providers._get_local_constants = lambda: none if settings().derandomize else of_loaded_modules()
