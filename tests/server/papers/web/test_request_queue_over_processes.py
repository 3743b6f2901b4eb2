"""One request at a time and three seconds apart, whichever process asks."""

import asyncio
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from citeloom.papers.web.request_queue import QueueError, SharedQueue
from services.fake_clock import FakeClock

HOLD = """
import asyncio, sys
from pathlib import Path
from citeloom.papers.web.clock import Clock
from citeloom.papers.web.request_queue import SharedQueue

async def hold():
    async with SharedQueue(Path(sys.argv[1]), "arxiv", Clock()).turn(0, 60):
        print("held", flush=True)
        await asyncio.sleep(600)

asyncio.run(hold())
"""


def turns(folder: Path, clock: FakeClock) -> SharedQueue:
    return SharedQueue(folder, "arxiv", clock)


def test_the_next_turn_is_an_interval_later_in_another_process_too(tmp_path: Path) -> None:
    clock = FakeClock()

    async def ask(times: int) -> None:
        for _ in range(times):
            # Two objects share nothing but the files, as two processes do.
            async with turns(tmp_path, clock).turn(3.0, 60.0):
                clock.now += 0.5

    asyncio.run(ask(4))
    assert clock.slept == pytest.approx(3 * 2.5)


def test_a_process_that_asks_all_the_time_leaves_a_turn_to_another(tmp_path: Path) -> None:
    clock = FakeClock()
    taken = []

    async def ask(name: str, keeping: SharedQueue, times: int) -> None:
        for _ in range(times):
            async with keeping.turn(1.0, 60.0):
                taken.append(name)
                # Each answer takes longer than the interval, so that no pause is due after it.
                clock.now += 2.0
                await asyncio.sleep(0)

    async def both() -> None:
        busy, other = turns(tmp_path, clock), turns(tmp_path, clock)
        await asyncio.gather(ask("busy", busy, 10), ask("other", other, 1))

    asyncio.run(both())
    assert taken.index("other") < 5


def test_a_clock_set_back_costs_one_interval_at_most(tmp_path: Path) -> None:
    clock = FakeClock()

    async def ask() -> None:
        async with turns(tmp_path, clock).turn(3.0, 60.0):
            clock.now -= 86400
        async with turns(tmp_path, clock).turn(3.0, 60.0):
            pass

    asyncio.run(ask())
    assert clock.slept == pytest.approx(3.0)


def test_a_turn_is_waited_for_with_patience_and_given_back_by_a_killed_process(
    tmp_path: Path,
) -> None:
    holder = subprocess.Popen(
        [sys.executable, "-c", HOLD, str(tmp_path)],
        stdout=subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
    )
    try:
        assert holder.stdout is not None
        assert holder.stdout.readline() == b"held\n"
        clock = FakeClock()

        async def ask() -> None:
            async with turns(tmp_path, clock).turn(3.0, 60.0):
                pass

        with pytest.raises(QueueError, match="another Citeloom"):
            asyncio.run(ask())
        assert 60.0 <= clock.slept <= 61.0
        holder.send_signal(signal.SIGKILL)
        holder.wait()
        asyncio.run(ask())
    finally:
        holder.kill()
        holder.wait()
        if holder.stdout is not None:
            holder.stdout.close()


def test_a_folder_that_cannot_be_used_is_told_of(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")

    async def ask() -> None:
        async with turns(tmp_path / "file" / "turns", FakeClock()).turn(3.0, 60.0):
            pass

    with pytest.raises(QueueError, match="cannot be used"):
        asyncio.run(ask())
