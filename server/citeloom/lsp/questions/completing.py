"""Ask the user about entries that are to be completed, and say what came of it."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import islice

from lsprotocol import types

from citeloom.actions.papers.entries.completing import CompletedEntries
from citeloom.actions.papers.entries.known_entries import KnownEntry
from citeloom.actions.papers.paper_words import paper_in_words
from citeloom.lsp.connection.shown import shown
from citeloom.lsp.editor import Editor

COMPLETE, NOT_NOW = "Complete", "Not Now"
REPLACE, KEEP = "Replace", "Keep"
CHOOSE, LOOK_UP = "Choose Papers", "Look Up"
NONE_OF_THEM = "None of Them"

MAY_BE_WRITTEN = "citeloom/mayBeWritten"
"""A request, in place of a message with buttons: may a file get this text; it is shown first."""

_MOST_KEYS = 5
_MOST_CANDIDATES = 5


async def with_chosen(editor: Editor, known: KnownEntry) -> KnownEntry:
    """Ask which paper an entry means; it stays as it is where the user says none of them."""
    numbered = {str(number): paper for number, paper in enumerate(known.candidates, 1)}
    papers = dict(islice(numbered.items(), _MOST_CANDIDATES))
    listed = "; ".join(f"{number}. {paper_in_words(paper)}" for number, paper in papers.items())
    question = f"Which paper is '{known.key}'? {listed}. Its entry gets the identifier of that one."
    # Buttons hold words of ours alone: what others say stands in the message.
    kind = types.MessageType.Info
    button = await editor.ask(question, (*papers, NONE_OF_THEM), kind)
    return replace(known, chosen=papers.get(button or ""))


async def replaces_preprints(editor: Editor, keys: Sequence[str]) -> bool:
    """Ask whether entries of preprints become those of what was published since."""
    one = len(keys) == 1
    question = (
        f"{keys_in_words(keys)} {'is a preprint' if one else 'are preprints'}, now published. "
        f"Replace {'it' if one else 'them'} by the published version?"
    )
    return await editor.ask(question, (REPLACE, KEEP), types.MessageType.Info) == REPLACE


async def may_be_written(
    editor: Editor, made: CompletedEntries, files: Sequence[Mapping[str, str]]
) -> bool:
    """Have the user look at a change before it is made; tell whether they agree.

    ``files`` are the files as they would be. One entry is changed without a question where the
    client cannot show the change.
    """
    question = f"Complete {made.words}?"
    if editor.client.takes(MAY_BE_WRITTEN):
        params = {"question": shown(question), "files": list(files)}
        return getattr(await editor.request(MAY_BE_WRITTEN, params), "agreed", None) is True
    if len(made.entries) == 1:
        return True
    return await editor.ask(question, (COMPLETE, NOT_NOW), types.MessageType.Info) == COMPLETE


async def next_step(
    editor: Editor, done: str, ambiguous: Sequence[str], not_searched: Sequence[str]
) -> str:
    """Say what was done, and offer what would complete more; return the button that was taken.

    ``ambiguous`` are the entries that may be one of several papers.
    """
    said, buttons = [f"{done}."], []
    if ambiguous:
        keys = keys_in_words(ambiguous)
        said.append(f"{keys} may be one of several papers.")
        buttons.append(CHOOSE)
    if not_searched:
        has = "has" if len(not_searched) == 1 else "have"
        said.append(f"{keys_in_words(not_searched)} {has} not been looked up yet.")
        buttons.append(LOOK_UP)
    if not buttons:
        editor.say(said[0])
        return ""
    return await editor.ask(" ".join(said), buttons, types.MessageType.Info) or ""


def keys_in_words(keys: Sequence[str]) -> str:
    """Return some keys for a message, or how many there are."""
    if len(keys) > _MOST_KEYS:
        return f"{len(keys)} entries"
    *others, last = (f"'{key}'" for key in keys)
    return f"{', '.join(others)} and {last}" if others else last
