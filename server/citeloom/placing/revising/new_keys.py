"""A sentence of ours by other keys; its words stay."""

import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import replace

from citeloom.placing.folding import fold
from citeloom.placing.record import RecordedSentence

_KEYS = re.compile(r"(\\[A-Za-z]*cite[A-Za-z]*\*?(?:\[[^\[\]]*\])*\{)([^{}]*)\}", re.IGNORECASE)


def with_new_keys(sentence: RecordedSentence, names: Mapping[str, str]) -> RecordedSentence:
    """Return a sentence that cites the same papers by other keys: ``names`` has them by the old."""

    def cite(found: re.Match[str]) -> str:
        written = (key.strip() for key in found[2].split(","))
        keys = dict.fromkeys(names.get(key, key) for key in written)
        return f"{found[1]}{','.join(keys)}}}"

    evidence = tuple(
        replace(it, key=names.get(it.key, it.key), by_key=names.get(it.by_key, it.by_key))
        for it in sentence.evidence
    )
    keys = tuple(dict.fromkeys(names.get(key, key) for key in sentence.keys))
    return replace(sentence, latex=_KEYS.sub(cite, sentence.latex), keys=keys, evidence=evidence)


def names_in(
    text: str, sentence: RecordedSentence, lost: Collection[str]
) -> Iterator[dict[str, str]]:
    """Yield what a text that has a sentence by other keys calls these, by the keys of now.

    Parameters
    ----------
    text
        The text, folded.
    lost
        The keys that may be others in it.
    """
    pattern, end = "", 0
    groups: dict[str, str] = {}
    latex = fold(sentence.latex)
    for found in _KEYS.finditer(latex):
        pattern += re.escape(latex[end : found.start(2)])
        pattern += ",".join(_any_key(key, lost, groups) for key in found[2].split(","))
        end = found.end(2)
    pattern += re.escape(latex[end:])
    for found in re.finditer(pattern, text) if groups else ():
        yield {key: found[group] for key, group in groups.items()}


def _any_key(key: str, lost: Collection[str], groups: dict[str, str]) -> str:
    if key not in lost:
        return re.escape(key)
    if key in groups:
        return f"(?P={groups[key]})"
    groups[key] = f"key{len(groups)}"
    return rf"(?P<{groups[key]}>[^{{}},\s%]+)"
