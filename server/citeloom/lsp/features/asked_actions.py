"""The code actions that an editor asks for: of which kinds, and for which diagnostics."""

from lsprotocol import types


def is_wanted(params: types.CodeActionParams, kind: str) -> bool:
    """Tell whether actions of a kind are asked for."""
    only = params.context.only
    return not only or any(kind == name or kind.startswith(f"{name}.") for name in only)


def diagnostics_with(params: types.CodeActionParams, rule: str) -> list[types.Diagnostic]:
    """Return the diagnostics of a rule that fixes are asked for."""
    return [diagnostic for diagnostic in params.context.diagnostics if diagnostic.code == rule]
