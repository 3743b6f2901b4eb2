"""Commands about methods and the language model: what there is, and which one is asked."""

import asyncio
from collections.abc import Sequence
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING, cast

from pydantic import SecretStr

from citeloom.actions.user.api_keys import model_host
from citeloom.actions.user.model_choice import (
    ChoiceTask,
    ModelChoice,
    host_of_choice,
    offered_here,
)
from citeloom.actions.writing.choices import choices
from citeloom.actions.writing.forecast import Forecast
from citeloom.actions.writing.models import configured_model
from citeloom.actions.writing.ways import Ways, ways_to_write
from citeloom.jobs.job import JobCancelled, JobFailed
from citeloom.lsp.components import Components
from citeloom.lsp.features.commands.ordering import ordered_writing
from citeloom.lsp.features.requests.arguments import Arguments, ModelArguments, OrderArguments
from citeloom.lsp.questions.sending import as_json
from citeloom.lsp.runner import Queue
from citeloom.problem import InputError
from citeloom.settings import ProjectSettings

if TYPE_CHECKING:
    from citeloom.actions.user.model_choice import ChosenModel, OfferedThere

CHOOSE = "citeloom.actions.user.model_choice:choose_in_background"
OFFERS = "citeloom.actions.user.model_choice:offers_in_background"
AT_MOST = 2
REASON = "This tests the model with one small question. Nothing of your draft is sent."


async def methods(parts: Components, arguments: Arguments) -> object:
    """Return the methods with the cost of each, and the default method."""
    method = parts.session.settings.method
    made: dict[str, Forecast] = {}
    if arguments.uri or parts.session.buffers:
        from citeloom.lsp.features.requests.document import snapshot_for

        snapshot = snapshot_for(parts.session, arguments)
        method = snapshot.method
    found = await asyncio.to_thread(
        choices, parts.session.model_key, has_editor_models=parts.models.are_there
    )
    if arguments.uri or parts.session.buffers:
        made = await _forecasts(parts, arguments, [choice.name for choice in found])
    setup = None if found[-1].obstacle else configured_model(parts.session.model_key)
    ways = ways_to_write(made.values(), setup.context) if setup else Ways()
    return {
        "methods": [
            {
                "name": choice.name,
                "summary": choice.summary,
                "usesModel": choice.uses_model,
                "canRun": not choice.obstacle,
                "why": choice.obstacle,
                "estimate": as_json(made[choice.name]) if choice.name in made else None,
            }
            for choice in found
        ],
        "default": method or ProjectSettings.model_fields["method"].default,
        "ways": {"model": ways.model, "thorough": ways.thorough, "why": ways.why},
    }


async def _forecasts(
    parts: Components, arguments: Arguments, names: Sequence[str]
) -> dict[str, Forecast]:
    """Return what writing would take by each method; of a draft without one, writing says why.

    The related work is meant, wherever the cursor is; where there is none, the section at it.
    """
    found = {}
    for name in names:
        for position in (None, arguments.position):
            at = {"uri": arguments.uri, "position": position}
            given = OrderArguments.model_validate({**at, "method": name})
            with suppress(InputError):
                _, made = await ordered_writing(parts.session, given).plan(parts.session)
                assert made is not None
                found[name] = made
                break
    return found


async def models(parts: Components, _: Arguments) -> object:
    """Return the models of this machine; each local program is asked for half a second."""
    found = await asyncio.to_thread(
        offered_here, parts.session.model_key, has_editor_models=parts.models.are_there
    )
    current = found.current
    return {
        "current": current
        and {
            "provider": current.preset.name,
            "title": current.preset.title,
            "name": current.name,
            "host": "" if current.is_editors else current.host,
            "address": current.address,
            "staysHere": current.is_local,
        },
        "why": found.problem,
        "programs": [
            {
                "provider": program.preset.name,
                "title": program.preset.title,
                "address": program.preset.address,
                "models": list(program.models),
            }
            for program in found.programs
        ],
        "providers": [
            {
                "provider": preset.name,
                "title": preset.title,
                "address": preset.address,
            }
            for preset in found.providers
        ],
    }


async def model_offers(parts: Components, arguments: ModelArguments) -> object:
    """Ask the provider's address for them; it is sent its key and nothing else."""
    found = cast("OfferedThere", await _about(parts, OFFERS, arguments))
    return {
        "host": found.host,
        "wantsKey": bool(found.wants_key),
        "why": found.wants_key,
        "models": [
            {
                "name": offer.name,
                "context": offer.context,
                "inputPrice": offer.input_price,
                "outputPrice": offer.output_price,
            }
            for offer in found.models
        ],
    }


async def set_model(parts: Components, arguments: ModelArguments) -> object:
    """Choose it; where the test fails, the settings stay as they are."""
    before = model_host()
    found = cast("ChosenModel", await _about(parts, CHOOSE, arguments))
    # A key of the model before must not go to another host.
    parts.session.bind_key(before)
    parts.editor.refresh()
    return {
        "name": found.name,
        "host": found.host,
        "hostBefore": before,
        "staysHere": found.is_local,
        "context": found.context,
        "seconds": found.seconds,
        "trial": list(found.trial),
        "inputPrice": found.input_price,
        "outputPrice": found.output_price,
    }


async def _about(parts: Components, task: str, arguments: ModelArguments) -> object:
    """Run a task about the model that is named; where nobody waits for it any more, it ends."""
    choice = ModelChoice(
        arguments.provider or "custom",
        arguments.model,
        arguments.address,
        arguments.context,
        is_tested=not arguments.untested,
    )
    key = SecretStr(parts.session.key_of(host_of_choice(choice)))
    job = parts.runner.start(
        Queue("model", task, AT_MOST),
        ChoiceTask(choice, key, has_editor=parts.models.are_there),
        answer=partial(parts.models.answer, reason=REASON),
    )
    try:
        return await job.result()
    except JobFailed as error:
        raise InputError(str(error)) from None
    except JobCancelled:
        raise InputError("the server was reset in the meantime", advice="try again") from None
    finally:
        job.cancel()
