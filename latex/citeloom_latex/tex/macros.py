"""The author's macros that stand for cite commands or read files."""

import re
from collections import ChainMap
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import islice

from citeloom_latex.spans import Span
from citeloom_latex.tex import arguments, input_macros
from citeloom_latex.tex.citations import (
    NAME,
    PLAIN,
    WITHOUT_CITE,
    KeyLists,
    cite_at,
    key_lists_at,
    keys_in,
    may_cite,
)
from citeloom_latex.tex.facts import Citation, CitedKey, Wrapper
from citeloom_latex.tex.input_macros import COMMAND
from citeloom_latex.tex.inputs import INPUTS
from citeloom_latex.tex.patterns import NOT_LETTER, OPTION, SPACE, one_of, words

COUNTED = words(
    "newcommand renewcommand providecommand DeclareRobustCommand newrobustcmd renewrobustcmd"
    " providerobustcmd"
)
BY_SPECIFICATION = frozenset(
    f"{verb}{kind}DocumentCommand"
    for verb in ("New", "Renew", "Provide", "Declare")
    for kind in ("", "Expandable")
)
DEFINED = frozenset({"def", "gdef", "edef", "xdef"})
LET = frozenset({"let"})
CITE_STYLES = frozenset({"DeclareCiteCommand", "DeclareMultiCiteCommand", "DeclareAutoCiteCommand"})
ENVIRONMENTS = frozenset({"newenvironment", "renewenvironment"})
DEFINING = COUNTED | BY_SPECIFICATION | DEFINED | LET | CITE_STYLES | ENVIRONMENTS
"""The commands that define others; a definition takes effect where it is used."""

_NAME = re.compile(rf"\*?+{SPACE}(?:\{{{SPACE}\\([A-Za-z@]++){SPACE}\}}|\\([A-Za-z@]++))")
_COUNT = re.compile(rf"{SPACE}\[{SPACE}(\d){SPACE}\](?:{SPACE}({OPTION}))?+")
_PARAMETERS = re.compile(r"((?:[^{}\\%\r\n]|\\(?![egx]?def(?![A-Za-z@]))[^{}\r\n])*+)")
_IN_DEF = re.compile(r"(\[?)#\d")
_LET = re.compile(rf"{SPACE}\\([A-Za-z@]++)[ \t]*+=?+[ \t]*+\\([A-Za-z@]++)")
_PARAMETER = re.compile(r"#(\d)")
_ARGUMENT = re.compile(r"[>=]\s*+\{[^{}]*+\}|([A-Za-z])[^A-Za-z{}+!>=]*+(?:\{([^{}]*+)\})?+")
_CITE_NAME = re.compile(NAME)
_ONLY = re.compile(r"\s*+\\([A-Za-z@]++)\s*+")

_MOST_ARGUMENTS = 9
"""Arguments of one macro, as in TeX."""

LONGEST_NAME = 60
"""Letters of a macro's name: the pattern that finds the names nests as deep as they are long."""

_MOST_KEYS = 50
"""Keys that one macro cites; each of its uses cites them all."""


@dataclass(frozen=True, slots=True)
class Definition:
    """A macro's definition: ``span`` covers all of it, ``bodies`` what it expands to.

    ``alias`` and ``defaults`` are as in a wrapper.
    """

    name: str
    signature: str
    bodies: tuple[Span, ...]
    span: Span
    alias: str | None = None
    defaults: tuple[str | None, ...] = ()

    def moved(self, by: int) -> "Definition":
        """Return a copy whose places are moved by ``by`` code points."""
        bodies = tuple(body.moved(by) for body in self.bodies)
        return replace(self, bodies=bodies, span=self.span.moved(by))


def definition_at(text: str, start: int, command: str, after: int) -> Definition | None:
    """Read the definition whose defining command begins at ``start`` and ends at ``after``."""
    if command in LET:
        found = _LET.match(text, after)
        return found and Definition(found[1], "", (), Span(start, found.end()), found[2])
    if command in ENVIRONMENTS:
        return _environment(text, start, after)
    name = _NAME.match(text, after)
    if not name:
        return None
    macro, at = name[1] or name[2], name.end()
    if command in CITE_STYLES:
        return _cite_style(text, start, macro, at)
    signature = ""
    defaults: tuple[str | None, ...] = ()
    if command in COUNTED:
        if count := _COUNT.match(text, at):
            signature = "m" * int(count[1])
            if count[2]:
                signature, defaults = f"o{signature[1:]}", (count[2][1:-1],)
            at = count.end()
    elif command in BY_SPECIFICATION:
        specification = arguments.group(text, at)
        if not specification:
            return None
        signature, defaults = _signature(specification.of(text))
        at = specification.end + 1
    elif parameters := _PARAMETERS.match(text, at):
        numbers = islice(_IN_DEF.finditer(parameters[1]), _MOST_ARGUMENTS)
        signature = "".join("o" if number[1] else "m" for number in numbers)
        at = parameters.end()
    body = arguments.group(text, at)
    if not body:
        return None
    return Definition(macro, signature, (body,), Span(start, body.end + 1), None, defaults)


def wrappers_of(
    text: str, definitions: Iterable[Definition], known: Mapping[str, Wrapper]
) -> dict[str, Wrapper]:
    """Return the macros among the definitions that cite or read a file, by name.

    ``known`` come from elsewhere. Macros that use such a macro do so too, if they are defined
    after it. The commands that LaTeX and its packages have for citing and for reading files keep
    their meaning when a text defines them anew.
    """
    found: dict[str, Wrapper] = {}
    all_known = ChainMap(found, dict(known))
    for definition in definitions:
        name = definition.name
        if name in PLAIN or name in INPUTS or len(name) > LONGEST_NAME:
            continue
        wrapper = _wrapper(text, definition, all_known)
        if wrapper:
            found[name] = wrapper
        elif name in found:
            del found[name]
    return found


def uses(
    text: str, wrappers: Mapping[str, Wrapper], start: int, end: int
) -> Iterator[tuple[Wrapper, Span]]:
    """Yield where the names of macros stand from ``start`` to ``end``, wherever that is."""
    for found in _names(tuple(wrappers)).finditer(text, start, end):
        if found[1]:
            yield wrappers[found[1]], Span(*found.span())


@lru_cache(maxsize=64)
def _names(names: tuple[str, ...]) -> re.Pattern[str]:
    # A line break first, which would hide that a command begins right after it.
    return re.compile(rf"\\(?:\\|({one_of(names)}){NOT_LETTER})")


def citation_at(text: str, start: int, wrapper: Wrapper, after: int) -> Citation | None:
    """Read the use of a macro that begins at ``start`` and whose name ends at ``after``."""
    if wrapper.alias:
        citation = cite_at(text, start, wrapper.alias, after)
        return citation and citation._replace(command=wrapper.name)
    macro = Span(start, after)
    keys = tuple(CitedKey(key.key, *macro, written=False) for key in wrapper.keys)
    found = _key_lists_of_use(text, wrapper, after)
    for span in found.lists:
        keys += keys_in(text, span) or ()
    if not keys and not found.lists:
        return None
    return Citation.of(wrapper.name, found.starred, keys, Span(start, found.end))


def _key_lists_of_use(text: str, wrapper: Wrapper, after: int) -> KeyLists:
    use = arguments.use_at(text, wrapper.signature, after, wrapper.key_arguments)
    lists = [use.arguments[n] for n in wrapper.key_arguments if n < len(use.arguments)]
    return KeyLists(tuple([found for found in lists if found is not None]), use.starred, use.end)


def _wrapper(text: str, definition: Definition, known: Mapping[str, Wrapper]) -> Wrapper | None:
    name, target = definition.name, definition.alias
    if target is None and not definition.signature and definition.bodies:
        only = _ONLY.fullmatch(text, definition.bodies[0].start, definition.bodies[0].end)
        target = only and only[1]
    if target and target in known:
        return replace(known[target], name=name)
    if target and _is_cite(target):
        return Wrapper(name, alias=target)
    if target in INPUTS:
        signature, patterns = input_macros.of_command(target)
        return Wrapper(name, signature, inputs=patterns)
    if any("\\detokenize{#" in body.of(text) for body in definition.bodies):
        return Wrapper(name, definition.signature, verbatim=True)
    lists = (found for body in definition.bodies for found in _key_lists_in(text, body, known))
    # A macro that uses another one twice would have its keys twice, and so on.
    pieces = dict.fromkeys(
        piece for span in dict.fromkeys(lists) for piece in arguments.pieces(text, span)
    )
    arguments_with_keys: list[int] = []
    keys: list[CitedKey] = []
    for piece in islice(pieces, _MOST_KEYS):
        key = piece.of(text)
        if parameter := _PARAMETER.fullmatch(key):
            arguments_with_keys.append(int(parameter[1]) - 1)
        elif "#" not in key:
            keys.append(CitedKey(key, *piece))
    valid = sorted({n for n in arguments_with_keys if 0 <= n < len(definition.signature)})
    patterns = input_macros.patterns_of(text, definition.bodies, known)
    if valid or keys or patterns:
        return Wrapper(
            name,
            definition.signature,
            tuple(valid),
            tuple(keys),
            inputs=patterns,
            defaults=definition.defaults,
        )
    hides_cites = any("cite" in body.of(text).lower() for body in definition.bodies)
    looks_like_cite = definition.bodies and _is_cite(name) and not hides_cites
    return Wrapper(name, definition.signature) if looks_like_cite else None


def _key_lists_in(text: str, body: Span, known: Mapping[str, Wrapper]) -> Iterator[Span]:
    for command in COMMAND.finditer(text, body.start, body.end):
        name = command[1]
        if not name:
            continue
        found: KeyLists | None = None
        if (wrapper := known.get(name)) and not wrapper.alias:
            yield from (key.span for key in wrapper.keys if key.span.of(text) == key.key)
            found = _key_lists_of_use(text, wrapper, command.end())
        elif wrapper or _is_cite(name):
            found = key_lists_at(text, (wrapper and wrapper.alias) or name, command.end())
        if found and found.end <= body.end:
            yield from found.lists


def _is_cite(name: str) -> bool:
    return name in PLAIN | WITHOUT_CITE or bool(_CITE_NAME.fullmatch(name) and may_cite(name))


def _environment(text: str, start: int, after: int) -> Definition | None:
    name = arguments.group(text, after)
    if not name:
        return None
    at = name.end + 1
    if count := _COUNT.match(text, at):
        at = count.end()
    begin = arguments.group(text, at)
    end = arguments.group(text, begin.end + 1) if begin else None
    return Definition("", "", (), Span(start, end.end + 1)) if end else None


def _cite_style(text: str, start: int, macro: str, at: int) -> Definition:
    """Read biblatex's ``\\DeclareCiteCommand``: its macro takes what ``\\cite`` takes."""
    while options := arguments.option(text, at):
        at = options.end + 1
    for _ in range(5):
        if not (code := arguments.group(text, at)):
            break
        at = code.end + 1
    return Definition(macro, "", (), Span(start, at), "cites" if macro.endswith("s") else "cite")


def _signature(specification: str) -> tuple[str, tuple[str | None, ...]]:
    """Turn an argument specification (``s o m``, ``O{} m``) into a wrapper's, with defaults."""
    kinds = {"s": "s", "t": "s", "m": "m", "r": "m", "R": "m", "v": "m"}
    arguments = (argument for argument in _ARGUMENT.finditer(specification) if argument[1])
    found = list(islice(arguments, _MOST_ARGUMENTS))
    defaults = (argument[2] if argument[1] in "OD" else None for argument in found)
    return "".join(kinds.get(argument[1], "o") for argument in found), tuple(defaults)
