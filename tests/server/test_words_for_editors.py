"""What an editor shows names no option or command of the command line."""

import ast
import re
from pathlib import Path

import citeloom
from citeloom.cli.remedies import IN_A_TERMINAL, for_a_terminal
from citeloom.problem import InputError, Problem, Remedy, Severity
from citeloom.settings import SET_KEY

OF_A_TERMINAL = re.compile(
    r"(?<![\w-])--[a-z]|\bciteloom (write|weave|fetch|check|show|strip|insert)"
)
ONLY_IN_A_TERMINAL = {
    *("cli", "actions/evaluating/plan.py", "actions/user/doctor.py", "actions/writing/save.py")
}
"""What no editor shows."""

NO_MESSAGES = {"placing/sidecar.py"}
"""A note in a project's folder, for whoever finds it; patterns of what others write."""


def messages(source: str) -> list[str]:
    """Return the strings of a module, less its docstrings."""
    tree = ast.parse(source)
    documented = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
    left_out = {
        id(one.value)
        for node in ast.walk(tree)
        if isinstance(node, documented)
        for one in node.body
        if isinstance(one, ast.Expr)
    }
    return [
        node.value
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant)
        and isinstance(node.value, str)
        and id(node) not in left_out
    ]


def test_no_message_outside_of_the_command_line_names_its_options() -> None:
    package = Path(citeloom.__file__).parent
    read = 0
    for path in package.rglob("*.py"):
        name = path.relative_to(package).as_posix()
        if name in NO_MESSAGES | ONLY_IN_A_TERMINAL or name.split("/")[0] in ONLY_IN_A_TERMINAL:
            continue
        read += 1
        if name == "__main__.py":
            continue  # It looks for the option of ``serve``.
        found = [one for one in messages(path.read_text("utf-8")) if OF_A_TERMINAL.search(one)]
        assert not found, f"{name}: {found}; a Remedy has words for both"
    assert read > 200


LONGEST_WORDS = 170
"""Characters of the words of one message: a sentence, or two short ones."""

NOT_FOR_PEOPLE = {"ValueError", "TypeError", "AssertionError"}
"""What is raised with words for a program, or for a model."""


def raised(source: str) -> list[str]:
    """Return the words of the errors that a module raises, without what is filled in."""
    return [
        "".join(
            part.value
            for part in ast.walk(node.args[0])
            if isinstance(part, ast.Constant) and isinstance(part.value, str)
        )
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.Call) and node.args
        if (name := getattr(node.func, "id", "")).endswith("Error") and name not in NOT_FOR_PEOPLE
    ]


def test_no_message_is_longer_than_is_read() -> None:
    package = Path(citeloom.__file__).parent
    read = 0
    for path in package.rglob("*.py"):
        name = path.relative_to(package).as_posix()
        if name in ONLY_IN_A_TERMINAL or name.split("/")[0] in ONLY_IN_A_TERMINAL:
            continue
        words = raised(path.read_text("utf-8"))
        read += len(words)
        assert not [text for text in words if len(text) > LONGEST_WORDS], name
    assert read > 150
    assert len(raised(f'raise InputError("{"x" * 99}" f"{{path}}{"y" * 99}")')[0]) > LONGEST_WORDS


def test_what_is_found_above_is_found() -> None:
    source = '"""Doc --x."""\ndef f():\n    """Also --x."""\n    return f"name {1} with --keys"'
    (found,) = [one for one in messages(source) if OF_A_TERMINAL.search(one)]
    assert found == " with --keys"


def test_the_command_line_has_words_for_every_remedy() -> None:
    assert IN_A_TERMINAL.keys() == {*Remedy}
    for remedy, words in IN_A_TERMINAL.items():
        problem = Problem(Severity.ERROR, "input", "wrong", None, remedy)
        assert str(problem) == f"error: wrong ({remedy.value})"
        assert str(for_a_terminal(problem)) == f"error: wrong ({words})"


def test_other_advice_stays_as_it_is() -> None:
    problem = InputError("wrong", advice="fix").problem
    assert for_a_terminal(problem) is problem


def test_a_key_is_set_where_it_is_said_to_be() -> None:
    assert "in a terminal" in SET_KEY
