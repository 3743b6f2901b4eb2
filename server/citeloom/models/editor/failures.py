"""Why an editor's model gave no answer, in words for the user, and whether another try can help."""

import re

from citeloom.models.editor.messages import EditorFailure, EditorModelName
from citeloom.models.port import RUN_AGAIN, ContextTooLongError, ModelError, RefusedError
from citeloom.models.refusals import FILTER, TOO_LONG
from citeloom.visible import shorten

_LONGEST = 300
_TOO_LONG = re.compile(r"token limit|too long|too large", re.IGNORECASE)
_PASSING = frozenset({"RateLimited", "Nonsense", ""})
CHOOSE = "choose another model"
_TRIES = 3
_TRIES_AT_RATE = 6


def may_pass(failure: EditorFailure, tries: int) -> bool:
    """Tell whether another try may help."""
    if failure.code not in _PASSING or is_filtered(failure) or is_too_long(failure):
        return False
    return tries < (_TRIES_AT_RATE if failure.code == "RateLimited" else _TRIES)


def is_too_long(failure: EditorFailure) -> bool:
    """Tell whether the messages did not fit."""
    said = failure.message
    is_said = TOO_LONG.search(said) or _TOO_LONG.search(said)
    return failure.code == "TooLong" or (not failure.code and bool(is_said))


def is_filtered(failure: EditorFailure) -> bool:
    """Tell whether the provider does not take the text."""
    return not failure.code and bool(FILTER.search(failure.message))


def error_of(failure: EditorFailure, name: EditorModelName) -> ModelError:
    """Return the error that says what the editor has against a question."""
    model, who, said = name.id, name.vendor, clean(failure.message)
    because = f" ({said.rstrip('.')})" if said else ""
    if is_filtered(failure):
        return RefusedError(f"{who} does not accept this text{because}", said)
    if is_too_long(failure):
        return ContextTooLongError(f"{who}: the text is too long for {model}{because}")
    match failure.code:
        case "NoModels":
            return ModelError(
                "this editor offers no language models",
                "choose a model on this machine, or of a provider",
            )
        case "NoPermissions":
            return ModelError(
                f"the editor was not allowed to use {model} of {who}{because}",
                f"allow it when you are asked again, or {CHOOSE}",
            )
        case "Blocked":
            return ModelError(
                f"{who} blocks requests of this extension for now{because}",
                f"wait a while, or {CHOOSE}; then {RUN_AGAIN}",
            )
        case "NotFound":
            return ModelError(
                f"the editor no longer has the model {model} of {who}{because}",
                f"check that its extension is on and signed in, or {CHOOSE}; then {RUN_AGAIN}",
            )
        case "QuotaExceeded":
            return ModelError(
                f"the quota of {model} of {who} is used up{because}",
                f"increase it there, or {CHOOSE}; then {RUN_AGAIN}",
            )
        case "RateLimited":
            return ModelError(
                f"{who} accepts no more requests for now{because}",
                f"wait a while, or {CHOOSE}; then {RUN_AGAIN}",
            )
        case "Cancelled":
            return ModelError(f"the editor stopped the answer from {model}", RUN_AGAIN)
    return ModelError(
        f"{model} of {who} gave no answer{because}", f"wait a while; then {RUN_AGAIN}"
    )


def clean(text: str) -> str:
    """Return a text on one line, shortened."""
    return shorten("".join(filter(str.isprintable, " ".join(text.split()))), _LONGEST)
