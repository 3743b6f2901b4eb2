"""Commands about the server itself: its jobs, its key, a new beginning."""

from citeloom.lsp.components import Components
from citeloom.lsp.features.requests.arguments import Arguments, JobArguments, KeyHandedOver
from citeloom.problem import InputError


def cancel(parts: Components, arguments: JobArguments) -> object:
    """Stop one job or all; the answer says how many."""
    return {"cancelled": parts.cancel(arguments.job)}


async def restart(parts: Components, _: Arguments) -> object:
    """Begin again with the documents that are open."""
    await parts.begin_again()
    return {"restarted": True}


def set_key(parts: Components, arguments: KeyHandedOver) -> object:
    """Take the key for what is started from now on; none takes it away. The answer has no key."""
    key = arguments.handed_over.get_secret_value()
    if not parts.session.hand_over(key, arguments.host):
        raise InputError("this is not a key: it contains white space or invalid characters")
    return {"set": bool(key)}
