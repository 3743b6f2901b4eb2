"""The list of the methods that an author is offered."""

from typing import Any

from citeloom import laboratory
from citeloom.methods.chatcite.method import ChatCite
from citeloom.methods.citegeist.method import Citegeist
from citeloom.methods.ckma.method import Ckma
from citeloom.methods.extractive.method import Extractive
from citeloom.methods.hireview.method import HiReview
from citeloom.methods.port import Method
from citeloom.methods.select_read_write.method import SelectReadWrite
from citeloom.problem import InputError

METHODS: tuple[Method[Any], ...] = (
    Extractive(),
    Ckma(),
    ChatCite(),
    SelectReadWrite(),
    HiReview(),
    Citegeist(),
)


def method_named(name: str) -> Method[Any]:
    """Return the method of a name: ours, or one of the laboratory's, where that is installed.

    Raises
    ------
    InputError
        If there is none of that name.
    """
    for method in METHODS:
        if method.name == name:
            return method
    others: tuple[Method[Any], ...] = ()
    if laboratory.is_installed():
        others = laboratory.module_of("methods", f"method '{name}'").METHODS
    for method in others:
        if method.name == name:
            return method
    known = ", ".join(method.name for method in (*METHODS, *others))
    raise InputError(f"unknown method '{name}'", advice=f"methods: {known}")


def weaving_method(method: Method[Any]) -> Method[Any]:
    """Return the method that weaves in place of a chosen one: itself, or the first that can.

    A substitute asks a model only if the chosen method does, so that whoever chose a method without
    a model sends nothing.
    """
    if method.weaver is not None:
        return method
    return next(
        other
        for other in METHODS
        if other.weaver is not None and other.uses_model == method.uses_model
    )
