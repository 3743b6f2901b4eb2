"""Quick fixes: take the nearest key, remove a duplicate entry, choose another root."""

from collections.abc import Iterator

from citeloom.actions.checking.chosen_root import other_roots
from citeloom.actions.context import root_choice
from citeloom.actions.keys.duplicates import duplicate_at
from citeloom.actions.keys.places import key_at
from citeloom.actions.keys.undefined import nearest
from citeloom.lsp.features.actions import Action, ActionsAsked
from citeloom_latex.edit import Edit

MOST_KEYS = 3


def fixes(asked: ActionsAsked) -> Iterator[Action]:
    """Yield the quick fixes at a place."""
    snapshot = asked.snapshot
    if snapshot.settings.shared_features:
        yield from _nearest_keys(asked)
        yield from _duplicate(asked)
    if asked.params.range.start.line == 0 and snapshot.path.suffix.lower() == ".tex":
        yield from _roots(asked)


def _roots(asked: ActionsAsked) -> Iterator[Action]:
    """Yield the other roots of the document, on its first line, where a comment chooses one."""
    snapshot = asked.snapshot
    choice = root_choice(snapshot.path, snapshot.context)
    for other in other_roots(snapshot.path, choice, snapshot.source.text):
        yield _fix(asked, "", other.title, other.edit, preferred=False)


def _nearest_keys(asked: ActionsAsked) -> Iterator[Action]:
    project = asked.snapshot.project
    key = key_at(asked.snapshot.source, asked.selected.start)
    if key is None or not key.written or project.entry(key.key) is not None:
        return
    if key.key in project.bibitem_keys:
        return
    near = nearest(key.key, list(project.entry_of))[:MOST_KEYS]
    for nearest_key in near:
        edit, title = Edit(key.span, nearest_key), f"Cite '{nearest_key}' instead"
        yield _fix(asked, "undefined-key", title, edit, preferred=len(near) == 1)


def _duplicate(asked: ActionsAsked) -> Iterator[Action]:
    snapshot = asked.snapshot
    found = duplicate_at(snapshot.project, snapshot.source, asked.selected.start)
    if found is None:
        return
    other = found.other
    where = f"line {other.line}" if other.file == snapshot.path else f"{other.file.name}"
    what = "says the same" if found.same else "has other fields" if found.counts else "is used"
    title = f"Remove this entry '{found.key}' (the one in {where} {what})"
    preferred = found.same or not found.counts
    yield _fix(asked, "duplicate-key", title, found.removal, preferred=preferred)


def _fix(asked: ActionsAsked, rule: str, title: str, edit: Edit, *, preferred: bool) -> Action:
    edits = {asked.snapshot.path: (edit,)}
    return Action(title, edits=edits, mends=asked.diagnostics_of(rule), is_preferred=preferred)
