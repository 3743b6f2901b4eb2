"""An editor that ends in the middle of a job takes the server and the job with it."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from lsp_inside import job_processes
from projects import make_project
from writing_client import PAPER, Editor, run

pytestmark = pytest.mark.skipif(
    not Path("/proc/self/stat").exists(), reason="looks at processes in /proc"
)


@pytest.mark.slow
@pytest.mark.parametrize("method", ["wait", "stubborn"])
@pytest.mark.parametrize("how", ["its pipe closes", "its process ends"])
def test_an_editor_that_dies_in_the_middle_of_a_job(tmp_path: Path, method: str, how: str) -> None:
    main = make_project(tmp_path, PAPER)
    editor = subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE)
    with Editor(tmp_path, spawn=True) as client:
        client.initialize(tmp_path, initializationOptions={"method": method}, processId=editor.pid)
        client.open(main)
        run(client, "write")
        while not (jobs := job_processes(client.pid)):
            pass
        if how == "its pipe closes":
            assert client.process.stdin is not None
            client.process.stdin.close()
        editor.kill()
        editor.wait()
        assert client.process.wait(300) == 1
        while any(lives(one) for one in jobs):
            pass


def lives(process: int) -> bool:
    try:
        os.kill(process, 0)
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False
