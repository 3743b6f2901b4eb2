"""Lists of English words, one file for each, words set apart by white space."""

from importlib.resources import files


def lexicon(name: str) -> frozenset[str]:
    return frozenset((files(__name__) / f"{name}.txt").read_text(encoding="utf-8").split())
