"""The values of entries are the same one by one as all together."""

import random
from collections.abc import Sequence
from pathlib import Path

import pytest

from citeloom_latex.bib.expansion_limits import Growth
from citeloom_latex.bib.facts import BibFacts
from citeloom_latex.bib.lazy_values import LazyValues
from citeloom_latex.bib.resolve import resolve
from citeloom_latex.bib.scan import scan_bib
from citeloom_latex.bib.text import BibText
from citeloom_latex.spans import Span
from corpus import found_files

DATA = Path(__file__).parents[2] / "data"
PIECES = (
    *(
        "@string{s = {one}}",
        "@string{s = s # {two}}",
        "@string(T = s # t # jan)",
        "@string{u=v,v=s}",
    ),
    *(
        "@book{a, title={A}, year=1999, doi={x}}",
        "@book{b, ids={A2, c}, title=s}",
        "@xdata{x, note=T}",
    ),
    *(
        "@inbook{c, crossref={B}, year=jan}",
        "@article{d, xdata={x,y}, crossref={A2}, note={n} # u}",
    ),
    *(
        "@xdata{y, xdata={X}, CrossRef = {d}}",
        "@misc{e, crossref={e}, a=mar # { } # s}",
        "@misc{f,",
    ),
    *(
        "@article{g, note={crossref = {a}}, a={1}, a={2}}",
        "@misc{B, x = \u0130 # s}",
        "@misc{, year=v}",
    ),
)


def read_one_by_one(files: Sequence[tuple[str, BibFacts]]) -> list[tuple[object, ...]] | None:
    keys = [key for _, facts in files for key in facts.entries.keys()]  # noqa: SIM118
    lazy = LazyValues(files, keys)
    if not lazy.are_sure:
        return None
    found = []
    for number in reversed(range(len(keys))):
        file, entry = lazy.entry(number)
        values = lazy.inheriting.get(number) or (lazy.own(number)[1], frozenset())
        found.append((entry, file, *values))
    return found[::-1]


def check(texts: Sequence[str]) -> bool:
    files = [(text, scan_bib(text)) for text in texts]
    alone = read_one_by_one(files)
    growth = Growth()
    together = [
        (entry.entry, entry.file, dict(entry.values), entry.inherited)
        for entry in resolve(files, growth)
    ]
    assert alone is None or (alone == together and not growth.stopped), texts
    return alone is not None


@pytest.mark.parametrize("seed", range(40))
def test_entries_have_the_same_values_alone_as_all_together(seed: int) -> None:
    chance = random.Random(seed)
    for _ in range(20):
        texts = ["\n".join(chance.choices(PIECES, k=12)) for _ in range(chance.choice((1, 2)))]
        assert check(texts)


@pytest.mark.parametrize("path", found_files(DATA, "*.bib", 35), ids=lambda path: path.name)
def test_entries_of_real_files_with_faults_have_the_same_values(path: Path) -> None:
    text = path.read_bytes()[:60_000].decode("utf-8", "replace")
    chance = random.Random(path.name)
    bib = BibText.of(text)
    for _ in range(6):
        at = chance.randrange(len(bib) + 1)
        end = min(len(bib), at + chance.choice((0, 0, 1, 30)))
        bib = bib.replaced(
            Span(at, end), chance.choice(("", "{", "}", "@", '"', " # jan", "=", ","))
        )
        check([bib.text])


@pytest.mark.parametrize(
    "text",
    [
        f"@string{{s = {{{'x' * 11_000}}}}} @misc{{a, title = s # s}}",
        f"@misc{{a, title = {{{'x' * 19_990}}} # september # september}}",
        "@string{s = {" + "x" * 5_000 + "}}" + "@misc{a, t = s}" * 5_000,
    ],
    ids=["long string", "long value", "many"],
)
def test_values_that_may_grow_too_large_are_not_read_alone(text: str) -> None:
    assert not check([text])


def test_a_place_of_too_many_inherited_fields_is_told() -> None:
    fields = ",".join(f"f{number}=1" for number in range(300))
    files = [(text := f"@misc{{a, crossref={{b}}}} @misc{{b,{fields}}}", scan_bib(text))]
    growth = Growth()
    (expected, _) = resolve(files, growth)
    lazy = LazyValues(files, ["a", "b"])
    assert lazy.inheriting[0] == (expected.values, expected.inherited)
    assert lazy.growth.stopped == growth.stopped != []
