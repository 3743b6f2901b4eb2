"""One typed model of the settings, for command line and editor."""

import os
import tomllib
from pathlib import Path

from pydantic import BaseModel, ConfigDict, Field, ValidationError

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
