"""Asks one of the editor's language models, through the editor."""

import asyncio
import json
import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from citeloom.models.answers import schema_in_words, schema_of
from citeloom.models.connection.pace import Pace
from citeloom.models.editor.failures import error_of, may_pass
from citeloom.models.editor.messages import (
    ACCEPTED,
    AskEditor,
    EditorAnswer,
    EditorFailure,
    EditorModelName,
    EditorQuestion,
    read_editor_answer,
)
from citeloom.models.memo import Completion
from citeloom.models.port import RUN_AGAIN, Asked, ModelError
from citeloom.models.refusals import names_parameter
from citeloom.models.usage import (
    BYTES_A_TOKEN,
    LONGEST_ANSWER,
    READ_IN_THE_TIME,
    SLOWEST_STREAM,
    WRITTEN_IN_THE_TIME,
    Ledger,
    fitting_answer,
)

END = "[end of the answer]"

ASKED_FOR = f"After the answer write a last line: {END}"
"""Asks for the mark, by which a whole answer is told from one that was cut off."""

_FENCE = re.compile(r"\s*```\w*\s*(.*?)\s*```\s*\Z", re.DOTALL)


def without_end(text: str) -> str | None:
    """Return an answer without its end mark; None for one that is not whole.

    What lacks the mark is whole if it is one JSON object from its first sign to its last: no part
    of one is one.
    """
    body, mark, _ = text.rpartition(END)
    if mark:
        return body.rstrip()
    fenced = _FENCE.match(text)
    try:
        found = json.loads(fenced[1] if fenced else text)
    except (ValueError, RecursionError):
        return None
    return text if isinstance(found, dict) else None


ADDRESS = "editor:"
"""Stands where an endpoint has its address; the memo knows these models by it."""

SECONDS_TO_ALLOW = 600.0
"""How long an editor may ask its user whether a model may be used."""

TOOL = "answer"
_NO_TOOLS = "NoTools"


class EditorModel:
    """One of the editor's models; see `Endpoint`, whose place it takes.

    It asks for a call of one tool whose argument has the answer's schema, or, where the model has
    no tools, for words with an end mark: editors return what was cut off as if it were whole.
    There is no system role; the words of one go to the head of the first message.

    Parameters
    ----------
    name
        ``VENDOR/ID``.
    ask
        Asks the editor.
    seconds
        How long nothing may come of an answer; a call gets more the more it reads and writes.
    context
        Tokens that fit into the model's context; 0 if unknown.
    """

    address = ADDRESS

    def __init__(
        self,
        name: str,
        ask: AskEditor,
        pace: Pace,
        ledger: Ledger,
        seconds: float,
        context: int = 0,
    ) -> None:
        self.model = name
        self._name = EditorModelName.read(name)
        self._ask, self._pace, self._ledger = ask, pace, ledger
        self._seconds, self._context = seconds, context
        self._in_words = False
        self._refused: set[str] = set()
        self._first = asyncio.Lock()
        self._is_allowed = False

    async def close(self) -> None:
        """Nothing is to be closed."""

    async def complete(self, asked: Asked) -> Completion:
        """Return the model's answer; as `Endpoint.complete`."""
        tries = 0
        while True:
            tries += 1
            in_words = self._in_words or asked.answer is None
            question = self._question(asked)
            found = await self._call_once(question, asked, repeated=asked.again or tries > 1)
            if found.failure is not None:
                if self._adapt(found.failure, question):
                    continue
                wait = self._pace.next_try(tries, {}) if may_pass(found.failure, tries) else None
                if wait is None:
                    raise error_of(found.failure, self._name)
                await asyncio.sleep(wait)
                continue
            if (completion := self._completion(found, is_in_words=in_words)) is not None:
                return completion
            self._use_words(f"{self._name.id} calls no tool")

    async def _call_once(
        self, question: EditorQuestion, asked: Asked, *, repeated: bool
    ) -> EditorAnswer:
        step = asked.step
        tokens = len(question.text.encode()) // BYTES_A_TOKEN
        longest = fitting_answer(LONGEST_ANSWER, tokens, self._context, self._name.id)
        async with self._pace.slot():
            hold = await self._ledger.begin(step, tokens, longest, repeated=repeated)
            if self._ledger.bounds_answers:
                options = {**question.options, "max_tokens": hold.longest}
                question = replace(question, options=options)
            waits = 1 + asked.written / WRITTEN_IN_THE_TIME + tokens / READ_IN_THE_TIME
            try:
                found = await self._once_allowed(question, self._seconds * waits, hold.longest)
            except BaseException:
                # The question is paid for even if nobody waits for the answer.
                self._ledger.add_untold(step, input_tokens=tokens)
                raise
            finally:
                self._ledger.end(hold)
        said = len((found.call or found.text).encode()) // BYTES_A_TOKEN
        read, wrote = found.input_tokens, found.output_tokens
        if read is None or wrote is None:
            self._ledger.add_untold(step, input_tokens=tokens, output_tokens=said)
        else:
            self._ledger.add(step, input_tokens=read, output_tokens=wrote)
        return found

    async def _once_allowed(
        self, question: EditorQuestion, patience: float, longest: int
    ) -> EditorAnswer:
        """Ask; before its user has once allowed it, the editor is asked one thing at a time."""
        if self._is_allowed:
            return await self._receive(question, patience, longest)
        await self._first.acquire()
        release = _Once(self._first.release)
        try:
            return await self._receive(question, patience, longest, release)
        finally:
            release()

    async def _receive(
        self,
        question: EditorQuestion,
        patience: float,
        longest: int,
        allowed: Callable[[], None] = lambda: None,
    ) -> EditorAnswer:
        """Ask the editor and return its answer.

        Its user is waited for before the model is asked. ``patience`` are the seconds until words
        must have come; a silence between these may take ``model.timeout``, and all of them as long
        as ``longest`` tokens take a model that is slow but alive.
        """
        clock = asyncio.get_running_loop().time
        begun: float | None = None
        first: float | None = None
        last = float("inf")

        def hear(piece: str) -> None:
            nonlocal begun, first, last
            now = clock()
            if begun is None:
                begun, self._is_allowed = now, True
                allowed()
                limit.reschedule(now + patience)
                last = now + patience + self._seconds * (1 + longest / SLOWEST_STREAM)
            if piece == ACCEPTED:
                return
            first = now if first is None else first
            limit.reschedule(min(last, max(limit.when() or 0.0, now + self._seconds)))

        try:
            async with asyncio.timeout(SECONDS_TO_ALLOW) as limit:
                text = await self._ask(question.text, hear)
        except TimeoutError:
            raise self._no_answer(was_allowed=begun is not None) from None
        found = read_editor_answer(text)
        if begun is not None and found.failure is None:
            end = clock()
            first = end if first is None else first
            count = found.output_tokens or len((found.call or found.text).encode()) // BYTES_A_TOKEN
            speed = self._ledger.speed.with_call(first - begun, end - first, count)
            self._ledger.speed = speed
        return found

    def _no_answer(self, *, was_allowed: bool) -> ModelError:
        if was_allowed:
            advice = f"wait a while, or increase model.timeout in config.toml; then {RUN_AGAIN}"
            return ModelError(f"{self._name.id} did not answer in time", advice)
        return ModelError(
            f"the editor has not said whether {self._name.id} may be asked",
            f"answer its question; then {RUN_AGAIN}",
        )

    def _question(self, asked: Asked) -> EditorQuestion:
        answer, temperature = asked.answer, asked.temperature
        sent: list[tuple[str, str]] = [(message.role, message.text) for message in asked.messages]
        if answer is None:
            sent[0] = (sent[0][0], f"{sent[0][1]}\n\n{ASKED_FOR}")
        elif self._in_words:
            sent[0] = (sent[0][0], f"{sent[0][1]}\n\n{schema_in_words(answer)} {ASKED_FOR}")
        if sent[0][0] == "system":
            head = sent.pop(0)[1]
            first = sent.pop(0)[1] if sent and sent[0][0] == "user" else ""
            sent.insert(0, ("user", f"{head}\n\n{first}".rstrip()))
        tool: Mapping[str, Any] | None = None
        if answer is not None and not self._in_words:
            said = "Takes the answer to what the user asks. Call it once, with all of the answer."
            tool = {"name": TOOL, "description": said, "schema": schema_of(answer)}
        options: dict[str, Any] = {}
        if temperature is not None and "temperature" not in self._refused:
            options["temperature"] = temperature
        return EditorQuestion(self._name, tuple(sent), tool, options)

    def _completion(self, found: EditorAnswer, *, is_in_words: bool) -> Completion | None:
        """Return the answer; None where the model has answered without the tool that it was given.

        An answer that has no end is one that was cut off.
        """
        used = found.input_tokens or 0, found.output_tokens or 0
        if found.call is not None and not is_in_words:
            return Completion(found.call, *used, cut_off=not _is_object(found.call))
        text = without_end(found.text)
        if text is None and not is_in_words:
            return None
        if text is None:
            return Completion(found.text, *used, cut_off=True)
        return Completion(text, *used)

    def _adapt(self, failure: EditorFailure, question: EditorQuestion) -> bool:
        """Ask as the model can be asked; tell whether another try makes sense."""
        if failure.code == _NO_TOOLS and question.tool is not None:
            return self._use_words(f"{self._name.id} has no tools")
        if failure.code:
            return False
        if "temperature" in question.options and names_parameter(failure.message, "temperature"):
            self._refused.add("temperature")
            self._ledger.note(f"{self._name.id} does not accept a temperature; it was left out")
            return True
        if question.tool is not None and names_parameter(failure.message, "tools?"):
            return self._use_words(f"{self._name.id} has no tools")
        return False

    def _use_words(self, why: str) -> bool:
        self._in_words = True
        self._ledger.note(f"{why}; it was asked to answer in words")
        return True


class _Once:
    """Calls something the first time that it is called."""

    def __init__(self, act: Callable[[], None]) -> None:
        self._act: Callable[[], None] | None = act

    def __call__(self) -> None:
        act, self._act = self._act, None
        if act is not None:
            act()


def _is_object(text: str) -> bool:
    try:
        return isinstance(json.loads(text), dict)
    except (ValueError, RecursionError):
        return False
