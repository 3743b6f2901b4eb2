"""One typed model of the settings, for command line and editor."""

import os
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError
from pydantic.alias_generators import to_camel

from citeloom.problem import InputError, Place
from citeloom_latex.tex.related_work import RELATED_WORK_TITLES

PROJECT_FILE = "citeloom.toml"


class ProjectSettings(BaseModel):
    """What the co-authors of a project share, from ``citeloom.toml`` in its root folder."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    method: str = Field("extractive", description="The method that writes.")
    related_work_titles: tuple[str, ...] = Field(
        RELATED_WORK_TITLES, description="What related-work sections are called."
    )
    cite_commands: tuple[str, ...] = Field(
        (), description="Names of further cite commands, without backslash."
    )


class UserSettings(BaseModel):
    """What belongs to the user and this machine."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    data_folder: Path = Field(description="Where the store of papers lies.")
    bib_folders: tuple[Path, ...] = Field(
        (), description="Where .bib files are looked for beside the project's folders."
    )

    @property
    def store(self) -> Path:
        """The file of the store of papers."""
        return self.data_folder / "papers.sqlite"


class EditorSettings(BaseModel):
    """What the user of an editor chooses; its names there are in camel case."""

    model_config = ConfigDict(
        extra="forbid", frozen=True, alias_generator=to_camel, populate_by_name=True
    )

    method: str = Field("", description="The method that writes; empty for the project's.")
    paragraphs: int | None = Field(None, ge=1, description="How many paragraphs to write.")
    words: int | None = Field(None, ge=1, description="How many words to write, about.")
    seed: int = Field(0, description="Decides every random choice.")
    alternatives: int = Field(0, ge=0, le=9, description="How many further versions to write.")
    shared_features: bool = Field(
        True,
        description="Whether to give what other LaTeX servers give too: undefined, duplicate and "
        "unused keys; completion, definition, references and rename of keys.",
    )
    diagnostics: bool = Field(True, description="Whether to check drafts while they are edited.")
    rules: Mapping[str, Literal["error", "warning", "note", "off"]] = Field(
        default_factory=dict, description="How severe each rule of the check is."
    )


def editor_settings(values: object) -> tuple[EditorSettings, tuple[str, ...]]:
    """Return the settings that an editor sent, and what is wrong with them.

    For a setting that is unknown or wrong the default is used.
    """
    if values is None:
        return EditorSettings(), ()
    if not isinstance(values, Mapping):
        return EditorSettings(), ("citeloom: the settings are no object; defaults are used",)
    kept: dict[str, Any] = {str(name): value for name, value in values.items()}
    wrong: list[str] = []
    while True:
        try:
            return EditorSettings.model_validate(kept), tuple(wrong)
        except ValidationError as error:
            for one in error.errors():
                path = ".".join(str(part) for part in one["loc"])
                if one["type"] == "extra_forbidden":
                    wrong.append(f"citeloom.{path}: there is no such setting; it is ignored")
                else:
                    wrong.append(f"citeloom.{path}: {one['msg']}; the default is used")
                _forget(kept, one["loc"])


def _forget(values: dict[str, Any], loc: tuple[int | str, ...]) -> None:
    """Take a wrong value out, and as little as can be of what it stands in."""
    name, inner = str(loc[0]), values.get(str(loc[0]))
    if len(loc) > 1 and isinstance(inner, Mapping) and loc[1] in inner:
        values[name] = {key: value for key, value in inner.items() if key != loc[1]}
    else:
        values.pop(name, None)


def project_settings(folder: Path) -> ProjectSettings:
    """Read the settings that a project shares; the defaults where it has none.

    Raises
    ------
    InputError
        If ``citeloom.toml`` cannot be read or holds an unknown or wrong setting.
    """
    path = folder / PROJECT_FILE
    place = Place(path)
    try:
        values = tomllib.loads(path.read_text("utf-8"))
    except FileNotFoundError:
        return ProjectSettings()
    except OSError as error:
        raise InputError(f"cannot be read: {error.strerror}", place) from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise InputError(f"is not valid TOML: {error}", place) from None
    try:
        return ProjectSettings.model_validate(values)
    except ValidationError as error:
        first = error.errors()[0]
        name = ".".join(str(part) for part in first["loc"])
        known = ", ".join(ProjectSettings.model_fields)
        raise InputError(
            f"setting '{name}': {first['msg']}", place, f"the settings are {known}"
        ) from None


def user_settings() -> UserSettings:
    """Return the user's settings, from the environment and this machine's conventions.

    ``CITELOOM_DATA`` names another data folder; ``BIBINPUTS`` is read as BibTeX reads it.
    """
    given = os.environ.get("CITELOOM_DATA", "")
    if given:
        data_folder = Path(given).expanduser()
    else:
        import platformdirs

        data_folder = platformdirs.user_data_path("citeloom", appauthor=False)
    inputs = os.environ.get("BIBINPUTS", "").split(os.pathsep)
    folders = tuple(Path(part.rstrip("/")).expanduser() for part in inputs if part.strip("/."))
    return UserSettings(data_folder=data_folder, bib_folders=folders)
