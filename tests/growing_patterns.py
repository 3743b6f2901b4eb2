"""Which patterns of the program take more than linear time over their worst text, by trying.

The patterns are found by importing every module while `re` is watched, and by reading the source
for those that are given to `re` directly. A worst text is made of a pattern's own parts: what each
repetition takes, again and again, behind what stands before it, with an end that fits nothing.
"""

import ast
import importlib
import math
import pkgutil
import re
import signal
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from re import _constants as signs  # type: ignore[attr-defined]
from re import _parser as parser  # type: ignore[attr-defined]
from time import perf_counter
from typing import Any

LENGTH = 500
"""Characters of the shortest text; the others have twice and four times as many."""

SHORTEST, LONGEST = 0.001, 2.0
"""Seconds over the longest text below which a pattern is fast, and at which it is ended."""

SUPERLINEAR = 1.5
"""The exponent beyond which a pattern is slower than its text is long, whatever a clock says."""

_REPEATS = (signs.MAX_REPEAT, signs.MIN_REPEAT, signs.POSSESSIVE_REPEAT)
_CATEGORIES = {
    signs.CATEGORY_SPACE: " ", signs.CATEGORY_WORD: "a", signs.CATEGORY_DIGIT: "1",
    signs.CATEGORY_NOT_SPACE: "a", signs.CATEGORY_NOT_WORD: " ", signs.CATEGORY_NOT_DIGIT: "a",
}  # fmt: skip
_CANDIDATES = 'a1 \nA.-_,({\\"$%:/=é“'
_USES = ("search", "findall", "finditer", "split", "sub", "subn")


@dataclass(frozen=True)
class Growth:
    """A pattern, where it stands, and the exponent of its time over its worst text."""

    place: str
    pattern: str
    exponent: float


def patterns_of(*packages: str) -> dict[str, re.Pattern[Any]]:
    """Return all patterns of packages that are searched for, by their files and texts."""
    found: dict[str, re.Pattern[Any]] = {}
    for package in packages:
        root = importlib.import_module(package)
        for module in pkgutil.walk_packages(root.__path__, f"{package}."):
            if module.name.endswith("__main__"):
                continue
            try:
                loaded = importlib.import_module(module.name)
            except ImportError:
                continue  # A part that needs a library which is not installed.
            source = Path(str(loaded.__file__)).read_text("utf-8")
            for name, value in vars(loaded).items():
                if isinstance(value, re.Pattern) and _is_searched(name, source):
                    found.setdefault(f"{module.name}:{name}", value)
            for pattern in _given_to_re(source):
                found.setdefault(f"{module.name}:{pattern}", re.compile(pattern))
    return found


def _is_searched(name: str, source: str) -> bool:
    """Tell whether a pattern of a module is used in another way than matched at one place."""
    anchored = len(re.findall(rf"\b{name}\.(?:(?:full)?match|pattern)\b", source))
    return len(re.findall(rf"\b{name}\b", source)) > anchored + 1


def _given_to_re(source: str) -> Iterator[str]:
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Call(
                func=ast.Attribute(value=ast.Name(id="re"), attr=attr),
                args=[ast.Constant(value=str(pattern)), *_],
            ) if attr in _USES:
                yield pattern


def growth_of(place: str, pattern: re.Pattern[Any]) -> Growth:
    """Return how the time of a search grows over the worst text that was found."""
    worst = 1.0
    for begin, unit in dict.fromkeys(_pumped(parser.parse(pattern.pattern, pattern.flags))):
        worst = max(worst, _exponent(pattern, begin, unit))
        if worst > SUPERLINEAR:
            break
    return Growth(place, str(pattern.pattern), worst)


def _exponent(pattern: re.Pattern[Any], begin: str, unit: str) -> float:
    def seconds(length: int) -> float:
        text: Any = begin + unit * (length // len(unit)) + "\0"
        text = text.encode() if isinstance(pattern.pattern, bytes) else text
        taken = []
        for _ in range(3):
            started = perf_counter()
            for _ in pattern.finditer(text):
                pass
            taken.append(perf_counter() - started)
        return min(taken)

    signal.signal(signal.SIGALRM, _stop)
    try:
        signal.setitimer(signal.ITIMER_REAL, LONGEST)
        longest = seconds(4 * LENGTH)
        if longest < SHORTEST:
            return 1.0
        return math.log2(longest / seconds(2 * LENGTH))
    except TimeoutError:
        return 9.0
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)


def _stop(*_: object) -> None:
    raise TimeoutError


def _pumped(items: Any, before: str = "") -> Iterator[tuple[str, str]]:
    """Yield beginnings with what is to stand behind them again and again."""
    for kind, value in items:
        if kind in _REPEATS:
            body = _sample(value[2])
            if value[1] > 50:
                for unit in {body, *_others(value[2])} - {""}:
                    yield before, unit
                    yield "", before + unit
                    yield "", (before.strip() or unit) + unit * 20
            yield from _pumped(value[2], before)
            before += body * max(value[0], 1)
            continue
        if kind is signs.BRANCH:
            for branch in value[1]:
                yield from _pumped(branch, before)
        elif kind is signs.SUBPATTERN:
            yield from _pumped(value[3], before)
        elif kind in (signs.ASSERT, signs.ASSERT_NOT):
            yield from _pumped(value[1], before)
        elif kind is signs.ATOMIC_GROUP:
            yield from _pumped(value, before)
        before += _sample([(kind, value)])
    if before:
        yield "", before


def _others(items: Any) -> list[str]:
    """Return signs that a repeated set takes, of several kinds."""
    if len(items) != 1:
        return []
    kind, value = items[0]
    if kind is signs.ANY:
        return ["a", " "]
    if kind is signs.NOT_LITERAL:
        return [one for one in "a " if ord(one) != value]
    if kind is not signs.IN:
        return []
    return [one for one in "a1 \n." if _takes(value, one)]


def _takes(members: Any, sign: str) -> bool:
    is_negated = members[0][0] is signs.NEGATE
    code = ord(sign)
    has = False
    for kind, value in members:
        if kind is signs.LITERAL:
            has |= value == code
        elif kind is signs.RANGE:
            has |= value[0] <= code <= value[1]
        elif kind is signs.CATEGORY:
            has |= _of_category(value, sign)
    return has is not is_negated


def _of_category(category: Any, sign: str) -> bool:
    name = str(category).removeprefix("CATEGORY_").removeprefix("NOT_")
    test = {"SPACE": sign.isspace(), "DIGIT": sign.isdigit(), "WORD": sign.isalnum() or sign == "_"}
    return test[name] is not ("NOT_" in str(category))


def _sample(items: Any) -> str:
    """Return a text that a sequence takes; nothing for what looks around."""
    made = ""
    for kind, value in items:
        match kind:
            case signs.LITERAL:
                made += chr(value)
            case signs.NOT_LITERAL:
                made += next(one for one in _CANDIDATES if ord(one) != value)
            case signs.ANY:
                made += "a"
            case signs.IN:
                made += next((one for one in _CANDIDATES if _takes(value, one)), _first(value))
            case signs.BRANCH:
                made += _sample(value[1][0])
            case signs.SUBPATTERN:
                made += _sample(value[3])
            case signs.ATOMIC_GROUP:
                made += _sample(value)
            case signs.MAX_REPEAT | signs.MIN_REPEAT | signs.POSSESSIVE_REPEAT:
                made += _sample(value[2]) * max(value[0], 1)
    return made


def _first(members: Any) -> str:
    for kind, value in members:
        if kind is signs.LITERAL:
            return chr(value)
        if kind is signs.RANGE:
            return chr(value[0])
    return "a"
