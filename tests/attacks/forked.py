"""Runs commands in forks of one small process.

What a process held when it forked counts as the memory of the fork, even behind another program: a
worker of pytest holds too much. Commands of citeloom run in the fork, which has imported it, so
that a start costs little; a command with a ``program`` becomes that. What commands import when they
run (numpy, the extractive method) is most of the work of a short one, so it is imported here, too.

Run as a program, it reads one command a line from standard input, as JSON, and writes down what
came of it: first the process's number, then how it ended.
"""

import gc
import importlib
import json
import os
import resource
import sys
from typing import Any, NoReturn

BEHIND_COMMANDS = (
    *("citeloom.methods.extractive.paragraph_writer", "citeloom.methods.modelled.showing_papers"),
    *("bibtexparser", "ctypes", "numpy", "pickle", "pylatexenc"),
)
"""What commands import when they run."""


def _become(command: dict[str, Any]) -> None:
    """Make this process the one in which a command runs."""
    os.setsid()
    os.chdir(str(command["folder"]))
    resource.setrlimit(resource.RLIMIT_AS, (command["addresses"], command["addresses"]))
    for number, name in enumerate(("stdin", "stdout", "stderr")):
        os.dup2(os.open(str(command[name]), os.O_RDWR), number)
    os.environ.clear()
    os.environ.update(command["environment"])
    sys.argv = ["citeloom", *command["arguments"]]


def _run(program: list[str]) -> NoReturn:
    try:
        os.execvp(program[0], program)
    finally:
        os._exit(127)


def _serve() -> None:
    from citeloom.__main__ import main
    from citeloom.cli.main import app_for
    from citeloom.models.connection import pace

    pace._FIRST_WAIT = 0.01  # Else what asks again waits for half a minute.
    app_for(())
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # A fork has no threads but its own.
    for name in BEHIND_COMMANDS:
        importlib.import_module(name)
    gc.freeze()  # Else each fork copies the memory in which the collector counts.
    for line in sys.stdin:
        if not (pid := os.fork()):
            command = json.loads(line)
            _become(command)
            if program := command["program"]:
                _run(program)
            main()
        print(pid, flush=True)
        _, status, used = os.wait4(pid, 0)
        peak = used.ru_maxrss * (1 if sys.platform == "darwin" else 1024)
        code = os.waitstatus_to_exitcode(status)
        print(json.dumps([code, peak, used.ru_utime + used.ru_stime]), flush=True)


if __name__ == "__main__":
    _serve()
