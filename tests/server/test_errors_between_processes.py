"""Errors of all parts, as their users see them: here, and where another process gets them."""

import pickle
from pathlib import Path

import pytest

from citeloom.keeping.atomic import WriteError
from citeloom.methods.port import MethodError, MethodFault
from citeloom.models.keys import KeyringError
from citeloom.models.port import AnswerError, BudgetExceededError, ModelError, SetupError
from citeloom.models.prompts import PromptError
from citeloom.papers.store.file import StoreError, StoreTooNew
from citeloom.placing.merge import MergeConflict
from citeloom.placing.placement import PlacementError
from citeloom.placing.render import RenderError
from citeloom.placing.sidecar import SidecarError
from citeloom.problem import InputError, Place, Remedy, ServiceError
from citeloom_latex.spans import Span

PATH = Path("main.tex")


@pytest.mark.parametrize(
    ("error", "shown"),
    [
        (WriteError(PATH, "No space left"), "main.tex: error: cannot be written: No space left"),
        (
            WriteError(PATH, "it is gone", "cannot be removed"),
            "main.tex: error: cannot be removed: it is gone",
        ),
        (SidecarError(PATH, "it is not JSON"), "main.tex: error: it is not JSON"),
        (PlacementError("nested marks", Span(1, 2)), "error: nested marks"),
        (PlacementError("x", Span(1, 2)).at(Place(PATH, 3)), "main.tex:3: error: x"),
        (RenderError("no key"), f"error: no key ({Remedy.LEAVE_OUT})"),
        (
            MergeConflict("it is open", "-a\n+b", "x a", Span(2, 3), Remedy.CLOSE),
            "error: the new text cannot be merged with yours: it is open ('a'); "
            f"nothing was written ({Remedy.CLOSE})",
        ),
        (StoreError(PATH, "is full", "make room"), "error: main.tex: is full; make room"),
        (MethodError("no abstracts"), "error: no abstracts"),
        (PromptError("prompt x: no head"), "error: prompt x: no head"),
        (
            SetupError("model.name: missing"),
            "error: model.name: missing (see docs/configuration.md)",
        ),
    ],
)
def test_wrong_input_is_shown_with_its_place_and_what_to_do(error: InputError, shown: str) -> None:
    assert str(error) == shown
    sent = pickle.loads(pickle.dumps(error))
    assert type(sent) is InputError
    assert sent.problem == error.problem


@pytest.mark.parametrize(
    ("error", "shown"),
    [
        (ModelError("nobody answers", "try again"), "error: nobody answers (try again)"),
        (BudgetExceededError("2 calls", "raise it"), "error: 2 calls (raise it)"),
        (AnswerError("nonsense", "{"), None),
        (KeyringError("locked"), "error: locked"),
    ],
)
def test_a_service_that_failed_is_told_apart(error: InputError, shown: str | None) -> None:
    assert shown in (None, str(error))
    sent = pickle.loads(pickle.dumps(error))
    assert type(sent) is ServiceError
    assert sent.problem == error.problem


def test_a_store_of_a_newer_version_is_a_store_that_cannot_be_used() -> None:
    assert isinstance(StoreTooNew(PATH, 9), StoreError)


def test_what_a_method_does_wrong_is_no_wrong_input() -> None:
    assert not issubclass(MethodFault, InputError)
