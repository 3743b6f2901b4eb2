"""Says which files a text was inserted into."""

from citeloom.actions.writing.deciding.words import merge_lines
from citeloom.actions.writing.insert import Insertion
from citeloom.cli.console import print_message, short_path


def say_insertion(insertion: Insertion) -> None:
    for kept in insertion.kept:
        print_message(f"kept, your own: {kept}")
    for line in merge_lines(insertion):
        print_message(f"{line[0].lower()}{line[1:]}")
    if any(not collision.taken for collision in insertion.collisions):
        print_message(
            "to have the new text there, restore the file and add --where-both-changed new"
        )
    for change in insertion.changes:
        state = "written into" if change.edit is not None else "nothing new for"
        print_message(f"{state} {short_path(change.path)}")
