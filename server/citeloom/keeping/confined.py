"""Confines a process that reads the files of strangers, for good: whatever they make it do.

It opens no connection, starts no program, writes no file, and reads no file but its libraries and
what it is given. Linux has that (Landlock, seccomp), and macOS in part (its sandbox); both without
special rights. Windows has nothing of the kind for a process that runs already.
"""

import ctypes
import os
import platform
import sys
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

_NEW_PRIVILEGES, _FILTER_CALLS = 38, 22
"""Options of ``prctl``: no new privileges, a filter of system calls."""

_CREATE_RULESET, _ADD_RULE, _RESTRICT_SELF = 444, 445, 446
"""System calls of Landlock, on every machine."""

_READ_FILE, _READ_FOLDER = 1 << 2, 1 << 3
_RIGHTS_BY_VERSION = ((1, 13), (2, 14), (3, 15), (5, 16))
"""From which version of Landlock on how many rights to files are known."""

_ARCHITECTURES = {"x86_64": 0xC000003E, "aarch64": 0xC00000B7}
_REFUSED = {
    # socket, socketpair, execve, execveat, io_uring_setup (calls that no filter sees), ptrace,
    # process_vm_readv, process_vm_writev, pidfd_getfd
    "x86_64": (41, 53, 59, 322, 425, 101, 310, 311, 438),
    "aarch64": (198, 199, 221, 281, 425, 117, 270, 271, 438),
}
_OF_X32 = 0x40000000
"""Numbers from here on are the same calls again, on x86_64."""

_MAC_PROFILE = b"(version 1)(allow default)(deny network*)(deny file-write*)(deny process-exec*)"

_LIBRARY_FOLDERS = ("/usr", "/lib", "/lib64", "/nix/store", "/etc/ld.so.cache", "/dev/null")


class _Ruleset(ctypes.Structure):
    _fields_ = (
        ("files", ctypes.c_uint64),
        ("network", ctypes.c_uint64),
        ("scopes", ctypes.c_uint64),
    )


class _Beneath(ctypes.Structure):
    _pack_ = 1
    _fields_ = (("rights", ctypes.c_uint64), ("folder", ctypes.c_int32))


class _Step(ctypes.Structure):
    _fields_ = (
        ("code", ctypes.c_uint16),
        ("skip_if", ctypes.c_uint8),
        ("skip_if_not", ctypes.c_uint8),
        ("value", ctypes.c_uint32),
    )


class _Program(ctypes.Structure):
    _fields_ = (("length", ctypes.c_uint16), ("steps", ctypes.POINTER(_Step)))


def what_is_lacking() -> str:
    """Say what this system does not have of what confines a process; empty if it has all."""
    if sys.platform == "darwin":
        return ""  # Nothing asks its sandbox without being put into it.
    if sys.platform != "linux":
        return "this system cannot confine a process that is already running"
    lacks = []
    if landlock_version() < 1:
        lacks.append("Landlock (files)")
    if platform.machine() not in _ARCHITECTURES:
        lacks.append("a filter of system calls for this machine (network, programs)")
    return f"this system lacks {' and '.join(lacks)}" if lacks else ""


def confine(may_read: Iterable[str]) -> None:
    """Confine this process, for good, as far as its system can; it has no second thread yet.

    Parameters
    ----------
    may_read
        The files that it may read beside its libraries.
    """
    try:
        if sys.platform == "darwin":
            said = ctypes.c_char_p()
            sandbox = ctypes.CDLL("/usr/lib/libsandbox.dylib")
            _done(sandbox.sandbox_init(_MAC_PROFILE, ctypes.c_uint64(0), ctypes.byref(said)))
        elif sys.platform == "linux":
            system = ctypes.CDLL(None, use_errno=True)
            _done(system.prctl(_NEW_PRIVILEGES, 1, 0, 0, 0))
            _close_files(system, (*may_read, *_libraries()))
            _refuse_calls(system)
    except OSError as error:
        # What is read is still read in a process with limits of time and memory; the log has this.
        sys.stderr.write(f"this process is not confined: {error}\n")


def _done(result: int) -> int:
    """Return the result of a system call; raise OSError if it failed."""
    if result < 0:
        number = ctypes.get_errno()
        raise OSError(number, os.strerror(number))
    return result


def _libraries() -> set[str]:
    return {sys.prefix, sys.base_prefix, *filter(None, sys.path), *_LIBRARY_FOLDERS}


def landlock_version() -> int:
    """Return the version of Linux's Landlock; below 1 without it."""
    if sys.platform != "linux":
        return 0
    return int(ctypes.CDLL(None).syscall(_CREATE_RULESET, None, 0, 1))


def _close_files(system: ctypes.CDLL, may_read: Iterable[str]) -> None:
    """Let no file be written and only some be read, by Landlock."""
    if (version := landlock_version()) < 1:
        return
    known = max(count for first, count in _RIGHTS_BY_VERSION if first <= version)
    ruleset = _Ruleset((1 << known) - 1, 3 if version >= 4 else 0, 3 if version >= 6 else 0)
    # Earlier versions of the kernel know a shorter form.
    size = 24 if version >= 6 else 16 if version >= 4 else 8
    rules = _done(system.syscall(_CREATE_RULESET, ctypes.byref(ruleset), ctypes.c_size_t(size), 0))
    for path in may_read:
        with suppress(OSError):
            opened = os.open(path, os.O_PATH | os.O_CLOEXEC)
            rights = _READ_FILE | (_READ_FOLDER if Path(path).is_dir() else 0)
            beneath = ctypes.byref(_Beneath(rights, opened))
            _done(system.syscall(_ADD_RULE, rules, 1, beneath, 0))
            os.close(opened)
    _done(system.syscall(_RESTRICT_SELF, rules, 0))
    os.close(rules)


def _refuse_calls(system: ctypes.CDLL) -> None:
    """Refuse the system calls that connect, start programs or reach into other processes."""
    machine = platform.machine()
    if machine not in _ARCHITECTURES:
        return
    load, equals, at_least, answer = 0x20, 0x15, 0x35, 0x06
    kill, refuse, allow = 0x80000000, 0x00050001, 0x7FFF0000
    steps = [
        _Step(load, 0, 0, 4),
        _Step(equals, 1, 0, _ARCHITECTURES[machine]),
        _Step(answer, 0, 0, kill),
        _Step(load, 0, 0, 0),
    ]
    refused = [(equals, number) for number in _REFUSED[machine]]
    if machine == "x86_64":
        refused.append((at_least, _OF_X32))
    for code, number in refused:
        steps += (_Step(code, 0, 1, number), _Step(answer, 0, 0, refuse))
    steps.append(_Step(answer, 0, 0, allow))
    program = _Program(len(steps), (_Step * len(steps))(*steps))
    _done(system.prctl(_FILTER_CALLS, 2, ctypes.byref(program), 0, 0))
