"""Says which files a text was inserted into."""

from citeloom.actions.writing.insert import Insertion
from citeloom.cli.console import print_message, short_path


def say_insertion(insertion: Insertion) -> None:
    for kept in insertion.kept:
        print_message(f"kept, your own: {kept}")
    for collision in insertion.collisions:
        why = "changed" if collision.own else "took out"
        for sentence in collision.new:
            print_message(f"left out, as you {why} what it stands for: {sentence}")
    for change in insertion.changes:
        state = "written into" if change.edit is not None else "nothing new for"
        print_message(f"{state} {short_path(change.path)}")
