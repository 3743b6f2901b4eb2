"""A stand-in for an editor that offers language models: it answers as `answering` does."""

import asyncio
import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from answering import answer
from citeloom.models.editor.model import END

NAME = "standin/open"
Asked = dict[str, Any]


def failure(code: str, message: str = "") -> dict[str, Any]:
    """Return the answer of an editor whose model gives none."""
    return {"failure": {"code": code, "message": message}}


def honest_answer(asked: Asked, *, told: bool = True) -> dict[str, Any]:
    """Return what a model that does what it is asked makes an editor answer."""
    shown = "\n\n".join(message["text"] for message in asked["messages"])
    used = {"inputTokens": len(shown) // 4, "outputTokens": 7} if told else {}
    if asked["tool"]:
        found = json.dumps(answer(asked["tool"]["schema"], shown))
        return {"text": "", "call": found, **used}
    at = shown.rfind("JSON schema: ")
    if at < 0:
        return {"text": f"{answer(None, shown)}\n{END}", **used}
    schema, _ = json.JSONDecoder().raw_decode(shown[at + 13 :])
    return {"text": f"Here it is:\n{json.dumps(answer(schema, shown))}\n{END}", **used}


@dataclass
class StandInEditor:
    """An editor in the test's own process: ``faults`` are its first answers, then honest ones."""

    faults: Sequence[dict[str, Any]] = ()
    told: bool = True
    pieces: Sequence[str] = ("", "{", "}")
    asked: list[Asked] = field(default_factory=list)
    at_once: int = 0
    most_at_once: int = 0

    async def __call__(self, text: str, hear: Callable[[str], None]) -> str:
        asked = json.loads(text)
        self.asked.append(asked)
        number = len(self.asked)
        self.at_once += 1
        self.most_at_once = max(self.at_once, self.most_at_once)
        try:
            for piece in self.pieces:
                await asyncio.sleep(0)
                hear(piece)
            await asyncio.sleep(0)
        finally:
            self.at_once -= 1
        if number <= len(self.faults):
            return json.dumps(self.faults[number - 1])
        return json.dumps(honest_answer(asked, told=self.told))
