"""How property tests search: `make test` tries the same few examples, `make fuzz` random ones."""

from hypothesis import HealthCheck, settings
from hypothesis.database import DirectoryBasedExampleDatabase
from hypothesis.internal.conjecture import providers

USUAL = 100
FEW = 30


def load() -> None:
    """Register the profiles; ``--hypothesis-profile`` chooses another than the few examples."""
    every = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
    repeatable = settings(every, derandomize=True, database=None)
    settings.register_profile("few", repeatable, max_examples=FEW)
    settings.register_profile("usual", repeatable, max_examples=USUAL)
    settings.register_profile(
        "fuzz",
        every,
        max_examples=10 * USUAL,
        database=DirectoryBasedExampleDatabase(".hypothesis/examples"),
        print_blob=True,
    )
    settings.load_profile("few")
    _ignore_literals_where_repeatable()


def examples(usual: int) -> int:
    """Return how many examples a costly test tries: fewer in `make test`, more when fuzzing."""
    return max(1, usual * settings().max_examples // USUAL)


def _ignore_literals_where_repeatable() -> None:
    """Keep the literals of loaded modules out of the examples, else these depend on the order."""
    of_loaded_modules, none = providers._get_local_constants, providers._local_constants
    providers._get_local_constants = lambda: none if settings().derandomize else of_loaded_modules()
