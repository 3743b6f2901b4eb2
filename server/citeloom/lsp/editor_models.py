"""Ask the editor's own language models, for the jobs that want their answers."""

import asyncio
import json
import logging
import uuid
from collections.abc import Callable
from dataclasses import dataclass, field

from lsprotocol import types
from pygls.exceptions import JsonRpcException

from citeloom.lsp.editor import Editor
from citeloom.lsp.own_messages import ASK_MODEL

logger = logging.getLogger("citeloom")

LARGEST_PIECE = 100_000
"""Characters of a piece of an answer that are passed on; they only say that it goes on."""


@dataclass(eq=False)
class EditorModels:
    """The questions that the editor's models are asked now."""

    _editor: Editor
    _asked: dict[str, Callable[[str], None]] = field(default_factory=dict, init=False)

    @property
    def are_there(self) -> bool:
        """Whether the editor can be asked."""
        return self._editor.client.takes(ASK_MODEL)

    async def answer(self, text: str, hear: Callable[[str], None], reason: str) -> str:
        """Return the editor's answer to a question, as JSON; its failures are answers, too.

        The caller sets the time limit; when it stops waiting, the editor is told. The editor may
        show ``reason`` to its user, who decides whether the model is asked.
        """
        if not self.are_there:
            return _failure("NoModels")
        name = f"model-{uuid.uuid4().hex}"
        question = {**json.loads(text), "ask": name, "reason": reason}
        self._asked[name] = hear
        try:
            return _as_json(await self._editor.request(ASK_MODEL, question, name))
        except asyncio.CancelledError:
            self._editor.cancel_request(name)
            raise
        except JsonRpcException as error:
            if error.code == types.ErrorCodes.MethodNotFound:
                return _failure("NoModels", error.message)
            return _failure("", error.message)
        finally:
            del self._asked[name]

    def hear(self, params: object) -> None:
        """Take a piece of an answer; what belongs to no question is ignored."""
        name, text = (getattr(params, field, None) for field in ("ask", "text"))
        hear = self._asked.get(name) if isinstance(name, str) else None
        if hear is None or not isinstance(text, str):
            logger.info("a piece of an answer belongs to no question")
            return
        hear(text[:LARGEST_PIECE])


def _failure(code: str, message: str = "") -> str:
    return json.dumps({"failure": {"code": code, "message": message}})


def _as_json(answer: object) -> str:
    """Return the fields of the client's answer; the job checks them."""
    failure = getattr(answer, "failure", None)
    found = {
        name: value
        for name in ("text", "call", "inputTokens", "outputTokens")
        if (value := getattr(answer, name, None)) is not None
    }
    if failure is not None:
        found["failure"] = {name: getattr(failure, name, "") or "" for name in ("code", "message")}
    if not found:
        return _failure("Nonsense", "the answer has neither a text nor a failure")
    try:
        return json.dumps(found)
    except (TypeError, ValueError):
        return _failure("Nonsense", "the answer is of a wrong form")
