"""How many calls go to a model at once: as its user says, else as the program here says."""

import asyncio
import threading
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from pydantic import BaseModel

from citeloom.models.port import Message, Question
from citeloom.models.setup import Setup, open_model, setup_of
from citeloom.settings import ModelSettings
from endpoint_server import Behaviour, Running, running


class Term(BaseModel):
    term: str


class Counting:
    """Counts the calls that are under way together; none ends before ``least`` were at once."""

    def __init__(self, least: int) -> None:
        self.most = 0
        self._now, self._lock = 0, threading.Lock()
        self._met = threading.Barrier(least)

    def __call__(self, _: str) -> str:
        with self._lock:
            self._now += 1
            self.most = max(self.most, self._now)
        self._met.wait(60)
        time.sleep(0.02)  # For those that should not be there.
        with self._lock:
            self._now -= 1
        return '{"term": "parsing"}'


def model_at(server: Running, **settings: Any) -> Setup:
    setup = setup_of(
        ModelSettings(provider="custom", address=server.address, name="stand-in", **settings)
    )
    assert setup is not None
    return setup


async def ask(setup: Setup, folder: Path) -> None:
    model = open_model(setup, folder)
    try:
        await asyncio.gather(
            *(
                model.ask(Question("terms", (Message("user", "a term"),), Term, sample=sample))
                for sample in range(12)
            )
        )
    finally:
        await model.close()


@pytest.mark.parametrize(
    ("props", "settings", "at_once"),
    [
        ({"total_slots": 3, "default_generation_settings": {"n_ctx": 4096}}, {}, 3),
        ({"total_slots": 1}, {}, 1),
        ({"total_slots": "many"}, {}, 1),
        (None, {}, 1),
        ({"total_slots": 3}, {"concurrency": 2}, 2),
        (None, {"concurrency": 4}, 4),
    ],
)
def test_a_model_on_this_machine_is_asked_as_often_at_once_as_it_says(
    tmp_path: Path,
    props: Mapping[str, Any] | None,
    settings: Mapping[str, int],
    at_once: int,
) -> None:
    says = Counting(at_once)
    tells = {"/props": props} if props else {}
    with running(Behaviour(says=says, tells=tells)) as server:
        setup = model_at(server, **settings)
        asyncio.run(ask(setup, tmp_path))
    assert says.most == setup.calls_at_once == at_once


def test_other_models_are_asked_eight_things_at_once() -> None:
    setup = setup_of(ModelSettings(provider="openrouter", name="one"), "none")
    assert setup is not None and setup.calls_at_once == 8
