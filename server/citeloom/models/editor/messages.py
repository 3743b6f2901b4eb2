"""What is asked of an editor's language model, and what the editor answers."""

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Protocol

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from citeloom.models.answer_stream import LARGEST_TEXT
from citeloom.models.port import SetupError

ACCEPTED = ""
"""The first piece of an answer: the editor's user lets the model be asked."""

_LONGEST_SAID = 2_000


class AskEditor(Protocol):
    """Asks the editor that started this process, and hears the pieces of its answer."""

    async def __call__(self, text: str, hear: Callable[[str], None], /) -> str: ...


@dataclass(frozen=True, slots=True)
class EditorModelName:
    """One of an editor's models: ids are unique for each vendor alone."""

    vendor: str
    id: str

    @classmethod
    def read(cls, name: str) -> "EditorModelName":
        """Read ``VENDOR/ID``.

        Raises
        ------
        SetupError
            If it has another form.
        """
        vendor, _, own = name.partition("/")
        if not vendor or not own or not name.isprintable():
            raise SetupError("model.name: one of an editor's models is named VENDOR/ID")
        return cls(vendor, own)


@dataclass(frozen=True, slots=True)
class EditorQuestion:
    """A question to one of an editor's models.

    ``tool`` is the one tool that the model has to call with its answer; without one it answers in
    words. ``options`` are handed on to the model.
    """

    model: EditorModelName
    messages: tuple[tuple[str, str], ...]
    tool: Mapping[str, Any] | None
    options: Mapping[str, Any]

    @property
    def text(self) -> str:
        """The question as it is handed over to who asks the editor."""
        return json.dumps(
            {
                "vendor": self.model.vendor,
                "id": self.model.id,
                "messages": [{"role": role, "text": text} for role, text in self.messages],
                "tool": self.tool,
                "options": self.options,
            },
            ensure_ascii=False,
        )


class EditorFailure(BaseModel):
    """Why an editor's model gave no answer: a code that the editor knows, and what was said."""

    model_config = ConfigDict(frozen=True)

    code: str = Field("", max_length=100)
    message: str = ""


class EditorAnswer(BaseModel):
    """An editor's answer.

    ``call`` is what the model called the tool with, as JSON. Tokens are None where the editor does
    not tell them.
    """

    model_config = ConfigDict(frozen=True)

    text: str = Field("", max_length=LARGEST_TEXT)
    call: str | None = Field(None, max_length=LARGEST_TEXT)
    input_tokens: int | None = Field(None, alias="inputTokens", ge=0, le=10**9)
    output_tokens: int | None = Field(None, alias="outputTokens", ge=0, le=10**9)
    failure: EditorFailure | None = None


def read_editor_answer(text: str) -> EditorAnswer:
    """Return an editor's answer; one that cannot be read is a failure."""
    try:
        return EditorAnswer.model_validate_json(text)
    except ValidationError:
        return EditorAnswer(failure=EditorFailure(code="Nonsense", message=text[:_LONGEST_SAID]))
