"""Says which written sentences hold something that their papers do not say."""

from collections.abc import Sequence

from citeloom.actions.checking.claims.written_doubts import DoubtfulSentence, doubts_in_words
from citeloom.cli.console import print_message
from citeloom.visible import shorten

_LONGEST = 100


def say_doubts(versions: Sequence[Sequence[DoubtfulSentence]]) -> None:
    """Say it of each version of a text."""
    for number, doubtful in enumerate(versions, 1):
        if not doubtful:
            continue
        which = f"version {number}: " if len(versions) > 1 else ""
        print_message(f"{which}{doubts_in_words(doubtful).rstrip('.')}:")
        for sentence in doubtful:
            print_message(f"  {shorten(' '.join(sentence.text.split()), _LONGEST)}")
            for doubt in sentence.doubts:
                print_message(f"    {doubt.reason}")
