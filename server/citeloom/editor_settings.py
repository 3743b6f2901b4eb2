"""The settings that an editor sends."""

import json
from collections.abc import Mapping
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError
from pydantic.alias_generators import to_camel

from citeloom.problem import RULES
from citeloom.settings import SET_KEY

_ENDPOINT = "the model and its address are set only in your own config.toml"
_KEY = f"settings cannot hold keys; {SET_KEY}"
OF_THE_USER_ALONE = dict.fromkeys(("model", "address", "endpoint", "provider"), _ENDPOINT)
OF_THE_USER_ALONE |= dict.fromkeys(("modelKey", "key", "apiKey"), _KEY)
"""Settings that only the user's own file may hold, with advice for everybody else."""


class EditorSettings(BaseModel):
    """The settings of an editor's user; the editor writes their names in camel case."""

    model_config = ConfigDict(
        extra="forbid", frozen=True, alias_generator=to_camel, populate_by_name=True
    )

    method: str = Field("", description="The writing method; empty for the project's.")
    paragraphs: int | None = Field(None, ge=1, description="Number of paragraphs to write.")
    words: int | None = Field(None, ge=1, description="Approximate number of words to write.")
    alternatives: int = Field(0, ge=0, le=9, description="Number of further versions to write.")
    shared_features: bool = Field(
        True,
        description="Whether to offer what other LaTeX servers also offer: undefined, duplicate "
        "and "
        "unused keys; completion, definition, references and rename of keys.",
    )
    diagnostics: bool = Field(True, description="Whether to check drafts while they are edited.")
    claims: Literal["off", "always"] = Field(
        "off",
        description="When to check what sentences say about the papers they cite, apart from the "
        "command.",
    )
    rules: Mapping[str, Literal["error", "warning", "note", "hint", "off"]] = Field(
        default_factory=dict, description="The severity of each rule of the check."
    )
    fetch: Literal["ask", "on", "off"] = Field(
        "ask", description="Whether to look up cited papers on the network without asking you."
    )


def editor_settings(values: object) -> tuple[EditorSettings, tuple[str, ...]]:
    """Return the settings that an editor sent, and what is wrong with them.

    An unknown or wrong setting gets its default; the message about it names its path.
    """
    if values is None:
        return EditorSettings(), ()
    if not isinstance(values, Mapping):
        return EditorSettings(), ("citeloom: the settings are not an object; defaults are used",)
    kept: dict[str, Any] = {str(name): value for name, value in values.items()}
    wrong = _unknown_rules(kept)
    while True:
        try:
            return EditorSettings.model_validate(kept), tuple(wrong)
        except ValidationError as error:
            for fault in error.errors():
                path = ".".join(str(part) for part in fault["loc"])
                if fault["type"] == "extra_forbidden" and path in OF_THE_USER_ALONE:
                    wrong.append(f"citeloom.{path}: it is ignored; {OF_THE_USER_ALONE[path]}")
                elif fault["type"] == "extra_forbidden":
                    wrong.append(f"citeloom.{path}: unknown setting; it is ignored")
                else:
                    used = _default(fault["loc"])
                    wrong.append(f"citeloom.{path}: {fault['msg']}; the default, {used}, is used")
                _forget(kept, fault["loc"])


def _unknown_rules(values: dict[str, Any]) -> list[str]:
    """Remove unknown rules; return a message for each."""
    rules = values.get("rules")
    if not isinstance(rules, Mapping):
        return []
    unknown = [name for name in rules if name not in RULES]
    values["rules"] = {name: rules[name] for name in rules if name in RULES}
    known = ", ".join(sorted(RULES))
    return [
        f"citeloom.rules.{name}: unknown rule; it is ignored (rules: {known})" for name in unknown
    ]


def _default(loc: tuple[int | str, ...]) -> str:
    """Return the default of a setting as an editor's user would write it."""
    if len(loc) > 1:
        return "the rule's own severity"
    named = {field.alias or name: field for name, field in EditorSettings.model_fields.items()}
    default = named[str(loc[0])].get_default(call_default_factory=True)
    return "left to the method" if default is None else json.dumps(default)


def _forget(values: dict[str, Any], loc: tuple[int | str, ...]) -> None:
    """Remove a wrong value, and no more than that."""
    name, inner = str(loc[0]), values.get(str(loc[0]))
    if len(loc) > 1 and isinstance(inner, Mapping) and loc[1] in inner:
        values[name] = {key: value for key, value in inner.items() if key != loc[1]}
    else:
        values.pop(name, None)
