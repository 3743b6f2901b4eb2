"""The runner sees what the attacks are about: memory, work, processes that hang, tracebacks."""

from pathlib import Path

import pytest
from attacks import runner


def test_it_sees_memory_of_a_process_that_another_one_started(tmp_path: Path) -> None:
    inner = "held = b'x' * (600 << 20)"
    program = f"import subprocess, sys; subprocess.run([sys.executable, '-c', {inner!r}])"
    with pytest.raises(AssertionError, match=" MB: "):
        runner.python(program, folder=tmp_path)


def test_it_sees_a_traceback(tmp_path: Path) -> None:
    with pytest.raises(AssertionError, match="ZeroDivisionError"):
        runner.python("1 / 0", folder=tmp_path)


def test_it_ends_what_hangs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(runner, "_HANGS", 0.5)
    with pytest.raises(AssertionError, match="hangs"):
        runner.python("import time; time.sleep(1000)", folder=tmp_path)


def test_it_gives_what_was_printed_and_the_exit_status(tmp_path: Path) -> None:
    outcome = runner.citeloom("check", "missing.tex", folder=tmp_path)
    assert outcome.code == 2
    assert "missing.tex" in outcome.err
