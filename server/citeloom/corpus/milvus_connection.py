"""A connection to Milvus: opened, bounded in time, and what goes wrong in words."""

import logging
import logging.config
import os
from collections.abc import Iterator
from contextlib import contextmanager
from types import ModuleType
from typing import TYPE_CHECKING, Any

from citeloom.corpus.milvus_address import MilvusAddress
from citeloom.extras import import_library
from citeloom.papers.collection import CorpusError

if TYPE_CHECKING:
    from pymilvus import MilvusClient

CONNECTED_WITHIN = 10.0
"""Seconds until a server must have answered for the first time."""

ANSWERED_WITHIN = 60.0
"""Seconds that a call may take."""

LOADED_WITHIN = 600.0
"""Seconds that a server may take to load a collection into its memory."""

_NO_ANSWER = ("UNAVAILABLE", "DEADLINE_EXCEEDED")
_LOGGERS = ("pymilvus", "pymilvus.milvus_client", "pymilvus.bulk_writer", "grpc._server")


class MilvusConnection:
    """A connection to a server.

    Raises
    ------
    CorpusError
        If nobody answers there, or the key is refused.
    MissingExtraError
        If the library is not installed.
    """

    def __init__(self, address: MilvusAddress) -> None:
        self.address = address
        self._pymilvus = _quiet_library()
        import grpc

        self._grpc_error = grpc.RpcError
        # A proxy of the user's has no way to this machine.
        options = {"grpc.enable_http_proxy": 0} if address.is_local else {}
        with self.explained():
            self.client: MilvusClient = self._pymilvus.MilvusClient(
                address.server,
                token=address.token,
                timeout=CONNECTED_WITHIN,
                dedicated=True,
                grpc_options=options,
            )

    @contextmanager
    def explained(self) -> Iterator[None]:
        """Raise what goes wrong with the server or its answers as `CorpusError`."""
        try:
            yield
        except CorpusError:
            raise
        except (self._pymilvus.MilvusException, self._grpc_error) as error:
            raise self._failure(error) from None
        except (LookupError, TypeError, ValueError, AttributeError, OSError) as error:
            raise CorpusError(
                f"the corpus server at {self.address} does not answer like a Milvus server "
                f"({type(error).__name__})",
                advice="check the address",
            ) from error

    def close(self) -> None:
        """Let go of the connection."""
        self.client.close()

    def _failure(self, error: Any) -> CorpusError:
        """Return the error for a failed call: no answer, a refused key or a fault of the server."""
        if isinstance(error.__cause__, self._grpc_error):  # It says "cannot connect" alone.
            error = error.__cause__
        code, details = error.code, getattr(error, "details", None)
        code = code() if callable(code) else code
        said = details() if callable(details) else getattr(error, "message", "")
        said = " ".join(str(said or error).split())
        if self.address.token:
            said = said.replace(self.address.token, "...")
        said = said[:300]
        kind, server = getattr(code, "name", code), f"the Milvus server at {self.address}"
        key = f"store user:password or a token with 'citeloom key set {self.address.host}'"
        if kind == "UNAUTHENTICATED" or "auth check fail" in said:
            known = "the stored key" if self.address.token else "requests without a key"
            return CorpusError(f"{server} does not accept {known}", advice=key)
        if kind == "PERMISSION_DENIED" or "permission deny" in said:
            return CorpusError(
                f"{server} denied access ({said})",
                advice=f"ask its administrator for access; {key}",
            )
        if kind in _NO_ANSWER:
            return CorpusError(
                f"no answer from a Milvus server at {self.address}",
                advice=(
                    "check that it is running and reachable, and that the address and http or "
                    "https are right"
                ),
            )
        return CorpusError(f"{server} failed ({said})", advice="see its log for details")


def _quiet_library() -> ModuleType:
    """Import the library without its side effects.

    It reads no file named .env, writes nothing to the terminal, and leaves logging as it is.
    """
    # Else gRPC's core tells the terminal what happens inside of a connection.
    os.environ.setdefault("GRPC_VERBOSITY", "ERROR")
    dotenv = import_library("dotenv", "milvus", "a corpus in Milvus")
    read, configure = dotenv.load_dotenv, logging.config.dictConfig
    # It would be looked for in the folders above the library: a project's, where that has it in an
    # environment of its own; and no project's file may name a proxy or a key.
    dotenv.load_dotenv = lambda *_, **__: False  # type: ignore[attr-defined]
    # It would close all handlers of this process, and some of those close the stream beneath.
    logging.config.dictConfig = lambda *_: None
    try:
        library = import_library("pymilvus", "milvus", "a corpus in Milvus")
    finally:
        dotenv.load_dotenv = read  # type: ignore[attr-defined]
        logging.config.dictConfig = configure
    for name in _LOGGERS:
        log = logging.getLogger(name)
        log.handlers, log.propagate = [logging.NullHandler()], False
    return library
