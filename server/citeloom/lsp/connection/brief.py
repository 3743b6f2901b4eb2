"""Messages as an editor shows them: paths as its user knows them, and no longer than is read."""

import logging
import os
import re
from collections.abc import Iterable
from pathlib import Path

logger = logging.getLogger("citeloom")

LONGEST = 300
"""Characters of a message; of a longer one the log has the rest."""

LOG_HAS_MORE = "See the log for details."
_END = re.compile(r"(?<=[.!?]) | (?=\()")


def brief(message: str, folders: Iterable[Path]) -> str:
    """Return a message with short paths, cut after a sentence where it is long."""
    kept, is_cut = shortened(message, folders)
    return f"{kept} {LOG_HAS_MORE}" if is_cut else kept


def shortened(message: str, folders: Iterable[Path]) -> tuple[str, bool]:
    """Return a message as ``brief`` does, and whether it was cut: then the log has all of it."""
    short = with_short_paths(" ".join(message.split()), folders)
    if len(short) <= LONGEST:
        return short, False
    logger.warning("%s", message)
    kept = ""
    for sentence in _END.split(short):
        if len(kept) + len(sentence) >= LONGEST - len(LOG_HAS_MORE):
            break
        kept += f"{sentence} "
    if not kept:
        room = LONGEST - len(LOG_HAS_MORE) - 3
        kept = f"{short[:room].rsplit(' ', 1)[0].rstrip(' ,;:')} … "
    kept = kept.rstrip()
    return kept if kept.endswith((".", "!", "?", "…")) else f"{kept}.", True


def with_short_paths(message: str, folders: Iterable[Path]) -> str:
    """Return a message with paths as they are in the user's folders, else in the home folder.

    Of several folders each path has its folder's name before it.
    """
    named = [folder for folder in {*map(str, folders)} if len(Path(folder).parts) > 1]
    for folder in sorted(named, key=len, reverse=True):
        name = Path(folder).name
        before = f"{name}{os.sep}" if len(named) > 1 else ""
        message = message.replace(f"{folder}{os.sep}", before)
        message = re.sub(rf"{re.escape(folder)}(?![\w-])", name, message)
    home = str(Path.home())
    return message.replace(f"{home}{os.sep}", f"~{os.sep}") if len(home) > 1 else message
