"""Choose the language model: asked, tested and written down in a process of its own."""

from typing import TYPE_CHECKING

from pydantic import SecretStr

from citeloom.jobs.job import JobCancelled, JobFailed
from citeloom.lsp.runner import Queue, Runner
from citeloom.problem import InputError

if TYPE_CHECKING:
    from citeloom.actions.user.model_choice import ModelChoice
    from citeloom.lsp.models.asking import EditorModels
    from citeloom.lsp.session import Session

CHOOSE = "citeloom.actions.user.model_choice:choose_in_background"
OFFERS = "citeloom.actions.user.model_choice:offers_in_background"
AT_MOST = 2
REASON = "This tests the model by one small question. Nothing of your draft is sent."


class ModelChoosing:
    """The tests of models that run, and the questions what a provider offers."""

    def __init__(self, session: "Session", models: "EditorModels", runner: Runner) -> None:
        self._session = session
        self._models = models
        self._runner = runner

    async def run(self, task: str, choice: "ModelChoice") -> object:
        """Run a task about a choice; where nobody waits for it any more, it ends.

        Raises
        ------
        InputError
            As the task does, or if it has ended in the middle.
        """
        from citeloom.actions.user.model_choice import ChoiceTask, host_of_choice

        key = self._session.key_of(host_of_choice(choice))
        job = self._runner.start(
            Queue("model", task, AT_MOST),
            ChoiceTask(choice, SecretStr(key), has_editor=self._models.are_there),
            answer=lambda text, hear: self._models.answer(text, hear, REASON),
        )
        try:
            return await job.result()
        except JobFailed as error:
            raise InputError(str(error)) from None
        except JobCancelled:
            raise InputError("all has begun again in the meantime", advice="try again") from None
        finally:
            job.cancel()
