"""What a program and all that it started asked of the system, as strace wrote it down."""

import re
import shutil
from dataclasses import dataclass
from pathlib import Path

STRACE = shutil.which("strace")

_CALLS = (
    "open,openat,openat2,creat,rename,renameat,renameat2,unlink,unlinkat,rmdir,mkdir,mkdirat,"
    "symlink,symlinkat,link,linkat,truncate,chmod,fchmodat,mknod,mknodat,"
    "connect,bind,listen,sendto,sendmsg,execve,execveat"
)

_CALL = re.compile(r"^\d+ +(\w+)\((.*)\) = (.+)$")
_PATH = re.compile(r'"((?:[^"\\]|\\.)*)"')
_FOLDER = re.compile(r"^(?:AT_FDCWD|\d+)<([^>]*)>")
_WITHIN = re.compile(r"AF_UNIX|AF_NETLINK|<UNIX|<NETLINK")
"""Sockets that do not leave the machine's own processes."""
_WRITES = re.compile(r"\bO_(?:WRONLY|RDWR|CREAT|TRUNC|APPEND)\b")


def tracer(record: Path) -> list[str]:
    """Return the command that runs another one, and writes down what it asks of the system."""
    assert STRACE is not None
    return [STRACE, "-f", "-qq", "-yy", "-s", "4096", "-e", f"trace={_CALLS}", "-o", str(record)]


@dataclass(frozen=True)
class SystemCalls:
    """What was asked for, whether or not the system granted it."""

    written: frozenset[Path]
    """Files and folders that were opened for writing, made, moved, changed or removed."""

    connected: frozenset[str]
    """Where connections were made to, listened on or sent to, as strace says it."""

    started: frozenset[str]
    """Programs that were started."""


def system_calls(record: Path) -> SystemCalls:
    """Read what a tracer has written down."""
    written, connected, started = set(), set(), set()
    for line in record.read_text("utf-8", errors="replace").splitlines():
        if not (call := _CALL.match(_whole(line))):
            continue
        name, arguments, result = call.groups()
        if name in ("connect", "bind", "listen", "sendto", "sendmsg"):
            if not _WITHIN.search(arguments):
                connected.add(f"{name}({arguments})")
        elif name.startswith("exec"):
            if not result.startswith("-1"):
                started.add(_PATH.findall(arguments)[0])
        elif not name.startswith("open") or _WRITES.search(arguments):
            folder = _FOLDER.match(arguments)
            written |= {
                Path(folder.group(1) if folder else "/", path) for path in _PATH.findall(arguments)
            }
    return SystemCalls(frozenset(written), frozenset(connected), frozenset(started))


def _whole(line: str) -> str:
    """Return a line without the note that another process's call came between its halves."""
    return line.replace(" <unfinished ...>", ") = ?")
