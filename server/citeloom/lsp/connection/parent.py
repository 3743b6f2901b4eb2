"""Whether the editor that started the server is still there."""

import asyncio
import os
import sys

SECONDS_BETWEEN_LOOKS = 2.0


async def parent_gone(process: int) -> None:
    """Return when a process has ended."""
    while is_alive(process):
        await asyncio.sleep(SECONDS_BETWEEN_LOOKS)


def is_alive(process: int) -> bool:
    """Tell whether there is a process of that number."""
    if process <= 0:
        return False
    if sys.platform == "win32":
        return _is_alive_on_windows(process)
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except (PermissionError, OverflowError):
        return True
    return True


def _is_alive_on_windows(process: int) -> bool:
    # os.kill(process, 0) would end the process there.
    import ctypes

    kernel = ctypes.WinDLL("kernel32")  # type: ignore[attr-defined,unused-ignore]
    synchronize, timeout = 0x00100000, 0x102
    handle = kernel.OpenProcess(synchronize, False, process)
    if not handle:
        return False
    try:
        return bool(kernel.WaitForSingleObject(handle, 0) == timeout)
    finally:
        kernel.CloseHandle(handle)
