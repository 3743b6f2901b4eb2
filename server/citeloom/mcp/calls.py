"""Run the tools that an agent calls."""

import asyncio
import logging
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

from citeloom.mcp.answer import answer_text
from citeloom.mcp.arguments import checked_arguments
from citeloom.mcp.table import TOOL_OF
from citeloom.mcp.tool import Call, LongWork, Tool
from citeloom.problem import InputError
from citeloom.visible import visible_lines

if TYPE_CHECKING:
    from citeloom.actions.agents.project import AgentProjects
    from citeloom.jobs.jobs import Jobs

MOST_JOBS = 2
MEMORY = 1_000_000_000
"""Bytes that a job may hold, as in an editor."""

logger = logging.getLogger("citeloom")

Report = Callable[[str], None]
"""Tells the client how far a long work is."""


class UnknownToolError(Exception):
    """There is no tool of this name."""


class Calls:
    """The tools of one conversation, and what they have read.

    Projects are read in one thread: the server answers meanwhile, and no two calls read the same
    files. Long work runs in processes of its own.

    Parameters
    ----------
    folders
        The folders in which drafts may be read.
    with_libraries
        Whether the user lets agents search his own libraries.
    """

    def __init__(self, folders: Sequence[Path], *, with_libraries: bool) -> None:
        self._folders = tuple(folders)
        self._with_libraries = with_libraries
        self._thread = ThreadPoolExecutor(1, "tools")
        self._projects: AgentProjects | None = None
        self._jobs: Jobs | None = None

    async def close(self) -> None:
        """End all work."""
        self._thread.shutdown(wait=False, cancel_futures=True)
        if self._jobs is not None:
            await self._jobs.close()

    async def call(self, params: Mapping[str, Any], report: Report) -> dict[str, object]:
        """Return the result of a call; where the tool has failed, it says why.

        Raises
        ------
        UnknownToolError
            If there is no such tool.
        """
        name = params.get("name")
        tool = TOOL_OF.get(name) if isinstance(name, str) else None
        if tool is None:
            raise UnknownToolError(f"unknown tool '{str(name)[:50]}'")
        try:
            arguments = checked_arguments(tool, params.get("arguments", {}))
            answer = await self._in_thread(lambda: self._run(tool, arguments))
            if isinstance(answer, LongWork):
                answer = await self._finished(answer, report)
        except InputError as error:
            return _result(self._words(error), is_error=True)
        except Exception as error:
            logger.exception("the tool %s failed", tool.name)
            fault = f"an error in Citeloom: {type(error).__name__}: {error}"
            return _result(fault, is_error=True)
        return _result(answer_text(answer))

    def _run(self, tool: Tool, arguments: Mapping[str, Any]) -> Mapping[str, object] | LongWork:
        """Run a tool in the thread of the projects."""
        if self._projects is None:
            self._projects = self._new_projects()
        run: Callable[[Call], Mapping[str, object] | LongWork] = import_module(tool.module).run
        return run(Call(arguments, self._projects.project(arguments["file"])))

    def _new_projects(self) -> "AgentProjects":
        from citeloom.actions.agents.project import AgentProjects

        return AgentProjects(self._folders, with_libraries=self._with_libraries)

    async def _finished(self, work: LongWork, report: Report) -> Mapping[str, object]:
        """Do long work in a process; end that process if the call is cancelled."""
        from citeloom.jobs.job import JobFailed
        from citeloom.jobs.jobs import AlreadyRunning, Jobs

        if self._jobs is None:
            self._jobs = Jobs(MOST_JOBS, expected=(InputError,), memory=MEMORY)
        try:
            job = self._jobs.start(work.task, work.argument, key=work.key)
        except AlreadyRunning:
            raise InputError(
                f"{work.key} is already being written", advice="wait for it to finish"
            ) from None
        try:
            async for step in job.steps():
                done = f" {step.done}/{step.total}" if step.total else ""
                report(f"{step.stage}{done}")
            value = await job.result()
        except JobFailed as error:
            logger.error("a job failed: %s\n%s", error, error.details)
            raise InputError(str(error)) from None
        finally:
            job.cancel()
        answer: Mapping[str, object] = await self._in_thread(lambda: work.finish(value))
        return answer

    async def _in_thread(self, function: Callable[[], Any]) -> Any:
        return await asyncio.get_running_loop().run_in_executor(self._thread, function)

    def _words(self, error: InputError) -> str:
        """Return an error in words, paths from the folder where they lie in it."""
        words = str(error)
        for folder in self._folders:
            words = words.replace(f"{folder}/", "").replace(f"{folder}\\", "")
            words = words.replace(f"{folder}:", "the folder:")
        return visible_lines(words)


def _result(text: str, *, is_error: bool = False) -> dict[str, object]:
    return {"content": [{"type": "text", "text": text}], "isError": is_error}
