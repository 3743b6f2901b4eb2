"""``citeloom.changes``: what a waiting text would make of its files."""

from typing import TYPE_CHECKING

from citeloom.actions.writing.deciding.difference import Difference, difference_of
from citeloom.lsp.features.given.arguments import Arguments
from citeloom_latex.lined import LinedText
from citeloom_latex.spans import Span

if TYPE_CHECKING:
    from citeloom.actions.writing.waiting import WaitingText
    from citeloom.lsp.parts import Parts
    from citeloom.lsp.snapshot import Snapshot


def run(parts: "Parts", arguments: Arguments) -> object:
    """Return the file as it would be, and where its author and the text changed the same."""
    return changes(parts, parts.waiting.chosen(arguments.offer), arguments.version)


def changes(parts: "Parts", text: "WaitingText", version: int) -> dict[str, object]:
    """Return what a version of a waiting text would change."""
    snapshot = parts.session.snapshot_of(text.root)
    difference = difference_of(text, snapshot.opened, snapshot.folder, version)
    return {
        "offer": text.id,
        "version": version,
        "title": text.titles[version],
        "woven": text.section is None,
        "doubts": [doubt.reason for it in text.doubtful(version) for doubt in it.doubts],
        "uri": snapshot.uri(difference.path),
        **_shown(snapshot, difference),
    }


def _shown(snapshot: "Snapshot", difference: Difference) -> dict[str, object]:
    lines = LinedText(difference.text).lines

    def line(span: Span | None) -> int:
        at = difference.start if span is None else span.start
        return lines.position(at, snapshot.unit)[0]

    return {
        "text": difference.text,
        "line": line(None),
        "passages": [
            {
                "id": collision.id,
                "own": collision.own,
                "new": " ".join(collision.new),
                "line": line(collision.merged),
                "taken": collision.taken,
            }
            for collision in difference.collisions
        ],
        "kept": list(difference.kept),
        "problem": difference.problem,
        "files": [
            {"uri": snapshot.uri(path), "text": text} for path, text in difference.files.items()
        ],
    }
