"""A sentence of ours with fewer papers that it cites, or by other keys; its words stay."""

import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import replace

from citeloom.placing.folding import fold
from citeloom.placing.record import RecordedSentence

_KEYS = re.compile(r"(\\[A-Za-z]*cite[A-Za-z]*\*?(?:\[[^\[\]]*\])*\{)([^{}]*)\}", re.IGNORECASE)

_NUMBERS = ("", "", "Two", "Three", "Four", "Five", "Six")


def with_fewer_keys(sentence: RecordedSentence, lost: Collection[str]) -> RecordedSentence | None:
    """Return a sentence that no longer cites, counts or stands on some papers.

    None where a citation would be left without a key, or fewer than two papers would be left: what
    is said of several would then be said of one.
    """
    left = tuple(key for key in sentence.keys if key not in lost)
    if len(left) < 2:
        return None
    latex, end = "", 0
    for found in _KEYS.finditer(sentence.latex):
        keys = [key.strip() for key in found[2].split(",")]
        kept = [key for key in keys if key not in lost]
        if not kept:
            return None
        latex += sentence.latex[end : found.start()] + found[1] + ",".join(kept) + "}"
        end = found.end()
    latex += sentence.latex[end:]
    counted = dict(enumerate(_NUMBERS)).get(len(sentence.keys))
    if counted and latex.startswith(f"{counted} papers "):
        latex = _NUMBERS[len(left)] + latex.removeprefix(counted)
    evidence = tuple(it for it in sentence.evidence if it.key not in lost)
    return replace(sentence, latex=latex, keys=left, evidence=evidence)


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
