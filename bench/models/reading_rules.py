"""What each rule of the reader is good for: what is read in another way without it.

A rule is a pattern, or one of the alternatives in it. Each is switched off in turn.
"""

import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from types import ModuleType

_SIGN = re.compile(r"\\.|\[\^?\]?(?:\\.|[^\]\\])*\]|[()|]", re.DOTALL)


@dataclass(frozen=True)
class Rule:
    """A pattern of a module, by its name; ``without`` is what stands in its place."""

    module: ModuleType
    name: str
    said: str
    without: re.Pattern[str]

    @contextmanager
    def switched_off(self) -> Iterator[None]:
        own = getattr(self.module, self.name)
        setattr(self.module, self.name, self.without)
        try:
            yield
        finally:
            setattr(self.module, self.name, own)


def rules_of(modules: Sequence[ModuleType]) -> Iterator[Rule]:
    """Yield the patterns of modules, and each alternative in them."""
    for module in modules:
        for name, pattern in vars(module).items():
            if not isinstance(pattern, re.Pattern):
                continue
            yield Rule(module, name, "", re.compile(f"(?!)(?:{pattern.pattern})", pattern.flags))
            for start, end in _alternatives(pattern.pattern):
                text = pattern.pattern
                without = re.compile(f"{text[:start]}(?!){text[start:]}", pattern.flags)
                yield Rule(module, name, text[start:end], without)


def _alternatives(pattern: str) -> Iterator[tuple[int, int]]:
    """Yield the ranges of alternatives in a pattern, also in its groups."""
    stack: list[list[int]] = [[0]]
    for sign in _SIGN.finditer(pattern):
        if sign[0] == "(":
            head = re.compile(r"\((?:\?(?:P<\w+>|<?[=!]|\(\w+\)|-?\w*:|[:>]))?").match(
                pattern, sign.start()
            )
            stack.append([head.end() if head else sign.end()])
        elif sign[0] == "|":
            stack[-1].append(sign.end())
        elif sign[0] == ")":
            yield from _ranges(stack.pop(), sign.start())
    yield from _ranges(stack.pop(), len(pattern))


def _ranges(starts: Sequence[int], end: int) -> Iterator[tuple[int, int]]:
    if len(starts) > 1:
        yield from zip(starts, (*(start - 1 for start in starts[1:]), end), strict=True)
