"""The settings of projects, users and editors, as typed models."""

import os
import re
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Literal, TypeVar
from urllib.parse import urlsplit

from pydantic import (
    AfterValidator,
    BaseModel,
    ConfigDict,
    Field,
    SecretStr,
    ValidationError,
)
from pydantic_core import PydanticCustomError

from citeloom.keeping.reading import LARGEST_SETTINGS, UnreadFileError, read_file
from citeloom.problem import InputError, Place
from citeloom_latex.tex.related_work import RELATED_WORK_TITLES

PROJECT_FILE = "citeloom.toml"
USER_FILE = "config.toml"
OUTLINE = ".outline"
"""The suffix of an outline that its author edits."""

LOOPBACK = frozenset({"127.0.0.1", "::1", "localhost"})
"""The hosts that may be reached by http."""

SET_KEY = "store one with 'Citeloom: Set API Key' in VS Code or 'citeloom key set' in a terminal"

_Model = TypeVar("_Model", bound=BaseModel)
_MAIL = re.compile(r"[^\s@<>()\[\],;:\\\"]+@[^\s@<>()\[\],;:\\\"]+\.[^\s@<>()\[\],;:\\\"]+")
_LONG_KEY = re.compile(r"""(?<![\w-])(?:(?:[\w-]++|"[^"\n]*+"|'[^'\n]*+')[ \t]*+\.[ \t]*+){32}""")
_HOST = re.compile(r"(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z]{2,}")


def _wrong(words: str) -> PydanticCustomError:
    """Return an error in these words alone; those of a ValueError follow a term of the library."""
    return PydanticCustomError("setting", "{words}", {"words": words})


def _address(value: str) -> str:
    """Return an address with its scheme, as it is meant where it goes without."""
    address = value.strip()
    try:
        host = urlsplit(f"//{address}").hostname or ""
        if "://" not in address and (host in LOOPBACK or "." in host):
            address = f"{'http' if host in LOOPBACK else 'https'}://{address}"
        parts = urlsplit(address)
        local = parts.scheme == "http" and parts.hostname in LOOPBACK
        is_one = (local or parts.scheme == "https") and parts.hostname and parts.port != 0
    except ValueError:  # Of brackets without an end, or a port that is none.
        is_one = False
    if not is_one or re.search(r"\s", address):
        raise _wrong("an address must begin with https://, or http:// on this machine")
    if parts.query or parts.fragment or "@" in parts.netloc:
        raise _wrong("an address must not contain a user name, key or query")
    return address.rstrip("/")


def _contact(value: str) -> str:
    if value and not (value.isascii() and _MAIL.fullmatch(value)):
        raise _wrong("this is not an email address")
    return value


def _host(value: str) -> str:
    if not _HOST.fullmatch(value):
        raise _wrong("this is not a host name, as in repository.example.edu")
    return value


Address = Annotated[str, AfterValidator(_address)]


OFF = "off"
"""The address of a service that is not asked."""

Switchable = Annotated[
    str, AfterValidator(lambda value: value if value == OFF else _address(value))
]


class ProjectSettings(BaseModel):
    """Settings that co-authors share, from ``citeloom.toml`` in the project's root folder."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    method: str = Field("extractive", description="The writing method.")
    related_work_titles: tuple[str, ...] = Field(
        RELATED_WORK_TITLES, description="Headings of related-work sections."
    )
    cite_commands: tuple[str, ...] = Field(
        (), description="Names of additional citation commands, without the backslash."
    )


class UserSettings(BaseModel):
    """Settings of the user on this machine."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    data_folder: Path = Field(description="The folder of the store of papers.")
    bib_folders: tuple[Path, ...] = Field(
        (), description="Further folders to search for .bib files."
    )
    zotero: str = Field("off", description="As in ``config.toml``: NetworkSettings.zotero.")
    library: tuple[Path, ...] = Field((), description="As in ``config.toml``, too.")

    @property
    def store(self) -> Path:
        """The file of the store of papers."""
        return self.data_folder / "papers.sqlite"

    @property
    def full_texts(self) -> Path:
        """The folder of full texts."""
        return self.data_folder / "full-texts"

    @property
    def previews(self) -> Path:
        """The folder of texts that an editor shows before they are inserted."""
        return self.data_folder / "previews"

    @property
    def bib_indexes(self) -> Path:
        """The folder of indexes of large .bib files."""
        return self.data_folder / "bib-indexes"

    @property
    def waiting(self) -> Path:
        """The folder of texts that wait in an editor until they are discarded."""
        return self.data_folder / "waiting"

    @property
    def evaluation(self) -> Path:
        """The folder of texts that methods wrote for evaluations."""
        return self.data_folder / "evaluation"


class Services(BaseModel):
    """The base address of each service, or of a mirror; ``OFF`` where it is not asked."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    s2: Switchable = "https://api.semanticscholar.org"
    arxiv: Switchable = "https://export.arxiv.org"
    arxiv_pages: Address = "https://arxiv.org"
    crossref: Switchable = "https://api.crossref.org"
    europepmc: Switchable = "https://www.ebi.ac.uk"
    inspire: Switchable = "https://inspirehep.net"
    datacite: Switchable = "https://api.datacite.org"
    hal: Switchable = "https://api.archives-ouvertes.fr"
    openalex: Switchable = "https://api.openalex.org"
    acl_anthology: Switchable = "https://aclanthology.org"

    def is_on(self, service: str) -> bool:
        """Tell whether a service may be asked."""
        return bool(getattr(self, service) != OFF)


def asked_services(services: Services) -> dict[str, str]:
    """Return the services that are asked for papers with their addresses, without what is off."""
    beside = ("arxiv_pages", "acl_anthology")
    return {
        service: address
        for service, address in services.model_dump().items()
        if service not in beside and address != OFF
    }


class _AskedModel(BaseModel):
    """A model and the limits of a run; its key is kept elsewhere."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    provider: str = Field("", description="The provider of the model.")
    address: Address | Literal[""] = Field(
        "", description="Base address of the endpoint, if it is not the provider's own."
    )
    name: str = Field("", description="The name of the model at its provider.")
    calls: int = Field(0, ge=0, description="Maximum calls per run; 0 for no limit.")
    tokens: int = Field(0, ge=0, description="Maximum tokens per run; 0 for no limit.")
    money: float = Field(0.0, ge=0, description="Maximum cost per run; 0 for no limit.")
    input_price: float = Field(0.0, ge=0, description="Price of a million tokens sent.")


class ModelSettings(_AskedModel):
    """The language model; without a provider or an address there is none."""

    context: int = Field(0, ge=0, description="Its context length in tokens; 0 if unknown.")
    concurrency: int = Field(
        0, ge=0, le=256, description="Maximum calls at once; 0 for as many as suit the model."
    )
    timeout: float = Field(
        120.0, gt=0, description="Seconds to wait for the next part of an answer."
    )
    output_price: float = Field(0.0, ge=0, description="Price of a million tokens received.")
    currency: str = Field("USD", description="The currency of the prices.")
    memo_days: float = Field(30.0, ge=0, description="Days that unused answers are kept.")
    memo_megabytes: float = Field(200.0, ge=0, description="Maximum size of kept answers, in MB.")


class EmbeddingSettings(_AskedModel):
    """The embedder of a corpus; without a provider it is the language model's, unless unnamed."""

    dimensions: int = Field(0, ge=0, le=16_000, description="Dimensions of vectors; 0 for its own.")
    text_prefix: str = Field(
        "", max_length=500, description="A prefix for each text, if it needs one."
    )
    query_prefix: str = Field(
        "", max_length=500, description="A prefix for each query, if it needs one."
    )
    batch: int = Field(64, ge=1, le=2048, description="Maximum texts in one call.")
    concurrency: int = Field(4, ge=1, le=256, description="Maximum calls at once.")
    timeout: float = Field(60.0, gt=0, description="Seconds to wait for an answer.")


class CorpusSettings(BaseModel):
    """The corpus that is searched where none is named; a server's key is kept elsewhere."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    place: str = Field(
        "",
        description="A folder or the address of a Milvus server; "
        "empty for a folder in the data folder.",
    )


class NetworkSettings(BaseModel):
    """The user's settings of the network, from ``config.toml``; keys are in the environment."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    contact: Annotated[str, AfterValidator(_contact)] = Field(
        "", description="Your email address, sent so services can reach you."
    )
    services: Services = Field(Services(), description="Base address of each service.")
    pdf_hosts: tuple[Annotated[str, AfterValidator(_host)], ...] = Field(
        (), description="Further hosts that PDFs may be fetched from."
    )
    pdf_folders: tuple[Annotated[Path, AfterValidator(Path.expanduser)], ...] = Field(
        (), description="Folders of your own PDFs, searched for cited papers."
    )
    library: tuple[Annotated[Path, AfterValidator(Path.expanduser)], ...] = Field(
        (),
        description="Your own .bib files, which complete a project's entries.",
    )
    zotero: str = Field(
        "auto",
        max_length=5_000,
        description='The folder of Zotero\'s data; "auto" to find it, "off" for none.',
    )
    model: ModelSettings = Field(ModelSettings(), description="The language model.")
    embeddings: EmbeddingSettings = Field(
        EmbeddingSettings(), description="The embedder of a corpus."
    )
    corpus: CorpusSettings = Field(CorpusSettings(), description="The location of the corpus.")
    s2_key: SecretStr = Field(SecretStr(""), exclude=True, repr=False)
    openalex_key: SecretStr = Field(SecretStr(""), exclude=True, repr=False)


def project_settings(folder: Path) -> ProjectSettings:
    """Read the settings that a project shares; the defaults if it has none.

    Raises
    ------
    InputError
        If ``citeloom.toml`` cannot be read or holds an unknown or wrong setting.
    """
    try:
        return read_settings(folder / PROJECT_FILE, ProjectSettings)
    except FileNotFoundError:
        return ProjectSettings()


def network_settings() -> NetworkSettings:
    """Read the user's settings of the network; the defaults if there is no settings file.

    ``CITELOOM_CONFIG`` names a file to read instead of the usual one; ``CITELOOM_S2_KEY`` and
    ``CITELOOM_OPENALEX_KEY`` hold keys for Semantic Scholar and OpenAlex. A project's files cannot
    change these settings.

    Raises
    ------
    InputError
        If the file cannot be read, holds an unknown or wrong setting, or was named but is missing.
    """
    keys = {name: _key_of(f"CITELOOM_{name.upper()}") for name in ("s2_key", "openalex_key")}
    path, named = _user_file()
    try:
        settings = read_settings(path, NetworkSettings, hidden=tuple(keys))
    except FileNotFoundError:
        if named:
            raise InputError(
                "the file does not exist", Place(path), "CITELOOM_CONFIG names it"
            ) from None
        settings = NetworkSettings()
    return settings.model_copy(update=keys)


def _key_of(variable: str) -> SecretStr:
    key = os.environ.get(variable, "").strip()
    if not re.fullmatch(r"[!-~]*", key):
        raise InputError(f"{variable} contains characters that are not allowed in a key")
    return SecretStr(key)


def user_file() -> Path:
    """Return where the user's settings file is, or would be."""
    return _user_file()[0]


def _user_file() -> tuple[Path, bool]:
    """Return the user's settings file, and whether the user named it."""
    if given := os.environ.get("CITELOOM_CONFIG", ""):
        return Path(given).expanduser(), True
    import platformdirs

    return platformdirs.user_config_path("citeloom", appauthor=False) / USER_FILE, False


def _values(text: str) -> Mapping[str, object]:
    # What the library needs for a key grows with the square of its parts.
    if _LONG_KEY.search(text):
        raise tomllib.TOMLDecodeError("a key has too many parts")
    return tomllib.loads(text)


def read_settings(path: Path, model: type[_Model], hidden: tuple[str, ...] = ()) -> _Model:
    """Read a TOML file as settings; ``hidden`` are those that no file may hold."""
    place = Place(path)
    try:
        values = _values(read_file(path, LARGEST_SETTINGS).decode("utf-8-sig"))
    except FileNotFoundError:
        raise
    except UnreadFileError as error:
        raise InputError(error.strerror, place) from None
    except OSError as error:
        raise InputError(f"cannot be read: {error.strerror}", place) from None
    except RecursionError:
        raise InputError("is not valid TOML: it is nested too deeply", place) from None
    except ValueError as error:  # Of TOML, of UTF-8, or of a number with too many digits.
        raise InputError(f"is not valid TOML: {error}", place) from None
    for name in hidden:
        if name in values:
            raise InputError(
                f"setting '{name}': keys must not be in files",
                place,
                f"set it in the environment as CITELOOM_{name.upper()}",
            )
    try:
        return model.model_validate(values)
    except ValidationError as error:
        first = error.errors()[0]
        name = ".".join(str(part) for part in first["loc"])
        known = ", ".join(field for field in model.model_fields if field not in hidden)
        what, advice = first["msg"], f"the settings are {known}"
        if first["type"] == "extra_forbidden" and len(first["loc"]) > 1:
            what, advice = "this Citeloom has no such setting", "remove it"
        raise InputError(f"setting '{name}': {what}", place, advice) from None


def user_settings() -> UserSettings:
    """Return the user's settings, from the environment and this machine's conventions.

    ``CITELOOM_DATA`` names another data folder; ``BIBINPUTS`` is read as BibTeX reads it. Where
    ``config.toml`` cannot be read, which others say, no library of the user's own is.
    """
    given = os.environ.get("CITELOOM_DATA", "")
    if given:
        data_folder = Path(given).expanduser()
    else:
        import platformdirs

        data_folder = platformdirs.user_data_path("citeloom", appauthor=False)
    inputs = os.environ.get("BIBINPUTS", "").split(os.pathsep)
    folders = tuple(Path(part.rstrip("/")).expanduser() for part in inputs if part.strip("/."))
    try:
        network = network_settings()
        zotero, library = network.zotero, network.library
    except InputError:
        zotero, library = "off", ()
    return UserSettings(
        data_folder=data_folder, bib_folders=folders, zotero=zotero, library=library
    )
