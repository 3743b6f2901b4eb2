"""Check what is configured and whether it works."""

import platform
import sys
from collections.abc import Iterator
from dataclasses import dataclass

from citeloom import __version__
from citeloom.actions.context import Context
from citeloom.actions.corpus.opening import corpus_place
from citeloom.actions.papers.acl_anthology import kept_anthology
from citeloom.actions.user.service_keys import with_kept_keys
from citeloom.actions.writing.models import configured_embedder, configured_model
from citeloom.extras import MissingExtraError, library_version
from citeloom.keeping.confined import what_is_lacking
from citeloom.keeping.reading import is_regular
from citeloom.methods.registry import METHODS
from citeloom.models.embedders.setup import EXTRA, SENTENCE_TRANSFORMERS, EmbedderSetup
from citeloom.models.keys import Key
from citeloom.models.local import find_local_models, models_at
from citeloom.models.setup import Setup
from citeloom.papers.libraries.bib_files import IS_A_FOLDER
from citeloom.papers.libraries.zotero.folder import DATABASE, zotero_folder
from citeloom.papers.source_names import source_name
from citeloom.papers.store.store import Store, StoreError
from citeloom.papers.web.sent_log import SentLog, SentRequests
from citeloom.problem import InputError, Place
from citeloom.settings import OFF, network_settings


@dataclass(frozen=True)
class Finding:
    """The result of one check: whether the thing works, and details."""

    name: str
    works: bool
    detail: str


def doctor(context: Context) -> tuple[Finding, ...]:
    """Check this installation. Only programs on this machine are asked."""
    python = f"{platform.python_version()} at {sys.executable}"
    return (
        Finding("citeloom", True, __version__),
        Finding("python", sys.version_info >= (3, 11), python),
        _store(context),
        _confining(),
        *(Finding(f"method {method.name}", True, method.summary) for method in METHODS),
        *_models(),
        _embedder(),
        _corpus(context),
        *_libraries(context),
        *_network(),
        Finding("data folder", True, str(context.user.data_folder)),
    )


def sent_requests(context: Context) -> tuple[SentRequests, ...]:
    """Return how many requests and bytes left this machine, to whom and when.

    Raises
    ------
    InputError
        If the log of it cannot be read.
    """
    log = SentLog(context.user.data_folder)
    try:
        return log.read()
    except OSError as error:
        raise InputError(f"cannot be read: {error.strerror}", Place(log.path)) from None


def _confining() -> Finding:
    """Say what a process may do while it reads a stranger's PDF or LaTeX source."""
    lacks = what_is_lacking()
    held = "in a process that opens no connection, writes no file and starts no program"
    return Finding("reading PDFs", True, f"not confined: {lacks}" if lacks else held)


def _libraries(context: Context) -> Iterator[Finding]:
    """Yield the libraries of the user's own, and whether they are where the settings say."""
    user = context.user
    folder = zotero_folder(user.zotero)
    if folder is None:
        why = "switched off" if user.zotero == OFF else "none found on this machine"
        yield Finding("Zotero library", True, why)
    else:
        there = is_regular(folder / DATABASE)
        yield Finding("Zotero library", there, f"{folder}{'' if there else f': no {DATABASE}'}")
    if kept := kept_anthology(context):
        said = f"{kept.papers:,} papers, {kept.abstracts:,} with an abstract"
        yield Finding("ACL Anthology's file", True, said)
    for path in user.library:
        there = is_regular(path)
        why = IS_A_FOLDER if path.is_dir() else "the file does not exist"
        yield Finding("library", there, f"{path}{'' if there else f': {why}'}")


def _network() -> Iterator[Finding]:
    """Yield the services that are asked when papers are fetched."""
    try:
        network = with_kept_keys(network_settings())
    except InputError as error:
        yield Finding("network", False, str(error))
        return
    users = (
        "used by citeloom fetch, check --references, suggest --online and write --full-texts; "
        "by the editor, if you allow it"
    )
    yield Finding("network", True, users)
    for name, address in network.services.model_dump().items():
        note = ""
        if address == OFF:
            yield Finding(f"service {source_name(name)}", True, "switched off")
            continue
        if name in ("s2", "openalex"):
            key = getattr(network, f"{name}_key").get_secret_value()
            note = f", key {Key(key).hint}" if key else f", no key (citeloom key set {name})"
        if name == "acl_anthology":
            note = ", asked only for its file (citeloom library download)"
        yield Finding(f"service {source_name(name)}", True, f"{address}{note}")
    none = "none; services may be slower or refuse"
    yield Finding("contact", True, network.contact or none)


def _models() -> Iterator[Finding]:
    try:
        setup = configured_model()
    except InputError as error:
        yield Finding("language model", False, str(error))
        return
    if setup is None:
        detail = "none set (optional): citeloom model set PROVIDER NAME"
        for program in find_local_models()[:1]:
            name = program.models[0] if program.models else "MODEL"
            command = f"citeloom model set {program.preset.name} {name}"
            detail += (
                f"; {program.preset.title} is running on this machine: to use it, run '{command}'"
            )
        yield Finding("language model", True, detail)
    elif setup.is_editors:
        where = f"{setup.name}, a model in your editor, usable only there"
        yield Finding("language model", True, where)
    else:
        where = f"{setup.name} at {setup.host} ({setup.preset.title}), {_key_words(setup.key)}"
        yield Finding("language model", True, where)
        if lack := _missing(setup, must_answer=setup.preset.is_local):
            yield Finding("model there", False, lack)


def _missing(setup: Setup | EmbedderSetup, *, must_answer: bool = False) -> str:
    """Say that a program on this machine has no such model; empty where nothing is known of that.

    ``must_answer``: the program has a list of its models, so that silence says that none runs.
    """
    names = models_at(setup.address)
    if names is None:
        silence = f"no answer from {setup.address}; is it running?"
        return silence if must_answer else ""
    offered = ", ".join(names) or "none"
    return (
        ""
        if setup.name in names
        else f"{setup.host} does not offer '{setup.name}', only: {offered}"
    )


def _embedder() -> Finding:
    try:
        setup = configured_embedder()
    except InputError as error:
        return Finding("embeddings", False, str(error))
    if setup is None:
        return Finding("embeddings", True, "none configured; a corpus is searched by words only")
    if setup.provider == SENTENCE_TRANSFORMERS:
        version = library_version(setup.provider)
        if not version:
            missing = MissingExtraError(EXTRA, f"the embedder '{setup.provider}'")
            return Finding("embeddings", False, str(missing))
        where = f"{setup.name} on this machine ({setup.provider} {version})"
        return Finding("embeddings", True, where)
    if lack := _missing(setup):
        return Finding("embeddings", False, lack)
    return Finding("embeddings", True, f"{setup.name} at {setup.host}, {_key_words(setup.key)}")


def _corpus(context: Context) -> Finding:
    try:
        return Finding("corpus", True, corpus_place(context).words)
    except InputError as error:
        return Finding("corpus", False, str(error))


def _key_words(key: Key) -> str:
    return f"key {key.hint}" + (f" from {key.source}" if key.value else "")


def _store(context: Context) -> Finding:
    path = context.user.store
    try:
        with Store.open(path) as store:
            stats = store.stats()
            notes = "".join(f"; {note}" for note in store.notes)
    except StoreError as error:
        return Finding("store of papers", False, error.problem.message)
    held = f"{stats.papers} papers, {stats.with_abstract} with an abstract"
    return Finding("store of papers", True, f"{path}: {held}{notes}")
