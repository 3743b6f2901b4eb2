"""The author's macros that read a file: which file, and where they are used."""

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice

from citeloom_latex.spans import Span
from citeloom_latex.tex import arguments, inputs
from citeloom_latex.tex.arguments import Use
from citeloom_latex.tex.facts import Input, InputPattern, Wrapper

_MOST_PATTERNS, _LONGEST = 8, 300
"""How many files of one macro count, and how long their names: macros that use macros that use
macros could make names without end."""

COMMAND = re.compile(r"\\([A-Za-z@]++)|\\[^\r\n]|%[^\r\n]*+")
"""A command in a definition; what hides one, an escape or a comment, has no group."""

_PARAMETER = re.compile(r"#(\d)")
_NO_PATH = re.compile(r"[{}%\r\n]|##")


def of_command(command: str) -> tuple[str, tuple[InputPattern, ...]]:
    """Return the signature of one of ``INPUTS``, and what it reads."""
    if command in inputs.IMPORTS:
        return "mm", (InputPattern("#1", "#2"),)
    if command in inputs.PICTURES:
        return "om", (InputPattern("", "#2"),)
    return "m", (InputPattern("", "#1"),)


def patterns_of(
    text: str, bodies: Sequence[Span], known: Mapping[str, Wrapper]
) -> tuple[InputPattern, ...]:
    """Return the files that a macro reads which expands to ``bodies``."""
    found = (pattern for body in bodies for pattern in _patterns_in(text, body, known))
    return tuple(islice(dict.fromkeys(found), _MOST_PATTERNS))


def _patterns_in(text: str, body: Span, known: Mapping[str, Wrapper]) -> Iterator[InputPattern]:
    for command in COMMAND.finditer(text, body.start, body.end):
        name, pattern, end = command[1], None, body.end
        if name in inputs.INPUTS:
            if named := inputs.file_named_at(text, name, command.end()):
                pattern, end = InputPattern(named.directory, named.path.of(text)), named.end
        elif (wrapper := known.get(name)) and wrapper.inputs:
            use = arguments.use_at(text, wrapper.signature, command.end())
            pattern, end = _read_by(wrapper, _given(text, use))[0], use.end
        if pattern and end <= body.end and not any(map(_is_no_path, pattern)):
            yield pattern


def input_at(text: str, start: int, wrapper: Wrapper, after: int) -> Input | None:
    """Read the use of a macro that begins at ``start`` and whose name ends at ``after``."""
    use = arguments.use_at(text, wrapper.signature, after)
    read, last = _read_by(wrapper, _given(text, use))
    if not read or not read.path or "#" in "".join(read) or any(map(_is_no_path, read)):
        return None
    written = use.arguments[last] if last is not None else None
    path_span = arguments.trimmed(text, written) if written is not None else Span(start, after)
    return Input(wrapper.name, read.path, read.directory, Span(start, use.end), path_span)


def _read_by(
    wrapper: Wrapper, given: Sequence[str | None]
) -> tuple[InputPattern | None, int | None]:
    """Return what a macro reads that is given these arguments, and the last of them in its path.

    A definition that reads one file or another as its arguments are given (``\\IfNoValueTF``)
    is taken to read the one that uses most of them; a name that further macros would make is the
    last choice.
    """
    values = [*given, *[None] * (len(wrapper.signature) - len(given))]
    for number, default in enumerate(wrapper.defaults):
        values[number] = default if values[number] is None else values[number]
    best, most, last = None, (False, -1), None
    for pattern in wrapper.inputs:
        used = [int(number) - 1 for number in _PARAMETER.findall("".join(pattern))]
        if not all(0 <= number < len(values) and values[number] is not None for number in used):
            continue
        ours = [number for number in used if number < len(given) and given[number] is not None]
        rank = ("\\" not in "".join(pattern), len(set(ours)))
        if rank > most:
            best, most = pattern, rank
            last = ours[-1] if ours and f"#{ours[-1] + 1}" in pattern.path else None
    return best and InputPattern(*(_filled(part, values) for part in best)), last


def _filled(part: str, values: Sequence[str | None]) -> str:
    return _PARAMETER.sub(lambda found: values[int(found[1]) - 1] or "", part).strip()


def _given(text: str, use: Use) -> list[str | None]:
    return [span and span.of(text).strip() for span in use.arguments]


def _is_no_path(part: str) -> bool:
    return len(part) > _LONGEST or bool(_NO_PATH.search(part))
