"""A client of a server that offers models of its own, and breaks what is assumed of it."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

from editor_models import NAME, honest_answer

from writing_client import Editor, configure_model

ASK_MODEL = "citeloom/askModel"
PIECE = "citeloom/modelPiece"
QUESTION = "window/showMessageRequest"
TAKES = [ASK_MODEL]

Answers = Callable[["ModelClient", dict[str, Any]], None]


class ModelClient(Editor):
    """A client with models, which answers questions to them in a way of its own."""

    def __init__(self, folder: Path, answers: Answers | None = None) -> None:
        super().__init__(folder)
        self._answers_model = answers or honestly
        self.asked: list[dict[str, Any]] = []

    def next(self) -> dict[str, Any]:
        friendly, self._answers = self._answers, False
        message = super().next()
        self._answers = friendly
        if message.get("method") == ASK_MODEL:
            self.asked.append(message["params"])
            self._answers_model(self, message)
        elif message.get("method") != QUESTION and "method" in message and "id" in message:
            self.send({"id": message["id"], "result": self._result(message)})
        return message


def honestly(client: ModelClient, message: dict[str, Any]) -> None:
    ask = message["params"]["ask"]
    for piece in ("", "{"):
        client.notify(PIECE, {"ask": ask, "text": piece})
    client.send({"id": message["id"], "result": honest_answer(message["params"])})


def configure_editor_model(name: str = NAME) -> None:
    configure_model("", provider="editor", name=name)
