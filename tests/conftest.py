"""What every test has: a store of its own, and no settings of the person who runs it."""

from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

settings.register_profile(
    "project", deadline=None, suppress_health_check=[HealthCheck.too_slow], print_blob=True
)
settings.load_profile("project")


@pytest.fixture(autouse=True)
def own_data_folder(
    tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> Path:
    """Keep the store of papers in a folder of the test."""
    folder = tmp_path_factory.mktemp("data")
    monkeypatch.setenv("CITELOOM_DATA", str(folder))
    monkeypatch.delenv("BIBINPUTS", raising=False)
    return folder
