"""What became of the files that a text was inserted into."""

from citeloom.actions.writing.insert import Insertion
from citeloom.cli.console import message, shown


def say_inserted(insertion: Insertion) -> None:
    for kept in insertion.kept:
        message(f"kept, your own: {kept}")
    for change in insertion.changes:
        state = "written into" if change.edit is not None else "nothing new for"
        message(f"{state} {shown(change.path)}")
