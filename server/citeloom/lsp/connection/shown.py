"""What an editor shows to its user: no text of others in it becomes a link or an icon.

VS Code makes a link of ``[label](command:…)`` in a notification, which runs any command of the
editor at one click, in a workspace that is not trusted too, and an icon of ``$(name)`` in titles.
It reads no escapes there, and other editors would show them. A space breaks either form, and reads
well everywhere: VS Code takes a link only where nothing stands between its two brackets.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from cattrs import Converter
from lsprotocol import types
from pygls.protocol import default_converter

from citeloom.visible import visible_line

_FORMED = re.compile(r"(?<=\])(?=\()|(?<=\$)(?=\([\w~-]+\))")

SHOWN: Mapping[type, tuple[str, ...]] = {
    types.ChangeAnnotation: ("label", "description"),
    types.ShowMessageParams: ("message",),
    types.ShowMessageRequestParams: ("message",),
    types.LogMessageParams: ("message",),
    types.ResponseError: ("message",),
    types.WorkDoneProgressBegin: ("title", "message"),
    types.WorkDoneProgressReport: ("message",),
    types.WorkDoneProgressEnd: ("message",),
    types.Diagnostic: ("message",),
    types.Command: ("title", "tooltip"),
    types.CodeActionDisabled: ("reason",),
    types.CodeAction: ("title",),
    types.DocumentLink: ("tooltip",),
    types.CompletionItem: ("label", "detail"),
    types.CompletionItemLabelDetails: ("detail", "description"),
    types.DocumentSymbol: ("name", "detail"),
    types.SymbolInformation: ("name", "containerName"),
    types.WorkspaceSymbol: ("name", "containerName"),
    types.ApplyWorkspaceEditParams: ("label",),
}
"""The fields of the protocol's values that editors show, but for pages, which are escaped.

A value stands behind those that it has in it: how it is written is made of how they are.
"""


@dataclass(frozen=True, slots=True)
class WrittenResult:
    """A result that is sent as it stands: who made it has put its texts through ``shown``."""

    value: object


def shown(text: str) -> str:
    """Return a text on one line as an editor may show it."""
    return _FORMED.sub(" ", visible_line(" ".join(text.split())))


def converter() -> Converter:
    """Return what writes the protocol's values, with what editors show as ``shown`` has it.

    All that the server sends goes through it: nobody who sends has to think of that.
    """
    made: Converter = default_converter()  # type: ignore[no-untyped-call]
    for kind, names in SHOWN.items():
        made.register_unstructure_hook(kind, _hook(made.get_unstructure_hook(kind), names))
    return made


def _hook(write: Callable[[Any], Any], names: tuple[str, ...]) -> Callable[[Any], Any]:
    def write_shown(value: Any) -> Any:
        written = write(value)
        for name in names:
            if isinstance(text := written.get(name), str):
                written[name] = shown(text)
        return written

    return write_shown
