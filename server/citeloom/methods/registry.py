"""The methods that there are: every folder beside this file that holds ``METHODS``."""

import pkgutil
from functools import cache
from importlib import import_module

from citeloom.methods.port import Method


@cache
def methods() -> dict[str, Method]:
    """Return all methods by name."""
    package = import_module("citeloom.methods")
    found: dict[str, Method] = {}
    for folder in pkgutil.iter_modules(package.__path__):
        if folder.ispkg:
            for method in getattr(
                import_module(f"{package.__name__}.{folder.name}"), "METHODS", ()
            ):
                found[method.name] = method
    return found
