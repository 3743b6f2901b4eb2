"""``citeloom.setKey``: another key for the language model, kept in memory and nowhere else."""

from typing import TYPE_CHECKING

from citeloom.lsp.features.given.arguments import Arguments
from citeloom.problem import InputError

if TYPE_CHECKING:
    from citeloom.lsp.parts import Parts


def run(parts: "Parts", arguments: Arguments) -> object:
    """Take the key for what is started from now on; none takes it away. The answer has no key."""
    key = arguments.handed_over.get_secret_value()
    if not parts.session.hand_over(key, arguments.host):
        raise InputError("this is no key: it has white space or other signs in it that no key has")
    return {"set": bool(key)}
