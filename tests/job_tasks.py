"""Tasks for the tests of jobs: what a child may do, well behaved and not."""

import asyncio
import base64
import ctypes
import os
import pickle
import signal
import socket
import struct
import subprocess
import sys
import threading
import time
from contextlib import suppress
from pathlib import Path
from typing import NoReturn


class ExpectedError(Exception):
    def __init__(self, message, advice=""):
        super().__init__(message)
        self.advice = advice


class NearerError(ExpectedError):
    pass


class NotUnpicklableError(ExpectedError):
    """Pickles, and cannot be had again from its pickle."""

    def __init__(self, one, two):
        super().__init__(f"{one} and {two}")


def niceness(argument, progress):
    return os.nice(0)


def threads_of_numpy(argument, progress):
    return os.environ.get("OPENBLAS_NUM_THREADS")


def echo(argument, progress):
    return argument


async def echo_later(argument, progress):
    await asyncio.sleep(0)
    return argument


def pid(argument, progress):
    return os.getpid()


def environment(name, progress):
    return os.environ.get(name)


def search_path(argument, progress):
    return sys.path


def count(total, progress):
    for done in range(total):
        progress.stage("counting", done + 1, total)
    return total


def handshake(folder, progress):
    """Report a stage; wait for the test to have seen it; report the next."""
    for name in ("first", "second", "third"):
        progress.stage(name)
        while not (folder / name).exists():
            time.sleep(0.005)
    progress.stage("last")


async def clean_up(folder, progress):
    progress.stage("waiting")
    try:
        await asyncio.Event().wait()
    finally:
        progress.stage("cleaning up")
        await asyncio.sleep(0)
        (folder / "cleaned").touch()


def reports_only(folder, progress):
    """Compute without end, and report."""
    try:
        while True:
            progress.stage("computing")
    finally:
        (folder / "cleaned").touch()


async def coroutine_that_never_awaits(folder, progress):
    reports_only(folder, progress)


async def wait_until(path, progress):
    progress.stage("waiting")
    while not path.exists():
        await asyncio.sleep(0.005)
    return path.name


def busy(argument, progress):
    progress.stage("busy")
    while True:
        pass


def busy_and_stubborn(argument, progress):
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    busy(argument, progress)


def busy_until_terminated(folder, progress):
    def terminated(*_):
        (folder / "terminated").touch()
        os._exit(0)

    signal.signal(signal.SIGTERM, terminated)
    busy(folder, progress)


async def will_not_stop(argument, progress):
    progress.stage("stubborn")
    while True:
        try:
            await asyncio.sleep(60)
        except asyncio.CancelledError:
            continue


async def returns_when_cancelled(argument, progress):
    progress.stage("waiting")
    try:
        await asyncio.Event().wait()
    except asyncio.CancelledError:
        return "a result after all"


class NotReadable:
    """Pickles, and cannot be had again from its pickle."""

    def __reduce__(self):
        return int, ("two sentences",)


async def returns_unreadable_when_cancelled(argument, progress):
    progress.stage("waiting")
    try:
        await asyncio.Event().wait()
    except asyncio.CancelledError:
        return NotReadable()


async def returns_unpicklable_when_cancelled(argument, progress):
    progress.stage("waiting")
    try:
        await asyncio.Event().wait()
    except asyncio.CancelledError:
        return threading.Lock()


def cancels_itself(argument, progress) -> NoReturn:
    raise asyncio.CancelledError("of its own accord")


def kill_self(argument, progress):
    print("a line before")
    print("last words", file=sys.stderr)
    os.kill(os.getpid(), signal.SIGKILL)


def exit_hard(status, progress):
    os._exit(status)


def exit_softly(status, progress):
    sys.exit(status)


def segfault(argument, progress):
    ctypes.string_at(0)


def fail(message, progress) -> NoReturn:
    raise ValueError(message)


def fail_as_expected(argument, progress) -> NoReturn:
    raise NearerError("no abstracts", "fetch them")


def fail_unpicklable(argument, progress) -> NoReturn:
    raise ExpectedError("with a lock", threading.Lock())


def fail_not_unpicklable(argument, progress) -> NoReturn:
    raise NotUnpicklableError("one", "two")


def return_unpicklable(argument, progress):
    return threading.Lock()


def print_much(argument, progress):
    for _ in range(100):
        print("on standard output " * 100)
        os.write(1, b"\0\0\0\0 below Python " * 50)
        progress.stage("printing")
    subprocess.run([sys.executable, "-c", "print('from a grandchild')"], check=True)
    return argument


def read_input(argument, progress):
    return sys.stdin.read(), sys.stdin.isatty()


def leave_a_thread(argument, progress):
    threading.Thread(target=time.sleep, args=(600,)).start()
    return argument


def leave_a_grandchild(argument, progress):
    """Leave a process that holds the pipe of standard error open."""
    left = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"])
    return left.pid


def note_exit(path, progress):
    import atexit

    atexit.register(Path(path).touch)


def fill_memory(size, progress):
    return len(bytearray(size))


def fill_memory_by_pieces(size, progress):
    pieces = []
    while True:
        pieces.append([None] * 1000)


async def ask_thrice(texts, progress):
    """Ask three things at once; return the answers and the pieces that came before each."""
    pieces = {text: [] for text in texts}
    answers = await asyncio.gather(*(progress.ask(text, pieces[text].append) for text in texts))
    return list(zip(answers, pieces.values(), strict=True))


async def ask_for_a_moment(text, progress):
    """Ask, and stop waiting once a first piece is there."""
    begun = asyncio.Event()
    asked = asyncio.create_task(progress.ask(text, lambda piece: begun.set()))
    await begun.wait()
    asked.cancel()
    await asyncio.wait([asked])
    return await progress.ask("another", print)


async def ask(text, progress):
    progress.stage("asking")
    return await progress.ask(text, lambda piece: None)


def as_stranger(deed, progress):
    """Do what a document that has taken this process over would do; return what came of it."""
    import json

    kind, where = deed
    deeds = {
        "reads": lambda: Path(where).read_bytes().decode(),
        "lists": lambda: str(sorted(Path(where).iterdir())),
        "writes": lambda: str(Path(where).write_text("taken")),
        "changes": lambda: str(os.truncate(where, 0)),
        "removes": lambda: str(Path(where).unlink()),
        "links": lambda: str(Path(where).symlink_to("/etc/passwd")),
        "starts": lambda: str(subprocess.run([where], check=False)),
        "connects": lambda: str(connect(where, socket.SOCK_STREAM)),
        "sends": lambda: str(connect(where, socket.SOCK_DGRAM)),
        "signals": lambda: str(os.kill(where, 0)),
        "pickles": lambda: base64.b64encode(pickle.dumps(Path(where))).decode(),
        "forges": lambda: forge(where),
        "fails": lambda: fail_with(where),
    }
    try:
        return json.dumps(deeds[kind]())
    except OSError as error:
        return json.dumps(type(error).__name__)


def connect(port, kind):
    with socket.socket(socket.AF_INET, kind) as made:
        made.connect(("127.0.0.1", port))
        return made.send(b"taken")


def fail_with(message):
    raise ExpectedError(message)


def forge(said):
    """Say something on the pipe to the parent that no message of a child is."""
    for descriptor in range(3, 20):
        with suppress(OSError):
            os.write(descriptor, struct.pack("!Q", len(said)) + said)
    time.sleep(600)
